//! Adapters to the traits of `embedded-io` and `embedded-io-async`, by features of those names.
//!
//! Everything that decides is in [`frame`], [`Window`] and [`ChunkStream`](crate::ChunkStream), which do no input or output; here is
//! what moves bytes between them and a socket, once blocking and once `async`, under the same names with `_async` behind.
//!
//! | | |
//! |---|---|
//! | [`send`] | sends a request that [`frame::encode_request`] wrote |
//! | [`read_frame`] | a whole frame, in a window that can hold it |
//! | [`read_response_front`] | the front of a response whose body is for a `ChunkStream` |
//! | [`fill`] | one read into the window, whenever there is [`More`](crate::stream::Next::More) to come |
//!
//! ```
//! # #[cfg(feature = "embedded-io")] {
//! use kafka_view::messages::offset_fetch::{OffsetFetchRequest, OffsetFetchResponseEvent as Event, OffsetFetchResponseView};
//! use kafka_view::stream::{ChunkStream, Next};
//! use kafka_view::{ApiKey, Window, frame, io};
//!
//! # fn talk(mut socket: impl embedded_io::Read + embedded_io::Write) -> Result<i64, Box<dyn core::error::Error>> {
//! let mut buf = [0; 128];
//! let n = frame::encode_request(&OffsetFetchRequest::default(), 9, 1, Some("me".into()), &mut buf)?;
//! io::send(&mut socket, &mut &buf[..n]).map_err(|_| "not sent")?;
//!
//! let (mut memory, mut committed) = ([0; 256], 0);
//! let mut window = Window::new(&mut memory);
//! let front = io::read_response_front(&mut socket, &mut window, ApiKey::OFFSET_FETCH, 9, 1 << 20).map_err(|_| "not read")?;
//! let mut stream = ChunkStream::<OffsetFetchResponseView>::new(front.body_len, 9)?;
//! loop {
//!     match stream.next(&mut window)? {
//!         Next::More => {
//!             io::fill(&mut socket, &mut window).map_err(|_| "not read")?;
//!         }
//!         Next::Event(Event::OffsetFetchResponsePartitions(partition, _)) => committed += partition.committed_offset,
//!         Next::End => break Ok(committed),
//!         _ => {}
//!     }
//! }
//! # }
//! # }
//! ```
//!
//! # Cancellation
//!
//! A future may be dropped at any `await`. None of those here keeps anything of its own: what was received is in the window, how much
//! was sent is in the slice that [`send_async`] moves on, and how far a message was read is in its `ChunkStream`. So the same call
//! goes on where the dropped one stood, if `read` and `write` of the socket are free of side effects when they are dropped, as their
//! traits recommend and embassy's sockets are. With a socket that is not, the connection has to be closed.
//!
//! An error of the socket, a timeout for one, loses nothing either. Polling one of these futures again after it was ready is the one
//! thing that panics, as with every `async fn`.

use crate::api::ApiKey;
use crate::error::DecodeError;
use crate::frame::{self, FrameKind, PREFIX, ResponseFront};
use crate::wire::Window;
use core::fmt;

/// Why bytes could not be received or sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub enum IoError<E> {
    /// What the socket says.
    Io(E),
    /// The peer has closed the connection. Whether that is in the middle of a frame the unread bytes of the window tell, and the
    /// message that is being read.
    Closed,
    /// The frame, or what stands in front of a body: [`frame::split`] says what can be wrong with its length. Nobody can say where
    /// the next frame begins.
    Decode(DecodeError),
    /// The window cannot hold the frame, or is full.
    WindowTooSmall {
        /// How many bytes it has to hold at least.
        needed: usize,
    },
}

impl<E> From<DecodeError> for IoError<E> {
    fn from(error: DecodeError) -> Self {
        IoError::Decode(error)
    }
}

impl<E: fmt::Display> fmt::Display for IoError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            IoError::Io(error) => error.fmt(f),
            IoError::Closed => f.write_str("the connection was closed"),
            IoError::Decode(error) => error.fmt(f),
            IoError::WindowTooSmall { needed } => write!(f, "window too small: {needed} bytes are needed"),
        }
    }
}

impl<E: core::error::Error + 'static> core::error::Error for IoError<E> {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            IoError::Io(error) => Some(error),
            IoError::Decode(error) => Some(error),
            IoError::Closed | IoError::WindowTooSmall { .. } => None,
        }
    }
}

/// One read: whatever the socket has, at least a byte, goes into the window. Says how many bytes it was.
///
/// When the connection ends in the middle of a message, what is whole in the window still comes: call the `ChunkStream` again.
///
/// # Errors
/// [`Io`](IoError::Io); [`Closed`](IoError::Closed); [`WindowTooSmall`](IoError::WindowTooSmall) if there is no space.
#[cfg(feature = "embedded-io")]
#[cfg_attr(docsrs, doc(cfg(feature = "embedded-io")))]
pub fn fill<S: embedded_io::Read>(socket: &mut S, window: &mut Window<'_>) -> Result<usize, IoError<S::Error>> {
    let read = socket.read(space(window)?);
    filled(window, read)
}

/// As [`fill`].
///
/// # Errors
/// As of [`fill`].
#[cfg(feature = "embedded-io-async")]
#[cfg_attr(docsrs, doc(cfg(feature = "embedded-io-async")))]
pub async fn fill_async<S: embedded_io_async::Read>(
    socket: &mut S,
    window: &mut Window<'_>,
) -> Result<usize, IoError<S::Error>> {
    let read = socket.read(space(window)?).await;
    filled(window, read)
}

/// Reads a whole frame and gives its content, without the length in front. It is consumed from the window, and stays there until
/// that is used again.
///
/// # Errors
/// Those of [`fill`]; those of [`frame::split`] about the frame's length; [`WindowTooSmall`](IoError::WindowTooSmall) if the frame
/// does not fit: [`read_response_front`] and a [`ChunkStream`](crate::ChunkStream) read it then, as nothing was consumed.
#[cfg(feature = "embedded-io")]
#[cfg_attr(docsrs, doc(cfg(feature = "embedded-io")))]
pub fn read_frame<'x, S: embedded_io::Read>(
    socket: &mut S,
    window: &'x mut Window<'_>,
    kind: FrameKind,
    limit: usize,
) -> Result<&'x [u8], IoError<S::Error>> {
    loop {
        match whole(window, kind, limit)? {
            Some(size) => return Ok(take_content(window, size)),
            None => fill(socket, window)?,
        };
    }
}

/// As [`read_frame`].
///
/// # Errors
/// As of [`read_frame`].
#[cfg(feature = "embedded-io-async")]
#[cfg_attr(docsrs, doc(cfg(feature = "embedded-io-async")))]
pub async fn read_frame_async<'x, S: embedded_io_async::Read>(
    socket: &mut S,
    window: &'x mut Window<'_>,
    kind: FrameKind,
    limit: usize,
) -> Result<&'x [u8], IoError<S::Error>> {
    loop {
        match whole(window, kind, limit)? {
            Some(size) => return Ok(take_content(window, size)),
            None => fill_async(socket, window).await?,
        };
    }
}

/// Reads what stands in front of the body of a response to a request of that API and version, and consumes it: the body is next in the
/// window.
///
/// # Errors
/// Those of [`fill`], and those of [`frame::response_front`], after which nothing is consumed.
#[cfg(feature = "embedded-io")]
#[cfg_attr(docsrs, doc(cfg(feature = "embedded-io")))]
pub fn read_response_front<S: embedded_io::Read>(
    socket: &mut S,
    window: &mut Window<'_>,
    api_key: ApiKey,
    api_version: i16,
    limit: usize,
) -> Result<ResponseFront, IoError<S::Error>> {
    loop {
        match front(window, api_key, api_version, limit)? {
            Some(front) => return Ok(front),
            None => fill(socket, window)?,
        };
    }
}

/// As [`read_response_front`].
///
/// # Errors
/// As of [`read_response_front`].
#[cfg(feature = "embedded-io-async")]
#[cfg_attr(docsrs, doc(cfg(feature = "embedded-io-async")))]
pub async fn read_response_front_async<S: embedded_io_async::Read>(
    socket: &mut S,
    window: &mut Window<'_>,
    api_key: ApiKey,
    api_version: i16,
    limit: usize,
) -> Result<ResponseFront, IoError<S::Error>> {
    loop {
        match front(window, api_key, api_version, limit)? {
            Some(front) => return Ok(front),
            None => fill_async(socket, window).await?,
        };
    }
}

/// Sends all of `bytes`, and moves the slice on as they go: after an error, what is left of it was not sent. Then it flushes.
///
/// ```
/// # #[cfg(feature = "embedded-io")] {
/// let mut socket = [0; 4];
/// let mut unsent = &b"abc"[..];
/// kafka_view::io::send(&mut &mut socket[..], &mut unsent).unwrap();
/// assert_eq!((unsent, socket), (&b""[..], *b"abc\0"));
/// # }
/// ```
///
/// # Errors
/// [`Io`](IoError::Io); [`Closed`](IoError::Closed) if the socket takes nothing.
#[cfg(feature = "embedded-io")]
#[cfg_attr(docsrs, doc(cfg(feature = "embedded-io")))]
pub fn send<S: embedded_io::Write>(socket: &mut S, bytes: &mut &[u8]) -> Result<(), IoError<S::Error>> {
    while !bytes.is_empty() {
        let written = socket.write(bytes);
        sent(bytes, written)?;
    }
    socket.flush().map_err(IoError::Io)
}

/// As [`send`]. When it is dropped, `bytes` is what was not sent: the same call sends the rest.
///
/// # Errors
/// As of [`send`].
#[cfg(feature = "embedded-io-async")]
#[cfg_attr(docsrs, doc(cfg(feature = "embedded-io-async")))]
pub async fn send_async<S: embedded_io_async::Write>(
    socket: &mut S,
    bytes: &mut &[u8],
) -> Result<(), IoError<S::Error>> {
    while !bytes.is_empty() {
        let written = socket.write(bytes).await;
        sent(bytes, written)?;
    }
    socket.flush().await.map_err(IoError::Io)
}

/// Space for a byte at least.
fn space<'x, E>(window: &'x mut Window<'_>) -> Result<&'x mut [u8], IoError<E>> {
    if window.unread().len() >= window.capacity() {
        return Err(IoError::WindowTooSmall { needed: window.capacity().saturating_add(1) });
    }
    Ok(window.space())
}

fn filled<E>(window: &mut Window<'_>, read: Result<usize, E>) -> Result<usize, IoError<E>> {
    match read.map_err(IoError::Io)? {
        0 => Err(IoError::Closed),
        n => {
            window.filled(n);
            Ok(n)
        }
    }
}

fn sent<E>(bytes: &mut &[u8], written: Result<usize, E>) -> Result<(), IoError<E>> {
    match written.map_err(IoError::Io)? {
        0 => Err(IoError::Closed),
        n => {
            *bytes = bytes.get(n..).unwrap_or_default();
            Ok(())
        }
    }
}

/// The size of the frame at the front of the window, once all of it is there.
fn whole<E>(window: &Window<'_>, kind: FrameKind, limit: usize) -> Result<Option<usize>, IoError<E>> {
    let size = match frame::length(window.unread(), kind, limit) {
        Ok(length) => length.saturating_add(PREFIX),
        Err(error) if error.is_incomplete() => return Ok(None),
        Err(error) => return Err(error.into()),
    };
    if size > window.capacity() {
        return Err(IoError::WindowTooSmall { needed: size });
    }
    Ok((window.unread().len() >= size).then_some(size))
}

fn take_content<'x>(window: &'x mut Window<'_>, size: usize) -> &'x [u8] {
    window.source().take(size).get(PREFIX..).unwrap_or_default()
}

fn front<E>(
    window: &mut Window<'_>,
    api_key: ApiKey,
    api_version: i16,
    limit: usize,
) -> Result<Option<ResponseFront>, IoError<E>> {
    match frame::response_front(window.unread(), api_key, api_version, limit) {
        Ok(front) => {
            window.consume(front.size);
            Ok(Some(front))
        }
        Err(error) if error.is_incomplete() => Ok(None),
        Err(error) => Err(error.into()),
    }
}
