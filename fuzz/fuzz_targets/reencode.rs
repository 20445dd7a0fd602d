//! What decodes, encoded and decoded again.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| -> kafka_view_fuzz::Corpus { kafka_view_fuzz::message::reencode(data) });
