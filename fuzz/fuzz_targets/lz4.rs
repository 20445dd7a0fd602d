//! Any bytes as lz4.
#![no_main]

use kafka_view::compression::Compression;

libfuzzer_sys::fuzz_target!(|data: &[u8]| kafka_view_fuzz::codec::run(Compression::Lz4, data));
