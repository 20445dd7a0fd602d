//! Record batches and their records: what is in a [`Records`] field, and in the segment files of a broker's log.
//!
//! A message keeps its records as bytes. [`Records::batches`] iterates the batches in them, [`RecordBatch::records`] the
//! records of one, [`Record::headers`] the headers of one. Everything borrows from the bytes and is read when it is asked
//! for: the header of a batch costs nothing, and a record is one pass over its bytes.
//!
//! ```
//! use kafka_view::Records;
//! use kafka_view::compression::Compression;
//!
//! let bytes = b"\
//!     \0\0\0\0\0\0\0\x64\0\0\0\x3e\0\0\0\x07\x02\xac\x43\x92\x70\0\0\0\0\0\0\
//!     \0\0\0\0\0\0\x03\xe8\0\0\0\0\0\0\x03\xe8\
//!     \xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\0\0\0\x01\
//!     \x18\0\0\0\x02k\x02v\x02\x02h\x02!";
//!
//! for batch in Records::from(&bytes[..]).batches() {
//!     let batch = batch?;
//!     batch.verify_crc()?;
//!     assert_eq!((batch.base_offset(), batch.next_offset()), (100, 101));
//!     assert_eq!(batch.compression(), Compression::None);
//!     for record in batch.records()? {
//!         let record = record?;
//!         assert_eq!((record.offset, record.timestamp), (100, 1000));
//!         assert_eq!((record.key, record.value), (Some(&b"k"[..]), Some(&b"v"[..])));
//!         for header in record.headers {
//!             assert!(header.key == "h");
//!             assert_eq!(header.value, Some(&b"!"[..]));
//!         }
//!     }
//! }
//! # Ok::<(), kafka_view::DecodeError>(())
//! ```
//!
//! # Entries
//!
//! A records field is a row of entries without anything in between. Each says its format in the byte `magic`: 2 is a record
//! batch (KIP-98, the only format that Kafka 4 writes); 0 and 1 are the messages of older ones. All have the first three
//! fields and the place of the magic in common:
//!
//! | at | size | what |
//! |---|---|---|
//! | 0 | 8 | offset |
//! | 8 | 4 | length in bytes of all that follows |
//! | 12 | 4 | depends on the magic |
//! | 16 | 1 | magic |
//!
//! A field may mix them; each is read by its own magic, and all of them look alike here: a [`RecordBatch`] with
//! [`Record`]s. Any other magic is [`UnsupportedMagic`](crate::DecodeErrorKind::UnsupportedMagic); the entry's length is
//! known all the same, so the iteration goes on behind it.
//!
//! # Cut ends
//!
//! A broker answers a fetch with as many *bytes* as fit, so the last entry of a field may be cut anywhere. The iteration
//! gives all that is whole, then [`Incomplete`](crate::DecodeErrorKind::Incomplete) with the number of missing bytes. A
//! consumer takes that as the end, unless it came first: then it has to ask for more bytes than before.
//!
//! The end of a whole batch, on the other hand, is known. When its records run out of bytes no others can help, and no error
//! from within a batch is [`Incomplete`](crate::DecodeErrorKind::Incomplete).
//!
//! # Checksums, compression
//!
//! Neither is done unasked. [`RecordBatch::verify_crc`] checks the checksum, [`RecordBatch::verify_crc_with`] by a function
//! of yours, now or later. The records of a compressed batch are [`Compressed`](crate::DecodeErrorKind::Compressed) with the
//! name of the codec; its header can be read, and [`RecordBatch::payload`] is what a decompressor takes. With the codec's
//! feature there are two ways to go on:
//!
//! - [`RecordBatch::decompress`] into a buffer, and iterate [`RecordBatch::records_in`] it;
//! - a [`RecordReader`], one record at a time through a small window.
//!
//! Where not even the field fits into memory, a [`ChunkStream`](crate::ChunkStream) tells the same as [`BatchEvent`]s.
//!
//! # Transactions
//!
//! Some batches are for the machinery ([`RecordBatch::is_control`]): [`Record::control`] says what their records mean. A
//! consumer that reads committed records only ([`ReadCommitted`]) leaves out those of transactions that were aborted.
//!
//! # Writing
//!
//! [`RecordBatchBuilder`] writes a batch of magic 2 into a buffer of yours. [`RecordBatchMut`] changes what a broker changes in
//! the header of one that is there.

#[macro_use]
mod layout;

mod batch;
mod builder;
mod committed;
mod control;
mod edit;
mod feed;
mod message;
mod reader;
mod record;

pub use crate::checksum::{crc32, crc32c};
pub use batch::{Batches, HEADER_LEN, RecordBatch, TimestampType};
pub use builder::{BatchSettings, BuildError, NewHeaders, NewRecord, RecordBatchBuilder};
pub use committed::{ReadCommitted, TableTooSmall};
pub use control::{ControlRecord, ControlRecordView, ControlType};
pub use edit::RecordBatchMut;
pub use feed::{BatchEvent, BatchHeader, RecordPart};
pub(crate) use feed::{Feed, Pause};
pub use reader::{ReadError, RecordReader};
pub use record::{Header, HeaderIter, Headers, LargeRecord, Record, RecordIter, RecordStream};

use crate::compression::Compression;
use crate::wire::Records;

impl<'a> Records<'a> {
    /// Iterates the batches.
    ///
    /// ```
    /// use kafka_view::Records;
    ///
    /// assert!(Records::default().batches().next().is_none());
    ///
    /// let cut = Records::from(&b"\0\0\0\0\0\0\0\0\0\0\0\x43\0\0"[..]);
    /// assert_eq!(cut.batches().next().unwrap().unwrap_err().missing, 65);
    /// ```
    #[must_use]
    pub const fn batches(self) -> Batches<'a> {
        Batches::new(self.as_bytes())
    }
}
