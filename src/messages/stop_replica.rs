//! StopReplica: a controller takes replicas from a broker; only in clusters with ZooKeeper.

message! {
    /// A controller tells a broker to stop replicas, and which of them to delete; only in clusters with ZooKeeper.
    ///
    /// Up to version 2 all or none of them are deleted; from version 3 on each partition says it for itself (KIP-570).
    request StopReplicaRequest, StopReplicaRequestView, StopReplicaRequestEvent:
        key 5, versions 0..=4, flexible 2.. {
        /// The controller, by its node number.
        ControllerId        controller_id:        int32;
        /// Whether it is a KRaft controller, on the way out of ZooKeeper (KIP-866).
        isKRaftController   is_kraft_controller:  bool @(4..);
        /// How often the controller has changed; an older one is refused.
        ControllerEpoch     controller_epoch:     int32;
        /// The broker's registration that is meant, so that a restarted one can refuse; -1 for no check (KIP-380).
        BrokerEpoch         broker_epoch:         int64 @(1..) = -1, ignorable;
        /// Whether to delete the replicas too, with their data.
        DeletePartitions    delete_partitions:    bool @(..=2);
        /// The partitions, one by one.
        UngroupedPartitions ungrouped_partitions: [StopReplicaPartitionV0, StopReplicaPartitionV0View] @(..=0);
        /// The partitions by topic.
        Topics              topics:               [StopReplicaTopicV1, StopReplicaTopicV1View] @(1..=2);
        /// The partitions by topic, each with what to do.
        TopicStates         topic_states:         [StopReplicaTopicState, StopReplicaTopicStateView] @(3..);
    }
    /// A partition, in version 0.
    struct StopReplicaPartitionV0, StopReplicaPartitionV0View {
        /// The topic's name.
        TopicName      topic_name:      string;
        /// The partition's number.
        PartitionIndex partition_index: int32;
    }
    /// Partitions of a topic, in versions 1 and 2.
    struct StopReplicaTopicV1, StopReplicaTopicV1View {
        /// The topic's name.
        Name             name:              string;
        /// The numbers of the partitions.
        PartitionIndexes partition_indexes: [int32];
    }
    /// Partitions of a topic, from version 3 on.
    struct StopReplicaTopicState, StopReplicaTopicStateView {
        /// The topic's name.
        TopicName       topic_name:       string;
        /// Its partitions.
        PartitionStates partition_states: [StopReplicaPartitionState, StopReplicaPartitionStateView];
    }
    /// A partition, and what to do.
    struct StopReplicaPartitionState, StopReplicaPartitionStateView {
        /// The partition's number.
        PartitionIndex  partition_index:  int32;
        /// The partition's leader epoch; -1 if unknown, -2 if its topic is being deleted.
        LeaderEpoch     leader_epoch:     int32 = -1;
        /// Whether to delete the replica too, with its data.
        DeletePartition delete_partition: bool;
    }
}

message! {
    /// Which of the replicas were stopped.
    response StopReplicaResponse, StopReplicaResponseView, StopReplicaResponseEvent:
        key 5, versions 0..=4, flexible 2.. {
        /// What is wrong with the request as a whole.
        ErrorCode       error_code:       error_code;
        /// How it went for each partition.
        PartitionErrors partition_errors: [StopReplicaPartitionError, StopReplicaPartitionErrorView];
    }
    /// How it went for a partition.
    struct StopReplicaPartitionError, StopReplicaPartitionErrorView {
        /// The topic's name.
        TopicName      topic_name:      string;
        /// The partition's number.
        PartitionIndex partition_index: int32;
        /// What is wrong with this partition.
        ErrorCode      error_code:      error_code;
    }
}
