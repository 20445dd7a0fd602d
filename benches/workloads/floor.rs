//! The floors: walks over the slice, by hand.

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
        let (&first, rest) = self.0.split_first().expect("bytes");
        self.0 = rest;
        if first < 0x80 {
            return first as usize;
        }
        let (mut value, mut shift) = ((first & 0x7f) as usize, 7);
        loop {
            let (&byte, rest) = self.0.split_first().expect("bytes");
            self.0 = rest;
            value |= ((byte & 0x7f) as usize) << shift;
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
}

/// Every record of a record set: offset, timestamp, first and last byte of key and value, number of headers.
#[inline(never)]
pub fn batches(bytes: &[u8]) -> u64 {
    let mut sum = 0u64;
    let mut set = Slice(bytes);
    while !set.0.is_empty() {
        let base_offset = set.i64();
        let length = set.i32() as usize;
        let mut batch = Slice(set.take(length));
        batch.take(9 + 2 + 4);
        let base_timestamp = batch.i64();
        batch.take(8 + 8 + 2 + 4);
        let ends = |b: &[u8]| b.first().map_or(0, |f| u64::from(*f)) + b.last().map_or(0, |l| u64::from(*l));
        for _ in 0..batch.i32() {
            let length = batch.varint() as usize;
            let mut record = Slice(batch.take(length));
            record.take(1);
            sum = sum.wrapping_add(base_timestamp.wrapping_add(record.varint() as u64));
            sum = sum.wrapping_add(base_offset.wrapping_add(record.varint() as u64));
            for _ in 0..2 {
                let n = record.varint();
                if n >= 0 {
                    sum = sum.wrapping_add(ends(record.take(n as usize)));
                }
            }
            sum = sum.wrapping_add(record.varint() as u64);
        }
    }
    sum
}

pub fn share_fetch(bytes: &[u8]) -> u64 {
    let mut s = Slice(bytes);
    let mut sum = s.i32() + s.i16() + s.string() as u64 + s.i32();
    for _ in 0..s.count() {
        sum += u64::from(s.array::<16>()[0]);
        for _ in 0..s.count() {
            sum += s.i32() + s.i16() + s.string() as u64 + s.i16() + s.string() as u64 + s.i32() + s.i32();
            s.tags();
            let n = s.count();
            sum += batches(s.take(n));
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

/// Field by field, as one writes a decoder: what the workload does not need is read all the same, the replica ids too.
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
