//! The strict check: silent on all that Kafka writes, and on everything else of one mind with what encoding gives.

use super::as_encoded::findings;
use super::values::Node;
use super::{check_any, least, vectors};
use kafka_view::DecodeErrorKind;
use kafka_view::messages::Message;
use kafka_view::schema::{Event, FindingKind as Kind, Strict, Walk};
use serde_json::Value;
use std::collections::BTreeMap;

/// Kind, offset and path of what is found, the error last.
fn told(message: Message, version: i16, bytes: &[u8]) -> Vec<String> {
    let mut strict = Strict::new(message.schema(), message.names(), bytes, version).unwrap();
    let mut told = Vec::new();
    while let Some(finding) = strict.next() {
        told.push(match finding {
            Ok(finding) => format!("{:?} {} {}", finding.kind, finding.offset, finding.path.with(message.names())),
            Err(error) => format!("{error} {}", strict.path().with(message.names())),
        });
    }
    assert!(strict.next().is_none());
    told
}

#[test]
fn nothing_is_found_in_what_kafka_writes() {
    for v in vectors() {
        assert_eq!(findings(v.message, v.version, &v.bytes), Ok(Vec::new()), "{}", v.line);
    }
}

fn rows(text: &str) -> impl Iterator<Item = (Value, Message, i16, Vec<u8>)> {
    let rows: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    rows.into_iter().filter_map(|row| {
        let message = Message::from_name(row["message"].as_str()?)?;
        let version = i16::try_from(row["version"].as_i64()?).unwrap();
        let bytes = hex::decode(row["hex"].as_str().unwrap()).unwrap();
        Some((row, message, version, bytes))
    })
}

/// Kafka itself, as a third: something is found in what it rewrites in another way, or refuses to write.
#[test]
fn kafka_rewrites_what_is_found() {
    let (mut found, mut silent) = (0, 0);
    for (row, message, version, bytes) in rows(include_str!("../data/odd.jsonl")) {
        if row["java"] != "accepts" {
            continue;
        }
        let rewritten = row["rewritten"].as_str().map(|hex| hex::decode(hex).unwrap());
        match findings(message, version, &bytes) {
            Ok(findings) => {
                assert_eq!(findings.is_empty(), rewritten.as_ref() == Some(&bytes), "{row}: {findings:?}");
                *if findings.is_empty() { &mut silent } else { &mut found } += 1;
            }
            // Where decoding is stricter than Kafka.
            Err(_) => assert_ne!(rewritten.as_ref(), Some(&bytes), "{row}"),
        }
    }
    assert_eq!((found, silent), (17, 8));
}

/// The rows that say what the strict check has to object to.
#[test]
fn inputs_that_only_the_strict_check_refuses() {
    let mut tried = Vec::new();
    for (row, message, version, bytes) in rows(include_str!("../data/bugs.jsonl")) {
        let expected = &row["expect"]["strict"];
        if expected.is_null() {
            continue;
        }
        let found = findings(message, version, &bytes).unwrap();
        let kind = match expected["reason"].as_str().unwrap() {
            "unsorted-tags" => Kind::TagOrder,
            _ => Kind::DuplicateTag,
        };
        assert_eq!(expected["outcome"], "invalid");
        assert_eq!(Some(u64::from(found[0].offset)), expected["at"].as_u64(), "{row}");
        assert_eq!(found[0].kind, kind, "{row}");
        tried.push(row["id"].as_str().unwrap().to_owned());
    }
    assert_eq!(tried, ["D03", "H34", "J10"]);
}

/// Every kind, at its byte and with its path.
#[test]
fn kinds() {
    let told = |name: &str, version, hex: &str| {
        let bytes = hex::decode(hex.replace([' ', '\n'], "")).unwrap();
        told(Message::from_name(name).unwrap(), version, &bytes)
    };
    // A group id and a member id whose lengths have a byte too many, and a generation in between.
    assert_eq!(
        told("HeartbeatRequest", 4, "8200 67 00000007 8280808000 6d 00 8000"),
        ["LongVarint 0 groupId", "LongVarint 7 memberId", "LongVarint 14 "]
    );
    assert_eq!(told("HeartbeatRequest", 3, "000167 00000007 00016d fff0"), ["NegativeLength 10 groupInstanceId"]);
    assert_eq!(told("MetadataRequest", 4, "fffffffe ff"), ["NegativeLength 0 topics", "Bool 4 allowAutoTopicCreation"]);
    assert_eq!(told("HeartbeatRequest", 4, "04 61fe62 00000007 026d 00 00"), ["InvalidUtf8 2 groupId"]);
    // Good in each chunk, but for one byte in the middle of a character.
    assert_eq!(told("HeartbeatRequest", 4, "04 61c3a9 00000007 04 61e282 00 00"), ["InvalidUtf8 10 memberId"]);
    // The assignment of a ConsumerGroupHeartbeatResponse: null and present, in other numbers than Kafka's.
    let head = "00000000 0000 00 00 00000000 00000000";
    assert_eq!(told("ConsumerGroupHeartbeatResponse", 0, &format!("{head} 80 00")), ["Marker 16 assignment"]);
    assert_eq!(told("ConsumerGroupHeartbeatResponse", 0, &format!("{head} 00 01 00 00")), ["Marker 16 assignment"]);
    assert_eq!(told("ConsumerGroupHeartbeatResponse", 0, &format!("{head} ff 00")), [""; 0]);
    assert_eq!(told("ConsumerGroupHeartbeatResponse", 0, &format!("{head} 01 01 00 00")), [""; 0]);
    // Tags: 9, 8, 9, 9, the first that is too high, and at last one whose size has a byte too many.
    assert_eq!(
        told("HeartbeatRequest", 4, "0267 00000007 026d 00 06 0900 0800 0900 0900 ffffffff0700 0a8000"),
        ["TagOrder 12 ", "DuplicateTag 16 ", "HighTag 18 ", "TagOrder 24 ", "LongVarint 25 "]
    );
    // Known tags: 1 (an epoch, -1 by default) twice, with 0 (an array) out of order, and then the default.
    assert_eq!(
        told("ApiVersionsResponse", 3, "0000 01 00000000 04 01080000000000000005 000101 01080000000000000006 03 01 01"),
        ["TagOrder 18 supportedFeatures", "DefaultTag 18 supportedFeatures", "DuplicateTag 21 finalizedFeaturesEpoch"]
    );
    assert_eq!(
        told("ApiVersionsResponse", 3, "0000 01 00000000 01 0108ffffffffffffffff"),
        ["DefaultTag 8 finalizedFeaturesEpoch"]
    );
    assert_eq!(told("HeartbeatRequest", 4, "0267 00000007 026d 00 00 aabb"), ["TrailingBytes 10 "]);
    // What is found before an error is told before it.
    assert_eq!(
        told("HeartbeatRequest", 4, "8200 67 00000007 09 6d"),
        ["LongVarint 0 groupId", "incomplete at byte 9: at least 7 bytes more memberId"]
    );
    // Bytes left over in a known tag.
    assert_eq!(
        told("ApiVersionsResponse", 3, "0000 01 00000000 01 0109 000000000000000500"),
        ["tagged field does not fill its declared size at byte 18 finalizedFeaturesEpoch"]
    );
}

/// Kafka's generated code has no string above 32767 bytes, whatever a compact length could say, and 4.4 no more tags than these.
#[test]
fn limits_of_kafka() {
    let message = Message::from_name("HeartbeatRequest").unwrap();
    let with_string = |n: usize| {
        let length = u32::try_from(n + 1).unwrap();
        let mut bytes: Vec<u8> = vec![length as u8 | 0x80, (length >> 7) as u8 | 0x80, (length >> 14) as u8];
        bytes.extend(vec![b'g'; n]);
        bytes.extend(b"\0\0\0\x07\x02m\0\0");
        told(message, 4, &bytes)
    };
    assert_eq!(with_string(32767), [""; 0]);
    assert_eq!(with_string(32768), ["LongString 0 groupId"]);
    let with_tags = |n: u32| {
        let mut bytes = b"\x02g\0\0\0\x07\x02m\0".to_vec();
        let varint = |bytes: &mut Vec<u8>, mut number: u32| {
            while number >= 0x80 {
                bytes.push(number as u8 | 0x80);
                number >>= 7;
            }
            bytes.push(number as u8);
        };
        varint(&mut bytes, n);
        for tag in 0..n {
            varint(&mut bytes, tag);
            bytes.push(0);
        }
        told(message, 4, &bytes)
    };
    assert_eq!(with_tags(10_000), [""; 0]);
    assert_eq!(with_tags(10_001), ["ManyTags 9 "]);
}

/// A struct in a tagged field is its default when all that is in it is, however deep; one thing that is not makes it another.
#[test]
fn structs_of_defaults() {
    // FetchResponse: a partition's currentLeader, tag 1, is a struct of two numbers that are -1 by default.
    let message = Message::from_name("FetchResponse").unwrap();
    let with_leader = |leader: &str| {
        let head = "00000000 0000 00000000 02 0274 02 00000000 0000 0000000000000000 0000000000000000 0000000000000000";
        let bytes = format!("{head} 01 ffffffff 01 01 {leader} 00 00").replace(' ', "");
        told(message, 12, &hex::decode(bytes).unwrap())
    };
    let path = "responses[0].partitions[0].currentLeader";
    assert_eq!(with_leader("01 09 ffffffff ffffffff 00"), [format!("DefaultTag 51 {path}")]);
    assert_eq!(with_leader("01 09 ffffffff 00000000 00"), [""; 0]);
    assert_eq!(with_leader("01 0b ffffffff ffffffff 01 09 00"), [""; 0]);
}

/// Good bytes with one thing changed that leaves their value as it is: each is found, at its byte, and encoding takes it back.
#[test]
fn every_oddity_that_keeps_the_value() {
    let mut tried = BTreeMap::new();
    for v in vectors().into_iter().filter(|v| v.bytes.len() <= 400) {
        for (kind, at, bytes) in oddities(v.message, v.version, &v.bytes) {
            let found = findings(v.message, v.version, &bytes);
            let what = || format!("{kind:?} at {at} of {}, in {}: {found:?}", hex::encode(&bytes), v.line);
            let found = found.as_ref().unwrap_or_else(|_| panic!("{}", what()));
            let places: Vec<_> = found.iter().map(|finding| (finding.kind, finding.offset as usize)).collect();
            assert_eq!(places, [(kind, at)], "{}", what());
            if kind != Kind::TrailingBytes {
                let encoded = Node::read(v.message, v.version, &bytes).unwrap().encode(v.message, v.version).unwrap();
                assert_eq!(hex::encode(encoded), hex::encode(&v.bytes), "{}", what());
            }
            check_any(v.message, v.version, &bytes);
            *tried.entry(format!("{kind:?}")).or_insert(0) += 1;
        }
    }
    println!("{tried:?}");
    let kinds: Vec<_> = tried.keys().map(String::as_str).collect();
    assert_eq!(kinds, ["Bool", "LongVarint", "Marker", "NegativeLength", "TrailingBytes"]);
    assert!(tried.values().all(|tried| *tried >= least(50)), "{tried:?}");
}

/// Bytes with one oddity each: what, where, and the bytes. Nothing inside tagged fields, whose sizes would have to change.
fn oddities(message: Message, version: i16, good: &[u8]) -> Vec<(Kind, usize, Vec<u8>)> {
    let is_flexible = message.schema().is_flexible(version);
    let mut odd = vec![(Kind::TrailingBytes, good.len(), [good, &[0]].concat())];
    let mut tag_ends = 0;
    for step in Walk::new(message.schema(), good, version).unwrap().map(Result::unwrap) {
        let at = step.start as usize;
        let longer = || {
            let last = at + good[at..].iter().position(|byte| *byte < 0x80).unwrap();
            let longer = [&good[..last], &[good[last] | 0x80, 0], &good[last + 1..]].concat();
            (last - at < 4).then_some((Kind::LongVarint, at, longer))
        };
        let with = |kind, byte| {
            let mut bytes = good.to_vec();
            bytes[at] = byte;
            Some((kind, at, bytes))
        };
        if step.start < tag_ends {
            continue;
        }
        if let Event::KnownTag { size, .. } = step.event {
            tag_ends = step.end + size;
        }
        let field = step.field.and_then(|id| message.schema().field(id));
        odd.extend(match step.event {
            Event::BeginStruct { .. } if step.end > step.start => with(Kind::Marker, 2),
            Event::BeginArray { .. } if is_flexible => longer(),
            Event::BeginTags { .. } | Event::KnownTag { .. } | Event::UnknownTag(_) => longer(),
            Event::Value(value) => {
                use kafka_view::schema::{FieldType, Value as V};
                let field = field.unwrap();
                let is_struct = field.field_type() == FieldType::Struct && !field.is_array();
                let is_classic = !is_flexible || field.field_type() == FieldType::ClassicString;
                match value {
                    V::Bool(true) => with(Kind::Bool, 0x80),
                    V::Null if is_struct => with(Kind::Marker, 0x80),
                    V::Null if is_classic => with(Kind::NegativeLength, 0x80),
                    V::Null | V::String(_) | V::Bytes(_) | V::Records(_) if !is_classic => longer(),
                    _ => None,
                }
            }
            _ => None,
        });
    }
    odd
}

#[test]
fn no_version_no_check() {
    let message = Message::from_name("HeartbeatRequest").unwrap();
    let error = Strict::new(message.schema(), message.names(), &[], 99).unwrap_err();
    assert_eq!(error.kind, DecodeErrorKind::UnsupportedVersion);
}
