//! `Debug` of every public type: bounded whatever the bytes, nothing that a terminal would obey, no payload whole. And the
//! sizes of views, values and events.

use super::values::Filling;
use super::{typed, values};
use kafka_view::compression::{self, Compression, Decompressor};
use kafka_view::correlation::{CorrelationError, InFlight, Received, Sent};
use kafka_view::messages::header::RequestHeaderView;
use kafka_view::messages::{
    Message, create_topics::*, fetch::FetchResponseView, offset_fetch::*, share_fetch, voters_record::*,
};
use kafka_view::records::*;
use kafka_view::schema::{Step, Strict, Walk};
use kafka_view::*;
use std::collections::BTreeSet;
use std::fmt::Debug;

/// The most that `Debug` of anything prints. A field is bounded by 4 KiB, and so is a view.
const MOST: usize = 4096 + 512;

/// What hostile strings hold: it clears the screen, rings, turns the direction, and ends a log line.
const HOSTILE: &str = "\x1b[2J\x07\r\nkafka: all is well\0\u{9b}31m\u{202e}\u{2066}\u{61c}\u{2028}\u{7f}";

/// What hostile bytes hold.
const PAYLOAD: u8 = 0xee;

pub fn assert_bounded(shown: &str) {
    let what = || shown.chars().take(1000).collect::<String>();
    assert!(shown.len() <= MOST, "{} bytes of Debug: {}", shown.len(), what());
    let turns = ['\u{61c}', '\u{200e}', '\u{200f}', '\u{2028}', '\u{2029}'];
    let obeyed = |c: char| {
        c.is_control()
            || turns.contains(&c)
            || ('\u{202a}'..='\u{202e}').contains(&c)
            || ('\u{2066}'..='\u{2069}').contains(&c)
    };
    assert!(!shown.contains(obeyed), "{:?}", what());
}

/// Bounded, and of the payload not more than its first bytes.
fn assert_no_payload(shown: &str) {
    assert_bounded(shown);
    // 33 bytes of it, as hex, as numbers, as text.
    for whole in [vec!["ee"; 33].join(" "), "ee".repeat(33), vec!["238"; 33].join(", "), "\u{fffd}".repeat(33)] {
        assert!(!shown.contains(&whole), "a payload whole: {}", shown.chars().take(1000).collect::<String>());
    }
}

fn with(text: &str, len: usize) -> Filling<'_> {
    Filling { text, bytes: &[PAYLOAD; 5000], len, tagged_defaults: false }
}

/// The views, values and events of all messages.
#[test]
fn debug_of_messages() {
    let long = HOSTILE.repeat(100);
    let mut longest = 0;
    for message in Message::all() {
        let versions = message.schema().versions();
        for version in [*versions.start(), *versions.end()] {
            for (text, len) in [(long.as_str(), 1), (HOSTILE, 300)] {
                let bytes = values::filled(message, version, with(text, len)).encode(message, version).unwrap();
                for shown in (typed(message.name()).debug)(&bytes, version) {
                    assert_no_payload(&shown);
                    longest = longest.max(shown.len());
                }
            }
        }
    }
    assert!(longest > 4096, "nothing was cut: {longest}");
}

/// Types with their `Debug`, each under its name.
macro_rules! shown {
    ($($name:ident: $value:expr;)*) => { [$((stringify!($name), vec![format!("{:?}", $value), one_line(&$value)]),)*] };
}

/// `{:#?}`, whose lines are indented by `core`: the line ends are not the payload's.
fn one_line(value: &dyn Debug) -> String {
    format!("{value:#?}").lines().map(str::trim_start).collect::<Vec<_>>().join(" ")
}

#[test]
fn debug_of_all_other_types() {
    let payload = [PAYLOAD; 5000];
    let text = HOSTILE.repeat(100);
    // A batch of records with long keys, values and headers, one with many.
    let many = vec![Header::new(HOSTILE, Some(&payload[..100])); 200];
    let record =
        NewRecord { key: Some(&payload), value: Some(&payload), headers: many[..].into(), ..Default::default() };
    let header = [Header::new(text.as_str(), Some(&payload))];
    let other = NewRecord { headers: (&header).into(), ..record };
    let mut buf = vec![0; 200_000];
    let mut builder = RecordBatchBuilder::new(&mut buf, BatchSettings::default()).unwrap();
    builder.push(&record).unwrap();
    builder.push(&other).unwrap();
    let shown_builder = format!("{builder:?}");
    let bytes = builder.finish().unwrap().as_bytes().to_vec();
    let batch = Batches::new(&bytes).next().unwrap().unwrap();
    let read: Vec<_> = batch.records().unwrap().map(Result::unwrap).collect();
    let mut window = vec![0; 100_000];
    let mut again = bytes.clone();
    let mut gzip_window = vec![0; 40_000];
    let mut table = [0; 16];
    // A control record with hostile names, and a list of aborted transactions.
    let voters = Message::from_name("VotersRecord").unwrap();
    let voters = values::filled(voters, 0, with(HOSTILE, 100)).encode(voters, 0).unwrap();
    let voters =
        ControlRecord::KRaftVoters(VotersRecord { version: 0, ..VotersRecordView::decode(&voters, 0).unwrap().into() });
    let mut control = vec![0; 200_000];
    let settings = BatchSettings { is_control: true, ..Default::default() };
    let mut control = RecordBatchBuilder::new(&mut control, settings).unwrap();
    control.push_control(0, &voters).unwrap();
    let control = control.finish().unwrap().records().unwrap().next().unwrap().unwrap();
    let fetched = Message::from_name("FetchResponse").unwrap();
    let fetched = values::filled(fetched, 12, with(HOSTILE, 9)).encode(fetched, 12).unwrap();
    let fetched = FetchResponseView::decode(&fetched, 12).unwrap().responses.iter().next().unwrap();
    let aborted = fetched.partitions.iter().next().unwrap().aborted_transactions.unwrap();

    // A message with hostile names, by table and by cursor.
    let message = Message::from_name("CreateTopicsRequest").unwrap();
    let body = values::filled(message, 7, with(&text, 50)).encode(message, 7).unwrap();
    let view = CreateTopicsRequestView::decode(&body, 7).unwrap();
    let value = CreateTopicsRequest::from(view);
    let mut walk = Walk::new(message.schema(), &body, 7).unwrap();
    let steps: Vec<Step<'_>> = walk.by_ref().map(Result::unwrap).collect();
    let step = |of: &dyn Fn(&schema::Event<'_>) -> bool| *steps.iter().find(|step| of(&step.event)).unwrap();
    let string = step(&|event| matches!(event, schema::Event::Value(schema::Value::String(text)) if text.len() > 1000));
    let unknown = step(&|event| matches!(event, schema::Event::UnknownTag(_)));
    let mut odd = body.clone();
    odd.push(0);
    let finding = Strict::new(message.schema(), message.names(), &odd, 7).unwrap().last().unwrap().unwrap();
    let error = OffsetFetchResponseView::decode(&[0, 0, 0, 0, 2, 4, b'g'], 9).unwrap_err();
    let encode_error = OffsetFetchRequest::default().encode(99, &mut []).unwrap_err();
    let tags = [TaggedField { tag: u32::MAX, bytes: &payload }; 200];
    let id = FieldId { node: 0, field: 0 };

    let mut in_flight = InFlight::<4>::new();
    let sent = in_flight.request(b"\0\x03\0\x0c\0\0\0\x07\0\x01c\0").unwrap();
    let received = in_flight.response(b"\0\0\0\x07\0").unwrap();
    let Received::Response(response) = received else { panic!("{received:?}") };
    let Err(correlation) = in_flight.response(b"\0\0\0\x08") else { panic!("answered twice") };
    assert_eq!(correlation, CorrelationError::UnknownCorrelationId(8));

    let stored = internal::Topic::ConsumerOffsets.key(&payload).unwrap();
    let unknown_key = internal::group::GroupKey::decode(&payload).unwrap();
    // A response in chunks, through a window that is smaller than its records.
    let partitions = [share_fetch::PartitionData { records: Some(bytes[..].into()), ..Default::default() }];
    let topics = [share_fetch::ShareFetchableTopicResponse { partitions: (&partitions).into(), ..Default::default() }];
    let fetched = share_fetch::ShareFetchResponse { responses: (&topics).into(), ..Default::default() };
    let mut rest = vec![0; fetched.encoded_len(1).unwrap()];
    fetched.encode(1, &mut rest).unwrap();
    let (mut memory, mut more, mut rest) = (vec![PAYLOAD; 4000], vec![PAYLOAD; 4000], &rest[..]);
    let mut full = Window::new(&mut memory);
    let mut chunks = ChunkStream::<share_fetch::ShareFetchResponseView<'_>>::new(rest.len(), 1).unwrap();
    let mut events = Vec::new();
    loop {
        match chunks.next(&mut full).unwrap() {
            stream::Next::More => {
                let room = full.space();
                let (chunk, behind) = rest.split_at(room.len().min(rest.len()));
                room[..chunk.len()].copy_from_slice(chunk);
                full.filled(chunk.len());
                rest = behind;
            }
            stream::Next::End => break,
            next => {
                events.push(("Next", vec![format!("{next:?}"), one_line(&next)]));
                let stream::Next::Records(Ok(event)) = next else { continue };
                events.push(("BatchEvent", vec![format!("{event:?}"), one_line(&event)]));
                match event {
                    BatchEvent::Begin(header) => {
                        events.push(("BatchHeader", vec![format!("{header:?}"), one_line(&header)]));
                    }
                    BatchEvent::LargeRecord(record) => {
                        events.push(("LargeRecord", vec![format!("{record:?}"), one_line(&record)]));
                    }
                    BatchEvent::Piece { part, .. } => events.push(("RecordPart", vec![format!("{part:?}")])),
                    _ => {}
                }
            }
        }
    }
    full.space().fill(PAYLOAD);
    full.filled(usize::MAX);
    let mut all: Vec<_> = shown! {
        Str: Str::from(text.as_str());
        Records: Records::from(&bytes[..]);
        Uuid: Uuid([0x1b; 16]);
        ParseUuidError: "?".parse::<Uuid>().unwrap_err();
        Array: view.topics;
        ArrayIter: view.topics.iter();
        Items: value.topics;
        TaggedField: tags[0];
        TaggedFields: TaggedFields::from(&tags);
        TaggedFieldsIter: TaggedFields::from(&tags).iter();
        DecodeError: error;
        DecodeErrorKind: DecodeErrorKind::UnsupportedMagic(-1);
        EncodeError: encode_error;
        EncodeErrorKind: EncodeErrorKind::BufferTooSmall { needed: usize::MAX };
        FieldId: id;
        ApiKey: ApiKey(i16::MIN);
        ErrorCode: ErrorCode(i16::MIN);
        Part: Part::Whole;
        Stream: Stream::<CreateTopicsRequestView<'_>>::new(&body, 7).unwrap();
        Message: message;
        Schema: message.schema();
        MessageKind: message.schema().kind;
        FieldType: message.schema().field(id).unwrap().field_type();
        Field: message.schema().field(id).unwrap();
        Names: message.names();
        StructInfo: message.names().node(0).unwrap();
        FieldInfo: message.names().info(id).unwrap();
        DefaultValue: message.names().info(id).unwrap().default;
        Walk: walk;
        Step: string;
        Event: unknown.event;
        Value: schema::Value::Bytes(&payload);
        Path: finding.path;
        Segment: schema::locate(message.schema(), &body, 7, 20).segments()[0];
        Strict: Strict::new(message.schema(), message.names(), &body, 7).unwrap();
        Finding: finding;
        FindingKind: finding.kind;
        FrameKind: frame::FrameKind::Raw;
        Batches: Batches::new(&bytes);
        RecordBatch: batch;
        TimestampType: batch.timestamp_type();
        RecordIter: batch.records().unwrap();
        RecordStream: batch.stream().unwrap();
        Record: read[0];
        Headers: read[0].headers;
        HeaderIter: read[0].headers.iter();
        Header: header[0];
        ControlType: ControlType(i16::MIN);
        ControlRecordView: control.control().unwrap();
        ControlRecord: ControlRecord::from_view(control.control().unwrap()).unwrap();
        BatchSettings: BatchSettings::of(&batch);
        NewRecord: record;
        NewHeaders: other.headers;
        BuildError: BuildError::BufferTooSmall { needed: usize::MAX };
        RecordBatchMut: RecordBatchMut::new(&mut again).unwrap();
        RecordReader: RecordReader::new(&batch, &mut window, 1 << 20).unwrap();
        ReadError: ReadError::from(error);
        ReadCommitted: ReadCommitted::new(aborted, &mut table).unwrap();
        TableTooSmall: ReadCommitted::new(aborted, &mut []).unwrap_err();
        Compression: Compression::from_id(7);
        Decompressor: Decompressor::new(Compression::Gzip, &payload, &mut gzip_window, 1000).unwrap();
        DecompressError: compression::decompress(Compression::Gzip, &payload, &mut []).unwrap_err();
        DecompressErrorKind: compression::decompress(Compression::Gzip, &payload, &mut []).unwrap_err().kind;
        InFlight: in_flight;
        Sent: sent;
        Received: received;
        Response: response;
        CorrelationError: correlation;
        RequestPeek: RequestHeaderView::peek(&payload).unwrap();
        Front: internal::Front::Key(i16::MIN);
        Topic: internal::Topic::RemoteLog;
        Stored: stored;
        GroupKey: unknown_key;
        InFlightIter: in_flight.iter();
        ResponseFront: frame::response_front(&[0, 0, 0, 9, 0, 0, 0, 7], ApiKey::API_VERSIONS, 0, 99).unwrap();
        Window: full;
        Decompression: compression::Decompression::new(&mut more, u64::MAX);
        ChunkStream: chunks;
        ChunkError: stream::ChunkError::WindowTooSmall { needed: usize::MAX };
    }
    .into();
    all.extend(events);
    assert!(matches!(sent, Sent::Request(_)));
    assert_no_payload(&shown_builder);
    for (name, shown) in &all {
        println!("{name}: {} bytes", shown[0].len());
        shown.iter().for_each(|shown| assert_no_payload(shown));
    }
    let tried: BTreeSet<_> =
        all.iter().map(|(name, _)| (*name).to_owned()).chain(["RecordBatchBuilder".to_owned()]).collect();
    let missing: Vec<_> = public_types().into_iter().filter(|name| !tried.contains(name)).collect();
    assert!(missing.is_empty(), "no Debug is looked at of {missing:?}");
}

/// The public types outside the messages, by their declarations.
fn public_types() -> BTreeSet<String> {
    /// Public within the crate only, though their modules do not say so.
    const INTERNAL: [&str; 4] = ["Reader", "Writer", "UnknownTags", "Stop"];
    /// With the feature `embedded-io` only, which these tests do without: its errors are a number or the socket's own.
    const OF_SOCKETS: &str = "IoError";
    fn sources(folder: &std::path::Path, all: &mut String) {
        for entry in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            match entry.is_dir() {
                true => sources(&entry, all),
                false => *all += &std::fs::read_to_string(&entry).unwrap(),
            }
        }
    }
    let mut all = String::new();
    sources(concat!(env!("CARGO_MANIFEST_DIR"), "/src").as_ref(), &mut all);
    let declared = all.lines().filter_map(|line| {
        let line = line.trim_start();
        let name = line.strip_prefix("pub struct ").or_else(|| line.strip_prefix("pub enum "))?;
        name.split(|c: char| !c.is_alphanumeric()).next().filter(|name| !name.is_empty()).map(str::to_owned)
    });
    declared.filter(|name| !INTERNAL.contains(&name.as_str()) && name != OF_SOCKETS).collect()
}

macro_rules! sizes {
    ($($module:ident: $($value:ident $view:ident $event:ident),+;)+) => {
        [$($({
            use kafka_view::messages::$module::*;
            [size_of::<$view<'_>>(), size_of::<$value<'_>>(), size_of::<$event<'_>>()]
        },)+)+]
    };
}

/// The size of every view, value and event in bytes. An event holds any struct of the message, so it is as large as the largest.
#[test]
fn sizes() {
    let sizes = kafka_view::__for_each_message!(sizes! {});
    let largest = [0, 1, 2].map(|of| sizes.iter().map(|sizes| sizes[of]).max().unwrap());
    if size_of::<usize>() < 8 {
        // Pointers and lengths are half as large.
        assert!(largest < [344, 424, 424], "{largest:?}");
        return;
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/sizes.txt");
    let mut text = "view  value  event  of a message, in bytes where pointers have 64 bits\n".to_owned();
    for (message, [view, value, event]) in Message::all().zip(sizes) {
        text += &format!("{view:4}  {value:5}  {event:5}  {}\n", message.name());
    }
    text += &format!("{:4}  {:5}  {:5}  the largest\n", largest[0], largest[1], largest[2]);
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(path, &text).unwrap();
    }
    let expected = std::fs::read_to_string(path).unwrap_or_default();
    for (line, expected) in text.lines().zip(expected.lines()) {
        assert_eq!(line, expected, "UPDATE_GOLDEN=1 writes sizes.txt anew");
    }
    assert_eq!(text.lines().count(), expected.lines().count(), "UPDATE_GOLDEN=1 writes sizes.txt anew");
}

/// The sizes of what is no message: each is a row of words, and none grows with what it reads.
#[test]
#[cfg(target_pointer_width = "64")]
fn sizes_of_others() {
    let sizes = [
        ("DecodeError", size_of::<DecodeError>()),
        ("EncodeError", size_of::<EncodeError>()),
        ("Str", size_of::<Str<'_>>()),
        ("Records", size_of::<Records<'_>>()),
        ("TaggedFields", size_of::<TaggedFields<'_>>()),
        ("Array", size_of::<Array<'_, i32>>()),
        ("RecordBatch", size_of::<RecordBatch<'_>>()),
        ("Record", size_of::<Record<'_>>()),
        ("Walk", size_of::<Walk<'_>>()),
        ("Strict", size_of::<Strict<'_>>()),
        ("Stream", size_of::<Stream<'_, CreateTopicsRequestView<'_>>>()),
        ("InFlight<64>", size_of::<InFlight<64>>()),
    ];
    let most = [12, 24, 16, 16, 24, 24, 32, 96, 480, 640, 96, 544];
    for ((name, size), most) in sizes.into_iter().zip(most) {
        println!("{name}: {size} bytes");
        assert!(size <= most, "{name}: {size} bytes");
    }
}
