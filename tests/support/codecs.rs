//! Compressed batches as bytes.

use kafka_view::compression::decompress_with_magic;
use kafka_view::records::RecordBatch;

/// More than any payload here gives.
const ROOM: usize = 1 << 22;

/// The payload of a batch as its codec has it back; `None` where it is damaged.
pub fn decompressed(batch: &RecordBatch<'_>) -> Option<Vec<u8>> {
    let mut out = vec![0; ROOM];
    let payload = decompress_with_magic(batch.magic(), batch.compression(), batch.payload(), &mut out).ok()?;
    Some(payload.to_vec())
}
