//! What the tests share.
#![allow(dead_code, reason = "not every test uses all of it")]

use kafka_view_cli::rows::Row;
use serde_json::Value;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// What a call gave.
pub struct Output {
    pub status: i32,
    pub stdout: Vec<u8>,
    pub stderr: String,
}

impl Output {
    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.stdout).unwrap()
    }
}

/// Calls the command.
pub fn kafka_view(args: &[&str], stdin: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_kafka-view"))
        .args(args)
        .env_remove("CLICOLOR_FORCE")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut pipe = child.stdin.take().unwrap();
    let stdin = stdin.to_vec();
    // A command that does not read its input closes the pipe.
    let writer = std::thread::spawn(move || drop(pipe.write_all(&stdin)));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    Output {
        status: output.status.code().unwrap(),
        stdout: output.stdout,
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

/// Compares with a file; with `UPDATE_GOLDEN` in the environment, writes it.
pub fn golden(name: &str, text: &str) {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name);
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&path, text).unwrap();
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    for (i, (line, expected)) in text.lines().zip(expected.lines()).enumerate() {
        assert_eq!(line, expected, "{name}, line {}: UPDATE_GOLDEN=1 writes it anew", i + 1);
    }
    assert_eq!(text.lines().count(), expected.lines().count(), "{name}: UPDATE_GOLDEN=1 writes it anew");
}

/// A file of the project, from its root.
pub fn project(path: &str) -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/..")).join(path)
}

/// A captured ShareFetch response of version 2, with its frame: eight records in one batch.
pub fn share_fetch_response() -> Vec<u8> {
    std::fs::read(project("examples/data/share-fetch-response.bin")).unwrap()
}

/// The lines of the vectors that Kafka's serializers wrote.
pub fn vectors() -> Vec<Value> {
    let mut files: Vec<_> =
        std::fs::read_dir(project("tests/data/messages")).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    let lines = files.iter().flat_map(|file| {
        let text = std::fs::read_to_string(file).unwrap();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect::<Vec<Value>>()
    });
    lines.collect()
}

/// Every byte belongs to exactly one row without rows below it, and every row to the one around it.
pub fn assert_tiles(rows: &[Row], start: usize, end: usize) {
    // What came out of compressed records is no part of the input.
    let rows: Vec<_> = rows.iter().filter(|row| !row.decompressed).cloned().collect();
    let mut at = start;
    let mut around: Vec<&Row> = Vec::new();
    for (i, row) in rows.iter().enumerate() {
        assert_eq!(row.depth == 0, i == 0, "{row:?}");
        around.truncate(row.depth);
        assert_eq!(around.len(), row.depth, "{row:?}");
        if let Some(outer) = around.last() {
            assert!(
                row.offset >= outer.offset && row.offset + row.size <= outer.offset + outer.size,
                "{row:?} in {outer:?}"
            );
        }
        around.push(row);
        assert_eq!(row.offset, at, "{row:?}");
        if rows.get(i + 1).is_none_or(|next| next.depth <= row.depth) {
            at += row.size;
        }
    }
    assert_eq!(at, end);
    assert_eq!((rows[0].offset, rows[0].size), (start, end - start));
}
