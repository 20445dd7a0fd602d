//! Any bytes as zstd.
#![no_main]

use kafka_view::compression::Compression;

libfuzzer_sys::fuzz_target!(|data: &[u8]| kafka_view_fuzz::codec::run(Compression::Zstd, data));
