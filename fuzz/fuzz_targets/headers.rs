//! Any bytes as a header, and as the answer to an ApiVersions request.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| kafka_view_fuzz::wire::headers(data));
