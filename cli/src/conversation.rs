//! Both directions of a connection, message by message: each request, and what answers it.

mod show;
mod stream;
mod timing;

pub use show::{json, print};
pub use timing::Timing;

use crate::codecs::Budget;
use crate::error::Error;
use kafka_view::correlation::{CorrelationError, InFlight, Received, Sent};
use kafka_view::frame::{self, FrameKind};
use kafka_view::messages::header::{RequestHeaderView, RequestPeek};
use kafka_view::{DecodeErrorKind, Str};
use std::collections::{HashMap, VecDeque};
use std::fmt;
use std::ops::Range;
use stream::{Ids, Judge, Piece, PieceKind};

/// The most requests that wait for a response; of more the oldest are given up.
const MOST_IN_FLIGHT: usize = 4096;

/// The most different requests with one correlation id that a response is tried as. A client has one or two.
const MOST_OF_AN_ID: usize = 64;

/// Which way bytes go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dir {
    /// From the client to the broker.
    C2s,
    /// From the broker to the client.
    S2c,
}

impl fmt::Display for Dir {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == Dir::C2s { "c2s" } else { "s2c" })
    }
}

/// A message of the conversation, or bytes that are none.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry<'a> {
    /// Which way it goes.
    pub dir: Dir,
    /// Where it is in its stream, the frame's length included.
    pub span: Range<usize>,
    /// What the frame holds, as far as it is there; for skipped bytes, these.
    pub content: &'a [u8],
    /// How many bytes the end of the stream cuts off.
    pub missing: usize,
    /// When its last byte came, in microseconds.
    pub time: Option<u64>,
    /// What it is.
    pub what: What<'a>,
}

/// What a message is.
#[derive(Clone, Debug, PartialEq)]
pub enum What<'a> {
    /// A request.
    Request {
        /// What it begins with.
        front: RequestPeek,
        /// Whether it gets no response.
        one_way: bool,
        /// Whether another with its correlation id is in flight.
        repeats: bool,
    },
    /// A response to a request that was seen.
    Response {
        /// The request.
        request: RequestPeek,
        /// The version of the response.
        version: i16,
        /// What else was kept of the request.
        context: Context<'a>,
        /// An older request that is passed over, and was not before.
        overtakes: Option<RequestPeek>,
    },
    /// A response to a request that was not seen.
    Unmatched {
        /// Its correlation id.
        id: i32,
    },
    /// A bare SASL token.
    Token,
    /// Less of a frame than has to be there to say what it is.
    Fragment,
    /// No message.
    Skipped {
        /// What is wrong with its length, if that says so by itself.
        reason: Option<DecodeErrorKind>,
    },
}

/// What is kept of a request until it is answered.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Context<'a> {
    /// Where it begins in its stream.
    pub at: usize,
    /// The client's name.
    pub client_id: Option<Str<'a>>,
}

/// Iterates a conversation: in the order of its timing, or else each request and then its response.
pub struct Conversation<'a> {
    c2s: &'a [u8],
    s2c: &'a [u8],
    timing: Option<Timing>,
    /// What is still to come from the client.
    requests: VecDeque<Piece>,
    /// The known requests by their correlation ids, and how many of all are still to come.
    ids: Ids,
    to_come: HashMap<i32, usize>,
    /// How far the other stream was read, and what comes next there, looked at as this kind of frame.
    at: usize,
    next_response: Option<(FrameKind, Piece)>,
    in_flight: Box<InFlight<MOST_IN_FLIGHT, Context<'a>>>,
    given_up: usize,
    /// Tokens of the client that were not answered yet.
    owed_tokens: usize,
    overtaken: Option<(RequestPeek, usize)>,
}

impl<'a> Conversation<'a> {
    /// The conversation of two streams.
    ///
    /// # Errors
    /// The streams are in the wrong order.
    pub fn new(c2s: &'a [u8], s2c: &'a [u8], timing: Option<Timing>) -> Result<Self, Error> {
        let requests = requests(c2s);
        let is_request = |stream: &[u8], piece: &Piece| Judge::Request.is_message(content(stream, piece));
        if !requests.iter().any(|piece| is_request(c2s, piece)) {
            let others = self::requests(s2c);
            if others.front().is_some_and(|piece| is_request(s2c, piece)) {
                return Err(Error::Usage(
                    "the second stream holds requests, the first one none: are they in the wrong order? First comes what \
                     the client sent, then what the broker answered."
                        .to_owned(),
                ));
            }
        }
        let (mut ids, mut to_come) = (Ids::new(), HashMap::new());
        for piece in &requests {
            if let Some(front) = front(c2s, piece) {
                let of = (front.api_key, front.api_version);
                // Without a known header no response can be read.
                if front.api_key.request_header_version(front.api_version).is_some() {
                    let same: &mut Vec<_> = ids.entry(front.correlation_id).or_default();
                    if same.len() < MOST_OF_AN_ID && !same.contains(&of) {
                        same.push(of);
                    }
                }
                let count = to_come.entry(front.correlation_id).or_insert(0_usize);
                *count = count.saturating_add(1);
            }
        }
        Ok(Conversation {
            c2s,
            s2c,
            timing,
            requests,
            ids,
            to_come,
            at: 0,
            next_response: None,
            in_flight: Box::default(),
            given_up: 0,
            owed_tokens: 0,
            overtaken: None,
        })
    }

    /// The requests that were not answered so far, the oldest first.
    pub fn unanswered(&self) -> impl Iterator<Item = (RequestPeek, Context<'a>)> {
        self.in_flight.iter().map(|(request, context)| (request, *context))
    }

    /// How many more were given up, as too many waited.
    #[must_use]
    pub const fn given_up(&self) -> usize {
        self.given_up
    }

    /// What both directions may decompress. A tree does it once more than a line.
    pub(crate) fn budget(&self) -> Budget {
        Budget::of(self.c2s.len().saturating_add(self.s2c.len()).saturating_mul(2))
    }

    /// The bytes of a direction.
    #[must_use]
    pub const fn stream(&self, dir: Dir) -> &'a [u8] {
        match dir {
            Dir::C2s => self.c2s,
            Dir::S2c => self.s2c,
        }
    }

    /// What comes next from the broker. How small it may be depends on what was said before.
    fn peek_response(&mut self) -> Option<&Piece> {
        let kind = self.in_flight.response_kind();
        if self.next_response.as_ref().is_none_or(|(seen_as, _)| *seen_as != kind) {
            let piece = stream::next(self.s2c, self.at, kind, Judge::Response(&self.ids));
            self.next_response = piece.map(|piece| (kind, piece));
        }
        self.next_response.as_ref().map(|(_, piece)| piece)
    }

    /// Whether the broker is the next to speak.
    fn broker_is_next(&mut self) -> bool {
        let Some(response) = self.peek_response().cloned() else { return false };
        let Some(request) = self.requests.front() else { return true };
        if let Some(timing) = &self.timing {
            return timing.of(Dir::S2c, response.span.end).0 < timing.of(Dir::C2s, request.span.end).0;
        }
        if matches!(response.kind, PieceKind::Skipped { .. }) {
            return true;
        }
        let id = content(self.s2c, &response).first_chunk().map(|id| i32::from_be_bytes(*id));
        if self.in_flight.response_kind() == FrameKind::Raw {
            // The last token of some mechanisms has no answer: then comes the response to the next request.
            return self.owed_tokens > 0 && (id.is_none() || id != front(self.c2s, request).map(|f| f.correlation_id));
        }
        let is_in_flight = self.in_flight.iter().any(|(request, _)| Some(request.correlation_id) == id);
        // A cut one without an id is the last that the broker says.
        is_in_flight || id.is_some_and(|id| self.to_come.get(&id).is_none_or(|&count| count == 0))
    }

    fn request(&mut self, content: &'a [u8], at: usize) -> What<'a> {
        let client_id = RequestHeaderView::split(content).ok().and_then(|(header, _)| header.client_id);
        let context = Context { at, client_id };
        let id = RequestHeaderView::peek(content).ok().map(|front| front.correlation_id);
        let repeats = self.in_flight.iter().any(|(request, _)| Some(request.correlation_id) == id);
        if let Some(count) = id.and_then(|id| self.to_come.get_mut(&id)) {
            *count = count.saturating_sub(1);
        }
        let mut sent = self.in_flight.request_with(content, context);
        if sent == Err(CorrelationError::Full) {
            // Whoever only looks on cannot make the client wait.
            self.given_up = self.given_up.saturating_add(1);
            self.in_flight.forget_oldest();
            sent = self.in_flight.request_with(content, context);
        }
        match sent {
            Ok(Sent::Request(front)) => What::Request { front, one_way: false, repeats },
            Ok(Sent::OneWay(front)) => What::Request { front, one_way: true, repeats },
            Ok(Sent::Token) => {
                self.owed_tokens = self.owed_tokens.saturating_add(1);
                What::Token
            }
            Err(_) => What::Fragment,
        }
    }

    fn response(&mut self, content: &[u8]) -> What<'a> {
        let oldest = self.in_flight.iter().next().map(|(request, context)| (request, context.at));
        match self.in_flight.response(content) {
            Ok(Received::Response(response)) => {
                let (request, version, context) = (response.request, response.version, response.context);
                let passed_over = oldest.filter(|&(_, at)| at != context.at && self.overtaken != oldest);
                self.overtaken = passed_over.or(self.overtaken);
                What::Response { request, version, context, overtakes: passed_over.map(|(request, _)| request) }
            }
            Ok(Received::Token) => {
                self.owed_tokens = self.owed_tokens.saturating_sub(1);
                What::Token
            }
            Err(CorrelationError::UnknownCorrelationId(id)) => What::Unmatched { id },
            Err(_) => What::Fragment,
        }
    }
}

impl<'a> Iterator for Conversation<'a> {
    type Item = Entry<'a>;

    fn next(&mut self) -> Option<Entry<'a>> {
        let (dir, piece, stream) = if self.broker_is_next() {
            let (_, piece) = self.next_response.take()?;
            self.at = piece.span.end;
            (Dir::S2c, piece, self.s2c)
        } else {
            (Dir::C2s, self.requests.pop_front()?, self.c2s)
        };
        let content = content(stream, &piece);
        let (missing, what) = match piece.kind {
            PieceKind::Skipped { reason } => (0, What::Skipped { reason }),
            PieceKind::Frame if dir == Dir::C2s => (0, self.request(content, piece.span.start)),
            PieceKind::Frame => (0, self.response(content)),
            PieceKind::Cut { missing } if dir == Dir::C2s => (missing, self.request(content, piece.span.start)),
            PieceKind::Cut { missing } => (missing, self.response(content)),
        };
        let time = self.timing.as_ref().and_then(|timing| timing.of(dir, piece.span.end).1);
        Some(Entry { dir, span: piece.span, content, missing, time, what })
    }
}

/// What a client has sent, piece by piece.
fn requests(stream: &[u8]) -> VecDeque<Piece> {
    let (mut pieces, mut at) = (VecDeque::new(), 0);
    // Knows when bare tokens follow.
    let mut place = InFlight::<1>::new();
    while let Some(piece) = stream::next(stream, at, place.request_kind(), Judge::Request) {
        if !matches!(piece.kind, PieceKind::Skipped { .. }) {
            place.forget_oldest();
            // Too small a one is told when its turn comes.
            let _ = place.request(content(stream, &piece));
        }
        at = piece.span.end;
        pieces.push_back(piece);
    }
    pieces
}

/// What a frame holds, as far as it is there; or skipped bytes.
fn content<'a>(stream: &'a [u8], piece: &Piece) -> &'a [u8] {
    let bytes = stream.get(piece.span.clone()).unwrap_or(&[]);
    let front = if matches!(piece.kind, PieceKind::Skipped { .. }) { 0 } else { frame::PREFIX };
    bytes.get(front..).unwrap_or(&[])
}

/// What a request begins with.
fn front(stream: &[u8], piece: &Piece) -> Option<RequestPeek> {
    let is_frame = !matches!(piece.kind, PieceKind::Skipped { .. });
    is_frame.then(|| RequestHeaderView::peek(content(stream, piece)).ok()).flatten()
}
