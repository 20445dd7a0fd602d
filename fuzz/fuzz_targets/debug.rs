//! `Debug` of whatever any bytes decode to.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| -> kafka_view_fuzz::Corpus { kafka_view_fuzz::message::debug(data) });
