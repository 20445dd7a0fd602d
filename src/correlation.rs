//! Conversations: which request a response answers, and so in which API and version it is.
//!
//! A response does not say what it is. It has the correlation id of its request, and whoever reads it has to remember the rest.
//! [`InFlight`] does, for one connection, in a table of fixed size without a heap. A proxy or an observer hands it the content
//! of each frame, in the order in which they came, and passes on whatever it makes nothing of:
//!
//! ```
//! use kafka_view::correlation::{InFlight, Received, Sent};
//! use kafka_view::messages::{api_versions::ApiVersionsResponseView, header::ResponseHeaderView};
//! use kafka_view::{ApiKey, Decode, frame};
//!
//! let mut in_flight = InFlight::<16>::new();
//!
//! // From the client to the broker ..
//! let bytes = b"\0\0\0\x0a\0\x12\0\0\0\0\0\x07\xff\xff";
//! let (content, _) = frame::split(bytes, in_flight.request_kind(), 100 << 20)?;
//! match in_flight.request(content) {
//!     Ok(Sent::Request(request)) => println!("{} v{}", request.api_key, request.api_version),
//!     Ok(Sent::OneWay(_)) => println!("gets no response"),
//!     Ok(Sent::Token) => println!("a SASL token"),
//!     Err(error) => println!("{error}"), // may be passed on all the same
//! }
//!
//! // .. and back.
//! let bytes = b"\0\0\0\x10\0\0\0\x07\0\0\0\0\0\x01\0\x4e\0\x01\0\x02";
//! let (content, _) = frame::split(bytes, in_flight.response_kind(), 100 << 20)?;
//! match in_flight.response(content) {
//!     Ok(Received::Response(response)) if response.request.api_key == ApiKey::API_VERSIONS => {
//!         let (_, body) = ResponseHeaderView::split(content, ApiKey::API_VERSIONS, response.version)?;
//!         let (api_versions, _) = ApiVersionsResponseView::decode_prefix(body, response.version)?;
//!         assert_eq!(api_versions.highest_common_version(ApiKey::SHARE_FETCH), Some(2));
//!     }
//!     Ok(_) => println!("nothing to look at"),
//!     Err(error) => println!("{error}"), // may be passed on all the same
//! }
//! # assert!(in_flight.is_empty());
//! # Ok::<(), kafka_view::DecodeError>(())
//! ```
//!
//! # SASL tokens
//!
//! After a SaslHandshake of version 0 the next frames are bare tokens of the mechanism, without any Kafka header (KIP-43); after
//! version 1 tokens travel in SaslAuthenticate requests (KIP-152), and nothing is special. How many bare tokens there are is up
//! to the mechanism, so the rule is:
//!
//! - From the client, every frame after the handshake's request is a token, until one comes that begins with a whole Kafka
//!   header of a known API in a known version. No token of SCRAM, OAUTHBEARER or GSSAPI does; one of PLAIN would need a user of
//!   one letter and a password that begins with a control character.
//! - From the broker, every frame after a handshake's response without an error is a token, until that Kafka request has come
//!   from the client.
//!
//! A client that authenticates again in mid-connection (KIP-368) may do so with other requests in flight: their responses
//! come before that to the handshake.

use crate::frame::FrameKind;
use crate::messages::api_versions::ApiVersionsResponseView;
use crate::messages::header::{RequestHeaderView, RequestPeek};
use crate::messages::produce::ProduceRequestView;
use crate::wire::{Read, Reader};
use crate::{ApiKey, Decode, ErrorCode, Str};
use core::fmt;
use core::iter::{Chain, FusedIterator};
use core::slice::Iter;
use heapless::Deque;

/// The requests of one connection that wait for their responses: at most `N`, each with a `T` that the caller wants back with
/// the response, such as the time or the correlation id under which its own client knows the request.
///
/// Plain data: 8 bytes for a request and the size of `T`, padded to its alignment, and at most 32 bytes besides (16 where a
/// pointer has 32 bits): `InFlight<8>` has 96 bytes (80). A client that sends one request at a time needs an `N` of 1; Kafka's
/// own clients have at most 5 in flight unless they are told otherwise (`max.in.flight.requests.per.connection`). An `N` of 0
/// does not compile.
///
/// The [module](self) has an example.
#[derive(Clone)]
pub struct InFlight<const N: usize, T = ()> {
    requests: Deque<(RequestPeek, T), N>,
    sasl: Sasl,
}

/// Whether bare tokens are on the way, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
enum Sasl {
    /// Nowhere.
    Off,
    /// From the client: it has asked for them, and was not answered yet.
    Asked,
    /// In both directions.
    On,
}

/// What a client has sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Sent {
    /// A request, which is in flight now. Nothing is promised about its body: the API or the version may be unknown.
    Request(RequestPeek),
    /// A Produce request whose `acks` are 0: it gets no response.
    OneWay(RequestPeek),
    /// A bare SASL token: bytes of the mechanism, often secret, without any header.
    Token,
}

/// What a broker has sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Received<T = ()> {
    /// The response to a request, which is in flight no more.
    Response(Response<T>),
    /// A bare SASL token: bytes of the mechanism, without any header.
    Token,
}

/// What a response is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub struct Response<T = ()> {
    /// The request that it answers.
    pub request: RequestPeek,
    /// The version of the body: that of the request, save that an ApiVersions request of a version which the broker does not
    /// know is answered in version 0 (KIP-511).
    pub version: i16,
    /// The version of the header. None where API or version are not known: then all behind the correlation id is opaque.
    pub header_version: Option<i16>,
    /// What the caller gave with the request.
    pub context: T,
}

/// Why a frame has no place in a conversation. It may be passed on nevertheless.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub enum CorrelationError {
    /// The frame has no room for what a request (8 bytes) or a response (4 bytes) begins with.
    FrameTooSmall,
    /// There is no place for another request. A proxy hands it in again when a response has come; an observer, who cannot wait,
    /// makes place with [`InFlight::forget_oldest`].
    Full,
    /// No request with this correlation id is in flight: it was never seen, or was answered already.
    UnknownCorrelationId(i32),
}

impl<const N: usize> InFlight<N> {
    /// Takes what the client sends next: the content of a frame. See [`request_with`](InFlight::request_with).
    ///
    /// # Errors
    /// As `request_with`.
    pub fn request(&mut self, frame: &[u8]) -> Result<Sent, CorrelationError> {
        self.request_with(frame, ())
    }
}

impl<const N: usize, T> InFlight<N, T> {
    /// Nothing in flight: the start of a connection.
    #[must_use]
    pub const fn new() -> Self {
        InFlight { requests: Deque::new(), sasl: Sasl::Off }
    }

    /// What the next frame from the client has to hold: how small it may be.
    #[must_use]
    pub fn request_kind(&self) -> FrameKind {
        if self.sasl == Sasl::Off { FrameKind::Request } else { FrameKind::Raw }
    }

    /// What the next frame from the broker has to hold: how small it may be.
    #[must_use]
    pub fn response_kind(&self) -> FrameKind {
        if self.sasl == Sasl::On { FrameKind::Raw } else { FrameKind::Response }
    }

    /// Takes what the client sends next: the content of a frame; of a long one the front is enough, up to the `acks` of a
    /// Produce request. `context` comes back with the response, and is dropped where there is none.
    ///
    /// Any correlation id is fine, also one that is in flight already: the oldest is answered first.
    ///
    /// ```
    /// use kafka_view::correlation::{CorrelationError, InFlight, Received};
    ///
    /// let mut in_flight = InFlight::<1, &str>::new();
    /// in_flight.request_with(b"\x03\xe7\0\x01\0\0\0\x05..", "API 999")?;
    /// assert_eq!(in_flight.request_with(b"\0\x0c\0\0\0\0\0\x06..", "Heartbeat"), Err(CorrelationError::Full));
    ///
    /// assert_eq!(in_flight.response(b"\0\0\0\x06"), Err(CorrelationError::UnknownCorrelationId(6)));
    /// let Received::Response(response) = in_flight.response(b"\0\0\0\x05..")? else { panic!() };
    /// assert_eq!((response.context, response.header_version), ("API 999", None)); // opaque
    /// # Ok::<(), CorrelationError>(())
    /// ```
    ///
    /// # Errors
    /// [`FrameTooSmall`](CorrelationError::FrameTooSmall) and [`Full`](CorrelationError::Full); nothing has changed then.
    pub fn request_with(&mut self, frame: &[u8], context: T) -> Result<Sent, CorrelationError> {
        if self.sasl != Sasl::Off && RequestHeaderView::split(frame).is_err() {
            return Ok(Sent::Token);
        }
        let request = RequestHeaderView::peek(frame).map_err(|_| CorrelationError::FrameTooSmall)?;
        let one_way = request.api_key == ApiKey::PRODUCE && is_one_way(frame);
        if !one_way {
            self.requests.push_back((request, context)).map_err(|_| CorrelationError::Full)?;
        }
        self.sasl = if is_old_handshake(request) { Sasl::Asked } else { Sasl::Off };
        Ok(if one_way { Sent::OneWay(request) } else { Sent::Request(request) })
    }

    /// Takes what the broker sends next: the content of a frame; of a long one the front is enough, with the error code of a
    /// SaslHandshake or ApiVersions response.
    ///
    /// Kafka answers in order, so the oldest request is looked at first; then the others, as not every peer does.
    ///
    /// # Errors
    /// [`FrameTooSmall`](CorrelationError::FrameTooSmall) and
    /// [`UnknownCorrelationId`](CorrelationError::UnknownCorrelationId); nothing has changed then.
    pub fn response(&mut self, frame: &[u8]) -> Result<Received<T>, CorrelationError> {
        if self.sasl == Sasl::On {
            return Ok(Received::Token);
        }
        let (id, behind) = frame.split_first_chunk().ok_or(CorrelationError::FrameTooSmall)?;
        let id = i32::from_be_bytes(*id);
        let (request, context) = self.take(id).ok_or(CorrelationError::UnknownCorrelationId(id))?;
        let mut version = request.api_version;
        if request.api_key == ApiKey::API_VERSIONS {
            // Its header is always the correlation id alone.
            version = ApiVersionsResponseView::answered_version(behind, version);
        }
        if is_old_handshake(request) && self.sasl == Sasl::Asked {
            let is_good = behind.first_chunk().is_some_and(|code| i16::from_be_bytes(*code) == ErrorCode::NONE.0);
            self.sasl = if is_good { Sasl::On } else { Sasl::Off };
        }
        let header_version = request.api_key.response_header_version(request.api_version);
        Ok(Received::Response(Response { request, version, header_version, context }))
    }

    /// Takes out the oldest request with that correlation id.
    fn take(&mut self, id: i32) -> Option<(RequestPeek, T)> {
        let at = self.requests.iter().position(|(request, _)| request.correlation_id == id)?;
        if at == 0 {
            return self.requests.pop_front();
        }
        // Once around, without that one: the others keep their order.
        let mut found = None;
        for i in 0..self.requests.len() {
            let entry = self.requests.pop_front()?;
            if i == at {
                found = Some(entry);
            } else {
                // There is room: it was just taken out.
                let _ = self.requests.push_back(entry);
            }
        }
        found
    }

    /// Gives up on the oldest request, as an observer does who missed its response, or a gateway after its time.
    pub fn forget_oldest(&mut self) -> Option<(RequestPeek, T)> {
        self.requests.pop_front()
    }

    /// The requests in flight, the oldest first.
    #[must_use]
    pub fn iter(&self) -> InFlightIter<'_, T> {
        let (oldest, others) = self.requests.as_slices();
        InFlightIter { requests: oldest.iter().chain(others) }
    }

    /// How many requests are in flight.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.requests.len()
    }

    /// Whether no request is in flight.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Iterates the requests in flight, each with what was kept of it. Made by [`InFlight::iter`].
pub struct InFlightIter<'t, T> {
    // The table goes round: its end, then its start.
    requests: Chain<Run<'t, T>, Run<'t, T>>,
}

type Run<'t, T> = Iter<'t, (RequestPeek, T)>;

impl<'t, T> Iterator for InFlightIter<'t, T> {
    type Item = (RequestPeek, &'t T);

    fn next(&mut self) -> Option<Self::Item> {
        self.requests.next().map(|(request, context)| (*request, context))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.requests.size_hint()
    }
}

impl<T> FusedIterator for InFlightIter<'_, T> {}

/// How many there are to come.
impl<T> fmt::Debug for InFlightIter<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("InFlightIter").field("left", &self.size_hint().0).finish()
    }
}

impl<'t, const N: usize, T> IntoIterator for &'t InFlight<N, T> {
    type Item = (RequestPeek, &'t T);
    type IntoIter = InFlightIter<'t, T>;

    fn into_iter(self) -> InFlightIter<'t, T> {
        self.iter()
    }
}

/// Whether bare tokens follow.
fn is_old_handshake(request: RequestPeek) -> bool {
    request.api_key == ApiKey::SASL_HANDSHAKE && request.api_version == 0
}

/// Whether a Produce request wants no response. One that is broken before it says so does: the broker reads no further either.
///
/// Two fields are read as they stand: a walk through the table of all fields would be most of what this file takes in flash.
fn is_one_way(frame: &[u8]) -> bool {
    let Ok((header, body)) = RequestHeaderView::split(frame) else { return false };
    let version = header.request_api_version;
    let mut r = Reader::new(body, version, ProduceRequestView::SCHEMA.is_flexible(version));
    // The transactional id came with version 3.
    if version >= 3 {
        Str::skip_nullable(&mut r);
    }
    let acks = i16::read(&mut r);
    acks == 0 && r.check().is_ok()
}

impl<const N: usize, T> Default for InFlight<N, T> {
    fn default() -> Self {
        Self::new()
    }
}

/// How many, and the oldest.
impl<const N: usize, T> fmt::Debug for InFlight<N, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("InFlight")
            .field("len", &self.len())
            .field("oldest", &self.requests.front().map(|(request, _)| request))
            .field("sasl", &self.sasl)
            .finish()
    }
}

#[cfg(feature = "defmt")]
impl<const N: usize, T> defmt::Format for InFlight<N, T> {
    fn format(&self, f: defmt::Formatter<'_>) {
        let oldest = self.requests.front().map(|(request, _)| *request);
        defmt::write!(f, "InFlight {{ len: {=usize}, oldest: {}, sasl: {} }}", self.len(), oldest, self.sasl);
    }
}

impl fmt::Display for CorrelationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CorrelationError::FrameTooSmall => f.write_str("frame too small for a header"),
            CorrelationError::Full => f.write_str("too many requests in flight"),
            CorrelationError::UnknownCorrelationId(id) => {
                write!(f, "no request with correlation id {id} is in flight")
            }
        }
    }
}

impl core::error::Error for CorrelationError {}

#[cfg(test)]
mod tests {
    extern crate std;

    use super::*;
    use crate::messages::header::{RequestHeader, ResponseHeaderView};
    use crate::messages::produce::ProduceRequest;
    use crate::{Decode, Encode};
    use std::vec::Vec;

    /// A request with an empty body.
    fn request(api: ApiKey, version: i16, id: i32) -> Vec<u8> {
        let header = RequestHeader {
            request_api_key: api,
            request_api_version: version,
            correlation_id: id,
            client_id: Some("c".into()),
            ..Default::default()
        };
        let mut buf = [0; 32];
        let n = header.encode(api.request_header_version(version).unwrap_or(1), &mut buf).unwrap();
        buf[..n].to_vec()
    }

    fn response(id: i32, body: &[u8]) -> Vec<u8> {
        [&id.to_be_bytes()[..], body].concat()
    }

    fn peek(api_key: ApiKey, api_version: i16, correlation_id: i32) -> RequestPeek {
        RequestPeek { api_key, api_version, correlation_id }
    }

    fn answer<T: Copy + fmt::Debug + PartialEq>(received: Result<Received<T>, CorrelationError>) -> Response<T> {
        match received {
            Ok(Received::Response(response)) => response,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn in_order_and_out_of_order() {
        let mut table = InFlight::<4, char>::new();
        for (id, name) in [(1, 'a'), (2, 'b'), (3, 'c'), (4, 'd')] {
            let sent = table.request_with(&request(ApiKey::METADATA, 13, id), name);
            assert_eq!(sent, Ok(Sent::Request(peek(ApiKey::METADATA, 13, id))));
        }
        assert_eq!(answer(table.response(&response(3, &[]))).context, 'c');
        assert!(table.iter().map(|(_, name)| *name).eq(['a', 'b', 'd']));
        assert_eq!(answer(table.response(&response(1, &[]))).context, 'a');
        assert_eq!(answer(table.response(&response(4, &[]))).context, 'd');
        assert_eq!(table.response(&response(4, &[])), Err(CorrelationError::UnknownCorrelationId(4)));
        let last = answer(table.response(&response(2, &[])));
        assert_eq!(
            (last.request, last.version, last.header_version, last.context),
            (peek(ApiKey::METADATA, 13, 2), 13, Some(1), 'b')
        );
        assert!(table.is_empty());
    }

    /// Wherever the ring begins, and whichever is taken out, the others stay as they were.
    #[test]
    fn taking_out_keeps_the_order() {
        for turned in 0..5 {
            for taken in 0..5 {
                let mut table = InFlight::<5>::new();
                for id in 0..turned {
                    table.request(&request(ApiKey::FETCH, 4, id)).unwrap();
                    table.response(&response(id, &[])).unwrap();
                }
                (0..5).for_each(|id| assert!(table.request(&request(ApiKey::FETCH, 4, id)).is_ok()));
                table.response(&response(taken, &[])).unwrap();
                let left = table.iter().map(|(request, ())| request.correlation_id);
                assert!(left.eq((0..5).filter(|id| *id != taken)), "{turned} {taken}");
            }
        }
    }

    /// A table beside the simplest thing that could do its work.
    #[test]
    fn it_does_what_a_list_does() {
        let (mut table, mut list) = (InFlight::<4, u32>::new(), Vec::new());
        let mut random = 1_u32;
        for turn in 0..20_000 {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let id = i32::try_from(random >> 29).unwrap();
            match random >> 16 & 3 {
                0 | 1 if list.len() < 4 => {
                    assert!(table.request_with(&request(ApiKey::FETCH, 4, id), turn).is_ok());
                    list.push((id, turn));
                }
                0 | 1 => assert!(table.request_with(&request(ApiKey::FETCH, 4, id), turn).is_err()),
                2 => {
                    let at = list.iter().position(|(known, _)| *known == id);
                    let expected = at.map(|at| list.remove(at).1).ok_or(CorrelationError::UnknownCorrelationId(id));
                    let found = table.response(&response(id, &[])).map(|received| answer(Ok(received)).context);
                    assert_eq!(found, expected);
                }
                _ if random >> 8 & 7 == 0 => {
                    assert_eq!(table.forget_oldest().map(|(_, context)| context), list.first().map(|(_, turn)| *turn));
                    list.drain(..list.len().min(1));
                }
                _ => {}
            }
            assert!(table.iter().map(|(_, turn)| turn).eq(list.iter().map(|(_, turn)| turn)));
        }
    }

    #[test]
    fn ids_wrap_and_repeat() {
        let mut table = InFlight::<4, u8>::new();
        for (id, name) in [(i32::MAX, 1), (i32::MIN, 2), (i32::MAX, 3), (-1, 4)] {
            table.request_with(&request(ApiKey::HEARTBEAT, 4, id), name).unwrap();
        }
        for (id, name) in [(i32::MAX, 1), (-1, 4), (i32::MAX, 3), (i32::MIN, 2)] {
            assert_eq!(answer(table.response(&response(id, &[]))).context, name);
        }
    }

    #[test]
    fn a_flood_is_refused_and_does_no_harm() {
        let mut table = InFlight::<3>::new();
        for id in 0..1000 {
            let sent = table.request(&request(ApiKey::METADATA, 0, id));
            assert_eq!(sent.err(), (id >= 3).then_some(CorrelationError::Full));
        }
        assert_eq!(table.len(), 3);
        // No state was touched by what was refused: no token is awaited.
        assert_eq!(table.request(&request(ApiKey::SASL_HANDSHAKE, 0, 9)), Err(CorrelationError::Full));
        assert_eq!((table.request_kind(), table.response_kind()), (FrameKind::Request, FrameKind::Response));
        assert_eq!(table.forget_oldest(), Some((peek(ApiKey::METADATA, 0, 0), ())));
        table.request(&request(ApiKey::METADATA, 0, 2000)).unwrap();
        let ids: Vec<_> = table.iter().map(|(request, ())| request.correlation_id).collect();
        assert_eq!(ids, [1, 2, 2000]);
    }

    #[test]
    fn short_frames_and_responses_before_requests() {
        let mut table = InFlight::<2>::new();
        let whole = request(ApiKey::METADATA, 0, 7);
        for len in 0..8 {
            assert_eq!(table.request(&whole[..len]), Err(CorrelationError::FrameTooSmall));
        }
        assert_eq!(table.response(&response(7, &[])), Err(CorrelationError::UnknownCorrelationId(7)));
        table.request(&whole).unwrap();
        for len in 0..4 {
            assert_eq!(table.response(&response(7, &[])[..len]), Err(CorrelationError::FrameTooSmall));
        }
        assert_eq!(answer(table.response(&response(7, &[]))).request.correlation_id, 7);
    }

    #[test]
    fn unknown_apis_and_versions_pass() {
        let mut table = InFlight::<2>::new();
        for (api, version) in [(ApiKey(999), 1), (ApiKey(-1), -1), (ApiKey::FETCH, 99), (ApiKey::FETCH, -1)] {
            // Nothing behind the correlation id is looked at.
            let front = &request(api, version, 5)[..8];
            assert_eq!(table.request(front), Ok(Sent::Request(peek(api, version, 5))));
            let answer = answer(table.response(&response(5, b"anything")));
            assert_eq!((answer.request, answer.version, answer.header_version), (peek(api, version, 5), version, None));
        }
    }

    #[test]
    fn a_produce_request_may_want_no_response() {
        assert_eq!(ProduceRequestView::SCHEMA.versions(), 0..=13, "what is written by hand may need another line");
        for version in 0..=13 {
            for (acks, id) in [(0, ""), (1, ""), (-1, ""), (0, "t"), (1, "t")] {
                let id = if version < 3 { "" } else { id };
                let mut buf = [0; 64];
                let transactional_id = Some(id).filter(|id| !id.is_empty()).map(Into::into);
                let body = ProduceRequest { acks, transactional_id, ..Default::default() };
                let n = body.encode(version, &mut buf).unwrap();
                let frame = [&request(ApiKey::PRODUCE, version, 3)[..], &buf[..n]].concat();
                let mut table = InFlight::<1>::new();
                let front = peek(ApiKey::PRODUCE, version, 3);
                let sent = if acks == 0 { Sent::OneWay(front) } else { Sent::Request(front) };
                assert_eq!(table.request(&frame), Ok(sent), "{version}");
                assert_eq!(table.len(), usize::from(acks != 0));
                // It has a place in a full table, as it takes none.
                table = InFlight::new();
                table.request(&request(ApiKey::METADATA, 0, 0)).unwrap();
                assert_eq!(table.request(&frame).is_ok(), acks == 0);
                // Cut before it says so, it is as any other request; behind that the rest does not matter.
                let said = frame.len() - n + id.len() + if version < 3 { 2 } else { 4 - usize::from(version >= 9) };
                for len in 8..frame.len() {
                    let mut table = InFlight::<1>::new();
                    table.request(&frame[..len]).unwrap();
                    assert_eq!(table.is_empty(), acks == 0 && len >= said, "{version} {acks} {len}");
                }
            }
        }
    }

    #[test]
    fn a_version_of_api_versions_that_the_broker_does_not_know() {
        let refusal = b"\0\x23\0\0\0\x01\0\x12\0\0\0\x03";
        for version in [3, 4, 5, 6, i16::MAX] {
            let mut table = InFlight::<1>::new();
            table.request(&request(ApiKey::API_VERSIONS, version, 1)).unwrap();
            let frame = response(1, refusal);
            let answer = answer(table.response(&frame));
            assert_eq!((answer.request.api_version, answer.version, answer.header_version), (version, 0, Some(0)));
            let (_, body) = ResponseHeaderView::split(&frame, ApiKey::API_VERSIONS, answer.version).unwrap();
            let view = ApiVersionsResponseView::decode(body, answer.version).unwrap();
            assert_eq!(view.error_code, ErrorCode::UNSUPPORTED_VERSION);
        }
        // One that it knows is answered as it was asked.
        let mut table = InFlight::<1>::new();
        table.request(&request(ApiKey::API_VERSIONS, 3, 1)).unwrap();
        assert_eq!(answer(table.response(&response(1, b"\0\0\x01\0\0\0\0\0"))).version, 3);
    }

    /// Tokens as the mechanisms' own clients begin them.
    const TOKENS: &[&[u8]] = &[
        b"\0alice\0secret",
        b"Alice\0Alice\0secret",
        b"\0A\0secret",
        b"n,,n=alice,r=fyko+d2lbbFgONRv9qkxdawL",
        b"c=biws,r=fyko,p=v0X8v3Bz2T0CJGbJQyF0X+HI4Ts=",
        b"n,,\x01auth=Bearer abc\x01\x01",
        b"\x01",
        b"\x60\x82\x02\x10\x06\x09\x2a\x86\x48\x86\xf7\x12",
        b"\x05\x04\x04\xff\0\x0c\0\0\0\0\0\0\x3a\x1b",
        b"",
    ];

    #[test]
    fn bare_tokens_follow_the_old_handshake() {
        let mut table = InFlight::<4>::new();
        table.request(&request(ApiKey::API_VERSIONS, 0, 1)).unwrap();
        table.response(&response(1, &[0; 6])).unwrap();
        table.request(&request(ApiKey::SASL_HANDSHAKE, 0, 2)).unwrap();
        assert_eq!((table.request_kind(), table.response_kind()), (FrameKind::Raw, FrameKind::Response));
        table.response(&response(2, b"\0\0\0\0\0\0")).unwrap();
        assert_eq!((table.request_kind(), table.response_kind()), (FrameKind::Raw, FrameKind::Raw));
        for token in TOKENS {
            assert_eq!(table.request(token), Ok(Sent::Token), "{token:?}");
            assert_eq!(table.response(token), Ok(Received::Token));
            assert_eq!(table.response(&response(2, &[])), Ok(Received::Token));
        }
        // Until there is a Kafka request.
        let metadata = request(ApiKey::METADATA, 13, 3);
        assert_eq!(table.request(&metadata[..metadata.len() - 1]), Ok(Sent::Token));
        assert!(matches!(table.request(&metadata), Ok(Sent::Request(_))));
        assert_eq!((table.request_kind(), table.response_kind()), (FrameKind::Request, FrameKind::Response));
        assert_eq!(answer(table.response(&response(3, &[]))).request.api_key, ApiKey::METADATA);
        assert!(table.is_empty());
    }

    #[test]
    fn a_token_may_come_before_the_handshake_is_answered() {
        let mut table = InFlight::<4>::new();
        table.request(&request(ApiKey::SASL_HANDSHAKE, 0, 1)).unwrap();
        assert_eq!(table.request(TOKENS[0]), Ok(Sent::Token));
        assert_eq!(answer(table.response(&response(1, &[0; 6]))).request.api_key, ApiKey::SASL_HANDSHAKE);
        assert_eq!(table.response(&[]), Ok(Received::Token));
    }

    #[test]
    fn a_refused_handshake_has_no_tokens() {
        for body in [&b"\0\x21\0\0\0\0"[..], b"\0", b""] {
            let mut table = InFlight::<4>::new();
            table.request(&request(ApiKey::SASL_HANDSHAKE, 0, 1)).unwrap();
            table.response(&response(1, body)).unwrap();
            assert_eq!((table.request_kind(), table.response_kind()), (FrameKind::Request, FrameKind::Response));
        }
    }

    #[test]
    fn authenticating_again_leaves_the_others_in_flight() {
        let mut table = InFlight::<8>::new();
        table.request(&request(ApiKey::FETCH, 16, 40)).unwrap();
        table.request(&request(ApiKey::FETCH, 16, 41)).unwrap();
        // Kafka's own client has ids of their own for that, which repeat.
        for id in [i32::MAX - 7, i32::MAX - 7] {
            table.request(&request(ApiKey::SASL_HANDSHAKE, 1, id)).unwrap();
            assert_eq!((table.request_kind(), table.response_kind()), (FrameKind::Request, FrameKind::Response));
            let oldest = table.iter().map(|(request, ())| request).next();
            if let Some(fetch) = oldest.filter(|oldest| oldest.api_key == ApiKey::FETCH) {
                assert_eq!(answer(table.response(&response(fetch.correlation_id, &[]))).request, fetch);
            }
            table.response(&response(id, &[0; 6])).unwrap();
            table.request(&request(ApiKey::SASL_AUTHENTICATE, 2, id + 1)).unwrap();
            let sasl = answer(table.response(&response(id + 1, &[])));
            assert_eq!((sasl.request.api_key, sasl.header_version), (ApiKey::SASL_AUTHENTICATE, Some(1)));
        }
        assert!(table.is_empty());
        // The same with the old handshake, in mid-connection.
        table.request(&request(ApiKey::FETCH, 16, 50)).unwrap();
        table.request(&request(ApiKey::SASL_HANDSHAKE, 0, 51)).unwrap();
        assert_eq!(answer(table.response(&response(50, &[]))).request.correlation_id, 50);
        assert_eq!(answer(table.response(&response(51, &[0; 6]))).request.correlation_id, 51);
        assert_eq!((table.request(TOKENS[0]), table.response(&[])), (Ok(Sent::Token), Ok(Received::Token)));
    }

    #[test]
    fn it_is_as_small_as_it_says() {
        assert_eq!(size_of::<RequestPeek>(), 8);
        let besides = size_of::<usize>() * 4;
        assert!(size_of::<InFlight<8>>() <= 64 + besides);
        assert!(size_of::<InFlight<64>>() <= 512 + besides);
        // Where a word has 32 bits, a context of 64 has to be aligned.
        assert!(size_of::<InFlight<64, u64>>() <= 64 * 16 + besides + align_of::<u64>());
        assert!(std::format!("{:?}", InFlight::<64>::new()).len() < 100);
    }
}
