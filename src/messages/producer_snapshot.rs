//! ProducerSnapshot: the idempotent producers of a partition, in a file `.snapshot` beside its segments (KIP-98).

message! {
    /// The state of the idempotent producers of a partition, at the offset that the file is named for. 16 bits ahead
    /// of it say its version.
    data ProducerSnapshot, ProducerSnapshotView, ProducerSnapshotEvent:
        versions 1..=1, flexible none {
        /// CRC-32C of all that follows.
        Crc             crc:              uint32;
        /// The producers.
        ProducerEntries producer_entries: [ProducerEntry, ProducerEntryView];
    }
    /// A producer.
    struct ProducerEntry, ProducerEntryView {
        /// The producer's id.
        ProducerId            producer_id:              int64;
        /// Its epoch.
        Epoch                 epoch:                    int16;
        /// The sequence number of its latest record; -1 for none.
        LastSequence          last_sequence:            int32;
        /// The offset of its latest record; -1 for none.
        LastOffset            last_offset:              int64;
        /// How many offsets its latest batch spans, less one.
        OffsetDelta           offset_delta:             int32;
        /// The largest time in its latest batch, in milliseconds since 1970.
        Timestamp             timestamp:                int64;
        /// The epoch of the transaction coordinator that wrote its latest marker; -1 for none.
        CoordinatorEpoch      coordinator_epoch:        int32;
        /// The offset of the first record of its open transaction; -1 for none.
        CurrentTxnFirstOffset current_txn_first_offset: int64;
    }
}
