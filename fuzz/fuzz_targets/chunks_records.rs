//! Any bytes as a records field, in chunks.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| kafka_view_fuzz::record::chunks(data));
