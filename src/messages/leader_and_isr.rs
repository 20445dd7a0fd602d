//! LeaderAndIsr: tells a broker what it hosts and who leads that; gone with ZooKeeper in Kafka 4.0.

message! {
    /// In a cluster with ZooKeeper, the controller tells a broker which partitions it hosts, and who leads them.
    /// Version 2 groups the partitions by topic, version 5 adds the topics' ids (KIP-516).
    request LeaderAndIsrRequest, LeaderAndIsrRequestView, LeaderAndIsrRequestEvent:
        key 4, versions 0..=7, flexible 4.. {
        /// The controller that sends this.
        ControllerId             controller_id:              int32;
        /// Whether it is a KRaft controller, during a move away from ZooKeeper (KIP-866).
        isKRaftController        is_kraft_controller:        bool @(7..);
        /// The controller's epoch; the broker refuses one that is older than it has seen.
        ControllerEpoch          controller_epoch:           int32;
        /// The epoch of the broker that is meant, so that it notices what was sent before its restart;
        /// -1 if unknown (KIP-380).
        BrokerEpoch              broker_epoch:               int64 @(2..) = -1, ignorable;
        /// 1 for changes only, 2 for all partitions of the broker; 0 if unknown (KIP-516).
        Type                     type_:                      int8 @(5..);
        /// The partitions, each with the name of its topic.
        UngroupedPartitionStates ungrouped_partition_states:
            [LeaderAndIsrPartitionState, LeaderAndIsrPartitionStateView] @(..=1);
        /// The partitions by topic.
        TopicStates              topic_states:
            [LeaderAndIsrTopicState, LeaderAndIsrTopicStateView] @(2..);
        /// Where the leaders of these partitions are.
        LiveLeaders              live_leaders:               [LeaderAndIsrLiveLeader, LeaderAndIsrLiveLeaderView];
    }
    /// What holds for a partition.
    struct LeaderAndIsrPartitionState, LeaderAndIsrPartitionStateView {
        /// The topic's name; from version 2 on it stands around the partitions.
        TopicName           topic_name:            string @(..=1), ignorable;
        /// The partition's number.
        PartitionIndex      partition_index:       int32;
        /// The epoch of the controller that decided this.
        ControllerEpoch     controller_epoch:      int32;
        /// The broker that leads it; -1 if none does, -2 if the partition is being deleted.
        Leader              leader:                int32;
        /// How often its leadership has changed.
        LeaderEpoch         leader_epoch:          int32;
        /// The brokers that keep up with the leader.
        Isr                 isr:                   [int32];
        /// How often what holds for the partition has changed: in ZooKeeper, the version of its node.
        PartitionEpoch      partition_epoch:       int32;
        /// The brokers that host it.
        Replicas            replicas:              [int32];
        /// Those of them that a reassignment brings in (KIP-455).
        AddingReplicas      adding_replicas:       [int32] @(3..), ignorable;
        /// Those of them that a reassignment takes out (KIP-455).
        RemovingReplicas    removing_replicas:     [int32] @(3..), ignorable;
        /// Whether the replica is new, so may be created even while a disk of the broker is offline (KIP-112).
        IsNew               is_new:                bool @(1..), ignorable;
        /// 0 normally, 1 while its leader still recovers from an unclean election (KIP-704).
        LeaderRecoveryState leader_recovery_state: int8 @(6..);
    }
    /// A topic.
    struct LeaderAndIsrTopicState, LeaderAndIsrTopicStateView {
        /// The topic's name.
        TopicName       topic_name:       string;
        /// The topic's id (KIP-516).
        TopicId         topic_id:         uuid @(5..), ignorable;
        /// Its partitions.
        PartitionStates partition_states: [LeaderAndIsrPartitionState, LeaderAndIsrPartitionStateView];
    }
    /// Where a leader is.
    struct LeaderAndIsrLiveLeader, LeaderAndIsrLiveLeaderView {
        /// The broker.
        BrokerId broker_id: int32;
        /// Its host name.
        HostName host_name: string;
        /// Its port.
        Port     port:      int32;
    }
}

message! {
    /// Whether the broker does as it was told.
    response LeaderAndIsrResponse, LeaderAndIsrResponseView, LeaderAndIsrResponseEvent:
        key 4, versions 0..=7, flexible 4.. {
        /// What is wrong with the request as a whole.
        ErrorCode       error_code:       error_code;
        /// How each partition went, with the name of its topic.
        PartitionErrors partition_errors: [LeaderAndIsrPartitionError, LeaderAndIsrPartitionErrorView] @(..=4);
        /// The same by topic, from version 5 on.
        Topics          topics:           [LeaderAndIsrTopicError, LeaderAndIsrTopicErrorView] @(5..);
    }
    /// How a partition went.
    struct LeaderAndIsrPartitionError, LeaderAndIsrPartitionErrorView {
        /// The topic's name; from version 5 on its id stands around the partitions.
        TopicName      topic_name:      string @(..=4), ignorable;
        /// The partition's number.
        PartitionIndex partition_index: int32;
        /// What is wrong with this partition.
        ErrorCode      error_code:      error_code;
    }
    /// How a topic's partitions went.
    struct LeaderAndIsrTopicError, LeaderAndIsrTopicErrorView {
        /// The topic (KIP-516).
        TopicId         topic_id:         uuid, map_key;
        /// Its partitions.
        PartitionErrors partition_errors: [LeaderAndIsrPartitionError, LeaderAndIsrPartitionErrorView];
    }
}
