//! Kafka's APIs: their keys, names, versions and header versions.

use core::fmt;
use core::ops::RangeInclusive;

/// The number that names an API at the start of every request: any 16-bit number, with Kafka's APIs as constants.
///
/// The type is open, because a peer may use an API that is not listed here.
///
/// ```
/// use kafka_view::ApiKey;
///
/// let api = ApiKey::from(78);
/// assert_eq!(api, ApiKey::SHARE_FETCH);
/// assert_eq!(api.versions(), Some(0..=2)); // version 0 was an early draft
/// assert_eq!(api.kafka_versions(), Some(1..=2));
/// assert_eq!(format!("{api} {api:?}"), "ShareFetch ApiKey(78 ShareFetch)");
///
/// let newer = ApiKey(999);
/// assert_eq!(newer.name(), None);
/// assert_eq!(format!("{newer} {newer:?}"), "999 ApiKey(999)");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[repr(transparent)]
pub struct ApiKey(pub i16);

/// What is known of one API; its request and its response always agree on it.
struct Facts {
    versions: RangeInclusive<i16>,
    kafka_versions: Option<RangeInclusive<i16>>,
    flexible_from: Option<i16>,
}

/// For an API of which no version has compact lengths and tagged fields.
const NEVER_FLEXIBLE: Option<i16> = None;

/// A row is a key, its constant, Kafka's name, the known versions, those that Kafka 4.4 accepts, and the first
/// flexible version.
macro_rules! apis {
    ($($key:literal $api:ident $name:literal $versions:expr, $kafka_versions:expr, $flexible_from:expr;)+) => {
        impl ApiKey {
            $(
                #[doc = concat!("`", $name, "`, known in versions `", stringify!($versions), "`.")]
                pub const $api: Self = Self($key);
            )+

            /// Every known API, in ascending order of the keys.
            pub const ALL: &'static [Self] = &[$(Self::$api),+];

            /// The API of that name: the opposite of [`name`](Self::name), and as exact about case.
            ///
            /// ```
            /// use kafka_view::ApiKey;
            ///
            /// assert_eq!(ApiKey::from_name("ShareFetch"), Some(ApiKey::SHARE_FETCH));
            /// assert_eq!(ApiKey::from_name("ShareFetchRequest"), None);
            /// ```
            #[must_use]
            pub fn from_name(name: &str) -> Option<Self> {
                match name {
                    $($name => Some(Self::$api),)+
                    _ => None,
                }
            }

            /// Kafka's name for the API, without `Request` or `Response`; `None` when the API is not known.
            #[must_use]
            pub fn name(self) -> Option<&'static str> {
                match self.0 {
                    $($key => Some($name),)+
                    _ => None,
                }
            }

            /// Without the name, so that a program which prints none has none in its flash.
            fn facts(self) -> Option<&'static Facts> {
                match self.0 {
                    $($key => Some(&Facts {
                        versions: $versions,
                        kafka_versions: $kafka_versions,
                        flexible_from: $flexible_from,
                    }),)+
                    _ => None,
                }
            }
        }
    };
}

apis! {
    0 PRODUCE "Produce" 0..=13, Some(3..=13), Some(9);
    1 FETCH "Fetch" 0..=18, Some(4..=18), Some(12);
    2 LIST_OFFSETS "ListOffsets" 0..=11, Some(1..=11), Some(6);
    3 METADATA "Metadata" 0..=13, Some(0..=13), Some(9);
    4 LEADER_AND_ISR "LeaderAndIsr" 0..=7, None, Some(4);
    5 STOP_REPLICA "StopReplica" 0..=4, None, Some(2);
    6 UPDATE_METADATA "UpdateMetadata" 0..=8, None, Some(6);
    7 CONTROLLED_SHUTDOWN "ControlledShutdown" 0..=3, None, Some(3);
    8 OFFSET_COMMIT "OffsetCommit" 0..=10, Some(2..=10), Some(8);
    9 OFFSET_FETCH "OffsetFetch" 0..=10, Some(1..=10), Some(6);
    10 FIND_COORDINATOR "FindCoordinator" 0..=6, Some(0..=6), Some(3);
    11 JOIN_GROUP "JoinGroup" 0..=9, Some(0..=9), Some(6);
    12 HEARTBEAT "Heartbeat" 0..=4, Some(0..=4), Some(4);
    13 LEAVE_GROUP "LeaveGroup" 0..=5, Some(0..=5), Some(4);
    14 SYNC_GROUP "SyncGroup" 0..=5, Some(0..=5), Some(4);
    15 DESCRIBE_GROUPS "DescribeGroups" 0..=6, Some(0..=6), Some(5);
    16 LIST_GROUPS "ListGroups" 0..=5, Some(0..=5), Some(3);
    17 SASL_HANDSHAKE "SaslHandshake" 0..=1, Some(0..=1), NEVER_FLEXIBLE;
    18 API_VERSIONS "ApiVersions" 0..=5, Some(0..=5), Some(3);
    19 CREATE_TOPICS "CreateTopics" 0..=7, Some(2..=7), Some(5);
    20 DELETE_TOPICS "DeleteTopics" 0..=6, Some(1..=6), Some(4);
    21 DELETE_RECORDS "DeleteRecords" 0..=2, Some(0..=2), Some(2);
    22 INIT_PRODUCER_ID "InitProducerId" 0..=6, Some(0..=6), Some(2);
    23 OFFSET_FOR_LEADER_EPOCH "OffsetForLeaderEpoch" 0..=4, Some(2..=4), Some(4);
    24 ADD_PARTITIONS_TO_TXN "AddPartitionsToTxn" 0..=5, Some(0..=5), Some(3);
    25 ADD_OFFSETS_TO_TXN "AddOffsetsToTxn" 0..=4, Some(0..=4), Some(3);
    26 END_TXN "EndTxn" 0..=5, Some(0..=5), Some(3);
    27 WRITE_TXN_MARKERS "WriteTxnMarkers" 0..=2, Some(1..=2), Some(1);
    28 TXN_OFFSET_COMMIT "TxnOffsetCommit" 0..=6, Some(0..=6), Some(3);
    29 DESCRIBE_ACLS "DescribeAcls" 0..=3, Some(1..=3), Some(2);
    30 CREATE_ACLS "CreateAcls" 0..=3, Some(1..=3), Some(2);
    31 DELETE_ACLS "DeleteAcls" 0..=3, Some(1..=3), Some(2);
    32 DESCRIBE_CONFIGS "DescribeConfigs" 0..=4, Some(1..=4), Some(4);
    33 ALTER_CONFIGS "AlterConfigs" 0..=2, Some(0..=2), Some(2);
    34 ALTER_REPLICA_LOG_DIRS "AlterReplicaLogDirs" 0..=2, Some(1..=2), Some(2);
    35 DESCRIBE_LOG_DIRS "DescribeLogDirs" 0..=5, Some(1..=5), Some(2);
    36 SASL_AUTHENTICATE "SaslAuthenticate" 0..=2, Some(0..=2), Some(2);
    37 CREATE_PARTITIONS "CreatePartitions" 0..=3, Some(0..=3), Some(2);
    38 CREATE_DELEGATION_TOKEN "CreateDelegationToken" 0..=3, Some(1..=3), Some(2);
    39 RENEW_DELEGATION_TOKEN "RenewDelegationToken" 0..=2, Some(1..=2), Some(2);
    40 EXPIRE_DELEGATION_TOKEN "ExpireDelegationToken" 0..=2, Some(1..=2), Some(2);
    41 DESCRIBE_DELEGATION_TOKEN "DescribeDelegationToken" 0..=3, Some(1..=3), Some(2);
    42 DELETE_GROUPS "DeleteGroups" 0..=3, Some(0..=3), Some(2);
    43 ELECT_LEADERS "ElectLeaders" 0..=2, Some(0..=2), Some(2);
    44 INCREMENTAL_ALTER_CONFIGS "IncrementalAlterConfigs" 0..=1, Some(0..=1), Some(1);
    45 ALTER_PARTITION_REASSIGNMENTS "AlterPartitionReassignments" 0..=1, Some(0..=1), Some(0);
    46 LIST_PARTITION_REASSIGNMENTS "ListPartitionReassignments" 0..=0, Some(0..=0), Some(0);
    47 OFFSET_DELETE "OffsetDelete" 0..=0, Some(0..=0), NEVER_FLEXIBLE;
    48 DESCRIBE_CLIENT_QUOTAS "DescribeClientQuotas" 0..=1, Some(0..=1), Some(1);
    49 ALTER_CLIENT_QUOTAS "AlterClientQuotas" 0..=1, Some(0..=1), Some(1);
    50 DESCRIBE_USER_SCRAM_CREDENTIALS "DescribeUserScramCredentials" 0..=0, Some(0..=0), Some(0);
    51 ALTER_USER_SCRAM_CREDENTIALS "AlterUserScramCredentials" 0..=0, Some(0..=0), Some(0);
    52 VOTE "Vote" 0..=2, Some(0..=2), Some(0);
    53 BEGIN_QUORUM_EPOCH "BeginQuorumEpoch" 0..=1, Some(0..=1), Some(1);
    54 END_QUORUM_EPOCH "EndQuorumEpoch" 0..=1, Some(0..=1), Some(1);
    55 DESCRIBE_QUORUM "DescribeQuorum" 0..=2, Some(0..=2), Some(0);
    56 ALTER_PARTITION "AlterPartition" 0..=3, Some(2..=3), Some(0);
    57 UPDATE_FEATURES "UpdateFeatures" 0..=2, Some(0..=2), Some(0);
    58 ENVELOPE "Envelope" 0..=0, Some(0..=0), Some(0);
    59 FETCH_SNAPSHOT "FetchSnapshot" 0..=1, Some(0..=1), Some(0);
    60 DESCRIBE_CLUSTER "DescribeCluster" 0..=2, Some(0..=2), Some(0);
    61 DESCRIBE_PRODUCERS "DescribeProducers" 0..=0, Some(0..=0), Some(0);
    62 BROKER_REGISTRATION "BrokerRegistration" 0..=4, Some(0..=4), Some(0);
    63 BROKER_HEARTBEAT "BrokerHeartbeat" 0..=2, Some(0..=2), Some(0);
    64 UNREGISTER_BROKER "UnregisterBroker" 0..=0, Some(0..=0), Some(0);
    65 DESCRIBE_TRANSACTIONS "DescribeTransactions" 0..=0, Some(0..=0), Some(0);
    66 LIST_TRANSACTIONS "ListTransactions" 0..=2, Some(0..=2), Some(0);
    67 ALLOCATE_PRODUCER_IDS "AllocateProducerIds" 0..=0, Some(0..=0), Some(0);
    68 CONSUMER_GROUP_HEARTBEAT "ConsumerGroupHeartbeat" 0..=1, Some(0..=1), Some(0);
    69 CONSUMER_GROUP_DESCRIBE "ConsumerGroupDescribe" 0..=1, Some(0..=1), Some(0);
    70 CONTROLLER_REGISTRATION "ControllerRegistration" 0..=0, Some(0..=0), Some(0);
    71 GET_TELEMETRY_SUBSCRIPTIONS "GetTelemetrySubscriptions" 0..=0, Some(0..=0), Some(0);
    72 PUSH_TELEMETRY "PushTelemetry" 0..=0, Some(0..=0), Some(0);
    73 ASSIGN_REPLICAS_TO_DIRS "AssignReplicasToDirs" 0..=0, Some(0..=0), Some(0);
    74 LIST_CONFIG_RESOURCES "ListConfigResources" 0..=1, Some(0..=1), Some(0);
    75 DESCRIBE_TOPIC_PARTITIONS "DescribeTopicPartitions" 0..=0, Some(0..=0), Some(0);
    76 SHARE_GROUP_HEARTBEAT "ShareGroupHeartbeat" 0..=1, Some(1..=1), Some(0);
    77 SHARE_GROUP_DESCRIBE "ShareGroupDescribe" 0..=1, Some(1..=1), Some(0);
    78 SHARE_FETCH "ShareFetch" 0..=2, Some(1..=2), Some(0);
    79 SHARE_ACKNOWLEDGE "ShareAcknowledge" 0..=2, Some(1..=2), Some(0);
    80 ADD_RAFT_VOTER "AddRaftVoter" 0..=1, Some(0..=1), Some(0);
    81 REMOVE_RAFT_VOTER "RemoveRaftVoter" 0..=0, Some(0..=0), Some(0);
    82 UPDATE_RAFT_VOTER "UpdateRaftVoter" 0..=0, Some(0..=0), Some(0);
    83 INITIALIZE_SHARE_GROUP_STATE "InitializeShareGroupState" 0..=0, Some(0..=0), Some(0);
    84 READ_SHARE_GROUP_STATE "ReadShareGroupState" 0..=0, Some(0..=0), Some(0);
    85 WRITE_SHARE_GROUP_STATE "WriteShareGroupState" 0..=1, Some(0..=1), Some(0);
    86 DELETE_SHARE_GROUP_STATE "DeleteShareGroupState" 0..=0, Some(0..=0), Some(0);
    87 READ_SHARE_GROUP_STATE_SUMMARY "ReadShareGroupStateSummary" 0..=1, Some(0..=1), Some(0);
    88 STREAMS_GROUP_HEARTBEAT "StreamsGroupHeartbeat" 0..=1, Some(0..=1), Some(0);
    89 STREAMS_GROUP_DESCRIBE "StreamsGroupDescribe" 0..=1, Some(0..=1), Some(0);
    90 DESCRIBE_SHARE_GROUP_OFFSETS "DescribeShareGroupOffsets" 0..=1, Some(0..=1), Some(0);
    91 ALTER_SHARE_GROUP_OFFSETS "AlterShareGroupOffsets" 0..=0, Some(0..=0), Some(0);
    92 DELETE_SHARE_GROUP_OFFSETS "DeleteShareGroupOffsets" 0..=0, Some(0..=0), Some(0);
    93 STREAMS_GROUP_TOPOLOGY_DESCRIPTION_UPDATE "StreamsGroupTopologyDescriptionUpdate" 0..=0, Some(0..=0), Some(0);
    94 UNREGISTER_CONTROLLER "UnregisterController" 0..=0, Some(0..=0), Some(0);
}

impl ApiKey {
    /// The versions that are known: from the oldest of Kafka 3.9 to the newest of Kafka 4.4.
    #[must_use]
    pub fn versions(self) -> Option<RangeInclusive<i16>> {
        Some(self.facts()?.versions.clone())
    }

    /// The versions that Kafka 4.4 itself still accepts; `None` also for an API that it has dropped.
    ///
    /// Two of them differ from what a broker says in its `ApiVersions` answer. [`PRODUCE`](Self::PRODUCE) is said to
    /// start at 0, for the sake of old clients, although 0 to 2 are refused. Version 6 of
    /// [`INIT_PRODUCER_ID`](Self::INIT_PRODUCER_ID) is not final, so that a broker has it only when it is told to
    /// enable unstable versions.
    ///
    /// ```
    /// use kafka_view::ApiKey;
    ///
    /// assert_eq!(ApiKey::FETCH.kafka_versions(), Some(4..=18));
    /// assert_eq!(ApiKey::FETCH.versions(), Some(0..=18));
    /// assert_eq!(ApiKey::LEADER_AND_ISR.kafka_versions(), None); // went with ZooKeeper
    /// ```
    #[must_use]
    pub fn kafka_versions(self) -> Option<RangeInclusive<i16>> {
        self.facts()?.kafka_versions.clone()
    }

    /// The first version with compact lengths and tagged fields (KIP-482); `None` when there is no such version.
    #[must_use]
    pub fn flexible_from(self) -> Option<i16> {
        self.facts()?.flexible_from
    }

    /// The version of the header before a request of that version; `None` when the API or the version is not known.
    ///
    /// - Flexible versions have header 2, the others header 1 (KIP-482).
    /// - Version 0 of [`CONTROLLED_SHUTDOWN`](Self::CONTROLLED_SHUTDOWN) has header 0, which lacks the client id. It
    ///   is older than the KIPs on headers; Kafka 3's message generator has it as an exception.
    /// - [`API_VERSIONS`](Self::API_VERSIONS) has header 2 above the known versions, too: a broker has to read the
    ///   header of a request that is too new for it, so as to answer with
    ///   [`UNSUPPORTED_VERSION`](crate::ErrorCode::UNSUPPORTED_VERSION) (KIP-511).
    ///
    /// ```
    /// use kafka_view::ApiKey;
    ///
    /// assert_eq!(ApiKey::FETCH.request_header_version(11), Some(1));
    /// assert_eq!(ApiKey::FETCH.request_header_version(12), Some(2));
    /// assert_eq!(ApiKey::FETCH.request_header_version(99), None);
    /// assert_eq!(ApiKey::API_VERSIONS.request_header_version(99), Some(2));
    /// ```
    #[must_use]
    pub fn request_header_version(self, version: i16) -> Option<i16> {
        if self == Self::CONTROLLED_SHUTDOWN && version == 0 {
            return Some(0);
        }
        if self == Self::API_VERSIONS && version > *self.facts()?.versions.end() {
            return Some(2);
        }
        Some(if self.is_flexible(version)? { 2 } else { 1 })
    }

    /// The version of the header before a response of that version; `None` when the API or the version is not known.
    ///
    /// - Flexible versions have header 1, the others header 0 (KIP-482).
    /// - [`API_VERSIONS`](Self::API_VERSIONS) has header 0 whatever the version: its sender does not know yet which
    ///   versions the broker speaks, and must be able to read a refusal, which comes as version 0 (KIP-511).
    ///
    /// ```
    /// use kafka_view::ApiKey;
    ///
    /// assert_eq!(ApiKey::FETCH.response_header_version(12), Some(1));
    /// assert_eq!(ApiKey::API_VERSIONS.response_header_version(3), Some(0)); // although version 3 is flexible
    /// ```
    #[must_use]
    pub fn response_header_version(self, version: i16) -> Option<i16> {
        if self == Self::API_VERSIONS {
            return Some(0);
        }
        self.is_flexible(version).map(i16::from)
    }

    /// Whether the version is flexible; `None` when it is not known.
    fn is_flexible(self, version: i16) -> Option<bool> {
        let facts = self.facts()?;
        facts.versions.contains(&version).then(|| facts.flexible_from.is_some_and(|first| version >= first))
    }
}

impl fmt::Debug for ApiKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name() {
            Some(name) => write!(f, "ApiKey({} {name})", self.0),
            None => write!(f, "ApiKey({})", self.0),
        }
    }
}

impl fmt::Display for ApiKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name() {
            Some(name) => f.pad(name),
            None => self.0.fmt(f),
        }
    }
}

#[cfg(feature = "defmt")]
impl defmt::Format for ApiKey {
    fn format(&self, f: defmt::Formatter<'_>) {
        if let Some(name) = self.name() {
            defmt::write!(f, "ApiKey({=i16} {=str})", self.0, name);
        } else {
            defmt::write!(f, "ApiKey({=i16})", self.0);
        }
    }
}

impl From<i16> for ApiKey {
    fn from(key: i16) -> Self {
        Self(key)
    }
}

impl From<ApiKey> for i16 {
    fn from(api: ApiKey) -> Self {
        api.0
    }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::format;

    use super::ApiKey;

    #[test]
    fn keys_are_unique_and_have_no_gaps() {
        assert!(ApiKey::ALL.iter().map(|api| api.0).eq(0..=94));
        let named = (i16::MIN..=i16::MAX).filter(|&key| ApiKey(key).name().is_some());
        assert!(named.eq(0..=94));
    }

    #[test]
    fn names_lead_back() {
        for &api in ApiKey::ALL {
            assert_eq!(api.name().and_then(ApiKey::from_name), Some(api));
        }
        assert_eq!(ApiKey::from_name("LeaderAndIsr"), Some(ApiKey::LEADER_AND_ISR));
        assert_eq!(ApiKey::from_name("sharefetch"), None);
        assert_eq!(ApiKey::from_name(""), None);
    }

    #[test]
    fn kafkas_versions_are_known_versions() {
        for api in ApiKey::ALL {
            let versions = api.versions().unwrap();
            assert!(!versions.is_empty() && *versions.start() >= 0, "{api}");
            if let Some(kafka) = api.kafka_versions() {
                assert!(versions.contains(kafka.start()) && kafka.end() == versions.end(), "{api}");
            }
            if let Some(first) = api.flexible_from() {
                assert!(versions.contains(&first), "{api}");
            }
        }
    }

    #[test]
    fn kafka_dropped_four_apis() {
        let dropped = ApiKey::ALL.iter().filter(|api| api.kafka_versions().is_none());
        assert!(dropped.eq(&[
            ApiKey::LEADER_AND_ISR,
            ApiKey::STOP_REPLICA,
            ApiKey::UPDATE_METADATA,
            ApiKey::CONTROLLED_SHUTDOWN
        ]));
    }

    #[test]
    fn two_apis_are_never_flexible() {
        let rigid = ApiKey::ALL.iter().filter(|api| api.flexible_from().is_none());
        assert!(rigid.eq(&[ApiKey::SASL_HANDSHAKE, ApiKey::OFFSET_DELETE]));
        assert_eq!(ApiKey::OFFSET_DELETE.request_header_version(0), Some(1));
        assert_eq!(ApiKey::OFFSET_DELETE.response_header_version(0), Some(0));
    }

    #[test]
    fn headers_follow_flexibility() {
        for &api in ApiKey::ALL {
            for version in api.versions().unwrap() {
                let flexible = api.flexible_from().is_some_and(|first| version >= first);
                let request = match (api, version, flexible) {
                    (ApiKey::CONTROLLED_SHUTDOWN, 0, _) => 0,
                    (_, _, flexible) => 1 + i16::from(flexible),
                };
                let response = if api == ApiKey::API_VERSIONS { 0 } else { i16::from(flexible) };
                assert_eq!(api.request_header_version(version), Some(request), "{api} {version}");
                assert_eq!(api.response_header_version(version), Some(response), "{api} {version}");
            }
        }
    }

    #[test]
    fn unknown_has_no_header() {
        for (api, version) in [(ApiKey::FETCH, 19), (ApiKey::FETCH, -1), (ApiKey(95), 0), (ApiKey(-1), 0)] {
            assert_eq!(api.request_header_version(version), None);
            assert_eq!(api.response_header_version(version), None);
        }
    }

    #[test]
    fn api_versions_can_always_be_negotiated() {
        let headers = |version| {
            (
                ApiKey::API_VERSIONS.request_header_version(version),
                ApiKey::API_VERSIONS.response_header_version(version),
            )
        };
        assert_eq!(headers(2), (Some(1), Some(0)));
        assert_eq!(headers(3), (Some(2), Some(0)));
        assert_eq!(headers(6), (Some(2), Some(0)));
        assert_eq!(headers(i16::MAX), (Some(2), Some(0)));
        assert_eq!(headers(-1), (None, Some(0)));
    }

    #[test]
    fn text() {
        assert_eq!(format!("{:?}", ApiKey(78)), "ApiKey(78 ShareFetch)");
        assert_eq!(format!("{:?}", ApiKey(999)), "ApiKey(999)");
        assert_eq!(format!("{:<8}|", ApiKey::FETCH), "Fetch   |");
        assert_eq!(format!("{}", ApiKey(999)), "999");
    }

    #[test]
    fn numbers_pass_through() {
        assert_eq!(i16::from(ApiKey::from(-300)), -300);
    }
}
