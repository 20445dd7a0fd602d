//! No public function is forgotten by the two proofs, that nothing panics (`tests/panic-free`) and that nothing allocates
//! (`tests/no_alloc.rs`): each name is looked for in their sources.
//!
//! It goes by names alone. So one of a type may stand for one of another type: the tables at the head of the proofs say which
//! entry point is where.
#![allow(clippy::indexing_slicing, clippy::panic, clippy::unwrap_used, reason = "a test may panic")]

use std::fs;
use std::path::{Path, PathBuf};

/// Not public, whatever their functions say: readers and writers of the wire, and the macros' own.
const INSIDE: [&str; 3] = ["wire/reader.rs", "wire/writer.rs", "message.rs"];

/// Every public function in a file of the library.
fn functions(file: &Path) -> Vec<String> {
    let text = fs::read_to_string(file).unwrap();
    let code = text.split("#[cfg(test)]\nmod tests").next().unwrap();
    let lines = code.lines().map(str::trim_start).filter(|line| !line.starts_with("//"));
    let named = lines.filter_map(|line| {
        let rest = line.strip_prefix("pub ")?;
        let name = rest.strip_prefix("const ").unwrap_or(rest).strip_prefix("fn ")?;
        // A macro's own name is called by whoever calls those that it stands for.
        Some(name.split(['(', '<']).next()?.to_owned()).filter(|name| !name.starts_with('$'))
    });
    named.collect()
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files
}

/// The public functions whose names a proof does not have.
fn forgotten(proof: &str, is_exempt: impl Fn(&str, &str) -> bool) -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(root.join(proof)).unwrap();
    let words: std::collections::HashSet<_> = text.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
    let src = root.join("src");
    let (mut seen, mut missing) = (0, Vec::new());
    for file in sources(&src) {
        let name = file.strip_prefix(&src).unwrap().to_str().unwrap().replace('\\', "/");
        for function in functions(&file) {
            seen += 1;
            if !INSIDE.contains(&&*name) && !is_exempt(&name, &function) && !words.contains(&*function) {
                missing.push(format!("{name}: {function}"));
            }
        }
    }
    assert!(seen > 200, "only {seen} functions were found");
    missing
}

#[test]
fn the_proof_that_nothing_panics_has_every_function() {
    // The codecs are others' code; what hands records to them goes with them.
    let codecs = |file: &str, function: &str| {
        matches!((file, function), (_, "decompress" | "decompress_with_magic" | "with_magic"))
            && (file.starts_with("compression") || file == "records/batch.rs")
    };
    assert_eq!(forgotten("tests/panic-free/src/main.rs", codecs), Vec::<String>::new());
}

#[test]
fn the_proof_that_nothing_allocates_has_every_function() {
    assert_eq!(forgotten("tests/no_alloc.rs", |_, _| false), Vec::<String>::new());
}

/// The search can fail.
#[test]
fn what_is_not_there_is_not_found() {
    let missing = forgotten("tests/panic-free/Cargo.toml", |_, _| false);
    assert!(missing.len() > 150 && missing.contains(&"records/batch.rs: base_offset".to_owned()), "{missing:?}");
}
