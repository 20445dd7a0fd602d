//! The bound on work: inputs that mean the most work for their size, at N, 2N and 4N bytes, each through an entry point.
//!
//! `benches/work-bound` runs it under callgrind, and fails where twice the bytes are more than twice the work. Each case says
//! what it has gone through, so that a loop which ended early would show.

use kafka_view::compression::{Compression, Decompression, Decompressor, decompress};
use kafka_view::correlation::{InFlight, Received};
use kafka_view::messages::api_versions::{ApiVersionsResponse, ApiVersionsResponseView};
use kafka_view::messages::fetch::{
    AbortedTransaction, FetchResponse, FetchResponseView, FetchableTopicResponse, PartitionData,
};
use kafka_view::messages::header::{ResponseHeader, ResponseHeaderView};
use kafka_view::messages::metadata::MetadataResponseView;
use kafka_view::messages::share_fetch::{
    self, ShareFetchResponse, ShareFetchResponseView, ShareFetchableTopicResponse,
};
use kafka_view::records::{
    BatchSettings, Batches, HEADER_LEN, NewRecord, ReadCommitted, RecordBatchBuilder, RecordReader,
};
use kafka_view::schema::{self, Strict, Walk};
use kafka_view::stream::{ChunkStream, Next};
use kafka_view::{Decode, Encode, Rebind, Records, Schema, Stream, Window};
use std::fmt::Write as _;
use std::io::Write as _;

/// Bytes, and an entry point that goes through all of them.
struct Case {
    name: &'static str,
    /// How many times the smallest size.
    times: usize,
    bytes: Vec<u8>,
    run: fn(&[u8], &mut Room) -> usize,
}

/// Buffers that are there before.
struct Room {
    out: Vec<u8>,
    window: Vec<u8>,
}

impl Case {
    /// The one that counts: callgrind collects under this name.
    #[inline(never)]
    fn measured_operation(&self, room: &mut Room) -> usize {
        (self.run)(std::hint::black_box(&self.bytes), std::hint::black_box(room))
    }
}

fn main() {
    let mut room = Room { out: vec![0; 4 << 20], window: vec![0; 200 << 10] };
    // The name of a case runs that one alone.
    let wanted = std::env::args().nth(1).filter(|arg| !arg.starts_with("--"));
    for case in cases().iter().filter(|case| wanted.as_deref().is_none_or(|wanted| wanted == case.name)) {
        // Whatever happens only once is over after the first time.
        let seen = (case.run)(&case.bytes, &mut room);
        println!("{}\t{}\t{}\t{seen}", case.name, case.times, case.bytes.len());
        std::hint::black_box(case.measured_operation(&mut room));
    }
}

/// How the bytes of a case are made from a number of pieces, that number for the smallest size, and what goes through them.
type Made = (&'static str, fn(usize) -> Vec<u8>, usize, fn(&[u8], &mut Room) -> usize);

fn cases() -> Vec<Case> {
    let made: &[Made] = &[
        ("unknown tags, view", unknown_tags, 2000, |bytes, _| {
            ResponseHeaderView::decode(bytes, 1).unwrap().unknown_tagged_fields().iter().count()
        }),
        ("unknown tags, walk", unknown_tags, 2000, |bytes, _| walk::<ResponseHeaderView<'_>>(bytes, 1)),
        ("unknown tags, skip", unknown_tags, 2000, |bytes, _| skip::<ResponseHeaderView<'_>>(bytes, 1)),
        ("unknown tags, strict", unknown_tags, 2000, |bytes, _| strict::<ResponseHeaderView<'_>>(bytes, 1)),
        ("unknown tags, chunks", unknown_tags, 2000, |bytes, room| {
            chunks::<ResponseHeaderView<'_>>(bytes, 1, &mut room.window, 1)
        }),
        ("long tags, chunks", long_tags, 200, |bytes, room| {
            chunks::<ResponseHeaderView<'_>>(bytes, 1, &mut room.window, 1)
        }),
        ("unknown tags, encode", unknown_tags, 2000, |bytes, room| {
            let value = ResponseHeader::from(ResponseHeaderView::decode(bytes, 1).unwrap());
            value.encode(1, &mut room.out).unwrap()
        }),
        ("duplicate tags, view", duplicate_tags, 2000, |bytes, _| {
            ApiVersionsResponseView::decode(bytes, 3).unwrap().supported_features.len()
        }),
        ("duplicate tags, cursor", duplicate_tags, 2000, |bytes, _| stream::<ApiVersionsResponseView<'_>>(bytes, 3)),
        ("duplicate tags, walk", duplicate_tags, 2000, |bytes, _| walk::<ApiVersionsResponseView<'_>>(bytes, 3)),
        ("duplicate tags, skip", duplicate_tags, 2000, |bytes, _| skip::<ApiVersionsResponseView<'_>>(bytes, 3)),
        ("duplicate tags, strict", duplicate_tags, 2000, |bytes, _| strict::<ApiVersionsResponseView<'_>>(bytes, 3)),
        ("duplicate tags, encode", duplicate_tags, 2000, |bytes, room| {
            let value = ApiVersionsResponse::from(ApiVersionsResponseView::decode(bytes, 3).unwrap());
            value.encode(3, &mut room.out).unwrap()
        }),
        ("nested arrays, view", nested_arrays, 500, |bytes, _| {
            let view = MetadataResponseView::decode(bytes, 12).unwrap();
            let partitions = view.topics.iter().flat_map(|topic| topic.partitions);
            partitions.map(|partition| 1 + partition.replica_nodes.iter().count()).sum()
        }),
        ("nested arrays, cursor", nested_arrays, 500, |bytes, _| stream::<MetadataResponseView<'_>>(bytes, 12)),
        ("nested arrays, walk", nested_arrays, 500, |bytes, _| walk::<MetadataResponseView<'_>>(bytes, 12)),
        ("nested arrays, skip", nested_arrays, 500, |bytes, _| skip::<MetadataResponseView<'_>>(bytes, 12)),
        ("nested arrays, strict", nested_arrays, 500, |bytes, _| strict::<MetadataResponseView<'_>>(bytes, 12)),
        ("nested arrays, chunks", nested_arrays, 500, |bytes, room| {
            chunks::<MetadataResponseView<'_>>(bytes, 12, &mut room.window[..100], 1)
        }),
        ("nested arrays, locate", nested_arrays, 500, |bytes, _| {
            locate::<MetadataResponseView<'_>>(&bytes[..bytes.len() - 1], 12)
        }),
        ("empty arrays, view", empty_arrays, 2000, |bytes, _| {
            let view = MetadataResponseView::decode(bytes, 12).unwrap();
            view.topics.iter().map(|topic| 1 + topic.partitions.iter().count()).sum()
        }),
        ("strings, view", strings, 2000, |bytes, _| {
            let view = MetadataResponseView::decode(bytes, 12).unwrap();
            view.topics.iter().map(|topic| topic.name.unwrap_or_default().to_str().unwrap().len()).sum()
        }),
        ("bad UTF-8, shown", bad_utf8, 8000, |bytes, _| {
            let mut count = Count(0);
            write!(count, "{}", kafka_view::Str::from(bytes)).unwrap();
            count.0
        }),
        ("records", records, 2000, |bytes, _| records_of(bytes)),
        ("records, reader", records, 2000, |bytes, room| read_through(bytes, &mut room.window[..64])),
        ("headers", headers, 2000, |bytes, _| records_of(bytes)),
        ("batches", batches, 200, |bytes, _| {
            Records::from(bytes)
                .batches()
                .map(|batch| batch.unwrap())
                .filter(|batch| batch.verify_crc().is_ok())
                .count()
        }),
        ("messages of magic 1", messages, 500, |bytes, _| records_of(bytes)),
        ("messages in a wrapper", messages, 500, |bytes, _| {
            let wrapper = wrapper();
            let batch = Batches::new(&wrapper).next().unwrap().unwrap();
            count(batch.records_in(bytes).unwrap())
        }),
        ("builder", zeros, 2000, |bytes, room| {
            let mut builder = RecordBatchBuilder::new(&mut room.out, BatchSettings::default()).unwrap();
            for value in bytes.chunks(10) {
                builder.push(&NewRecord { value: Some(value), ..Default::default() }).unwrap();
            }
            builder.finish().unwrap().size()
        }),
        // The table has room for 256, and each batch may look at all of it: that is the bound.
        ("read committed, 256 aborted", transactions, 200, |bytes, _| committed(bytes)),
        // As many in flight as there is room for, and the youngest is always answered first.
        ("in flight, 64", zeros, 1000, |bytes, _| in_flight(bytes)),
        ("frames", frames, 2000, |mut bytes, _| {
            let mut count = 0;
            while let Ok((_, rest)) = kafka_view::frame::split(bytes, kafka_view::frame::FrameKind::Raw, 9) {
                (bytes, count) = (rest, count + 1);
            }
            count
        }),
        ("gzip, small members", gzip_members, 50, |bytes, room| whole(Compression::Gzip, bytes, room)),
        ("gzip, zeros", gzip_zeros, 100_000, |bytes, room| whole(Compression::Gzip, bytes, room)),
        ("gzip, long name, chunks", gzip_name, 1000, |bytes, room| {
            chunks::<ShareFetchResponseView<'_>>(bytes, 1, &mut room.window, 1)
        }),
        ("gzip, window", gzip_zeros, 100_000, |bytes, room| {
            windowed(Compression::Gzip, bytes, &mut room.window[..40_000])
        }),
        ("snappy, small chunks", snappy_chunks, 1000, |bytes, room| whole(Compression::Snappy, bytes, room)),
        ("snappy, copies", snappy_copies, 2000, |bytes, room| whole(Compression::Snappy, bytes, room)),
        ("snappy, window", snappy_chunks, 1000, |bytes, room| {
            windowed(Compression::Snappy, bytes, &mut room.window[..100])
        }),
        ("lz4, small blocks", lz4_blocks, 1000, |bytes, room| whole(Compression::Lz4, bytes, room)),
        ("lz4, small frames", lz4_frames, 200, |bytes, room| whole(Compression::Lz4, bytes, room)),
        ("lz4, window", lz4_blocks, 1000, |bytes, room| windowed(Compression::Lz4, bytes, &mut room.window[..140_000])),
        ("zstd, small frames", zstd_frames, 50, |bytes, room| whole(Compression::Zstd, bytes, room)),
        ("zstd, text", zstd_text, 400_000, |bytes, room| whole(Compression::Zstd, bytes, room)),
    ];
    let sizes = [1, 2, 4];
    made.iter()
        .flat_map(|&(name, make, pieces, run)| {
            sizes.map(|times| Case { name, times, bytes: make(pieces * times), run })
        })
        .collect()
}

/// How many there are, none of which may be an error.
fn count<T, E: std::fmt::Debug>(items: impl Iterator<Item = Result<T, E>>) -> usize {
    items.fold(0, |n, item| {
        item.unwrap();
        n + 1
    })
}

fn walk<'a, M: Decode<'a>>(bytes: &'a [u8], version: i16) -> usize {
    count(Walk::new(M::SCHEMA, bytes, version).unwrap())
}

fn skip<'a, M: Decode<'a>>(bytes: &'a [u8], version: i16) -> usize {
    schema::skip(M::SCHEMA, bytes, version).unwrap()
}

fn stream<'a, M: Decode<'a>>(bytes: &'a [u8], version: i16) -> usize {
    count(Stream::<M>::new(bytes, version).unwrap())
}

/// All that the strict check looks at.
fn strict<'a, M: Decode<'a>>(bytes: &'a [u8], version: i16) -> usize {
    count(Strict::new(M::SCHEMA, M::NAMES, bytes, version).unwrap()) + bytes.len()
}

/// The parts of a message that comes in chunks of some size.
fn chunks<M: Rebind>(bytes: &[u8], version: i16, memory: &mut [u8], size: usize) -> usize {
    let mut window = Window::new(memory);
    let mut rest = bytes.chunks(size);
    let mut stream = ChunkStream::<M>::new(bytes.len(), version).unwrap();
    let mut memory = [0; 100];
    let mut decompression = Decompression::new(&mut memory, u64::MAX);
    let mut parts = 0;
    loop {
        match stream.next_with(&mut window, &mut decompression).unwrap() {
            Next::More => {
                let chunk = rest.next().unwrap();
                window.space()[..chunk.len()].copy_from_slice(chunk);
                window.filled(chunk.len());
            }
            Next::End => return parts,
            _ => parts += 1,
        }
    }
}

/// The path of the end of a body that is cut there.
fn locate<'a, M: Decode<'a>>(bytes: &'a [u8], version: i16) -> usize {
    let schema: &'static Schema = M::SCHEMA;
    let error = M::decode(bytes, version).unwrap_err();
    schema::locate(schema, bytes, version, error.offset).segments().len() + error.offset as usize
}

/// The records and headers of a records field.
fn records_of(bytes: &[u8]) -> usize {
    let batches = Records::from(bytes).batches().map(|batch| batch.unwrap());
    let records = batches.flat_map(|batch| batch.records().unwrap()).map(|record| record.unwrap());
    records.map(|record| 1 + record.headers.iter().map(|header| header.key.len() + 1).sum::<usize>()).sum()
}

fn read_through(bytes: &[u8], window: &mut [u8]) -> usize {
    let batch = Batches::new(bytes).next().unwrap().unwrap();
    let mut reader = RecordReader::new(&batch, window, u64::MAX).unwrap();
    let mut count = 0;
    while reader.next_record().unwrap().is_some() {
        count += 1;
    }
    count
}

fn whole(codec: Compression, bytes: &[u8], room: &mut Room) -> usize {
    decompress(codec, bytes, &mut room.out).unwrap().len()
}

/// How long a text is.
struct Count(usize);

impl std::fmt::Write for Count {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        self.0 += text.len();
        Ok(())
    }
}

/// Through a window, taken a byte at a time as far as a block is not at stake.
fn windowed(codec: Compression, bytes: &[u8], window: &mut [u8]) -> usize {
    let mut stream = Decompressor::new(codec, bytes, window, u64::MAX).unwrap();
    let mut count = 0;
    while stream.fill().unwrap() {
        while !stream.take(1).is_empty() {
            count += 1;
        }
    }
    count
}

fn committed(bytes: &[u8]) -> usize {
    let aborted = [AbortedTransaction { producer_id: 1, first_offset: i64::MAX, ..Default::default() }; 256];
    let partitions = [PartitionData { aborted_transactions: Some((&aborted).into()), ..Default::default() }];
    let topics = [FetchableTopicResponse { partitions: (&partitions).into(), ..Default::default() }];
    let response = FetchResponse { responses: (&topics).into(), ..Default::default() };
    let mut buf = [0; 5000];
    let n = response.encode(11, &mut buf).unwrap();
    let response = FetchResponseView::decode(&buf[..n], 11).unwrap();
    let partition = response.responses.iter().next().unwrap().partitions.iter().next().unwrap();
    let mut table = [0; 32];
    let mut filter = ReadCommitted::new(partition.aborted_transactions.unwrap(), &mut table).unwrap();
    Batches::new(bytes).filter(|batch| filter.admits(&batch.unwrap()).unwrap()).count()
}

/// A request and a response for each byte.
fn in_flight(bytes: &[u8]) -> usize {
    let mut table = InFlight::<64>::new();
    let mut id = 0_i32;
    let mut request = |table: &mut InFlight<64>| {
        id += 1;
        let [a, b, c, d] = id.to_be_bytes();
        table.request(&[0, 1, 0, 4, a, b, c, d, 0xff, 0xff]).unwrap();
        id.to_be_bytes()
    };
    for _ in 1..64 {
        request(&mut table);
    }
    let answered = bytes.iter().filter(|_| {
        let id = request(&mut table);
        matches!(table.response(&id), Ok(Received::Response(_)))
    });
    answered.count()
}

// The bytes.

fn uvarint(mut n: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    while n >= 0x80 {
        bytes.push(n as u8 | 0x80);
        n >>= 7;
    }
    bytes.push(n as u8);
    bytes
}

/// Zigzag.
fn varint(n: usize) -> Vec<u8> {
    uvarint(2 * n)
}

fn zeros(n: usize) -> Vec<u8> {
    vec![0; n]
}

/// A header with so many tags of two bytes.
fn unknown_tags(n: usize) -> Vec<u8> {
    [vec![0, 0, 0, 1], uvarint(n), [99, 0].repeat(n)].concat()
}

/// The same with twenty bytes in each.
fn long_tags(n: usize) -> Vec<u8> {
    [vec![0, 0, 0, 1], uvarint(n), [&[99, 20][..], &[0; 20]].concat().repeat(n)].concat()
}

/// A response with so many times the same known tag, an array with an element.
fn duplicate_tags(n: usize) -> Vec<u8> {
    let one = b"\0\x08\x02\x02f\0\x01\0\x02\0";
    [b"\0\0\x01\0\0\0\0".to_vec(), uvarint(n), one.repeat(n)].concat()
}

/// A response with so many topics, each with eight partitions of four replicas.
fn nested_arrays(n: usize) -> Vec<u8> {
    let partition = [&[0; 14][..], &[5], &[0; 16], &[1, 1, 0]].concat();
    let topic = [b"\0\0\x02t".to_vec(), vec![0; 17], vec![9], partition.repeat(8), vec![0; 5]].concat();
    metadata(n, &topic)
}

/// As many topics as there can be, without anything in them.
fn empty_arrays(n: usize) -> Vec<u8> {
    metadata(n, &[&b"\0\0\x02t"[..], &[0; 17], &[1], &[0; 5]].concat())
}

fn strings(n: usize) -> Vec<u8> {
    metadata(n, &[&b"\0\0\x29"[..], "ä".repeat(20).as_bytes(), &[0; 17], &[1], &[0; 5]].concat())
}

/// MetadataResponse v12: no broker, no cluster, a controller, topics.
fn metadata(n: usize, topic: &[u8]) -> Vec<u8> {
    [vec![0, 0, 0, 0, 1, 0, 0, 0, 0, 0], uvarint(n + 1), topic.repeat(n), vec![0]].concat()
}

fn bad_utf8(n: usize) -> Vec<u8> {
    vec![0xff; n]
}

/// A batch with so many of the smallest records.
fn records(n: usize) -> Vec<u8> {
    batch(n, &b"\x0c\0\0\0\x01\x01\0".repeat(n))
}

/// A batch of one record with so many headers of two bytes.
fn headers(n: usize) -> Vec<u8> {
    let content = [b"\0\0\0\x01\x01".to_vec(), varint(n), b"\0\x01".repeat(n)].concat();
    batch(1, &[varint(content.len()), content].concat())
}

/// A batch with these records.
fn batch(count: usize, payload: &[u8]) -> Vec<u8> {
    let mut bytes = vec![0; HEADER_LEN];
    let settings = BatchSettings { last_offset: Some(0), ..Default::default() };
    RecordBatchBuilder::new(&mut bytes, settings).unwrap().finish().unwrap();
    bytes[8..12].copy_from_slice(&u32::try_from(HEADER_LEN + payload.len() - 12).unwrap().to_be_bytes());
    bytes[57..61].copy_from_slice(&u32::try_from(count).unwrap().to_be_bytes());
    bytes.extend(payload);
    bytes
}

fn batches(n: usize) -> Vec<u8> {
    let mut bytes = [0; HEADER_LEN];
    let settings = BatchSettings { last_offset: Some(0), ..Default::default() };
    RecordBatchBuilder::new(&mut bytes, settings).unwrap().finish().unwrap();
    bytes.repeat(n)
}

/// Batches of a transaction that was not aborted, of the producer of others that were.
fn transactions(n: usize) -> Vec<u8> {
    let settings = BatchSettings {
        producer_id: 1,
        producer_epoch: 0,
        base_sequence: 0,
        is_transactional: true,
        last_offset: Some(0),
        ..Default::default()
    };
    let mut bytes = [0; HEADER_LEN];
    RecordBatchBuilder::new(&mut bytes, settings).unwrap().finish().unwrap();
    bytes.repeat(n)
}

/// Messages of magic 1, with null for key and value.
fn messages(n: usize) -> Vec<u8> {
    (0..n as u64).flat_map(|offset| [&offset.to_be_bytes()[..], MESSAGE].concat()).collect()
}

const MESSAGE: &[u8] = b"\0\0\0\x16\0\0\0\0\x01\0\0\0\0\0\0\0\0\0\xff\xff\xff\xff\xff\xff\xff\xff";

/// A wrapper of magic 1, as if by gzip; what is in it stands elsewhere.
fn wrapper() -> Vec<u8> {
    let mut bytes = [&[0; 8], MESSAGE].concat();
    bytes[17] = 1;
    bytes
}

fn frames(n: usize) -> Vec<u8> {
    vec![0; 4 * n]
}

fn gzip(content: &[u8]) -> Vec<u8> {
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    gzip.write_all(content).unwrap();
    gzip.finish().unwrap()
}

fn gzip_members(n: usize) -> Vec<u8> {
    gzip(b"").repeat(n)
}

/// A response with a batch whose payload has so long a name in its header.
fn gzip_name(n: usize) -> Vec<u8> {
    let mut payload = gzip(b"");
    payload[3] = 8;
    payload.splice(10..10, [vec![b'n'; n], vec![0]].concat());
    let mut records = batch(0, &payload);
    records[22] = 1;
    let partitions = [share_fetch::PartitionData { records: Some(Records::from(&records[..])), ..Default::default() }];
    let responses = [ShareFetchableTopicResponse { partitions: (&partitions).into(), ..Default::default() }];
    let response = ShareFetchResponse { responses: (&responses).into(), ..Default::default() };
    let mut bytes = vec![0; response.encoded_len(1).unwrap()];
    response.encode(1, &mut bytes).unwrap();
    bytes
}

fn gzip_zeros(n: usize) -> Vec<u8> {
    gzip(&vec![0; n])
}

/// Xerial's frame with chunks of one byte.
fn snappy_chunks(n: usize) -> Vec<u8> {
    [b"\x82SNAPPY\0\0\0\0\x01\0\0\0\x01".to_vec(), b"\0\0\0\x03\x01\0x".repeat(n)].concat()
}

/// A literal, then copies of four bytes.
fn snappy_copies(n: usize) -> Vec<u8> {
    [uvarint(4 + 4 * n), b"\x0cabcd".to_vec(), b"\x01\x04".repeat(n)].concat()
}

/// The header of an lz4 frame with independent blocks of up to 64 KiB and no checksums.
const LZ4: &[u8] = b"\x04\x22\x4d\x18\x60\x40\x82";

/// Blocks of one byte that are not compressed.
fn lz4_blocks(n: usize) -> Vec<u8> {
    [LZ4.to_vec(), b"\x01\0\0\x80x".repeat(n), vec![0; 4]].concat()
}

fn lz4_frames(n: usize) -> Vec<u8> {
    [LZ4, &[0; 4]].concat().repeat(n)
}

fn zstd_frames(n: usize) -> Vec<u8> {
    zstd::encode_all(&b"x"[..], 3).unwrap().repeat(n)
}

/// Letters without any order: of what repeats itself, the tables alone are most of the work, however much there is.
fn zstd_text(n: usize) -> Vec<u8> {
    let mut state = 1_u32;
    let mut letter = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        b'a' + (state >> 28) as u8
    };
    zstd::encode_all(&(0..n).map(|_| letter()).collect::<Vec<_>>()[..], 3).unwrap()
}
