//! What the command shows of any bytes: all of it, once, and nothing that a terminal would obey.

use crate::input::Input;
use kafka_view::ApiKey;
use kafka_view::schema::MessageKind;
use kafka_view_cli::conversation::{Conversation, Dir, json, print};
use kafka_view_cli::explain::{Front, What, explain};
use kafka_view_cli::records::{self, Options};
use kafka_view_cli::text::Text;

/// Two streams of any bytes: every byte is told once, whatever it is, and faults are the same as text and as JSON.
///
/// Input: how long the client's stream is, in 16 bits; then that, and what the broker sent.
pub fn conversation(data: &[u8]) {
    let Some((length, rest)) = data.split_first_chunk() else { return };
    let length = usize::from(u16::from_be_bytes(*length)).min(rest.len());
    let (c2s, s2c) = rest.split_at(length);
    // The only way not to get one is to have the two in the wrong order.
    let Ok(conversation) = Conversation::new(c2s, s2c, None) else { return };
    let mut at = [0; 2];
    for entry in conversation {
        let at = &mut at[usize::from(entry.dir == Dir::S2c)];
        assert_eq!(entry.span.start, *at);
        assert!(entry.span.end > *at);
        *at = entry.span.end;
    }
    assert_eq!(at, [c2s.len(), s2c.len()]);

    let again = || Conversation::new(c2s, s2c, None).expect("it was good before");
    let mut out = Vec::new();
    let faults = json(&mut again(), &mut out, &mut |_| {}).expect("memory takes everything");
    let mut text = Text { out: &mut out, colour: false, width: None };
    assert_eq!(print(&mut again(), 2, &mut text, &mut |_| {}).expect("memory takes everything"), faults);
    printable(out);
}

/// Any bytes as a request or a response, with or without a frame: rows lie within the message, and in order.
///
/// Input: what it is in four bytes, then the message.
pub fn explained(data: &[u8]) {
    let mut input = Input(data);
    let [what, api, version, front] = input.chunk();
    let kind = if what & 1 == 0 { MessageKind::Request } else { MessageKind::Response };
    let what = match what & 6 {
        0 => What::Requests,
        _ => What::Known { kind, api: ApiKey(api.into()), version: version.into() },
    };
    let front = [Front::Frame, Front::Header, Front::Nothing][usize::from(front % 3)];
    let explained = explain(input.0, 0, what, front);
    assert!(explained.start <= explained.end && explained.end <= input.0.len());
    for row in &explained.rows {
        assert!(row.decompressed || row.offset + row.size <= explained.end, "{row:?}");
    }
    let mut out = Vec::new();
    let mut text = Text { out: &mut out, colour: false, width: Some(80) };
    text.message(input.0, &explained).expect("memory takes everything");
    printable(out);
}

/// Any bytes as a log segment, as a table and as lines of JSON.
///
/// Input: how to print it in a byte, then the segment.
pub fn segment(data: &[u8]) {
    use kafka_view::internal::Topic;

    let mut input = Input(data);
    let how = input.byte();
    let topics = [Topic::ConsumerOffsets, Topic::ShareState, Topic::TransactionState, Topic::ClusterMetadata];
    let topic = (how & 0x40 != 0).then_some(topics[usize::from(how >> 3 & 3)]);
    let options = Options { records: how & 1 != 0, json: how & 2 != 0, verify: how & 4 != 0, topic };
    let mut out = Vec::new();
    let mut text = Text { out: &mut out, colour: false, width: Some(80) };
    let mut last = 0;
    let result = records::print(&mut &*input.0, options, &mut text, &mut std::io::sink(), |position| {
        assert!(position >= last);
        last = position;
    });
    if let Err(error) = result {
        assert!(!error.to_string().is_empty());
    }
    printable(out);
}

/// It is text, and holds nothing that a terminal would obey.
fn printable(out: Vec<u8>) {
    let out = String::from_utf8(out).expect("it is text");
    assert!(!out.chars().any(|c| c.is_control() && c != '\n'));
}
