//! Whether the strict check and encoding are of one mind.

use super::values::Node;
use kafka_view::messages::Message;
use kafka_view::schema::{Finding, FindingKind as Kind, Strict};
use kafka_view::{DecodeError, EncodeErrorKind};

/// All that the strict check finds.
pub fn findings(message: Message, version: i16, bytes: &[u8]) -> Result<Vec<Finding>, DecodeError> {
    Strict::new(message.schema(), message.names(), bytes, version)?.collect()
}

/// What a value keeps: encoding gives the same bytes again.
const KEPT: [Kind; 4] = [Kind::InvalidUtf8, Kind::LongString, Kind::HighTag, Kind::ManyTags];

/// Two ways to tell whether bytes are as Kafka writes them: the check of them, and what encoding their value gives. (By the
/// table: a view passes arrays and unknown tags on as they came.)
pub fn assert_agrees(message: Message, version: i16, bytes: &[u8], found: &[Finding]) {
    let what = || format!("{message:?} {version} {}: {found:?}", hex::encode(bytes));
    assert!(found.windows(2).all(|pair| pair[0].offset <= pair[1].offset), "out of order: {}", what());
    match Node::read(message, version, bytes).unwrap().encode(message, version) {
        Ok(encoded) => {
            let is_kept = found.iter().all(|finding| KEPT.contains(&finding.kind));
            assert_eq!(is_kept, encoded == bytes, "{}, encoded {}", what(), hex::encode(&encoded));
            let left = findings(message, version, &encoded).unwrap();
            assert!(left.iter().all(|finding| KEPT.contains(&finding.kind)), "{}: left {left:?}", what());
        }
        // Unknown tags of a value have to ascend.
        Err(error) => {
            assert_eq!(error.kind, EncodeErrorKind::TagOrder, "{}", what());
            let is_told = |finding: &Finding| matches!(finding.kind, Kind::TagOrder | Kind::DuplicateTag);
            assert!(found.iter().any(is_told), "{}", what());
        }
    }
}
