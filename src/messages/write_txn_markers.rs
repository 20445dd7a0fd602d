//! WriteTxnMarkers: a transaction coordinator ends transactions in the partitions they wrote to (KIP-98).

message! {
    /// Has markers written that end transactions, behind their last records (KIP-98). Version 2 lets the leader of a
    /// partition check the epoch of a marker more strictly (KIP-1228).
    request WriteTxnMarkersRequest, WriteTxnMarkersRequestView, WriteTxnMarkersRequestEvent:
        key 27, versions 0..=2, flexible 1.., listeners broker {
        /// The markers, one for each transaction.
        Markers markers: [WritableTxnMarker, WritableTxnMarkerView];
    }
    /// The end of a transaction.
    struct WritableTxnMarker, WritableTxnMarkerView {
        /// The producer's number.
        ProducerId         producer_id:         int64, entity(producerId);
        /// Its epoch; it may have counted up since the transaction wrote its records.
        ProducerEpoch      producer_epoch:      int16;
        /// Whether it commits; otherwise it aborts.
        TransactionResult  transaction_result:  bool;
        /// The topics that it wrote to.
        Topics             topics:              [WritableTxnMarkerTopic, WritableTxnMarkerTopicView];
        /// The epoch of the coordinator; a marker of an older one is refused.
        CoordinatorEpoch   coordinator_epoch:   int32;
        /// Which level of the feature transaction.version it runs with; from 2 on its marker must have a higher epoch
        /// than its records (KIP-1228).
        TransactionVersion transaction_version: int8 @(2..), ignorable;
    }
    /// A topic.
    struct WritableTxnMarkerTopic, WritableTxnMarkerTopicView {
        /// The topic's name.
        Name             name:              string, entity(topicName);
        /// The numbers of the partitions.
        PartitionIndexes partition_indexes: [int32];
    }
}

message! {
    /// Whether the markers were written.
    response WriteTxnMarkersResponse, WriteTxnMarkersResponseView, WriteTxnMarkersResponseEvent:
        key 27, versions 0..=2, flexible 1.. {
        /// The markers, one for each transaction.
        Markers markers: [WritableTxnMarkerResult, WritableTxnMarkerResultView];
    }
    /// The end of a transaction.
    struct WritableTxnMarkerResult, WritableTxnMarkerResultView {
        /// The producer's number.
        ProducerId producer_id: int64, entity(producerId);
        /// The topics that it wrote to.
        Topics     topics:      [WritableTxnMarkerTopicResult, WritableTxnMarkerTopicResultView];
    }
    /// A topic.
    struct WritableTxnMarkerTopicResult, WritableTxnMarkerTopicResultView {
        /// The topic's name.
        Name       name:       string, entity(topicName);
        /// Its partitions.
        Partitions partitions: [WritableTxnMarkerPartitionResult, WritableTxnMarkerPartitionResultView];
    }
    /// A partition.
    struct WritableTxnMarkerPartitionResult, WritableTxnMarkerPartitionResultView {
        /// The partition's number.
        PartitionIndex partition_index: int32;
        /// What is wrong with this partition.
        ErrorCode      error_code:      error_code;
    }
}
