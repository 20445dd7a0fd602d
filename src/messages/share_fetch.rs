//! ShareFetch: fetches records for a member of a share group, and acknowledges earlier ones (KIP-932).

message! {
    /// Fetches records for a member of a share group, and acknowledges records that it got before (KIP-932).
    request ShareFetchRequest, ShareFetchRequestView, ShareFetchRequestEvent:
        key 78, versions 0..=2, flexible 0.., listeners broker {
        /// The share group.
        GroupId             group_id:              string nullable = null, entity(groupId);
        /// The member, by the id that it chose when it joined.
        MemberId            member_id:             string nullable;
        /// 0 opens a share session, -1 closes it; in between it counts up with each request.
        ShareSessionEpoch   share_session_epoch:   int32;
        /// How long the broker may wait for `min_bytes`, in milliseconds.
        MaxWaitMs           max_wait_ms:           int32;
        /// The least number of bytes worth an answer before that time is up.
        MinBytes            min_bytes:             int32;
        /// About the most bytes to answer with; one batch may exceed it, so that a consumer gets on (KIP-74).
        MaxBytes            max_bytes:             int32 = i32::MAX;
        /// About the most records to acquire; a batch is not split to keep to it.
        MaxRecords          max_records:           int32 @(1..);
        /// The number of records to acquire at a time, within a batch that holds more.
        BatchSize           batch_size:            int32 @(1..);
        /// How strictly `max_records` is meant: 0 counts whole batches, 1 counts records (KIP-1206).
        ShareAcquireMode    share_acquire_mode:    int8 @(2..), ignorable;
        /// Whether acknowledgements of type 4 (renew) may occur; nothing is fetched then (KIP-1222).
        IsRenewAck          is_renew_ack:          bool @(2..);
        /// What to fetch, and to acknowledge.
        Topics              topics:                [FetchTopic, FetchTopicView];
        /// Partitions to leave out of the session from now on.
        ForgottenTopicsData forgotten_topics_data: [ForgottenTopic, ForgottenTopicView];
    }
    /// A topic to fetch from.
    struct FetchTopic, FetchTopicView {
        /// The topic.
        TopicId    topic_id:   uuid, map_key;
        /// Its partitions.
        Partitions partitions: [FetchPartition, FetchPartitionView];
    }
    /// A partition to fetch from.
    struct FetchPartition, FetchPartitionView {
        /// The partition's number.
        PartitionIndex         partition_index:         int32, map_key;
        /// About the most bytes to take from it; 0 only acknowledges.
        PartitionMaxBytes      partition_max_bytes:     int32 @(..=0);
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
    /// Partitions of a topic that leave the session.
    struct ForgottenTopic, ForgottenTopicView {
        /// The topic.
        TopicId    topic_id:   uuid;
        /// The numbers of the partitions.
        Partitions partitions: [int32];
    }
}

message! {
    /// The records that a member of a share group acquired, and how its acknowledgements went.
    response ShareFetchResponse, ShareFetchResponseView, ShareFetchResponseEvent:
        key 78, versions 0..=2, flexible 0.. {
        /// How long the request was held back by a quota, in milliseconds.
        ThrottleTimeMs           throttle_time_ms:            int32;
        /// What is wrong with the request as a whole.
        ErrorCode                error_code:                  error_code;
        /// The same in words.
        ErrorMessage             error_message:               string nullable = null;
        /// How long acquired records stay locked for the member, in milliseconds.
        AcquisitionLockTimeoutMs acquisition_lock_timeout_ms: int32 @(1..);
        /// What was fetched.
        Responses                responses:                   [ShareFetchableTopicResponse, ShareFetchableTopicResponseView];
        /// Where the leaders are that `current_leader` names.
        NodeEndpoints            node_endpoints:              [NodeEndpoint, NodeEndpointView];
    }
    /// What was fetched from a topic.
    struct ShareFetchableTopicResponse, ShareFetchableTopicResponseView {
        /// The topic.
        TopicId    topic_id:   uuid, map_key;
        /// Its partitions.
        Partitions partitions: [PartitionData, PartitionDataView];
    }
    /// What was fetched from a partition.
    struct PartitionData, PartitionDataView {
        /// The partition's number.
        PartitionIndex          partition_index:           int32;
        /// What is wrong with fetching from it.
        ErrorCode               error_code:                error_code;
        /// The same in words.
        ErrorMessage            error_message:             string nullable = null;
        /// What is wrong with its acknowledgements.
        AcknowledgeErrorCode    acknowledge_error_code:    error_code;
        /// The same in words.
        AcknowledgeErrorMessage acknowledge_error_message: string nullable = null;
        /// Who leads the partition, where the answering broker does not.
        CurrentLeader           current_leader:            (LeaderIdAndEpoch, LeaderIdAndEpochView);
        /// Whole batches; they may begin before the acquired records and end behind them.
        Records                 records:                   records nullable(..=0);
        /// Which of the records the member may process.
        AcquiredRecords         acquired_records:          [AcquiredRecords, AcquiredRecordsView];
    }
    /// A partition's leader.
    struct LeaderIdAndEpoch, LeaderIdAndEpochView {
        /// The broker; -1 if nobody knows.
        LeaderId    leader_id:    int32;
        /// The latest known epoch of its leadership.
        LeaderEpoch leader_epoch: int32;
    }
    /// A range of acquired offsets.
    struct AcquiredRecords, AcquiredRecordsView {
        /// The first offset.
        FirstOffset   first_offset:   int64;
        /// The last offset; the range includes it.
        LastOffset    last_offset:    int64;
        /// How often these records were delivered, this time included.
        DeliveryCount delivery_count: int16;
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
