//! ControlledShutdown: lets a broker stop without a gap, in clusters with ZooKeeper; gone in Kafka 4.0.

message! {
    /// A broker that wants to stop asks the controller of a cluster with ZooKeeper to let others lead its partitions.
    /// The request header of version 0 has no client id.
    request ControlledShutdownRequest, ControlledShutdownRequestView, ControlledShutdownRequestEvent:
        key 7, versions 0..=3, flexible 3.. {
        /// The broker that wants to stop.
        BrokerId    broker_id:    int32;
        /// The epoch of its registration; -1 if unknown (KIP-380).
        BrokerEpoch broker_epoch: int64 @(2..) = -1, ignorable;
    }
}

message! {
    /// What the broker still leads; with nothing left it can stop.
    response ControlledShutdownResponse, ControlledShutdownResponseView, ControlledShutdownResponseEvent:
        key 7, versions 0..=3, flexible 3.. {
        /// What is wrong with the request as a whole.
        ErrorCode           error_code:           error_code;
        /// The partitions that could not be moved away.
        RemainingPartitions remaining_partitions: [RemainingPartition, RemainingPartitionView];
    }
    /// A partition that the broker still leads.
    struct RemainingPartition, RemainingPartitionView {
        /// The topic's name.
        TopicName      topic_name:      string, map_key;
        /// The partition's number.
        PartitionIndex partition_index: int32, map_key;
    }
}
