//! Length-delimited frames: every request and response on a connection has a 32-bit length in front.
//!
//! [`split`] takes one off what was received, [`response_front`] only the front of one that is larger than memory;
//! [`encode_request`] and [`encode_response`] write one.

use crate::api::ApiKey;
use crate::error::{DecodeError, DecodeErrorKind, EncodeError, EncodeErrorKind, FieldId};
use crate::message::{Decode, Encode};
use crate::messages::header::{RequestHeader, ResponseHeader, ResponseHeaderView};
use crate::schema::MessageKind;
use crate::wire::Str;

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
    let length = length(bytes, kind, limit)?;
    let rest = bytes.get(PREFIX..).unwrap_or_default();
    rest.split_at_checked(length).ok_or_else(|| DecodeError::incomplete(bytes.len(), length.saturating_sub(rest.len())))
}

/// The length of the first frame's content, from the four bytes in front of it.
///
/// ```
/// use kafka_view::frame::{FrameKind, length};
///
/// assert_eq!(length(&[0, 0, 1, 0, 9], FrameKind::Response, 1 << 20)?, 256);
/// # Ok::<(), kafka_view::DecodeError>(())
/// ```
///
/// # Errors
/// As of [`split`], save that nothing of the content has to be there.
pub fn length(bytes: &[u8], kind: FrameKind, limit: usize) -> Result<usize, DecodeError> {
    let Some(length) = bytes.first_chunk::<PREFIX>() else {
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
    Ok(length)
}

/// What stands in front of a response's body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub struct ResponseFront {
    /// That of the request.
    pub correlation_id: i32,
    /// How many bytes the frame's length and the header take: where the body begins.
    pub size: usize,
    /// How many bytes the body takes.
    pub body_len: usize,
}

/// Reads what stands in front of the body of a response that is larger than memory: its frame's length, and its header.
///
/// The body behind it is for a [`ChunkStream`](crate::ChunkStream).
///
/// ```
/// use kafka_view::{ApiKey, frame::response_front};
///
/// // Of a response of 40,000,000 bytes the first nine are there.
/// let front = response_front(b"\x02\x62\x5a\0\0\0\0\x07\0", ApiKey::SHARE_FETCH, 1, 100 << 20)?;
/// assert_eq!((front.correlation_id, front.size, front.body_len), (7, 9, 39_999_995));
/// # Ok::<(), kafka_view::DecodeError>(())
/// ```
///
/// # Errors
/// [`Incomplete`](DecodeErrorKind::Incomplete) while not all of the front is there; those of [`split`] about the length;
/// [`UnsupportedVersion`](DecodeErrorKind::UnsupportedVersion) if the API or its version is not known; and what is wrong with the
/// header, [`InvalidLength`](DecodeErrorKind::InvalidLength) if the frame ends in it.
pub fn response_front(
    bytes: &[u8],
    api_key: ApiKey,
    api_version: i16,
    limit: usize,
) -> Result<ResponseFront, DecodeError> {
    let length = length(bytes, FrameKind::Response, limit)?;
    let here = bytes.get(PREFIX..).unwrap_or_default();
    let content = here.get(..length).unwrap_or(here);
    let version = api_key.response_header_version(api_version);
    let version = version.ok_or(DecodeError::new(DecodeErrorKind::UnsupportedVersion, 0))?;
    let (header, rest) = ResponseHeaderView::decode_prefix(content, version).map_err(|error| {
        let is_known_to_end = content.len().saturating_add(error.missing as usize) > length;
        let error = if is_known_to_end { error.closed() } else { error };
        error.shifted(PREFIX)
    })?;
    let header_len = content.len().saturating_sub(rest.len());
    Ok(ResponseFront {
        correlation_id: header.correlation_id,
        size: PREFIX.saturating_add(header_len),
        body_len: length.saturating_sub(header_len),
    })
}

/// Writes a request with its header and its length in front into `buf`, ready to be sent, and says how many bytes it takes.
///
/// The header's version and API are those that the message and its version need.
///
/// ```
/// use kafka_view::{frame::encode_request, messages::api_versions::ApiVersionsRequest};
///
/// let request = ApiVersionsRequest { client_software_name: "c".into(), client_software_version: "1".into(), ..Default::default() };
/// let mut buf = [0; 64];
/// let n = encode_request(&request, 3, 7, Some("me".into()), &mut buf)?;
/// assert_eq!(buf[..n], *b"\0\0\0\x12\0\x12\0\x03\0\0\0\x07\0\x02me\0\x02c\x021\0");
/// # Ok::<(), kafka_view::EncodeError>(())
/// ```
///
/// # Errors
/// [`BufferTooSmall`](EncodeErrorKind::BufferTooSmall) with the exact length, which [`request_len`] gives as well;
/// [`UnsupportedVersion`](EncodeErrorKind::UnsupportedVersion), also of a message that is no request; those of
/// [`Encode::encode`], of the header or of the body. What is in `buf` then is of no use.
pub fn encode_request(
    request: &impl Encode,
    version: i16,
    correlation_id: i32,
    client_id: Option<Str<'_>>,
    buf: &mut [u8],
) -> Result<usize, EncodeError> {
    let (header, header_version) = request_header(request, version, correlation_id, client_id)?;
    encode(&header, header_version, request, version, buf)
}

/// How many bytes [`encode_request`] writes.
///
/// # Errors
/// As of [`encode_request`], save that there is no buffer to be too small.
pub fn request_len(request: &impl Encode, version: i16, client_id: Option<Str<'_>>) -> Result<usize, EncodeError> {
    let (header, header_version) = request_header(request, version, 0, client_id)?;
    let front = header.encoded_len(header_version)?.saturating_add(PREFIX);
    len_behind(front, request, version)
}

/// Writes a response with its header and its length in front into `buf`, and says how many bytes it takes: for brokers in tests,
/// and for proxies.
///
/// # Errors
/// As of [`encode_request`].
pub fn encode_response(
    response: &impl Encode,
    version: i16,
    correlation_id: i32,
    buf: &mut [u8],
) -> Result<usize, EncodeError> {
    let header_version = api_of(response, MessageKind::Response).and_then(|api| api.response_header_version(version));
    let header_version = header_version.ok_or(EncodeError::unsupported_version())?;
    let header = ResponseHeader { correlation_id, ..Default::default() };
    encode(&header, header_version, response, version, buf)
}

/// Writes a frame around bytes that are there already: a SASL token behind SaslHandshake version 0, or a message with its header.
///
/// # Errors
/// [`BufferTooSmall`](EncodeErrorKind::BufferTooSmall) with the exact length; [`TooLong`](EncodeErrorKind::TooLong) above
/// 2^31 - 1 bytes.
pub fn encode_raw(content: &[u8], buf: &mut [u8]) -> Result<usize, EncodeError> {
    let needed = content.len().saturating_add(PREFIX);
    let Some((prefix, rest)) = buf.split_first_chunk_mut::<PREFIX>() else { return Err(too_small(needed)) };
    *prefix = prefix_of(content.len())?;
    let Some(space) = rest.get_mut(..content.len()) else { return Err(too_small(needed)) };
    space.copy_from_slice(content);
    Ok(needed)
}

/// The header of a request, and its version.
fn request_header<'a>(
    request: &impl Encode,
    version: i16,
    correlation_id: i32,
    client_id: Option<Str<'a>>,
) -> Result<(RequestHeader<'a>, i16), EncodeError> {
    let api = api_of(request, MessageKind::Request);
    let found = api.and_then(|api| Some((api, api.request_header_version(version)?)));
    let (api, header_version) = found.ok_or(EncodeError::unsupported_version())?;
    let mut header =
        RequestHeader { request_api_key: api, request_api_version: version, correlation_id, ..Default::default() };
    // Version 0 of the header, which only ControlledShutdown has, lacks it.
    if header_version > 0 {
        header.client_id = client_id;
    }
    Ok((header, header_version))
}

fn api_of<M: Encode>(_: &M, kind: MessageKind) -> Option<ApiKey> {
    if M::SCHEMA.kind == kind { M::SCHEMA.api_key } else { None }
}

fn encode(
    header: &impl Encode,
    header_version: i16,
    body: &impl Encode,
    version: i16,
    buf: &mut [u8],
) -> Result<usize, EncodeError> {
    let header_len = header.encoded_len(header_version)?;
    let front = header_len.saturating_add(PREFIX);
    let Some((head, rest)) = buf.split_at_mut_checked(front) else {
        return Err(too_small(len_behind(front, body, version)?));
    };
    let body_len = body.encode(version, rest).map_err(|error| behind(front, error))?;
    if let Some((prefix, head)) = head.split_first_chunk_mut::<PREFIX>() {
        *prefix = prefix_of(header_len.saturating_add(body_len))?;
        header.encode(header_version, head)?;
    }
    Ok(front.saturating_add(body_len))
}

/// The length of a frame of so many bytes and a body.
fn len_behind(front: usize, body: &impl Encode, version: i16) -> Result<usize, EncodeError> {
    let body_len = body.encoded_len(version).map_err(|error| behind(front, error))?;
    Ok(body_len.saturating_add(front))
}

/// The error of a body that has so many bytes in front of it.
fn behind(front: usize, error: EncodeError) -> EncodeError {
    match error.kind {
        EncodeErrorKind::BufferTooSmall { needed } => too_small(needed.saturating_add(front)),
        _ => EncodeError { offset: error.offset.saturating_add(crate::error::clamp(front)), ..error },
    }
}

fn prefix_of(length: usize) -> Result<[u8; PREFIX], EncodeError> {
    match i32::try_from(length) {
        Ok(length) => Ok(length.to_be_bytes()),
        Err(_) => Err(error(EncodeErrorKind::TooLong)),
    }
}

fn too_small(needed: usize) -> EncodeError {
    error(EncodeErrorKind::BufferTooSmall { needed })
}

fn error(kind: EncodeErrorKind) -> EncodeError {
    EncodeError { kind, field: FieldId { node: 0, field: 0 }, offset: 0 }
}
