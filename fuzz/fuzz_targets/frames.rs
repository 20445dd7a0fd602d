//! Any bytes as a stream of frames.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| kafka_view_fuzz::wire::frames(data));
