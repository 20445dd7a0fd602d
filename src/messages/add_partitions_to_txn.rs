//! AddPartitionsToTxn: takes partitions into a transaction (KIP-98).

message! {
    /// Asks the transaction coordinator to take partitions into a transaction, before records are written there
    /// (KIP-98). Clients use versions up to 3; from version 4 on brokers ask, for several transactions at once
    /// (KIP-890).
    request AddPartitionsToTxnRequest, AddPartitionsToTxnRequestView, AddPartitionsToTxnRequestEvent:
        key 24, versions 0..=5, flexible 3.., listeners broker {
        /// The transactions, each with its partitions.
        Transactions              transactions:
            [AddPartitionsToTxnTransaction, AddPartitionsToTxnTransactionView] @(4..);
        /// The transactional id that the producer is configured with.
        V3AndBelowTransactionalId v3_and_below_transactional_id: string @(..=3), entity(transactionalId);
        /// The producer id that goes with it.
        V3AndBelowProducerId      v3_and_below_producer_id:      int64 @(..=3), entity(producerId);
        /// The epoch of that id; whoever comes with an older one is locked out.
        V3AndBelowProducerEpoch   v3_and_below_producer_epoch:   int16 @(..=3);
        /// The partitions to take into the one transaction, by topic.
        V3AndBelowTopics          v3_and_below_topics:
            [AddPartitionsToTxnTopic, AddPartitionsToTxnTopicView] @(..=3);
    }
    /// A transaction, and the partitions to take into it.
    struct AddPartitionsToTxnTransaction, AddPartitionsToTxnTransactionView {
        /// The transactional id that the producer is configured with.
        TransactionalId transactional_id: string, map_key, entity(transactionalId);
        /// The producer id that goes with it.
        ProducerId      producer_id:      int64, entity(producerId);
        /// The epoch of that id; whoever comes with an older one is locked out.
        ProducerEpoch   producer_epoch:   int16;
        /// Whether to only check that the partitions are in the transaction already, and to add none.
        VerifyOnly      verify_only:      bool;
        /// The partitions, by topic.
        Topics          topics:           [AddPartitionsToTxnTopic, AddPartitionsToTxnTopicView];
    }
    /// Partitions of a topic.
    struct AddPartitionsToTxnTopic, AddPartitionsToTxnTopicView {
        /// The topic's name.
        Name       name:       string, map_key, entity(topicName);
        /// The numbers of the partitions.
        Partitions partitions: [int32];
    }
}

message! {
    /// Which partitions are in their transaction now.
    response AddPartitionsToTxnResponse, AddPartitionsToTxnResponseView, AddPartitionsToTxnResponseEvent:
        key 24, versions 0..=5, flexible 3.. {
        /// How long the request was held back by a quota, in milliseconds.
        ThrottleTimeMs           throttle_time_ms:              int32;
        /// What is wrong with the request as a whole.
        ErrorCode                error_code:                    error_code @(4..), ignorable;
        /// How it went, for each transaction.
        ResultsByTransaction     results_by_transaction:
            [AddPartitionsToTxnResult, AddPartitionsToTxnResultView] @(4..);
        /// How it went with the one transaction, for each topic.
        ResultsByTopicV3AndBelow results_by_topic_v3_and_below:
            [AddPartitionsToTxnTopicResult, AddPartitionsToTxnTopicResultView] @(..=3);
    }
    /// How it went with a transaction.
    struct AddPartitionsToTxnResult, AddPartitionsToTxnResultView {
        /// The transactional id of its producer.
        TransactionalId transactional_id: string, map_key, entity(transactionalId);
        /// How it went, for each topic.
        TopicResults    topic_results:    [AddPartitionsToTxnTopicResult, AddPartitionsToTxnTopicResultView];
    }
    /// How it went with a topic.
    struct AddPartitionsToTxnTopicResult, AddPartitionsToTxnTopicResultView {
        /// The topic's name.
        Name               name:                 string, map_key, entity(topicName);
        /// Its partitions.
        ResultsByPartition results_by_partition:
            [AddPartitionsToTxnPartitionResult, AddPartitionsToTxnPartitionResultView];
    }
    /// How it went with a partition.
    struct AddPartitionsToTxnPartitionResult, AddPartitionsToTxnPartitionResultView {
        /// The partition's number.
        PartitionIndex     partition_index:      int32, map_key;
        /// What is wrong with this partition.
        PartitionErrorCode partition_error_code: error_code;
    }
}
