//! The floors: the shortest bounds-checked walks and writers that one would write by hand for just this workload, in
//! safe Rust, without any library.
//!
//! A floor reads field by field, as one writes a decoder: what the workload does not need is read all the same, so
//! that it notices when bytes are missing. It checks that strings are UTF-8, as most decoders do, and that nothing is
//! left over. Only the CRC is the library's, so that the same one is on both sides.

use super::leak;
use super::metadata::{PROXY_HOST, PROXY_PORT};

/// What is left of the bytes.
struct Slice<'a>(&'a [u8]);

impl<'a> Slice<'a> {
    #[inline(always)]
    fn take(&mut self, n: usize) -> &'a [u8] {
        let (front, rest) = self.0.split_at(n);
        self.0 = rest;
        front
    }
    #[inline(always)]
    fn array<const N: usize>(&mut self) -> [u8; N] {
        let (front, rest) = self.0.split_first_chunk::<N>().expect("bytes");
        self.0 = rest;
        *front
    }
    #[inline(always)]
    fn uvarint(&mut self) -> usize {
        let [first] = self.array();
        if first < 0x80 {
            return first.into();
        }
        let (mut value, mut shift) = (usize::from(first & 0x7f), 7);
        loop {
            let [byte] = self.array();
            value |= usize::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return value;
            }
            shift += 7;
        }
    }
    #[inline(always)]
    fn varint(&mut self) -> i64 {
        let n = self.uvarint() as u64;
        (n >> 1) as i64 ^ -((n & 1) as i64)
    }
    /// The length of a string, which may be null.
    #[inline(always)]
    fn string(&mut self) -> usize {
        match self.uvarint() {
            0 => 0,
            n => std::str::from_utf8(self.take(n - 1)).expect("UTF-8").len(),
        }
    }
    #[inline(always)]
    fn count(&mut self) -> usize {
        self.uvarint() - 1
    }
    #[inline(always)]
    fn tags(&mut self) {
        for _ in 0..self.uvarint() {
            self.uvarint();
            let n = self.uvarint();
            self.take(n);
        }
    }
    #[inline(always)]
    fn i16(&mut self) -> u64 {
        i16::from_be_bytes(self.array()) as u64
    }
    #[inline(always)]
    fn i32(&mut self) -> u64 {
        i32::from_be_bytes(self.array()) as u64
    }
    #[inline(always)]
    fn i64(&mut self) -> u64 {
        i64::from_be_bytes(self.array()) as u64
    }
    /// Bytes of a record, with a signed length; null is empty.
    #[inline(always)]
    fn sized(&mut self) -> &'a [u8] {
        match self.varint() {
            n @ 0.. => self.take(n as usize),
            _ => &[],
        }
    }
    /// The headers of a record; gives their number.
    #[inline(always)]
    fn headers(&mut self) -> u64 {
        let count = self.varint();
        for _ in 0..count {
            std::str::from_utf8(self.sized()).expect("UTF-8");
            self.sized();
        }
        count as u64
    }
}

/// What a floor may do with the CRC of a batch, and the bytes that it is of.
pub fn right_crc(crc: u32, bytes: &[u8]) {
    assert_eq!(kafka_view::records::crc32c(bytes), crc);
}
pub fn any_crc(_: u32, _: &[u8]) {}

/// A batch: base offset, base timestamp, number of records, and the records.
#[inline(always)]
fn batch<'a>(set: &mut Slice<'a>, check: impl Fn(u32, &[u8])) -> (u64, u64, u64, Slice<'a>) {
    let base_offset = set.i64();
    let length = set.i32() as usize;
    let mut batch = Slice(set.take(length));
    batch.take(4 + 1);
    let crc = batch.i32() as u32;
    check(crc, batch.0);
    batch.take(2 + 4);
    let base_timestamp = batch.i64();
    batch.take(8 + 8 + 2 + 4);
    let count = batch.i32();
    (base_offset, base_timestamp, count, batch)
}

/// Every record of a record set: offset, timestamp, first and last byte of key and value, number of headers.
#[inline(always)]
fn every_record(bytes: &[u8], check: impl Fn(u32, &[u8])) -> u64 {
    let ends = |bytes: &[u8]| match bytes {
        [first, .., last] => u64::from(*first) + u64::from(*last),
        [only] => 2 * u64::from(*only),
        [] => 0,
    };
    let mut sum = 0u64;
    let mut set = Slice(bytes);
    while !set.0.is_empty() {
        let (base_offset, base_timestamp, count, mut batch) = batch(&mut set, &check);
        for _ in 0..count {
            let length = batch.varint() as usize;
            let mut record = Slice(batch.take(length));
            record.take(1);
            sum = sum.wrapping_add(base_timestamp.wrapping_add(record.varint() as u64));
            sum = sum.wrapping_add(base_offset.wrapping_add(record.varint() as u64));
            sum = sum.wrapping_add(ends(record.sized())).wrapping_add(ends(record.sized()));
            sum = sum.wrapping_add(record.headers());
        }
    }
    sum
}

pub fn value_lengths(bytes: &[u8], check: impl Fn(u32, &[u8])) -> u64 {
    let mut sum = 0;
    let mut set = Slice(bytes);
    while !set.0.is_empty() {
        let (_, _, count, mut batch) = batch(&mut set, &check);
        for _ in 0..count {
            let length = batch.varint() as usize;
            let mut record = Slice(batch.take(length));
            record.take(1);
            record.varint();
            record.varint();
            record.sized();
            sum += record.sized().len() as u64;
            record.headers();
        }
    }
    sum
}

/// A byte at a time, with a table of 1 KB.
pub fn crc32c(bytes: &[u8]) -> u32 {
    static TABLE: [u32; 256] = {
        let mut table = [0; 256];
        let mut i = 0;
        while i < 256 {
            let (mut crc, mut bit) = (i as u32, 0);
            while bit < 8 {
                crc = (crc >> 1) ^ (0x82f6_3b78 & (crc & 1).wrapping_neg());
                bit += 1;
            }
            table[i] = crc;
            i += 1;
        }
        table
    };
    !bytes.iter().fold(!0, |crc: u32, byte| (crc >> 8) ^ TABLE[usize::from(crc as u8 ^ byte)])
}

pub fn share_fetch(bytes: &[u8], check: impl Fn(u32, &[u8])) -> u64 {
    let mut s = Slice(bytes);
    let mut sum = s.i32() + s.i16() + s.string() as u64 + s.i32();
    for _ in 0..s.count() {
        sum += u64::from(s.array::<16>()[0]);
        for _ in 0..s.count() {
            sum += s.i32() + s.i16() + s.string() as u64 + s.i16() + s.string() as u64 + s.i32() + s.i32();
            s.tags();
            let n = s.count();
            sum += every_record(s.take(n), &check);
            for _ in 0..s.count() {
                sum += s.i64() + s.i64() + s.i16();
                s.tags();
            }
            s.tags();
        }
        s.tags();
    }
    for _ in 0..s.count() {
        sum += s.i32() + s.string() as u64 + s.i32() + s.string() as u64;
        s.tags();
    }
    s.tags();
    assert!(s.0.is_empty());
    sum
}

pub fn offset_fetch(bytes: &[u8]) -> u64 {
    let mut s = Slice(bytes);
    let mut sum = 0;
    s.take(4);
    for _ in 0..s.count() {
        s.string();
        for _ in 0..s.count() {
            s.string();
            for _ in 0..s.count() {
                s.take(4);
                sum += s.i64();
                s.take(4);
                s.string();
                s.take(2);
                s.tags();
            }
            s.tags();
        }
        s.take(2);
        s.tags();
    }
    s.tags();
    assert!(s.0.is_empty());
    sum
}

/// The replica ids are read one by one, too.
pub fn metadata(bytes: &[u8]) -> u64 {
    let mut s = Slice(bytes);
    let mut led = 0;
    s.i32();
    for _ in 0..s.count() {
        s.i32();
        s.string();
        s.i32();
        s.string();
        s.tags();
    }
    s.string();
    s.i32();
    for _ in 0..s.count() {
        s.i16();
        s.string();
        s.array::<16>();
        s.array::<1>();
        for _ in 0..s.count() {
            s.i16();
            s.i32();
            led += u64::from(s.i32() as i32 >= 0);
            s.i32();
            for _ in 0..3 {
                for _ in 0..s.count() {
                    s.i32();
                }
            }
            s.tags();
        }
        s.i32();
        s.tags();
    }
    s.tags();
    assert!(s.0.is_empty());
    led
}

/// From the cluster's id to the end. An array of replica ids is passed over in one go.
#[inline(always)]
fn skip_behind_brokers(s: &mut Slice<'_>) {
    s.string();
    s.take(4);
    for _ in 0..s.count() {
        s.take(2);
        s.string();
        s.take(16 + 1);
        for _ in 0..s.count() {
            s.take(2 + 4 + 4 + 4);
            for _ in 0..3 {
                let n = s.count();
                s.take(4 * n);
            }
            s.tags();
        }
        s.take(4);
        s.tags();
    }
    s.tags();
}

pub fn skip_metadata(bytes: &[u8]) -> u64 {
    let mut s = Slice(bytes);
    s.take(4);
    for _ in 0..s.count() {
        s.take(4);
        s.string();
        s.take(4);
        s.string();
        s.tags();
    }
    skip_behind_brokers(&mut s);
    (bytes.len() - s.0.len()) as u64
}

/// The correlation id, and the throttle time behind the header.
pub fn front_of_metadata(bytes: &[u8]) -> u64 {
    let mut s = Slice(bytes);
    let correlation_id = s.i32();
    s.tags();
    correlation_id + s.i32()
}

pub fn pass_metadata(bytes: &[u8], buf: &mut [u8]) -> usize {
    let size = buf.len();
    let (mut s, mut out) = (Slice(bytes), Out(buf));
    out.put(s.array::<4>());
    let brokers = s.count();
    out.count(brokers);
    for _ in 0..brokers {
        let node_id = s.array();
        s.string();
        s.take(4);
        let rest = s.0;
        s.string();
        s.tags();
        out.put(node_id);
        out.string(PROXY_HOST);
        out.put((PROXY_PORT + i32::from_be_bytes(node_id)).to_be_bytes());
        out.bytes(&rest[..rest.len() - s.0.len()]);
    }
    let rest = s.0;
    skip_behind_brokers(&mut s);
    assert!(s.0.is_empty());
    out.bytes(rest);
    size - out.0.len()
}

/// What is left of the buffer.
struct Out<'a>(&'a mut [u8]);

impl Out<'_> {
    #[inline(always)]
    fn put<const N: usize>(&mut self, bytes: [u8; N]) {
        let (to, rest) = std::mem::take(&mut self.0).split_first_chunk_mut::<N>().expect("room");
        *to = bytes;
        self.0 = rest;
    }
    #[inline(always)]
    fn bytes(&mut self, bytes: &[u8]) {
        let (to, rest) = std::mem::take(&mut self.0).split_at_mut(bytes.len());
        to.copy_from_slice(bytes);
        self.0 = rest;
    }
    #[inline(always)]
    fn uvarint(&mut self, mut n: usize) {
        while n >= 0x80 {
            self.put([n as u8 | 0x80]);
            n >>= 7;
        }
        self.put([n as u8]);
    }
    #[inline(always)]
    fn count(&mut self, n: usize) {
        self.uvarint(n + 1);
    }
    #[inline(always)]
    fn string(&mut self, string: &str) {
        self.count(string.len());
        self.bytes(string.as_bytes());
    }
    #[inline(always)]
    fn nullable(&mut self, string: Option<&str>) {
        match string {
            Some(string) => self.string(string),
            None => self.uvarint(0),
        }
    }
}

/// A ShareFetchRequest, as plain structs; each ends with an empty tag section.
pub struct Request {
    group_id: Option<&'static str>,
    member_id: Option<&'static str>,
    share_session_epoch: i32,
    max_wait_ms: i32,
    min_bytes: i32,
    max_bytes: i32,
    max_records: i32,
    batch_size: i32,
    topics: &'static [RequestTopic],
    forgotten: &'static [ForgottenTopic],
}

struct RequestTopic {
    id: [u8; 16],
    partitions: &'static [RequestPartition],
}

struct RequestPartition {
    index: i32,
    acknowledgements: &'static [Acknowledgements],
}

struct Acknowledgements {
    first_offset: i64,
    last_offset: i64,
    types: &'static [i8],
}

struct ForgottenTopic {
    id: [u8; 16],
    partitions: &'static [i32],
}

impl Request {
    /// The same as [`super::share_fetch::request`].
    pub fn new() -> Self {
        let acknowledgements = leak([
            Acknowledgements { first_offset: 1000, last_offset: 1099, types: &[1] },
            Acknowledgements { first_offset: 1100, last_offset: 1107, types: &[1, 1, 2, 1, 3, 1, 1, 1] },
        ]);
        let partitions = leak((0..10).map(|index| RequestPartition { index, acknowledgements }));
        let topics = leak((0..10).map(|i| RequestTopic { id: [i; 16], partitions }));
        Request {
            group_id: Some("share-group"),
            member_id: Some("AAAAAAAAAAAAAAAAAAAAAA"),
            share_session_epoch: 5,
            max_wait_ms: 500,
            min_bytes: 1,
            max_bytes: 50 << 20,
            max_records: 500,
            batch_size: 500,
            topics,
            forgotten: leak([]),
        }
    }

    pub fn encode(&self, buf: &mut [u8]) -> usize {
        let size = buf.len();
        let mut out = Out(buf);
        out.nullable(self.group_id);
        out.nullable(self.member_id);
        out.put(self.share_session_epoch.to_be_bytes());
        out.put(self.max_wait_ms.to_be_bytes());
        out.put(self.min_bytes.to_be_bytes());
        out.put(self.max_bytes.to_be_bytes());
        out.put(self.max_records.to_be_bytes());
        out.put(self.batch_size.to_be_bytes());
        out.count(self.topics.len());
        for topic in self.topics {
            out.put(topic.id);
            out.count(topic.partitions.len());
            for partition in topic.partitions {
                out.put(partition.index.to_be_bytes());
                out.count(partition.acknowledgements.len());
                for range in partition.acknowledgements {
                    out.put(range.first_offset.to_be_bytes());
                    out.put(range.last_offset.to_be_bytes());
                    out.count(range.types.len());
                    range.types.iter().for_each(|of| out.put(of.to_be_bytes()));
                    out.uvarint(0);
                }
                out.uvarint(0);
            }
            out.uvarint(0);
        }
        out.count(self.forgotten.len());
        for topic in self.forgotten {
            out.put(topic.id);
            out.count(topic.partitions.len());
            topic.partitions.iter().for_each(|partition| out.put(partition.to_be_bytes()));
            out.uvarint(0);
        }
        out.uvarint(0);
        size - out.0.len()
    }
}

/// An OffsetFetchResponse, as plain structs; each ends with an empty tag section.
pub struct Offsets {
    throttle_time_ms: i32,
    groups: &'static [OffsetsGroup],
}

struct OffsetsGroup {
    id: &'static str,
    topics: &'static [OffsetsTopic],
    error_code: i16,
}

struct OffsetsTopic {
    name: &'static str,
    partitions: &'static [OffsetsPartition],
}

struct OffsetsPartition {
    index: i32,
    offset: i64,
    leader_epoch: i32,
    metadata: Option<&'static str>,
    error_code: i16,
}

impl Offsets {
    /// The same as [`super::offset_fetch::response`].
    pub fn new(topics: i32, partitions: i32) -> Self {
        let partitions = leak((0..partitions).map(|index| OffsetsPartition {
            index,
            offset: 1_000_000 + i64::from(index),
            leader_epoch: 7,
            metadata: Some(""),
            error_code: 0,
        }));
        let topics = leak((0..topics).map(|i| OffsetsTopic { name: format!("topic-{i:03}").leak(), partitions }));
        Offsets { throttle_time_ms: 0, groups: leak([OffsetsGroup { id: "group", topics, error_code: 0 }]) }
    }

    pub fn encode(&self, buf: &mut [u8]) -> usize {
        let size = buf.len();
        let mut out = Out(buf);
        out.put(self.throttle_time_ms.to_be_bytes());
        out.count(self.groups.len());
        for group in self.groups {
            out.string(group.id);
            out.count(group.topics.len());
            for topic in group.topics {
                out.string(topic.name);
                out.count(topic.partitions.len());
                for partition in topic.partitions {
                    out.put(partition.index.to_be_bytes());
                    out.put(partition.offset.to_be_bytes());
                    out.put(partition.leader_epoch.to_be_bytes());
                    out.nullable(partition.metadata);
                    out.put(partition.error_code.to_be_bytes());
                    out.uvarint(0);
                }
                out.uvarint(0);
            }
            out.put(group.error_code.to_be_bytes());
            out.uvarint(0);
        }
        out.uvarint(0);
        size - out.0.len()
    }
}
