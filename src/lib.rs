//! The zero-copy, allocation-free core for the Apache Kafka wire protocol.
//!
//! Bytes become borrowing views, plain structs become bytes, for every version of a message, without a heap. Decoding checks a
//! message once from end to end, and never panics, whatever the bytes; `Incomplete` and invalid stay apart everywhere.
//!
//! # A tour
//!
//! A connection is a row of [frames](frame). Split one off, split the header from the body, decode the body:
//!
//! ```
//! use kafka_view::messages::{header::ResponseHeaderView, offset_fetch::OffsetFetchResponseView};
//! use kafka_view::{ApiKey, Decode, frame};
//!
//! # let stream = b"\0\0\0\x29\0\0\0\x07\0\0\0\0\0\x02\x02g\x02\x02t\x02\0\0\0\x05\0\0\0\0\0\0\0\x2a\0\0\0\x01\x01\0\0\0\0\0\0\0\0";
//! let (response, rest) = frame::split(stream, frame::FrameKind::Response, 100 << 20)?;
//! let (header, body) = ResponseHeaderView::split(response, ApiKey::OFFSET_FETCH, 9)?;
//! let response = OffsetFetchResponseView::decode(body, 9)?;
//! for group in response.groups {
//!     for topic in group.topics {
//!         for partition in topic.partitions {
//!             println!("{} {} {}: {}", group.group_id, topic.name, partition.partition_index, partition.committed_offset);
//! #           assert_eq!((header.correlation_id, partition.committed_offset, rest.len()), (7, 42, 0));
//!         }
//!     }
//! }
//! # Ok::<(), kafka_view::DecodeError>(())
//! ```
//!
//! A value is a plain struct with Kafka's defaults, written into your buffer:
//!
//! ```
//! use kafka_view::{Encode, messages::offset_fetch::{OffsetFetchRequest, OffsetFetchRequestGroup}};
//!
//! let groups = [OffsetFetchRequestGroup { group_id: "g".into(), topics: None, ..Default::default() }];
//! let request = OffsetFetchRequest { groups: (&groups).into(), ..Default::default() };
//! let mut buf = [0; 64];
//! let n = request.encode(9, &mut buf)?;
//! assert_eq!(buf[..n], *b"\x02\x02g\0\xff\xff\xff\xff\0\0\0\0");
//! # Ok::<(), kafka_view::EncodeError>(())
//! ```
//!
//! # Where to go
//!
//! | for | look at |
//! |---|---|
//! | a message | [`messages`], one module per API; [`Message`](messages::Message) if you know it at run time only |
//! | reading one at a time, or a field at the front of a large response | [`Stream`] |
//! | a message larger than memory, in chunks of any size | [`ChunkStream`], fed through a [`Window`] |
//! | sockets of `embedded-io` and `embedded-io-async` | `io`, with the features of those names |
//! | batches and records, to read or to write | [`records`] |
//! | compressed payloads, whole or larger than memory | [`compression`] |
//! | any message untyped: walk, skip, encode, find the field of a byte | [`schema`] |
//! | what brokers keep in internal topics and the metadata log | [`internal`] |
//! | header versions, names, error codes | [`ApiKey`], [`ErrorCode`] |
//! | which request a response answers, in a proxy or an observer | `correlation`, with the feature `heapless` |
//! | a variable-length number on its own | [`varint`] |
//! | changing a field of a message and passing on the rest | [`Items`] |
//!
//! # Features
//!
//! None is on by default, and none is needed; all are additive.
//!
//! | feature | what it does |
//! |---|---|
//! | `defmt` | a `defmt::Format` for every type |
//! | `embedded-io`, `embedded-io-async` | `io`, what moves bytes between sockets of these traits and this crate |
//! | `heapless` | `correlation`, the table of the requests in flight |
//! | `gzip`, `snappy`, `lz4` | these [codecs](compression), without a heap |
//! | `zstd` | this codec, with `alloc`; it needs Rust 1.87 |
//! | `crc-slice16` | a checksum goes by a table of 16 KB instead of one of 1 KB |
//! | `crc-fast` | checksums by the vector instructions of the processor; it needs the standard library, and Rust 1.89 |
//!
//! # What is promised
//!
//! No allocation (save by `zstd`), no panic (the codecs' libraries aside, which are fuzzed), no `unsafe`, no recursion on what
//! comes over the wire; `Debug` of every type is bounded, whatever the bytes. A view's fields and iterators cannot fail, as
//! everything was checked when it was decoded.
//!
//! # Work
//!
//! Work is linear in the bytes, whatever they are: twice as many mean at most twice as many instructions. That is counted, for
//! the inputs that mean the most work for their size at every entry point, by `benches/work-bound`; its table is
//! `benches/WORK.md`. What the bound is made of:
//!
//! | | |
//! |---|---|
//! | decode, cursor, walk, skip, [`locate`](schema::locate()) | one pass; every step takes a byte at least |
//! | in chunks | a part that was not whole is read again when twice as much of it is there: three passes at most |
//! | [strict check](schema::Strict) | a walk; text is looked at once more |
//! | all of a view | a pass for each level of arrays in arrays |
//! | known tags that come again and again | each is read, the last one counts |
//! | encode | a pass; one more for what is in a tagged field, whose size comes first |
//! | batches, records, headers | a pass each; a checksum is another one |
//! | a codec | the bytes that go in, and those that come out, of which there is a limit; a window moves what it keeps when it is full |
//! | requests in flight | each request and response looks at as many as are in flight, at most `N` |
//! | [read committed](records::ReadCommitted) | each batch of a transaction looks at each aborted one, at most eight for a byte of the table |

#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]
#![allow(
    clippy::manual_range_contains,
    clippy::double_comparisons,
    reason = "versions are compared in each field of each message: ranges take the compiler a twentieth longer"
)]
#![warn(clippy::arithmetic_side_effects)]

#[macro_use]
mod message;
mod api;
mod checksum;
pub mod compression;
#[cfg(feature = "heapless")]
#[cfg_attr(docsrs, doc(cfg(feature = "heapless")))]
pub mod correlation;
mod error;
mod error_code;
pub mod frame;
pub mod internal;
#[cfg(any(feature = "embedded-io", feature = "embedded-io-async"))]
#[cfg_attr(docsrs, doc(cfg(any(feature = "embedded-io", feature = "embedded-io-async"))))]
pub mod io;
pub mod messages;
pub mod records;
pub mod schema;
pub mod stream;
pub mod varint;
mod wire;

pub use api::ApiKey;
pub use error::{DecodeError, DecodeErrorKind, EncodeError, EncodeErrorKind, FieldId};
pub use error_code::ErrorCode;
pub use message::{Decode, Encode, Part, Rebind, Visit, Visitor};
pub use schema::{Names, Schema};
pub use stream::{ChunkStream, Stream};
pub use wire::{
    Array, ArrayIter, Items, ParseUuidError, Records, Str, TaggedField, TaggedFields, TaggedFieldsIter, Uuid, Window,
};
