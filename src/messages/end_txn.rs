//! EndTxn: commits or aborts a transaction (KIP-98).

message! {
    /// A producer commits or aborts its transaction (KIP-98). From version 5 on each transaction has an epoch of its
    /// own, so that late requests of an earlier one are refused (KIP-890).
    request EndTxnRequest, EndTxnRequestView, EndTxnRequestEvent:
        key 26, versions 0..=5, flexible 3.., listeners broker {
        /// The producer's transactional id.
        TransactionalId transactional_id: string, entity(transactionalId);
        /// The producer's id.
        ProducerId      producer_id:      int64, entity(producerId);
        /// Its epoch; an older one than the coordinator's is refused.
        ProducerEpoch   producer_epoch:   int16;
        /// Whether to commit: false aborts.
        Committed       committed:        bool;
    }
}

message! {
    /// Whether the transaction is about to end as asked.
    response EndTxnResponse, EndTxnResponseView, EndTxnResponseEvent:
        key 26, versions 0..=5, flexible 3.. {
        /// How long the request was held back by a quota, in milliseconds.
        ThrottleTimeMs throttle_time_ms: int32;
        /// What is wrong with the request as a whole.
        ErrorCode      error_code:       error_code;
        /// The id for the next transaction, another one once the epochs are used up; -1 on an error (KIP-890).
        ProducerId     producer_id:      int64 @(5..) = -1, ignorable, entity(producerId);
        /// The epoch for the next transaction; -1 on an error (KIP-890).
        ProducerEpoch  producer_epoch:   int16 @(5..) = -1, ignorable;
    }
}
