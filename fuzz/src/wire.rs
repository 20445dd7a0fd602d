//! Numbers, text, frames, headers, conversations: what lies around bodies.

use crate::input::Input;
use kafka_view::correlation::{CorrelationError, InFlight, Received, Sent};
use kafka_view::frame::{self, FrameKind};
use kafka_view::messages::api_versions::ApiVersionsResponseView;
use kafka_view::messages::find_coordinator::{
    FindCoordinatorRequest, FindCoordinatorRequestView, FindCoordinatorResponse, FindCoordinatorResponseView,
};
use kafka_view::messages::header::{RequestHeader, RequestHeaderView, RequestPeek, ResponseHeader, ResponseHeaderView};
use kafka_view::messages::produce::ProduceRequestView;
use kafka_view::{
    ApiKey, Decode, DecodeError, DecodeErrorKind as Kind, Encode, EncodeError, EncodeErrorKind, ErrorCode, Str, Uuid,
    varint,
};
use std::collections::VecDeque;
use std::fmt::Write as _;

/// Any bytes as a number of variable length, beside the plainest way to read one.
pub fn varints(data: &[u8]) {
    // Seven bits a byte, of which `bits` are the number's.
    let plain = |bits: u32| {
        let most = bits.div_ceil(7) as usize;
        let used = data.iter().take(most).position(|byte| byte & 0x80 == 0).map(|at| at + 1);
        let number = |n| data[..n].iter().rev().fold(0_u128, |sum, byte| sum << 7 | u128::from(byte & 0x7f));
        match used {
            Some(used) if number(used) >> bits == 0 => Ok((number(used), used)),
            None if data.len() < most => Err((Kind::Incomplete, data.len(), 1)),
            _ => Err((Kind::InvalidVarint, 0, 0)),
        }
    };
    let told = |error: DecodeError| (error.kind, error.offset as usize, error.missing);
    let zigzag = |(number, used): (u128, usize)| ((number >> 1) as i128 ^ -((number & 1) as i128), used);
    assert_eq!(varint::unsigned(data).map(|(n, used)| (n.into(), used)).map_err(told), plain(32));
    assert_eq!(varint::signed(data).map(|(n, used)| (n.into(), used)).map_err(told), plain(32).map(zigzag));
    assert_eq!(varint::signed_long(data).map(|(n, used)| (n.into(), used)).map_err(told), plain(64).map(zigzag));
}

/// Any bytes as text: shown as the standard library shows them; what an id or a name prints it also reads.
pub fn text(data: &[u8]) {
    let string = Str::from(data);
    let lossy = String::from_utf8_lossy(data);
    assert_eq!(string.to_string(), lossy);
    assert_eq!(string.to_str().ok(), str::from_utf8(data).ok());
    let debug = format!("{string:?}");
    assert!(debug.len() < 4096 && !debug.chars().any(char::is_control), "{debug}");
    if let Ok(id) = lossy.parse::<Uuid>() {
        assert_eq!(id.to_string().parse(), Ok(id));
    }
    if let Some(bytes) = data.first_chunk() {
        let id = Uuid(*bytes);
        assert_eq!(id.to_string().parse(), Ok(id));
        assert_eq!(id.to_string().len(), 22);
    }
    if let Some(api) = ApiKey::from_name(&lossy) {
        assert_eq!(api.name(), Some(&*lossy));
    }
    if let Some(number) = data.first_chunk() {
        let number = i16::from_be_bytes(*number);
        assert_eq!(ApiKey(number).name().and_then(ApiKey::from_name).is_some(), ApiKey(number).name().is_some());
        let mut out = String::new();
        write!(out, "{} {:?} {} {:?}", ApiKey(number), ApiKey(number), ErrorCode(number), ErrorCode(number)).unwrap();
        assert!(out.len() < 400);
    }
}

/// Any bytes as a stream of frames: split as their lengths say, and the same however the stream was cut.
pub fn frames(data: &[u8]) {
    let mut input = Input(data);
    let kind = [FrameKind::Request, FrameKind::Response, FrameKind::Raw][usize::from(input.byte() % 3)];
    let limit = match input.byte() {
        255 => usize::MAX,
        limit => usize::from(limit),
    };
    let cut = usize::from(input.byte());
    let mut stream = input.0;
    loop {
        let split = frame::split(stream, kind, limit);
        let length = stream.first_chunk().map(|length| i64::from(i32::from_be_bytes(*length)));
        let have = stream.len() as i64;
        let expected = match length {
            None => Err((Kind::Incomplete, have, 4 - have)),
            Some(..0) => Err((Kind::NegativeFrame, 0, 0)),
            Some(length) if length < kind.least() as i64 => Err((Kind::FrameTooSmall, 0, 0)),
            Some(length) if length as u64 > limit as u64 => Err((Kind::FrameTooLarge, 0, 0)),
            Some(length) if have - 4 < length => Err((Kind::Incomplete, have, length - (have - 4))),
            Some(length) => Ok(length as usize),
        };
        let told = |error: DecodeError| (error.kind, i64::from(error.offset), i64::from(error.missing));
        assert_eq!(split.map(|(content, _)| content.len()).map_err(told), expected);
        // What is cut says that it is, by no more than was cut off, or is as wrong as the whole.
        let part = &stream[..cut.min(stream.len())];
        match (frame::split(part, kind, limit), split) {
            (Ok((content, _)), whole) => assert_eq!(Ok(content), whole.map(|(content, _)| content)),
            (Err(error), whole) if error.is_incomplete() => {
                assert!(whole.is_err() || error.missing as usize <= stream.len() - part.len());
            }
            (Err(error), whole) => assert_eq!(Err(error), whole),
        }
        let Ok((content, rest)) = split else { break };
        assert_eq!(stream[4..4 + content.len()], *content);
        assert_eq!(stream[4 + content.len()..], *rest);
        stream = rest;
    }
}

/// A request and a response that are made up, in their frames: what is written is what its parts are, and is split again.
pub fn framed(data: &[u8]) {
    let mut input = Input(data);
    let version = input.short() % 8;
    let (correlation_id, room) = (input.int(), usize::from(input.byte()));
    let client_id = input.bytes().map(Str::from);
    let keys = [input.bytes(), input.bytes()].map(|key| Str::from(key.unwrap_or_default()));
    let request = FindCoordinatorRequest {
        key: keys[0],
        key_type: input.byte().cast_signed(),
        coordinator_keys: if input.bool() { (&keys).into() } else { (&[]).into() },
        ..Default::default()
    };
    let response = FindCoordinatorResponse {
        throttle_time_ms: input.int(),
        error_message: input.bytes().map(Str::from),
        host: keys[1],
        ..Default::default()
    };
    let api = ApiKey::FIND_COORDINATOR;

    let header = RequestHeader {
        request_api_key: api,
        request_api_version: version,
        correlation_id,
        client_id,
        ..Default::default()
    };
    let write = |buf: &mut [u8]| frame::encode_request(&request, version, correlation_id, client_id, buf);
    let written = parts(&request, version, &header, api.request_header_version(version));
    assert_eq!(
        frame::request_len(&request, version, client_id),
        written.as_ref().map(Vec::len).map_err(|error| *error)
    );
    compare_written(&written, room, write);
    if let Ok(bytes) = &written {
        let (content, rest) = frame::split(bytes, FrameKind::Request, usize::MAX).expect("we wrote it");
        let (header, body) = RequestHeaderView::split(content).expect("we wrote it");
        assert_eq!((header.correlation_id, header.client_id, rest), (correlation_id, client_id, &[][..]));
        assert_eq!(FindCoordinatorRequestView::decode(body, version).map(FindCoordinatorRequest::from), Ok(request));
    }

    let header = ResponseHeader { correlation_id, ..Default::default() };
    let write = |buf: &mut [u8]| frame::encode_response(&response, version, correlation_id, buf);
    let written = parts(&response, version, &header, api.response_header_version(version));
    compare_written(&written, room, write);
    if let Ok(bytes) = &written {
        let part = &bytes[..room.min(bytes.len())];
        match frame::response_front(part, api, version, bytes.len() - 4) {
            Ok(front) => {
                assert_eq!((front.correlation_id, front.size + front.body_len), (correlation_id, bytes.len()));
                assert!(FindCoordinatorResponseView::decode(&bytes[front.size..], version).is_ok());
            }
            Err(error) => assert!(error.is_incomplete() && error.missing as usize <= bytes.len() - part.len()),
        }
    }
    compare_written(&Ok([&(data.len() as i32).to_be_bytes(), data].concat()), room, |buf| frame::encode_raw(data, buf));
}

/// A frame out of its parts: the length, the header, the body.
fn parts(
    body: &impl Encode,
    version: i16,
    header: &impl Encode,
    header_version: Option<i16>,
) -> Result<Vec<u8>, EncodeError> {
    let bytes = |message: &dyn Fn(&mut [u8]) -> Result<usize, EncodeError>| {
        let mut room = vec![0; 1 << 16];
        message(&mut room).map(|n| room[..n].to_vec())
    };
    let body = bytes(&|room| body.encode(version, room));
    let Some(header_version) = header_version else { return body };
    let header = bytes(&|room| header.encode(header_version, room))?;
    let body = body.map_err(|error| EncodeError { offset: error.offset + 4 + header.len() as u32, ..error })?;
    Ok([&((header.len() + body.len()) as i32).to_be_bytes(), &header[..], &body].concat())
}

/// What is written into just enough room, and what is said where there is less.
fn compare_written(
    expected: &Result<Vec<u8>, EncodeError>,
    room: usize,
    write: impl Fn(&mut [u8]) -> Result<usize, EncodeError>,
) {
    let len = expected.as_ref().map_or(200, Vec::len);
    let mut buf = vec![0; len];
    assert_eq!(write(&mut buf).map(|n| buf[..n].to_vec()), *expected);
    if room < len {
        let in_part = write(&mut buf[..room]).map_err(|error| (error.kind, error.offset));
        let kind = EncodeErrorKind::BufferTooSmall { needed: len };
        assert_eq!(in_part, Err(expected.as_ref().map_or_else(|error| (error.kind, error.offset), |_| (kind, 0))));
    }
}

/// Any bytes as a header and what is behind it: the front by hand, the rest by its table's version, both ways.
pub fn headers(data: &[u8]) {
    let peek = data.first_chunk::<8>().map(|[a, b, c, d, id @ ..]| RequestPeek {
        api_key: ApiKey(i16::from_be_bytes([*a, *b])),
        api_version: i16::from_be_bytes([*c, *d]),
        correlation_id: i32::from_be_bytes(*id),
    });
    assert_eq!(RequestHeaderView::peek(data).ok(), peek);
    let mut buf = [0; 64];
    match RequestHeaderView::split(data) {
        Ok((header, body)) => {
            let peek = peek.expect("a header has a front");
            let version = peek.api_key.request_header_version(peek.api_version).expect("it was read");
            assert_eq!(RequestHeaderView::decode_prefix(data, version), Ok((header, body)));
            assert!(data.ends_with(body));
            if let Ok(n) = RequestHeader::from(header).encode(version, &mut buf) {
                assert_eq!(RequestHeaderView::split(&buf[..n]), Ok((header, &[][..])));
            }
        }
        Err(error) if peek.is_none() => assert!(error.is_incomplete()),
        Err(_) => {}
    }
    let Some(RequestPeek { api_key, api_version, .. }) = peek else { return };
    let response = &data[4..];
    if let Ok((header, body)) = ResponseHeaderView::split(response, api_key, api_version) {
        assert_eq!(Some(header.correlation_id.to_be_bytes()), response.first_chunk().copied());
        let version = api_key.response_header_version(api_version).expect("it was read");
        assert!(version > 0 || body.len() == response.len() - 4);
        if let Ok(n) = ResponseHeader::from(header).encode(version, &mut buf) {
            assert_eq!(ResponseHeaderView::split(&buf[..n], api_key, api_version), Ok((header, &[][..])));
        }
    }
    // The answer to an ApiVersions request of any version.
    let answered = ApiVersionsResponseView::answered_version(response, api_version);
    assert!([0, api_version].contains(&answered));
    let body = ApiVersionsResponseView::decode_or_fallback(response, api_version);
    let plain = ApiVersionsResponseView::decode_prefix(response, answered);
    assert_eq!(body, plain.map(|(view, rest)| (view, answered, rest)));
    if let Ok((view, ..)) = body {
        for api in view.api_keys.iter().take(8) {
            if let Some(version) = view.highest_common_version(api.api_key) {
                assert!(api.api_key.versions().is_some_and(|known| known.contains(&version)));
            }
        }
    }
}

/// The table of requests in flight beside a list that does the same, through frames of a conversation that is made up.
pub fn in_flight(data: &[u8]) {
    const N: usize = 4;
    let mut input = Input(data);
    let mut table = InFlight::<N, usize>::new();
    let mut model = Model::default();
    let mut turn = 0;
    while !input.is_empty() {
        turn += 1;
        let what = input.byte() % 8;
        let mut buf = [0; 64];
        match what {
            0 if input.bool() => {
                assert_eq!(table.forget_oldest(), model.requests.pop_front());
            }
            0..=4 => {
                let frame = request(&mut input, &mut buf);
                assert_eq!(table.request_with(frame, turn), model.request(frame, turn, N));
            }
            _ => {
                let frame = response(&mut input, &mut buf);
                let found = table.response(frame).map(|received| match received {
                    Received::Response(response) => {
                        let RequestPeek { api_key, api_version, .. } = response.request;
                        assert_eq!(response.header_version, api_key.response_header_version(api_version));
                        Some((response.request, response.version, response.context))
                    }
                    Received::Token => None,
                });
                assert_eq!(found, model.response(frame));
            }
        }
        assert!(table.iter().map(|(request, turn)| (request, *turn)).eq(model.requests.iter().copied()));
        assert_eq!((table.len(), table.is_empty()), (model.requests.len(), model.requests.is_empty()));
        assert_eq!(table.request_kind() == FrameKind::Raw, model.asked || model.tokens);
        assert_eq!(table.response_kind() == FrameKind::Raw, model.tokens);
    }
}

/// A frame that a client may send: a request of one of the APIs that matter, cut or not, or any bytes.
fn request<'b, 'a: 'b>(input: &mut Input<'a>, buf: &'b mut [u8; 64]) -> &'b [u8] {
    let [kind, version, id] = input.chunk();
    let api = match kind % 6 {
        0 => ApiKey::FETCH,
        1 => ApiKey::SASL_HANDSHAKE,
        2 => ApiKey::PRODUCE,
        3 => ApiKey::API_VERSIONS,
        4 => ApiKey(i16::from(version) * 8),
        _ => return input.take(id.into()),
    };
    let version = i16::from(version % 16);
    let header = RequestHeader {
        request_api_key: api,
        request_api_version: version,
        // Few, so that they meet.
        correlation_id: i32::from(id % 6),
        client_id: Some("c".into()),
        ..Default::default()
    };
    let n = header.encode(api.request_header_version(version).unwrap_or(1), buf).expect("there is room");
    // The front of a Produce body: no transactional id, if the version has one, and acks.
    let front: &[u8] = match version {
        _ if api != ApiKey::PRODUCE => &[],
        0..=2 => &[],
        3..=8 => &[0xff, 0xff],
        _ => &[0],
    };
    let body = [front, &[0, id / 6 % 3, 0, 0, 0, 0, 0, 0, 0, 0, 0]].concat();
    buf[n..n + body.len()].copy_from_slice(&body);
    let whole = n + body.len();
    let cut = usize::from(input.byte());
    &buf[..if cut < whole { cut } else { whole }]
}

/// A frame that a broker may send.
fn response<'b>(input: &mut Input<'_>, buf: &'b mut [u8; 64]) -> &'b [u8] {
    let [id, n] = input.chunk();
    let body = input.take(usize::from(n % 24));
    buf[3] = id % 6;
    buf[4..4 + body.len()].copy_from_slice(body);
    // Now and then too short.
    &buf[..if n > 250 { 3 } else { 4 + body.len() }]
}

/// Requests in flight, the plain way.
#[derive(Default)]
struct Model {
    requests: VecDeque<(RequestPeek, usize)>,
    /// The client has asked for bare tokens.
    asked: bool,
    /// They go both ways.
    tokens: bool,
}

impl Model {
    fn request(&mut self, frame: &[u8], turn: usize, most: usize) -> Result<Sent, CorrelationError> {
        if (self.asked || self.tokens) && RequestHeaderView::split(frame).is_err() {
            return Ok(Sent::Token);
        }
        let request = RequestHeaderView::peek(frame).map_err(|_| CorrelationError::FrameTooSmall)?;
        let one_way = request.api_key == ApiKey::PRODUCE && acks(frame) == Some(0);
        if !one_way && self.requests.len() == most {
            return Err(CorrelationError::Full);
        }
        self.asked = is_old_handshake(request);
        self.tokens = false;
        if one_way {
            return Ok(Sent::OneWay(request));
        }
        self.requests.push_back((request, turn));
        Ok(Sent::Request(request))
    }

    /// The request that was answered, the version of the answer, and the turn of the request; nothing for a token.
    fn response(&mut self, frame: &[u8]) -> Result<Option<(RequestPeek, i16, usize)>, CorrelationError> {
        if self.tokens {
            return Ok(None);
        }
        let (id, body) = frame.split_first_chunk().ok_or(CorrelationError::FrameTooSmall)?;
        let id = i32::from_be_bytes(*id);
        let at = self.requests.iter().position(|(request, _)| request.correlation_id == id);
        let (request, turn) =
            at.and_then(|at| self.requests.remove(at)).ok_or(CorrelationError::UnknownCorrelationId(id))?;
        if is_old_handshake(request) && self.asked {
            self.tokens = body.starts_with(&[0, 0]);
            self.asked = false;
        }
        let version = match request.api_key {
            ApiKey::API_VERSIONS => ApiVersionsResponseView::answered_version(body, request.api_version),
            _ => request.api_version,
        };
        Ok(Some((request, version, turn)))
    }
}

fn is_old_handshake(request: RequestPeek) -> bool {
    request.api_key == ApiKey::SASL_HANDSHAKE && request.api_version == 0
}

/// The acks of a Produce request, which stand behind the transactional id, as far as they are there.
fn acks(frame: &[u8]) -> Option<i16> {
    let (header, body) = RequestHeaderView::split(frame).ok()?;
    let version = header.request_api_version;
    if !ProduceRequestView::SCHEMA.has_version(version) {
        return None;
    }
    let (length, front) = match version {
        ..3 => (0, 0),
        3..9 => (i64::from(i16::from_be_bytes(*body.first_chunk()?)).max(0), 2),
        _ => {
            let (length, used) = varint::unsigned(body).ok()?;
            (i64::from(length).saturating_sub(1).max(0), used)
        }
    };
    let at = front + usize::try_from(length).ok()?;
    Some(i16::from_be_bytes(*body.get(at..)?.first_chunk()?))
}
