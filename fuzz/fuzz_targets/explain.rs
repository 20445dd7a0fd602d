//! Any bytes as a message that the command explains.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| kafka_view_fuzz::command::explained(data));
