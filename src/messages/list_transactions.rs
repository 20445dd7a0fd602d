//! ListTransactions: which transactional producers a broker coordinates (KIP-664).

message! {
    /// Asks a broker for the transactional producers that it coordinates (KIP-664). A producer has to pass all filters.
    request ListTransactionsRequest, ListTransactionsRequestView, ListTransactionsRequestEvent:
        key 66, versions 0..=2, flexible 0.., listeners broker {
        /// The states to list, such as Ongoing; empty for all.
        StateFilters           state_filters:            [string];
        /// The producers to list; empty for all.
        ProducerIdFilters      producer_id_filters:      [int64], entity(producerId);
        /// List only what has been running for longer than this, in milliseconds; negative for all (KIP-994).
        DurationFilter         duration_filter:          int64 @(1..) = -1;
        /// A regular expression for the transactional ids to list; null or empty for all (KIP-1152).
        TransactionalIdPattern transactional_id_pattern: string nullable @(2..) = null;
    }
}

message! {
    /// The transactional producers that the broker coordinates.
    response ListTransactionsResponse, ListTransactionsResponseView, ListTransactionsResponseEvent:
        key 66, versions 0..=2, flexible 0.. {
        /// How long the request was held back by a quota, in milliseconds.
        ThrottleTimeMs      throttle_time_ms:      int32;
        /// What is wrong with the request as a whole.
        ErrorCode           error_code:            error_code;
        /// Names in the request that the broker does not know as states.
        UnknownStateFilters unknown_state_filters: [string];
        /// Those that pass the filters, and that the client may see.
        TransactionStates   transaction_states:    [TransactionState, TransactionStateView];
    }
    /// A transactional producer, and how its transaction stands.
    struct TransactionState, TransactionStateView {
        /// The name that the producer's application chose.
        TransactionalId  transactional_id:  string, entity(transactionalId);
        /// The number that the coordinator gave it.
        ProducerId       producer_id:       int64, entity(producerId);
        /// The state by name, such as Empty, Ongoing or CompleteCommit.
        TransactionState transaction_state: string;
    }
}
