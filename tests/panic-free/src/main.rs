//! The proof that nothing panics: the panic handler calls a function that nobody defines, so this links only if the optimizer
//! finds every panic unreachable. Every entry point gets bytes about which it can know nothing, and its results are used.
//!
//! | entry points | where |
//! |---|---|
//! | every message: decode, view to value, encode, cursor, `Debug` | `each_type` |
//! | every message by its table: visit, skip, walk, locate, encode | `main` |
//! | the facts in tables and names | `facts` |
//! | batches and records of every magic, control records, streams, a reader of what is not compressed | `records`, `look`, `read`, `through_a_window` |
//! | the builder, changes in place, read committed | `rebuild`, `change`, `committed` |
//! | what brokers keep: keys, values, records, `Topic`, `Store` | `kept` |
//! | frames, headers, requests in flight | `main`, `in_flight` |
//! | names, ids, numbers, checksums, errors | `main` |
//!
//! `tests/proofs.rs` in the library's tests looks for every public function in this file. The codecs are left out: they are others' code.
#![no_std]
#![no_main]
#![cfg_attr(feature = "bad", allow(dead_code, unused_imports, unused_macros))]

use core::fmt::{self, Write as _};
use core::hint::black_box;
use kafka_view::compression::{Compression, Decompression, Decompressor, decompress};
use kafka_view::correlation::InFlight;
use kafka_view::internal::group::GroupKey;
use kafka_view::internal::metadata::MetadataRecord;
use kafka_view::internal::remote_log::RemoteLogRecord;
use kafka_view::internal::share::ShareKey;
use kafka_view::internal::storage::producer_snapshot;
use kafka_view::internal::transaction::TransactionKey;
use kafka_view::internal::{Store, Topic};
use kafka_view::messages::Message;
use kafka_view::messages::api_versions::ApiVersionsResponseView;
use kafka_view::messages::fetch::FetchResponseView;
use kafka_view::messages::header::{RequestHeaderView, ResponseHeaderView};
use kafka_view::messages::producer_snapshot::ProducerSnapshot;
use kafka_view::records::{
    BatchSettings, BuildError, ControlRecord, ControlType, Header, NewRecord, ReadCommitted, RecordBatch,
    RecordBatchBuilder, RecordBatchMut, RecordIter, RecordReader, RecordStream, TimestampType,
};
use kafka_view::schema::{self, FieldInfo, FieldType, Names, Schema, Strict, Tree, Value, Walk};
use kafka_view::stream::{ChunkStream, Next};
use kafka_view::{
    ApiKey, Decode, DecodeError, Encode, ErrorCode, Rebind, Records, Str, Stream, TaggedFields, Uuid, Visitor, Window,
    frame, io, varint,
};

unsafe extern "C" {
    fn a_panic_is_reachable() -> !;
}

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    // SAFETY: never linked.
    unsafe { a_panic_is_reachable() }
}

/// Bytes about which the compiler can know nothing.
#[inline(never)]
fn input() -> &'static [u8] {
    static BYTES: [u8; 256] = [0; 256];
    black_box(&BYTES[..])
}

#[inline(never)]
fn number() -> i16 {
    black_box(0)
}

#[inline(never)]
fn output<T>(value: T) {
    black_box(&value);
}

/// A text that is used.
struct Text;
impl fmt::Write for Text {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        output(text);
        Ok(())
    }
}

fn show(value: impl fmt::Debug) {
    output(write!(Text, "{value:?}"));
}

struct Fields;
impl Visitor for Fields {
    fn field(&mut self, name: &'static str, field_type: FieldType) {
        output((name, field_type));
    }
    fn unknown_tagged_fields(&mut self, fields: TaggedFields<'_>) {
        fields.iter().for_each(output);
        show(fields);
    }
    fn string(&mut self, value: Str<'_>) {
        output((value.to_str(), write!(Text, "{value}")));
    }
    fn records(&mut self, value: Records<'_>) {
        records(value);
    }
}

/// Everything that the header of a batch says.
fn look(batch: &RecordBatch<'_>) {
    output((batch.base_offset(), batch.batch_length(), batch.partition_leader_epoch(), batch.magic(), batch.crc()));
    output((batch.attributes(), batch.last_offset_delta(), batch.base_timestamp(), batch.max_timestamp()));
    output((batch.producer_id(), batch.producer_epoch(), batch.base_sequence(), batch.records_count()));
    output((batch.timestamp_type(), batch.is_transactional(), batch.is_control(), batch.start(), batch.size()));
    output((batch.as_bytes(), batch.crc_bytes(), batch.compute_crc(), batch.compression().is_available()));
}

/// A batch as a stream of records, where no codec is needed.
fn through_a_window(batch: &RecordBatch<'_>) {
    let mut window = black_box([0; 64]);
    match RecordReader::new(batch, &mut window, u64::from(number().unsigned_abs())) {
        Ok(mut reader) => {
            while let Ok(Some(record)) = reader.next_record() {
                show(record);
            }
            output(reader.position());
            show(&reader);
        }
        Err(error) => output(write!(Text, "{error} {error:?}")),
    }
    if let Ok(mut whole) = Decompressor::new(batch.compression(), input(), &mut window, 99) {
        output((whole.fill(), whole.unread().len(), whole.position()));
        output(whole.take(usize::from(number().unsigned_abs())).len());
        show(&whole);
    }
}

fn records(field: Records<'_>) {
    output(field.as_bytes());
    let mut batches = field.batches();
    for batch in batches.by_ref() {
        show(batch);
        let Ok(batch) = batch else { continue };
        output((
            batch.last_offset(),
            batch.next_offset(),
            batch.delete_horizon(),
            batch.compression(),
            batch.verify_crc(),
        ));
        output((batch.verify_crc_with(|bytes| bytes.len() as u32), batch.payload(), BatchSettings::of(&batch)));
        if let Ok(records) = batch.records() {
            read(records);
        }
        if let Ok(records) = batch.records_in(input()) {
            read(records);
        }
        if let Ok(mut stream) = batch.stream() {
            output((stream.read(input()), stream.left()));
        }
        look(&batch);
        through_a_window(&batch);
        let mut buf = black_box([0; 64]);
        let compressed = batch.with_payload(Compression::from_id(number() as u8), &mut buf, |payload, room| {
            output((payload, room));
            Ok::<_, BuildError>(usize::from(number().unsigned_abs()))
        });
        show(compressed);
        let make = |_: &[u8], _: &mut [u8]| Ok::<_, BuildError>(usize::from(number().unsigned_abs()));
        output(batch.with_payload_and_crc(Compression::None, &mut buf, make, |_| black_box(0)));
        rebuild(&batch);
        codecs(&batch);
    }
    output((batches.consumed(), batches.rest()));
}

/// Around the codecs' libraries, which give anything here: see the folder `stubs`.
fn codecs(batch: &RecordBatch<'_>) {
    let (mut buf, limit) = (black_box([0; 64]), u64::from(number().unsigned_abs()));
    show(batch.decompress(&mut buf));
    match decompress(Compression::from_id(number() as u8), input(), &mut buf) {
        Ok(bytes) => output(bytes),
        Err(error) => output(write!(Text, "{error}")),
    }
    if let Ok(mut stream) = Decompressor::with_magic(batch.magic(), batch.compression(), input(), &mut buf, limit) {
        while let Ok(true) = stream.fill() {
            output((stream.unread(), stream.position()));
            output(stream.take(usize::from(number().unsigned_abs())));
            show(&stream);
        }
    }
    let mut records = match RecordReader::new(batch, &mut buf, limit) {
        Ok(records) => records,
        Err(error) => return output(write!(Text, "{error} {error:?}")),
    };
    while let Ok(Some(record)) = records.next_record() {
        show(record);
    }
    show((records.position(), records));
}

fn in_flight() {
    let mut table = black_box(InFlight::<3, u64>::new());
    while black_box(true) {
        output((table.request_kind(), table.response_kind(), table.len(), table.is_empty()));
        show(table.request_with(input(), u64::from(number().unsigned_abs())));
        let received = table.response(input());
        if let Err(error) = received {
            output(write!(Text, "{error} {error:?}"));
        }
        output(received);
        table.iter().for_each(output);
        show(&table);
        output(table.forget_oldest());
    }
    show(InFlight::<1>::default().request(input()));
}

fn read(records: RecordIter<'_>) {
    output(records.size_hint());
    for record in records {
        show(record);
        if let Ok(record) = record {
            output((record.offset, record.timestamp, record.key, record.value));
            record.headers.iter().for_each(output);
            output((record.headers.len(), record.headers.is_empty(), record.headers.as_bytes()));
            output(ControlType::of_key(record.key));
            let control = record.control();
            show(control);
            if let Ok(control) = control {
                output(control.control_type());
            }
        }
    }
}

fn rebuild(batch: &RecordBatch<'_>) {
    let mut buf = black_box([0; 64]);
    let settings = black_box(BatchSettings::of(batch));
    let mut builder = match RecordBatchBuilder::new(&mut buf, settings) {
        Ok(builder) => builder,
        Err(error) => return output(write!(Text, "{error} {error:?}")),
    };
    for record in batch.records().into_iter().flatten().flatten() {
        let headers = [Header::new(input(), Some(input()))];
        let with_headers = NewRecord { headers: (&headers).into(), ..record.into() };
        output((RecordBatchBuilder::size_of(settings, [record.into()]), builder.size_with(&record.into())));
        output((builder.push(&record.into()), builder.push(&with_headers)));
        if let Some(control) = record.control().ok().and_then(ControlRecord::from_view) {
            show(control);
            output((control.control_type(), builder.size_with_control(black_box(0), &control)));
            output(builder.push_control(black_box(0), &control));
        }
    }
    show(&builder);
    output((builder.size(), builder.count()));
    if black_box(true) {
        return show(builder.finish_with(|bytes| bytes.len() as u32));
    }
    show(builder.finish());
}

fn committed(response: FetchResponseView<'_>) {
    for partition in response.responses.iter().flat_map(|topic| topic.partitions) {
        let mut table = black_box([0; 8]);
        let aborted = partition.aborted_transactions.unwrap_or_default();
        match ReadCommitted::new(aborted, &mut table) {
            Ok(mut filter) => {
                show(&filter);
                for batch in partition.records.unwrap_or_default().batches().flatten() {
                    output(filter.admits(&batch));
                }
            }
            Err(error) => output(write!(Text, "{error} {error:?}")),
        }
    }
}

fn change() {
    let mut bytes = black_box([0; 256]);
    if let Ok(mut batch) = RecordBatchMut::new(&mut bytes) {
        batch.set_base_offset(black_box(0));
        batch.set_partition_leader_epoch(black_box(0));
        batch.set_max_timestamp(black_box(TimestampType::Create), black_box(0));
        batch.set_max_timestamp_with(black_box(TimestampType::Create), black_box(0), |_| black_box(0));
        show(&batch);
        output(batch.as_bytes());
    }
}

/// What brokers keep, by the enums and by `Topic`.
fn kept() {
    let mut buf = black_box([0; 64]);
    macro_rules! coordinator {
        ($($key:ident)+) => { $(
            if let Ok(key) = $key::decode(input()) {
                show(key);
                output((key.record_type(), key.store(&mut buf)));
                if let Ok(value) = key.value(input()) {
                    show(value);
                    output(value.store(&mut buf));
                }
            }
        )+ };
    }
    macro_rules! framed {
        ($($record:ident)+) => { $(
            if let Ok(record) = $record::decode(input()) {
                show(record);
                output((record.record_type(), record.store(&mut buf)));
            }
        )+ };
    }
    coordinator! { GroupKey ShareKey TransactionKey }
    framed! { MetadataRecord RemoteLogRecord }
    if let Ok(snapshot) = producer_snapshot(input()) {
        output(ProducerSnapshot::from(snapshot).store(number(), &mut buf));
    }
    let topics =
        [Topic::ConsumerOffsets, Topic::ShareState, Topic::TransactionState, Topic::ClusterMetadata, Topic::RemoteLog];
    for topic in topics {
        output(topic.has_keys());
        show((topic, topic.key(input()), topic.value(black_box(None), input())));
    }
}

/// What tables and names say.
fn facts(schema: &'static Schema, names: &'static Names) {
    output((schema.versions(), schema.has_version(number()), schema.is_flexible(number()), schema.flexible_from()));
    for node in schema.nodes() {
        output((names.node(node), names.message()));
        for field in schema.fields(node) {
            output((
                field.field_type().width(),
                field.field_type().name(),
                field.is_array(),
                field.holds(),
                field.tag(),
            ));
            output((
                field.is_in(number()),
                field.is_nullable_in(number()),
                field.versions(),
                field.nullable_versions(),
            ));
        }
    }
    let id = black_box(kafka_view::FieldId::default());
    output((schema.field(id), names.info(id)));
}

fn look_at_error(error: DecodeError) {
    output((error.is_incomplete(), error.shifted(usize::from(number().unsigned_abs()))));
    output(write!(Text, "{error} {error:?}"));
}

/// A tree about which the compiler can know nothing.
#[derive(Clone, Copy)]
struct Any;
impl<'t> Tree<'t> for Any {
    fn value(self) -> Option<Value<'t>> {
        black_box(None)
    }
    fn elements(self) -> Option<usize> {
        black_box(None)
    }
    fn item(self, _: usize) -> Option<Self> {
        black_box(Some(Any))
    }
    fn field(self, info: &'static FieldInfo) -> Option<Self> {
        black_box(info);
        black_box(None)
    }
    fn unknown_tagged_fields(self) -> TaggedFields<'t> {
        black_box(TaggedFields::default())
    }
}

macro_rules! each_type {
    ($($module:ident: $($value:ident $view:ident $event:ident),+;)+) => { $($( {
        use kafka_view::messages::$module::{$event, $value, $view};
        output($view::decode_prefix(input(), number()).map(|(view, rest)| (view, rest.len())));
        if let Ok(view) = $view::decode(input(), number()) {
            show(view);
            let mut value = $value::from(view);
            show(value);
            let mut buf = black_box([0; 64]);
            output(value.encoded_len(number()));
            output(value.encode(number(), &mut buf));
            value.unknown_tagged_fields = TaggedFields::default();
            output(value == $value::default());
        }
        if let Ok(mut stream) = Stream::<$view<'_>>::new(input(), number()) {
            show(&stream);
            for event in stream.by_ref() {
                show(event);
                if let Ok($event::$value(view, part)) = event {
                    show(part);
                    let mut buf = black_box([0; 64]);
                    output($value::from(view).encode(number(), &mut buf));
                }
            }
        }
    } )+)+ };
}

/// A message in chunks. What differs by message is its cursor, which is proved for all; so here are those with bytes and records.
fn in_chunks<M: Rebind>() {
    if let Ok(stream) = ChunkStream::<M>::new(input().len(), number()) {
        let mut stream = if black_box(true) { stream.raw() } else { stream };
        let mut memory = black_box([0; 64]);
        let mut window = Window::new(&mut memory);
        let mut more_memory = black_box([0; 64]);
        let mut decompression = Decompression::new(&mut more_memory, u64::from(number().unsigned_abs()));
        show(&decompression);
        while black_box(true) {
            show(stream.next_with(&mut window, &mut decompression));
            let next = stream.next(&mut window);
            if let Ok(Next::Event(event)) = &next {
                output((event, stream.field()));
            }
            show(next);
            output(window.space());
            window.filled(input().len());
            stream.skip();
            stream.skip_batch();
        }
        show(&stream);
        output((stream.skip_rest(&mut window), window.capacity()));
    }
}

/// A socket that does whatever it likes.
struct Socket;
impl embedded_io::ErrorType for Socket {
    type Error = embedded_io::ErrorKind;
}
impl embedded_io::Read for Socket {
    fn read(&mut self, buf: &mut [u8]) -> Result<usize, Self::Error> {
        output(buf);
        black_box(Ok(0))
    }
}
impl embedded_io::Write for Socket {
    fn write(&mut self, buf: &[u8]) -> Result<usize, Self::Error> {
        output(buf);
        black_box(Ok(0))
    }
    fn flush(&mut self) -> Result<(), Self::Error> {
        black_box(Ok(()))
    }
}
/// The blocking half: the other one differs by `.await`, which the compiler makes a state with a panic for being polled too often.
fn talk() {
    let size = || usize::from(number().unsigned_abs());
    let (api_key, mut memory) = (ApiKey(number()), black_box([0; 64]));
    let mut window = Window::new(&mut memory);
    window.consume(size());
    window.filled(size());
    show(&window);
    let read = io::read_frame(&mut Socket, &mut window, frame::FrameKind::Raw, size());
    if let Err(error) = &read {
        output(write!(Text, "{error} {error:?}"));
    }
    output(read);
    output(io::read_response_front(&mut Socket, &mut window, api_key, number(), size()));
    output(frame::response_front(input(), api_key, number(), size()));
    output(frame::length(input(), frame::FrameKind::Response, size()));
    output(io::fill(&mut Socket, &mut window));
    output(io::send(&mut Socket, &mut input()));
    let mut buf = black_box([0; 64]);
    let request = kafka_view::messages::api_versions::ApiVersionsRequest::default();
    output(frame::request_len(&request, number(), Some(input().into())));
    output(frame::encode_request(&request, number(), number().into(), Some(input().into()), &mut buf));
    let response = kafka_view::messages::share_fetch::ShareFetchResponse::default();
    output(frame::encode_response(&response, number(), number().into(), &mut buf));
    output(frame::encode_raw(input(), &mut buf));
}

/// The control: an indexing that can fail, and nothing else.
#[cfg(feature = "bad")]
#[unsafe(no_mangle)]
extern "C" fn main() -> i32 {
    output(input()[usize::from(number().unsigned_abs())]);
    0
}

#[cfg(not(feature = "bad"))]
#[unsafe(no_mangle)]
extern "C" fn main() -> i32 {
    kafka_view::__for_each_message!(each_type! {});
    for message in Message::all() {
        output(message.visit(input(), number(), &mut Fields));
        let (schema, names) = (message.schema(), message.names());
        facts(schema, names);
        if let Err(error) = schema::skip(schema, input(), number()) {
            look_at_error(error);
        }
        show((schema, names, message));
        if let Ok(mut walk) = Walk::new(schema, input(), number()) {
            for step in walk.by_ref() {
                show(step);
            }
            output(write!(Text, "{}", walk.path().with(names)));
            show((walk.rest().len(), walk));
        }
        let path = schema::locate(schema, input(), number(), u32::from(number().unsigned_abs()));
        show(path.segments());
        output(write!(Text, "{}", path.with(names)));
        if let Ok(mut strict) = Strict::new(schema, names, input(), number()) {
            for finding in strict.by_ref() {
                if let Ok(finding) = finding {
                    output(write!(Text, "{finding} {}", finding.path.with(names)));
                }
                show(finding);
            }
            output(write!(Text, "{}", strict.path().with(names)));
            show(strict);
        }
        let mut buf = black_box([0; 64]);
        let encoded = message.encode(number(), Any, &mut buf);
        if let Err(error) = encoded {
            output((names.field(error.field), write!(Text, "{error} {error:?}")));
        }
    }
    if let Some(message) = Message::from_name(black_box("ShareFetchRequest")) {
        show(message);
    }
    if let Some(message) = Message::of(ApiKey(number()), schema::MessageKind::Response) {
        output(message.name());
    }
    for kind in [frame::FrameKind::Request, frame::FrameKind::Response, frame::FrameKind::Raw] {
        output(kind.least());
        let split = frame::split(input(), kind, usize::from(number().unsigned_abs()));
        if let Err(error) = split {
            output(write!(Text, "{error} {error:?}"));
        }
        output(split);
    }
    let (api_key, code) = (ApiKey(number()), ErrorCode(number()));
    output(write!(Text, "{api_key} {api_key:?} {code} {code:?}"));
    output((api_key.request_header_version(number()), api_key.response_header_version(number()), code.is_retriable()));
    show(RequestHeaderView::peek(input()));
    show(RequestHeaderView::split(input()));
    show(ResponseHeaderView::split(input(), api_key, number()));
    let answer = ApiVersionsResponseView::decode_or_fallback(input(), number());
    if let Ok((view, ..)) = answer {
        output(view.highest_common_version(api_key));
    }
    show((answer, ApiVersionsResponseView::answered_version(input(), number())));
    output((api_key.name(), api_key.versions(), api_key.kafka_versions(), api_key.flexible_from()));
    output((code.name(), code.is_ok()));
    if let Ok(text) = core::str::from_utf8(input()) {
        output((ApiKey::from_name(text), write!(Text, "{api_key:>20} {code:<40}")));
        let id = text.parse::<Uuid>();
        if let Ok(id) = id {
            output(write!(Text, "{id} {id:#} {id:?}"));
        }
    }
    output((varint::unsigned(input()), varint::signed(input()), varint::signed_long(input())));
    in_flight();
    talk();
    kept();
    {
        use kafka_view::messages::*;
        in_chunks::<share_fetch::ShareFetchResponseView<'_>>();
        in_chunks::<fetch::FetchResponseView<'_>>();
        in_chunks::<produce::ProduceRequestView<'_>>();
        in_chunks::<fetch_snapshot::FetchSnapshotResponseView<'_>>();
        in_chunks::<metadata::MetadataResponseView<'_>>();
        in_chunks::<join_group::JoinGroupResponseView<'_>>();
        in_chunks::<envelope::EnvelopeRequestView<'_>>();
    }
    records(Records::from(input()));
    output((kafka_view::records::crc32c(input()), kafka_view::records::crc32(input())));
    output((
        write!(Text, "{}", ControlType(number())),
        RecordStream::new(usize::from(number().unsigned_abs())).read(input()),
    ));
    if let Ok(response) = FetchResponseView::decode(input(), number()) {
        committed(response);
    }
    change();
    if let Ok(view) = kafka_view::messages::offset_fetch::OffsetFetchRequestView::decode(input(), number()) {
        for topic in view.topics.unwrap_or_default() {
            output(topic.partition_indexes.get(usize::from(number().unsigned_abs())));
            show((topic.partition_indexes.iter(), topic.unknown_tagged_fields().iter()));
        }
    }
    0
}
