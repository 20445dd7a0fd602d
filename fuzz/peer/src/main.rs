//! Messages beside kafka-protocol, a crate that generates its structs from Kafka's schemas.
//!
//! It gets only what we accepted, and as we write it: other bytes make it abort. What it reads and writes again are the bytes
//! that it got.
//!
//! Input: API, request or response, and version in three bytes, then the body.
#![no_main]

use bytes::{Buf, Bytes, BytesMut};
use kafka_protocol::messages as theirs;
use kafka_protocol::protocol::{Decodable, Encodable, Message as _};
use kafka_view::schema::Strict;
use kafka_view::{Decode, Encode, Str, TaggedFields, Visitor};
use libfuzzer_sys::{Corpus, fuzz_target};

/// What the peer does not read as we do: unknown tagged fields that do not ascend, and text that is none.
#[derive(Default)]
struct Odd(bool);

impl Visitor for Odd {
    fn string(&mut self, value: Str<'_>) {
        self.0 |= value.to_str().is_err();
    }
    fn unknown_tagged_fields(&mut self, fields: TaggedFields<'_>) {
        self.0 |= !fields.is_empty();
    }
}

/// Our bytes of a body that we accept, if the peer reads it as we do.
fn ours<'a, M: Decode<'a>>(body: &'a [u8], version: i16) -> Option<Vec<u8>> {
    let (view, _) = M::decode_prefix(body, version).ok()?;
    let mut odd = Odd::default();
    view.visit(version, &mut odd);
    if odd.0 {
        return None;
    }
    let value = M::Value::from(view);
    let mut bytes = vec![0; value.encoded_len(version).ok()?];
    value.encode(version, &mut bytes).ok()?;
    // Arrays go on as they came: with markers and lengths that Kafka takes and never writes.
    let strict = Strict::new(M::SCHEMA, M::NAMES, &bytes, version).ok()?.next().is_none();
    strict.then_some(bytes)
}

/// Theirs of the same.
fn compare<P: Decodable + Encodable + std::fmt::Debug>(ours: Vec<u8>, version: i16) {
    let mut rest = Bytes::from(ours.clone());
    let value = P::decode(&mut rest, version).expect("the peer reads what we write");
    assert!(!rest.has_remaining(), "{} bytes are left of {value:?}", rest.remaining());
    let mut theirs = BytesMut::new();
    value.encode(&mut theirs, version).expect("the peer writes what it has read");
    assert_eq!(*theirs, *ours, "{value:?}");
}

macro_rules! peers {
    ($data:ident: $($key:literal $module:ident $($name:ident $view:ident $kind:literal),+;)+) => {{
        let [api, kind, version, body @ ..] = $data else { return Corpus::Reject };
        let version = i16::from(*version);
        match (api, kind & 1) {
            $($( ($key, $kind) => {
                use kafka_view::messages::$module::$view;
                let known = theirs::$name::VERSIONS;
                if version < known.min || version > known.max {
                    return Corpus::Reject;
                }
                let Some(bytes) = ours::<$view<'_>>(body, version) else { return Corpus::Reject };
                compare::<theirs::$name>(bytes, version);
                Corpus::Keep
            } )+)+
            _ => Corpus::Reject,
        }
    }};
}

fuzz_target!(|data: &[u8]| -> Corpus {
    peers! { data:
        0 produce ProduceRequest ProduceRequestView 0, ProduceResponse ProduceResponseView 1;
        1 fetch FetchRequest FetchRequestView 0, FetchResponse FetchResponseView 1;
        2 list_offsets ListOffsetsRequest ListOffsetsRequestView 0, ListOffsetsResponse ListOffsetsResponseView 1;
        3 metadata MetadataRequest MetadataRequestView 0, MetadataResponse MetadataResponseView 1;
        8 offset_commit OffsetCommitRequest OffsetCommitRequestView 0, OffsetCommitResponse OffsetCommitResponseView 1;
        9 offset_fetch OffsetFetchRequest OffsetFetchRequestView 0, OffsetFetchResponse OffsetFetchResponseView 1;
        10 find_coordinator FindCoordinatorRequest FindCoordinatorRequestView 0,
            FindCoordinatorResponse FindCoordinatorResponseView 1;
        11 join_group JoinGroupRequest JoinGroupRequestView 0, JoinGroupResponse JoinGroupResponseView 1;
        14 sync_group SyncGroupRequest SyncGroupRequestView 0, SyncGroupResponse SyncGroupResponseView 1;
        18 api_versions ApiVersionsRequest ApiVersionsRequestView 0, ApiVersionsResponse ApiVersionsResponseView 1;
        19 create_topics CreateTopicsRequest CreateTopicsRequestView 0, CreateTopicsResponse CreateTopicsResponseView 1;
        24 add_partitions_to_txn AddPartitionsToTxnRequest AddPartitionsToTxnRequestView 0,
            AddPartitionsToTxnResponse AddPartitionsToTxnResponseView 1;
        32 describe_configs DescribeConfigsRequest DescribeConfigsRequestView 0,
            DescribeConfigsResponse DescribeConfigsResponseView 1;
        68 consumer_group_heartbeat ConsumerGroupHeartbeatRequest ConsumerGroupHeartbeatRequestView 0,
            ConsumerGroupHeartbeatResponse ConsumerGroupHeartbeatResponseView 1;
        78 share_fetch ShareFetchRequest ShareFetchRequestView 0, ShareFetchResponse ShareFetchResponseView 1;
        79 share_acknowledge ShareAcknowledgeRequest ShareAcknowledgeRequestView 0,
            ShareAcknowledgeResponse ShareAcknowledgeResponseView 1;
    }
});
