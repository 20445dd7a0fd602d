//! W10: the payload of a batch of 2,000 records, compressed with each codec, into a buffer.
//!
//! The floor is the library that does the work, alone: for lz4, snappy and zstd without the format around it, and without
//! checksums, except where it cannot do without. For gzip, whose CRC-32 is most of the work, it is `flate2`'s reader of gzip, which
//! checks it as well (with the vector instructions of a host, where ours goes by a table unless `crc-fast` is on), and inflates by
//! `miniz_oxide` as ours does; `inflate` is that alone.

use crate::workloads::{Workload, records};
use flate2::bufread::GzDecoder;
use flate2::write::GzEncoder;
use kafka_view::compression::{Compression, decompress};
use kafka_view::records::HEADER_LEN;
use miniz_oxide::inflate::core::inflate_flags::TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
use miniz_oxide::inflate::core::{DecompressorOxide, decompress as inflate};
use std::io::{Read, Write};

pub fn workloads() -> Vec<Workload> {
    let payload = records::batch(0, 2_000, 2).split_off(HEADER_LEN);
    let len = payload.len();
    let mut gzip = GzEncoder::new(Vec::new(), flate2::Compression::default());
    gzip.write_all(&payload).unwrap();
    let gzip = gzip.finish().unwrap();
    let snappy = snap::raw::Encoder::new().compress_vec(&payload).unwrap();
    let lz4 = {
        let mut encoder = lz4::EncoderBuilder::new();
        encoder.block_mode(lz4::BlockMode::Independent).checksum(lz4::ContentChecksum::NoChecksum);
        encoder.block_checksum(lz4::liblz4::BlockChecksum::NoBlockChecksum);
        let mut encoder = encoder.build(Vec::new()).unwrap();
        encoder.write_all(&payload).unwrap();
        encoder.finish().0
    };
    let zstd = zstd::encode_all(&payload[..], 3).unwrap();

    let ours = |name, codec, bytes: &[u8]| {
        Workload::unpack(name, "view", bytes, len, move |bytes, out| decompress(codec, bytes, out).unwrap().len())
    };
    vec![
        ours("W10 gzip", Compression::Gzip, &gzip),
        Workload::unpack("W10 gzip", "inflate", &gzip, len, |bytes, out| {
            let mut state = DecompressorOxide::new();
            inflate(&mut state, &bytes[10..], out, 0, TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF).2
        }),
        Workload::unpack("W10 gzip", "floor", &gzip, len, |bytes, out| {
            let mut reader = GzDecoder::new(bytes);
            reader.read_exact(out).unwrap();
            // The checksum comes last.
            assert_eq!(reader.read(&mut [0]).unwrap(), 0);
            out.len()
        }),
        ours("W10 lz4", Compression::Lz4, &lz4),
        Workload::unpack("W10 lz4", "floor", &lz4, len, lz4_blocks),
        ours("W10 snappy", Compression::Snappy, &snappy),
        Workload::unpack("W10 snappy", "floor", &snappy, len, |bytes, out| {
            snap::raw::Decoder::new().decompress(bytes, out).unwrap()
        }),
        ours("W10 zstd", Compression::Zstd, &zstd),
        Workload::unpack("W10 zstd", "floor", &zstd, len, |bytes, out| {
            ruzstd::decoding::FrameDecoder::new().decode_all(bytes, out).unwrap()
        }),
    ]
}

/// The blocks of a frame whose header has seven bytes.
fn lz4_blocks(bytes: &[u8], out: &mut [u8]) -> usize {
    let (mut at, mut end) = (7, 0);
    loop {
        let length = u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap());
        at += 4;
        if length == 0 {
            return end;
        }
        let block = &bytes[at..at + (length & 0x7fff_ffff) as usize];
        at += block.len();
        end += if length >> 31 == 0 {
            lz4_flex::block::decompress_into(block, &mut out[end..]).unwrap()
        } else {
            out[end..end + block.len()].copy_from_slice(block);
            block.len()
        };
    }
}
