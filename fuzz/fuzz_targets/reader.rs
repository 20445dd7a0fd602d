//! Any bytes as the payload of a batch, through a window.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| kafka_view_fuzz::record::reader(data));
