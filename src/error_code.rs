//! Kafka's error codes.

use core::fmt;

/// An error code as responses carry it: any 16-bit number, with the codes of Kafka 4.4 as constants.
///
/// The type is open, because a newer broker may send a code that is not listed here; such a code is kept as it is.
///
/// ```
/// use kafka_view::ErrorCode;
///
/// let code = ErrorCode::from(3);
/// assert_eq!(code, ErrorCode::UNKNOWN_TOPIC_OR_PARTITION);
/// assert!(code.is_retriable() && !code.is_ok());
/// assert_eq!(code.name(), Some("UNKNOWN_TOPIC_OR_PARTITION"));
/// assert_eq!(format!("{code} {code:?}"), "UNKNOWN_TOPIC_OR_PARTITION ErrorCode(3 UNKNOWN_TOPIC_OR_PARTITION)");
///
/// let newer = ErrorCode(999);
/// assert_eq!(newer.name(), None);
/// assert_eq!(format!("{newer} {newer:?}"), "999 ErrorCode(999)");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[repr(transparent)]
pub struct ErrorCode(pub i16);

/// A row is a code, Kafka's name for it, `retriable` where a later attempt may succeed, and what the code says.
macro_rules! error_codes {
    ($($code:literal $name:ident $($retriable:ident)? $doc:literal;)+) => {
        impl ErrorCode {
            $(#[doc = $doc] pub const $name: Self = Self($code);)+

            /// Every code of Kafka 4.4, in ascending order.
            pub const ALL: &'static [Self] = &[$(Self::$name),+];

            /// Kafka's name for the code; `None` for a code that Kafka 4.4 does not have.
            #[must_use]
            pub const fn name(self) -> Option<&'static str> {
                match self.0 {
                    $($code => Some(stringify!($name)),)+
                    _ => None,
                }
            }

            /// Whether Kafka's own clients class the error as passing: its exception is a `RetriableException`.
            /// Some of these errors ask for fresh metadata, or for another broker, first. Unknown codes give `false`.
            #[must_use]
            pub const fn is_retriable(self) -> bool {
                match self.0 {
                    $($($code => error_codes!(@ $retriable),)?)+
                    _ => false,
                }
            }
        }
    };
    (@ retriable) => { true };
}

error_codes! {
    -1 UNKNOWN_SERVER_ERROR "The broker hit a fault that no other code describes.";
    0 NONE "All went well: this is no error.";
    1 OFFSET_OUT_OF_RANGE "The log holds no such offset, or no longer.";
    2 CORRUPT_MESSAGE retriable "A record batch is damaged, too large, or lacks a needed key.";
    3 UNKNOWN_TOPIC_OR_PARTITION retriable "The broker knows no such topic or partition.";
    4 INVALID_FETCH_SIZE "A fetch asked for an impossible number of bytes.";
    5 LEADER_NOT_AVAILABLE retriable "The partition has no leader right now.";
    6 NOT_LEADER_OR_FOLLOWER retriable "The broker does not lead, or not even replicate, the partition.";
    7 REQUEST_TIMED_OUT retriable "The broker could not finish within the time limit.";
    8 BROKER_NOT_AVAILABLE "The broker that is needed cannot be reached.";
    9 REPLICA_NOT_AVAILABLE retriable "The broker has no usable replica of the partition.";
    10 MESSAGE_TOO_LARGE "A record batch is above the topic's size limit.";
    11 STALE_CONTROLLER_EPOCH "The sender follows a controller that has been replaced.";
    12 OFFSET_METADATA_TOO_LARGE "The note beside a committed offset is too long.";
    13 NETWORK_EXCEPTION retriable "The connection broke while an answer was outstanding.";
    14 COORDINATOR_LOAD_IN_PROGRESS retriable "The coordinator is still reading its state.";
    15 COORDINATOR_NOT_AVAILABLE retriable "No coordinator can be named or used yet.";
    16 NOT_COORDINATOR retriable "Another broker coordinates this group or transaction.";
    17 INVALID_TOPIC_EXCEPTION "The topic's name is malformed, or the topic is off limits.";
    18 RECORD_LIST_TOO_LARGE "A record batch does not fit in one log segment.";
    19 NOT_ENOUGH_REPLICAS retriable "Nothing was written: too few replicas are in sync.";
    20 NOT_ENOUGH_REPLICAS_AFTER_APPEND retriable "The records were written, but too few replicas have them.";
    21 INVALID_REQUIRED_ACKS "Acks is something other than -1, 0 or 1.";
    22 ILLEGAL_GENERATION "The member speaks for another generation of its group.";
    23 INCONSISTENT_GROUP_PROTOCOL "The member shares no assignment protocol with its group.";
    24 INVALID_GROUP_ID "The group id is malformed, for instance empty.";
    25 UNKNOWN_MEMBER_ID "The group has no such member.";
    26 INVALID_SESSION_TIMEOUT "The session timeout is outside the broker's limits.";
    27 REBALANCE_IN_PROGRESS "The members have to join their group again.";
    28 INVALID_COMMIT_OFFSET_SIZE "The offset commit makes too large a record.";
    29 TOPIC_AUTHORIZATION_FAILED "The principal may not do this to the topic.";
    30 GROUP_AUTHORIZATION_FAILED "The principal may not do this to the group.";
    31 CLUSTER_AUTHORIZATION_FAILED "The principal may not do this to the cluster.";
    32 INVALID_TIMESTAMP "A record's time is too far from the broker's clock.";
    33 UNSUPPORTED_SASL_MECHANISM "The listener does not offer this SASL mechanism.";
    34 ILLEGAL_SASL_STATE "The request does not belong at this step of the login.";
    35 UNSUPPORTED_VERSION "The broker does not speak this version of the API.";
    36 TOPIC_ALREADY_EXISTS "The topic's name is taken.";
    37 INVALID_PARTITIONS "The number of partitions makes no sense.";
    38 INVALID_REPLICATION_FACTOR "There cannot be this many replicas.";
    39 INVALID_REPLICA_ASSIGNMENT "Replicas cannot be placed as the request lays out.";
    40 INVALID_CONFIG "A setting is unknown, or has a bad value.";
    41 NOT_CONTROLLER retriable "Another node is the active controller.";
    42 INVALID_REQUEST "The request contradicts itself, or breaks the API's rules.";
    43 UNSUPPORTED_FOR_MESSAGE_FORMAT "The partition's record format is too old for the request.";
    44 POLICY_VIOLATION "A policy plugged into the cluster forbids it.";
    45 OUT_OF_ORDER_SEQUENCE_NUMBER "The producer's sequence has a gap.";
    46 DUPLICATE_SEQUENCE_NUMBER "The producer's batch was appended before.";
    47 INVALID_PRODUCER_EPOCH "The producer's epoch is behind the current one.";
    48 INVALID_TXN_STATE "The transaction is in no state to do this.";
    49 INVALID_PRODUCER_ID_MAPPING "Producer id and transactional id do not go together.";
    50 INVALID_TRANSACTION_TIMEOUT "The transaction timeout is above the broker's limit.";
    51 CONCURRENT_TRANSACTIONS retriable "The previous step of the transaction is not finished yet.";
    52 TRANSACTION_COORDINATOR_FENCED "A newer coordinator has taken over the transaction.";
    53 TRANSACTIONAL_ID_AUTHORIZATION_FAILED "The principal may not use the transactional id.";
    54 SECURITY_DISABLED "The cluster runs without an authorizer.";
    55 OPERATION_NOT_ATTEMPTED "Skipped, because another part of the request failed.";
    56 KAFKA_STORAGE_ERROR retriable "The broker cannot read or write one of its disks.";
    57 LOG_DIR_NOT_FOUND "The broker is not configured with that log directory.";
    58 SASL_AUTHENTICATION_FAILED "The login was refused.";
    59 UNKNOWN_PRODUCER_ID "The partition remembers nothing of this producer.";
    60 REASSIGNMENT_IN_PROGRESS "The partition's replicas are already being moved.";
    61 DELEGATION_TOKEN_AUTH_DISABLED "The cluster does not hand out delegation tokens.";
    62 DELEGATION_TOKEN_NOT_FOUND "There is no such delegation token.";
    63 DELEGATION_TOKEN_OWNER_MISMATCH "The principal neither owns nor may renew the token.";
    64 DELEGATION_TOKEN_REQUEST_NOT_ALLOWED "This kind of connection may not manage delegation tokens.";
    65 DELEGATION_TOKEN_AUTHORIZATION_FAILED "The principal may not do this to the token.";
    66 DELEGATION_TOKEN_EXPIRED "The delegation token's time is up.";
    67 INVALID_PRINCIPAL_TYPE "The broker does not take principals of this type.";
    68 NON_EMPTY_GROUP "The group still has members.";
    69 GROUP_ID_NOT_FOUND "There is no such group.";
    70 FETCH_SESSION_ID_NOT_FOUND retriable "The broker has dropped the fetch session.";
    71 INVALID_FETCH_SESSION_EPOCH retriable "The fetch session expected another epoch.";
    72 LISTENER_NOT_FOUND retriable "The leader lacks the listener that the request came through.";
    73 TOPIC_DELETION_DISABLED "The cluster is configured to keep every topic.";
    74 FENCED_LEADER_EPOCH retriable "The client's leader epoch is behind the broker's.";
    75 UNKNOWN_LEADER_EPOCH retriable "The client's leader epoch is ahead of the broker's.";
    76 UNSUPPORTED_COMPRESSION_TYPE "This version of the API cannot carry the codec.";
    77 STALE_BROKER_EPOCH "The broker has registered anew since.";
    78 OFFSET_NOT_AVAILABLE retriable "The new leader cannot vouch for its offsets yet.";
    79 MEMBER_ID_REQUIRED "Join again, with the member id from this answer.";
    80 PREFERRED_LEADER_NOT_AVAILABLE retriable "The replica that should lead cannot.";
    81 GROUP_MAX_SIZE_REACHED "The group admits no more members.";
    82 FENCED_INSTANCE_ID "Another member has taken over the static instance id.";
    83 ELIGIBLE_LEADERS_NOT_AVAILABLE retriable "No replica that may lead is alive.";
    84 ELECTION_NOT_NEEDED retriable "The partition already has the leader that was wanted.";
    85 NO_REASSIGNMENT_IN_PROGRESS "There is no move of replicas to cancel.";
    86 GROUP_SUBSCRIBED_TO_TOPIC "Members still read the topic whose offsets should go.";
    87 INVALID_RECORD "The broker's checks turned a record down.";
    88 UNSTABLE_OFFSET_COMMIT retriable "An open transaction may still change the committed offset.";
    89 THROTTLING_QUOTA_EXCEEDED retriable "The client has used up its quota for now.";
    90 PRODUCER_FENCED "Another producer has taken over the transactional id.";
    91 RESOURCE_NOT_FOUND "Something that the request names does not exist.";
    92 DUPLICATE_RESOURCE "The request names something more than once.";
    93 UNACCEPTABLE_CREDENTIAL "The broker does not accept such a credential.";
    94 INCONSISTENT_VOTER_SET "The two nodes disagree on who votes.";
    95 INVALID_UPDATE_VERSION "A feature cannot be set to that level.";
    96 FEATURE_UPDATE_FAILED "The controller failed to record the new feature levels.";
    97 PRINCIPAL_DESERIALIZATION_FAILURE "The controller cannot read the principal of a forwarded request.";
    98 SNAPSHOT_NOT_FOUND "The node has no such snapshot.";
    99 POSITION_OUT_OF_RANGE "The position lies outside the snapshot.";
    100 UNKNOWN_TOPIC_ID retriable "The broker knows no topic with this id.";
    101 DUPLICATE_BROKER_REGISTRATION "A live broker already has the id.";
    102 BROKER_ID_NOT_REGISTERED "The cluster has no broker with the id.";
    103 INCONSISTENT_TOPIC_ID retriable "The log belongs to another topic of that name.";
    104 INCONSISTENT_CLUSTER_ID "The request is meant for another cluster.";
    105 TRANSACTIONAL_ID_NOT_FOUND "The coordinator knows no such transactional id.";
    106 FETCH_SESSION_TOPIC_ID_ERROR retriable "The fetch session mixes topic names and ids.";
    107 INELIGIBLE_REPLICA "A replica may not enter the in-sync set.";
    108 NEW_LEADER_ELECTED "The change went through, and moved the leadership away.";
    109 OFFSET_MOVED_TO_TIERED_STORAGE "The offset now lives in remote storage only.";
    110 FENCED_MEMBER_EPOCH "The group has moved past the member; it must rejoin.";
    111 UNRELEASED_INSTANCE_ID "The member that holds the instance id has not left yet.";
    112 UNSUPPORTED_ASSIGNOR "The group cannot use the member's assignor.";
    113 STALE_MEMBER_EPOCH "The member's epoch is old; its next heartbeat brings a new one.";
    114 MISMATCHED_ENDPOINT_TYPE "A broker was asked as a controller, or the reverse.";
    115 UNSUPPORTED_ENDPOINT_TYPE "The API cannot ask about this kind of endpoint.";
    116 UNKNOWN_CONTROLLER_ID "There is no controller with the id.";
    117 UNKNOWN_SUBSCRIPTION_ID "The client's telemetry subscription is void; fetch a new one.";
    118 TELEMETRY_TOO_LARGE "The pushed metrics are above the broker's limit.";
    119 INVALID_REGISTRATION "The controller does not accept the registration.";
    120 TRANSACTION_ABORTABLE "This transaction must abort; the next one may proceed.";
    121 INVALID_RECORD_STATE "The record's state does not allow this acknowledgement.";
    122 SHARE_SESSION_NOT_FOUND retriable "The broker has dropped the share session.";
    123 INVALID_SHARE_SESSION_EPOCH retriable "The share session expected another epoch.";
    124 FENCED_STATE_EPOCH "The share partition's state belongs to another epoch.";
    125 INVALID_VOTER_KEY "The request is addressed to another voter's directory.";
    126 DUPLICATE_VOTER "The node already votes.";
    127 VOTER_NOT_FOUND "The node is not among those who vote.";
    128 INVALID_REGULAR_EXPRESSION "The subscription's pattern does not compile.";
    129 REBOOTSTRAP_REQUIRED "Start over from the bootstrap addresses.";
    130 STREAMS_INVALID_TOPOLOGY "The Streams topology makes no sense.";
    131 STREAMS_INVALID_TOPOLOGY_EPOCH "The epoch does not fit the group's Streams topology.";
    132 STREAMS_TOPOLOGY_FENCED "The group has a newer Streams topology.";
    133 SHARE_SESSION_LIMIT_REACHED retriable "The broker has no room for another share session.";
    134 GROUP_DELETION_FAILED "The group could not be deleted; a message tells why.";
    135 STREAMS_TOPOLOGY_DESCRIPTION_UPDATE_FAILED "The topology's description was not stored; a message tells why.";
    136 CONTROLLER_ID_NOT_REGISTERED "The cluster has no registered controller with the id.";
}

impl ErrorCode {
    /// Whether the code says that all went well, as 0 does.
    #[must_use]
    pub const fn is_ok(self) -> bool {
        self.0 == 0
    }
}

impl fmt::Debug for ErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name() {
            Some(name) => write!(f, "ErrorCode({} {name})", self.0),
            None => write!(f, "ErrorCode({})", self.0),
        }
    }
}

impl fmt::Display for ErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name() {
            Some(name) => f.pad(name),
            None => self.0.fmt(f),
        }
    }
}

#[cfg(feature = "defmt")]
impl defmt::Format for ErrorCode {
    fn format(&self, f: defmt::Formatter<'_>) {
        if let Some(name) = self.name() {
            defmt::write!(f, "ErrorCode({=i16} {=str})", self.0, name);
        } else {
            defmt::write!(f, "ErrorCode({=i16})", self.0);
        }
    }
}

impl From<i16> for ErrorCode {
    fn from(code: i16) -> Self {
        Self(code)
    }
}

impl From<ErrorCode> for i16 {
    fn from(code: ErrorCode) -> Self {
        code.0
    }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::format;

    use super::ErrorCode;

    #[test]
    fn codes_are_unique_and_have_no_gaps() {
        assert!(ErrorCode::ALL.iter().map(|code| code.0).eq(-1..=136));
        let named = (i16::MIN..=i16::MAX).filter(|&code| ErrorCode(code).name().is_some());
        assert!(named.eq(-1..=136));
    }

    #[test]
    fn names_are_kafkas() {
        assert_eq!(ErrorCode(-1).name(), Some("UNKNOWN_SERVER_ERROR"));
        assert_eq!(ErrorCode(17).name(), Some("INVALID_TOPIC_EXCEPTION"));
        assert_eq!(ErrorCode(35).name(), Some("UNSUPPORTED_VERSION"));
        assert_eq!(ErrorCode(136).name(), Some("CONTROLLER_ID_NOT_REGISTERED"));
        assert_eq!(ErrorCode::UNSUPPORTED_VERSION, ErrorCode(35));
        assert_eq!(ErrorCode::SHARE_SESSION_LIMIT_REACHED, ErrorCode(133));
    }

    #[test]
    fn only_zero_is_ok() {
        assert!(ErrorCode::NONE.is_ok() && ErrorCode::default().is_ok());
        assert!(!ErrorCode::UNKNOWN_SERVER_ERROR.is_ok() && !ErrorCode(999).is_ok());
    }

    #[test]
    fn retriable_as_in_kafka() {
        assert_eq!(ErrorCode::ALL.iter().filter(|code| code.is_retriable()).count(), 32);
        assert!(ErrorCode::NOT_LEADER_OR_FOLLOWER.is_retriable() && ErrorCode::NOT_CONTROLLER.is_retriable());
        // Both are worth another attempt, but not of the same request; Kafka does not class them so.
        assert!(!ErrorCode::REBALANCE_IN_PROGRESS.is_retriable() && !ErrorCode::STALE_MEMBER_EPOCH.is_retriable());
        assert!(!ErrorCode::NONE.is_retriable() && !ErrorCode::UNSUPPORTED_VERSION.is_retriable());
        assert!(!ErrorCode(999).is_retriable());
    }

    #[test]
    fn text() {
        assert_eq!(format!("{:?}", ErrorCode(3)), "ErrorCode(3 UNKNOWN_TOPIC_OR_PARTITION)");
        assert_eq!(format!("{:?}", ErrorCode(999)), "ErrorCode(999)");
        assert_eq!(format!("{}", ErrorCode::NONE), "NONE");
        assert_eq!(format!("{:>6}", ErrorCode(999)), "   999");
    }

    #[test]
    fn numbers_pass_through() {
        assert_eq!(i16::from(ErrorCode::from(-300)), -300);
    }
}
