//! AbortedTxn: what a broker notes about an aborted transaction, in the transaction index of a log segment (KIP-98).

message! {
    /// An entry of a transaction index, the file `.txnindex`; 16 bits ahead of it say its version. With such entries a
    /// broker tells consumers in Fetch which records to skip (KIP-98).
    data AbortedTxn, AbortedTxnView, AbortedTxnEvent:
        versions 0..=0, flexible none {
        /// The producer whose transaction it was.
        ProducerId       producer_id:        int64;
        /// The offset of the transaction's first record in the partition.
        FirstOffset      first_offset:       int64;
        /// The offset of the marker that ended it.
        LastOffset       last_offset:        int64;
        /// The partition's last stable offset once the transaction was over: everything before it was decided then.
        LastStableOffset last_stable_offset: int64;
    }
}
