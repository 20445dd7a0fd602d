//! Compressed payloads of batches and messages.

use kafka_view::compression::{DecompressError, DecompressErrorKind, Decompressor};
use kafka_view::records::RecordBatch;

/// The most that is decompressed of a batch, unless there is another limit: 64 times the size of a batch that a broker takes by
/// default (`message.max.bytes`).
pub(crate) const LIMIT: usize = 64 << 20;

/// What comes out of a payload before the first fault, and that. More than `limit` bytes are a fault.
pub(crate) fn decompressed(batch: &RecordBatch<'_>, limit: usize) -> (Vec<u8>, Option<DecompressError>) {
    // Most give little more than they have. The others are done again, with more room.
    let mut room = batch.payload().len().saturating_mul(8).max(1 << 16).min(limit);
    loop {
        let mut out = vec![0; room];
        let (len, error) = fill(batch, &mut out);
        if matches!(error, Some(DecompressError { kind: DecompressErrorKind::TooLarge { .. }, .. })) && room < limit {
            room = room.saturating_mul(8).min(limit);
            continue;
        }
        out.truncate(len);
        return (out, error);
    }
}

fn fill(batch: &RecordBatch<'_>, out: &mut [u8]) -> (usize, Option<DecompressError>) {
    let limit = out.len() as u64;
    match Decompressor::with_magic(batch.magic(), batch.compression(), batch.payload(), out, limit) {
        Ok(mut stream) => {
            let error = loop {
                match stream.fill() {
                    Ok(true) => {}
                    Ok(false) => break None,
                    Err(error) => break Some(error),
                }
            };
            (stream.unread().len(), error)
        }
        Err(error) => (0, Some(error)),
    }
}
