//! Any bytes as a log segment that the command prints.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| kafka_view_fuzz::command::segment(data));
