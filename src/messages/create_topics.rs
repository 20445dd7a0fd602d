//! CreateTopics: creates topics (KIP-4).

message! {
    /// Asks for new topics. From version 4 on their size may be left to the server's defaults (KIP-464), and from
    /// version 6 on a quota may refuse them (KIP-599).
    request CreateTopicsRequest, CreateTopicsRequestView, CreateTopicsRequestEvent:
        key 19, versions 0..=7, flexible 5.., listeners broker controller {
        /// The topics to create.
        Topics       topics:        [CreatableTopic, CreatableTopicView];
        /// How long to wait for the topics, in milliseconds.
        timeoutMs    timeout_ms:    int32 = 60000;
        /// Whether to check the request only, and to create nothing.
        validateOnly validate_only: bool @(1..);
    }
    /// A topic to create.
    struct CreatableTopic, CreatableTopicView {
        /// The topic's name.
        Name              name:               string, map_key, entity(topicName);
        /// How many partitions to create; -1 if `assignments` tells, or for the server's default (KIP-464).
        NumPartitions     num_partitions:     int32;
        /// How many brokers shall host each partition; -1 in the same cases.
        ReplicationFactor replication_factor: int16;
        /// Which brokers host which partition; empty if the controller is to choose.
        Assignments       assignments:        [CreatableReplicaAssignment, CreatableReplicaAssignmentView];
        /// Settings that differ from the defaults.
        Configs           configs:            [CreatableTopicConfig, CreatableTopicConfigView];
    }
    /// The brokers for one partition.
    struct CreatableReplicaAssignment, CreatableReplicaAssignmentView {
        /// The partition's number.
        PartitionIndex partition_index: int32, map_key;
        /// The brokers that shall host it; the first is its preferred leader.
        BrokerIds      broker_ids:      [int32], entity(brokerId);
    }
    /// A setting of a new topic.
    struct CreatableTopicConfig, CreatableTopicConfigView {
        /// The setting's name, such as `retention.ms`.
        Name  name:  string, map_key;
        /// Its value, always as text.
        Value value: string nullable;
    }
}

message! {
    /// Whether the topics were created, and from version 5 on how they are set up (KIP-525).
    response CreateTopicsResponse, CreateTopicsResponseView, CreateTopicsResponseEvent:
        key 19, versions 0..=7, flexible 5.. {
        /// How long the request was held back by a quota, in milliseconds.
        ThrottleTimeMs throttle_time_ms: int32 @(2..), ignorable;
        /// The outcome for each topic.
        Topics         topics:           [CreatableTopicResult, CreatableTopicResultView];
    }
    /// The outcome for a topic.
    struct CreatableTopicResult, CreatableTopicResultView {
        /// The topic's name.
        Name              name:               string, map_key, entity(topicName);
        /// The id that the topic got (KIP-516).
        TopicId           topic_id:           uuid @(7..), ignorable;
        /// What is wrong with this topic.
        ErrorCode         error_code:         error_code;
        /// The same in words.
        ErrorMessage      error_message:      string nullable @(1..), ignorable;
        /// How many partitions it has; -1 if that is not told (KIP-525).
        NumPartitions     num_partitions:     int32 @(5..) = -1, ignorable;
        /// How many brokers host each partition; -1 if that is not told (KIP-525).
        ReplicationFactor replication_factor: int16 @(5..) = -1, ignorable;
        /// All its settings, defaults included; null if they are not told (KIP-525).
        Configs           configs:
            [CreatableTopicConfigs, CreatableTopicConfigsView] nullable @(5..), ignorable;
    } tagged {
        /// Why the client is not told the settings of a topic that it did create (KIP-525).
        0 => TopicConfigErrorCode topic_config_error_code: error_code @(5..), ignorable;
    }
    /// A setting of the created topic.
    struct CreatableTopicConfigs, CreatableTopicConfigsView {
        /// The setting's name.
        Name         name:          string;
        /// Its value; null if it is sensitive.
        Value        value:         string nullable;
        /// Whether it cannot be changed while brokers run.
        ReadOnly     read_only:     bool;
        /// Where it is set: 1 topic, 2 broker, 3 all brokers, 4 the server's file, 5 nowhere, so that it is a default,
        /// 6 broker logger, 7 client metrics, 8 group; 0 or -1 if unknown.
        ConfigSource config_source: int8 = -1, ignorable;
        /// Whether its value is kept secret, as a password is.
        IsSensitive  is_sensitive:  bool;
    }
}
