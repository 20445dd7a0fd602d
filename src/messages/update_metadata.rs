//! UpdateMetadata: the controller tells the brokers what they answer to Metadata. Gone since Kafka 4.0.

message! {
    /// Tells a broker about other brokers and about partitions. A controller with ZooKeeper sends it, or a KRaft
    /// controller to brokers that are still to be migrated (KIP-866).
    request UpdateMetadataRequest, UpdateMetadataRequestView, UpdateMetadataRequestEvent:
        key 6, versions 0..=8, flexible 6.. {
        /// The controller that sends it.
        ControllerId             controller_id:              int32;
        /// Whether that is a KRaft controller (KIP-866).
        isKRaftController        is_kraft_controller:        bool @(8..);
        /// The epoch of the controller; what an older one sends is refused.
        ControllerEpoch          controller_epoch:           int32;
        /// The epoch of the broker that it is meant for; one that has restarted since refuses it (KIP-380).
        BrokerEpoch              broker_epoch:               int64 @(5..) = -1, ignorable;
        /// Partitions, each with its topic; from version 5 on they stand under their topics.
        UngroupedPartitionStates ungrouped_partition_states:
            [UpdateMetadataPartitionState, UpdateMetadataPartitionStateView] @(..=4);
        /// Topics, each with its partitions.
        TopicStates              topic_states:
            [UpdateMetadataTopicState, UpdateMetadataTopicStateView] @(5..);
        /// All brokers that are alive.
        LiveBrokers              live_brokers:               [UpdateMetadataBroker, UpdateMetadataBrokerView];
    } tagged {
        /// How much it tells: 0 unknown, 1 what has changed, 2 everything (KIP-866).
        0 => Type type_: int8 @(8..);
    }
    /// A partition.
    struct UpdateMetadataPartitionState, UpdateMetadataPartitionStateView {
        /// The topic's name; from version 5 on it stands with the topic.
        TopicName       topic_name:       string @(..=4), ignorable;
        /// The partition's number.
        PartitionIndex  partition_index:  int32;
        /// The epoch of the controller that made this state.
        ControllerEpoch controller_epoch: int32;
        /// The broker that leads it; -1 if none does, -2 if the topic is being deleted.
        Leader          leader:           int32;
        /// How often its leadership has changed.
        LeaderEpoch     leader_epoch:     int32;
        /// The brokers whose replicas keep up with the leader.
        Isr             isr:              [int32];
        /// The version of this state in ZooKeeper.
        ZkVersion       zk_version:       int32;
        /// The brokers that host it.
        Replicas        replicas:         [int32];
        /// Those of them that are offline (KIP-112).
        OfflineReplicas offline_replicas: [int32] @(4..), ignorable;
    }
    /// A topic.
    struct UpdateMetadataTopicState, UpdateMetadataTopicStateView {
        /// The topic's name.
        TopicName       topic_name:       string;
        /// The topic's id (KIP-516).
        TopicId         topic_id:         uuid @(7..), ignorable;
        /// Its partitions.
        PartitionStates partition_states: [UpdateMetadataPartitionState, UpdateMetadataPartitionStateView];
    }
    /// A broker.
    struct UpdateMetadataBroker, UpdateMetadataBrokerView {
        /// The broker's number.
        Id        id:        int32;
        /// Its host name; from version 1 on it stands in `endpoints`.
        V0Host    v0_host:   string @(..=0), ignorable;
        /// Its port; from version 1 on it stands in `endpoints`.
        V0Port    v0_port:   int32 @(..=0), ignorable;
        /// Where it can be reached.
        Endpoints endpoints: [UpdateMetadataEndpoint, UpdateMetadataEndpointView] @(1..), ignorable;
        /// Its rack, if it has one.
        Rack      rack:      string nullable @(2..), ignorable;
    }
    /// Where a broker can be reached, by one of its listeners.
    struct UpdateMetadataEndpoint, UpdateMetadataEndpointView {
        /// The port.
        Port             port:              int32;
        /// The host name.
        Host             host:              string;
        /// The listener's name.
        Listener         listener:          string @(3..), ignorable;
        /// 0 PLAINTEXT, 1 SSL, 2 SASL_PLAINTEXT, 3 SASL_SSL.
        SecurityProtocol security_protocol: int16;
    }
}

message! {
    /// Whether the broker took it in.
    response UpdateMetadataResponse, UpdateMetadataResponseView, UpdateMetadataResponseEvent:
        key 6, versions 0..=8, flexible 6.. {
        /// What is wrong with the request as a whole.
        ErrorCode error_code: error_code;
    }
}
