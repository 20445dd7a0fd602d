use super::Place;
use crate::compression::Decompression;
use crate::error::{DecodeError, DecodeErrorKind as Kind, FieldId};
use crate::message::{Decode, Rebind, Stop};
use crate::records::{BatchEvent, Feed, Pause, ReadError};
use crate::schema::{FieldType, Schema};
use crate::wire::{DebugBytes, Reader, Source, Window};
use core::fmt;
use core::marker::PhantomData;

/// The events of a message that borrow for `'x`.
pub type EventOf<'x, M> = <<M as Rebind>::View<'x> as Decode<'x>>::Event;

/// The events of a message that comes in chunks of any size, through a small [`Window`]: for messages that are larger than memory.
///
/// It does no input itself, so it serves blocking, `async` and interrupt-driven code alike. Feed it and ask it, in one loop:
///
/// ```
/// use kafka_view::messages::share_fetch::{ShareFetchResponseEvent as Event, ShareFetchResponseView};
/// use kafka_view::records::BatchEvent;
/// use kafka_view::stream::{ChunkStream, Next};
/// use kafka_view::{Part, Window};
///
/// # let body = b"\0\0\0\0\0\0\0\0\0\x3a\x98\x02AAAAAAAAAAAAAAAA\x02\0\0\0\x07\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x4b\
/// #     \0\0\0\0\0\0\0\x64\0\0\0\x3e\0\0\0\x07\x02\xac\x43\x92\x70\0\0\0\0\0\0\0\0\0\0\0\0\x03\xe8\0\0\0\0\0\0\x03\xe8\
/// #     \xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\0\0\0\x01\x18\0\0\0\x02k\x02v\x02\x02h\x02!\
/// #     \x02\0\0\0\0\0\0\0\x64\0\0\0\0\0\0\0\x64\0\x01\0\0\0\x01\0";
/// # let mut socket = &body[..];
/// # let mut receive = |space: &mut [u8]| { let n = space.len().min(7).min(socket.len()); space[..n].copy_from_slice(&socket[..n]); socket = &socket[n..]; n };
/// let mut memory = [0; 64];
/// let mut window = Window::new(&mut memory);
/// let mut stream = ChunkStream::<ShareFetchResponseView>::new(body.len(), 1)?;
/// let (mut partition, mut acquired) = (-1, 0);
/// loop {
///     match stream.next(&mut window)? {
///         Next::More => {
///             let n = receive(window.space());
///             window.filled(n);
///         }
///         Next::Event(Event::PartitionData(data, Part::Head)) => partition = data.partition_index,
///         Next::Records(event) => match event {
///             Ok(BatchEvent::Record(record)) => println!("{partition}: {} {:?}", record.offset, record.value),
///             Ok(BatchEvent::End) => println!("the checksum of the batch is right"),
///             Ok(_) => {}
///             Err(error) => println!("{partition}: {error}"),
///         },
///         Next::Event(Event::AcquiredRecords(range, _)) => acquired += range.last_offset - range.first_offset + 1,
///         Next::End => break,
///         _ => {}
///     }
/// }
/// assert_eq!((partition, acquired), (7, 1));
/// # Ok::<(), kafka_view::stream::ChunkError>(())
/// ```
///
/// # What comes
///
/// The events are those of a [`Stream`](super::Stream), with the same errors at the same offsets, whatever the chunks. One thing
/// differs: a struct also stops at its fields of type bytes or records that are not empty. What comes before is
/// [`Part::Head`](crate::Part::Head) or [`Middle`](crate::Part::Middle), in which that field is empty; then its content comes, in pieces;
/// then the struct goes on. So its fields of those types may be of any size. Whatever else belongs to one event (strings,
/// arrays of numbers, structs that are not in an array, tagged fields, known or not) has to fit into the window together;
/// if it does not, [`ChunkError::WindowTooSmall`] says what would do.
///
/// - A **records** field comes as [`BatchEvent`]s: batch by batch, record by record, through a window as small as the largest
///   record, at least 61 bytes, and piece by piece where a record is larger. With [`raw`](Self::raw) it comes as bytes.
/// - **Bytes** come as they are there, at least one.
/// - [`skip`](Self::skip) passes over the rest of either, [`skip_batch`](Self::skip_batch) over that of a batch,
///   [`skip_rest`](Self::skip_rest) over that of the message, so that the window is at the next frame.
///
/// Compressed batches are read record by record as well, if there is memory for it: see [`next_with`](Self::next_with).
///
/// # State
///
/// Plain data of the same size for every message, without bytes of the message but the header of a batch: at most 320 bytes on 64
/// bits, and 256 on 32 (which the compiler checks; with `crc-fast` more). Nothing else is kept between calls: a cancelled `async` read, for one, loses nothing, since what was
/// received is either in the window or was never taken from the socket.
#[derive(Clone)]
pub struct ChunkStream<M> {
    place: Place,
    /// How many bytes of the body are behind us, and how many are to come.
    at: usize,
    left: usize,
    version: i16,
    is_flexible: bool,
    /// How many bytes have to be in the window before it is worth another look, unless no more came than the last call has seen.
    wanted: usize,
    seen: usize,
    payload: Payload,
    is_raw: bool,
    has_ended: bool,
    feed: Feed,
    of: PhantomData<fn() -> M>,
}

/// The content of a bytes or records field.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Payload {
    None,
    Bytes { left: usize },
    Skipped { left: usize },
    Records,
}

/// What comes next from a [`ChunkStream`].
#[derive(Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum Next<'x, E> {
    /// A struct, or a part of one.
    Event(E),
    /// An event of a records field. An error spoils the rest of its batch, or if nobody can say where the next one begins that
    /// of the field; the message goes on behind it. Offsets count from the start of the field.
    Records(Result<BatchEvent<'x>, ReadError>),
    /// A piece of a bytes field.
    Bytes {
        /// The next bytes of it, at least one.
        bytes: &'x [u8],
        /// How many bytes of the field come behind these.
        left: usize,
    },
    /// Nothing more is told yet: receive at least a byte into the window.
    ///
    /// What was not whole is looked at again when twice as much of it is there, so that many small chunks are no more work than a few
    /// large ones. Called again with nothing received, a stream looks at once: where a connection has ended, that gives what is
    /// still whole.
    More,
    /// The message has ended.
    End,
}

impl<E: fmt::Debug> fmt::Debug for Next<'_, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Next::Event(event) => f.debug_tuple("Event").field(event).finish(),
            Next::Records(event) => f.debug_tuple("Records").field(event).finish(),
            Next::Bytes { bytes, left } => {
                f.debug_struct("Bytes").field("bytes", &DebugBytes(bytes)).field("left", left).finish()
            }
            Next::More => f.write_str("More"),
            Next::End => f.write_str("End"),
        }
    }
}

#[cfg(feature = "defmt")]
impl<E: defmt::Format> defmt::Format for Next<'_, E> {
    fn format(&self, f: defmt::Formatter<'_>) {
        match self {
            Next::Event(event) => defmt::write!(f, "Event({})", event),
            Next::Records(event) => defmt::write!(f, "Records({})", event),
            Next::Bytes { bytes, left } => defmt::write!(f, "Bytes({=usize} bytes, {=usize} left)", bytes.len(), left),
            Next::More => defmt::write!(f, "More"),
            Next::End => defmt::write!(f, "End"),
        }
    }
}

/// Why the events of a message end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub enum ChunkError {
    /// The bytes: the offset counts from the start of the body. No event comes behind it.
    Decode(DecodeError),
    /// The window cannot hold the next event. With a larger one, into which the unread bytes were moved, the stream may go on.
    WindowTooSmall {
        /// How many bytes it has to hold, as far as is known.
        needed: usize,
    },
}

const _: () = {
    let most = if cfg!(target_pointer_width = "64") { 320 } else { 256 };
    assert!(cfg!(feature = "crc-fast") || size_of::<ChunkStream<()>>() <= most);
};

impl<M: Rebind> ChunkStream<M> {
    const SCHEMA: &'static Schema = <M::View<'static> as Decode<'static>>::SCHEMA;
    /// A message without records carries no code for them.
    const HAS_RECORDS: bool = Self::SCHEMA.has(FieldType::Records);

    /// The events of a body of `len` bytes, as its frame says: see [`frame::response_front`](crate::frame::response_front).
    ///
    /// # Errors
    /// [`UnsupportedVersion`](Kind::UnsupportedVersion).
    pub fn new(len: usize, version: i16) -> Result<Self, DecodeError> {
        if !Self::SCHEMA.has_version(version) {
            return Err(DecodeError::new(Kind::UnsupportedVersion, 0));
        }
        Ok(ChunkStream {
            place: Place::start(),
            at: 0,
            left: len,
            version,
            is_flexible: Self::SCHEMA.is_flexible(version),
            wanted: 0,
            seen: 0,
            payload: Payload::None,
            is_raw: false,
            has_ended: false,
            feed: Feed::new(),
            of: PhantomData,
        })
    }

    /// Gives records fields as bytes: for who passes them on.
    #[must_use]
    pub fn raw(mut self) -> Self {
        self.is_raw = true;
        self
    }

    /// How many bytes of the body are read: where the next event begins.
    #[must_use]
    pub fn position(&self) -> usize {
        self.at
    }

    /// How many bytes of the body are still to be read, whether they are in the window or not.
    #[must_use]
    pub fn left(&self) -> usize {
        self.left
    }

    /// The field whose content comes now: right behind the part of a struct that stopped at it, and as long as there is more of it.
    #[must_use]
    pub fn field(&self) -> Option<FieldId> {
        if self.payload == Payload::None {
            return None;
        }
        let Stop { node, at, .. } = self.place.innermost;
        let stops = Self::SCHEMA.fields(node).iter().zip(0..).filter(|(field, _)| field.is_stop());
        let (_, field) = stops.map(|(_, field)| (node, field)).nth(usize::from(at).checked_sub(1)?)?;
        Some(FieldId { node, field })
    }

    /// Passes over what is left of the present bytes or records field.
    pub fn skip(&mut self) {
        self.payload = match self.payload {
            Payload::Bytes { left } => Payload::Skipped { left },
            Payload::Records => Payload::Skipped { left: self.feed.left() },
            payload => payload,
        };
        self.wanted = 0;
    }

    /// Passes over what is left of the present batch; whether its checksum was right still comes.
    pub fn skip_batch(&mut self) {
        self.feed.skip_batch();
        self.wanted = 0;
    }

    /// Passes over what is left of the message, whatever came before: an error, or all that was wanted. Says whether all of it is
    /// behind us; if not, receive more and call it again.
    pub fn skip_rest(&mut self, window: &mut Window<'_>) -> bool {
        self.has_ended = true;
        self.payload = Payload::None;
        let mut source = window.source();
        self.take(&mut source, self.left);
        self.left == 0
    }

    /// The next event, or that more bytes are needed, or that the message has ended.
    ///
    /// # Errors
    /// Those of [`Stream`](super::Stream). That a body ends too early is known from its length, as soon as it has to be, and then it is
    /// [`Incomplete`](Kind::Incomplete) as for a `Stream` of a body of that length. And that the
    /// [window is too small](ChunkError::WindowTooSmall).
    #[inline]
    pub fn next<'x>(&mut self, window: &'x mut Window<'_>) -> Result<Next<'x, EventOf<'x, M>>, ChunkError> {
        self.advance(window.source(), None)
    }

    /// As [`next`](Self::next), with memory to decompress batches through, so that their records come one by one.
    ///
    /// # Errors
    /// As [`next`](Self::next). What is wrong with a batch is a [`ReadError`] within [`Next::Records`].
    #[inline]
    pub fn next_with<'x>(
        &mut self,
        window: &'x mut Window<'_>,
        decompression: &'x mut Decompression<'_>,
    ) -> Result<Next<'x, EventOf<'x, M>>, ChunkError> {
        self.advance(window.source(), Some(decompression))
    }

    fn advance<'x>(
        &mut self,
        mut source: Source<'x>,
        decompression: Option<&'x mut Decompression<'_>>,
    ) -> Result<Next<'x, EventOf<'x, M>>, ChunkError> {
        let there = source.rest(self.left).len();
        let is_fresh = core::mem::replace(&mut self.seen, there) != there;
        if is_fresh && there < self.wanted.min(self.left).min(source.capacity) {
            return Ok(Next::More);
        }
        self.wanted = 0;
        match self.payload {
            Payload::None => {}
            Payload::Records if Self::HAS_RECORDS => {
                let before = self.feed.left();
                let result = self.feed.step(&mut source, decompression);
                let taken = before.saturating_sub(self.feed.left());
                self.at = self.at.saturating_add(taken);
                self.left = self.left.saturating_sub(taken);
                match result {
                    Ok(Some(event)) => return Ok(Next::Records(Ok(event))),
                    Err(Pause::Error(error)) => return Ok(Next::Records(Err(error))),
                    Err(Pause::Needs(n)) => return self.more(n),
                    Ok(None) => self.payload = Payload::None,
                }
            }
            Payload::Records => self.payload = Payload::None,
            Payload::Bytes { left } => {
                let bytes = self.take(&mut source, left);
                let left = left.saturating_sub(bytes.len());
                self.payload = if left > 0 { Payload::Bytes { left } } else { Payload::None };
                return if bytes.is_empty() { self.more(1) } else { Ok(Next::Bytes { bytes, left }) };
            }
            Payload::Skipped { left } => {
                let left = left.saturating_sub(self.take(&mut source, left).len());
                self.payload = if left > 0 { Payload::Skipped { left } } else { Payload::None };
                if left > 0 {
                    return self.more(1);
                }
            }
        }
        if self.has_ended {
            return Ok(Next::End);
        }
        self.part(source)
    }

    /// A struct, or a part of one.
    fn part<'x>(&mut self, mut source: Source<'x>) -> Result<Next<'x, EventOf<'x, M>>, ChunkError> {
        let bytes = source.rest(self.left);
        let mut r = Reader::new(bytes, self.version, self.is_flexible);
        let before = self.place;
        let Some((event, stop)) = self.place.next::<EventOf<'x, M>, true>(&mut r) else {
            self.has_ended = true;
            if self.left > 0 {
                return Err(DecodeError::new(Kind::TrailingBytes, self.at).into());
            }
            return Ok(Next::End);
        };
        if let Err(error) = r.check() {
            if !error.is_incomplete() {
                return Err(self.fail(error.shifted(self.at)));
            }
            let needed = bytes.len().saturating_add(error.missing as usize);
            if needed > self.left {
                let needed = if error.missing < u32::MAX {
                    needed
                } else {
                    // More than 32 bits say. How many of them the body lacks is known where all of it is there, or what the
                    // window holds.
                    let most = self.left.min(source.capacity);
                    if bytes.len() < most {
                        self.place = before;
                        return self.more(most);
                    }
                    usize::MAX
                };
                return Err(self.fail(self.incomplete(needed)));
            }
            self.place = before;
            if needed > source.capacity {
                return Err(ChunkError::WindowTooSmall { needed });
            }
            // Those bytes are the body's, so they will come.
            return self.more(needed.max(source.twice(self.left)));
        }
        self.take(&mut source, r.position());
        let count = stop.count as usize;
        if stop.at != 0 && count > self.left {
            return Err(self.fail(self.incomplete(count)));
        }
        self.payload = match stop.node {
            Stop::RECORDS if stop.at != 0 && Self::HAS_RECORDS && !self.is_raw => {
                self.feed.begin(count);
                Payload::Records
            }
            Stop::BYTES | Stop::RECORDS if stop.at != 0 => Payload::Bytes { left: count },
            _ => Payload::None,
        };
        Ok(Next::Event(event))
    }

    /// Takes `n` bytes of the body at most.
    fn take<'x>(&mut self, source: &mut Source<'x>, n: usize) -> &'x [u8] {
        let bytes = source.take(n);
        self.at = self.at.saturating_add(bytes.len());
        self.left = self.left.saturating_sub(bytes.len());
        bytes
    }

    /// That the window has to hold `n` bytes.
    fn more<'x>(&mut self, n: usize) -> Result<Next<'x, EventOf<'x, M>>, ChunkError> {
        self.wanted = n;
        Ok(Next::More)
    }

    /// That the body ends before the next `needed` bytes do.
    fn incomplete(&self, needed: usize) -> DecodeError {
        DecodeError::incomplete(self.at.saturating_add(self.left), needed.saturating_sub(self.left))
    }

    fn fail(&mut self, error: DecodeError) -> ChunkError {
        self.has_ended = true;
        error.into()
    }
}

impl<M> fmt::Debug for ChunkStream<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ChunkStream")
            .field("position", &self.at)
            .field("left", &self.left)
            .field("payload", &self.payload)
            .finish_non_exhaustive()
    }
}

#[cfg(feature = "defmt")]
impl<M> defmt::Format for ChunkStream<M> {
    fn format(&self, f: defmt::Formatter<'_>) {
        defmt::write!(f, "ChunkStream(at {=usize}, {=usize} bytes left)", self.at, self.left);
    }
}

impl From<DecodeError> for ChunkError {
    fn from(error: DecodeError) -> Self {
        ChunkError::Decode(error)
    }
}

impl fmt::Display for ChunkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ChunkError::Decode(error) => error.fmt(f),
            ChunkError::WindowTooSmall { needed } => write!(f, "window too small: at least {needed} bytes are needed"),
        }
    }
}

impl core::error::Error for ChunkError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            ChunkError::Decode(error) => Some(error),
            ChunkError::WindowTooSmall { .. } => None,
        }
    }
}
