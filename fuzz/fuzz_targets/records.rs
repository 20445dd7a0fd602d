//! Any bytes as a records field.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| kafka_view_fuzz::record::records(data));
