//! What fuzzing begins with: inputs of the targets in `fuzz/`, out of the vectors in `tests/data`. Written into a folder for each
//! target below the folder that `KAFKA_VIEW_SEEDS` names, as `fuzz/seeds` does; without it only made.
//!
//! What a target's input looks like is said where the target is. The codecs have seeds of their own in `compression.rs`.

use kafka_view::compression::Compression;
use kafka_view::messages::Message;
use kafka_view::records::Batches;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// No seed is larger, so that what is made of it stays quick to run.
const LARGEST: usize = 2000;

#[test]
fn fuzz_seeds() {
    let project = Path::new(env!("CARGO_MANIFEST_DIR"));
    let data = project.join("tests/data");
    let mut seeds = Seeds { folder: std::env::var_os("KAFKA_VIEW_SEEDS").map(PathBuf::from), counts: BTreeMap::new() };
    for file in files(&data.join("messages"), "jsonl").chain(files(&data.join("internal"), "jsonl")) {
        for row in rows(&file) {
            seeds.message(&row);
        }
    }
    for file in files(&data.join("records"), "jsonl").chain([data.join("bugs.jsonl"), data.join("odd.jsonl")]) {
        for row in rows(&file) {
            if let Some(bytes) = bytes(&row, "hex") {
                seeds.records(&bytes);
                seeds.wire(&bytes);
            }
            seeds.add("lines", &[row.to_string().as_bytes()]);
        }
    }
    for c2s in files(&data.join("captures"), "c2s.bin") {
        let s2c = c2s.to_str().expect("we named it").replace(".c2s.", ".s2c.");
        seeds.conversation(&std::fs::read(&c2s).expect("it is there"), &std::fs::read(s2c).expect("it is there"));
    }
    // What these take are dice, for which any bytes do.
    let dice = ["builder", "committed", "framed"];
    let targets = std::fs::read_to_string(project.join("fuzz/targets")).expect("it is there");
    let lines = targets.lines().filter(|line| !line.starts_with('#'));
    let named: BTreeSet<_> = lines.filter_map(|line| line.split_whitespace().next()).collect();
    let seeded: BTreeSet<_> = seeds.counts.keys().map(String::as_str).chain(dice).collect();
    assert_eq!(named, seeded);
}

struct Seeds {
    folder: Option<PathBuf>,
    counts: BTreeMap<String, usize>,
}

impl Seeds {
    fn add(&mut self, target: &str, parts: &[&[u8]]) {
        let bytes = parts.concat();
        if bytes.len() > LARGEST {
            return;
        }
        let count = self.counts.entry(target.to_owned()).or_default();
        *count += 1;
        if let Some(folder) = &self.folder {
            let folder = folder.join(target);
            std::fs::create_dir_all(&folder).expect("there is a place for seeds");
            std::fs::write(folder.join(format!("seed-{count:05}")), bytes).expect("there is a place for seeds");
        }
    }

    /// A body, and what is stored ahead of it.
    fn message(&mut self, row: &Value) {
        let name = row["message"].as_str().expect("a row names its message");
        let Some(number) = Message::all().position(|message| message.name() == name) else { return };
        let version = row["version"].as_i64().and_then(|version| u8::try_from(version).ok()).expect("it is small");
        let [high, low] = u16::try_from(number).expect("they are few").to_be_bytes();
        let front = [high, low, version];
        let body = bytes(row, "hex").expect("a row has bytes");
        let json = row["json"].to_string();
        for target in ["decode", "reencode", "debug", "json", "strict"] {
            self.add(target, &[&front, &body]);
        }
        self.add("chunks", &[&front, &[version], &body]);
        self.add("json_text", &[&front, json.as_bytes()]);
        if row["kind"] != "default" {
            let line = serde_json::json!({ "message": name, "version": version, "hex": row["hex"] });
            self.add("lines", &[line.to_string().as_bytes()]);
            let line = serde_json::json!({ "message": name, "version": version, "json": row["json"] });
            self.add("lines", &[line.to_string().as_bytes()]);
        }
        if let Some(api) = row["apiKey"].as_u64().and_then(|api| u8::try_from(api).ok()) {
            let kind = u8::from(name.ends_with("Response"));
            self.add("explain", &[&[kind | 2, api, version, 2], &body]);
            self.add("peer", &[&[api, kind, version], &body]);
            if name == "ApiVersionsResponse" {
                self.add("headers", &[&[0, 18, 0, version], &body]);
            }
            if name.ends_with("Request") && row["kind"] == "default" {
                let header = [&[0, api, 0, version], &b"\0\0\0\x07\0\x01c\0"[..]].concat();
                self.add("headers", &[&header, &body]);
            }
        }
        if let Some(framed) = bytes(row, "framed") {
            self.stored(name, row["module"].as_str().unwrap_or_default(), &framed);
        }
    }

    fn stored(&mut self, name: &str, module: &str, framed: &[u8]) {
        let topic = match module {
            "group-coordinator" => 0,
            "share-coordinator" => 1,
            "transaction-coordinator" => 2,
            "metadata" => 3,
            _ if name.starts_with("Remote") => 4,
            _ => 5,
        };
        if name.ends_with("Key") {
            // With a value of nothing but zeros; the values have keys of nothing but a type.
            let size = u8::try_from(framed.len()).expect("keys are short");
            self.add("internal", &[&[topic, size], framed, &[0; 40]]);
        } else if topic < 3 {
            for record_type in 0..24 {
                self.add("internal", &[&[topic, 26, 0, record_type], &[0; 24], framed]);
            }
        } else {
            self.add("internal", &[&[topic, 0], framed]);
        }
    }

    /// Batches, and what is in them.
    fn records(&mut self, bytes: &[u8]) {
        self.add("records", &[bytes]);
        self.add("chunks_records", &[&[0, 0], bytes]);
        self.add("chunks_records", &[&[0, 7], bytes]);
        self.add("chunks_records", &[&[9, 7], bytes]);
        self.add("edit", &[&[1, 0, 7, 0, 7, 0, 7], bytes]);
        self.add("segment", &[&[5], bytes]);
        self.add("segment", &[&[7], bytes]);
        for batch in Batches::new(bytes).flatten() {
            let codec = match batch.compression() {
                Compression::Unknown(_) => continue,
                codec => codec,
            };
            if codec != Compression::None {
                self.add(&codec.to_string(), &[batch.payload()]);
            }
            if let (2, Some(count)) = (batch.magic(), batch.records_count().and_then(|count| u8::try_from(count).ok()))
            {
                for window in [1, 20, 255] {
                    self.add("reader", &[&[codec.id(), count, window], batch.payload()]);
                }
            }
        }
    }

    fn wire(&mut self, bytes: &[u8]) {
        self.add("headers", &[bytes]);
        for kind in 0..3 {
            self.add("frames", &[&[kind, 255, 9], bytes]);
        }
        let front = bytes.get(..20).unwrap_or(bytes);
        self.add("varints", &[front]);
        self.add("text", &[front]);
    }

    fn conversation(&mut self, c2s: &[u8], s2c: &[u8]) {
        let size = u16::try_from(c2s.len()).unwrap_or(u16::MAX);
        self.add("conversation", &[&size.to_be_bytes(), &c2s[..size.into()], s2c]);
        self.add("explain", &[&[0, 0, 0, 0], c2s]);
        self.wire(c2s);
        self.wire(s2c);
        // What the front of a conversation does to the table of what is in flight.
        self.add("in_flight", &[&c2s[..c2s.len().min(200)]]);
    }
}

/// The files below a folder whose names end so.
fn files(folder: &Path, ending: &str) -> impl Iterator<Item = PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("the vectors are there") {
        let path = entry.expect("it can be read").path();
        if path.is_dir() {
            found.extend(files(&path, ending));
        } else if path.to_str().is_some_and(|name| name.ends_with(ending)) {
            found.push(path);
        }
    }
    found.sort();
    found.into_iter()
}

fn rows(file: &Path) -> impl Iterator<Item = Value> {
    let text = std::fs::read_to_string(file).expect("the vectors are there");
    let rows = text.lines().map(|line| serde_json::from_str(line).expect("each line is JSON"));
    rows.collect::<Vec<_>>().into_iter()
}

fn bytes(row: &Value, name: &str) -> Option<Vec<u8>> {
    hex::decode(row[name].as_str()?).ok()
}
