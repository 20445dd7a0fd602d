//! Nothing allocates: an allocator that ends the process, over all that decodes, encodes and iterates.
#![allow(unsafe_code, reason = "an allocator cannot be written without")]

use flate2::write::GzEncoder;
use kafka_view::compression::{Compression, Decompression, Decompressor, decompress};
use kafka_view::correlation::InFlight;
use kafka_view::messages::fetch::FetchResponseView;
use kafka_view::messages::share_fetch::{
    PartitionData, ShareFetchResponse, ShareFetchResponseView, ShareFetchableTopicResponse,
};
use kafka_view::messages::{Message, api_versions::ApiVersionsResponseView, header::RequestHeaderView};
use kafka_view::records::{
    BatchEvent, BatchSettings, Batches, BuildError, ControlRecord, Header, NewRecord, ReadCommitted, ReadError,
    RecordBatch, RecordBatchBuilder, RecordBatchMut, RecordReader, TimestampType,
};
use kafka_view::schema::{FieldType, Walk, locate, skip};
use kafka_view::stream::{ChunkStream, Next};
use kafka_view::{
    ApiKey, Decode, Encode, ErrorCode, Rebind, Records, Str, Stream, TaggedFields, Uuid, Visitor, Window, frame,
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
                // Cut and changed bytes: errors are as cheap.
                for at in 0..bytes.len().min(64) {
                    let error = message.visit(&bytes[..at], version, &mut Sum::default()).unwrap_err();
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
                sum += stream.take(usize::MAX).len();
            }
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
            for len in (0..payload.len()).step_by(payload.len() / 30).chain([payload.len()]) {
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
        let partition = PartitionData { records: Some(batch.as_bytes().into()), ..Default::default() };
        let topic = ShareFetchableTopicResponse { partitions: (&[partition]).into(), ..Default::default() };
        let response = ShareFetchResponse { responses: (&[topic]).into(), ..Default::default() };
        let mut body = vec![0; response.encoded_len(1).unwrap()];
        response.encode(1, &mut body).unwrap();
        assert_eq!(armed(|| records_in_chunks(&body, &mut window)), RECORDS, "{codec}");
        assert!(cuts >= 30 && refused == cuts && some > 0, "{codec} {cuts} {refused} {some}");
    }
}

/// Every magic, control records, the builder, changes in place, records through a window, and their errors.
#[test]
fn records_do_not_allocate() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/records/batches.jsonl");
    let mut buf = vec![0; 1 << 16];
    let mut out = vec![0; 1 << 16];
    let (mut records, mut wrappers, mut controls, mut errors) = (0, 0, 0, 0);
    for line in std::fs::read_to_string(file).unwrap().lines() {
        let row: serde_json::Value = serde_json::from_str(line).unwrap();
        let mut bytes = hex::decode(row["hex"].as_str().unwrap()).unwrap();
        // Any bytes will do for what a decompressor might give.
        let inner = bytes.clone();
        armed(|| {
            for batch in Batches::new(&bytes).flatten() {
                batch.verify_crc_with(kafka_view::records::crc32c).or(batch.verify_crc()).unwrap();
                write!(Nowhere, "{batch:?} {:?}", batch.records()).unwrap();
                if batch.magic() < 2 && batch.compression() != Compression::None {
                    for record in batch.records_in(&inner).into_iter().flatten() {
                        write!(Nowhere, "{record:?}").unwrap();
                        wrappers += 1;
                    }
                }
                if let Ok(mut stream) = batch.stream() {
                    errors += usize::from(stream.read(&batch.payload()[..batch.payload().len() / 2]).is_err());
                }
                let settings = BatchSettings::of(&batch);
                let Ok(mut builder) = RecordBatchBuilder::new(&mut buf, settings) else { continue };
                for record in batch.records().into_iter().flatten() {
                    let record = record.unwrap();
                    let header = [Header::new("h", None)];
                    let new = NewRecord::from(record);
                    assert!(
                        builder.size_with(&NewRecord { headers: (&header).into(), ..new }).unwrap() > builder.size()
                    );
                    if let (true, Ok(control)) = (batch.is_control(), record.control()) {
                        write!(Nowhere, "{control:?}").unwrap();
                        let control = ControlRecord::from_view(control).unwrap();
                        assert!(builder.size_with_control(record.timestamp, &control).unwrap() > builder.size());
                        builder.push_control(record.timestamp, &control).unwrap();
                        controls += 1;
                    } else if record.timestamp >= -1 && batch.magic() == 2 {
                        builder.push(&new).unwrap();
                        records += 1;
                    }
                }
                let Ok(built) = builder.finish() else { continue };
                let payload = built.with_payload(Compression::Lz4, &mut out, |payload, room| {
                    room[..payload.len()].copy_from_slice(payload);
                    Ok::<_, BuildError>(payload.len())
                });
                assert_eq!(payload.unwrap().size(), built.size());
            }
            if let Ok(mut batch) = RecordBatchMut::new(&mut bytes) {
                batch.set_base_offset(5);
                batch.set_max_timestamp(TimestampType::LogAppend, 7);
                write!(Nowhere, "{batch:?}").unwrap();
            }
        });
    }
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
