//! One direction of a connection as frames, also where it begins or ends in the middle of one.
//!
//! A stream that was caught from its first byte on needs none of this: one length leads to the next. One that begins anywhere,
//! or has a gap, is searched for bytes that are whole messages from end to end, with others behind them.

use kafka_view::frame::{self, FrameKind};
use kafka_view::messages::{Message, api_versions::ApiVersionsResponseView, header::*};
use kafka_view::schema::{MessageKind, skip};
use kafka_view::{ApiKey, DecodeError, DecodeErrorKind};
use std::cell::Cell;
use std::collections::HashMap;
use std::ops::Range;

/// A piece of a stream: a frame, or bytes that belong to none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Where it is, a frame's length included.
    pub span: Range<usize>,
    /// What it is.
    pub kind: PieceKind,
}

/// What a piece of a stream is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PieceKind {
    /// A frame.
    Frame,
    /// The front of a frame, which the end of the stream cuts.
    Cut {
        /// The least number of bytes that it lacks.
        missing: usize,
    },
    /// No frame begins at its first byte. Behind it one does, or the stream ends.
    Skipped {
        /// Why not, if its length says so by itself.
        reason: Option<DecodeErrorKind>,
    },
}

/// How many bytes of a stream a search in it may look at, for each byte that it is long. Most places are dismissed by their first
/// bytes; but those of a hostile stream may each begin what looks like a message almost to its end.
const LOOKS: usize = 16;

/// And this many it may in any case.
const LEAST_LOOKS: usize = 1 << 20;

/// Which API and version the requests with a correlation id have.
pub type Ids = HashMap<i32, Vec<(ApiKey, i16)>>;

/// How to tell a message from other bytes.
#[derive(Clone, Copy)]
pub enum Judge<'i> {
    /// By its own header.
    Request,
    /// By the requests that it may answer.
    Response(&'i Ids),
}

/// So many frames behind each other, each with a possible length, are no accident.
const CHAIN: usize = 8;

impl Judge<'_> {
    const fn kind(self) -> FrameKind {
        match self {
            Judge::Request => FrameKind::Request,
            Judge::Response(_) => FrameKind::Response,
        }
    }

    /// Whether a whole frame is a message from end to end. One with bytes left over may be one, too, but cannot prove it.
    pub fn is_message(self, content: &[u8]) -> bool {
        self.ends_with(content, &Cell::default())
    }

    /// The same, where it counts how many bytes are looked at.
    fn ends_with(self, content: &[u8], looks: &Cell<usize>) -> bool {
        self.read(content, looks, |read| read == Ok(0))
    }

    /// Whether a frame is a message, with or without bytes left over.
    fn is_readable(self, content: &[u8], looks: &Cell<usize>) -> bool {
        self.read(content, looks, |read| read.is_ok())
    }

    /// Whether a message could begin like that, and is not at its end yet.
    fn is_front(self, content: &[u8], looks: &Cell<usize>) -> bool {
        let goes_on = |read: Result<usize, DecodeError>| read.is_err_and(|error| error.is_incomplete());
        content.len() < self.kind().least() || self.read(content, looks, goes_on)
    }

    /// Reads header and body as what they may be, until one result is good: how many bytes are left over.
    fn read(self, content: &[u8], looks: &Cell<usize>, is_good: impl Fn(Result<usize, DecodeError>) -> bool) -> bool {
        let body = |api: ApiKey, kind, version, body: &[u8]| {
            // What stands in front of the body.
            looked(looks, content.len().saturating_sub(body.len()));
            match Message::of(api, kind) {
                Some(message) => skip(message.schema(), body, version)
                    .inspect(|&used| looked(looks, used))
                    .map(|used| body.len().saturating_sub(used)),
                None => Ok(body.len()),
            }
        };
        let read = |read: Result<usize, DecodeError>| {
            // What is bad was looked at as far as that.
            is_good(read.inspect_err(|error| looked(looks, error.offset as usize)))
        };
        match self {
            Judge::Request => read(RequestHeaderView::split(content).and_then(|(header, rest)| {
                body(header.request_api_key, MessageKind::Request, header.request_api_version, rest)
            })),
            Judge::Response(ids) => {
                self.requests(ids, content).iter().any(|&(api, version)| {
                    read(ResponseHeaderView::split(content, api, version).and_then(|(_, rest)| {
                        body(api, MessageKind::Response, answered_version(api, version, rest), rest)
                    }))
                })
            }
        }
    }

    /// What a response with such a front may answer.
    fn requests<'i>(self, ids: &'i Ids, content: &[u8]) -> &'i [(ApiKey, i16)] {
        let id = content.first_chunk().map(|id| i32::from_be_bytes(*id));
        id.and_then(|id| ids.get(&id)).map_or(&[], Vec::as_slice)
    }
}

/// Adds to the number of bytes that were looked at.
fn looked(looks: &Cell<usize>, bytes: usize) {
    looks.set(looks.get().saturating_add(bytes));
}

/// The version in which a request was answered.
fn answered_version(api: ApiKey, version: i16, body: &[u8]) -> i16 {
    if api == ApiKey::API_VERSIONS { ApiVersionsResponseView::answered_version(body, version) } else { version }
}

/// The piece that begins at a byte of a stream; none at its end.
#[must_use]
pub fn next(stream: &[u8], at: usize, kind: FrameKind, judge: Judge<'_>) -> Option<Piece> {
    let rest = stream.get(at..).filter(|rest| !rest.is_empty())?;
    let piece = |len: usize, kind| Piece { span: at..at.saturating_add(len), kind };
    let looks = Cell::default();
    // One that is in doubt is taken for what it says if there is nothing better.
    let (doubtful, reason) = match frame::split(rest, kind, usize::MAX) {
        Ok((content, behind)) => {
            let frame = piece(rest.len().saturating_sub(behind.len()), PieceKind::Frame);
            // Tokens say nothing about themselves.
            if kind == FrameKind::Raw
                || judge.ends_with(content, &looks)
                || Behind::of(behind, judge, &looks) == Behind::Frames
            {
                return Some(frame);
            }
            (frame, None)
        }
        Err(error) if error.is_incomplete() => {
            let cut = piece(rest.len(), PieceKind::Cut { missing: missing(error) });
            let front = rest.get(frame::PREFIX..).unwrap_or(&[]);
            // At the start of a stream nothing says yet that a length stands there.
            if kind == FrameKind::Raw || (at > 0 && judge.is_front(front, &looks)) {
                return Some(cut);
            }
            (cut, None)
        }
        Err(error) => (piece(rest.len(), PieceKind::Skipped { reason: Some(error.kind) }), Some(error.kind)),
    };
    let most = rest.len().saturating_mul(LOOKS).max(LEAST_LOOKS);
    looks.set(0);
    let begins = |at: &usize| {
        let content = rest.get(*at..).map(|rest| frame::split(rest, judge.kind(), usize::MAX));
        let Some(Ok((content, behind))) = content else { return false };
        judge.ends_with(content, &looks) && Behind::of(behind, judge, &looks) != Behind::Other
    };
    let found = (1..rest.len()).take_while(|_| looks.get() <= most).find(begins);
    Some(found.map_or(doubtful, |len| piece(len, PieceKind::Skipped { reason })))
}

fn missing(error: DecodeError) -> usize {
    usize::try_from(error.missing).unwrap_or(usize::MAX)
}

/// What is behind a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Behind {
    /// More frames, or the end of the stream.
    Frames,
    /// What may be the front of another, if one leads there that is beyond doubt itself.
    Front,
    /// Something else.
    Other,
}

impl Behind {
    fn of(mut behind: &[u8], judge: Judge<'_>, looks: &Cell<usize>) -> Self {
        for _ in 0..CHAIN {
            if behind.len() < frame::PREFIX {
                return Behind::Frames;
            }
            match frame::split(behind, judge.kind(), usize::MAX) {
                Ok((content, _)) if judge.is_readable(content, looks) => return Behind::Frames,
                Ok((_, rest)) => behind = rest,
                Err(error) => {
                    let front = behind.get(frame::PREFIX..).unwrap_or(&[]);
                    let is_front = error.is_incomplete() && judge.is_front(front, looks);
                    return if is_front { Behind::Front } else { Behind::Other };
                }
            }
        }
        Behind::Frames
    }
}
