//! Values in words: short, on one line, without anything that a terminal would obey.

use kafka_view::{ApiKey, ErrorCode, schema::FieldType};

/// The most characters of a string that are shown, and twice the most bytes in hex.
const SHOWN: usize = 40;

/// A text without what a terminal would obey: control characters, and those that turn the direction of text, as JSON
/// escapes them. In JSON they can only be inside strings, so that it stays the same JSON.
#[must_use]
pub fn safe(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        let turns =
            matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
        if (c.is_control() && c != '\n') || turns {
            safe += &format!("\\u{:04x}", u32::from(c));
        } else {
            safe.push(c);
        }
    }
    safe
}

/// A string in quotes: control characters and bad UTF-8 escaped, long ones cut.
#[must_use]
pub fn quoted(bytes: &[u8]) -> String {
    let mut text = String::from("\"");
    let mut shown = 0_usize;
    for chunk in bytes.utf8_chunks() {
        let valid = chunk.valid().chars().map(|c| c.escape_debug().to_string());
        let invalid = chunk.invalid().iter().map(|byte| format!("\\x{byte:02x}"));
        for piece in valid.chain(invalid) {
            if shown == SHOWN {
                return text + "…\"";
            }
            text += &piece;
            shown = shown.saturating_add(1);
        }
    }
    text + "\""
}

/// Bytes in hex, long ones cut.
#[must_use]
pub fn hexed(bytes: &[u8]) -> String {
    match bytes.get(..SHOWN / 2) {
        Some(shown) if shown.len() < bytes.len() => format!("0x{}…", hex::encode(shown)),
        _ => format!("0x{}", hex::encode(bytes)),
    }
}

/// A byte's place as the tree has it, and the bytes around it in hex and as text: it stands in brackets, eight before it and
/// seven behind.
#[must_use]
pub fn around(bytes: &[u8], at: usize) -> String {
    const EACH_SIDE: usize = 8;
    let from = at.min(bytes.len()).saturating_sub(EACH_SIDE);
    let shown = bytes.get(from..).unwrap_or(&[]);
    let shown = shown.get(..2 * EACH_SIDE).unwrap_or(shown);
    let (mut hex, mut text) = (String::new(), String::new());
    for (place, byte) in (from..).zip(shown) {
        let left = match at.checked_add(1) {
            _ if place == at => '[',
            Some(behind) if place == behind => ']',
            _ => ' ',
        };
        hex += &format!("{left}{byte:02x}");
        text.push(graphic(*byte));
    }
    match at.checked_sub(bytes.len()) {
        Some(_) => hex += " [end]",
        None if bytes.len().checked_sub(1) == Some(at) => hex.push(']'),
        None => {}
    }
    format!("at {:04x} {hex:<51} {text}", at.min(bytes.len()))
}

/// A byte as a character, where it is one of ASCII that is to be seen.
#[must_use]
pub fn graphic(byte: u8) -> char {
    if byte.is_ascii_graphic() || byte == b' ' { char::from(byte) } else { '.' }
}

/// Bytes that may be text: in quotes if they are, else in hex.
#[must_use]
pub fn blob(bytes: &[u8]) -> String {
    let is_text = std::str::from_utf8(bytes).is_ok_and(|text| !text.chars().any(char::is_control));
    if is_text { quoted(bytes) } else { hexed(bytes) }
}

/// A number; error codes and API keys with their names.
#[must_use]
pub fn number(value: i64, field_type: FieldType) -> String {
    let name = i16::try_from(value).ok().and_then(|code| match field_type {
        FieldType::ErrorCode if code != 0 => ErrorCode(code).name(),
        FieldType::ApiKey => ApiKey(code).name(),
        _ => None,
    });
    name.map_or_else(|| value.to_string(), |name| format!("{value} ({name})"))
}

/// Milliseconds since the Unix epoch as a date in UTC; nothing for -1 and for what no calendar holds.
#[must_use]
pub fn date(milliseconds: i64) -> Option<String> {
    let timestamp = jiff::Timestamp::from_millisecond(milliseconds).ok()?;
    (milliseconds >= 0).then(|| timestamp.to_string())
}

/// The same, or the number where it is no date; nothing for -1, which is none.
#[must_use]
pub fn time(milliseconds: i64) -> Option<String> {
    (milliseconds != -1).then(|| date(milliseconds).unwrap_or_else(|| milliseconds.to_string()))
}

/// `1 element`, `2 elements`.
#[must_use]
pub fn count(n: usize, one: &str, many: &str) -> String {
    if n == 1 { format!("1 {one}") } else { format!("{n} {many}") }
}

/// Kafka's name in the words of its protocol guide, as it has the headers: `client_id`.
#[must_use]
pub fn snake_case(name: &str) -> String {
    let mut snake = String::new();
    for c in name.chars() {
        if c.is_ascii_uppercase() && !snake.is_empty() {
            snake.push('_');
        }
        snake.push(c.to_ascii_lowercase());
    }
    snake
}

/// The first sentence of a doc comment: what follows it is about the library, not the message.
#[must_use]
pub fn first_sentence(about: &str) -> &str {
    about.find(". ").and_then(|end| about.get(..=end)).unwrap_or(about)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_safe_and_short() {
        assert_eq!(quoted(b""), "\"\"");
        assert_eq!(quoted("a\"\n\u{1b}\u{9b}é\u{202e}".as_bytes()), r#""a\"\n\u{1b}\u{9b}é\u{202e}""#);
        assert_eq!(quoted(b"a\xffb"), r#""a\xffb""#);
        assert_eq!(quoted(&[b'a'; SHOWN]), format!("\"{}\"", "a".repeat(SHOWN)));
        assert_eq!(quoted(&[b'a'; SHOWN + 1]), format!("\"{}…\"", "a".repeat(SHOWN)));
        assert_eq!(quoted(&[0xff; 1_000_000]).len(), 4 * SHOWN + "\"…\"".len());
    }

    #[test]
    fn bytes_are_text_or_hex() {
        assert_eq!(blob(b"text"), "\"text\"");
        assert_eq!(blob(b"\0\x01"), "0x0001");
        assert_eq!(hexed(&[0xab; SHOWN / 2]), format!("0x{}", "ab".repeat(SHOWN / 2)));
        assert_eq!(hexed(&[0xab; 1000]), format!("0x{}…", "ab".repeat(SHOWN / 2)));
    }

    #[test]
    fn bytes_around_one() {
        let bytes: Vec<_> = (b'a'..=b'z').collect();
        assert_eq!(around(&bytes, 0), "at 0000 [61]62 63 64 65 66 67 68 69 6a 6b 6c 6d 6e 6f 70    abcdefghijklmnop");
        assert_eq!(around(&bytes, 10), "at 000a  63 64 65 66 67 68 69 6a[6b]6c 6d 6e 6f 70 71 72    cdefghijklmnopqr");
        assert_eq!(around(&bytes, 25), "at 0019  72 73 74 75 76 77 78 79[7a]                        rstuvwxyz");
        assert_eq!(around(&bytes, 26), "at 001a  73 74 75 76 77 78 79 7a [end]                      stuvwxyz");
        assert_eq!(around(&bytes, usize::MAX), around(&bytes, 26));
        assert_eq!(around(&[], 0).trim_end(), "at 0000  [end]");
        assert_eq!(around(b"\x1b\x80", 1).trim_end(), format!("at 0001  1b[80]{:44} ..", ""));
    }

    #[test]
    fn numbers_have_names() {
        assert_eq!(number(0, FieldType::ErrorCode), "0");
        assert_eq!(number(-1, FieldType::ErrorCode), "-1 (UNKNOWN_SERVER_ERROR)");
        assert_eq!(number(999, FieldType::ErrorCode), "999");
        assert_eq!(number(78, FieldType::ApiKey), "78 (ShareFetch)");
        assert_eq!(number(78, FieldType::Int16), "78");
    }

    #[test]
    fn dates() {
        assert_eq!(date(0).as_deref(), Some("1970-01-01T00:00:00Z"));
        assert_eq!(date(1_795_999_430_521).as_deref(), Some("2026-11-30T00:43:50.521Z"));
        assert_eq!([date(-1), date(i64::MAX), date(i64::MIN)], [None, None, None]);
        assert_eq!(time(0), date(0));
        assert_eq!([time(-1), time(-2), time(i64::MAX)], [None, Some("-2".into()), Some(i64::MAX.to_string())]);
    }

    #[test]
    fn names() {
        assert_eq!(snake_case("RequestApiKey"), "request_api_key");
        assert_eq!(first_sentence("One. Two."), "One.");
        assert_eq!(first_sentence("Version 0.11, alone."), "Version 0.11, alone.");
    }
}
