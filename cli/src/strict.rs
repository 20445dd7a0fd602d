//! What decodes, but Kafka would not have written: in the messages of an input, and in their records.

use crate::codecs::{Budget, decompressed};
use crate::error::Faults;
use crate::explain::{Explained, Walked};
use crate::value::around;
use kafka_view::compression::Compression;
use kafka_view::records::RecordBatch;
use kafka_view::schema::{Event, MessageKind, Strict, Value, Walk};
use kafka_view::{Records, varint};

/// Lines for standard error: what is found in a message that was explained, and the bytes around each. `input` ends where the
/// message does. No more is decompressed than the budget has.
#[must_use]
pub fn check(budget: &Budget, input: &[u8], explained: &Explained) -> Vec<String> {
    let mut found = Faults::default();
    for part in &explained.parts {
        // Behind a header comes the body; what is behind the body is trailing.
        let is_header = part.message.schema().kind == MessageKind::Header;
        let end = if is_header { part.end } else { input.len() };
        let Some(bytes) = input.get(part.start..end) else { continue };
        check_message(input, part, bytes, &mut found);
        check_fields(budget, input, part, bytes, &mut found);
    }
    found.finish()
}

/// What is found in a header or a body; its records are opaque there.
fn check_message(input: &[u8], part: &Walked, bytes: &[u8], found: &mut Faults) {
    let (schema, names) = (part.message.schema(), part.message.names());
    let findings = Strict::new(schema, names, bytes, part.version).into_iter().flatten();
    // An error is one of decoding, and was told.
    for finding in findings.map_while(Result::ok) {
        let at = part.start.saturating_add(finding.offset as usize);
        let path = finding.path.with(names).to_string();
        found.add(|| told(&finding.kind.to_string(), Place { input: Some(input), at }, &path));
    }
}

/// What is found in the records fields of a message.
fn check_fields(budget: &Budget, input: &[u8], part: &Walked, bytes: &[u8], found: &mut Faults) {
    let Ok(mut walk) = Walk::new(part.message.schema(), bytes, part.version) else { return };
    while let Some(Ok(step)) = walk.next() {
        let Event::Value(Value::Records(records)) = step.event else { continue };
        let path = walk.path().with(part.message.names()).to_string();
        let at = part.start.saturating_add(step.end as usize).saturating_sub(records.len());
        check_records(budget, input, records, at, &path, found);
    }
}

/// What is found in the records of batches, compressed ones included, up to the first bad record of each.
fn check_records(budget: &Budget, input: &[u8], records: Records<'_>, at: usize, path: &str, found: &mut Faults) {
    let batches = records.batches().map_while(Result::ok).enumerate().filter(|(_, batch)| batch.magic() == 2);
    for (i, batch) in batches {
        let path = format!("{path}, batch {i}");
        if batch.compression() == Compression::None {
            let from =
                at.saturating_add(batch.start()).saturating_add(batch.size()).saturating_sub(batch.payload().len());
            check_batch(
                &batch,
                batch.payload(),
                &path,
                |at| Place { input: Some(input), at: from.saturating_add(at) },
                found,
            );
        } else {
            let (out, _) = decompressed(&batch, budget);
            let path = format!("{path}, decompressed");
            check_batch(&batch, &out, &path, |at| Place { input: None, at }, found);
        }
    }
}

/// What is found in the records of a batch.
fn check_batch<'p>(
    batch: &RecordBatch<'_>,
    bytes: &[u8],
    path: &str,
    place: impl Fn(usize) -> Place<'p>,
    found: &mut Faults,
) {
    let mut cursor = Cursor { bytes, at: 0, odd: Vec::new() };
    let Ok(records) = batch.records_in(bytes) else { return };
    for (i, _) in records.map_while(Result::ok).enumerate() {
        cursor.record();
        for (what, at) in cursor.odd.drain(..) {
            found.add(|| told(what, place(at), &format!("{path}, record {i}")));
        }
    }
}

/// A byte of the input, or of what came out of compressed records.
struct Place<'a> {
    input: Option<&'a [u8]>,
    at: usize,
}

fn told(what: &str, place: Place<'_>, path: &str) -> String {
    let path = if path.is_empty() { String::new() } else { format!(", in {path}") };
    let bytes = place.input.map_or_else(String::new, |input| format!("\n  {}", around(input, place.at)));
    format!("strict: {what} at byte {}{path}{bytes}", place.at)
}

/// Goes over the numbers of records that were found good.
struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
    /// What Kafka would have written in another way, and where.
    odd: Vec<(&'static str, usize)>,
}

impl Cursor<'_> {
    fn skip(&mut self, n: usize) {
        let n = n.min(self.bytes.len());
        self.bytes = self.bytes.get(n..).unwrap_or(&[]);
        self.at = self.at.saturating_add(n);
    }

    fn varint(&mut self) -> i64 {
        let (value, used) = varint::signed_long(self.bytes).unwrap_or((0, 0));
        // The highest bits come last, and only a number of one byte has none.
        if used > 1 && self.bytes.get(used.saturating_sub(1)) == Some(&0) {
            self.odd.push(("varint longer than it needs to be", self.at));
        }
        self.skip(used);
        value
    }

    fn sized(&mut self) {
        let at = self.at;
        let len = self.varint();
        if len < -1 {
            self.odd.push(("negative length other than -1", at));
        }
        self.skip(usize::try_from(len).unwrap_or(0));
    }

    fn record(&mut self) {
        self.varint();
        if self.bytes.first().is_some_and(|attributes| *attributes != 0) {
            self.odd.push(("attributes of a record other than 0", self.at));
        }
        self.skip(1);
        self.varint();
        self.varint();
        self.sized();
        self.sized();
        for _ in 0..self.varint() {
            self.sized();
            self.sized();
        }
    }
}
