//! DescribeTransactions: what state transactions are in (KIP-664).

message! {
    /// Asks a transaction coordinator about the transactional ids that it is responsible for (KIP-664).
    request DescribeTransactionsRequest, DescribeTransactionsRequestView, DescribeTransactionsRequestEvent:
        key 65, versions 0..=0, flexible 0.., listeners broker {
        /// The transactional ids to tell about.
        TransactionalIds transactional_ids: [string], entity(transactionalId);
    }
}

message! {
    /// The transactional ids with their state.
    response DescribeTransactionsResponse, DescribeTransactionsResponseView, DescribeTransactionsResponseEvent:
        key 65, versions 0..=0, flexible 0.. {
        /// How long the request was held back by a quota, in milliseconds.
        ThrottleTimeMs    throttle_time_ms:   int32;
        /// One for each transactional id.
        TransactionStates transaction_states: [TransactionState, TransactionStateView];
    }
    /// The state of a transactional id.
    struct TransactionState, TransactionStateView {
        /// What is wrong with this transactional id; 16 if another broker is its coordinator.
        ErrorCode              error_code:                error_code;
        /// The transactional id.
        TransactionalId        transactional_id:          string, entity(transactionalId);
        /// One of Empty, Ongoing, PrepareCommit, PrepareAbort, CompleteCommit, CompleteAbort, PrepareEpochFence, Dead.
        TransactionState       transaction_state:         string;
        /// How long a transaction may stay open before the coordinator aborts it, in milliseconds.
        TransactionTimeoutMs   transaction_timeout_ms:    int32;
        /// When the transaction began, in milliseconds since 1970; -1 if none has.
        TransactionStartTimeMs transaction_start_time_ms: int64;
        /// The producer that uses the transactional id.
        ProducerId             producer_id:               int64, entity(producerId);
        /// Its epoch; producers with an older one are fenced.
        ProducerEpoch          producer_epoch:            int16;
        /// The partitions that the open transaction has touched.
        Topics                 topics:                    [TopicData, TopicDataView];
    }
    /// Partitions of a topic.
    struct TopicData, TopicDataView {
        /// The topic's name.
        Topic      topic:      string, map_key, entity(topicName);
        /// The numbers of the partitions.
        Partitions partitions: [int32];
    }
}
