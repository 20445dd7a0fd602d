//! Any bytes as gzip.
#![no_main]

use kafka_view::compression::Compression;
use libfuzzer_sys::fuzz_target;

#[path = "../codec.rs"]
mod codec;

fuzz_target!(|data: &[u8]| codec::run(Compression::Gzip, data));
