//! `records`: lines and JSON for Kafka's own spans, and what it says of damaged ones.

#![allow(clippy::std_instead_of_core, clippy::unwrap_used, clippy::indexing_slicing, reason = "these are tests")]

mod common;

use common::{kafka_view, project};
use kafka_view::records::{BatchSettings, NewRecord, RecordBatchBuilder, crc32};
use serde_json::{Value, json};
use std::collections::BTreeSet;

fn spans() -> Vec<Value> {
    let text = std::fs::read_to_string(project("tests/data/records/batches.jsonl")).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn span(name: &str) -> Vec<u8> {
    let row = spans().into_iter().find(|row| row["name"] == name).unwrap();
    hex::decode(row["hex"].as_str().unwrap()).unwrap()
}

/// The lines of JSON as one, in the form of the vectors.
fn joined(stdout: &str) -> Value {
    let (mut batches, mut trailing) = (Vec::new(), 0);
    for line in stdout.lines() {
        let line: Value = serde_json::from_str(line).unwrap();
        batches.extend(line["batches"].as_array().unwrap().clone());
        trailing += line["trailing_bytes"].as_u64().unwrap();
    }
    json!({ "batches": batches, "trailing_bytes": trailing })
}

#[test]
fn json_is_that_of_the_vectors() {
    let (mut read, mut kinds) = (0, BTreeSet::new());
    for row in &spans() {
        let output = kafka_view(&["records", "--json", "--hex", "-"], row["hex"].as_str().unwrap().as_bytes());
        assert_eq!(joined(output.text()), row["expect"], "{}", row["name"]);
        assert_eq!(output.status, 0, "{}", output.stderr);
        let trailing = &row["expect"]["trailing_bytes"];
        assert_eq!(output.stderr.is_empty(), trailing == 0, "{}", output.stderr);
        read += 1;
        // Offsets of wrappers among them, which only the records within tell.
        for batch in row["expect"]["batches"].as_array().unwrap() {
            assert!(batch["base_offset"].is_i64() && batch["last_offset_delta"].is_i64(), "{batch}");
            kinds.insert((batch["magic"].as_u64().unwrap(), batch["codec"].as_str().unwrap_or("?").to_owned()));
        }

        let output = kafka_view(&["records", "--verify", "--hex", "-"], row["hex"].as_str().unwrap().as_bytes());
        assert_eq!(output.status, i32::from(trailing != 0), "{} {}", row["name"], output.stderr);
    }
    assert!(read >= 126, "{read}");
    for (magic, codecs) in [
        (0, &["none", "gzip", "snappy", "lz4"][..]),
        (1, &["none", "gzip", "snappy", "lz4"]),
        (2, &["none", "gzip", "snappy", "lz4", "zstd"]),
    ] {
        assert!(codecs.iter().all(|codec| kinds.contains(&(magic, (*codec).to_owned()))), "{magic}: {kinds:?}");
    }
}

#[test]
fn a_line_for_each_batch() {
    let bytes = [span("m0-none-1"), span("m2-control-commit-0"), span("m2-headers-3"), span("m2-empty-1")].concat();
    let output = kafka_view(&["records", "--records", "-"], &bytes);
    assert_eq!((output.status, output.stderr.as_str()), (0, ""));
    let expected = std::fs::read_to_string(project("cli/tests/data/records.txt")).unwrap();
    assert_eq!(output.text(), expected);

    // From a file it is the same, and without the records it is less.
    let file = std::env::temp_dir().join(format!("kafka-view-records-{}", std::process::id()));
    std::fs::write(&file, &bytes).unwrap();
    let from_file = kafka_view(&["records", "--records", file.to_str().unwrap()], b"");
    std::fs::remove_file(&file).unwrap();
    assert_eq!(from_file.text(), expected);
    let batches = kafka_view(&["records", "-"], &bytes);
    let without: String = expected.split_inclusive('\n').filter(|line| !line.starts_with("            ")).collect();
    assert_eq!(batches.text(), without);
}

#[test]
fn damage() {
    let batch = span("m2-none-create-1");
    let len = batch.len();
    let mut changed = batch.clone();
    changed[len - 1] ^= 1;
    let mut strange = batch.clone();
    strange[16] = 9;
    let mut count = batch.clone();
    count[60] += 1;
    let crc = kafka_view::records::crc32c(&count[21..]);
    count[17..21].copy_from_slice(&crc.to_be_bytes());
    let zeros = [0; 100];
    let mismatch = format!("checksum mismatch at byte {}", len + 17);
    let magic = format!("unsupported record format (magic 9) at byte {}", len + 16);
    let records = format!("record count does not match the records at byte {}", len + 57);
    let small = format!("record batch too small for its header at byte {}", len + 8);
    let order = "is not above those before";
    // What comes behind the first batch; what is wrong with it; whether only --verify sees it; how many batches are shown.
    for (behind, fault, only_verify, shown) in [
        (&changed[..], mismatch.as_str(), false, 3),
        (&strange, magic.as_str(), false, 3),
        (&count, records.as_str(), true, 3),
        (&zeros, small.as_str(), false, 1),
        (&batch, order, true, 3),
    ] {
        let bytes = [&batch, behind, &batch].concat();
        for verify in [false, true] {
            let args: &[&str] = if verify { &["records", "--verify", "-"] } else { &["records", "-"] };
            let output = kafka_view(args, &bytes);
            assert_eq!(output.status, i32::from(verify || !only_verify), "{fault}: {}", output.stderr);
            assert_eq!(output.stderr.contains(fault), verify || !only_verify, "{fault}: {}", output.stderr);
            let lines = output.text().lines().count();
            assert_eq!(lines, 1 + shown + usize::from(verify), "{}", output.text());
        }
        let output = kafka_view(&["records", "--json", "-"], &bytes);
        assert_eq!(joined(output.text())["batches"].as_array().unwrap().len(), shown);
    }

    // A batch that is cut is what fetches end with, but not logs.
    let cut = [&batch[..], &batch[..50]].concat();
    let output = kafka_view(&["records", "-"], &cut);
    assert_eq!(output.status, 0);
    assert!(
        output.stderr.contains(&format!("50 bytes behind the last batch, from byte {len} on")),
        "{}",
        output.stderr
    );
    assert_eq!(kafka_view(&["records", "--verify", "-"], &cut).status, 1);
    assert_eq!(kafka_view(&["records", "/nowhere"], b"").status, 1);
    assert_eq!(
        joined(kafka_view(&["records", "--json", "-"], b"").text()),
        json!({"batches": [], "trailing_bytes": 0})
    );
}

/// A message of magic 1 without a time and without a key.
fn message(offset: i64, attributes: u8, value: &[u8]) -> Vec<u8> {
    let mut content = vec![1, attributes];
    content.extend([0xff; 12]);
    content.extend(u32::try_from(value.len()).unwrap().to_be_bytes());
    content.extend(value);
    let length = u32::try_from(content.len() + 4).unwrap();
    [&offset.to_be_bytes()[..], &length.to_be_bytes(), &crc32(&content).to_be_bytes(), &content].concat()
}

/// In snappy, as one literal: of 128 bytes and more, and less than 256.
fn snappy(bytes: &[u8]) -> Vec<u8> {
    let size = u8::try_from(bytes.len()).unwrap();
    [&[size | 0x80, 1, 60 << 2, size - 1], bytes].concat()
}

/// A batch of records at these times.
fn timed(base_offset: i64, times: &[i64]) -> Vec<u8> {
    let settings = BatchSettings { base_offset: Some(base_offset), ..Default::default() };
    let mut buf = vec![0; 1000];
    let mut builder = RecordBatchBuilder::new(&mut buf, settings).unwrap();
    for &timestamp in times {
        builder.push(&NewRecord { timestamp, ..Default::default() }).unwrap();
    }
    builder.finish().unwrap().as_bytes().to_vec()
}

/// What every reader passes over without a word is told by `--verify`.
#[test]
fn what_only_verify_tells() {
    let inner = [message(0, 0, &[b'v'; 30]), message(1, 0, &[b'v'; 30])].concat();
    let cut = |n: usize| message(1, 2, &snappy(&[&inner[..], &inner[..n]].concat()));
    for (bytes, fault) in [
        (cut(7), Some("7 bytes of a cut message behind the last, in the batch at byte 0")),
        (cut(1), Some("1 byte of a cut message behind the last, in the batch at byte 0")),
        (cut(0), None),
        (timed(-5, &[0]), Some("offset -5 is negative, in the batch at byte 0")),
        (timed(-1, &[0, 0]), Some("offset -1 is negative, in the batch at byte 0")),
        (timed(0, &[0, 0]), None),
        (timed(i64::MAX, &[0]), None),
    ] {
        for args in [&["records", "--records", "-"][..], &["records", "--json", "-"]] {
            let output = kafka_view(args, &bytes);
            assert_eq!((output.status, output.stderr.as_str()), (0, ""), "{fault:?}");
        }
        let output = kafka_view(&["records", "--verify", "-"], &bytes);
        assert_eq!(output.status, i32::from(fault.is_some()), "{fault:?}: {}", output.stderr);
        assert!(output.stderr.contains(fault.unwrap_or("")), "{fault:?}: {}", output.stderr);
        assert_eq!(output.stderr.lines().count(), usize::from(fault.is_some()), "{}", output.stderr);
    }
    // A last offset that is before the first, where no record shows it.
    let mut empty = span("m2-empty-1");
    empty[23..27].copy_from_slice(&(-3_i32).to_be_bytes());
    let crc = kafka_view::records::crc32c(&empty[21..]);
    empty[17..21].copy_from_slice(&crc.to_be_bytes());
    assert_eq!(kafka_view(&["records", "-"], &empty).status, 0);
    let output = kafka_view(&["records", "--verify", "-"], &empty);
    assert!(output.status == 1 && output.stderr.contains("do not ascend"), "{}", output.stderr);
}

#[test]
fn times_that_are_no_dates() {
    let output = kafka_view(&["records", "--records", "--verify", "-"], &timed(0, &[i64::MAX, -1]));
    assert_eq!(output.status, 0, "{}", output.stderr);
    let lines: Vec<_> = output.text().lines().collect();
    assert_eq!(lines.len(), 5, "{}", output.text());
    assert!(lines[1].contains(&i64::MAX.to_string()), "{}", lines[1]);
    assert!(lines[2].ends_with(&format!("0  {}  key null  value null", i64::MAX)), "{}", lines[2]);
    assert!(lines[3].ends_with("1  key null  value null"), "{}", lines[3]);
    let all = kafka_view(&["records", "--verify", "-"], &timed(0, &[0]));
    assert!(all.text().ends_with("\n1 batch, 1 record, 68 bytes: all is well\n"), "{}", all.text());
}

#[test]
fn inputs_that_are_none() {
    let folder = project("cli");
    let folder = folder.to_str().unwrap();
    for args in [&["records"][..], &["explain"], &["json", "ShareFetchRequest", "--version", "1"]] {
        let output = kafka_view(&[args, &[folder]].concat(), b"");
        assert_eq!(output.status, 1);
        assert_eq!(output.stderr, format!("kafka-view: cannot read {folder}: it is a folder, not a file\n"));
    }
    let output = kafka_view(&["records", "-"], b"");
    assert_eq!(output.status, 0);
    assert_eq!(output.stderr, "kafka-view: note: the input is empty: there are no batches\n");
}

#[test]
fn every_prefix_and_every_byte() {
    let bytes = [span("m1-none-create-2"), span("m2-control-abort-0")].concat();
    for cut in 0..bytes.len() {
        let output = kafka_view(&["records", "--json", "-"], &bytes[..cut]);
        assert!(matches!(output.status, 0 | 1));
        let whole = [45, 87, 165].into_iter().filter(|end| *end <= cut).count();
        assert_eq!(joined(output.text())["batches"].as_array().unwrap().len(), whole, "{cut}");
    }
    for at in 0..bytes.len() {
        let mut bytes = bytes.clone();
        bytes[at] ^= 0x80;
        let output = kafka_view(&["records", "--records", "--verify", "-"], &bytes);
        assert!(matches!(output.status, 0 | 1), "{at} {}", output.stderr);
        assert!(!output.stderr.contains("panicked"), "{at} {}", output.stderr);
    }
}

/// A damaged log may have a fault in every batch: the first are told, all are counted.
#[test]
fn not_more_faults_than_anybody_reads() {
    let mut bad = span("m2-none-create-1");
    *bad.last_mut().unwrap() ^= 1;
    for all in [1, 20, 21, 1000] {
        // Each has a wrong checksum. That they all begin with one offset is not told: nothing of them can be trusted.
        let output = kafka_view(&["records", "--verify", "-"], &bad.repeat(all));
        assert_eq!(output.status, 1);
        let told: Vec<_> = output.stderr.lines().collect();
        assert_eq!(told.len(), all.min(21), "{}", output.stderr);
        let more = match all {
            21 => "and 1 more fault",
            1000 => "and 980 more faults",
            _ => " byte ",
        };
        assert!(told.last().unwrap().contains(more), "{}", output.stderr);
        let state = if all == 1 { "1 fault".to_owned() } else { format!("{all} faults") };
        assert!(output.text().ends_with(&format!(" bytes: {state}\n")), "{}", output.text());
    }
}

/// Standard input is read as it comes: a batch is shown before the next is there.
#[test]
fn standard_input_is_not_kept() {
    use kafka_view_cli::text::Text;
    use std::io::{BufReader, Read, Write};
    use std::sync::atomic::{AtomicUsize, Ordering};

    /// Gives batches as long as those before were shown.
    struct Batches<'b> {
        batch: &'b [u8],
        given: usize,
        shown: &'b AtomicUsize,
    }

    impl Read for Batches<'_> {
        fn read(&mut self, buf: &mut [u8]) -> std::io::Result<usize> {
            let (number, at) = (self.given / self.batch.len(), self.given % self.batch.len());
            if number == 1000 {
                return Ok(0);
            }
            // The titles are a line, too.
            assert!(self.shown.load(Ordering::Relaxed) >= number, "{number} batches were taken");
            let size = (&self.batch[at..]).read(buf)?;
            self.given += size;
            Ok(size)
        }
    }

    struct Lines<'b>(&'b AtomicUsize);

    impl Write for Lines<'_> {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.fetch_add(bytes.iter().filter(|&&byte| byte == b'\n').count(), Ordering::Relaxed);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    let (batch, shown) = (span("m2-none-create-1"), AtomicUsize::new(0));
    let args =
        <kafka_view_cli::args::CommandLine as clap::Parser>::try_parse_from(["kafka-view", "records", "-"]).unwrap();
    let mut stdin = BufReader::with_capacity(batch.len(), Batches { batch: &batch, given: 0, shown: &shown });
    let mut text = Text { out: &mut Lines(&shown), colour: false, width: None };
    kafka_view_cli::execute(&args.command, &mut stdin, &mut text, &mut std::io::sink()).unwrap();
    assert_eq!(shown.load(Ordering::Relaxed), 1001);
}

/// A message in an old wrapper has a checksum of its own, which is right for the bytes that were there before.
#[test]
fn checksums_within_wrappers_are_checked() {
    let wrapper = "00000000000000070000005a3728a9d501010000018bcfe56800ffffffff000000441f8b08000000000002036360800371a72deb9918810cc6eef34f3318fe03018893089506c988dfdefb6f07a6920aa81226909235bbcee9612a4906008bc9a1d669000000";
    let output = kafka_view(&["records", "--verify", "-"], &hex::decode(wrapper).unwrap());
    assert_eq!(output.status, 1, "{}", output.text());
    assert!(output.stderr.contains("checksum mismatch at byte 47 of the decompressed records"), "{}", output.stderr);
}
