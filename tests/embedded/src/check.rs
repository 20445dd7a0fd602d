//! What has to hold of each row, wherever this runs.

use crate::digest::{Digest, Fnv, Kind};
use crate::packed::{Row, Rows};
use core::fmt::{self, Write};
use kafka_view::compression::{Compression, decompress_with_magic};
use kafka_view::messages::Message;
use kafka_view::records::{Batches, Record, RecordReader};
use kafka_view::schema::{self, FieldType, Walk};
use kafka_view::{Decode, Encode, Records, Str, Stream, TaggedFields, Uuid, Visitor};

static MESSAGES: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/messages.bin"));
static BATCHES: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/batches.bin"));

/// Room for what is decompressed, or encoded, or spoilt.
const ROOM: usize = 128 << 10;

/// Checks every row, writes what it found, and says whether all is well. Of row number `spoil` a bit is turned first, which
/// has to be found.
pub fn all(spoil: Option<usize>, out: &mut dyn Write) -> bool {
    let mut buf = [0; ROOM];
    let mut spoilt = [0; ROOM];
    let (mut seen, mut rows, mut faults) = ([false; 512], 0, 0);
    for (row, check) in message_rows().chain(batch_rows()) {
        let bytes = if spoil == Some(rows) { with_a_bit_turned(row.bytes, &mut spoilt) } else { row.bytes };
        if let Err(what) = check(Row { bytes, ..row }, &mut buf) {
            faults += 1;
            let _ = writeln!(out, "row {rows}, {} version {}: {what}", row.name, row.version);
        }
        if let Some(at) = Message::all().position(|message| message.name() == row.name) {
            seen[at] = true;
        }
        rows += 1;
    }
    let messages = seen.iter().filter(|seen| **seen).count();
    let _ = writeln!(out, "{rows} rows, {messages} messages, {faults} faults");
    faults == 0 && messages == Message::all().len()
}

type Check = fn(Row<'_>, &mut [u8]) -> Result<(), &'static str>;

fn message_rows() -> impl Iterator<Item = (Row<'static>, Check)> {
    Rows(MESSAGES).map(|row| (row, message as Check))
}

fn batch_rows() -> impl Iterator<Item = (Row<'static>, Check)> {
    Rows(BATCHES).map(|row| (row, batches as Check))
}

/// The lowest bit of the byte in the middle; an empty body gets a byte.
fn with_a_bit_turned<'a>(bytes: &[u8], spoilt: &'a mut [u8]) -> &'a [u8] {
    spoilt[..bytes.len()].copy_from_slice(bytes);
    spoilt[bytes.len() / 2] ^= 1;
    &spoilt[..bytes.len().max(1)]
}

/// By view, by value, by table and by cursor.
fn message(row: Row<'_>, buf: &mut [u8]) -> Result<(), &'static str> {
    let message = Message::from_name(row.name).ok_or("no such message")?;
    let skipped = schema::skip(message.schema(), row.bytes, row.version);
    if skipped != Ok(row.bytes.len()) {
        return Err("its table skips it wrongly");
    }
    let mut walk =
        Walk::new(message.schema(), row.bytes, row.version).map_err(|_| "its table does not know the version")?;
    if walk.by_ref().any(|step| step.is_err()) || !walk.rest().is_empty() {
        return Err("its table walks it wrongly");
    }
    let check = typed(row.name).ok_or("no such type")?;
    if check(row.bytes, row.version, buf)? != row.digest {
        return Err("not Kafka's values");
    }
    Ok(())
}

/// What needs the type of a message: gives the digest of its values.
type Typed = for<'a> fn(&'a [u8], i16, &'a mut [u8]) -> Result<u64, &'static str>;

fn typed(name: &str) -> Option<Typed> {
    macro_rules! typed {
        ($name:ident $($module:ident: $($value:ident $view:ident $event:ident),+;)+) => {
            match $name {
                $($( stringify!($value) => |bytes, version, buf| {
                    by_type::<kafka_view::messages::$module::$view<'_>>(bytes, version, buf)
                }, )+)+
                _ => return None,
            }
        };
    }
    Some(kafka_view::__for_each_message!(typed! { name }))
}

fn by_type<'a, V: Decode<'a>>(bytes: &'a [u8], version: i16, buf: &'a mut [u8]) -> Result<u64, &'static str> {
    let view = V::decode(bytes, version).map_err(|_| "its view does not decode")?;
    let value = V::Value::from(view);
    if value.encoded_len(version) != Ok(bytes.len()) {
        return Err("its value has another length");
    }
    match value.encode(version, buf) {
        Ok(len) if buf.get(..len) == Some(bytes) => {}
        _ => return Err("its value encodes to something else"),
    }
    if V::decode(&buf[..bytes.len()], version) != Ok(view) {
        return Err("its value leads to another view");
    }
    let stream = Stream::<V>::new(bytes, version).map_err(|_| "the cursor does not know the version")?;
    if stream.fold(0, |errors, event| errors + usize::from(event.is_err())) != 0 {
        return Err("the cursor does not get through");
    }
    let mut values = Values::default();
    view.visit(version, &mut values);
    Ok(values.digest.sum())
}

/// The digest of what a visitor is shown, as in JSON.
#[derive(Default)]
struct Values {
    name: &'static str,
    digest: Digest,
}

impl Visitor for Values {
    fn field(&mut self, name: &'static str, _: FieldType) {
        self.name = name;
    }
    fn unknown_tagged_fields(&mut self, fields: TaggedFields<'_>) {
        for field in fields {
            self.digest.value("", Kind::Unknown, |value| {
                value.bytes(&field.tag.to_le_bytes());
                value.bytes(field.bytes);
            });
        }
    }
    fn begin_array(&mut self, len: usize) {
        self.digest.value(self.name, Kind::Array, |value| value.bytes(&(len as u64).to_le_bytes()));
    }
    fn null(&mut self) {
        self.digest.value(self.name, Kind::Null, |_| {});
    }
    fn bool(&mut self, bool: bool) {
        self.digest.value(self.name, Kind::Bool, |value| value.bytes(&[bool.into()]));
    }
    fn int(&mut self, int: i64) {
        self.digest.value(self.name, Kind::Int, |value| value.bytes(&int.to_le_bytes()));
    }
    fn float(&mut self, float: f64) {
        let text = if float.is_nan() {
            "NaN"
        } else if float == f64::INFINITY {
            "Infinity"
        } else if float == f64::NEG_INFINITY {
            "-Infinity"
        } else {
            return self.digest.value(self.name, Kind::Float, |value| value.bytes(&float.to_bits().to_le_bytes()));
        };
        self.digest.value(self.name, Kind::Text, |value| value.bytes(text.as_bytes()));
    }
    fn uuid(&mut self, uuid: Uuid) {
        self.digest.value(self.name, Kind::Text, |value| display(value, &uuid));
    }
    fn string(&mut self, string: Str<'_>) {
        self.digest.value(self.name, Kind::Text, |value| display(value, &string));
    }
    fn bytes(&mut self, bytes: &[u8]) {
        self.digest.value(self.name, Kind::Text, |value| base64(value, bytes));
    }
    fn records(&mut self, records: Records<'_>) {
        self.bytes(records.as_bytes());
    }
}

fn display(value: &mut Fnv, shown: &dyn fmt::Display) {
    struct Text<'a>(&'a mut Fnv);
    impl Write for Text<'_> {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            self.0.bytes(text.as_bytes());
            Ok(())
        }
    }
    let _ = write!(Text(value), "{shown}");
}

/// Standard base64 with padding, as Kafka's JSON has bytes.
fn base64(value: &mut Fnv, bytes: &[u8]) {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for chunk in bytes.chunks(3) {
        let byte = |i: usize| usize::from(chunk.get(i).copied().unwrap_or_default());
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        let mut text = [18, 12, 6, 0].map(|shift| DIGITS[bits >> shift & 63]);
        text[chunk.len() + 1..].fill(b'=');
        value.bytes(&text);
    }
}

/// Batches and message sets: checksum, codec, and every record; those of magic 2 once more through a window.
fn batches(row: Row<'_>, buf: &mut [u8]) -> Result<(), &'static str> {
    let mut all = Digest::default();
    for batch in Batches::new(row.bytes) {
        let batch = match batch {
            Ok(batch) => batch,
            Err(error) if error.is_incomplete() => break, // some rows end in the middle of a batch
            Err(_) => return Err("a batch cannot be read"),
        };
        batch.verify_crc().map_err(|_| "the checksum is wrong")?;
        let records = match batch.compression() {
            Compression::None => batch.records(),
            codec if !codec.is_available() => continue,
            codec => {
                let payload = decompress_with_magic(batch.magic(), codec, batch.payload(), buf);
                batch.records_in(payload.map_err(|_| "it does not decompress")?)
            }
        };
        let mut digest = Digest::default();
        for record in records.map_err(|_| "the records cannot be read")? {
            add(&mut digest, &record.map_err(|_| "a record cannot be read")?);
        }
        all.add(&digest);
        if batch.magic() < 2 {
            continue;
        }
        let mut streamed = Digest::default();
        let mut reader = RecordReader::new(&batch, buf, 1 << 20).map_err(|_| "there is no reader for it")?;
        while let Some(record) = reader.next_record().map_err(|_| "a record cannot be read through a window")? {
            add(&mut streamed, &record);
        }
        if streamed.sum() != digest.sum() {
            return Err("other records through a window");
        }
    }
    if all.sum() == row.digest { Ok(()) } else { Err("not Kafka's records") }
}

fn add(digest: &mut Digest, record: &Record<'_>) {
    let mut value = |name, bytes: Option<&[u8]>| match bytes {
        Some(bytes) => digest.value(name, Kind::Text, |value| value.bytes(bytes)),
        None => digest.value(name, Kind::Null, |_| {}),
    };
    value("key", record.key);
    value("value", record.value);
    for header in record.headers.iter() {
        value("header", Some(header.key.as_bytes()));
        value("header value", header.value);
    }
    digest.value("offset", Kind::Int, |value| value.bytes(&record.offset.to_le_bytes()));
    digest.value("timestamp", Kind::Int, |value| value.bytes(&record.timestamp.to_le_bytes()));
}
