//! Records of the topic `__transaction_state`: the transactions of each transactional id (KIP-98).
//! `internal::transaction` reads them as they are stored.

message! {
    /// A transactional id.
    data TransactionLogKey, TransactionLogKeyView, TransactionLogKeyEvent:
        versions 0..=0, flexible none {
        /// The transactional id.
        TransactionalId transactional_id: string;
    }
}

message! {
    /// The state of the latest transaction of a transactional id. Version 1 has tagged fields (KIP-890).
    data TransactionLogValue, TransactionLogValueView, TransactionLogValueEvent:
        versions 0..=1, flexible 1.. {
        /// The producer's id.
        ProducerId                       producer_id:                          int64;
        /// The producer's epoch.
        ProducerEpoch                    producer_epoch:                       int16;
        /// How long the transaction may take before it is aborted, in milliseconds.
        TransactionTimeoutMs             transaction_timeout_ms:               int32;
        /// 0 empty, 1 ongoing, 2 about to be committed, 3 about to be aborted, 4 committed, 5 aborted, 6 dead, 7
        /// about to be aborted with a new epoch.
        TransactionStatus                transaction_status:                   int8;
        /// The partitions that it has written to; null if it is empty.
        TransactionPartitions            transaction_partitions:               [PartitionsSchema, PartitionsSchemaView] nullable;
        /// When this state was written, in milliseconds since 1970.
        TransactionLastUpdateTimestampMs transaction_last_update_timestamp_ms: int64;
        /// When it began, in milliseconds since 1970; -1 if it has not.
        TransactionStartTimestampMs      transaction_start_timestamp_ms:       int64;
    } tagged {
        /// The id that the producer had before; -1 if unknown.
        0 => PreviousProducerId       previous_producer_id:       int64 @(1..) = -1;
        /// The id that it is about to get, as the epochs of the present one are used up; -1 for none.
        1 => NextProducerId           next_producer_id:           int64 @(1..) = -1;
        /// The level of the feature transaction.version that its client talks.
        2 => ClientTransactionVersion client_transaction_version: int16 @(1..);
        /// The epoch that it is about to get; -1 for none.
        3 => NextProducerEpoch        next_producer_epoch:        int16 @(1..) = -1;
    }
    /// Partitions of a topic.
    struct PartitionsSchema, PartitionsSchemaView {
        /// The topic's name.
        Topic        topic:         string;
        /// The numbers of the partitions.
        PartitionIds partition_ids: [int32];
    }
}
