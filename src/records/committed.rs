use super::{ControlType, RecordBatch};
use crate::error::DecodeError;
use crate::messages::fetch::AbortedTransactionView;
use crate::wire::Array;
use core::fmt;

/// Says which batches of a fetched partition a consumer with `isolation.level` `read_committed` gets to see (KIP-98).
///
/// A broker answers such a consumer with batches up to the last stable offset, among them those of transactions that were
/// aborted, and with a list of these: producer and first offset. A batch of that producer from there on is void, up to the
/// marker that aborts the transaction, as in Kafka's `CompletedFetch`. So what there is to remember is, for each transaction
/// in the list, whether its marker was met. That is a bit in a table of the caller's; nothing else is kept, and the list is
/// gone through for each batch that is part of a transaction.
///
/// One of these is for the batches of one partition of one response, in their order.
///
/// ```
/// use kafka_view::messages::fetch::PartitionDataView;
/// use kafka_view::records::{ReadCommitted, TableTooSmall};
/// use kafka_view::DecodeError;
///
/// fn committed(partition: PartitionDataView<'_>) -> Result<usize, DecodeError> {
///     let mut table = [0; 32]; // for up to 256 aborted transactions
///     let aborted = partition.aborted_transactions.unwrap_or_default();
///     let mut filter = ReadCommitted::new(aborted, &mut table).expect("no more than 256");
///     let mut records = 0;
///     for batch in partition.records.unwrap_or_default().batches() {
///         let batch = batch?;
///         if filter.admits(&batch)? {
///             records += batch.records()?.count();
///         }
///     }
///     Ok(records)
/// }
/// assert_eq!(committed(PartitionDataView::default()), Ok(0));
/// ```
pub struct ReadCommitted<'a, 't> {
    aborted: Array<'a, AbortedTransactionView<'a>>,
    /// A bit for each of them: whether it has ended before the next batch.
    ended: &'t mut [u8],
}

impl<'a, 't> ReadCommitted<'a, 't> {
    /// With the list of the response, empty if that is null, and a table of a bit for each transaction in it, rounded up to
    /// bytes. What the table holds does not matter.
    ///
    /// # Errors
    /// If the table is too small, and how large it has to be.
    pub fn new(aborted: Array<'a, AbortedTransactionView<'a>>, table: &'t mut [u8]) -> Result<Self, TableTooSmall> {
        let needed = aborted.len().div_ceil(8);
        let Some(ended) = table.get_mut(..needed) else {
            return Err(TableTooSmall { needed });
        };
        ended.fill(0);
        Ok(ReadCommitted { aborted, ended })
    }

    /// Whether an application gets to see the next batch: `false` for a control batch, and for one of an aborted transaction.
    ///
    /// It has to see every batch, in order, also those that the consumer does not want for other reasons.
    ///
    /// # Errors
    /// Those of reading the first record of a control batch, which may be the marker that aborts a transaction, and its key.
    /// Without it nobody knows what comes next, as with Kafka.
    pub fn admits(&mut self, batch: &RecordBatch<'_>) -> Result<bool, DecodeError> {
        if batch.is_control() {
            if batch.producer_id() >= 0 && is_abort(batch)? {
                self.end(batch);
            }
            return Ok(false);
        }
        let is_void = |(i, transaction): (usize, AbortedTransactionView<'_>)| {
            is_of(batch, &transaction) && self.ended.get(i / 8).is_some_and(|bits| bits & bit(i) == 0)
        };
        Ok(!(batch.is_transactional() && self.aborted.iter().enumerate().any(is_void)))
    }

    /// The aborted transactions that a marker ends.
    fn end(&mut self, marker: &RecordBatch<'_>) {
        for (i, transaction) in self.aborted.iter().enumerate() {
            if let (true, Some(bits)) = (is_of(marker, &transaction), self.ended.get_mut(i / 8)) {
                *bits |= bit(i);
            }
        }
    }
}

/// Whether the transaction is of the batch's producer, and began before the batch's end.
fn is_of(batch: &RecordBatch<'_>, transaction: &AbortedTransactionView<'_>) -> bool {
    transaction.producer_id == batch.producer_id() && transaction.first_offset <= batch.last_offset()
}

/// The bit of a transaction within its byte.
const fn bit(i: usize) -> u8 {
    1 << (i % 8)
}

fn is_abort(batch: &RecordBatch<'_>) -> Result<bool, DecodeError> {
    match batch.records()?.next() {
        Some(record) => Ok(ControlType::of_key(record?.key)?.0 == ControlType::ABORT),
        None => Ok(false),
    }
}

impl fmt::Debug for ReadCommitted<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ReadCommitted").field("aborted", &self.aborted.len()).finish_non_exhaustive()
    }
}

#[cfg(feature = "defmt")]
impl defmt::Format for ReadCommitted<'_, '_> {
    fn format(&self, f: defmt::Formatter<'_>) {
        defmt::write!(f, "ReadCommitted({=usize} aborted transactions)", self.aborted.len());
    }
}

/// The table of a [`ReadCommitted`] has less bits than there are aborted transactions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub struct TableTooSmall {
    /// How many bytes it needs.
    pub needed: usize,
}

impl fmt::Display for TableTooSmall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "table too small: {} bytes are needed", self.needed)
    }
}

impl core::error::Error for TableTooSmall {}
