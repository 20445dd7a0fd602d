//! ShareAcknowledge: acknowledges records for a member of a share group (KIP-932).

message! {
    /// Acknowledges records for a member of a share group, without fetching more (KIP-932). From version 2 on it can
    /// renew their locks (KIP-1222).
    request ShareAcknowledgeRequest, ShareAcknowledgeRequestView, ShareAcknowledgeRequestEvent:
        key 79, versions 0..=2, flexible 0.., listeners broker {
        /// The share group.
        GroupId           group_id:            string nullable = null, entity(groupId);
        /// The member, by the id that it chose when it joined.
        MemberId          member_id:           string nullable;
        /// Counts up with each request of the session that ShareFetch opened; -1 closes it.
        ShareSessionEpoch share_session_epoch: int32;
        /// Whether acknowledgements of type 4 (renew) may occur (KIP-1222).
        IsRenewAck        is_renew_ack:        bool @(2..);
        /// What to acknowledge.
        Topics            topics:              [AcknowledgeTopic, AcknowledgeTopicView];
    }
    /// A topic with records to acknowledge.
    struct AcknowledgeTopic, AcknowledgeTopicView {
        /// The topic.
        TopicId    topic_id:   uuid, map_key;
        /// Its partitions.
        Partitions partitions: [AcknowledgePartition, AcknowledgePartitionView];
    }
    /// A partition with records to acknowledge.
    struct AcknowledgePartition, AcknowledgePartitionView {
        /// The partition's number.
        PartitionIndex         partition_index:         int32, map_key;
        /// What became of records that the member holds.
        AcknowledgementBatches acknowledgement_batches: [AcknowledgementBatch, AcknowledgementBatchView];
    }
    /// A range of offsets, and what became of its records.
    struct AcknowledgementBatch, AcknowledgementBatchView {
        /// The first offset.
        FirstOffset      first_offset:      int64;
        /// The last offset; the range includes it.
        LastOffset       last_offset:       int64;
        /// 0 gap, 1 accept, 2 release, 3 reject, 4 renew: one for the whole range, or one for each offset.
        AcknowledgeTypes acknowledge_types: [int8];
    }
}

message! {
    /// How the acknowledgements went.
    response ShareAcknowledgeResponse, ShareAcknowledgeResponseView, ShareAcknowledgeResponseEvent:
        key 79, versions 0..=2, flexible 0.. {
        /// How long the request was held back by a quota, in milliseconds.
        ThrottleTimeMs           throttle_time_ms:            int32;
        /// What is wrong with the request as a whole.
        ErrorCode                error_code:                  error_code;
        /// The same in words.
        ErrorMessage             error_message:               string nullable = null;
        /// How long acquired records stay locked for the member, in milliseconds (KIP-1222).
        AcquisitionLockTimeoutMs acquisition_lock_timeout_ms: int32 @(2..), ignorable;
        /// The topics of the request.
        Responses                responses:
            [ShareAcknowledgeTopicResponse, ShareAcknowledgeTopicResponseView];
        /// Where the leaders are that `current_leader` names.
        NodeEndpoints            node_endpoints:              [NodeEndpoint, NodeEndpointView];
    }
    /// How it went for a topic.
    struct ShareAcknowledgeTopicResponse, ShareAcknowledgeTopicResponseView {
        /// The topic.
        TopicId    topic_id:   uuid, map_key;
        /// Its partitions.
        Partitions partitions: [PartitionData, PartitionDataView];
    }
    /// How it went for a partition.
    struct PartitionData, PartitionDataView {
        /// The partition's number.
        PartitionIndex partition_index: int32;
        /// What is wrong with this partition.
        ErrorCode      error_code:      error_code;
        /// The same in words.
        ErrorMessage   error_message:   string nullable = null;
        /// Who leads the partition, where the answering broker does not.
        CurrentLeader  current_leader:  (LeaderIdAndEpoch, LeaderIdAndEpochView);
    }
    /// A partition's leader.
    struct LeaderIdAndEpoch, LeaderIdAndEpochView {
        /// The broker; -1 if nobody knows.
        LeaderId    leader_id:    int32;
        /// The latest known epoch of its leadership.
        LeaderEpoch leader_epoch: int32;
    }
    /// Where a broker is.
    struct NodeEndpoint, NodeEndpointView {
        /// The broker.
        NodeId node_id: int32, map_key, entity(brokerId);
        /// Its host name.
        Host   host:    string;
        /// Its port.
        Port   port:    int32;
        /// Its rack, if it has one.
        Rack   rack:    string nullable = null;
    }
}
