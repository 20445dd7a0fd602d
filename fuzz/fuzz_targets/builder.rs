//! Any settings and records for a batch.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| kafka_view_fuzz::record::builder(data));
