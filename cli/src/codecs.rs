//! Compressed payloads of batches and messages.

use kafka_view::compression::{DecompressError, DecompressErrorKind, Decompressor};
use kafka_view::records::RecordBatch;
use std::cell::Cell;
use std::rc::Rc;

/// The most that is decompressed of a batch, unless there is another limit: 64 times the size of a batch that a broker takes by
/// default (`message.max.bytes`).
pub(crate) const LIMIT: usize = 64 << 20;

/// What a byte of the input earns: as much as gzip makes of it at most.
const EACH: usize = 1 << 10;

/// The most records that have rows in any case. No record that means anything is compressed to less than eight bytes.
const LEAST_ROWS: usize = 20_000;
const BYTES_OF_A_ROW: usize = 8;

/// How much may be decompressed, and how many of the records in it have rows: in a batch, and in all of a call, so that a stream of
/// bombs costs what its size is worth. Clones share what is left.
#[derive(Clone, Debug)]
pub struct Budget {
    each: usize,
    left: Rc<Cell<usize>>,
    rows: Rc<Cell<usize>>,
}

impl Budget {
    /// For an input of so many bytes.
    #[must_use]
    pub fn of(input: usize) -> Self {
        Budget::with_limit(LIMIT, input)
    }

    /// With another limit for each batch.
    pub(crate) fn with_limit(each: usize, input: usize) -> Self {
        let budget = Budget { each, left: Rc::new(Cell::new(each)), rows: Rc::new(Cell::new(LEAST_ROWS)) };
        budget.earn(input);
        budget
    }

    /// So many bytes more were read.
    pub(crate) fn earn(&self, input: usize) {
        self.left.set(self.left.get().saturating_add(input.saturating_mul(EACH)));
        self.rows.set(self.rows.get().saturating_add(input / BYTES_OF_A_ROW));
    }

    /// How many more records have rows.
    pub(crate) fn rows(&self) -> usize {
        self.rows.get()
    }

    /// One more has them.
    pub(crate) fn spend_row(&self) {
        self.rows.set(self.rows.get().saturating_sub(1));
    }
}

impl Default for Budget {
    fn default() -> Self {
        Budget::of(0)
    }
}

/// What comes out of a payload before the first fault, and that. More than the budget has are a fault.
pub(crate) fn decompressed(batch: &RecordBatch<'_>, budget: &Budget) -> (Vec<u8>, Option<DecompressError>) {
    let limit = budget.each.min(budget.left.get());
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
        budget.left.set(budget.left.get().saturating_sub(len));
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

#[cfg(test)]
mod tests {
    use super::*;
    use kafka_view::records::Batches;

    #[test]
    fn all_share_a_budget() {
        let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/data/records/batches.jsonl"))
            .unwrap();
        let rows = text.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
        let mut tried = 0;
        for bytes in rows.map(|row| hex::decode(row["hex"].as_str().unwrap()).unwrap()) {
            let Some(Ok(batch)) = Batches::new(&bytes).next() else { continue };
            if batch.compression() == kafka_view::compression::Compression::None || batch.payload().is_empty() {
                continue;
            }
            let (whole, None) = decompressed(&batch, &Budget::of(0)) else { continue };
            // For one, and all but a byte of another.
            let budget = Budget::with_limit(whole.len() * 2 - 1, 0);
            let other = budget.clone();
            assert_eq!(decompressed(&batch, &budget), (whole.clone(), None));
            let (part, error) = decompressed(&batch, &other);
            assert!(part.len() < whole.len() && error.is_some(), "{error:?}");
            // What is read earns more, but no batch gives more than it may.
            budget.earn(whole.len());
            assert_eq!(decompressed(&batch, &other), (whole.clone(), None));
            let small = Budget::with_limit(whole.len() - 1, 1 << 20);
            assert!(decompressed(&batch, &small).1.is_some());
            tried += 1;
        }
        assert!(tried > 30, "{tried}");

        let budget = Budget::of(80);
        (0..20_009).for_each(|_| budget.clone().spend_row());
        assert_eq!(budget.rows(), 1);
        (0..2).for_each(|_| budget.spend_row());
        assert_eq!(budget.rows(), 0);
    }
}
