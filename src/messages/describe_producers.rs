//! DescribeProducers: which producers a broker remembers for partitions (KIP-664).

message! {
    /// Asks a broker which idempotent or transactional producers wrote to partitions, so that one finds transactions
    /// that hang (KIP-664).
    request DescribeProducersRequest, DescribeProducersRequestView, DescribeProducersRequestEvent:
        key 61, versions 0..=0, flexible 0.., listeners broker {
        /// The partitions to tell about.
        Topics topics: [TopicRequest, TopicRequestView];
    }
    /// A topic to tell about.
    struct TopicRequest, TopicRequestView {
        /// The topic's name.
        Name             name:              string, map_key, entity(topicName);
        /// The numbers of the partitions.
        PartitionIndexes partition_indexes: [int32];
    }
}

message! {
    /// The producers that wrote to partitions.
    response DescribeProducersResponse, DescribeProducersResponseView, DescribeProducersResponseEvent:
        key 61, versions 0..=0, flexible 0.. {
        /// How long the request was held back by a quota, in milliseconds.
        ThrottleTimeMs throttle_time_ms: int32;
        /// The topics.
        Topics         topics:           [TopicResponse, TopicResponseView];
    }
    /// A topic.
    struct TopicResponse, TopicResponseView {
        /// The topic's name.
        Name       name:       string, entity(topicName);
        /// Its partitions.
        Partitions partitions: [PartitionResponse, PartitionResponseView];
    }
    /// The producers of a partition.
    struct PartitionResponse, PartitionResponseView {
        /// The partition's number.
        PartitionIndex  partition_index:  int32;
        /// What is wrong with this partition.
        ErrorCode       error_code:       error_code;
        /// The same in words.
        ErrorMessage    error_message:    string nullable = null;
        /// The producers that have not expired.
        ActiveProducers active_producers: [ProducerState, ProducerStateView];
    }
    /// What is known about a producer.
    struct ProducerState, ProducerStateView {
        /// The producer's id.
        ProducerId            producer_id:              int64, entity(producerId);
        /// The latest epoch that it wrote with.
        ProducerEpoch         producer_epoch:           int32;
        /// The sequence number of its last record; -1 if there is none.
        LastSequence          last_sequence:            int32 = -1;
        /// The timestamp of its last batch, in milliseconds since 1970; -1 if there is none.
        LastTimestamp         last_timestamp:           int64 = -1;
        /// The epoch of the transaction coordinator that wrote its last marker; -1 if there was none.
        CoordinatorEpoch      coordinator_epoch:        int32;
        /// Where its open transaction begins; -1 if none is open.
        CurrentTxnStartOffset current_txn_start_offset: int64 = -1;
    }
}
