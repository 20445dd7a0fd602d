//! Any bytes as text, ids and names.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| kafka_view_fuzz::wire::text(data));
