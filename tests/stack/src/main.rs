//! How much stack each entry point takes: what is below it is painted, and looked at afterwards.
//!
//! Every call runs over the vectors in the folder that is named, whole and cut, and the largest counts.

use kafka_view::compression::{Compression, Decompressor, decompress};
use kafka_view::correlation::InFlight;
use kafka_view::internal::Topic;
use kafka_view::internal::group::GroupKey;
use kafka_view::internal::metadata::MetadataRecord;
use kafka_view::messages::Message;
use kafka_view::records::{BatchSettings, Batches, RecordBatchBuilder, RecordBatchMut, RecordReader, TimestampType};
use kafka_view::schema::{self, Walk};
use kafka_view::{Decode, Encode, Stream, TaggedFields, Visitor, frame};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::hint::black_box;
use std::io::Write as _;
use std::path::Path;

/// How far down it is painted.
const DEPTH: usize = 256 << 10;

/// Left alone, for the painter's own frame.
const GAP: usize = 256;

const PAINT: u64 = 0x5a5a_5a5a_5a5a_5a5a;

/// Paints, or looks how far down the paint is gone. `top` is a place in the caller's frame.
#[inline(never)]
fn below(top: *mut u64, paint: bool) -> usize {
    let words = (GAP / 8..DEPTH / 8).rev();
    for word in words {
        // SAFETY: the thread's stack is larger than that, and nothing is there now but what was.
        unsafe {
            let at = top.sub(word);
            if paint {
                at.write_volatile(PAINT);
            } else if at.read_volatile() != PAINT {
                return word * 8;
            }
        }
    }
    GAP
}

/// The stack that a call takes, in bytes.
#[inline(never)]
fn stack_of(run: &mut dyn FnMut()) -> usize {
    let mut top = 0_u64;
    let top = black_box(&raw mut top);
    below(top, true);
    run();
    below(top, false)
}

/// The most of each entry point.
#[derive(Default)]
struct Table(BTreeMap<&'static str, (usize, String)>);

impl Table {
    fn measure(&mut self, name: &'static str, what: &str, mut run: impl FnMut()) {
        let bytes = stack_of(&mut run);
        let most = self.0.entry(name).or_default();
        if bytes > most.0 {
            *most = (bytes, what.to_owned());
        }
    }
}

fn main() {
    let folder = std::env::args().nth(1).expect("which folder has the vectors?");
    // The main thread's stack grows on demand; this one's is there.
    let thread = std::thread::Builder::new().stack_size(4 * DEPTH).spawn(move || {
        let mut table = Table::default();
        // Nothing has happened yet that happens only once.
        table.measure("0 nothing", "", || {});
        let nothing = table.0.remove("0 nothing").map_or(0, |most| most.0);
        messages(Path::new(&folder), &mut table);
        records(Path::new(&folder), &mut table);
        codecs(&mut table);
        assert_eq!(nothing, GAP);
        println!("| entry point | bytes | where most |\n|---|--:|---|");
        for (name, (bytes, what)) in table.0 {
            println!("| {} | {bytes} | {what} |", name.split_once(' ').expect("they are numbered").1);
        }
    });
    thread.expect("there is memory").join().expect("it was good");
}

fn rows(file: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(file).expect("the vectors are there");
    text.lines().map(|line| serde_json::from_str(line).expect("each line is JSON")).collect()
}

fn rows_in(folder: &Path) -> Vec<Value> {
    let mut files: Vec<_> = std::fs::read_dir(folder).expect("it is there").map(|file| file.unwrap().path()).collect();
    files.sort();
    files.iter().flat_map(|file| rows(file)).collect()
}

struct Nothing;
impl Visitor for Nothing {
    fn unknown_tagged_fields(&mut self, fields: TaggedFields<'_>) {
        black_box(fields.iter().count());
    }
}

/// A text that is thrown away.
struct Nowhere;
impl std::fmt::Write for Nowhere {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        black_box(text);
        Ok(())
    }
}

macro_rules! each_type {
    ($name:ident $version:ident $bytes:ident $table:ident $($module:ident: $($value:ident $view:ident $event:ident),+;)+) => {
        match $name { $($( stringify!($value) => {
            use kafka_view::messages::$module::{$value, $view};
            $table.measure("1 decode: a view of the whole message", $name, || {
                black_box($view::decode(black_box($bytes), $version).is_ok());
            });
            $table.measure("3 cursor: all events of a message", $name, || {
                black_box(Stream::<$view<'_>>::new(black_box($bytes), $version).map(|stream| stream.map(black_box).count()).is_ok());
            });
            if let Ok(view) = $view::decode($bytes, $version) {
                let value = $value::from(view);
                let mut buf = vec![0; $bytes.len()];
                $table.measure("2 encode a value", $name, || {
                    black_box(black_box(&value).encode($version, &mut buf).is_ok());
                });
                $table.measure("9 Debug of a view", $name, || {
                    black_box(write!(Nowhere, "{:?}", black_box(view)).is_ok());
                });
            }
        } )+)+ _ => {} }
    };
}

fn messages(folder: &Path, table: &mut Table) {
    for row in rows_in(&folder.join("messages")).iter().chain(&rows_in(&folder.join("internal"))) {
        let name = row["message"].as_str().expect("a row names its message");
        let version = row["version"].as_i64().and_then(|version| i16::try_from(version).ok()).expect("it is small");
        let whole = hex::decode(row["hex"].as_str().expect("a row has bytes")).expect("it is hex");
        let message = Message::from_name(name).expect("we know all");
        for bytes in [&whole[..], &whole[..whole.len() / 2]] {
            kafka_view::__for_each_message!(each_type! { name version bytes table });
            table.measure("4 visit a message by its view", name, || {
                black_box(message.visit(black_box(bytes), version, &mut Nothing).is_ok());
            });
            table.measure("5 walk a message by its table", name, || {
                black_box(
                    Walk::new(message.schema(), black_box(bytes), version)
                        .map(|walk| walk.map(black_box).count())
                        .is_ok(),
                );
            });
            table.measure("6 skip a message by its table", name, || {
                black_box(schema::skip(message.schema(), black_box(bytes), version).is_ok());
            });
            table.measure("7 locate the path of a byte", name, || {
                black_box(schema::locate(message.schema(), black_box(bytes), version, 1 << 20));
            });
        }
        let Some(framed) = row["framed"].as_str().map(|framed| hex::decode(framed).expect("it is hex")) else {
            continue;
        };
        table.measure("A what brokers keep: a metadata record", name, || {
            black_box(MetadataRecord::decode(black_box(&framed)).is_ok());
        });
        table.measure("B what brokers keep: a group's key and value", name, || {
            black_box(GroupKey::decode(black_box(&framed)).map(|key| key.value(&framed).is_ok()).is_ok());
        });
        table.measure("C what brokers keep: by topic", name, || {
            black_box(Topic::ClusterMetadata.value(None, black_box(&framed)).is_ok());
        });
    }
    let mut in_flight = InFlight::<8>::new();
    table.measure("D requests in flight: a request and its response", "", || {
        black_box(in_flight.request(black_box(b"\0\0\0\x09\0\0\0\x07\0\x01c\0\0\0\0")).is_ok());
        black_box(in_flight.request(black_box(b"\0\x12\0\x03\0\0\0\x08\0\x01c\0\x02a\x02b\0")).is_ok());
        black_box(in_flight.response(black_box(b"\0\0\0\x08\0\x23\0\0\0\0")).is_ok());
    });
    table.measure("E split a frame", "", || {
        black_box(frame::split(black_box(b"\0\0\0\x04abcd"), frame::FrameKind::Raw, 99).is_ok());
    });
}

fn records(folder: &Path, table: &mut Table) {
    let (mut out, mut scratch) = (vec![0; 1 << 20], vec![0; 1 << 20]);
    for row in rows_in(&folder.join("records")) {
        let name = row["name"].as_str().unwrap_or_default();
        let mut bytes = hex::decode(row["hex"].as_str().expect("a row has bytes")).expect("it is hex");
        table.measure("F batches, records and headers", name, || {
            for batch in Batches::new(black_box(&bytes)).flatten() {
                for record in batch.records().into_iter().flatten().flatten() {
                    record.headers.iter().for_each(|header| _ = black_box(header));
                    black_box(record.control().is_ok());
                }
            }
        });
        table.measure("G the checksum of a batch", name, || {
            for batch in Batches::new(black_box(&bytes)).flatten() {
                black_box(batch.verify_crc().is_ok());
            }
        });
        for batch in Batches::new(&bytes).flatten() {
            let Ok(n) = batch.decompress(&mut scratch).map(<[u8]>::len) else { continue };
            table.measure("H build a batch", name, || {
                let Ok(mut builder) = RecordBatchBuilder::new(&mut out, BatchSettings::of(&batch)) else { return };
                for record in batch.records_in(&scratch[..n]).into_iter().flatten().flatten() {
                    black_box(builder.push(&record.into()).is_ok());
                }
                black_box(builder.finish().is_ok());
            });
        }
        table.measure("I change a batch in place", name, || {
            if let Ok(mut batch) = RecordBatchMut::new(black_box(&mut bytes)) {
                batch.set_max_timestamp(TimestampType::LogAppend, 5);
            }
        });
    }
}

fn codecs(table: &mut Table) {
    let text: Vec<u8> =
        (0..20_000).flat_map(|i: u32| format!("line {} of text; ", i.wrapping_mul(i) % 9973).into_bytes()).collect();
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    gzip.write_all(&text).unwrap();
    let mut lz4 = lz4::EncoderBuilder::new().build(Vec::new()).unwrap();
    lz4.write_all(&text).unwrap();
    let payloads = [
        (
            ["J decompress gzip", "O a Decompressor of gzip", "T a RecordReader of gzip"],
            Compression::Gzip,
            gzip.finish().unwrap(),
        ),
        (
            ["K decompress snappy", "P a Decompressor of snappy", "U a RecordReader of snappy"],
            Compression::Snappy,
            snap::raw::Encoder::new().compress_vec(&text).unwrap(),
        ),
        (["L decompress lz4", "Q a Decompressor of lz4", "V a RecordReader of lz4"], Compression::Lz4, lz4.finish().0),
        (
            ["M decompress zstd", "R a Decompressor of zstd", "W a RecordReader of zstd"],
            Compression::Zstd,
            zstd::encode_all(&text[..], 3).unwrap(),
        ),
    ];
    let (mut out, mut header) = (vec![0; 1 << 20], vec![0; 61]);
    let settings = BatchSettings { last_offset: Some(0), ..Default::default() };
    let empty = RecordBatchBuilder::new(&mut header, settings).unwrap().finish().unwrap();
    for (names, codec, payload) in payloads {
        for bytes in [&payload[..], &payload[..payload.len() / 2]] {
            table.measure(names[0], "", || _ = black_box(decompress(codec, black_box(bytes), &mut out).is_ok()));
            table.measure(names[1], "", || {
                let mut stream = Decompressor::new(codec, black_box(bytes), &mut out, u64::MAX).expect("we have all");
                while stream.fill().is_ok_and(|more| more) {
                    black_box(stream.take(usize::MAX).len());
                }
            });
            let mut batch = empty.as_bytes().to_vec();
            batch.extend(bytes);
            let size = u32::try_from(batch.len() - 12).unwrap();
            batch[8..12].copy_from_slice(&size.to_be_bytes());
            batch[22] = codec.id();
            batch[60] = 9;
            let batch = Batches::new(&batch).next().unwrap().unwrap();
            table.measure(names[2], "", || {
                let mut reader = RecordReader::new(&batch, &mut out, u64::MAX).expect("we have all");
                while reader.next_record().is_ok_and(|record| record.is_some()) {}
            });
        }
    }
}
