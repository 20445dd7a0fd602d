//! Any bytes as the body of any message and version, by every way to read them.
//!
//! Input: which message and version in three bytes, then the body; or JSON, where it is about JSON.

use crate::chunks::{Chunks, compare_all};
use crate::strict::{assert_agrees, findings};
use crate::{Corpus, with_rooms};
use kafka_view::messages::Message;
use kafka_view::schema::{self, Event, Walk};
use kafka_view::{Decode, DecodeError, Encode, EncodeErrorKind, Stream};
use kafka_view_cli::{json, lines};
use serde_json::Value;

/// The number of a message, the message, a version that it has, and the rest of the input.
fn choose(data: &[u8]) -> Option<(usize, Message, i16, &[u8])> {
    let [high, low, version, body @ ..] = data else { return None };
    let number = usize::from(u16::from_be_bytes([*high, *low]));
    let (message, version) = (Message::all().nth(number)?, i16::from(*version));
    message.schema().has_version(version).then_some((number, message, version, body))
}

/// The functions of a kind, one for each message, by its number.
macro_rules! by_type {
    ($call:ident $($module:ident: $($value:ident $view:ident $event:ident),+;)+) => {
        &[$($( $call!(kafka_view::messages::$module::$view<'_>) ),+),+]
    };
}

/// View, cursor, table walk and skip agree on what is there, and on kind and byte of what is wrong.
pub fn decode(data: &[u8]) -> Corpus {
    macro_rules! call {
        ($view:ty) => {
            |version, body| by_view_and_cursor::<$view>(version, body)
        };
    }
    static TYPED: &[fn(i16, &[u8]) -> Result<usize, DecodeError>] = kafka_view::__for_each_message!(by_type! { call });
    let Some((number, message, version, body)) = choose(data) else { return Corpus::Reject };
    // How much is missing one may know later than another; what is wrong and where they agree on.
    let place = |error: DecodeError| (error.kind, error.offset);
    let typed = TYPED[number](version, body).map_err(place);
    let skipped = schema::skip(message.schema(), body, version).map_err(place);
    assert_eq!(typed, skipped);
    let mut walk = Walk::new(message.schema(), body, version).expect("the version is there");
    let (mut behind, mut open) = (0, 0_usize);
    let walked = walk.by_ref().try_for_each(|step| {
        let step = step?;
        assert!(step.start >= behind && step.end >= step.start, "{step:?} behind {behind}");
        behind = step.end;
        match step.event {
            Event::BeginStruct { .. } | Event::BeginArray { .. } => open += 1,
            Event::EndStruct { .. } | Event::EndArray => open -= 1,
            _ => {}
        }
        Ok(())
    });
    assert_eq!(walked.map(|()| body.len() - walk.rest().len()).map_err(place), typed);
    match typed {
        Ok(used) => assert_eq!((open, behind as usize), (0, used)),
        Err((_, offset)) => {
            let path = schema::locate(message.schema(), body, version, offset);
            assert!(path.segments().iter().all(|segment| message.names().field(segment.field).is_some()));
        }
    }
    Corpus::Keep
}

fn by_view_and_cursor<'a, M: Decode<'a>>(version: i16, body: &'a [u8]) -> Result<usize, DecodeError> {
    let place = |error: DecodeError| (error.kind, error.offset);
    let mut stream = Stream::<M>::new(body, version).expect("the version is there");
    let told = stream.try_for_each(|event| event.map(|_| ()));
    assert_eq!(told.map_err(place), M::decode(body, version).map(|_| ()).map_err(place));
    M::decode_prefix(body, version).map(|(_, rest)| body.len() - rest.len())
}

/// In chunks of any size: the events, values and errors that there are at once. One more byte of input says what chunks.
pub fn chunks(data: &[u8]) -> Corpus {
    let Some((_, message, version, [how, body @ ..])) = choose(data) else { return Corpus::Reject };
    let chunks = match how {
        0 => Chunks::Of(1),
        1 => Chunks::All,
        seed => Chunks::Any(u64::from(*seed)),
    };
    compare_all(message, body, version, &[chunks]);
    Corpus::Keep
}

/// The strict check fails where the table walk does, and finds something just where encoding gives other bytes.
pub fn strict(data: &[u8]) -> Corpus {
    let Some((_, message, version, body)) = choose(data) else { return Corpus::Reject };
    let place = |error: DecodeError| (error.kind, error.offset);
    match (findings(message, version, body), schema::skip(message.schema(), body, version)) {
        (Ok(found), Ok(_)) => assert_agrees(message, version, body, &found),
        (found, skipped) => assert_eq!(found.err().map(place), skipped.err().map(place)),
    }
    Corpus::Keep
}

/// What decodes encodes to the same value, in no more bytes, and read again to the same bytes; and in another version, if that
/// can hold it.
pub fn reencode(data: &[u8]) -> Corpus {
    macro_rules! call {
        ($view:ty) => {
            |version, body, rooms| encoded_again::<$view>(version, body, rooms)
        };
    }
    static TYPED: &[for<'a> fn(i16, &'a [u8], [&'a mut [u8]; 3]) -> Corpus] =
        kafka_view::__for_each_message!(by_type! { call });
    let Some((number, _, version, body)) = choose(data) else { return Corpus::Reject };
    with_rooms([ROOM; 3], |rooms| TYPED[number](version, body, rooms))
}

/// Room for what comes of an input, in any version.
const ROOM: usize = 1 << 16;

fn encoded_again<'a, M: Decode<'a>>(version: i16, body: &'a [u8], rooms: [&'a mut [u8]; 3]) -> Corpus {
    let Ok((view, rest)) = M::decode_prefix(body, version) else { return Corpus::Reject };
    let [one, two, other] = rooms;
    let value = M::Value::from(view);
    let len = value.encoded_len(version).expect("what was read can be written");
    assert!(len <= body.len() - rest.len(), "{len} bytes, not {}", body.len() - rest.len());
    if let Some(less) = len.checked_sub(1) {
        let error = value.encode(version, &mut one[..less]).expect_err("there is no room");
        assert_eq!(error.kind, EncodeErrorKind::BufferTooSmall { needed: len });
    }
    let once = written::<M>(value, version, one);
    assert_eq!(once.len(), len);
    let again = M::decode(once, version).expect("we wrote it");
    assert_eq!(again, view);
    assert_eq!(written::<M>(again.into(), version, two), once);

    // The next version, from the last on to the first.
    let versions = M::SCHEMA.versions();
    let version = if version == *versions.end() { *versions.start() } else { version + 1 };
    match value.encoded_len(version) {
        Ok(len) if len <= other.len() => {
            let once = written::<M>(value, version, other);
            let again = M::decode(once, version).expect("we wrote it");
            assert_eq!(written::<M>(again.into(), version, two), once);
        }
        Ok(_) => {}
        Err(error) => assert_eq!(value.encode(version, other), Err(error)),
    }
    Corpus::Keep
}

/// A value as bytes, in a room of just their length.
fn written<'a, M: Decode<'a>>(value: M::Value, version: i16, room: &mut [u8]) -> &[u8] {
    let len = value.encoded_len(version).expect("it was tried before");
    let room = &mut room[..len];
    assert_eq!(value.encode(version, room), Ok(len));
    room
}

/// `Debug` of view, value and events is bounded, and has no control characters.
pub fn debug(data: &[u8]) -> Corpus {
    macro_rules! call {
        ($view:ty) => {
            |version, body| debugged::<$view>(version, body)
        };
    }
    static TYPED: &[fn(i16, &[u8])] = kafka_view::__for_each_message!(by_type! { call });
    let Some((number, message, version, body)) = choose(data) else { return Corpus::Reject };
    TYPED[number](version, body);
    let Ok(walk) = Walk::new(message.schema(), body, version) else { return Corpus::Keep };
    walk.take(20).for_each(bounded);
    Corpus::Keep
}

fn debugged<'a, M: Decode<'a>>(version: i16, body: &'a [u8]) {
    if let Ok((view, _)) = M::decode_prefix(body, version) {
        bounded(view);
        bounded(M::Value::from(view));
    }
    if let Ok(mut stream) = Stream::<M>::new(body, version) {
        stream.by_ref().take(20).for_each(bounded);
    }
}

/// That what one would log is bounded, and does not talk to a terminal.
pub fn bounded(value: impl std::fmt::Debug) {
    let text = format!("{value:?}");
    // 4 KiB of a view, and a little around it.
    assert!(text.len() <= 4096 + 64, "{} bytes", text.len());
    assert!(!text.chars().any(char::is_control), "{text}");
}

/// Through the view and through the table it is the same JSON, which encodes to what decodes to the same.
pub fn json(data: &[u8]) -> Corpus {
    let Some((_, message, version, body)) = choose(data) else { return Corpus::Reject };
    let by_view = json::decode(message, version, body);
    let by_table = json::decode_by_table(message, version, body);
    let (Ok(by_view), Ok(by_table)) = (&by_view, &by_table) else {
        let place = |error: &DecodeError| (error.kind, error.offset);
        assert_eq!(by_view.as_ref().map_err(place), by_table.as_ref().map_err(place));
        return Corpus::Keep;
    };
    assert_eq!(by_view, by_table);
    match json::encode(message, version, &by_view.json, &by_view.unknown) {
        Ok(bytes) => {
            let again = json::decode(message, version, &bytes).expect("we wrote it");
            assert_eq!((&again.json, &again.unknown, again.rest), (&by_view.json, &by_view.unknown, 0));
        }
        // A list of one's own has to ascend, as for Kafka; a view keeps what came.
        Err(error) => assert!(!by_view.unknown.is_empty(), "{error}"),
    }
    Corpus::Keep
}

/// Any text as the JSON of a message: what encodes decodes to JSON that encodes to the same bytes.
pub fn json_text(data: &[u8]) -> Corpus {
    let Some((_, message, version, text)) = choose(data) else { return Corpus::Reject };
    let Ok(value) = serde_json::from_slice(text) else { return Corpus::Keep };
    let bytes = match json::encode(message, version, &value, &[]) {
        Ok(bytes) => bytes,
        Err(error) => return assert_keep(!error.to_string().is_empty()),
    };
    let decoded = json::decode(message, version, &bytes).expect("we wrote it");
    assert_eq!((decoded.rest, decoded.unknown.is_empty()), (0, true));
    assert_eq!(json::encode(message, version, &decoded.json, &[]), Ok(bytes));
    Corpus::Keep
}

fn assert_keep(holds: bool) -> Corpus {
    assert!(holds);
    Corpus::Keep
}

/// Any text as a line for `json --lines` and `encode --lines`: always an answer, and what one says the other takes.
pub fn line(data: &[u8]) {
    let answer = lines::decode(data);
    if is_ok(&answer) && answer.get("json").is_some() {
        let question: Value = serde_json::from_slice(data).expect("it was answered");
        // Only of a body does the answer go back as it is.
        if question.get("entry").is_none() {
            let back = serde_json::json!({
                "message": question["message"], "version": question["version"], "json": answer["json"],
                "unknown": answer.get("unknown").cloned().unwrap_or(Value::Array(Vec::new())),
            });
            let back = lines::encode(back.to_string().as_bytes());
            assert!(is_ok(&back) || answer.get("unknown").is_some(), "{back}");
        }
    }
    let answer = lines::encode(data);
    if is_ok(&answer) {
        let question: Value = serde_json::from_slice(data).expect("it was answered");
        let back = serde_json::json!({
            "message": question["message"], "version": question["version"], "hex": answer["hex"],
        });
        assert!(is_ok(&lines::decode(back.to_string().as_bytes())));
    }
}

fn is_ok(answer: &Value) -> bool {
    answer["ok"].as_bool().expect("it says whether it is ok")
}
