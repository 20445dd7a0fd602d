//! The codecs by other people's libraries: what this crate makes of a compressed batch is held against them.

use kafka_view::records::{Compression, RecordBatch};
use std::io::Read;

/// The payload of a batch as its codec has it back; `None` where the library refuses it. A magic-0 message of lz4 is one such:
/// its frames have a wrong header checksum.
pub fn decompressed(batch: &RecordBatch<'_>) -> Option<Vec<u8>> {
    let payload = batch.payload();
    let mut out = Vec::new();
    match batch.compression() {
        Compression::None => out.extend(payload),
        Compression::Gzip => {
            flate2::bufread::MultiGzDecoder::new(payload).read_to_end(&mut out).ok()?;
        }
        Compression::Snappy => return snappy(payload),
        Compression::Lz4 => {
            lz4_flex::frame::FrameDecoder::new(payload).read_to_end(&mut out).ok()?;
        }
        Compression::Zstd => {
            // As much as any row here needs; several frames and skippable ones are read.
            out.reserve(1 << 20);
            ruzstd::decoding::FrameDecoder::new().decode_all_to_vec(payload, &mut out).ok()?;
        }
        _ => return None,
    }
    Some(out)
}

/// Raw, or in the frames of snappy-java: a header of 16 bytes, then chunks behind their big-endian lengths.
fn snappy(payload: &[u8]) -> Option<Vec<u8>> {
    let raw = |bytes: &[u8]| snap::raw::Decoder::new().decompress_vec(bytes).ok();
    let Some(mut rest) = payload.strip_prefix(b"\x82SNAPPY\0").and_then(|rest| rest.get(8..)) else {
        return raw(payload);
    };
    let mut out = Vec::new();
    while let Some((length, behind)) = rest.split_first_chunk::<4>() {
        let (chunk, behind) = behind.split_at_checked(u32::from_be_bytes(*length) as usize)?;
        out.extend(raw(chunk)?);
        rest = behind;
    }
    Some(out)
}
