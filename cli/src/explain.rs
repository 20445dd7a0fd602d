//! Frames to rows: the length, the header, the body, and what is behind it.

use crate::codecs::Budget;
use crate::error::Fault;
use crate::rows::{Region, Row, Rows};
use crate::tree::{self, Part};
use crate::value::{count, first_sentence};
use kafka_view::frame::{self, FrameKind};
use kafka_view::messages::{Message, api_versions::ApiVersionsResponseView, header::RequestHeaderView};
use kafka_view::schema::MessageKind;
use kafka_view::{ApiKey, DecodeError, DecodeErrorKind};

/// What bytes are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// Requests: their headers say which.
    Requests,
    /// Requests or responses of one API and version.
    Known {
        /// Which of both.
        kind: MessageKind,
        /// The API.
        api: ApiKey,
        /// The version.
        version: i16,
    },
}

/// What is in front of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Front {
    /// The frame's length, and a header.
    Frame,
    /// A header.
    Header,
    /// Nothing.
    Nothing,
}

/// A message and its rows.
#[derive(Debug)]
pub struct Explained {
    /// Kafka's name of the message, or `request` or `message` if that could not be found out.
    pub name: String,
    /// Its version.
    pub version: Option<i16>,
    /// The version of its header.
    pub header_version: Option<i16>,
    /// Its first byte, counted from the start of the input.
    pub start: usize,
    /// The byte behind it, its frame included.
    pub end: usize,
    /// The object tree.
    pub rows: Vec<Row>,
    /// What is wrong with it.
    pub faults: Vec<Fault>,
    /// What is unusual, but fine.
    pub notes: Vec<String>,
    /// The header and the body, as far as they could be read: each ends where the next begins, or the message.
    pub(crate) parts: Vec<Walked>,
}

/// A header or a body that was read.
#[derive(Clone, Debug)]
pub(crate) struct Walked {
    pub(crate) message: Message,
    pub(crate) version: i16,
    /// Its first byte, counted from the start of the input.
    pub(crate) start: usize,
    /// The byte behind what was read of it.
    pub(crate) end: usize,
}

/// Explains the message that begins at a byte of the input: as much of it as is good.
#[must_use]
pub fn explain(input: &[u8], start: usize, what: What, front: Front) -> Explained {
    explain_within(&Budget::of(input.len()), input, start, what, front)
}

/// The same as one of several messages, all of which may decompress no more than the budget has.
#[must_use]
pub fn explain_within(budget: &Budget, input: &[u8], start: usize, what: What, front: Front) -> Explained {
    let mut it = Explaining {
        rows: Rows::within(budget.clone()),
        input,
        at: start,
        end: input.len(),
        in_frame: false,
        name: "message".to_owned(),
        about: "",
        version: None,
        header_version: None,
        parts: Vec::new(),
    };
    it.rows.open(Row::new("", "message", start..start, Region::Rest));
    let is_whole = it.message(what, front).is_ok();
    it.finish(start, is_whole)
}

/// There is nothing more to be read; why is among the faults.
struct Stop;

struct Explaining<'a> {
    rows: Rows,
    input: &'a [u8],
    /// How far it was read.
    at: usize,
    /// Where the message ends, or the input.
    end: usize,
    in_frame: bool,
    name: String,
    about: &'static str,
    version: Option<i16>,
    header_version: Option<i16>,
    parts: Vec<Walked>,
}

impl<'a> Explaining<'a> {
    /// What was not read yet.
    fn rest(&self) -> &'a [u8] {
        self.input.get(self.at..self.end).unwrap_or(&[])
    }

    fn fault(&mut self, error: DecodeError, path: impl Into<String>) -> Stop {
        self.expecting(error, path, "")
    }

    fn expecting(&mut self, error: DecodeError, path: impl Into<String>, expected: impl Into<String>) -> Stop {
        let fault = Fault { in_frame: self.in_frame, ..Fault::new(error, path) };
        self.rows.faults.push(fault.expected(expected));
        Stop
    }

    fn message(&mut self, what: What, front: Front) -> Result<(), Stop> {
        let mut cut = None;
        if front == Front::Frame {
            let kind = match what {
                What::Known { kind: MessageKind::Response, .. } => FrameKind::Response,
                _ => FrameKind::Request,
            };
            cut = self.frame(kind)?;
        }
        let (kind, api, version) = match what {
            What::Known { kind, api, version } => (kind, api, version),
            What::Requests => self.peek()?,
        };
        self.version = Some(version);
        let message = Message::of(api, kind);
        self.name = api.name().map_or_else(|| format!("{kind:?}").to_lowercase(), |name| format!("{name}{kind:?}"));
        self.about = message.and_then(|message| message.names().node(0)).map_or("", |of| first_sentence(of.about));
        if front != Front::Nothing {
            self.header(kind, api, version)?;
        }
        let Some(message) = message else {
            let error = unsupported(self.at);
            return Err(self.fault(error, format!("the body: messages of {api} are not declared here yet")));
        };
        let mut version = version;
        let answered = ApiVersionsResponseView::answered_version(self.rest(), version);
        if (kind, api) == (MessageKind::Response, ApiKey::API_VERSIONS) && answered != version {
            self.rows
                .notes
                .push(format!("the broker does not know version {version} and answers in version 0 (KIP-511)"));
            version = 0;
            self.version = Some(version);
        }
        self.walk(message, version)?;
        if let Some(error) = cut {
            let expected = "as many bytes as the frame's size says; the message is whole without them";
            return Err(self.expecting(error, "", expected));
        }
        Ok(())
    }

    /// The length in front. Gives the error of a frame that is cut, for when all that is there was read.
    fn frame(&mut self, kind: FrameKind) -> Result<Option<DecodeError>, Stop> {
        let (at, bytes) = (self.at, self.rest());
        let (end, error) = match frame::split(bytes, kind, usize::MAX) {
            Ok((content, _)) => (at.saturating_add(frame::PREFIX).saturating_add(content.len()), None),
            Err(error) => (self.end, Some(error.shifted(at))),
        };
        if let Some(length) = bytes.first_chunk() {
            let span = at..at.saturating_add(frame::PREFIX);
            self.at = span.end;
            self.rows.open(
                Row::new("Frame", "", span.clone(), Region::Frame).about("A length, and as many bytes: a message."),
            );
            let size = Row::new("size", "int32", span, Region::Frame).value(i32::from_be_bytes(*length));
            self.rows.add(size.about("Number of bytes that follow."));
            self.rows.close(self.at);
        }
        (self.end, self.in_frame) = (end, error.is_none());
        match error {
            Some(error) if !error.is_incomplete() || bytes.len() < frame::PREFIX => {
                let expected = format!("an int32: how many bytes follow, {} at least", kind.least());
                Err(self.expecting(error, "the frame's size", expected))
            }
            error => Ok(error),
        }
    }

    /// What the front of a request says.
    fn peek(&mut self) -> Result<(MessageKind, ApiKey, i16), Stop> {
        match RequestHeaderView::peek(self.rest()) {
            Ok(front) => Ok((MessageKind::Request, front.api_key, front.api_version)),
            Err(_) => Err(self.walk_header("RequestHeader", 0).err().unwrap_or(Stop)),
        }
    }

    fn header(&mut self, kind: MessageKind, api: ApiKey, version: i16) -> Result<(), Stop> {
        let (name, header_version) = match kind {
            MessageKind::Response => ("ResponseHeader", api.response_header_version(version)),
            _ => ("RequestHeader", api.request_header_version(version)),
        };
        let at = self.at;
        if let (MessageKind::Request, Ok(front)) = (kind, RequestHeaderView::peek(self.rest())) {
            if (front.api_key, front.api_version) != (api, version) {
                let (is, version) = (front.api_key, front.api_version);
                self.rows.notes.push(format!("the header says {is}, version {version}"));
            }
        }
        self.header_version = header_version;
        // What all versions of the header have in common can be read whatever the API.
        self.walk_header(name, header_version.unwrap_or(0))?;
        if header_version.is_some() {
            return Ok(());
        }
        let what = match api.name() {
            Some(name) => format!("the header: {name} has no version {version}"),
            None => format!("the header: there is no API {} (a response needs --response API --version N)", api.0),
        };
        Err(self.fault(unsupported(at), what))
    }

    fn walk_header(&mut self, name: &str, version: i16) -> Result<(), Stop> {
        Message::from_name(name).map_or(Err(Stop), |header| self.walk(header, version))
    }

    fn walk(&mut self, message: Message, version: i16) -> Result<(), Stop> {
        let part = Part { message, version, bytes: self.rest(), at: self.at, in_frame: self.in_frame };
        let walked = tree::walk(&mut self.rows, &part);
        let (Ok(end) | Err(end)) = walked;
        self.parts.push(Walked { message, version, start: self.at, end });
        self.at = end;
        walked.map(|_| ()).map_err(|_| Stop)
    }

    fn finish(mut self, start: usize, is_whole: bool) -> Explained {
        let (at, end) = (self.at, self.end);
        if at < end {
            let row = if is_whole {
                let bytes = count(end.saturating_sub(at), "byte", "bytes");
                self.rows
                    .notes
                    .push(format!("{bytes} left over behind the body, from byte {at} on; Kafka ignores them"));
                Row::opaque("trailing", "bytes", at..end).about("Left over behind the body; Kafka ignores it.")
            } else {
                Row::opaque("unread", "bytes", at..end)
            };
            self.rows.add(row);
        }
        self.rows.close_to(0, end);
        let Explaining {
            rows: Rows { mut rows, faults, notes, .. }, name, about, version, header_version, parts, ..
        } = self;
        if let Some(row) = rows.first_mut() {
            row.name.clone_from(&name);
            row.about = about.to_owned();
        }
        Explained { name, version, header_version, start, end, rows, faults, notes, parts }
    }
}

/// An error that no function of the library gave, as nothing was decoded.
fn unsupported(at: usize) -> DecodeError {
    DecodeError { kind: DecodeErrorKind::UnsupportedVersion, offset: u32::try_from(at).unwrap_or(u32::MAX), missing: 0 }
}
