//! `conversation`: recorded ones against what Kafka's own classes say of them; and streams that are cut, damaged, or none.

#![allow(clippy::std_instead_of_core, clippy::unwrap_used, clippy::indexing_slicing, reason = "these are tests")]

mod common;

use base64::prelude::{BASE64_STANDARD, Engine};
use common::{Output, golden, kafka_view, project};
use kafka_view_cli::conversation::{Conversation, Dir, What};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// A file that lasts as long as the test.
struct Temporary(PathBuf);

impl Temporary {
    fn new(bytes: &[u8]) -> Self {
        use std::sync::atomic::{AtomicUsize, Ordering};
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let name = format!("kafka-view-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(name);
        std::fs::write(&path, bytes).unwrap();
        Temporary(path)
    }

    fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

fn converse(more: &[&str], c2s: &[u8], s2c: &[u8]) -> Output {
    let (c2s, s2c) = (Temporary::new(c2s), Temporary::new(s2c));
    kafka_view(&[&["conversation", c2s.path(), s2c.path()], more].concat(), b"")
}

fn lines(output: &Output) -> Vec<Value> {
    output.text().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn json_of(c2s: &[u8], s2c: &[u8]) -> Vec<Value> {
    lines(&converse(&["--json"], c2s, s2c))
}

const CAPTURES: [&str; 2] = ["java-share-consumer", "librdkafka-classic-group"];

/// The rows of a capture's index, by connection.
fn captures(name: &str) -> BTreeMap<String, Vec<Value>> {
    let mut connections: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    for line in std::fs::read_to_string(file(name, "index.jsonl")).unwrap().lines() {
        let row: Value = serde_json::from_str(line).unwrap();
        connections.entry(row["conn"].as_str().unwrap().to_owned()).or_default().push(row);
    }
    connections
}

fn file(capture: &str, name: &str) -> PathBuf {
    project("tests/data/captures").join(capture).join(name)
}

fn streams(capture: &str, conn: &str) -> [Vec<u8>; 2] {
    ["c2s", "s2c"].map(|dir| std::fs::read(file(capture, &format!("{conn}.{dir}.bin"))).unwrap())
}

/// A row in the form in which Kafka's converter prints it, without what bytes do not tell.
fn in_kafkas_form(mut row: Value) -> Value {
    fn records(value: &mut Value) {
        match value {
            Value::Object(fields) => {
                if let Some(records) = fields.shift_remove("records") {
                    let size = records.as_str().map(|text| BASE64_STANDARD.decode(text).unwrap().len());
                    fields.insert("recordsSizeInBytes".to_owned(), json!(size));
                }
                fields.values_mut().for_each(records);
            }
            Value::Array(items) => items.iter_mut().for_each(records),
            _ => {}
        }
    }
    let fields = row.as_object_mut().unwrap();
    for key in ["conn", "reencodes", "records", "note"] {
        fields.shift_remove(key);
    }
    records(&mut row["json"]);
    row
}

#[test]
fn recorded_conversations_in_their_true_order() {
    for capture in CAPTURES {
        for (conn, rows) in captures(capture) {
            let path = |name: &str| file(capture, name).to_str().unwrap().to_owned();
            let [c2s, s2c, timing] = [".c2s.bin", ".s2c.bin", ".json"].map(|name| path(&format!("{conn}{name}")));
            let output = kafka_view(&["conversation", &c2s, &s2c, "--json", "--timing", &timing], b"");
            assert_eq!((output.status, output.stderr.as_str()), (0, ""));
            let found: Vec<_> = lines(&output).into_iter().map(in_kafkas_form).collect();
            let expected: Vec<_> = rows.into_iter().map(in_kafkas_form).collect();
            assert_eq!(found, expected, "{capture} {conn}");
        }
    }
}

#[test]
fn each_request_and_then_its_response() {
    for capture in CAPTURES {
        for (conn, rows) in captures(capture) {
            let [c2s, s2c] = streams(capture, &conn);
            let found = json_of(&c2s, &s2c);
            for pair in found.chunks(2) {
                assert_eq!((&pair[0]["dir"], &pair[1]["dir"]), (&json!("c2s"), &json!("s2c")), "{capture} {conn}");
                assert_eq!(pair[0]["correlation_id"], pair[1]["correlation_id"]);
            }
            // The same messages, without the times.
            let by_place = |rows: Vec<Value>| {
                let mut rows: Vec<_> = rows.into_iter().map(in_kafkas_form).collect();
                rows.iter_mut().for_each(|row| drop(row.as_object_mut().unwrap().shift_remove("t_us")));
                rows.sort_by_key(|row| (row["dir"].as_str().unwrap().to_owned(), row["offset"].as_u64()));
                rows
            };
            assert_eq!(by_place(found), by_place(rows), "{capture} {conn}");
        }
    }
}

/// Everywhere in a stream there is a next message to go on with, and nothing is lost behind it.
#[test]
fn streams_that_begin_anywhere() {
    let [c2s, s2c] = streams("java-share-consumer", "009");
    let rows = captures("java-share-consumer")["009"].clone();
    let begins = |dir: &str, from: usize| {
        let all = rows.iter().filter(|row| row["dir"] == dir).map(|row| row["offset"].as_u64().unwrap() as usize);
        all.filter(|&at| at >= from).collect::<Vec<_>>()
    };
    for from in (1..c2s.len() - 200).step_by(53).chain([1, 2, 3, 4, 5]) {
        let found = json_of(&c2s[from..], &s2c);
        let messages = |row: &&Value| row["dir"] == "c2s" && row.get("skipped").is_none();
        let offsets: Vec<_> =
            found.iter().filter(messages).map(|row| row["offset"].as_u64().unwrap() as usize + from).collect();
        assert_eq!(offsets, begins("c2s", from), "{from}");
        let skipped: u64 =
            found.iter().filter(|row| row["dir"] == "c2s").filter_map(|row| row["skipped"].as_u64()).sum();
        assert_eq!(skipped as usize, offsets[0] - from);
        // The others were not asked for, as far as anybody can see.
        let unmatched = found.iter().filter(|row| row["note"] == "its request was not seen").count();
        let skipped = found.iter().filter(|row| row["dir"] == "s2c" && row.get("skipped").is_some()).count();
        assert!(unmatched > 0 || skipped > 0 || offsets.len() == 28, "{from}");
    }
    for from in (1..s2c.len() - 600).step_by(97).chain([1, 2, 3, 4, 5]) {
        let found = json_of(&c2s, &s2c[from..]);
        let messages = |row: &&Value| row["dir"] == "s2c" && row.get("skipped").is_none();
        let offsets: Vec<_> =
            found.iter().filter(messages).map(|row| row["offset"].as_u64().unwrap() as usize + from).collect();
        assert_eq!(offsets, begins("s2c", from), "{from}");
        assert!(found.iter().filter(messages).all(|row| row["json"].is_object()), "{from}");
    }
}

#[test]
fn streams_that_end_anywhere() {
    let [c2s, s2c] = streams("java-share-consumer", "001");
    for end in 0..=c2s.len() {
        let output = converse(&["--json"], &c2s[..end], &s2c);
        let found = lines(&output);
        let requests: Vec<_> = found.iter().filter(|row| row["dir"] == "c2s").collect();
        // Two requests, the second at 55: what is there of them is told, and how much is missing.
        let offsets: Vec<_> = requests.iter().map(|row| row["offset"].as_u64().unwrap()).collect();
        assert_eq!(offsets, &[0, 55][..usize::from(end > 0) + usize::from(end > 55)]);
        let is_whole = [0, 55, 84].contains(&end);
        if let (false, Some(last)) = (is_whole, requests.last()) {
            let (begin, length) = if end < 55 { (0, 55) } else { (55, 29) };
            let missing = begin + if end - begin < 4 { 4 } else { length } - end;
            assert_eq!((&last["errors"][0]["missing"], &last["errors"][0]["offset"]), (&json!(missing), &json!(end)));
        }
        assert_eq!(output.status, i32::from(!is_whole), "{end}");
        assert_eq!(output.stderr.contains("the stream ends inside the message"), !is_whole, "{end}");
    }
}

/// A frame with its length.
fn frame(content: &[u8]) -> Vec<u8> {
    [&u32::try_from(content.len()).unwrap().to_be_bytes()[..], content].concat()
}

fn request(api: i16, version: i16, id: i32, body: &[u8]) -> Vec<u8> {
    frame(&[&api.to_be_bytes()[..], &version.to_be_bytes(), &id.to_be_bytes(), b"\0\x01c", body].concat())
}

fn response(id: i32, body: &[u8]) -> Vec<u8> {
    frame(&[&id.to_be_bytes()[..], body].concat())
}

/// Heartbeat, version 0, and its response.
fn heartbeat(id: i32) -> [Vec<u8>; 2] {
    [request(12, 0, id, b"\0\x01g\0\0\0\x01\0\x01m"), response(id, b"\0\0")]
}

fn texts(c2s: &[u8], s2c: &[u8]) -> String {
    let output = converse(&[], c2s, s2c);
    format!("{}--- {}\n{}", output.text(), output.status, output.stderr)
}

#[test]
fn a_gap_in_the_middle() {
    let heartbeats: Vec<_> = (0..9).map(heartbeat).collect();
    let stream = |dir: usize| heartbeats.iter().flat_map(|both| both[dir].clone()).collect::<Vec<_>>();
    let (c2s, s2c) = (stream(0), stream(1));
    // Bytes are lost in the third request, and in the fifth response: the messages around stay.
    let c2s = [&c2s[..60], &c2s[70..]].concat();
    let s2c = [&s2c[..45], &s2c[47..]].concat();
    let found = json_of(&c2s, &s2c);
    let of = |dir: &str| {
        found
            .iter()
            .filter(|row| row["dir"] == dir && row["api"] == "Heartbeat")
            .map(|row| row["correlation_id"].as_i64().unwrap())
            .collect::<Vec<_>>()
    };
    assert_eq!(of("c2s"), [0, 1, 3, 4, 5, 6, 7, 8]);
    assert_eq!(of("s2c"), [0, 1, 3, 5, 6, 7, 8]);
    assert_eq!(converse(&[], &c2s, &s2c).status, 1);
}

/// A length of 2 GB where a stream begins in the middle of a message, and one where it does not.
#[test]
fn huge_lengths() {
    let [request, response] = heartbeat(7);
    let noise = b"\x7f\xff\xff\xff\0\x0c\0\0";
    let found = json_of(&[noise, &request[..]].concat(), &[noise, &response[..]].concat());
    let skipped: Vec<_> = found.iter().filter_map(|row| row["skipped"].as_u64()).collect();
    assert_eq!(skipped, [8, 8]);
    assert_eq!(found.iter().filter(|row| row["api"] == "Heartbeat").count(), 2);
    // In its place it is the length of a message of which the rest is missing.
    let found = json_of(&[&request[..], b"\x7f\xff\xff\xff\0\x0c\0\0\0\0\0\x08"].concat(), &response);
    assert_eq!(found[2]["length"], 0x7fff_ffff);
    assert_eq!(found[2]["errors"][0]["missing"], 0x7fff_ffff - 8);
}

#[test]
fn what_is_no_stream_at_all() {
    // Nothing, next to nothing, frames of no and few bytes, negative lengths, text, zeros.
    let zeros = [0; 300];
    let nothings: [&[u8]; 12] = [
        b"",
        b"\0",
        b"\0\0\0",
        b"\0\0\0\0",
        b"\0\0\0\x01a",
        b"\0\0\0\x02ab",
        b"\0\0\0\x03abc",
        b"\0\0\0\x07abcdefg",
        b"\xff\xff\xff\xff",
        b"\x80\0\0\0\0\0\0\0\0",
        b"GET / HTTP/1.1\r\n\r\n\x1b[31m",
        &zeros,
    ];
    for c2s in nothings {
        for s2c in nothings {
            for more in [&["--json"][..], &[], &["-vv"]] {
                let output = converse(more, c2s, s2c);
                // One of them could be a response, if only the request were known.
                let is_good = c2s.is_empty() && (s2c.is_empty() || s2c.ends_with(b"abcdefg"));
                assert_eq!(output.status, i32::from(!is_good), "{c2s:?} {s2c:?}");
                assert!(!output.text().contains('\x1b') && !output.stderr.contains('\x1b'));
                // Every byte is accounted for.
                if more == ["--json"] {
                    let bytes = |dir: &str| {
                        lines(&output)
                            .iter()
                            .filter(|row| row["dir"] == dir)
                            .map(|row| {
                                row["skipped"].as_u64().unwrap_or_else(|| {
                                    (4 + row["length"].as_u64().unwrap())
                                        .saturating_sub(row["errors"][0]["missing"].as_u64().unwrap_or(0))
                                })
                            })
                            .sum::<u64>() as usize
                    };
                    assert!(bytes("c2s") >= c2s.len() && bytes("c2s") < c2s.len() + 4, "{c2s:?} {}", output.text());
                }
            }
        }
    }
}

/// Goes through a conversation, and says how many messages it has: every byte of both streams is told once, in order.
fn messages(c2s: &[u8], s2c: &[u8]) -> usize {
    let (mut messages, mut at) = (0, [0; 2]);
    for entry in Conversation::new(c2s, s2c, None).unwrap() {
        let at = &mut at[usize::from(entry.dir == Dir::S2c)];
        assert!(entry.span.start == *at && entry.span.end > *at, "{entry:?}");
        *at = entry.span.end;
        messages += usize::from(matches!(entry.what, What::Request { .. } | What::Response { .. }));
    }
    assert_eq!(at, [c2s.len(), s2c.len()]);
    messages
}

/// Whatever a byte is changed to, the messages around that one stay.
#[test]
fn changed_bytes_are_no_trouble() {
    for (conn, all) in [("003", 6), ("006", 6), ("008", 20)] {
        let [mut c2s, mut s2c] = streams("java-share-consumer", conn);
        let all = all.min(messages(&c2s, &s2c));
        for at in (0..c2s.len()).step_by(c2s.len() / 200 + 1).chain(80..84) {
            for change in [1, 0x81, 0xff, c2s[at]] {
                c2s[at] ^= change;
                // A request and its response are lost, and what a changed length swallows.
                let found = messages(&c2s, &s2c);
                assert!(found + 4 >= all, "{conn} {at} {change}: {found}");
                c2s[at] ^= change;
            }
        }
        for at in (0..s2c.len()).step_by(s2c.len() / 200 + 1) {
            for change in [1, 0x81, s2c[at]] {
                s2c[at] ^= change;
                assert!(messages(&c2s, &s2c) + 2 >= all, "{conn} {at} {change}");
                s2c[at] ^= change;
            }
        }
    }
}

#[test]
fn streams_in_the_wrong_order() {
    for capture in CAPTURES {
        for conn in captures(capture).keys() {
            let [c2s, s2c] = streams(capture, conn);
            let output = converse(&[], &s2c, &c2s);
            assert_eq!((output.status, output.text()), (2, ""), "{capture} {conn}");
            assert!(output.stderr.contains("are they in the wrong order?"), "{}", output.stderr);
        }
    }
    let output = kafka_view(&["conversation", "-", "-"], b"");
    assert_eq!((output.status, output.text()), (2, ""));
    let output = kafka_view(&["conversation", "no such file", "-"], b"");
    assert_eq!(output.status, 1);
}

/// The lines of a conversation in which most things are odd.
#[test]
fn odd_things_are_told() {
    let c2s = [
        // A version that the broker does not know.
        request(18, 99, 1, b"\0"),
        request(17, 0, 2, b"\0\x05PLAIN"),
        frame(b"\0alice\0secret"),
        // Three at once, of which two have the same id.
        heartbeat(5)[0].clone(),
        heartbeat(5)[0].clone(),
        heartbeat(6)[0].clone(),
        // No response wanted.
        request(0, 0, 7, b"\0\0\0\0\0\x01\0\0\0\0"),
        // Nobody knows these.
        request(999, 1, 8, b"anything"),
        request(1, 99, 9, b"anything"),
        // Control characters in a name, bytes left over.
        [&b"\0\0\0\x1c\0\x0c\0\0\0\0\0\x0a\0\x05\x1b[31m"[..], b"\0\x01g\0\0\0\x01\0\x01m..."].concat(),
        // Tagged fields of the future, in header and body.
        frame(b"\0\x12\0\x03\0\0\0\x0c\0\x01c\x01\x03\x01\x09\x01\x01\x01\x07\x02\xca\xfe"),
        // Never answered.
        heartbeat(11)[0].clone(),
    ];
    let s2c = [
        response(1, b"\0\x23\0\0\0\x01\0\x12\0\0\0\x03"),
        response(2, b"\0\0\0\0\0\x01\0\x05PLAIN"),
        frame(b""),
        response(5, b"\0\0"),
        response(6, b"\0\0"),
        response(5, b"\0\x1b"),
        response(8, b"what"),
        response(9, b"ever"),
        response(10, b"\0\x19"),
        response(77, b"\0\0"),
        // Too short for what it should be.
        response(12, b"\0\0\x01\0\0"),
        frame(b"\0\0"),
    ];
    let [c2s, s2c] = [c2s.concat(), s2c.concat()];
    golden("conversation-odd.txt", &texts(&c2s, &s2c));
    golden("conversation-odd.jsonl", converse(&["--json"], &c2s, &s2c).text());
}

#[test]
fn damaged_records_are_told() {
    let [mut c2s, s2c] = streams("java-share-consumer", "006");
    // In the last record of the second batch, whose checksum is at byte 400.
    let last = c2s.len() - 10;
    c2s[last] ^= 1;
    let path = "topicData[0].partitionData[1].records";
    let fault = format!("checksum mismatch at byte 400, in {path}\n");
    let output = converse(&[], &c2s, &s2c);
    let text = output.text().to_owned();
    assert_eq!((output.status, output.stderr), (1, format!("kafka-view: c2s: Produce v13 #5: {fault}")));
    assert!(text.contains(&format!("  12 records in 2 batches, zstd · {fault}")), "{text}");
    let row = json_of(&c2s, &s2c).into_iter().find(|row| row.get("errors").is_some()).unwrap();
    let error = json!({ "kind": "checksum mismatch", "incomplete": false, "missing": 0, "offset": 400, "path": path });
    // The message around the records is good.
    assert_eq!((&row["errors"], &row["json"]["acks"]), (&json!([error]), &json!(-1)));
}

#[test]
fn texts_with_times_and_trees() {
    let path = |name: &str| file("java-share-consumer", name).to_str().unwrap().to_owned();
    let [c2s, s2c, timing] = ["002.c2s.bin", "002.s2c.bin", "002.json"].map(path);
    let output = kafka_view(&["conversation", &c2s, &s2c, "--timing", &timing], b"");
    assert_eq!((output.status, output.stderr.as_str()), (0, ""));
    golden("conversation.txt", output.text());
    let [request, response] = heartbeat(7);
    golden("conversation-trees.txt", converse(&["-v"], &request, &response).text());
    // Bytes, too, also of what is no message.
    golden("conversation-bytes.txt", converse(&["-vv"], &request, &response[..7]).text());
}

/// Tokens without headers find their places without any timing: each is followed by its answer, if it has one.
#[test]
fn bare_tokens() {
    let handshake = || request(17, 0, 2, b"\0\x05PLAIN");
    let agreed = || response(2, b"\0\0\0\0\0\x01\0\x05PLAIN");
    let [asks, answer] = heartbeat(3);
    type Tokens<'t> = &'t [&'t [u8]];
    let dialogues: [(Tokens<'_>, Tokens<'_>); 3] = [
        // PLAIN; SCRAM; GSSAPI, whose last token has no answer.
        (&[b"\0alice\0secret"], &[b""]),
        (&[b"n,,n=alice,r=abc", b"c=biws,r=abcdef,p=v0X8"], &[b"r=abcdef,s=QSXC,i=4096", b"v=rmF9"]),
        (
            &[b"\x60\x82\x02\x10\x06\x09", b"", b"\x05\x04\x04\xff\0\x0c\0\0"],
            &[b"\x60\x81\x99", b"\x05\x04\x05\xff\0\x0c"],
        ),
    ];
    for (client, broker) in dialogues {
        let framed = |tokens: &[&[u8]]| tokens.iter().flat_map(|token| frame(token)).collect::<Vec<_>>();
        let c2s = [heartbeat(1)[0].clone(), handshake(), framed(client), asks.clone(), asks.clone()].concat();
        let s2c = [heartbeat(1)[1].clone(), agreed(), framed(broker), answer.clone(), answer.clone()].concat();
        let found = json_of(&c2s, &s2c);
        let said: Vec<_> = found
            .iter()
            .map(|row| {
                (row["dir"].as_str().unwrap(), row["api"].as_str().unwrap_or(row["note"].as_str().unwrap_or("?")))
            })
            .collect();
        let both = |what: &'static str| [("c2s", what), ("s2c", what)];
        let mut expected = [both("Heartbeat"), both("SaslHandshake")].concat();
        for turn in 0..client.len() {
            expected.push(("c2s", "a bare SASL token"));
            expected.extend((turn < broker.len()).then_some(("s2c", "a bare SASL token")));
        }
        expected.extend([both("Heartbeat"), both("Heartbeat")].concat());
        assert_eq!(said, expected);
        assert_eq!(converse(&[], &c2s, &s2c).status, 0);
        // A token is often secret, and is not shown unless its bytes are asked for.
        assert!(!format!("{found:?}").contains("secret") && !texts(&c2s, &s2c).contains("secret"));
    }
    // A mechanism that the broker does not offer: what follows is no token.
    let refused = response(2, b"\0\x21\0\0\0\0");
    let found = json_of(&[handshake(), asks.clone()].concat(), &[refused, answer.clone()].concat());
    assert_eq!((found.len(), &found[1]["json"]["errorCode"], &found[3]["api"]), (4, &json!(33), &json!("Heartbeat")));
}

#[test]
fn bad_timings() {
    let [request, response] = heartbeat(1);
    let cases = [
        ("", "bad timing: EOF"),
        ("{}", "bad timing: there is no array \"chunks\""),
        (r#"{"chunks":[[0,0,9]]}"#, "bad timing: chunk 0 is no [direction, offset, length, microseconds]"),
        (r#"{"chunks":[[2,0,9,1]]}"#, "bad timing: chunk 0 has direction 2, which is neither 0 nor 1"),
        (r#"{"chunks":[[0,0,9,1],[0,8,9,1]]}"#, "bad timing: chunk 1 does not begin at 9, where the last one ends"),
        (r#"{"chunks":[[0,0,18446744073709551615,1],[0,8,9,1]]}"#, "bad timing: chunk 1 does not begin at"),
    ];
    for (timing, error) in cases {
        let timing = Temporary::new(timing.as_bytes());
        let output = converse(&["--timing", timing.path()], &request, &response);
        assert_eq!((output.status, output.text()), (1, ""));
        assert!(output.stderr.contains(error), "{}", output.stderr);
    }
    // One that tells less than all has the rest at the end.
    let timing = Temporary::new(br#"{"chunks":[]}"#);
    let output = converse(&["--json", "--timing", timing.path()], &request, &response);
    assert_eq!((output.status, lines(&output).len()), (0, 2));
}

/// Far more requests than a table holds.
#[test]
fn a_flood_of_requests() {
    let c2s: Vec<u8> = (0..5000).flat_map(|id| heartbeat(id)[0].clone()).collect();
    let s2c: Vec<u8> = (4900..5000).flat_map(|id| heartbeat(id)[1].clone()).collect();
    let output = converse(&[], &c2s, &s2c);
    assert_eq!(output.status, 0, "{}", output.stderr);
    assert!(output.text().contains("5000 requests and 100 responses\n"));
    assert!(output.text().contains(" and 4895 more\n"), "{}", output.text().lines().next_back().unwrap());
    let ok = output.text().lines().filter(|line| line.starts_with('←') && line.ends_with("ok")).count();
    assert!(ok >= 99, "{ok}");
}

/// How long is too long, also where nothing is optimised and other tests run.
const LONG: std::time::Duration = std::time::Duration::from_secs(60);

/// Every place of such a stream begins a message of a list of strings, which goes on for half the stream, and then is too long by a
/// byte; but each is a string of the one before.
fn messages_within_messages(front: &[u8], size: usize) -> Vec<u8> {
    let unit = front.len() + 2 + 4 + 4;
    let units = size / unit;
    let mut content = front.to_vec();
    content.extend(u32::try_from(units / 2).unwrap().to_be_bytes());
    let len = content.len() + units / 2 * unit + 1;
    let mut one = u16::try_from(unit - 2).unwrap().to_be_bytes().to_vec();
    one.extend(u32::try_from(len).unwrap().to_be_bytes());
    one.extend(content);
    [&[0xff; 4], &one.repeat(units)[..]].concat()
}

#[test]
fn a_search_takes_its_time_but_not_more() {
    // MetadataRequest 1 with topics.
    let requests = messages_within_messages(&[0, 3, 0, 1, 0, 0, 0, 7, 0xff, 0xff], 4 << 20);
    let start = std::time::Instant::now();
    let found = json_of(&requests, b"");
    println!("requests: {:?}", start.elapsed());
    assert!(start.elapsed() < LONG);
    assert_eq!(found.iter().map(|line| line["skipped"].as_u64().unwrap_or(0)).sum::<u64>(), requests.len() as u64);

    // ListGroupsResponse 0: a group has two strings.
    let responses = messages_within_messages(&[0, 0, 0, 7, 0, 0], 4 << 20);
    let start = std::time::Instant::now();
    let found = json_of(&request(16, 0, 7, &[]), &responses);
    println!("responses: {:?}", start.elapsed());
    assert!(start.elapsed() < LONG);
    assert!(found.iter().any(|line| line["skipped"].as_u64().unwrap_or(0) > 1 << 20), "{found:?}");

    // Noise without a plan is searched to its end.
    let mut state = 1_u64;
    let noise = std::iter::repeat_with(|| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 56) as u8 | 0x80
    });
    let mut stream: Vec<u8> = noise.take(4 << 20).collect();
    stream.extend(heartbeat(8)[0].repeat(3));
    let start = std::time::Instant::now();
    let found = json_of(&stream, b"");
    println!("noise: {:?}", start.elapsed());
    assert!(start.elapsed() < LONG);
    assert_eq!(found[0]["skipped"], 4 << 20);
    assert_eq!(found.len(), 4);
}

/// Many different requests have one correlation id: those that nobody knows, and those of all versions there are.
#[test]
fn one_id_for_all() {
    let mut requests = Vec::new();
    for i in 0..200_000_u32 {
        let [a, b, c, d] = i.to_be_bytes();
        requests.extend(request(i16::from_be_bytes([a | 0x10, b]), i16::from_be_bytes([c, d]), 7, &[0xff, 0xff]));
    }
    for version in 0..i16::MAX {
        requests.extend(request(18, version, 7, &[0xff, 0xff, 0]));
    }
    let responses = response(7, &[0, 0, 0]).repeat(20_000);
    let start = std::time::Instant::now();
    let conversation = Conversation::new(&requests, &responses, None).unwrap();
    println!("{:?}", start.elapsed());
    assert!(conversation.stream(Dir::S2c).len() > 200_000);
    assert!(start.elapsed() < LONG);
    let read = conversation.take(10_000).count();
    println!("{:?}", start.elapsed());
    assert_eq!(read, 10_000);
    assert!(start.elapsed() < LONG);
}
