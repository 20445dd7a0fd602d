//! The one-pass cursor: a message as events, each read when it is asked for.
//!
//! Nothing is checked ahead, so reading `error_code` at the front of a large response costs a few bytes, not a walk. A struct
//! comes [`Part::Whole`](crate::Part::Whole), or in parts around its arrays of structs, whose elements come in between:
//!
//! ```
//! use kafka_view::{Part, Stream, messages::offset_fetch::{OffsetFetchResponseEvent, OffsetFetchResponseView}};
//!
//! let bytes = b"\0\0\0\0\x02\x02g\x02\x02t\x02\0\0\0\x05\0\0\0\0\0\0\0\x2a\0\0\0\x01\x01\0\0\0\0\0\0\0\0";
//! let mut committed = 0;
//! for event in Stream::<OffsetFetchResponseView>::new(bytes, 9)? {
//!     match event? {
//!         OffsetFetchResponseEvent::OffsetFetchResponseGroup(group, Part::Head) => assert!(group.group_id == "g"),
//!         OffsetFetchResponseEvent::OffsetFetchResponsePartitions(partition, _) => committed += partition.committed_offset,
//!         _ => {}
//!     }
//! }
//! assert_eq!(committed, 42);
//! # Ok::<(), kafka_view::DecodeError>(())
//! ```
//!
//! A message that is larger than memory comes in chunks: [`ChunkStream`] tells the same events.

mod chunks;

pub use chunks::{ChunkError, ChunkStream, EventOf, Next};

use crate::error::DecodeError;
use crate::message::{Decode, Stop, Turn, reader};
use crate::schema::MAX_DEPTH;
use crate::wire::Reader;
use core::iter::FusedIterator;
use core::marker::PhantomData;

/// Where a walk stands: a stack of structs, plain data without bytes.
///
/// The innermost has a place of its own, and the others move along when one comes or goes, which is seldom: without an index
/// the compiler can keep all of it, and the reader beside it, in registers.
#[derive(Clone, Copy, Debug)]
struct Place {
    innermost: Stop,
    around: [Stop; MAX_DEPTH - 1],
    depth: u8,
}

impl Place {
    fn start() -> Self {
        Place { innermost: Stop { at: 0, node: 0, count: 1 }, around: [Stop::END; MAX_DEPTH - 1], depth: 1 }
    }

    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn enter(&mut self, inner: Stop) {
        self.around.copy_within(..MAX_DEPTH - 2, 1);
        self.around[0] = core::mem::replace(&mut self.innermost, inner);
        self.depth = self.depth.wrapping_add(1);
    }

    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn leave(&mut self) {
        self.innermost = self.around[0];
        self.around.copy_within(1.., 0);
        self.depth = self.depth.wrapping_sub(1);
    }

    /// The next event; good only if the reader has not failed.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn next<'a, E: Turn<'a>, const CHUNKED: bool>(&mut self, r: &mut Reader<'a>) -> Option<(E, Stop)> {
        // Where the innermost struct is at an end: is there another?
        while self.innermost.at == 0 {
            if let Some(left) = self.innermost.count.checked_sub(1) {
                self.innermost.count = left;
                break;
            }
            self.leave();
            if self.depth == 0 {
                return None;
            }
        }
        let (event, stop) = E::turn::<CHUNKED>(self.innermost.node, self.innermost.at, r);
        self.innermost.at = stop.at;
        // Bytes and records are no structs: who moves the window sees to them, and comes back.
        if stop.at != 0 && !(CHUNKED && stop.node >= Stop::RECORDS) {
            self.enter(Stop { at: 0, ..stop });
        }
        Some((event, stop))
    }
}

/// The events of a message in wire order; ends after the first error.
///
/// Running out of bytes is noticed at the next length or at the end of an event, so an event that is handed out is whole.
#[derive(Clone, Copy, Debug)]
pub struct Stream<'a, M> {
    r: Reader<'a>,
    place: Place,
    ended: bool,
    of: PhantomData<fn() -> M>,
}

impl<'a, M: Decode<'a>> Stream<'a, M> {
    /// The events of a body that fills `bytes`.
    ///
    /// # Errors
    /// [`DecodeErrorKind::UnsupportedVersion`](crate::DecodeErrorKind::UnsupportedVersion). Everything else comes as an event.
    pub fn new(bytes: &'a [u8], version: i16) -> Result<Self, DecodeError> {
        Ok(Stream { r: reader::<M>(bytes, version)?, place: Place::start(), ended: false, of: PhantomData })
    }

    /// The bytes behind the last event.
    #[must_use]
    pub fn rest(&self) -> &'a [u8] {
        self.r.rest()
    }
}

impl<'a, M: Decode<'a>> Iterator for Stream<'a, M> {
    type Item = Result<M::Event, DecodeError>;

    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        if let Some((event, _)) = self.place.next::<M::Event, false>(&mut self.r) {
            if !self.r.failed() {
                return Some(Ok(event));
            }
        }
        self.ended = true;
        self.r.finish().err().map(Err)
    }
}

impl<'a, M: Decode<'a>> FusedIterator for Stream<'a, M> {}
