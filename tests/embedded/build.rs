//! Packs `tests/data` for a program that has no files: [`src/packed.rs`](src/packed.rs) says how. And the memory map of the
//! two machines that QEMU plays.

#[path = "src/digest.rs"]
mod digest;

use digest::{Digest, Kind};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/digest.rs");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../data");
    fs::write(out.join("messages.bin"), messages(&data)).expect("OUT_DIR is writable");
    fs::write(out.join("batches.bin"), batches(&data)).expect("OUT_DIR is writable");

    let map = match env::var("TARGET").expect("cargo sets TARGET").as_str() {
        // mps2-an385: a Cortex-M3 with room for all messages.
        "thumbv7m-none-eabi" => {
            println!("cargo::rustc-link-arg-bins=-Tlink.x");
            "MEMORY { FLASH : ORIGIN = 0x00000000, LENGTH = 4M RAM : ORIGIN = 0x20000000, LENGTH = 4M }"
        }
        // virt: its memory is where code goes, too.
        "riscv32imac-unknown-none-elf" => {
            println!("cargo::rustc-link-arg-bins=-Tmemory.x");
            println!("cargo::rustc-link-arg-bins=-Tlink.x");
            "MEMORY { RAM : ORIGIN = 0x80000000, LENGTH = 64M }
             REGION_ALIAS(\"REGION_TEXT\", RAM); REGION_ALIAS(\"REGION_RODATA\", RAM); REGION_ALIAS(\"REGION_DATA\", RAM);
             REGION_ALIAS(\"REGION_BSS\", RAM); REGION_ALIAS(\"REGION_HEAP\", RAM); REGION_ALIAS(\"REGION_STACK\", RAM);"
        }
        "wasm32-unknown-unknown" => {
            println!("cargo::rustc-link-arg-bins=-zstack-size=4194304");
            return;
        }
        _ => return,
    };
    fs::write(out.join("memory.x"), map).expect("OUT_DIR is writable");
    println!("cargo::rustc-link-search={}", out.display());
}

/// The rows of a file.
fn rows(file: &Path) -> Vec<Value> {
    println!("cargo::rerun-if-changed={}", file.display());
    let text = fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    text.lines().map(|line| serde_json::from_str(line).expect("a row is JSON")).collect()
}

fn bytes_of(row: &Value) -> Vec<u8> {
    hex::decode(row["hex"].as_str().expect("a row has its bytes")).expect("hex")
}

fn push(packed: &mut Vec<u8>, bytes: &[u8]) {
    packed.extend(u32::try_from(bytes.len()).expect("a small row").to_le_bytes());
    packed.extend(bytes);
}

fn messages(data: &Path) -> Vec<u8> {
    let mut packed = Vec::new();
    for folder in ["messages", "internal"] {
        println!("cargo::rerun-if-changed={}", data.join(folder).display());
        let files = fs::read_dir(data.join(folder)).expect("test data");
        let mut files: Vec<_> = files.map(|file| file.expect("test data").path()).collect();
        files.sort();
        for row in files.iter().flat_map(|file| rows(file)) {
            push(&mut packed, row["message"].as_str().expect("a name").as_bytes());
            let version = i16::try_from(row["version"].as_i64().expect("a version")).expect("a version");
            packed.extend(version.to_le_bytes());
            let mut digest = Digest::default();
            fields(&mut digest, "", &row["json"]);
            for unknown in row["unknown"].as_array().into_iter().flatten() {
                let tag = u32::try_from(unknown["tag"].as_u64().expect("a tag")).expect("a tag");
                digest.value("", Kind::Unknown, |value| {
                    value.bytes(&tag.to_le_bytes());
                    value.bytes(&bytes_of(unknown));
                });
            }
            packed.extend(digest.sum().to_le_bytes());
            push(&mut packed, &bytes_of(&row));
        }
    }
    packed
}

/// What Kafka's converters make of a message, value by value.
fn fields(digest: &mut Digest, name: &str, json: &Value) {
    match json {
        Value::Object(object) => object.iter().for_each(|(name, value)| fields(digest, name, value)),
        Value::Array(items) => {
            digest.value(name, Kind::Array, |value| value.bytes(&(items.len() as u64).to_le_bytes()));
            items.iter().for_each(|item| fields(digest, name, item));
        }
        Value::Null => digest.value(name, Kind::Null, |_| {}),
        Value::Bool(bool) => digest.value(name, Kind::Bool, |value| value.bytes(&[(*bool).into()])),
        Value::Number(number) => match number.as_i64() {
            Some(int) => digest.value(name, Kind::Int, |value| value.bytes(&int.to_le_bytes())),
            None => {
                let float = number.as_f64().expect("a number");
                digest.value(name, Kind::Float, |value| value.bytes(&float.to_bits().to_le_bytes()));
            }
        },
        Value::String(text) => digest.value(name, Kind::Text, |value| value.bytes(text.as_bytes())),
    }
}

fn batches(data: &Path) -> Vec<u8> {
    let mut packed = Vec::new();
    for row in rows(&data.join("records/batches.jsonl")) {
        let mut digest = Digest::default();
        for batch in row["expect"]["batches"].as_array().expect("batches") {
            if batch["codec"] == "snappy" || batch["codec"] == "zstd" {
                continue; // which are not on
            }
            for record in batch["records"].as_array().expect("records") {
                let int = |name: &str| record[name].as_i64().expect("a number").to_le_bytes();
                let mut value = |name, hex: &Value| match hex.as_str() {
                    Some(hex) => digest.value(name, Kind::Text, |value| value.bytes(&hex::decode(hex).expect("hex"))),
                    None => digest.value(name, Kind::Null, |_| {}),
                };
                value("key", &record["key"]);
                value("value", &record["value"]);
                for header in record["headers"].as_array().expect("headers") {
                    value("header", &header[0]);
                    value("header value", &header[1]);
                }
                digest.value("offset", Kind::Int, |value| value.bytes(&int("offset")));
                digest.value("timestamp", Kind::Int, |value| value.bytes(&int("timestamp")));
            }
        }
        push(&mut packed, row["name"].as_str().expect("a name").as_bytes());
        packed.extend(0i16.to_le_bytes());
        packed.extend(digest.sum().to_le_bytes());
        push(&mut packed, &bytes_of(&row));
    }
    packed
}
