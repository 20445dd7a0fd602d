//! Any bytes through every way to read them: view, value, table walk, cursor and records, which must agree.
#![no_main]

use kafka_view::messages::Message;
use kafka_view::{Decode, Encode, Records, Stream, schema};
use kafka_view_cli::json;
use libfuzzer_sys::{Corpus, fuzz_target};

// Three bytes choose message and version, the rest is a body: seeds are vectors with these in front.
fuzz_target!(|data: &[u8]| -> Corpus {
    let [high, low, version, body @ ..] = data else { return Corpus::Reject };
    let message = u16::from_be_bytes([*high, *low]);
    let Some(message) = Message::all().nth(usize::from(message)) else { return Corpus::Reject };
    let version = i16::from(*version);
    if !message.schema().has_version(version) {
        return Corpus::Reject;
    }
    let by_view = json::decode(message, version, body);
    let by_table = json::decode_by_table(message, version, body);
    let skipped = schema::skip(message.schema(), body, version);
    match (&by_view, &by_table, &skipped) {
        (Ok(view), Ok(table), Ok(skipped)) => {
            assert_eq!(view.json, table.json);
            assert_eq!((view.rest, view.rest), (table.rest, body.len() - skipped));
        }
        (Err(view), Err(table), Err(skipped)) => {
            assert_eq!((view.kind, view.offset), (table.kind, table.offset));
            assert_eq!((view.kind, view.offset), (skipped.kind, skipped.offset));
            let _ = schema::locate(message.schema(), body, version, view.offset).with(message.names()).to_string();
        }
        _ => panic!("{message:?} {version}: view {by_view:?}, table {by_table:?}, skip {skipped:?}"),
    }
    typed(message, version, body, by_view.as_ref().map_or(usize::MAX, |decoded| decoded.rest));
    records(body);
    Corpus::Keep
});

/// By the types: the cursor agrees with the view, and what decodes encodes to the same value.
macro_rules! typed {
    ($message:ident $version:ident $body:ident $rest:ident $($module:ident: $($value:ident $view:ident $event:ident),+;)+) => {
        match $message.name() {
            $($( stringify!($value) => {
                use kafka_view::messages::$module::{$value, $view};
                // How much is missing the cursor may know later than the view; what is wrong and where they agree on.
                let place = |error: kafka_view::DecodeError| (error.kind, error.offset);
                let told = Stream::<$view<'_>>::new($body, $version).unwrap().try_for_each(|event| event.map(|_| ()));
                assert_eq!(told.map_err(place), $view::decode($body, $version).map(|_| ()).map_err(place));
                let Ok((view, rest)) = $view::decode_prefix($body, $version) else { return assert_eq!($rest, usize::MAX) };
                assert_eq!(rest.len(), $rest);
                let value = $value::from(view);
                let mut bytes = vec![0; value.encoded_len($version).unwrap()];
                assert_eq!(value.encode($version, &mut bytes), Ok(bytes.len()));
                assert_eq!($view::decode(&bytes, $version).unwrap(), view);
                assert!(format!("{view:?}{value:?}").len() < 3 * 4096);
            } )+)+
            name => panic!("{name} is no message"),
        }
    };
}

fn typed(message: Message, version: i16, body: &[u8], rest: usize) {
    kafka_view::__for_each_message!(typed! { message version body rest })
}

/// The record reader: it ends, and gives no more than the bytes can hold.
fn records(body: &[u8]) {
    let mut batches = Records::from(body).batches();
    let mut held = 0;
    for batch in batches.by_ref().flatten() {
        let _ = batch.verify_crc();
        held +=
            batch.records().into_iter().flatten().filter_map(Result::ok).map(|r| 1 + r.headers.len()).sum::<usize>();
        assert!(!format!("{batch:?}").is_empty());
    }
    assert!(held <= body.len(), "{held} records and headers in {} bytes", body.len());
}
