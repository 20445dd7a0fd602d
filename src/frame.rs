//! Length-delimited frames: every request and response on a connection has a 32-bit length in front.

use crate::error::{DecodeError, DecodeErrorKind};

/// What a frame has to hold, and so how small it may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum FrameKind {
    /// A request: at least API key, version and correlation id, eight bytes.
    Request,
    /// A response: at least the correlation id, four bytes.
    Response,
    /// A SASL token without any Kafka header, as follows SaslHandshake version 0: may be empty.
    Raw,
}

impl FrameKind {
    /// The least number of bytes behind the length.
    #[must_use]
    pub const fn least(self) -> usize {
        match self {
            FrameKind::Request => 8,
            FrameKind::Response => 4,
            FrameKind::Raw => 0,
        }
    }
}

/// The length of a frame's length.
pub const PREFIX: usize = 4;

/// Splits the first frame from a stream of bytes: its content, and what comes behind it.
///
/// `limit` is the largest content that the caller takes, in bytes; Kafka's own `socket.request.max.bytes` is 100 MiB.
///
/// ```
/// use kafka_view::frame::{FrameKind, split};
///
/// let stream = [0, 0, 0, 4, 0, 0, 0, 7, 0, 0];
/// let (response, rest) = split(&stream, FrameKind::Response, 1 << 20)?;
/// assert_eq!((response, rest), (&[0, 0, 0, 7][..], &[0, 0][..]));
/// assert_eq!(split(rest, FrameKind::Response, 1 << 20).unwrap_err().missing, 2);
/// # Ok::<(), kafka_view::DecodeError>(())
/// ```
///
/// # Errors
/// [`Incomplete`](DecodeErrorKind::Incomplete) with the number of bytes that are missing from the length, or, once that is
/// there, from the frame. The length itself may be [`NegativeFrame`](DecodeErrorKind::NegativeFrame),
/// [`FrameTooSmall`](DecodeErrorKind::FrameTooSmall) or [`FrameTooLarge`](DecodeErrorKind::FrameTooLarge): then nobody can
/// say where the next frame begins.
pub fn split(bytes: &[u8], kind: FrameKind, limit: usize) -> Result<(&[u8], &[u8]), DecodeError> {
    let Some((length, rest)) = bytes.split_first_chunk::<PREFIX>() else {
        return Err(DecodeError::incomplete(bytes.len(), PREFIX.saturating_sub(bytes.len())));
    };
    let Ok(length) = usize::try_from(i32::from_be_bytes(*length)) else {
        return Err(DecodeError::new(DecodeErrorKind::NegativeFrame, 0));
    };
    if length < kind.least() {
        return Err(DecodeError::new(DecodeErrorKind::FrameTooSmall, 0));
    }
    if length > limit {
        return Err(DecodeError::new(DecodeErrorKind::FrameTooLarge, 0));
    }
    rest.split_at_checked(length).ok_or_else(|| DecodeError::incomplete(bytes.len(), length.saturating_sub(rest.len())))
}
