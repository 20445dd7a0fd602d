//! A conversation as lines: of text, or of JSON.

use super::{Context, Conversation, Dir, Entry, What};
use crate::codecs::Budget;
use crate::error::{Faults, undone};
use crate::explain::{self, Explained, Front, explain_within};
use crate::json::{self as values, Unknown};
use crate::lines::locate;
use crate::records::{Trouble, each_record};
use crate::rows::{Region, Row};
use crate::text::Text;
use crate::value::{count, quoted, safe};
use anstyle::{AnsiColor, Style};
use kafka_view::messages::Message;
use kafka_view::messages::header::{RequestHeaderView, RequestPeek};
use kafka_view::records::Record;
use kafka_view::schema::{Event, FieldType, MessageKind, Value as Plain, Walk};
use kafka_view::{ApiKey, DecodeError, ErrorCode, Records, Str};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
use std::io::{self, Write};
use std::ops::Range;

/// Something wrong with an entry.
struct Fault {
    /// What, in a few words that do not depend on where.
    kind: String,
    /// How many more bytes of the stream could mend it; none if nothing can.
    missing: Option<usize>,
    /// At which byte of the stream.
    at: usize,
    /// In which field; empty for none.
    path: String,
    /// What is to be said of it besides.
    more: String,
}

impl Fault {
    fn new(kind: impl ToString, at: usize, path: impl Into<String>) -> Self {
        Fault { kind: kind.to_string(), missing: None, at, path: path.into(), more: String::new() }
    }

    fn json(&self) -> Value {
        json!({
            "kind": self.kind, "incomplete": self.missing.is_some(), "missing": self.missing.unwrap_or(0), "offset": self.at,
            "path": self.path,
        })
    }
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} at byte {}", self.kind, self.at)?;
        if !self.path.is_empty() {
            write!(f, ", in {}", self.path)?;
        }
        f.write_str(&self.more)
    }
}

/// An entry, taken apart.
#[derive(Default)]
struct Parts<'a> {
    /// The request, or that which is answered.
    front: Option<RequestPeek>,
    header_version: Option<i16>,
    header: &'a [u8],
    header_unknown: Vec<Unknown>,
    /// The message and its version, where these are known.
    body_of: Option<(Message, i16)>,
    /// What there is of the body.
    body: &'a [u8],
    summary: Summary,
    /// What is odd, but fine.
    notes: Vec<String>,
    faults: Vec<Fault>,
}

/// What there is to see in a body at a glance.
#[derive(Default)]
struct Summary {
    /// Whether it has error codes at all.
    has_codes: bool,
    /// The first error, where it is, and how many there are.
    error: Option<(ErrorCode, String)>,
    errors: usize,
    /// How many unknown tagged fields there are, and the first of them.
    unknown: usize,
    unknown_tag: Option<(u32, String)>,
    /// The groups, topics and transactional ids that are named, each by the first, and how many there are.
    names: Vec<(&'static str, String, usize)>,
    batches: usize,
    records: usize,
    codecs: BTreeSet<String>,
    has_cut_batch: bool,
    trailing: usize,
    faults: Vec<Fault>,
}

impl Summary {
    /// Keeps that a group, a topic or a transaction is named.
    fn name(&mut self, entity: &'static str, name: Str<'_>) {
        let word = match entity {
            "groupId" => "group",
            "topicName" => "topic",
            "transactionalId" => "transaction",
            _ => return,
        };
        match self.names.iter_mut().find(|(known, ..)| *known == word) {
            Some((_, _, count)) => *count = count.saturating_add(1),
            None => self.names.push((word, quoted(name.as_bytes()), 1)),
        }
    }
}

impl<'a> Parts<'a> {
    fn new(entry: &Entry<'a>, budget: &Budget) -> Self {
        let mut parts = match entry.what {
            What::Request { front, one_way, repeats } => {
                let mut parts = Parts::of_message(entry, MessageKind::Request, front, front.api_version, budget);
                if one_way {
                    parts.notes.push("wants no response (acks 0)".to_owned());
                }
                if repeats {
                    parts.notes.push(format!("#{} is in flight already", front.correlation_id));
                }
                parts
            }
            What::Response { request, version, overtakes, .. } => {
                let mut parts = Parts::of_message(entry, MessageKind::Response, request, version, budget);
                if version != request.api_version {
                    parts.notes.push(format!("in version 0: the broker does not know version {}", request.api_version));
                }
                if let Some(older) = overtakes {
                    let (api, id) = (named(older.api_key, older.api_version), older.correlation_id);
                    parts.notes.push(format!("overtakes the response to {api} #{id}"));
                }
                parts
            }
            What::Token => Parts {
                notes: vec![format!("{} without a Kafka header", count(entry.content.len(), "byte", "bytes"))],
                ..Parts::default()
            },
            What::Unmatched { .. } => Parts { notes: vec!["its request was not seen".to_owned()], ..Parts::default() },
            What::Fragment => Parts::default(),
            What::Skipped { reason } => {
                let begins_inside = entry.span.start == 0 && reason.is_none();
                let why = if begins_inside { "the stream begins inside a message" } else { "no message begins" };
                let why = reason.map_or_else(|| why.to_owned(), |reason| reason.to_string());
                let more = format!(": {} skipped", count(entry.span.len(), "byte", "bytes"));
                Parts { faults: vec![Fault { more, ..Fault::new(why, entry.span.start, "") }], ..Parts::default() }
            }
        };
        if entry.missing > 0 {
            let more = format!(": {} missing", count(entry.missing, "byte is", "bytes are"));
            let cut = Fault::new("the stream ends inside the message", entry.span.end, "");
            parts.faults.push(Fault { missing: Some(entry.missing), more, ..cut });
        }
        parts
    }

    fn of_message(entry: &Entry<'a>, kind: MessageKind, front: RequestPeek, version: i16, budget: &Budget) -> Self {
        let RequestPeek { api_key: api, api_version, .. } = front;
        let (name, header_version) = match kind {
            MessageKind::Response => ("ResponseHeader", api.response_header_version(api_version)),
            _ => ("RequestHeader", api.request_header_version(api_version)),
        };
        let at = entry.span.end.saturating_sub(entry.content.len());
        let mut parts = Parts { front: Some(front), header_version, ..Parts::default() };
        let header_of = Message::from_name(name).zip(header_version);
        let Some((header, header_version)) = header_of else {
            let unknown = if api.name().is_some() { "version" } else { "API" };
            parts.notes.push(format!("unknown {unknown}: its content is passed over"));
            return parts;
        };
        let content = entry.content;
        match values::decode(header, header_version, content) {
            Ok(decoded) => {
                (parts.header, parts.body) =
                    content.split_at_checked(content.len().saturating_sub(decoded.rest)).unwrap_or((content, &[]));
                parts.header_unknown = decoded.unknown;
                if let Some(unknown) = parts.header_unknown.first() {
                    let more = more(parts.header_unknown.len());
                    parts.notes.push(format!("unknown tag {} in the header{more}", unknown.tag));
                }
            }
            Err(error) => {
                let path = locate(header, header_version, content, error);
                parts.faults.extend(fault(entry, error, at, path));
                return parts;
            }
        }
        let at = at.saturating_add(parts.header.len());
        let message = Message::of(api, kind).filter(|message| message.schema().has_version(version));
        let Some(message) = message else {
            parts.notes.push(format!("unknown version {version}: its content is passed over"));
            return parts;
        };
        parts.body_of = Some((message, version));
        parts.summary = summarize(entry, message, version, parts.body, at, budget);
        parts.faults.append(&mut parts.summary.faults);
        if let Some((tag, path)) = &parts.summary.unknown_tag {
            let path = if path.is_empty() { "the body" } else { path };
            let more = more(parts.summary.unknown);
            parts.notes.push(format!("unknown tag {tag} in {path}{more}"));
        }
        if parts.summary.has_cut_batch {
            parts.notes.push("the last batch is cut, as it may be".to_owned());
        }
        if parts.summary.trailing > 0 {
            let trailing = count(parts.summary.trailing, "trailing byte", "trailing bytes");
            parts.notes.push(format!("{trailing}, which Kafka ignores"));
        }
        parts
    }
}

/// ` and 3 more`.
fn more(all: usize) -> String {
    if all > 1 { format!(" and {} more", all.saturating_sub(1)) } else { String::new() }
}

/// What a decoder found; nothing where only the end of the stream is in its way.
fn fault(entry: &Entry<'_>, error: DecodeError, from: usize, path: String) -> Option<Fault> {
    if !error.is_incomplete() {
        return Some(Fault::new(error.kind, from.saturating_add(error.offset as usize), path));
    }
    (entry.missing == 0).then(|| Fault::new("the frame ends inside the message", entry.span.end, path))
}

fn summarize(entry: &Entry<'_>, message: Message, version: i16, body: &[u8], at: usize, budget: &Budget) -> Summary {
    let mut found = Summary::default();
    let mut walk = match Walk::new(message.schema(), body, version) {
        Ok(walk) => walk,
        Err(error) => {
            found.faults.extend(fault(entry, error, at, String::new()));
            return found;
        }
    };
    while let Some(step) = walk.next() {
        let path = || walk.path().with(message.names()).to_string();
        let step = match step {
            Ok(step) => step,
            Err(error) => {
                found.faults.extend(fault(entry, error, at, path()));
                return found;
            }
        };
        let field_type = step.field.and_then(|field| message.schema().field(field)).map(|field| field.field_type());
        match step.event {
            Event::Value(Plain::Int(code)) if field_type == Some(FieldType::ErrorCode) => {
                let code = ErrorCode(i16::try_from(code).unwrap_or_default());
                found.has_codes = true;
                if code != ErrorCode::NONE {
                    found.errors = found.errors.saturating_add(1);
                    found.error.get_or_insert_with(|| (code, path()));
                }
            }
            Event::Value(Plain::String(name)) => {
                let info = step.field.and_then(|field| message.names().info(field));
                if let Some(entity) = info.and_then(|info| info.entity_type) {
                    found.name(entity, name);
                }
            }
            Event::Value(Plain::Records(records)) => {
                let end = at.saturating_add(step.end as usize);
                add_records(&mut found, records, end.saturating_sub(records.len()), budget, path);
            }
            Event::UnknownTag(field) => {
                found.unknown = found.unknown.saturating_add(1);
                found.unknown_tag.get_or_insert_with(|| (field.tag, path()));
            }
            _ => {}
        }
    }
    found.trailing = walk.rest().len();
    found
}

/// Looks at what a records field holds: batches, their checksums, their records.
fn add_records(found: &mut Summary, records: Records<'_>, at: usize, budget: &Budget, path: impl Fn() -> String) {
    let mut fault = |kind: String, error: DecodeError, path| {
        found.faults.push(Fault::new(kind, at.saturating_add(error.offset as usize), path));
    };
    for batch in records.batches() {
        let batch = match batch {
            Ok(batch) => batch,
            Err(error) if error.is_incomplete() => {
                found.has_cut_batch = true;
                continue;
            }
            Err(error) => {
                fault(error.kind.to_string(), error, path());
                continue;
            }
        };
        found.batches = found.batches.saturating_add(1);
        let is_old = batch.magic() < 2;
        found.codecs.insert(if is_old { "old format".to_owned() } else { batch.compression().to_string() });
        let mut read = 0;
        let count = |_: &Record<'_>| read += 1;
        let result = batch.verify_crc().map_err(Trouble::Bytes).and_then(|()| each_record(&batch, budget, count));
        // Damaged or not, the header says how many there are; that of an old message does not.
        let told = batch.records_count().map(|count| usize::try_from(count).unwrap_or(0));
        found.records = found.records.saturating_add(told.unwrap_or(read));
        if let Err(trouble) = result {
            let error = trouble.error(&batch);
            let kind = match trouble {
                Trouble::Codec(_) => undone(batch.compression()),
                _ => error.kind.to_string(),
            };
            fault(kind, error, trouble.within(&path()));
        }
    }
}

/// `Metadata v13`.
fn named(api: ApiKey, version: i16) -> String {
    let name = api.name().map_or_else(|| format!("API {}", api.0), str::to_owned);
    format!("{name} v{version}")
}

/// Prints a line of JSON for each entry, and tells how many bytes it has behind it. Gives what is wrong with the streams.
///
/// # Errors
/// As the output.
pub fn json(
    conversation: &mut Conversation<'_>,
    out: &mut dyn Write,
    progress: &mut dyn FnMut(usize),
) -> io::Result<Vec<String>> {
    let (mut faults, mut done, budget) = (Faults::default(), 0_usize, conversation.budget());
    for entry in conversation {
        let parts = Parts::new(&entry, &budget);
        writeln!(out, "{}", safe(&line_of_json(&entry, &parts).to_string()))?;
        tell(&mut faults, entry.dir, &parts);
        done = done.saturating_add(entry.span.len());
        progress(done);
    }
    Ok(faults.finish())
}

fn line_of_json(entry: &Entry<'_>, parts: &Parts<'_>) -> Value {
    let mut line = Map::new();
    let mut put = |name: &str, value: Value| line.insert(name.to_owned(), value);
    put("dir", entry.dir.to_string().into());
    put("offset", entry.span.start.into());
    if matches!(entry.what, What::Skipped { .. }) {
        put("skipped", entry.span.len().into());
    } else {
        put("length", entry.content.len().saturating_add(entry.missing).into());
    }
    if let Some(front) = parts.front {
        put("api_key", front.api_key.0.into());
        put("api_version", front.api_version.into());
        put("api", front.api_key.name().into());
        put("correlation_id", front.correlation_id.into());
        put("client_id", client_id(entry).map(|id| id.to_string()).into());
        put("header_version", parts.header_version.into());
        put("header_len", parts.header.len().into());
    }
    if let What::Unmatched { id } = entry.what {
        put("correlation_id", id.into());
    }
    if let Some(time) = entry.time {
        put("t_us", time.into());
    }
    let unknown = |unknown: &[Unknown]| unknown.iter().map(Unknown::json).collect::<Value>();
    if !parts.header_unknown.is_empty() {
        put("header_unknown", unknown(&parts.header_unknown));
    }
    if let Some((message, version)) = parts.body_of {
        if parts.front.is_some_and(|front| front.api_version != version) {
            put("body_version", version.into());
        }
        if let Ok(decoded) = values::decode(message, version, parts.body) {
            put("json", decoded.json);
            if !decoded.unknown.is_empty() {
                put("unknown", unknown(&decoded.unknown));
            }
            if decoded.rest > 0 {
                put("trailing", decoded.rest.into());
            }
        }
    }
    let note = match entry.what {
        What::Token => Some("a bare SASL token".to_owned()),
        _ if parts.notes.is_empty() => None,
        _ => Some(parts.notes.join("; ")),
    };
    if let Some(note) = note {
        put("note", note.into());
    }
    if !parts.faults.is_empty() {
        put("errors", parts.faults.iter().map(Fault::json).collect());
    }
    line.into()
}

/// Adds what is wrong with an entry to what is told on standard error.
fn tell(told: &mut Faults, dir: Dir, parts: &Parts<'_>) {
    for fault in &parts.faults {
        told.add(|| {
            let of = parts.front.map_or_else(String::new, |front| {
                format!("{} #{}: ", named(front.api_key, front.api_version), front.correlation_id)
            });
            format!("{dir}: {of}{fault}")
        });
    }
}

/// The columns of the lines.
struct Columns {
    has_time: bool,
    at: usize,
    size: usize,
    name: usize,
    id: usize,
}

const DIM: Style = Style::new().dimmed();
const ODD: Style = AnsiColor::Yellow.on_default();
const BAD: Style = AnsiColor::Red.on_default();

/// Prints a line for each entry; from a `detail` of 1 on also its tree, from 2 on its bytes. Gives what is wrong.
///
/// # Errors
/// As the output.
pub fn print(
    conversation: &mut Conversation<'_>,
    detail: u8,
    text: &mut Text<'_>,
    progress: &mut dyn FnMut(usize),
) -> io::Result<Vec<String>> {
    let columns = Columns::of(conversation);
    let (mut faults, mut done) = (Faults::default(), 0_usize);
    let mut tally = Tally::default();
    let (mut client, budget) = (None, conversation.budget());
    columns.headings(text)?;
    while let Some(entry) = conversation.next() {
        let parts = Parts::new(&entry, &budget);
        line(&columns, text, &entry, &parts, &mut client)?;
        if detail > 0 {
            writeln!(text.out)?;
            details(text, conversation.stream(entry.dir), &entry, &parts, detail, &budget)?;
        }
        tally.add(&entry);
        tell(&mut faults, entry.dir, &parts);
        done = done.saturating_add(entry.span.len());
        progress(done);
    }
    if detail == 0 {
        writeln!(text.out)?;
    }
    tally.print(conversation, text)?;
    Ok(faults.finish())
}

impl Columns {
    fn of(conversation: &Conversation<'_>) -> Self {
        let longest = conversation.c2s.len().max(conversation.s2c.len());
        // A name of no API is no measure, and not among them.
        let known =
            conversation.ids.iter().flat_map(|(id, of)| of.iter().map(move |&(api, version)| (id, api, version)));
        let widths = known.map(|(id, api, version)| (named(api, version).len(), format!("#{id}").len()));
        let (name, id) = widths.fold((0, 0), |most, of| (most.0.max(of.0), most.1.max(of.1)));
        Columns {
            has_time: conversation.timing.is_some(),
            at: format!("{longest:x}").len().max(4),
            size: longest.to_string().len().max(4),
            name: name.max("(SASL token)".len()),
            id: id.max(4),
        }
    }

    fn headings(&self, text: &mut Text<'_>) -> io::Result<()> {
        let time = if self.has_time { format!("{:>11}  ", "seconds") } else { String::new() };
        let (at, size, name, id) = (self.at, self.size, self.name, self.id);
        let line = format!("  {time}{:>at$}  {:>size$}  {:<name$}  {:<id$}  notes", "at", "size", "message", "id");
        text.styled(DIM.underline(), &line)?;
        writeln!(text.out)
    }
}

/// Prints the line of an entry.
fn line<'a>(
    columns: &Columns,
    text: &mut Text<'_>,
    entry: &Entry<'a>,
    parts: &Parts<'a>,
    client: &mut Option<Option<Str<'a>>>,
) -> io::Result<()> {
    let (arrow, style) = match entry.dir {
        Dir::C2s => ("→", AnsiColor::Green.on_default()),
        Dir::S2c => ("←", AnsiColor::BrightBlue.on_default()),
    };
    text.styled(style, arrow)?;
    if columns.has_time {
        let time = entry.time.map_or_else(String::new, |time| {
            let (seconds, micros) =
                (time.checked_div(1_000_000).unwrap_or(0), time.checked_rem(1_000_000).unwrap_or(0));
            format!("{seconds}.{micros:06}")
        });
        text.styled(DIM, &format!(" {time:>11} "))?;
    }
    let (at, size) = (columns.at, columns.size);
    text.styled(DIM, &format!(" {:0at$x}  {:>size$}  ", entry.span.start, entry.span.len()))?;
    let id = match entry.what {
        What::Unmatched { id } => Some(id),
        _ => parts.front.map(|front| front.correlation_id),
    };
    let name = match (parts.front, &entry.what) {
        (Some(front), _) => named(front.api_key, front.api_version),
        (None, What::Unmatched { .. }) => "(response)".to_owned(),
        (None, What::Token) => "(SASL token)".to_owned(),
        (None, What::Skipped { .. }) => "(skipped)".to_owned(),
        (None, _) => "(cut)".to_owned(),
    };
    let is_message = parts.front.is_some();
    text.styled(if is_message { style } else { DIM }, &name)?;
    let notes = notes(entry, parts, client);
    let pad = columns.name.saturating_sub(name.len());
    let id = id.map_or_else(String::new, |id| format!("#{id}"));
    if notes.is_empty() {
        return writeln!(text.out, "{:pad$}  {id}", "");
    }
    write!(text.out, "{:pad$}  {id:<1$}  ", "", columns.id)?;
    for (i, (style, note)) in notes.iter().enumerate() {
        if i > 0 {
            text.styled(DIM, " · ")?;
        }
        text.styled(*style, &safe(note))?;
    }
    writeln!(text.out)
}

/// What there is to say about an entry, the most telling first.
fn notes<'a>(entry: &Entry<'a>, parts: &Parts<'a>, client: &mut Option<Option<Str<'a>>>) -> Vec<(Style, String)> {
    let mut notes = Vec::new();
    let found = &parts.summary;
    if let Some((code, path)) = &found.error {
        let path = path.strip_suffix("errorCode").unwrap_or(path).trim_end_matches('.');
        let place = if path.is_empty() { String::new() } else { format!(" in {path}") };
        notes.push((BAD, format!("{code}{place}{}", more(found.errors))));
    } else if entry.dir == Dir::S2c && found.has_codes && parts.faults.is_empty() {
        notes.push((DIM, "ok".to_owned()));
    }
    if found.batches > 0 {
        notes.push((Style::new(), records(found)));
    }
    let is_request = matches!(entry.what, What::Request { .. });
    if is_request {
        let named = |(word, name, all): &(&str, String, usize)| format!("{word} {name}{}", more(*all));
        notes.extend(found.names.iter().map(|named_by| (Style::new(), named(named_by))));
    }
    if is_request && parts.header_version.is_some_and(|version| version > 0) {
        let id = client_id(entry);
        // Every request of a connection says it again.
        if *client != Some(id) {
            *client = Some(id);
            let id = id.map_or_else(|| "without a name".to_owned(), |id| quoted(id.as_bytes()));
            notes.push((Style::new(), format!("client {id}")));
        }
    }
    notes.extend(parts.notes.iter().map(|note| (ODD, note.clone())));
    notes.extend(parts.faults.iter().map(|fault| (BAD, fault.to_string())));
    notes
}

/// `20 records in 2 batches, zstd`.
fn records(found: &Summary) -> String {
    let mut text = count(found.records, "record", "records");
    if found.batches > 1 {
        text += &format!(" in {} batches", found.batches);
    }
    let codecs: Vec<_> = found.codecs.iter().map(String::as_str).filter(|codec| *codec != "none").collect();
    if !codecs.is_empty() {
        text += &format!(", {}", codecs.join(" and "));
    }
    text
}

/// Prints the tree of an entry, and its bytes if wanted.
fn details(
    text: &mut Text<'_>,
    stream: &[u8],
    entry: &Entry<'_>,
    parts: &Parts<'_>,
    detail: u8,
    budget: &Budget,
) -> io::Result<()> {
    let bytes = stream.get(..entry.span.end).unwrap_or(stream);
    let kind = if entry.dir == Dir::C2s { MessageKind::Request } else { MessageKind::Response };
    let explained = match parts.front {
        Some(front) => {
            let what = explain::What::Known { kind, api: front.api_key, version: front.api_version };
            explain_within(budget, bytes, entry.span.start, what, Front::Frame)
        }
        None => opaque(&entry.span),
    };
    if detail > 1 {
        text.layout(bytes, &explained)?;
        writeln!(text.out)?;
    }
    if parts.front.is_some() {
        text.rows(&explained)?;
        writeln!(text.out)?;
    }
    Ok(())
}

/// Bytes in which there is nothing to be seen.
fn opaque(span: &Range<usize>) -> Explained {
    Explained {
        name: "bytes".to_owned(),
        version: None,
        header_version: None,
        start: span.start,
        end: span.end,
        rows: vec![Row { region: Region::Rest, ..Row::opaque("bytes", "bytes", span.clone()) }],
        faults: Vec::new(),
        notes: Vec::new(),
        parts: Vec::new(),
    }
}

/// How many there were of what.
#[derive(Default)]
struct Tally {
    requests: usize,
    responses: usize,
    tokens: usize,
    skipped: usize,
}

impl Tally {
    fn add(&mut self, entry: &Entry<'_>) {
        let (counted, n) = match entry.what {
            What::Request { .. } => (&mut self.requests, 1),
            What::Response { .. } | What::Unmatched { .. } => (&mut self.responses, 1),
            What::Token => (&mut self.tokens, 1),
            What::Fragment => return,
            What::Skipped { .. } => (&mut self.skipped, entry.span.len()),
        };
        *counted = counted.saturating_add(n);
    }

    fn print(&self, conversation: &Conversation<'_>, text: &mut Text<'_>) -> io::Result<()> {
        /// More than that nobody reads.
        const MOST: usize = 5;
        let mut line = format!(
            "{} and {}",
            count(self.requests, "request", "requests"),
            count(self.responses, "response", "responses")
        );
        if self.tokens > 0 {
            line += &format!(", {}", count(self.tokens, "SASL token", "SASL tokens"));
        }
        if self.skipped > 0 {
            line += &format!(", {} skipped", count(self.skipped, "byte", "bytes"));
        }
        text.note(&line)?;
        let waiting: Vec<_> = conversation.unanswered().collect();
        let all = waiting.len().saturating_add(conversation.given_up());
        if all > 0 {
            let named = |(front, context): &(RequestPeek, Context<'_>)| {
                let name = named(front.api_key, front.api_version);
                format!("{name} #{} at {:04x}", front.correlation_id, context.at)
            };
            let shown: Vec<_> = waiting.iter().take(MOST).map(named).collect();
            let rest = all.saturating_sub(shown.len());
            let rest = if rest > 0 { format!(" and {rest} more") } else { String::new() };
            text.note(&format!("without a response: {}{rest}", shown.join(", ")))?;
        }
        Ok(())
    }
}

/// The name of the client that sent a request, or to which a response goes.
fn client_id<'a>(entry: &Entry<'a>) -> Option<Str<'a>> {
    match &entry.what {
        What::Response { context, .. } => context.client_id,
        _ => RequestHeaderView::split(entry.content).ok().and_then(|(header, _)| header.client_id),
    }
}
