//! Values of every message in every version, made from its table, through every way there is.

use super::{agree, as_encoded, by_table_alone, check_any, check_prefix, sorted, typed, values};
use kafka_view::messages::Message;
use kafka_view_cli::json;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use values::{Filling, Node};

/// Tries some values of every message and version; `PROPTEST_CASES` says how many of each.
fn every_message<S: Strategy>(cases: u32, given: impl Fn(Message, i16) -> S, test: impl Fn(Message, i16, S::Value)) {
    let cases = std::env::var("PROPTEST_CASES").map_or(cases, |cases| cases.parse().unwrap());
    let mut tried = 0;
    for message in Message::all() {
        for version in message.schema().versions() {
            // What fails is told whole, and shrunk: nothing is written beside the tests.
            let mut runner = TestRunner::new(Config { cases, failure_persistence: None, ..Config::default() });
            let result = runner.run(&given(message, version), |value| {
                test(message, version, value);
                Ok(())
            });
            result.unwrap_or_else(|error| panic!("{message:?} {version}: {error}"));
            tried += cases;
        }
    }
    assert!(tried >= 750 * cases, "{tried}");
}

/// Tree to bytes to view to value to bytes; to JSON by view and by table, and back; nothing for the strict check to find.
#[test]
fn values_go_every_way() {
    every_message(4, values::any, |message, version, node: Node<'_>| {
        let bytes = node.encode(message, version).unwrap();
        assert!(check_any(message, version, &bytes));
        assert_eq!(as_encoded::findings(message, version, &bytes), Ok(Vec::new()));
        assert_eq!(by_table_alone(message, version, &bytes), Ok(bytes.len()));

        let typed = typed(message.name());
        assert_eq!((typed.encode)(&bytes, version, version, bytes.len()).as_ref(), Ok(&bytes));
        let (given, unknown) = node.json();
        assert_eq!(json::encode(message, version, &given, &unknown).as_ref(), Ok(&bytes));
        let decoded = json::decode(message, version, &bytes).unwrap();
        assert_eq!(decoded.rest, 0);
        assert!(agree(&given, &decoded.json), "{given} {}", decoded.json);
        assert_eq!(sorted(decoded.unknown.clone()), sorted(unknown.clone()));
        // A tagged field is left out where it holds its default, and nothing else is.
        assert_eq!(json::encode(message, version, &decoded.json, &decoded.unknown).as_ref(), Ok(&bytes));
    });
}

#[test]
fn prefixes_are_incomplete() {
    let given = |message, version| (values::any(message, version), any::<[prop::sample::Index; 6]>());
    every_message(2, given, |message, version, (node, cuts)| {
        let bytes = node.encode(message, version).unwrap();
        if bytes.is_empty() {
            return;
        }
        let last = (1..=bytes.len().min(4)).map(|n| bytes.len() - n);
        for cut in last.chain(cuts.iter().map(|cut| cut.index(bytes.len()))) {
            check_prefix(message, version, &bytes, cut);
        }
    });
}

#[test]
fn changed_bytes() {
    let changes = any::<[(prop::sample::Index, u8); 6]>();
    let given = move |message, version| (values::any(message, version), changes.clone());
    every_message(3, given, |message, version, (node, changes)| {
        let bytes = node.encode(message, version).unwrap();
        for (at, byte) in changes.iter().filter(|_| !bytes.is_empty()) {
            let mut bytes = bytes.clone();
            let at = at.index(bytes.len());
            // Small numbers are what lengths, counts and tags are near to.
            bytes[at] = if byte % 4 == 0 { bytes[at].wrapping_add(byte / 4 % 3).wrapping_sub(1) } else { *byte };
            check_any(message, version, &bytes);
        }
    });
}

/// A struct in a tagged field that holds its defaults, and an unknown tag besides, is there in every way. (The JSON by table
/// left it out.)
#[test]
fn defaults_with_unknown_tags_are_not_the_default() {
    let mut structs = 0;
    for message in Message::all() {
        let of_structs = |node| message.schema().fields(node).iter().any(|f| f.tag().is_some() && f.holds().is_some());
        for version in message.schema().versions().filter(|_| message.schema().nodes().any(of_structs)) {
            let with = Filling { text: "t", bytes: b"b", len: 2, tagged_defaults: true };
            let bytes = values::filled(message, version, with).encode(message, version).unwrap();
            assert!(check_any(message, version, &bytes), "{message:?} {version}");
            assert_eq!(as_encoded::findings(message, version, &bytes), Ok(Vec::new()));
            structs += 1;
        }
    }
    assert!(structs >= 20, "{structs}");
}
