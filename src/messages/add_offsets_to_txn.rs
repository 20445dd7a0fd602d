//! AddOffsetsToTxn: lets a transaction commit offsets of a consumer group (KIP-98).

message! {
    /// Announces to the transaction coordinator that a transaction will commit offsets of a consumer group, which
    /// TxnOffsetCommit then does (KIP-98). Under the newer transactions of KIP-890 producers leave it out.
    request AddOffsetsToTxnRequest, AddOffsetsToTxnRequestView, AddOffsetsToTxnRequestEvent:
        key 25, versions 0..=4, flexible 3.., listeners broker {
        /// The transactional id that the producer is configured with.
        TransactionalId transactional_id: string, entity(transactionalId);
        /// The producer id that goes with it.
        ProducerId      producer_id:      int64, entity(producerId);
        /// The epoch of that id; whoever comes with an older one is locked out.
        ProducerEpoch   producer_epoch:   int16;
        /// The group whose offsets will be committed.
        GroupId         group_id:         string, entity(groupId);
    }
}

message! {
    /// Whether the transaction may commit the group's offsets.
    response AddOffsetsToTxnResponse, AddOffsetsToTxnResponseView, AddOffsetsToTxnResponseEvent:
        key 25, versions 0..=4, flexible 3.. {
        /// How long the request was held back by a quota, in milliseconds.
        ThrottleTimeMs throttle_time_ms: int32;
        /// What is wrong with the request as a whole.
        ErrorCode      error_code:       error_code;
    }
}
