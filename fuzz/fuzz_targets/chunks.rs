//! Any bytes as the body of any message and version, in chunks.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| -> kafka_view_fuzz::Corpus { kafka_view_fuzz::message::chunks(data) });
