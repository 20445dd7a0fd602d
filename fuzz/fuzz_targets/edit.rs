//! Any bytes as a batch that is changed in place.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| kafka_view_fuzz::record::edit(data));
