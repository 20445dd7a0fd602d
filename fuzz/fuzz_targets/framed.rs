//! A request and a response, made up, in their frames.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| kafka_view_fuzz::wire::framed(data));
