//! Produce: appends records to partitions.

message! {
    /// Appends records to partitions; the request goes to the broker that leads them.
    ///
    /// Version 3 brought transactions and today's batch format (KIP-98). From version 12 on the partitions join an
    /// ongoing transaction by themselves (KIP-890), from version 13 on topics go by their ids (KIP-516).
    request ProduceRequest, ProduceRequestView, ProduceRequestEvent:
        key 0, versions 0..=13, flexible 9.., listeners broker {
        /// The producer's transactional id; null outside transactions (KIP-98).
        TransactionalId transactional_id: string nullable @(3..) = null, entity(transactionalId);
        /// Who must have the records before the answer: 1 the leader, -1 all in-sync replicas; 0 wants no answer.
        Acks            acks:             int16;
        /// How long the leader may wait for other replicas, in milliseconds.
        TimeoutMs       timeout_ms:       int32;
        /// What to append.
        TopicData       topic_data:       [TopicProduceData, TopicProduceDataView];
    }
    /// What to append to a topic.
    struct TopicProduceData, TopicProduceDataView {
        /// The topic's name; from version 13 on its id stands instead.
        Name          name:           string @(..=12), ignorable, map_key, entity(topicName);
        /// The topic's id (KIP-516).
        TopicId       topic_id:       uuid @(13..), ignorable, map_key;
        /// Its partitions.
        PartitionData partition_data: [PartitionProduceData, PartitionProduceDataView];
    }
    /// What to append to a partition.
    struct PartitionProduceData, PartitionProduceDataView {
        /// The partition's number.
        Index   index:   int32;
        /// The records; from version 3 on exactly one batch, in the format with magic 2.
        Records records: records nullable;
    }
}

message! {
    /// Which offsets the records got. A request with `acks` 0 gets no response.
    response ProduceResponse, ProduceResponseView, ProduceResponseEvent:
        key 0, versions 0..=13, flexible 9.. {
        /// The topics of the request.
        Responses      responses:        [TopicProduceResponse, TopicProduceResponseView];
        /// How long the request was held back by a quota, in milliseconds.
        ThrottleTimeMs throttle_time_ms: int32 @(1..), ignorable;
    } tagged {
        /// Where the leaders are that `current_leader` names (KIP-951).
        0 => NodeEndpoints node_endpoints: [NodeEndpoint, NodeEndpointView] @(10..);
    }
    /// How it went for a topic.
    struct TopicProduceResponse, TopicProduceResponseView {
        /// The topic's name; from version 13 on its id stands instead.
        Name               name:                string @(..=12), ignorable, map_key, entity(topicName);
        /// The topic's id (KIP-516).
        TopicId            topic_id:            uuid @(13..), ignorable, map_key;
        /// Its partitions.
        PartitionResponses partition_responses: [PartitionProduceResponse, PartitionProduceResponseView];
    }
    /// How it went for a partition.
    struct PartitionProduceResponse, PartitionProduceResponseView {
        /// The partition's number.
        Index           index:              int32;
        /// What is wrong with this partition.
        ErrorCode       error_code:         error_code;
        /// The offset that the first of the records got; -1 if they were not appended.
        BaseOffset      base_offset:        int64;
        /// When they were appended, in milliseconds since 1970; -1 if they keep the producer's timestamps (KIP-32).
        LogAppendTimeMs log_append_time_ms: int64 @(2..) = -1, ignorable;
        /// The first offset that the partition still holds; -1 if unknown.
        LogStartOffset  log_start_offset:   int64 @(5..) = -1, ignorable;
        /// Which of the records are to blame for the batch's refusal (KIP-467).
        RecordErrors    record_errors:
            [BatchIndexAndErrorMessage, BatchIndexAndErrorMessageView] @(8..), ignorable;
        /// What is wrong with this partition, in words (KIP-467).
        ErrorMessage    error_message:      string nullable @(8..) = null, ignorable;
    } tagged {
        /// Who leads the partition, where the answering broker does not (KIP-951).
        0 => CurrentLeader current_leader: (LeaderIdAndEpoch, LeaderIdAndEpochView) @(10..);
    }
    /// A record that is to blame.
    struct BatchIndexAndErrorMessage, BatchIndexAndErrorMessageView {
        /// The record's place in the batch, counted from 0.
        BatchIndex             batch_index:               int32;
        /// What is wrong with it, in words.
        BatchIndexErrorMessage batch_index_error_message: string nullable = null;
    }
    /// A partition's leader.
    struct LeaderIdAndEpoch, LeaderIdAndEpochView {
        /// The broker; -1 if nobody knows.
        LeaderId    leader_id:    int32 = -1, entity(brokerId);
        /// The latest known epoch of its leadership; -1 if unknown.
        LeaderEpoch leader_epoch: int32 = -1;
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
