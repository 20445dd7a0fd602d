//! The workloads of the benches: bytes made by the crate's own encoder, what an operation does with them, and beside
//! it a floor.
//!
//! A file here has the bytes of a message and our ways through it; [`floor`] has what one would write by hand instead.
//! All ways of a workload give the same checksum. README.md says what each workload is.

pub mod allocations;
pub mod codecs;
pub mod floor;
pub mod metadata;
pub mod offset_fetch;
pub mod records;
pub mod share_fetch;

use kafka_view::Encode;

/// A thing to measure.
pub struct Workload {
    pub name: &'static str,
    /// How it is done: `view`, `cursor`, `chunks`, `table`, `value` are ours; `floor`.
    pub way: &'static str,
    bytes: Vec<u8>,
    /// What an operation that encodes writes into.
    buf: Vec<u8>,
    run: Run,
}

/// An operation: from the bytes, or into the buffer, or both.
type Run = Box<dyn Fn(&[u8], &mut [u8]) -> u64>;

impl Workload {
    /// Reads bytes.
    pub fn read(name: &'static str, way: &'static str, bytes: &[u8], run: impl Fn(&[u8]) -> u64 + 'static) -> Self {
        Workload { name, way, bytes: bytes.to_vec(), buf: Vec::new(), run: Box::new(move |bytes, _| run(bytes)) }
    }

    /// Writes bytes, as many as `like`, and gives their number.
    pub fn write(
        name: &'static str,
        way: &'static str,
        like: &[u8],
        run: impl Fn(&mut [u8]) -> usize + 'static,
    ) -> Self {
        let buf = vec![0; like.len()];
        Workload { name, way, bytes: Vec::new(), buf, run: Box::new(move |_, buf| run(buf) as u64) }
    }

    /// Reads bytes and writes about as many.
    pub fn pass(
        name: &'static str,
        way: &'static str,
        bytes: &[u8],
        run: impl Fn(&[u8], &mut [u8]) -> usize + 'static,
    ) -> Self {
        let buf = vec![0; 2 * bytes.len()];
        Workload { name, way, bytes: bytes.to_vec(), buf, run: Box::new(move |bytes, buf| run(bytes, buf) as u64) }
    }

    /// Reads bytes and writes `len` of them.
    pub fn unpack(
        name: &'static str,
        way: &'static str,
        bytes: &[u8],
        len: usize,
        run: impl Fn(&[u8], &mut [u8]) -> usize + 'static,
    ) -> Self {
        Workload { buf: vec![0; len], ..Workload::pass(name, way, bytes, run) }
    }

    /// How many bytes an operation goes through.
    pub fn len(&self) -> usize {
        self.bytes.len().max(self.buf.len())
    }

    /// One operation.
    pub fn operation(&mut self) -> u64 {
        (self.run)(std::hint::black_box(&self.bytes), std::hint::black_box(&mut self.buf))
    }

    /// The one that counts: callgrind collects under this name.
    #[inline(never)]
    pub fn measured_operation(&mut self) -> u64 {
        self.operation()
    }

    /// What the ways of a workload have in common: the result, and what was written.
    pub fn checksum(&mut self) -> u64 {
        self.buf.fill(0);
        let result = self.operation();
        result.wrapping_add(u64::from(kafka_view::records::crc32c(&self.buf)))
    }
}

/// Every workload by every way, the floor last.
pub fn all() -> Vec<Workload> {
    let mut all = share_fetch::workloads();
    all.extend(offset_fetch::workloads());
    all.extend(metadata::workloads());
    all.extend(records::workloads());
    all.extend(codecs::workloads());
    all.sort_by_key(|w| w.name);
    all
}

pub fn encoded(message: &impl Encode, version: i16) -> Vec<u8> {
    let mut bytes = vec![0; message.encoded_len(version).unwrap()];
    message.encode(version, &mut bytes).unwrap();
    bytes
}

/// Values live as long as the benches, so that an operation can hold them.
fn leak<T>(values: impl IntoIterator<Item = T>) -> &'static [T] {
    Vec::from_iter(values).leak()
}
