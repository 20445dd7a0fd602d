//! Two streams of any bytes: every byte is told once, whatever it is, and no text holds what a terminal would obey.
//!
//! Input: how long the client's stream is, in 16 bits; then that, and what the broker sent.
#![no_main]

use kafka_view_cli::conversation::{Conversation, Dir, json, print};
use kafka_view_cli::text::Text;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
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
    let out = String::from_utf8(out).expect("it is text");
    assert!(!out.chars().any(|c| c.is_control() && c != '\n'));
});
