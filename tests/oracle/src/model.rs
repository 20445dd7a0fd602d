//! What Kafka's generated readers do with bytes, and what ours do on purpose in another way.
//!
//! One pass over the table of a message accepts whatever either side accepts, and notes where the two part. So it foretells both
//! verdicts: a difference that it does not foretell is a fault of one of the three. It shares nothing with our readers but the
//! table. It recurses; its inputs are our own.

use kafka_view::messages::Message;
use kafka_view::schema::{Field, FieldType, Schema};

/// A difference that is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Difference {
    /// A varint's fifth byte has more than the four bits that fit. Kafka drops them.
    VarintBits,
    /// A compact length above 2^31 - 1. Kafka's turns negative, which is its null.
    LengthWraps,
    /// A count of tagged fields above 2^31 - 1. Kafka's turns negative; before it had a limit it read on as if there were none.
    NegativeTags,
    /// A known tagged field does not fill the size that its tag declares. Kafka does not look at the size.
    TagSize,
    /// A tag that the schema knows in other versions only. Kafka refuses it, we keep it as unknown.
    TagOfOtherVersion,
    /// A string above 32767 bytes behind a compact length. Kafka refuses it.
    LongString,
    /// A tag section of more than 10,000 fields. Kafka refuses it since 4.4.
    ManyTags,
}

impl Difference {
    /// Whether it is Kafka that accepts.
    pub fn kafka_accepts(self) -> bool {
        use Difference::{LengthWraps, NegativeTags, TagSize, VarintBits};
        matches!(self, VarintBits | LengthWraps | NegativeTags | TagSize)
    }
}

/// What becomes of an input.
#[derive(Debug)]
pub struct Forecast {
    /// Where the two sides part, in the order of the bytes.
    pub differences: Vec<Difference>,
    /// How many bytes are left over for a side that accepts; none where both refuse whatever the differences.
    pub rest: Option<usize>,
}

impl Forecast {
    pub fn we_accept(&self) -> bool {
        self.rest.is_some() && !self.differences.iter().any(|of| of.kafka_accepts())
    }
    pub fn kafka_accepts(&self) -> bool {
        self.rest.is_some() && self.differences.iter().all(|of| of.kafka_accepts())
    }
}

/// Kafka's limit on the tagged fields of one struct, since 4.4.
const MOST_TAGS: u32 = 10_000;

/// `limits_tags`: whether the release of Kafka has [`MOST_TAGS`].
pub fn forecast(message: Message, version: i16, bytes: &[u8], limits_tags: bool) -> Forecast {
    let schema = message.schema();
    let flexible = schema.is_flexible(version);
    let mut model = Model { schema, version, flexible, limits_tags, bytes, differences: Vec::new() };
    let read = model.structure(0);
    Forecast { rest: read.map(|()| model.bytes.len()), differences: model.differences }
}

struct Model<'a> {
    schema: &'static Schema,
    version: i16,
    flexible: bool,
    limits_tags: bool,
    /// What is not read yet.
    bytes: &'a [u8],
    differences: Vec<Difference>,
}

/// None: both refuse.
type Read<T> = Option<T>;

impl<'a> Model<'a> {
    fn take(&mut self, n: usize) -> Read<&'a [u8]> {
        let (taken, rest) = self.bytes.split_at_checked(n)?;
        self.bytes = rest;
        Some(taken)
    }

    fn uvarint(&mut self) -> Read<u32> {
        let mut value = 0;
        for shift in [0, 7, 14, 21, 28] {
            let byte = u32::from(self.take(1)?[0]);
            value |= (byte & 0x7f) << shift;
            if byte < 0x80 {
                if shift == 28 && byte > 0x0f {
                    self.differences.push(Difference::VarintBits);
                }
                return Some(value);
            }
        }
        None
    }

    /// A length or count; negative for null.
    fn length(&mut self, classic_width: usize) -> Read<i32> {
        if self.flexible {
            let n = self.uvarint()?;
            if n > 1 << 31 {
                self.differences.push(Difference::LengthWraps);
            }
            return Some(n.wrapping_sub(1).cast_signed());
        }
        Some(match *self.take(classic_width)? {
            [a, b] => i16::from_be_bytes([a, b]).into(),
            [a, b, c, d] => i32::from_be_bytes([a, b, c, d]),
            _ => return None,
        })
    }

    fn structure(&mut self, node: u8) -> Read<()> {
        let (fields, version) = (self.schema.fields(node), self.version);
        for field in fields.iter().filter(|field| field.tag().is_none() && field.is_in(version)) {
            self.field(field)?;
        }
        if !self.flexible {
            return Some(());
        }
        let count = self.uvarint()?;
        if self.limits_tags {
            if count > MOST_TAGS {
                self.differences.push(Difference::ManyTags);
            }
        } else if i32::try_from(count).is_err() {
            self.differences.push(Difference::NegativeTags);
            return Some(());
        }
        for _ in 0..count {
            let (tag, size) = (self.uvarint()?, self.uvarint()? as usize);
            match fields.iter().find(|field| field.tag() == Some(tag)) {
                Some(field) if field.is_in(version) => {
                    let before = self.bytes.len();
                    self.field(field)?;
                    if before - self.bytes.len() != size {
                        self.differences.push(Difference::TagSize);
                    }
                }
                known => {
                    if known.is_some() {
                        self.differences.push(Difference::TagOfOtherVersion);
                    }
                    self.take(size)?;
                }
            }
        }
        Some(())
    }

    fn field(&mut self, field: &Field) -> Read<()> {
        let nullable = field.is_nullable_in(self.version);
        if field.is_array() {
            return match usize::try_from(self.length(4)?) {
                Err(_) => nullable.then_some(()),
                // An element takes a byte at least.
                Ok(count) if count > self.bytes.len() => None,
                Ok(count) => (0..count).try_for_each(|_| self.value(field, false)),
            };
        }
        // In a version that does not allow null, a struct that is nullable elsewhere has its marker all the same.
        if field.holds().is_some() && field.nullable_versions().is_some() && self.take(1)?[0] >= 0x80 {
            return nullable.then_some(());
        }
        self.value(field, nullable)
    }

    fn value(&mut self, field: &Field, nullable: bool) -> Read<()> {
        if let Some(node) = field.holds() {
            return self.structure(node);
        }
        let of = field.field_type();
        let len = match of {
            FieldType::String => self.length(2)?,
            FieldType::ClassicString => {
                let flexible = std::mem::replace(&mut self.flexible, false);
                let len = self.length(2);
                self.flexible = flexible;
                len?
            }
            FieldType::Bytes | FieldType::Records => self.length(4)?,
            _ => return self.take(of.width()).map(|_| ()),
        };
        let Ok(len) = usize::try_from(len) else { return nullable.then_some(()) };
        if of == FieldType::String && len > 0x7fff {
            self.differences.push(Difference::LongString);
        }
        self.take(len).map(|_| ())
    }
}
