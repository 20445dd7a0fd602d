use super::encode::default_value;
use super::{DefaultValue, Event, Field, FieldType, MAX_DEPTH, Names, Path, Schema, Step, Value, Walk};
use crate::error::{DecodeError, FieldId, clamp};
use crate::wire::varint;
use core::fmt;
use core::iter::FusedIterator;

/// Something that decodes, but that Kafka never writes: what it is, the byte, and the way to the field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What it is.
    pub kind: FindingKind,
    /// The first byte of the number, length, marker or tag that it is about, counted from the start of the body.
    pub offset: u32,
    /// The field; none for what belongs to the message itself. Of a tag that the schema does not know, the struct it is in.
    pub path: Path,
}

/// What Kafka never writes, though its readers take it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub enum FindingKind {
    /// A variable-length number in more bytes than it needs: a length, a count, a tag, a size or a marker.
    LongVarint,
    /// A negative length other than -1 for null.
    NegativeLength,
    /// A marker in front of a struct that is not the usual one: 1, or -1 for null; of a tagged field 1 or 0.
    Marker,
    /// A bool that is neither 0 nor 1.
    Bool,
    /// Text that is not UTF-8; the offset is that of the first bad byte.
    InvalidUtf8,
    /// A string above 32767 bytes, which Kafka refuses to write and to read, whatever the length in front could say.
    LongString,
    /// A tagged field whose number is below that of the one before (KIP-482).
    TagOrder,
    /// A tagged field that comes twice: the number is that of the field before, or of a known one that was there already.
    DuplicateTag,
    /// A tagged field whose number is above 2147483646, the largest that Kafka's `RawTaggedFieldWriter` writes.
    HighTag,
    /// More tagged fields in a struct than the 10,000 that Kafka 4.4 takes.
    ManyTags,
    /// A known tagged field with its default, which is what a reader takes without it.
    DefaultTag,
    /// Bytes behind the message. Kafka ignores them.
    TrailingBytes,
}

/// The most tagged fields of a struct that Kafka 4.4 takes.
const MOST_TAGS: u32 = 10_000;

/// The largest number of a tagged field that Kafka writes.
const LARGEST_TAG: u32 = i32::MAX.unsigned_abs() - 1;

/// The longest string of Kafka's generated code.
const LONGEST_STRING: usize = 0x7fff;

/// The strict check of any message by its table: an iterator of all that Kafka's own serializers never write, in wire order.
///
/// Decoding takes what Kafka takes, and more than one row of bytes may stand for a value. That is a gap for whoever compares,
/// signs or filters bytes; and what is odd was mostly not written by a Kafka client. The check changes nothing in what
/// decodes: an `Err` is exactly an error of decoding, ends the iteration, and comes behind all findings before it.
///
/// A message in which nothing is found is the one that encoding its value gives. The other way holds too, but for text that is
/// not UTF-8, long strings, and high or many tags: those are part of the value. (A value that comes straight from a view passes
/// arrays and unknown tags on as they came.) Records are opaque, as they are to decoding.
///
/// One pass, without a heap, in time linear in the bytes: each is looked at once, and those of a known tagged field once more
/// for each tagged field around it.
///
/// ```
/// use kafka_view::{Decode, messages::header::RequestHeaderView as Header, schema::{FindingKind, Strict}};
///
/// let bytes = [0, 3, 0, 12, 0, 0, 0, 7, 0, 1, b'c', 2, 5, 0, 3, 0x80, 0]; // tags 5 and 3, and a size of 0 in two bytes
/// let findings: Result<Vec<_>, _> = Strict::new(Header::SCHEMA, Header::NAMES, &bytes, 2)?.collect();
/// let kinds: Vec<_> = findings?.iter().map(|finding| (finding.kind, finding.offset)).collect();
/// assert_eq!(kinds, [(FindingKind::TagOrder, 14), (FindingKind::LongVarint, 15)]);
/// assert!(Header::decode(&bytes, 2).is_ok());
/// # Ok::<(), kafka_view::DecodeError>(())
/// ```
#[derive(Clone)]
pub struct Strict<'a> {
    walk: Walk<'a>,
    schema: &'static Schema,
    names: &'static Names,
    version: i16,
    bytes: &'a [u8],
    /// The tag sections that the walk is in; only tagged fields lead from one to another.
    sections: [Section; MAX_DEPTH],
    depth: usize,
    /// What was found in the last step and not told yet.
    found: [Option<(FindingKind, u32)>; MOST_IN_A_STEP],
    ended: bool,
}

/// Of a tagged field: its place; its number or its default; the form of the number, and that of the size.
const MOST_IN_A_STEP: usize = 4;

#[derive(Clone, Copy)]
struct Section {
    /// The number before.
    last: Option<u32>,
    /// The known ones that were there, as bits.
    seen: u16,
}

impl Section {
    const NEW: Self = Section { last: None, seen: 0 };
}

impl<'a> Strict<'a> {
    /// A check of the body of a message that fills `bytes`. The names know the defaults.
    ///
    /// # Errors
    /// [`DecodeErrorKind::UnsupportedVersion`](crate::DecodeErrorKind::UnsupportedVersion).
    pub fn new(
        schema: &'static Schema,
        names: &'static Names,
        bytes: &'a [u8],
        version: i16,
    ) -> Result<Self, DecodeError> {
        Ok(Strict {
            walk: Walk::new(schema, bytes, version)?,
            schema,
            names,
            version,
            bytes,
            sections: [Section::NEW; MAX_DEPTH],
            depth: 0,
            found: [None; MOST_IN_A_STEP],
            ended: false,
        })
    }

    /// The path to what was checked last, or could not be read.
    #[must_use]
    pub fn path(&self) -> Path {
        self.walk.path()
    }

    fn find(&mut self, kind: FindingKind, at: usize) {
        if let Some(free) = self.found.iter_mut().find(|found| found.is_none()) {
            *free = Some((kind, clamp(at)));
        }
    }

    fn is_flexible(&self) -> bool {
        self.schema.is_flexible(self.version)
    }

    fn from(&self, at: usize) -> &'a [u8] {
        self.bytes.get(at..).unwrap_or(&[])
    }

    fn byte(&self, at: usize) -> u8 {
        self.bytes.get(at).copied().unwrap_or(0)
    }

    fn field(&self, id: Option<FieldId>) -> Option<&'static Field> {
        id.and_then(|id| self.schema.field(id))
    }

    /// What is odd about a step, at most [`MOST_IN_A_STEP`].
    fn look(&mut self, step: &Step<'a>) {
        let at = step.start as usize;
        match step.event {
            Event::BeginStruct { .. } if step.end > step.start => self.marker(self.field(step.field), at, 1),
            Event::BeginArray { .. } => self.length(at, false),
            Event::BeginTags { count } => {
                self.varint(at);
                if count > MOST_TAGS {
                    self.find(FindingKind::ManyTags, at);
                }
                if let Some(section) = self.sections.get_mut(self.depth) {
                    *section = Section::NEW;
                }
                self.depth = self.depth.wrapping_add(1);
            }
            Event::EndStruct { .. } => self.depth = self.depth.saturating_sub(1),
            Event::KnownTag { tag, .. } => self.tag(at, tag, true),
            Event::UnknownTag(field) => self.tag(at, field.tag, false),
            Event::Value(value) => self.value(step, value),
            _ => {}
        }
    }

    /// An unsigned variable-length number, which was found good; gives where it ends.
    fn varint(&mut self, at: usize) -> usize {
        let (_, used) = varint::uvarint(self.from(at)).unwrap_or((0, 0));
        let end = at.wrapping_add(used);
        // The highest bits come last, and only a number of one byte has none.
        if used > 1 && self.byte(end.wrapping_sub(1)) == 0 {
            self.find(FindingKind::LongVarint, at);
        }
        end
    }

    /// The length of a string whose length is never compact.
    fn classic_length(&mut self, at: usize) {
        if self.from(at).first_chunk().is_some_and(|length| i16::from_be_bytes(*length) < -1) {
            self.find(FindingKind::NegativeLength, at);
        }
    }

    /// A length or a count, or the null in place of one.
    fn length(&mut self, at: usize, is_string: bool) {
        if self.is_flexible() {
            self.varint(at);
        } else if is_string {
            self.classic_length(at);
        } else if self.from(at).first_chunk().is_some_and(|length| i32::from_be_bytes(*length) < -1) {
            self.find(FindingKind::NegativeLength, at);
        }
    }

    /// The marker in front of a struct that may be null: `usual` where it is not.
    fn marker(&mut self, field: Option<&Field>, at: usize, usual: u8) {
        let is_tagged = field.is_some_and(|field| field.tag().is_some());
        if !is_tagged {
            // Null is -1.
            let usual = if usual == 0 { u8::MAX } else { usual };
            if self.byte(at) != usual {
                self.find(FindingKind::Marker, at);
            }
            return;
        }
        self.varint(at);
        if varint::uvarint(self.from(at)).is_ok_and(|(marker, _)| marker != u32::from(usual)) {
            self.find(FindingKind::Marker, at);
        }
    }

    fn value(&mut self, step: &Step<'a>, value: Value<'a>) {
        let (at, end) = (step.start as usize, step.end as usize);
        let Some(field) = self.field(step.field) else { return };
        match field.field_type() {
            // Null in place of an array.
            _ if field.is_array() && step.index.is_none() => self.length(at, false),
            FieldType::Struct => self.marker(Some(field), at, 0),
            FieldType::Bool if self.byte(at) > 1 => self.find(FindingKind::Bool, at),
            FieldType::String => self.length(at, true),
            FieldType::ClassicString => self.classic_length(at),
            FieldType::Bytes | FieldType::Records => self.length(at, false),
            _ => {}
        }
        if let Value::String(text) = value {
            if text.len() > LONGEST_STRING {
                self.find(FindingKind::LongString, at);
            }
            if let Err(error) = text.to_str() {
                let text_at = end.wrapping_sub(text.len());
                self.find(FindingKind::InvalidUtf8, text_at.wrapping_add(error.valid_up_to()));
            }
        }
    }

    /// The number and the size of a tagged field.
    fn tag(&mut self, at: usize, tag: u32, is_known: bool) {
        if let Some(section) = self.sections.get_mut(self.depth.wrapping_sub(1)) {
            // A known one has a number below 16.
            let bit = if is_known { 1u16.checked_shl(tag).unwrap_or(0) } else { 0 };
            let is_twice = section.last == Some(tag) || section.seen & bit != 0;
            let is_below = section.last > Some(tag);
            *section = Section { last: Some(tag), seen: section.seen | bit };
            if is_twice {
                self.find(FindingKind::DuplicateTag, at);
            } else if is_below {
                self.find(FindingKind::TagOrder, at);
            }
        }
        if tag > LARGEST_TAG {
            self.find(FindingKind::HighTag, at);
        }
        if is_known && self.holds_default() {
            self.find(FindingKind::DefaultTag, at);
        }
        let size = self.varint(at);
        self.varint(size);
    }

    /// Whether the known tagged field that comes next holds its default.
    fn holds_default(&self) -> bool {
        let mut ahead = self.walk.clone();
        let depth = ahead.levels().len();
        while let Some(Ok(step)) = ahead.next() {
            let default = step.field.and_then(|id| self.names.info(id)).map(|info| info.default);
            let is_default = match step.event {
                Event::Value(value) => {
                    let field_type = self.field(step.field).map(Field::field_type);
                    let of_type = |default| field_type.map(|field_type| default_value(field_type, default));
                    step.index.is_none() && Some(value) == default.and_then(of_type)
                }
                Event::BeginArray { len } => len == 0 && default == Some(DefaultValue::Zero),
                Event::BeginStruct { .. } => default == Some(DefaultValue::Zero),
                Event::UnknownTag(_) => false,
                _ => true,
            };
            if !is_default {
                return false;
            }
            if ahead.levels().len() == depth {
                return true;
            }
        }
        false
    }
}

impl Iterator for Strict<'_> {
    type Item = Result<Finding, DecodeError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some((kind, offset)) = self.found.iter_mut().find_map(Option::take) {
                return Some(Ok(Finding { kind, offset, path: self.path() }));
            }
            if self.ended {
                return None;
            }
            match self.walk.next() {
                Some(Ok(step)) => self.look(&step),
                Some(Err(error)) => {
                    self.ended = true;
                    return Some(Err(error));
                }
                None => {
                    self.ended = true;
                    let rest = self.walk.rest().len();
                    if rest > 0 {
                        self.find(FindingKind::TrailingBytes, self.bytes.len().wrapping_sub(rest));
                    }
                }
            }
        }
    }
}

impl FusedIterator for Strict<'_> {}

impl fmt::Debug for Strict<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Strict({:?})", self.walk)
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at byte {}", self.kind, self.offset)
    }
}

#[cfg(feature = "defmt")]
impl defmt::Format for Finding {
    fn format(&self, f: defmt::Formatter<'_>) {
        defmt::write!(f, "{} at byte {=u32}", self.kind, self.offset);
    }
}

impl fmt::Display for FindingKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            FindingKind::LongVarint => "varint longer than it needs to be",
            FindingKind::NegativeLength => "negative length other than -1",
            FindingKind::Marker => "unusual null marker",
            FindingKind::Bool => "bool that is neither 0 nor 1",
            FindingKind::InvalidUtf8 => "text that is not UTF-8",
            FindingKind::LongString => "string above 32767 bytes",
            FindingKind::TagOrder => "tagged field out of order",
            FindingKind::DuplicateTag => "tagged field that comes twice",
            FindingKind::HighTag => "tagged field above 2147483646",
            FindingKind::ManyTags => "more than 10000 tagged fields",
            FindingKind::DefaultTag => "tagged field that holds its default",
            FindingKind::TrailingBytes => "trailing bytes",
        })
    }
}
