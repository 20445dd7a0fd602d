//! What a message in chunks tells, beside what it tells at once: events, values, errors, records.
//!
//! For the tests of all that, and for fuzzing, which has other bytes.
#![allow(dead_code, reason = "not everybody uses all of it")]

use kafka_view::compression::Decompression;
use kafka_view::messages::Message;
use kafka_view::messages::share_fetch::{
    AcquiredRecords, PartitionData, ShareFetchResponse, ShareFetchResponseEvent, ShareFetchResponseView,
    ShareFetchableTopicResponse,
};
use kafka_view::records::{BatchEvent, Batches, ReadError, Record, RecordPart, RecordReader};
use kafka_view::schema::FieldType;
use kafka_view::stream::{ChunkError, ChunkStream, Next, Stream};
use kafka_view::{
    Decode, DecodeError, DecodeErrorKind as Kind, Encode, Part, Rebind, Records, Str, TaggedFields, Uuid, Visit,
    Visitor, Window,
};

/// Numbers that look random, and are the same in every run.
pub struct Dice(pub u64);

impl Dice {
    pub fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % n
    }
}

/// How the bytes come in.
#[derive(Clone, Copy, Debug)]
pub enum Chunks {
    All,
    Of(usize),
    /// All up to there, then the rest.
    Split(usize),
    Any(u64),
}

/// A peer that sends some bytes.
pub struct Peer<'a> {
    rest: &'a [u8],
    sent: usize,
    chunks: Chunks,
    dice: Dice,
}

impl<'a> Peer<'a> {
    pub fn new(bytes: &'a [u8], chunks: Chunks) -> Self {
        Peer { rest: bytes, sent: 0, chunks, dice: Dice(if let Chunks::Any(seed) = chunks { seed } else { 1 }) }
    }

    pub fn is_done(&self) -> bool {
        self.rest.is_empty()
    }

    pub fn send(&mut self, window: &mut Window<'_>) {
        let size = match self.chunks {
            Chunks::All => usize::MAX,
            Chunks::Of(n) => n,
            Chunks::Split(at) if self.sent < at => at - self.sent,
            Chunks::Split(_) => usize::MAX,
            Chunks::Any(_) => 1 + self.dice.below(40),
        };
        let space = window.space();
        let n = size.min(space.len()).min(self.rest.len());
        assert!(n > 0, "more is wanted than there is, or than fits");
        space[..n].copy_from_slice(&self.rest[..n]);
        window.filled(n);
        self.rest = &self.rest[n..];
        self.sent += n;
    }
}

/// The direct fields of a struct: name, type, and the value as text.
#[derive(Default)]
struct Fields {
    name: &'static str,
    depth: u32,
    fields: Vec<(&'static str, FieldType, String)>,
}

impl Fields {
    fn of(event: &impl Visit, version: i16) -> Self {
        let mut fields = Fields::default();
        event.visit(version, &mut fields);
        fields
    }

    fn position(&self, name: &str) -> usize {
        self.fields.iter().position(|(field, ..)| *field == name).unwrap()
    }

    fn add(&mut self, text: impl std::fmt::Display) {
        if let Some((_, _, value)) = self.fields.last_mut() {
            *value += &format!("{text} ");
        }
    }
}

impl Visitor for Fields {
    fn field(&mut self, name: &'static str, field_type: FieldType) {
        if self.depth == 1 {
            self.fields.push((name, field_type, String::new()));
        } else {
            self.add(name);
        }
    }
    fn begin_struct(&mut self, name: &'static str) {
        self.depth += 1;
        if self.depth == 1 {
            self.name = name;
        } else {
            self.add("{");
        }
    }
    fn unknown_tagged_fields(&mut self, fields: TaggedFields<'_>) {
        self.fields.push(("", FieldType::Struct, format!("{fields:?}")));
    }
    fn end_struct(&mut self) {
        self.depth -= 1;
    }
    fn begin_array(&mut self, len: usize) {
        self.add(format!("[{len}"));
    }
    fn end_array(&mut self) {
        self.add("]");
    }
    fn null(&mut self) {
        self.add("null");
    }
    fn bool(&mut self, value: bool) {
        self.add(value);
    }
    fn int(&mut self, value: i64) {
        self.add(value);
    }
    fn float(&mut self, value: f64) {
        self.add(value.to_bits());
    }
    fn uuid(&mut self, value: Uuid) {
        self.add(value);
    }
    fn string(&mut self, value: Str<'_>) {
        self.add(hex::encode(value.as_bytes()));
    }
    fn bytes(&mut self, value: &[u8]) {
        self.add(format!("b{}", hex::encode(value)));
    }
    fn records(&mut self, value: Records<'_>) {
        self.bytes(value.as_bytes());
    }
}

/// What a cursor told.
enum Told {
    /// A struct, or a part of it, and the field at which it stopped.
    Part(Fields, Option<&'static str>),
    Bytes(Vec<u8>, usize),
    Error(DecodeError),
}

type AtOnce = fn(&[u8], i16) -> Vec<Result<Fields, DecodeError>>;
type InChunks = fn(&[u8], i16, Chunks, usize, &mut dyn FnMut(Told));

/// What needs the types of a message that is known by name only.
#[derive(Clone, Copy)]
struct Typed {
    at_once: AtOnce,
    in_chunks: InChunks,
}

fn at_once<M: Rebind>(body: &[u8], version: i16) -> Vec<Result<Fields, DecodeError>> {
    let stream = Stream::<M::View<'_>>::new(body, version).unwrap();
    stream.map(|event| event.map(|event| Fields::of(&event, version))).collect()
}

fn in_chunks<M: Rebind>(body: &[u8], version: i16, chunks: Chunks, capacity: usize, told: &mut dyn FnMut(Told)) {
    let names = <M::View<'static> as Decode<'static>>::NAMES;
    let mut memory = vec![0; capacity];
    let (mut window, mut peer) = (Window::new(&mut memory), Peer::new(body, chunks));
    let mut stream = ChunkStream::<M>::new(body.len(), version).unwrap().raw();
    loop {
        match stream.next(&mut window) {
            Ok(Next::More) => peer.send(&mut window),
            Ok(Next::Event(event)) => {
                let field = stream.field().and_then(|id| names.field(id)).map(|(_, name)| name);
                told(Told::Part(Fields::of(&event, version), field));
            }
            Ok(Next::Bytes { bytes, left }) => told(Told::Bytes(bytes.to_vec(), left)),
            Ok(Next::End) => break assert_eq!(stream.left(), 0),
            Err(ChunkError::Decode(error)) => {
                told(Told::Error(error));
                assert!(matches!(stream.next(&mut window), Ok(Next::End)));
                while !stream.skip_rest(&mut window) {
                    peer.send(&mut window);
                }
                break;
            }
            _ => panic!("neither records nor a window that is too small"),
        }
    }
    assert_eq!((peer.rest.len(), window.unread().len()), (0, 0));
}

/// A message in chunks beside the same one at once: same events, same error, and the same content of its bytes and records fields.
fn compare(message: Message, body: &[u8], version: i16, chunks: Chunks, wanted: &[Result<Fields, DecodeError>]) {
    let context = || format!("{message:?} {version} {chunks:?} {}", hex::encode(&body[..body.len().min(400)]));
    let mut wanted = wanted.iter();
    // A struct of which the next part is to come, up to the field at which it stopped, and what came of that.
    let mut open: Option<Fields> = None;
    let mut content = Vec::new();
    (typed(message.name()).in_chunks)(body, version, chunks, body.len().max(1), &mut |told| match told {
        Told::Bytes(bytes, left) => {
            assert!(!bytes.is_empty());
            content.extend_from_slice(&bytes);
            if left == 0 {
                let (_, _, value) = open.as_mut().unwrap().fields.last_mut().unwrap();
                *value = format!("b{} ", hex::encode(&content));
                content.clear();
            }
        }
        Told::Error(error) => {
            assert_eq!(wanted.next().map(|wanted| wanted.as_ref().err()), Some(Some(&error)), "{}", context());
            open = None;
        }
        Told::Part(mut part, stopped_at) => {
            // It goes on behind the field at which it stopped; all before that came with the parts before.
            if let Some(mut before) = open.take() {
                assert_eq!(before.name, part.name);
                let at = part.position(before.fields.last().unwrap().0);
                before.fields.extend(part.fields.split_off(at + 1));
                part = before;
            }
            if let Some(name) = stopped_at {
                let at = part.position(name);
                assert!(matches!(part.fields[at].1, FieldType::Bytes | FieldType::Records));
                assert_eq!(part.fields[at].2, "b ", "empty until its content comes");
                part.fields.truncate(at + 1);
                open = Some(part);
                return;
            }
            let wanted = wanted.next().unwrap_or_else(|| panic!("one too many: {}", context()));
            let wanted = wanted.as_ref().unwrap_or_else(|error| panic!("{error}: {}", context()));
            assert_eq!((part.name, &part.fields), (wanted.name, &wanted.fields), "{}", context());
        }
    });
    assert!(open.is_none() && wanted.next().is_none(), "{}", context());
}

macro_rules! each_message {
    ($name:ident $($module:ident: $($value:ident $view:ident $event:ident),+;)+) => {
        match $name {
            $($( stringify!($value) => {
                use kafka_view::messages::$module::$view;
                Typed { at_once: at_once::<$view<'_>>, in_chunks: in_chunks::<$view<'_>> }
            } )+)+
            name => panic!("{name} is no message"),
        }
    };
}

fn typed(name: &str) -> Typed {
    kafka_view::__for_each_message!(each_message! { name })
}

pub fn compare_all(message: Message, body: &[u8], version: i16, all: &[Chunks]) {
    let wanted = (typed(message.name()).at_once)(body, version);
    all.iter().for_each(|chunks| compare(message, body, version, *chunks, &wanted));
}

/// What was seen of a records field, whichever way.
#[derive(Clone, Debug, PartialEq)]
pub enum Seen {
    Begin(i64, usize),
    Record {
        offset: i64,
        timestamp: i64,
        key: Option<Vec<u8>>,
        value: Option<Vec<u8>>,
        headers: Vec<(Vec<u8>, Option<Vec<u8>>)>,
    },
    Whole(Vec<u8>),
    End,
    Error(ReadError),
}

impl Seen {
    fn record(record: &Record<'_>) -> Self {
        Seen::Record {
            offset: record.offset,
            timestamp: record.timestamp,
            key: record.key.map(<[u8]>::to_vec),
            value: record.value.map(<[u8]>::to_vec),
            headers: record.headers.iter().map(|h| (h.key.as_bytes().to_vec(), h.value.map(<[u8]>::to_vec))).collect(),
        }
    }
}

/// A records field as the rest of this crate reads it, whole. `codecs`: compressed batches record by record.
pub fn seen_at_once(field: &[u8], codecs: Option<usize>) -> Vec<Seen> {
    let mut seen = Vec::new();
    for batch in Batches::new(field) {
        let batch = match batch {
            Ok(batch) => batch,
            Err(error) => {
                seen.push(Seen::Error(error.into()));
                continue;
            }
        };
        if batch.magic() == 2 {
            seen.push(Seen::Begin(batch.base_offset(), batch.size()));
        }
        match batch.records() {
            _ if batch.magic() < 2 => seen.push(Seen::Whole(batch.as_bytes().to_vec())),
            Err(DecodeError { kind: Kind::Compressed(codec), .. }) => match codecs {
                Some(memory) if codec.is_available() => {
                    let mut memory = vec![0; memory];
                    let mut reader = RecordReader::new(&batch, &mut memory, 1 << 24).unwrap();
                    loop {
                        match reader.next_record() {
                            Ok(Some(record)) => seen.push(Seen::record(&record)),
                            Ok(None) => break,
                            Err(error) => {
                                seen.push(Seen::Error(error));
                                break;
                            }
                        }
                    }
                }
                _ => seen.push(Seen::Whole(batch.as_bytes().to_vec())),
            },
            Err(error) => seen.push(Seen::Error(error.into())),
            Ok(records) => {
                for record in records {
                    seen.push(record.map_or_else(|error| Seen::Error(error.into()), |record| Seen::record(&record)));
                }
            }
        }
        seen.push(batch.verify_crc().map_or_else(|error| Seen::Error(error.into()), |()| Seen::End));
    }
    seen
}

/// Shows the first difference, and not all that is the same.
pub fn assert_same(seen: &[Seen], wanted: &[Seen], context: impl std::fmt::Display) {
    let same = seen.iter().zip(wanted).take_while(|(seen, wanted)| seen == wanted).count();
    assert_eq!(
        (seen.get(same), seen.len()),
        (wanted.get(same), wanted.len()),
        "the first {same} are the same: {context}"
    );
}

/// The same in chunks, as a field of a response. Large records are put together.
pub fn seen_in_chunks(field: &[u8], codecs: Option<usize>, chunks: Chunks, capacity: usize) -> Vec<Seen> {
    let body = response(&[field], 0);
    let mut seen = Vec::new();
    let (mut memory, mut codec_memory) = (vec![0; capacity], vec![0; codecs.unwrap_or(0)]);
    let mut window = Window::new(&mut memory);
    let mut decompression = Decompression::new(&mut codec_memory, 1 << 24);
    let mut peer = Peer::new(&body, chunks);
    let mut stream = ChunkStream::<ShareFetchResponseView<'_>>::new(body.len(), 1).unwrap();
    let mut tail = false;
    loop {
        let next = match codecs {
            Some(_) => stream.next_with(&mut window, &mut decompression),
            None => stream.next(&mut window),
        };
        match next.unwrap() {
            Next::More => peer.send(&mut window),
            Next::Event(ShareFetchResponseEvent::PartitionData(_, Part::Tail)) => {
                // Three sections of tags, and an empty array.
                assert_eq!((stream.left(), stream.position()), (3, body.len() - 3));
                tail = true;
            }
            Next::Event(_) => {}
            Next::Records(event) => match event {
                Ok(BatchEvent::Begin(header)) => seen.push(Seen::Begin(header.base_offset(), header.size())),
                Ok(BatchEvent::Record(record)) => seen.push(Seen::record(&record)),
                Ok(BatchEvent::Whole(batch)) => seen.push(Seen::Whole(batch.as_bytes().to_vec())),
                Ok(BatchEvent::End) => seen.push(Seen::End),
                Ok(BatchEvent::LargeRecord(record)) => {
                    assert!(record.size > capacity);
                    let (offset, timestamp) = (record.offset, record.timestamp);
                    seen.push(Seen::Record { offset, timestamp, key: None, value: None, headers: Vec::new() });
                }
                Ok(BatchEvent::Piece { part, bytes, .. }) => {
                    let Some(Seen::Record { key, value, headers, .. }) = seen.last_mut() else { panic!("{seen:?}") };
                    match part {
                        RecordPart::Key => key.get_or_insert_default().extend_from_slice(bytes),
                        RecordPart::Value => value.get_or_insert_default().extend_from_slice(bytes),
                        // A piece of a key goes on where the last one said that more was left; here it never did.
                        RecordPart::HeaderKey => headers.push((bytes.to_vec(), None)),
                        RecordPart::HeaderValue => {
                            headers.last_mut().unwrap().1.get_or_insert_default().extend_from_slice(bytes);
                        }
                    }
                }
                Err(error) => seen.push(Seen::Error(error)),
                other => panic!("{other:?}"),
            },
            Next::End => break,
            other => panic!("{other:?}"),
        }
    }
    assert!(tail || field.is_empty());
    seen
}

/// A ShareFetch response in version 1 with a partition for each of the fields.
pub fn response(fields: &[&[u8]], message: usize) -> Vec<u8> {
    let message = "m".repeat(message);
    let acquired = [AcquiredRecords { first_offset: 1, last_offset: 2, delivery_count: 3, ..Default::default() }];
    let partitions: Vec<_> = (0..)
        .zip(fields)
        .map(|(partition_index, field)| PartitionData {
            partition_index,
            error_message: (!message.is_empty()).then_some(Str::from(&*message)),
            records: Some(Records::from(*field)),
            acquired_records: (&acquired[..]).into(),
            ..Default::default()
        })
        .collect();
    let topics = [ShareFetchableTopicResponse { partitions: (&partitions[..]).into(), ..Default::default() }];
    let response = ShareFetchResponse { responses: (&topics).into(), ..Default::default() };
    let mut body = vec![0; response.encoded_len(1).unwrap()];
    response.encode(1, &mut body).unwrap();
    body
}
