//! Nothing allocates: an allocator that ends the process, over all that decodes, encodes and iterates.
//!
//! | entry points | where |
//! |---|---|
//! | every message: view, value, encode in every version, cursor, `Debug`; by its table: visit, skip, walk, locate | `nothing_allocates` |
//! | encode by the table | `encoding_by_the_table_does_not_allocate` |
//! | the facts in tables, names, numbers, errors, frames, headers, requests in flight | `facts_and_frames_do_not_allocate` |
//! | gzip, snappy, lz4, whole and through windows (zstd needs a heap) | `codecs_do_not_allocate` |
//! | records through a window | `a_record_reader_does_not_allocate` |
//! | batches and records of every magic, control records, the builder, changes in place | `records_do_not_allocate` |
//! | read committed | `read_committed_does_not_allocate` |
//! | what brokers keep: keys, values, records, `Topic`, `Store` | `what_brokers_keep_does_not_allocate` |
//!
//! `tests/proofs.rs` looks for every public function in this file.
#![allow(unsafe_code, reason = "an allocator cannot be written without")]

use flate2::write::GzEncoder;
use kafka_view::compression::{Compression, Decompression, Decompressor, decompress, decompress_with_magic};
use kafka_view::correlation::InFlight;
use kafka_view::internal::{Store, Topic};
use kafka_view::messages::api_versions::{ApiVersionsRequest, ApiVersionsResponse, ApiVersionsResponseView};
use kafka_view::messages::fetch::FetchResponseView;
use kafka_view::messages::share_fetch::{
    PartitionData, ShareFetchResponse, ShareFetchResponseView, ShareFetchableTopicResponse,
};
use kafka_view::messages::{Message, header::RequestHeaderView};
use kafka_view::records::{
    BatchEvent, BatchSettings, Batches, BuildError, ControlRecord, ControlType, Header, NewRecord, ReadCommitted,
    ReadError, RecordBatch, RecordBatchBuilder, RecordBatchMut, RecordReader, TimestampType,
};
use kafka_view::schema::{FieldInfo, FieldType, MessageKind, Strict, Tree, Value, Walk, locate, skip};
use kafka_view::stream::{ChunkStream, Next};
use kafka_view::{
    ApiKey, Decode, Encode, ErrorCode, Rebind, Records, Str, Stream, TaggedFields, Uuid, Visitor, Window, frame, varint,
};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::fmt::Write as _;
use std::io::Write as _;

struct Guard;

thread_local! {
    static ARMED: Cell<bool> = const { Cell::new(false) };
}

// SAFETY: hands everything on to the system's allocator, or does not come back.
unsafe impl GlobalAlloc for Guard {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if ARMED.get() {
            ARMED.set(false);
            eprintln!("{} bytes were allocated where nothing may be", layout.size());
            std::process::abort();
        }
        // SAFETY: as the caller promises.
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: as the caller promises.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static GUARD: Guard = Guard;

/// Runs something that may not allocate.
fn armed<T>(run: impl FnOnce() -> T) -> T {
    ARMED.set(true);
    let result = run();
    ARMED.set(false);
    result
}

/// Looks at every field, down to the records.
#[derive(Default)]
struct Sum(u64);

impl Sum {
    fn add(&mut self, n: impl TryInto<u64>) {
        self.0 = self.0.wrapping_add(n.try_into().unwrap_or(1));
    }
}

impl Visitor for Sum {
    fn field(&mut self, name: &'static str, _: FieldType) {
        self.add(name.len());
    }
    fn unknown_tagged_fields(&mut self, fields: TaggedFields<'_>) {
        fields.iter().for_each(|field| self.add(field.bytes.len()));
    }
    fn int(&mut self, value: i64) {
        self.add(value);
    }
    fn uuid(&mut self, value: Uuid) {
        self.add(value.0[0]);
    }
    fn string(&mut self, value: Str<'_>) {
        self.add(value.len());
    }
    fn bytes(&mut self, value: &[u8]) {
        self.add(value.len());
    }
    fn records(&mut self, value: Records<'_>) {
        for batch in value.batches().flatten() {
            self.add(batch.base_offset());
            self.add(batch.verify_crc().is_ok());
            for record in batch.records().into_iter().flatten().flatten() {
                self.add(record.offset);
                self.add(record.key.map_or(0, <[u8]>::len) + record.value.map_or(0, <[u8]>::len));
                record.headers.iter().for_each(|header| self.add(header.key.len()));
            }
        }
    }
}

/// A text that is thrown away.
struct Nowhere;
impl std::fmt::Write for Nowhere {
    fn write_str(&mut self, _: &str) -> std::fmt::Result {
        Ok(())
    }
}

/// In chunks of seven bytes, through a window that any part of the vectors fits into.
fn in_chunks<M: Rebind>(mut bytes: &[u8], version: i16) {
    let mut memory = [0; 4096];
    let (mut window, mut stream) = (Window::new(&mut memory), ChunkStream::<M>::new(bytes.len(), version).unwrap());
    loop {
        match stream.next(&mut window).unwrap() {
            Next::More => {
                let (chunk, rest) = bytes.split_at(bytes.len().min(7));
                window.space()[..chunk.len()].copy_from_slice(chunk);
                window.filled(chunk.len());
                bytes = rest;
            }
            Next::End => break,
            next => write!(Nowhere, "{next:?}").unwrap(),
        }
    }
}

/// How many records a response has; chunk by chunk, and compressed or not through `memory`.
fn records_in_chunks(mut bytes: &[u8], memory: &mut [u8]) -> usize {
    let (mut small, mut records) = ([0; 40 << 10], 0);
    let (mut window, mut decompression) = (Window::new(&mut small), Decompression::new(memory, u64::MAX));
    let mut stream = ChunkStream::<ShareFetchResponseView<'_>>::new(bytes.len(), 1).unwrap();
    loop {
        match stream.next_with(&mut window, &mut decompression).unwrap() {
            Next::More => {
                let (chunk, rest) = bytes.split_at(bytes.len().min(700));
                window.space()[..chunk.len()].copy_from_slice(chunk);
                window.filled(chunk.len());
                bytes = rest;
            }
            Next::Records(event) => records += usize::from(matches!(event.unwrap(), BatchEvent::Record(_))),
            Next::End => return records,
            _ => {}
        }
    }
}

macro_rules! each_type {
    ($message:ident $bytes:ident $version:ident $buf:ident $($module:ident: $($value:ident $view:ident $event:ident),+;)+) => {
        match $message.name() {
            $($( stringify!($value) => armed(|| {
                use kafka_view::messages::$module::{$value, $view};
                let view = $view::decode($bytes, $version).unwrap();
                let value = $value::from(view);
                for version in <$value as Encode>::SCHEMA.versions() {
                    if let Ok(n) = value.encoded_len(version) {
                        assert_eq!(value.encode(version, $buf).map_err(|error| error.kind).is_ok(), n <= $buf.len());
                    }
                }
                assert!(value == $value::from(view));
                write!(Nowhere, "{view:?} {value:?}").unwrap();
                for event in Stream::<$view<'_>>::new($bytes, $version).unwrap() {
                    write!(Nowhere, "{:?}", event.unwrap()).unwrap();
                }
                in_chunks::<$view<'_>>($bytes, $version);
                Stream::<$view<'_>>::new($bytes, $version).unwrap().count()
            }), )+)+
            name => panic!("{name} is no message"),
        }
    };
}

fn typed(message: Message, bytes: &[u8], version: i16, buf: &mut [u8]) -> usize {
    kafka_view::__for_each_message!(each_type! { message bytes version buf })
}

#[test]
fn nothing_allocates() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/messages");
    let (mut vectors, mut events, mut sum) = (0, 0, Sum::default());
    let mut buf = vec![0; 1 << 16];
    for file in std::fs::read_dir(folder).unwrap() {
        for line in std::fs::read_to_string(file.unwrap().path()).unwrap().lines() {
            let row: serde_json::Value = serde_json::from_str(line).unwrap();
            let message = Message::from_name(row["message"].as_str().unwrap()).unwrap();
            let version = i16::try_from(row["version"].as_i64().unwrap()).unwrap();
            let bytes = hex::decode(row["hex"].as_str().unwrap()).unwrap();
            events += typed(message, &bytes, version, &mut buf);
            armed(|| {
                let rest = message.visit(&bytes, version, &mut sum).unwrap();
                assert!(rest.is_empty());
                let (schema, names) = (message.schema(), message.names());
                assert_eq!(skip(schema, &bytes, version), Ok(bytes.len()));
                for step in Walk::new(schema, &bytes, version).unwrap() {
                    let step = step.unwrap();
                    write!(Nowhere, "{step:?} {}", locate(schema, &bytes, version, step.start).with(names)).unwrap();
                }
                assert!(Strict::new(schema, names, &bytes, version).unwrap().next().is_none());
                // Cut and changed bytes: errors are as cheap.
                for at in 0..bytes.len().min(64) {
                    let error = message.visit(&bytes[..at], version, &mut Sum::default()).unwrap_err();
                    let mut strict = Strict::new(schema, names, &bytes[..at], version).unwrap();
                    while let Some(finding) = strict.next() {
                        write!(Nowhere, "{finding:?} {}", strict.path().with(names)).unwrap();
                    }
                    write!(
                        Nowhere,
                        "{error} {error:?} {}",
                        locate(schema, &bytes[..at], version, error.offset).with(names)
                    )
                    .unwrap();
                }
            });
            vectors += 1;
        }
    }
    armed(|| {
        let stream = [0, 0, 0, 8, 0, 18, 0, 0, 0, 0, 0, 7];
        let (request, _) = frame::split(&stream, frame::FrameKind::Request, 100).unwrap();
        assert_eq!(frame::length(&stream, frame::FrameKind::Request, 100), Ok(8));
        let front = frame::response_front(&stream[..8], ApiKey::API_VERSIONS, 4, 100).unwrap();
        write!(Nowhere, "{front:?}").unwrap();
        let (asked, answer) = (ApiVersionsRequest::default(), ApiVersionsResponse::default());
        let mut buf = [0; 64];
        let len = frame::request_len(&asked, 4, Some("me".into())).unwrap();
        assert_eq!(frame::encode_request(&asked, 4, 7, Some("me".into()), &mut buf), Ok(len));
        assert!(frame::encode_response(&answer, 4, 7, &mut buf).is_ok());
        assert_eq!(frame::encode_raw(b"token", &mut buf), Ok(9));
        let peek = RequestHeaderView::peek(request).unwrap();
        assert_eq!(peek.api_key, ApiKey::API_VERSIONS);
        write!(Nowhere, "{peek:?} {} {:?}", ErrorCode(35), RequestHeaderView::split(request)).unwrap();
        let refused = [0, 35, 0, 0, 0, 0];
        assert!(ApiVersionsResponseView::decode_or_fallback(&refused, 4).is_ok());
        let mut table = InFlight::<2>::new();
        for turn in [&b"\0\x12\0\x04\0\0\0\x07\xff\xff\0"[..], b"\0\x11\0\0\0\0\0\x07\xff\xff", b"token", b"\0"] {
            write!(Nowhere, "{:?} {:?}", table.request(turn), table.request(turn)).unwrap();
            write!(Nowhere, "{:?} {table:?}", table.response(&[0, 0, 0, 7, 0, 35, 0, 0, 0, 0])).unwrap();
        }
        table.iter().for_each(drop);
        let id: Uuid = "ESIzRFVmdwmImaq7zN3uCQ".parse().unwrap();
        write!(Nowhere, "{id} {id:#} {id:?} {:?}", Str::from("a\u{7}")).unwrap();
    });
    println!("{vectors} vectors, {events} events, sum {}", sum.0);
    assert!(vectors >= 3400 && events > vectors);
}

/// A tree of defaults.
#[derive(Clone, Copy)]
struct Defaults;
impl<'t> Tree<'t> for Defaults {
    fn value(self) -> Option<Value<'t>> {
        None
    }
    fn elements(self) -> Option<usize> {
        None
    }
    fn item(self, _: usize) -> Option<Self> {
        None
    }
    fn field(self, _: &'static FieldInfo) -> Option<Self> {
        None
    }
    fn unknown_tagged_fields(self) -> TaggedFields<'t> {
        TaggedFields::default()
    }
}

#[test]
fn encoding_by_the_table_does_not_allocate() {
    let (mut good, mut bad) = (0, 0);
    let mut buf = [0; 512];
    armed(|| {
        for message in Message::all() {
            for version in message.schema().versions() {
                match message.encode(version, Defaults, &mut buf) {
                    Ok(n) => {
                        good += 1;
                        assert_eq!(skip(message.schema(), &buf[..n], version), Ok(n));
                    }
                    Err(error) => {
                        bad += 1;
                        write!(Nowhere, "{error} {error:?}").unwrap();
                    }
                }
                if let Err(error) = message.encode(version, Defaults, &mut []) {
                    write!(Nowhere, "{error}").unwrap();
                }
            }
        }
    });
    assert!(good > 500, "{good} good, {bad} bad");
}

#[test]
fn facts_and_frames_do_not_allocate() {
    let mut sum = Sum::default();
    armed(|| {
        for message in Message::all() {
            let (schema, names) = (message.schema(), message.names());
            sum.add(schema.flexible_from().unwrap_or_default());
            assert!(schema.api_key.is_none_or(|api| Message::of(api, schema.kind) == Some(message)));
            for node in schema.nodes() {
                sum.add(names.node(node).map_or(0, |node| node.name.len()));
                for (field, number) in schema.fields(node).iter().zip(0..) {
                    let id = kafka_view::FieldId { node, field: number };
                    assert!(schema.field(id).is_some() && names.info(id).is_some() && names.field(id).is_some());
                    sum.add(field.field_type().width() + usize::from(field.holds().unwrap_or_default()));
                    sum.add(field.tag().unwrap_or_default());
                    for version in schema.versions() {
                        sum.add(field.is_in(version) && field.is_nullable_in(version) && schema.is_flexible(version));
                    }
                    sum.add(field.is_array() && field.versions().1.is_some() && field.nullable_versions().is_some());
                }
            }
            assert!(!schema.has_version(-1));
        }
        for number in 0..100 {
            let (api, code) = (ApiKey(number), ErrorCode(number));
            sum.add(api.name().and_then(ApiKey::from_name).map_or(0, |api| api.0));
            sum.add(api.versions().map_or(0, |versions| *versions.end()));
            sum.add(api.kafka_versions().map_or(0, |versions| *versions.end()));
            sum.add(api.flexible_from().unwrap_or_default());
            sum.add(api.request_header_version(5).unwrap_or_default());
            sum.add(api.response_header_version(5).unwrap_or_default());
            sum.add(code.name().map_or(0, str::len));
            sum.add(code.is_ok() || code.is_retriable());
            write!(Nowhere, "{api} {api:?} {code} {code:?}").unwrap();
        }
        assert!(Message::of(ApiKey::FETCH, MessageKind::Header).is_none());
        for kind in [frame::FrameKind::Request, frame::FrameKind::Response, frame::FrameKind::Raw] {
            for bytes in [&[0, 0, 0, 9, 1][..], &[0, 0], &[0xff; 9], &[0, 0, 0, 1, 0], &[0x7f; 5]] {
                if let Err(error) = frame::split(bytes, kind, 100) {
                    write!(Nowhere, "{error} {:?} {}", error.shifted(4), error.is_incomplete()).unwrap();
                }
                sum.add(kind.least());
                sum.add(varint::unsigned(bytes).map_or(0, |(number, _)| number));
                sum.add(varint::signed(bytes).map_or(0, |(number, _)| number));
                sum.add(varint::signed_long(bytes).map_or(0, |(number, _)| number));
                sum.add(kafka_view::records::crc32(bytes));
                let text = Str::from(bytes);
                sum.add(text.as_bytes().len() + text.to_str().map_or(0, str::len));
            }
        }
        let refused = [0, 35, 0, 0, 0, 1, 0, 18, 0, 0, 0, 3];
        let (view, ..) = ApiVersionsResponseView::decode_or_fallback(&refused, 4).unwrap();
        assert_eq!(ApiVersionsResponseView::answered_version(&refused, 4), 0);
        assert_eq!(view.highest_common_version(ApiKey::API_VERSIONS), Some(3));
        let mut table = InFlight::<2, u8>::new();
        table.request_with(b"\0\x12\0\x04\0\0\0\x07\xff\xff\0", 1).unwrap();
        write!(Nowhere, "{:?} {:?}", table.request_kind(), table.response_kind()).unwrap();
        assert!(table.forget_oldest().is_some() && table.is_empty());
        // A path of every kind of field.
        let message = Message::from_name("FetchResponse").unwrap();
        sum.add(locate(message.schema(), &[0; 64], 16, 9).segments().len());
    });
    assert!(sum.0 > 0);
}

/// Every vector of what brokers keep, by `Topic`, by the enums, and stored again; and cut.
#[test]
fn what_brokers_keep_does_not_allocate() {
    use kafka_view::internal::{group, metadata, remote_log, share, storage, transaction};

    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/internal");
    let (mut stored, mut refused) = (0, 0);
    let mut buf = vec![0; 1 << 12];
    // A key of each type of each topic, with fields that are empty.
    macro_rules! stubs {
        ($key:ty) => {{
            let stub = |record_type| (2..27).map(move |n| [&[0, record_type][..], &[0; 24]].concat()[..n].to_vec());
            let of_type = |record_type| stub(record_type).find(|stub| <$key>::decode(stub).is_ok());
            (0..24).filter_map(of_type).collect::<Vec<_>>()
        }};
    }
    let group_stubs = stubs!(group::GroupKey<'_>);
    let share_stubs = stubs!(share::ShareKey<'_>);
    let transaction_stubs = stubs!(transaction::TransactionKey<'_>);
    for file in std::fs::read_dir(folder).unwrap() {
        for line in std::fs::read_to_string(file.unwrap().path()).unwrap().lines() {
            let row: serde_json::Value = serde_json::from_str(line).unwrap();
            let Some(framed) = row["framed"].as_str().map(|framed| hex::decode(framed).unwrap()) else { continue };
            armed(|| {
                for bytes in [&framed[..], &framed[..framed.len() / 2], &framed[..1]] {
                    macro_rules! coordinator {
                        ($($key:ty, $stubs:ident);+) => { $(
                            match <$key>::decode(bytes) {
                                Ok(key) => {
                                    write!(Nowhere, "{key:?} {}", key.record_type()).unwrap();
                                    stored += usize::from(key.store(&mut buf).is_ok());
                                }
                                Err(error) => {
                                    write!(Nowhere, "{error}").unwrap();
                                    refused += 1;
                                }
                            }
                            for key in $stubs.iter().map(|stub| <$key>::decode(stub).unwrap()) {
                                match key.value(bytes) {
                                    Ok(value) => {
                                        write!(Nowhere, "{value:?}").unwrap();
                                        stored += usize::from(value.store(&mut buf).is_ok());
                                    }
                                    Err(_) => refused += 1,
                                }
                            }
                        )+ };
                    }
                    macro_rules! framed {
                        ($($record:ty),+) => { $(
                            match <$record>::decode(bytes) {
                                Ok(record) => {
                                    write!(Nowhere, "{record:?} {}", record.record_type()).unwrap();
                                    stored += usize::from(record.store(&mut buf).is_ok());
                                }
                                Err(_) => refused += 1,
                            }
                        )+ };
                    }
                    coordinator! {
                        group::GroupKey<'_>, group_stubs;
                        share::ShareKey<'_>, share_stubs;
                        transaction::TransactionKey<'_>, transaction_stubs
                    }
                    framed! { metadata::MetadataRecord<'_>, remote_log::RemoteLogRecord<'_> }
                    if let Ok(snapshot) = storage::producer_snapshot(bytes) {
                        let value = kafka_view::messages::producer_snapshot::ProducerSnapshot::from(snapshot);
                        stored += usize::from(value.store(1, &mut buf).is_ok());
                    }
                    for topic in
                        [Topic::ConsumerOffsets, Topic::ShareState, Topic::TransactionState, Topic::ClusterMetadata]
                    {
                        let value = topic.value(topic.has_keys().then_some(3), bytes);
                        write!(Nowhere, "{:?} {value:?}", topic.key(bytes)).unwrap();
                    }
                }
            });
        }
    }
    assert!(stored > 1000 && refused > 1000, "{stored} stored, {refused} refused");
}

/// gzip, snappy and lz4 work in memory that the caller owns, whatever the bytes.
#[test]
fn codecs_do_not_allocate() {
    let content: Vec<u8> = (0..300_000u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 29) as u8).collect();
    let mut gzip = GzEncoder::new(Vec::new(), flate2::Compression::default());
    gzip.write_all(&content).unwrap();
    let mut linked = lz4::EncoderBuilder::new().content_size(content.len() as u64).build(Vec::new()).unwrap();
    linked.write_all(&content).unwrap();
    let mut xerial = b"\x82SNAPPY\0\0\0\0\x01\0\0\0\x01".to_vec();
    for chunk in content.chunks(32 << 10) {
        let block = snap::raw::Encoder::new().compress_vec(chunk).unwrap();
        xerial.extend((block.len() as u32).to_be_bytes());
        xerial.extend(block);
    }
    let raw = snap::raw::Encoder::new().compress_vec(&content).unwrap();
    let inputs = [
        (Compression::Gzip, gzip.finish().unwrap(), 40 << 10),
        (Compression::Lz4, linked.finish().0, 128 << 10),
        (Compression::Snappy, xerial, 32 << 10),
        (Compression::Snappy, raw, content.len()),
    ];
    let mut buf = vec![0; content.len()];
    for (codec, input, window) in inputs {
        armed(|| {
            assert_eq!(decompress(codec, &input, &mut buf), Ok(&content[..]));
            let (mut sum, mut wrong) = (0, 0);
            let mut stream = Decompressor::new(codec, &input, &mut buf[..window], u64::MAX).unwrap();
            while stream.fill().unwrap() {
                assert!(!stream.unread().is_empty() && stream.position() == sum as u64);
                sum += stream.take(usize::MAX).len();
            }
            assert!(Compression::from_id(codec.id()).is_available());
            assert!(decompress_with_magic(1, codec, &input, &mut buf).is_ok());
            assert!(Decompressor::with_magic(1, codec, &input, &mut buf[..window], 9).is_ok());
            assert_eq!(sum, content.len());
            for at in (0..input.len()).step_by(input.len() / 30) {
                let error = decompress(codec, &input[..at], &mut buf).unwrap_err();
                write!(Nowhere, "{error} {error:?}").unwrap();
                wrong += 1;
            }
            assert!(wrong >= 30);
        });
    }
}

/// Goes on to the end of the records, or to the first error, and counts them.
fn drain(batch: &RecordBatch<'_>, window: &mut [u8]) -> (usize, Result<(), ReadError>) {
    let mut count = 0;
    let mut reader = match RecordReader::new(batch, window, 1 << 20) {
        Ok(reader) => reader,
        Err(error) => return (0, Err(error)),
    };
    loop {
        match reader.next_record() {
            Ok(Some(record)) => {
                write!(Nowhere, "{record:?}").unwrap();
                count += 1;
            }
            Ok(None) => return (count, Ok(())),
            Err(error) => {
                write!(Nowhere, "{error} {error:?} {reader:?}").unwrap();
                return (count, Err(error));
            }
        }
    }
}

/// A [`RecordReader`] over every codec that works without a heap, over payloads that are good and cut.
#[test]
fn a_record_reader_does_not_allocate() {
    const RECORDS: usize = 500;
    let mut plain = vec![0; 1 << 20];
    let mut builder = RecordBatchBuilder::new(&mut plain, BatchSettings::default()).unwrap();
    for i in 0..RECORDS {
        let value: Vec<u8> = (0..i % 300).map(|n| (n * i % 11) as u8).collect();
        let record = NewRecord { timestamp: 5, value: Some(&value), ..Default::default() };
        builder.push(&record).unwrap();
    }
    let plain = builder.finish().unwrap();
    let mut gzip = GzEncoder::new(Vec::new(), flate2::Compression::default());
    gzip.write_all(plain.payload()).unwrap();
    let mut lz4 = lz4::EncoderBuilder::new().build(Vec::new()).unwrap();
    lz4.write_all(plain.payload()).unwrap();
    let mut xerial = b"\x82SNAPPY\0\0\0\0\x01\0\0\0\x01".to_vec();
    for chunk in plain.payload().chunks(4 << 10) {
        let block = snap::raw::Encoder::new().compress_vec(chunk).unwrap();
        xerial.extend((block.len() as u32).to_be_bytes());
        xerial.extend(block);
    }
    let (mut out, mut window) = (vec![0; 1 << 20], vec![0; 200 << 10]);
    for (codec, payload) in [
        (Compression::None, plain.payload().to_vec()),
        (Compression::Gzip, gzip.finish().unwrap()),
        (Compression::Lz4, lz4.finish().0),
        (Compression::Snappy, xerial),
    ] {
        let (mut cuts, mut refused, mut some) = (0, 0, 0);
        let (whole, narrow) = armed(|| {
            let mut whole = ((0, Ok(())), (0, Ok(())));
            for len in (1..payload.len()).step_by(payload.len() / 30).chain([payload.len()]) {
                let make = |_: &[u8], room: &mut [u8]| {
                    room[..len].copy_from_slice(&payload[..len]);
                    Ok::<_, BuildError>(len)
                };
                let batch = plain.with_payload(codec, &mut out, make).unwrap();
                let (count, result) = drain(&batch, &mut window);
                if len == payload.len() {
                    // What does not fit is an error as cheap.
                    whole = ((count, result), drain(&batch, &mut window[..100]));
                } else {
                    cuts += 1;
                    refused += usize::from(result.is_err());
                    some += usize::from(count > 0);
                }
            }
            whole
        });
        // A panic would allocate itself, so what was found is looked at out here.
        assert_eq!(whole, (RECORDS, Ok(())), "{codec}");
        assert_eq!(narrow.1.is_ok(), codec == Compression::None, "{codec}");
        let make = |_: &[u8], room: &mut [u8]| {
            room[..payload.len()].copy_from_slice(&payload);
            Ok::<_, BuildError>(payload.len())
        };
        let batch = plain.with_payload(codec, &mut out, make).unwrap();
        let partitions = [PartitionData { records: Some(batch.as_bytes().into()), ..Default::default() }];
        let topics = [ShareFetchableTopicResponse { partitions: (&partitions).into(), ..Default::default() }];
        let response = ShareFetchResponse { responses: (&topics).into(), ..Default::default() };
        let mut body = vec![0; response.encoded_len(1).unwrap()];
        response.encode(1, &mut body).unwrap();
        assert_eq!(armed(|| records_in_chunks(&body, &mut window)), RECORDS, "{codec}");
        assert!(cuts >= 30 && refused == cuts && some > 0, "{codec} {cuts} {refused} {some}");
    }
}

/// Everything that the header of a batch says, added up.
fn look(batch: &RecordBatch<'_>) -> u64 {
    let mut sum = Sum::default();
    sum.add(batch.batch_length());
    sum.add(batch.partition_leader_epoch());
    sum.add(batch.crc() ^ batch.compute_crc());
    sum.add(batch.attributes());
    sum.add(batch.last_offset_delta());
    sum.add(batch.base_timestamp() ^ batch.max_timestamp());
    sum.add(batch.producer_id());
    sum.add(batch.producer_epoch());
    sum.add(batch.base_sequence());
    sum.add(batch.records_count().unwrap_or_default());
    sum.add(batch.timestamp_type() == TimestampType::LogAppend && batch.is_transactional());
    sum.add(batch.delete_horizon().unwrap_or_default());
    sum.add(batch.next_offset() - batch.last_offset());
    sum.add(batch.start() + batch.size() + batch.crc_bytes().len() + batch.as_bytes().len());
    sum.0
}

/// Every magic, control records, the builder, changes in place, records through a window, and their errors.
#[test]
fn records_do_not_allocate() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/records/batches.jsonl");
    let mut buf = vec![0; 1 << 16];
    let mut out = vec![0; 1 << 16];
    let (mut records, mut wrappers, mut controls, mut errors, mut looks) = (0, 0, 0, 0, 0);
    for line in std::fs::read_to_string(file).unwrap().lines() {
        let row: serde_json::Value = serde_json::from_str(line).unwrap();
        let mut bytes = hex::decode(row["hex"].as_str().unwrap()).unwrap();
        // Any bytes will do for what a decompressor might give.
        let inner = bytes.clone();
        armed(|| {
            for batch in Batches::new(&bytes).flatten() {
                batch.verify_crc_with(kafka_view::records::crc32c).or(batch.verify_crc()).unwrap();
                write!(Nowhere, "{batch:?} {:?}", batch.records()).unwrap();
                looks += usize::from(look(&batch) > 0);
                if batch.magic() < 2 && batch.compression() != Compression::None {
                    for record in batch.records_in(&inner).into_iter().flatten() {
                        write!(Nowhere, "{record:?}").unwrap();
                        wrappers += 1;
                    }
                }
                if let Ok(mut stream) = batch.stream() {
                    errors += usize::from(stream.read(&batch.payload()[..batch.payload().len() / 2]).is_err());
                    assert!(stream.left() < 1000);
                }
                let settings = BatchSettings::of(&batch);
                let Ok(mut builder) = RecordBatchBuilder::new(&mut buf, settings) else { continue };
                for record in batch.records().into_iter().flatten() {
                    let record = record.unwrap();
                    assert!(record.headers.is_empty() || record.headers.as_bytes().len() >= record.headers.len());
                    assert!(ControlType::of_key(record.key).is_ok() || record.control().is_err());
                    let header = [Header::new("h", None)];
                    let new = NewRecord::from(record);
                    assert!(
                        builder.size_with(&NewRecord { headers: (&header).into(), ..new }).unwrap() > builder.size()
                    );
                    if let (true, Ok(control)) = (batch.is_control(), record.control()) {
                        write!(Nowhere, "{control:?}").unwrap();
                        let view_type = control.control_type();
                        let control = ControlRecord::from_view(control).unwrap();
                        assert_eq!(control.control_type(), view_type);
                        assert!(builder.size_with_control(record.timestamp, &control).unwrap() > builder.size());
                        builder.push_control(record.timestamp, &control).unwrap();
                        controls += 1;
                    } else if record.timestamp >= -1 && batch.magic() == 2 {
                        builder.push(&new).unwrap();
                        records += 1;
                    }
                }
                write!(Nowhere, "{:?}", RecordBatchBuilder::size_of(settings, [NewRecord::default()])).unwrap();
                let Ok(built) = builder.finish_with(kafka_view::records::crc32c) else { continue };
                let payload = built.with_payload(Compression::Lz4, &mut out, |payload, room| {
                    room[..payload.len()].copy_from_slice(payload);
                    Ok::<_, BuildError>(payload.len())
                });
                assert_eq!(payload.unwrap().size(), built.size());
                let make = |payload: &[u8], room: &mut [u8]| {
                    room[..payload.len()].copy_from_slice(payload);
                    Ok::<_, BuildError>(payload.len())
                };
                let copy = built.with_payload_and_crc(Compression::None, &mut out, make, kafka_view::records::crc32c);
                assert_eq!(copy.unwrap().as_bytes(), built.as_bytes());
            }
            if let Ok(mut batch) = RecordBatchMut::new(&mut bytes) {
                batch.set_base_offset(5);
                batch.set_partition_leader_epoch(6);
                batch.set_max_timestamp(TimestampType::LogAppend, 7);
                batch.set_max_timestamp_with(TimestampType::LogAppend, 8, kafka_view::records::crc32c);
                write!(Nowhere, "{batch:?} {}", batch.as_bytes().len()).unwrap();
            }
            let cut = &bytes[..bytes.len().saturating_sub(1)];
            let mut batches = Batches::new(cut);
            for batch in batches.by_ref() {
                write!(Nowhere, "{batch:?}").unwrap();
            }
            assert_eq!(batches.consumed() + batches.rest().len(), cut.len());
        });
    }
    assert!(looks > 100, "{looks}");
    assert!(records > 200 && wrappers > 10 && controls > 10 && errors > 10, "{records} {wrappers} {controls} {errors}");
}

#[test]
fn read_committed_does_not_allocate() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/messages/Fetch.jsonl");
    let (mut seen, mut table) = (0, [0; 64]);
    for line in std::fs::read_to_string(file).unwrap().lines() {
        let row: serde_json::Value = serde_json::from_str(line).unwrap();
        if row["message"] != "FetchResponse" {
            continue;
        }
        let version = i16::try_from(row["version"].as_i64().unwrap()).unwrap();
        let bytes = hex::decode(row["hex"].as_str().unwrap()).unwrap();
        armed(|| {
            let response = FetchResponseView::decode(&bytes, version).unwrap();
            for partition in response.responses.iter().flat_map(|topic| topic.partitions) {
                let aborted = partition.aborted_transactions.unwrap_or_default();
                let mut filter = ReadCommitted::new(aborted, &mut table).unwrap();
                for batch in partition.records.unwrap_or_default().batches().flatten() {
                    seen += usize::from(filter.admits(&batch).is_ok());
                }
            }
        });
    }
    assert!(seen > 10, "{seen}");
}

/// A response's front is read from a socket and passed over in a small window, and a request is sent.
#[test]
fn passing_over_does_not_allocate() {
    let mut body = vec![0, 0, 0, 7, 0, 35, 0, 0, 0, 0];
    body.splice(0..0, (body.len() as u32).to_be_bytes());
    let mut memory = [0; 9];
    armed(|| {
        let mut window = Window::new(&mut memory);
        assert_eq!(window.capacity(), 9);
        window.space().copy_from_slice(&body[..9]);
        window.filled(9);
        let front = frame::response_front(window.unread(), ApiKey::API_VERSIONS, 0, 100).unwrap();
        window.consume(front.size);
        let mut stream = ChunkStream::<ApiVersionsResponseView<'_>>::new(front.body_len, 0).unwrap();
        stream.skip_batch();
        assert!(!stream.skip_rest(&mut window));
        window.space()[..5].copy_from_slice(&body[9..]);
        window.filled(5);
        assert!(stream.skip_rest(&mut window));
    });
}

#[cfg(feature = "embedded-io")]
#[test]
fn sockets_do_not_allocate() {
    use kafka_view::io;
    let bytes = [0, 0, 0, 10, 0, 0, 0, 7, 0, 35, 0, 0, 0, 0];
    let (mut memory, mut sent) = ([0; 64], [0; 64]);
    armed(|| {
        let mut window = Window::new(&mut memory);
        let frame = io::read_frame(&mut &bytes[..], &mut window, frame::FrameKind::Response, 100).unwrap();
        assert_eq!(frame, &bytes[4..]);
        let front = io::read_response_front(&mut &bytes[..], &mut window, ApiKey::API_VERSIONS, 0, 100).unwrap();
        assert_eq!((front.correlation_id, front.body_len), (7, 6));
        assert!(io::send(&mut &mut sent[..], &mut &bytes[..]).is_ok());
        assert!(matches!(io::fill(&mut &[][..], &mut window), Err(io::IoError::Closed)));
    });
}
