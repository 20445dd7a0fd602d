//! Any bytes as the body of any message and version, by the strict check.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| -> kafka_view_fuzz::Corpus { kafka_view_fuzz::message::strict(data) });
