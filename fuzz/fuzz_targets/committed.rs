//! Batches and aborted transactions for a reader of committed records.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| kafka_view_fuzz::record::committed(data));
