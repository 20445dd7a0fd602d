//! Any bytes as what brokers keep.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| kafka_view_fuzz::internal::stored(data));
