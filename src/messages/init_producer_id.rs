//! InitProducerId: gives a producer its id and epoch (KIP-98).

message! {
    /// A producer asks for an id and an epoch; with a transactional id, this fences its predecessors and ends what they
    /// left open (KIP-98). Version 3 can renew the epoch after an error (KIP-360), version 6 knows two-phase commit
    /// (KIP-939).
    request InitProducerIdRequest, InitProducerIdRequestView, InitProducerIdRequestEvent:
        key 22, versions 0..=6, flexible 2.., listeners broker {
        /// The transactional id; null if the producer is only idempotent.
        TransactionalId      transactional_id:       string nullable, entity(transactionalId);
        /// How long a transaction may stay open before the coordinator aborts it, in milliseconds.
        TransactionTimeoutMs transaction_timeout_ms: int32;
        /// The id that the producer already has; -1 if none (KIP-360).
        ProducerId           producer_id:            int64 @(3..) = -1, entity(producerId);
        /// The epoch that it already has; -1 if none (KIP-360).
        ProducerEpoch        producer_epoch:         int16 @(3..) = -1;
        /// Whether an outer coordinator decides over the transactions, so that they never time out (KIP-939).
        Enable2Pc            enable2_pc:             bool @(6..);
        /// Whether a transaction that was left open stays so, for the outer coordinator to decide (KIP-939).
        KeepPreparedTxn      keep_prepared_txn:      bool @(6..);
    }
}

message! {
    /// The producer's id and epoch.
    response InitProducerIdResponse, InitProducerIdResponseView, InitProducerIdResponseEvent:
        key 22, versions 0..=6, flexible 2.. {
        /// How long the request was held back by a quota, in milliseconds.
        ThrottleTimeMs          throttle_time_ms:           int32, ignorable;
        /// What is wrong with the request as a whole.
        ErrorCode               error_code:                 error_code;
        /// The id to produce with; -1 on an error.
        ProducerId              producer_id:                int64 = -1, entity(producerId);
        /// The epoch to produce with.
        ProducerEpoch           producer_epoch:             int16;
        /// The producer id of the transaction that was kept open; -1 if there is none (KIP-939).
        OngoingTxnProducerId    ongoing_txn_producer_id:    int64 @(6..) = -1, entity(producerId);
        /// The producer epoch of that transaction; -1 if there is none (KIP-939).
        OngoingTxnProducerEpoch ongoing_txn_producer_epoch: int16 @(6..) = -1;
    }
}
