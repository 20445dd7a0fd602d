//! Any text as the JSON of a message.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| -> kafka_view_fuzz::Corpus { kafka_view_fuzz::message::json_text(data) });
