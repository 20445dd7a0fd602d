//! Any bytes as the two streams of a connection, as the command shows it.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| kafka_view_fuzz::command::conversation(data));
