//! Inputs: Kafka's vectors, changed. Half of the changes know the structure of the message, so that much is still accepted; the
//! others do not, so that anything can happen.

use kafka_view::FieldId;
use kafka_view::messages::Message;
use kafka_view::schema::{Event, FieldType, Walk};
use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;

/// SplitMix64: small, and the same everywhere.
pub struct Rng(u64);

impl Rng {
    pub fn new(seed: u64) -> Self {
        Rng(seed)
    }
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
    /// A number below `n`, which is not 0. The bias is of no account here.
    fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }
    fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }
    fn pick<'t, T>(&mut self, of: &'t [T]) -> Option<&'t T> {
        if of.is_empty() { None } else { of.get(self.below(of.len())) }
    }
    fn byte(&mut self) -> u8 {
        self.next() as u8
    }
    fn bytes(&mut self, n: usize) -> Vec<u8> {
        (0..n).map(|_| self.byte()).collect()
    }
}

/// What both sides are asked about.
pub struct Input {
    pub message: Message,
    pub version: i16,
    pub bytes: Vec<u8>,
}

impl fmt::Display for Input {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.message.name(), self.version, hex::encode(&self.bytes))
    }
}

/// A message as Kafka wrote it, and where its pieces are.
pub struct Vector {
    message: Message,
    version: i16,
    bytes: Vec<u8>,
    /// Values, and markers of structs.
    values: Vec<(FieldId, Range<usize>)>,
    arrays: Vec<Array>,
    sections: Vec<Section>,
    /// Where a varint begins: lengths, counts, tags.
    varints: Vec<usize>,
}

struct Array {
    count: Range<usize>,
    len: u32,
    elements: Range<usize>,
}

/// A tag section: its count, where each tagged field begins, and the end.
struct Section {
    count: Range<usize>,
    items: Vec<usize>,
    end: usize,
}

impl Section {
    fn items(&self) -> impl Iterator<Item = Range<usize>> {
        let ends = self.items.iter().skip(1).copied().chain([self.end]);
        self.items.iter().zip(ends).map(|(start, end)| *start..end)
    }
}

impl Vector {
    /// All vectors that a release of Kafka made, in the order of the files' names.
    pub fn of_release(release: &str) -> Vec<Vector> {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../data/messages");
        let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
        files.sort();
        let mut vectors = Vec::new();
        for file in files {
            for line in std::fs::read_to_string(&file).unwrap().lines() {
                let row: serde_json::Value = serde_json::from_str(line).unwrap();
                if row["kafka"] == release {
                    let message = Message::from_name(row["message"].as_str().unwrap()).unwrap();
                    let version = i16::try_from(row["version"].as_i64().unwrap()).unwrap();
                    vectors.push(Vector::new(message, version, hex::decode(row["hex"].as_str().unwrap()).unwrap()));
                }
            }
        }
        vectors
    }

    fn new(message: Message, version: i16, bytes: Vec<u8>) -> Self {
        let (mut values, mut arrays, mut sections, mut varints) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let (mut open_arrays, mut open_sections) = (Vec::new(), Vec::new());
        let flexible = message.schema().is_flexible(version);
        for step in Walk::new(message.schema(), &bytes, version).unwrap() {
            let step = step.expect("a vector decodes");
            let span = step.start as usize..step.end as usize;
            match step.event {
                Event::Value(_) | Event::BeginStruct { .. } => {
                    // It may be a compact length, or a number that is then read as one.
                    if flexible && !span.is_empty() {
                        varints.push(span.start);
                    }
                    if let (Some(field), false) = (step.field, span.is_empty()) {
                        values.push((field, span));
                    }
                }
                Event::BeginArray { len } => {
                    if flexible {
                        varints.push(span.start);
                    }
                    open_arrays.push((span, len));
                }
                Event::EndArray => {
                    let (count, len) = open_arrays.pop().unwrap();
                    arrays.push(Array { elements: count.end..span.start, count, len });
                }
                Event::BeginTags { .. } => {
                    varints.push(span.start);
                    open_sections.push(Section { end: span.end, count: span, items: Vec::new() });
                }
                Event::KnownTag { .. } | Event::UnknownTag(_) => {
                    varints.push(span.start);
                    open_sections.last_mut().unwrap().items.push(span.start);
                }
                Event::EndStruct { .. } if flexible => {
                    let section = open_sections.pop().unwrap();
                    sections.push(Section { end: span.start, ..section });
                }
                _ => {}
            }
        }
        Vector { message, version, bytes, values, arrays, sections, varints }
    }

    fn flexible(&self) -> bool {
        self.message.schema().is_flexible(self.version)
    }

    /// The bytes with `new` in the place of a piece.
    fn with(&self, piece: &Range<usize>, new: &[u8]) -> Vec<u8> {
        [&self.bytes[..piece.start], new, &self.bytes[piece.end..]].concat()
    }

    /// A count of an array, as this version writes it.
    fn count(&self, n: u32) -> Vec<u8> {
        if self.flexible() { uvarint(n.wrapping_add(1)) } else { n.to_be_bytes().to_vec() }
    }
}

fn uvarint(mut n: u32) -> Vec<u8> {
    let mut bytes = Vec::new();
    while n >= 0x80 {
        bytes.push(n as u8 | 0x80);
        n >>= 7;
    }
    bytes.push(n as u8);
    bytes
}

/// The varint at the front, and its size; what does not fit is dropped.
fn read_uvarint(bytes: &[u8]) -> (u32, usize) {
    let mut value = 0;
    for (i, byte) in bytes.iter().take(5).enumerate() {
        value |= u32::from(byte & 0x7f) << (7 * i);
        if *byte < 0x80 {
            return (value, i + 1);
        }
    }
    (value, bytes.len().min(5))
}

/// Numbers at the edges, as lengths, counts, markers and values have them.
const EDGES: &[&[u8]] = &[
    &[0],
    &[1],
    &[0x7f],
    &[0x80],
    &[0xff],
    &[0, 0],
    &[0xff, 0xff],
    &[0xff, 0xfe],
    &[0x7f, 0xff],
    &[0x80, 0],
    &[0, 0, 0, 0],
    &[0, 0, 0, 1],
    &[0xff, 0xff, 0xff, 0xff],
    &[0xff, 0xff, 0xff, 0xfe],
    &[0x7f, 0xff, 0xff, 0xff],
    &[0x80, 0, 0, 0],
    &[0xff; 8],
    &[0x7f, 0xf8, 0, 0, 0, 0, 0, 1],
    &[0x80, 0, 0, 0, 0, 0, 0, 0],
    // varints: 2^31 - 1, 2^31, 2^31 + 1, 2^32 - 1, one with a bit too many, one that never ends
    &[0xff, 0xff, 0xff, 0xff, 0x07],
    &[0x80, 0x80, 0x80, 0x80, 0x08],
    &[0x81, 0x80, 0x80, 0x80, 0x08],
    &[0xff, 0xff, 0xff, 0xff, 0x0f],
    &[0x81, 0x80, 0x80, 0x80, 0x10],
    &[0x80, 0x80, 0x80, 0x80, 0x80, 0],
];

/// Text that tries a decoder of UTF-8: good, cut short, over-long, surrogates, beyond Unicode.
const TEXTS: &[&[u8]] = &[
    "é€𝄞\0\u{ffff}".as_bytes(),
    &[0xc3],
    &[0xe2, 0x82],
    &[0xf0, 0x9d, 0x84],
    &[0xc0, 0x80],
    &[0xe0, 0x80, 0x80],
    &[0xf0, 0x80, 0x80, 0x80],
    &[0xed, 0xa0, 0x80],
    &[0xed, 0xa0, 0x80, 0xed, 0xb0, 0x80],
    &[0xf4, 0x90, 0x80, 0x80],
    &[0xff, 0xfe, b'a'],
];

pub struct Mutator {
    /// By message and version.
    pairs: Vec<Vec<Vector>>,
    /// The indices in `pairs` of each message's versions.
    versions: BTreeMap<&'static str, Vec<usize>>,
}

impl Mutator {
    pub fn new(vectors: Vec<Vector>) -> Self {
        let mut by_pair: BTreeMap<_, Vec<Vector>> = BTreeMap::new();
        for vector in vectors {
            by_pair.entry((vector.message.name(), vector.version)).or_default().push(vector);
        }
        let mut versions: BTreeMap<_, Vec<usize>> = BTreeMap::new();
        for (i, (name, _)) in by_pair.keys().enumerate() {
            versions.entry(*name).or_default().push(i);
        }
        Mutator { pairs: by_pair.into_values().collect(), versions }
    }

    pub fn messages(&self) -> usize {
        self.versions.len()
    }
    pub fn pairs(&self) -> usize {
        self.pairs.len()
    }

    /// The next input: every version of every message in turn.
    pub fn input(&self, id: u64, rng: &mut Rng) -> Input {
        let pair = (id % self.pairs.len() as u64) as usize;
        let vector = rng.pick(&self.pairs[pair]).unwrap();
        let (message, mut version) = (vector.message, vector.version);
        let mut bytes = vector.bytes.clone();
        // One change that knows the structure, or none, and then as many that do not.
        let changes = rng.below(4);
        if changes != 1 {
            bytes = self.change_structure(pair, vector, rng).unwrap_or(bytes);
        }
        for _ in 0..changes.min(2) {
            self.change_bytes(pair, &mut bytes, rng);
        }
        if rng.one_in(30) {
            let others = &self.versions[message.name()];
            let at = others.iter().position(|other| *other == pair).unwrap();
            let other = if rng.one_in(2) { at.checked_sub(1) } else { Some(at + 1) };
            if let Some(other) = other.and_then(|other| others.get(other)) {
                version = self.pairs[*other][0].version;
            }
        }
        Input { message, version, bytes }
    }

    /// A change that keeps to the structure around it; none if the vector has no such piece.
    fn change_structure(&self, pair: usize, vector: &Vector, rng: &mut Rng) -> Option<Vec<u8>> {
        // Around Kafka's limits: such inputs are long, so they come seldom.
        if rng.one_in(500) {
            return if rng.one_in(2) { long_string(vector, rng) } else { many_tags(vector, rng) };
        }
        match rng.below(13) {
            // The same field's value in another vector.
            0..=2 => {
                let other = rng.pick(&self.pairs[pair])?;
                let (field, piece) = rng.pick(&vector.values)?;
                let same: Vec<_> = other.values.iter().filter(|(of, _)| of == field).collect();
                let (_, from) = rng.pick(&same)?;
                Some(vector.with(piece, &other.bytes[from.clone()]))
            }
            // The end of a value: its content, if it has a length.
            3..=5 => {
                let (_, piece) = rng.pick(&vector.values)?;
                let len = 1 + rng.below(piece.len());
                let piece = piece.end - len..piece.end;
                let new = match rng.below(3) {
                    0 => rng.bytes(len),
                    1 => rng.pick(EDGES)?.iter().copied().cycle().take(len).collect(),
                    _ => rng.pick(TEXTS)?.iter().copied().cycle().take(len).collect(),
                };
                Some(vector.with(&piece, &new))
            }
            // An array twice, none of it, or null.
            6..=7 => {
                let array = rng.pick(&vector.arrays)?;
                let elements = &vector.bytes[array.elements.clone()];
                let (len, elements) = match rng.below(5) {
                    0 => (0, vec![]),
                    1 => (u32::MAX, vec![]),
                    n => (array.len * n as u32, elements.repeat(n)),
                };
                let piece = array.count.start..array.elements.end;
                Some(vector.with(&piece, &[vector.count(len), elements].concat()))
            }
            8..=10 => change_tags(vector, rng),
            // A varint written in another way.
            _ => {
                let at = *rng.pick(&vector.varints)?;
                let (value, used) = read_uvarint(&vector.bytes[at..]);
                let size = used + rng.below(7 - used.min(6));
                let mut new: Vec<u8> = (0..size).map(|i| (u64::from(value) >> (7 * i)) as u8 | 0x80).collect();
                *new.last_mut()? &= 0x7f;
                if size == 5 {
                    // 0x08 makes a length negative; what is above does not fit.
                    new[4] |= [0, 0x08, 0x08, 0x10, 0x40][rng.below(5)];
                    // Null is 0, and would not be negative then.
                    new[0] |= u8::from(value == 0 && new[4] == 0x08);
                }
                Some(vector.with(&(at..at + used), &new))
            }
        }
    }

    /// A change without a thought of what the bytes are.
    fn change_bytes(&self, pair: usize, bytes: &mut Vec<u8>, rng: &mut Rng) {
        let (at, len) = (rng.below(bytes.len() + 1), bytes.len());
        match rng.below(16) {
            0..=2 => {
                if let Some(byte) = bytes.get_mut(at) {
                    *byte = rng.byte();
                }
            }
            3..=5 => {
                if let Some(byte) = bytes.get_mut(at) {
                    *byte ^= 1 << rng.below(8);
                }
            }
            6..=8 => {
                let new = EDGES[rng.below(EDGES.len())];
                let end = len.min(at + new.len());
                bytes[at..end].copy_from_slice(&new[..end - at]);
            }
            9 => {
                let new = EDGES[rng.below(EDGES.len())];
                bytes.splice(at..len.min(at + 1), new.iter().copied());
            }
            10 => drop(bytes.drain(at..len.min(at + 1 + rng.below(4)))),
            11 => {
                let n = 1 + rng.below(4);
                bytes.splice(at..at, rng.bytes(n));
            }
            12 => {
                let other = rng.pick(&self.pairs[pair]).unwrap();
                let from = rng.below(other.bytes.len() + 1);
                bytes.truncate(at);
                bytes.extend_from_slice(&other.bytes[from..]);
            }
            13 => bytes.truncate(at),
            // Bytes behind the message.
            _ => {
                let n = 1 + rng.below(4);
                bytes.extend(rng.bytes(n));
            }
        }
    }
}

fn long_string(vector: &Vector, rng: &mut Rng) -> Option<Vec<u8>> {
    let schema = vector.message.schema();
    let is_string = |field| schema.field(field).is_some_and(|field| field.field_type() == FieldType::String);
    let strings: Vec<_> = vector.values.iter().filter(|(field, _)| vector.flexible() && is_string(*field)).collect();
    let (_, piece) = rng.pick(&strings)?;
    let len = 32767 + rng.below(3);
    Some(vector.with(piece, &[uvarint(len as u32 + 1), vec![b'x'; len]].concat()))
}

fn many_tags(vector: &Vector, rng: &mut Rng) -> Option<Vec<u8>> {
    let section = rng.pick(&vector.sections)?;
    let count = 9_999 + rng.below(3);
    // Numbers that no schema has, and no content.
    let items: Vec<_> = (100..).take(count).flat_map(|tag| [uvarint(tag), vec![0]].concat()).collect();
    Some(vector.with(&(section.count.start..section.end), &[uvarint(count as u32), items].concat()))
}

/// Tagged fields added, taken away, put elsewhere, or with another size.
fn change_tags(vector: &Vector, rng: &mut Rng) -> Option<Vec<u8>> {
    let section = rng.pick(&vector.sections)?;
    let mut items: Vec<_> = section.items().map(|item| vector.bytes[item].to_vec()).collect();
    let at = rng.below(items.len() + 1);
    match rng.below(8) {
        // A new one; the small numbers are those of known tags.
        0 | 1 => {
            let tag = [rng.below(4) as u32, rng.below(16) as u32, rng.below(1000) as u32, i32::MAX as u32, u32::MAX]
                [rng.below(5)];
            let content = rng.below(9);
            items.insert(at, [uvarint(tag), uvarint(content as u32), rng.bytes(content)].concat());
        }
        2 => items.insert(at, rng.pick(&items)?.clone()),
        3 => items.reverse(),
        4 if at < items.len() => drop(items.remove(at)),
        // Another size, and as many bytes more or not.
        5 | 6 if at < items.len() => {
            let item = &items[at];
            let (tag, first) = read_uvarint(item);
            let (size, second) = read_uvarint(&item[first..]);
            let other = [size.wrapping_sub(1), size + 1, size + 3, 0, rng.byte().into()][rng.below(5)];
            let mut content = item[first + second..].to_vec();
            if rng.one_in(2) {
                content.resize(other.min(size + 300) as usize, 0);
            }
            items[at] = [uvarint(tag), uvarint(other), content].concat();
        }
        _ => {
            let other = rng.pick(&vector.sections)?;
            items.extend(other.items().map(|item| vector.bytes[item].to_vec()));
        }
    }
    let piece = section.count.start..section.end;
    Some(vector.with(&piece, &[uvarint(items.len() as u32), items.concat()].concat()))
}
