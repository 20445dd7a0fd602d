//! From the bytes of a header or body to rows, by the table of the message.

use crate::error::Fault;
use crate::rows::{Region, Row, Rows};
use crate::value::{blob, count, first_sentence, hexed, number, quoted, snake_case};
use kafka_view::messages::Message;
use kafka_view::schema::{Event, Field, FieldInfo, FieldType, MessageKind, Segment, Step, Value, Walk};
use kafka_view::{DecodeError, DecodeErrorKind, Records, varint};
use std::ops::Range;

/// A header or a body, and where it is in the input.
#[derive(Clone, Copy, Debug)]
pub struct Part<'a> {
    /// Its declaration.
    pub message: Message,
    /// Its version.
    pub version: i16,
    /// Its bytes, and what is behind it.
    pub bytes: &'a [u8],
    /// Its first byte, counted from the start of the input.
    pub at: usize,
    /// Whether the bytes end with a whole frame.
    pub in_frame: bool,
}

/// Adds the rows of a header or body, up to its end or the first fault, and says where that is.
///
/// # Errors
/// Where the good bytes end; the fault is noted in `rows`.
pub fn walk(rows: &mut Rows, part: &Part<'_>) -> Result<usize, usize> {
    let depth = rows.depth();
    let mut end = part.at;
    let fault = |error: DecodeError, path: String, expected: String| {
        let fault = Fault::new(error.shifted(part.at), path).expected(expected);
        Fault { in_frame: part.in_frame, ..fault }
    };
    let mut walk = match Walk::new(part.message.schema(), part.bytes, part.version) {
        Ok(walk) => walk,
        Err(error) => {
            let versions = part.message.schema().versions();
            let expected = format!("a version from {} to {}", versions.start(), versions.end());
            rows.faults.push(fault(error, String::new(), expected));
            return Err(end);
        }
    };
    let mut structs = Vec::new();
    let mut tag = None;
    while let Some(step) = walk.next() {
        let path = || walk.path().with(part.message.names()).to_string();
        match step {
            Ok(step) => {
                end = add(rows, part, &step, path);
                match step.event {
                    Event::BeginStruct { .. } => structs.push((step.field, step.index, false)),
                    Event::BeginTags { .. } => {
                        if let Some((_, _, in_tags)) = structs.last_mut() {
                            *in_tags = true;
                        }
                    }
                    Event::EndStruct { .. } => drop(structs.pop()),
                    Event::KnownTag { size, .. } => tag = Some((step.end, size)),
                    _ => {}
                }
            }
            Err(error) => {
                let path = path();
                let last = walk.path().segments().last().copied();
                let place = (last.map(|last| last.field), last.and_then(|last| last.index));
                let expected = match (error.kind, structs.last()) {
                    (DecodeErrorKind::TagSize, _) => part.expected_size(tag, error),
                    (_, Some(&(field, index, in_tags))) if (field, index) == place => part.expected_tags(in_tags, end),
                    _ => part.expected(last, error, end),
                };
                if error.is_incomplete() {
                    end = add_cut_records(rows, part, walk.path().segments().last(), end, &path);
                }
                rows.faults.push(fault(error, path, expected));
                rows.close_to(depth, end);
                return Err(end);
            }
        }
    }
    rows.close_to(depth, end);
    Ok(end)
}

/// Adds what is there of a records field that the end of the input cuts: its first batches may be whole.
fn add_cut_records(rows: &mut Rows, part: &Part<'_>, field: Option<&Segment>, from: usize, path: &str) -> usize {
    let info = field.and_then(|of| {
        let is_records = part.message.schema().field(of.field)?.field_type() == FieldType::Records;
        part.message.names().info(of.field).filter(|_| is_records)
    });
    let bytes = part.bytes.get(from.saturating_sub(part.at)..).unwrap_or(&[]);
    // A length that is itself cut has nothing behind it.
    let read = part.read_length(FieldType::Records, false, bytes);
    let (Some(info), Some((len, prefix))) = (info, read) else { return from };
    let Some(records) = bytes.get(prefix..).filter(|records| !records.is_empty()) else { return from };
    let at = from.saturating_add(prefix);
    rows.open(part.row(info, "records".to_owned(), from..at).value("cut"));
    rows.add(part.length(len, from..at).about("Size of the records in bytes; not all are there."));
    crate::batches::add(rows, Records::from(records), at, || path.to_owned());
    at.saturating_add(records.len())
}

/// Adds what a step of the walk has found, and says where that ends.
fn add(rows: &mut Rows, part: &Part<'_>, step: &Step<'_>, path: impl Fn() -> String) -> usize {
    let span = part.at.saturating_add(step.start as usize)..part.at.saturating_add(step.end as usize);
    let end = span.end;
    let (schema, names) = (part.message.schema(), part.message.names());
    let field = step.field.and_then(|id| Some((schema.field(id)?, names.info(id)?)));
    let of_struct = |node| names.node(node).map_or(("", ""), |of| (of.name, first_sentence(of.about)));
    match step.event {
        Event::BeginStruct { node } => {
            let (name, about) = of_struct(node);
            let marker = span.clone();
            rows.open(match (field, step.index) {
                (None, _) if part.is_header() => {
                    Row::new(name, format!("v{}", part.version), span, part.region()).about(about)
                }
                (None, _) => Row::new(name, "struct", span, part.region())
                    .about(format!("The body, in version {}.", part.version)),
                (Some(_), Some(i)) => {
                    Row::new(format!("{name}[{i}]"), name, span, part.region()).value("struct").about(about)
                }
                (Some((_, info)), None) => part.row(info, name.to_owned(), span).value("struct"),
            });
            if !marker.is_empty() {
                let kind = if field.is_some_and(|(field, _)| field.tag().is_some()) { "uvarint" } else { "int8" };
                let value = part.piece(step).first().map_or(0, |&byte| i8::from_be_bytes([byte]));
                rows.add(
                    Row::new("marker", kind, marker, part.region())
                        .value(value)
                        .about("The struct is there: it is not null."),
                );
            }
        }
        Event::EndStruct { .. } => {
            if rows.innermost().is_some_and(|row| row.region == Region::Tags) {
                rows.close(end);
            }
            rows.close(end);
        }
        Event::BeginArray { len } => {
            let Some((field, info)) = field else { return end };
            let row = part.row(info, part.type_name(field), span.clone());
            rows.open(row.value(count(len as usize, "element", "elements")));
            let follow = count(len as usize, "element follows.", "elements follow.");
            rows.add(part.length(len as usize, span).about(follow));
        }
        Event::EndArray => rows.close(end),
        Event::Value(value) => {
            let Some((field, info)) = field else { return end };
            if let Value::Records(records) = value {
                rows.open(part.row(info, "records".to_owned(), span));
                let from = end.saturating_sub(records.len());
                let length = part.at.saturating_add(step.start as usize)..from;
                rows.add(part.length(records.len(), length).about("Size of the records in bytes."));
                let batches = crate::batches::add(rows, records, from, path);
                if let Some(row) = rows.innermost() {
                    row.value = Some(count(batches, "RecordBatch", "RecordBatches"));
                }
                rows.close(end);
            } else {
                rows.add(part.value(field, info, step, value, span));
            }
        }
        Event::BeginTags { count } => {
            let about = if part.is_header() {
                "Number of tagged fields in the header."
            } else {
                "Number of tagged fields in the struct."
            };
            let row = Row::new("tagged_fields", "uvarint", span.clone(), Region::Tags).value(count).about(about);
            if count == 0 {
                rows.add(row);
            } else {
                rows.open(row);
                rows.add(Row::new("length", "uvarint", span, Region::Tags).value(count));
            }
        }
        Event::KnownTag { tag, size } => rows.add(
            Row::new(format!("tag {tag}"), "uvarint", span, Region::Tags)
                .value(count(size as usize, "byte", "bytes"))
                .about("Number and size of the tagged field that comes next."),
        ),
        Event::UnknownTag(field) => rows.add(
            Row::new(format!("tag {}", field.tag), "unknown", span, Region::Tags)
                .value(
                    format!("{} {}", count(field.bytes.len(), "byte", "bytes"), hexed(field.bytes))
                        .trim_end_matches(" 0x"),
                )
                .about("A tagged field that this version of the schema does not know."),
        ),
        _ => {}
    }
    end
}

/// What should stand where a part cannot be read, in words.
impl Part<'_> {
    /// In the place of a field, or an element of one, that begins at a byte of the input.
    fn expected(&self, of: Option<Segment>, error: DecodeError, from: usize) -> String {
        let field = of.and_then(|of| Some((of, self.message.schema().field(of.field)?)));
        let Some((of, field)) = field else { return String::new() };
        let is_array = field.is_array() && of.index.is_none();
        let is_struct = field.holds().is_some() && !is_array;
        let element = type_name(self.message, field);
        let element = element.trim_start_matches("[]");
        let is_bytes = matches!(field.field_type(), FieldType::Bytes | FieldType::Records);
        let what = match element {
            _ if is_array => format!("an array of {element}"),
            "bytes" | "records" => element.to_owned(),
            _ if element.starts_with(['i', 'A', 'E', 'I', 'O', 'U']) => format!("an {element}"),
            _ => format!("a {element}"),
        };
        match error.kind {
            DecodeErrorKind::UnexpectedNull => format!("{what}, which is not null in version {}", self.version),
            DecodeErrorKind::InvalidVarint => format!("{what}: a varint of at most 5 bytes that fits into 32 bits"),
            DecodeErrorKind::InvalidLength => format!("{what}: a length of at most {}", i32::MAX),
            DecodeErrorKind::Incomplete if is_struct => format!("{what}, or a marker that there is none"),
            DecodeErrorKind::Incomplete if field.field_type().width() > 0 && !is_array => {
                format!("{what} of {}", count(field.field_type().width(), "byte", "bytes"))
            }
            DecodeErrorKind::Incomplete => {
                let bytes = self.bytes.get(from.saturating_sub(self.at)..).unwrap_or(&[]);
                let is_short = !is_array && !is_bytes;
                let Some((len, used)) = self.read_length(field.field_type(), is_short, bytes) else {
                    return format!("{what}: its length comes first");
                };
                let left = count(bytes.len().saturating_sub(used), "byte is", "bytes are");
                if is_array {
                    let many = count(len, "element", "elements");
                    return format!(
                        "{many} of {element}, as byte {from} says; {left} left, and each takes one at least"
                    );
                }
                format!("{what} of {}, as byte {from} says; {left} left", count(len, "byte", "bytes"))
            }
            _ => String::new(),
        }
    }

    /// In the place of a struct's tagged fields, or of one of them, that begins at a byte of the input.
    fn expected_tags(&self, in_tags: bool, from: usize) -> String {
        let mut rest = self.bytes.get(from.saturating_sub(self.at)..).unwrap_or(&[]);
        let mut number = || {
            let (value, used) = varint::unsigned(rest).ok()?;
            rest = rest.get(used..)?;
            Some(value)
        };
        let (first, second) = (number(), if in_tags { number() } else { None });
        let left = count(rest.len(), "byte is", "bytes are");
        match (first, second) {
            (Some(many), None) if !in_tags => {
                let many = count(many as usize, "tagged field", "tagged fields");
                format!("{many}, as byte {from} says; {left} left, and each takes two at least")
            }
            (Some(tag), Some(size)) => {
                let size = count(size as usize, "byte", "bytes");
                format!("{size} of tagged field {tag}, as byte {from} and behind it say; {left} left")
            }
            _ if in_tags => "the number and the size of a tagged field, as varints of at most 5 bytes".to_owned(),
            _ => "how many tagged fields there are, as a varint of at most 5 bytes".to_owned(),
        }
    }

    /// In the place of a tagged field whose value and size differ. `tag` is where the last one began, and its size.
    fn expected_size(&self, tag: Option<(u32, u32)>, error: DecodeError) -> String {
        let inside = tag.filter(|(from, size)| (*from..=from.saturating_add(*size)).contains(&error.offset));
        inside.map_or_else(
            || "a value that fills exactly the size that its tag declares".to_owned(),
            |(from, size)| {
                let (size, from) = (count(size as usize, "byte", "bytes"), self.at.saturating_add(from as usize));
                format!("a value of exactly {size} from byte {from} on, as its tag declares")
            },
        )
    }

    /// The length at the front of some bytes, if it is there and not null, and how many bytes it takes.
    fn read_length(&self, field_type: FieldType, is_short: bool, bytes: &[u8]) -> Option<(usize, usize)> {
        let (len, used) = if self.is_flexible() && field_type != FieldType::ClassicString {
            let (compact, used) = varint::unsigned(bytes).ok()?;
            (compact.checked_sub(1)?, used)
        } else if is_short {
            (u16::from_be_bytes(*bytes.first_chunk()?).into(), 2)
        } else {
            (u32::from_be_bytes(*bytes.first_chunk()?), 4)
        };
        Some((usize::try_from(len).ok()?, used))
    }

    fn is_header(&self) -> bool {
        self.message.schema().kind == MessageKind::Header
    }

    fn region(&self) -> Region {
        match self.message.schema().kind {
            MessageKind::Header => Region::Header,
            MessageKind::Request => Region::Request,
            _ => Region::Response,
        }
    }

    fn is_flexible(&self) -> bool {
        self.message.schema().is_flexible(self.version)
    }

    /// The bytes of a step.
    fn piece(&self, step: &Step<'_>) -> &[u8] {
        self.bytes.get(step.start as usize..step.end as usize).unwrap_or(&[])
    }

    /// The row of a field.
    fn row(&self, info: &FieldInfo, kind: String, span: Range<usize>) -> Row {
        // The protocol guide writes the fields of headers in another way than those of bodies.
        let name = if self.is_header() { snake_case(info.name) } else { info.name.to_owned() };
        Row::new(name, kind, span, self.region()).about(info.about)
    }

    /// The name of a field's type.
    fn type_name(&self, field: &Field) -> String {
        type_name(self.message, field)
    }

    /// The row of the length of an array or of records.
    fn length(&self, len: usize, span: Range<usize>) -> Row {
        if self.is_flexible() {
            Row::new("length", "uvarint", span, self.region())
                .value(format!("{} (compact, n+1)", len.saturating_add(1)))
        } else {
            Row::new("length", "int32", span, self.region()).value(len)
        }
    }

    /// The row of a value that is no records.
    fn value(&self, field: &Field, info: &FieldInfo, step: &Step<'_>, value: Value<'_>, span: Range<usize>) -> Row {
        let field_type = field.field_type();
        let mut row = match step.index {
            Some(i) => Row::new(format!("{}[{i}]", field_type.name()), field_type.name(), span, self.region()),
            None => self.row(info, self.type_name(field), span),
        };
        let with_length = |value: String, len| format!("{value} {}", self.prefix(field, step, len));
        row.value = Some(match value {
            Value::Bool(value) => value.to_string(),
            Value::Int(value) => number(value, field_type),
            Value::Float(value) => format!("{value:?}"),
            Value::Uuid(value) => format!("{value:#}"),
            Value::String(value) => with_length(quoted(value.as_bytes()), Some(value.len())),
            Value::Bytes(value) => with_length(blob(value), Some(value.len())),
            Value::Null if field.holds().is_some() && !field.is_array() => "null".to_owned(),
            _ => with_length("null".to_owned(), None),
        });
        match value {
            Value::Int(code) if field_type == FieldType::ErrorCode => {
                let code = i16::try_from(code).map_or(kafka_view::ErrorCode::NONE, kafka_view::ErrorCode);
                if code.is_retriable() {
                    row.about = format!("{} A later attempt may succeed.", row.about).trim_start().to_owned();
                }
            }
            Value::Uuid(id) if id != kafka_view::Uuid::ZERO => {
                row.about = format!("{} Kafka prints it as {id}", row.about).trim_start().to_owned();
            }
            _ => {}
        }
        row
    }

    /// The length in front of a value; none is null.
    fn prefix(&self, field: &Field, step: &Step<'_>, len: Option<usize>) -> String {
        let is_string = matches!(field.field_type(), FieldType::String | FieldType::ClassicString) && !field.is_array();
        if self.is_flexible() && field.field_type() != FieldType::ClassicString {
            return format!("(compact, len+1={})", len.map_or(0, |len| len.saturating_add(1)));
        }
        let bytes = self.piece(step);
        let (name, len) = if is_string {
            ("int16", bytes.first_chunk().map(|bytes| i32::from(i16::from_be_bytes(*bytes))))
        } else {
            ("int32", bytes.first_chunk().map(|bytes| i32::from_be_bytes(*bytes)))
        };
        format!("({name} len={})", len.unwrap_or(-1))
    }
}

/// The name of a field's type: Kafka's, but for a string that is always as in the first versions.
#[must_use]
pub fn type_name(message: Message, field: &Field) -> String {
    let element = match field.holds().and_then(|node| message.names().node(node)) {
        Some(of) => of.name,
        None if field.field_type() == FieldType::ClassicString => "nullable_string",
        None => field.field_type().name(),
    };
    format!("{}{element}", if field.is_array() { "[]" } else { "" })
}
