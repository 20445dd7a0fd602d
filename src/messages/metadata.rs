//! Metadata: which brokers there are, and who leads which partition.

message! {
    /// Asks for the brokers, and for topics with their partitions.
    request MetadataRequest, MetadataRequestView, MetadataRequestEvent:
        key 3, versions 0..=13, flexible 9.., listeners broker {
        /// The topics to tell about; null for all. In version 0 empty means all, and null does not exist.
        Topics                             topics:                                [MetadataRequestTopic, MetadataRequestTopicView] nullable(1..);
        /// Whether a missing topic may be created, if the broker's settings agree.
        AllowAutoTopicCreation             allow_auto_topic_creation:             bool @(4..) = true;
        /// Whether to tell what the client may do with the cluster (KIP-430).
        IncludeClusterAuthorizedOperations include_cluster_authorized_operations: bool @(8..=10);
        /// Whether to tell what the client may do with each topic (KIP-430).
        IncludeTopicAuthorizedOperations   include_topic_authorized_operations:   bool @(8..);
    }
    /// A topic to tell about, by its name or by its id.
    struct MetadataRequestTopic, MetadataRequestTopicView {
        /// The topic's id; zero if the name is given (KIP-516).
        TopicId topic_id: uuid @(10..), ignorable;
        /// The topic's name; null if the id is given.
        Name    name:     string nullable(10..), entity(topicName);
    }
}

message! {
    /// The brokers, and topics with their partitions.
    response MetadataResponse, MetadataResponseView, MetadataResponseEvent:
        key 3, versions 0..=13, flexible 9.. {
        /// How long the request was held back by a quota, in milliseconds.
        ThrottleTimeMs              throttle_time_ms:              int32 @(3..), ignorable;
        /// The brokers that are alive.
        Brokers                     brokers:                       [MetadataResponseBroker, MetadataResponseBrokerView];
        /// The cluster, if the broker knows its id (KIP-78).
        ClusterId                   cluster_id:                    string nullable @(2..) = null, ignorable;
        /// The broker to send what only a controller can do; -1 if there is none.
        ControllerId                controller_id:                 int32 @(1..) = -1, ignorable, entity(brokerId);
        /// The topics.
        Topics                      topics:                        [MetadataResponseTopic, MetadataResponseTopicView];
        /// What the client may do with the cluster, as bits; the smallest number if that was not asked for (KIP-430).
        ClusterAuthorizedOperations cluster_authorized_operations: int32 @(8..=10) = i32::MIN;
        /// What is wrong with the request as a whole (KIP-1102).
        ErrorCode                   error_code:                    error_code @(13..), ignorable;
    }
    /// A broker.
    struct MetadataResponseBroker, MetadataResponseBrokerView {
        /// The broker's number.
        NodeId node_id: int32, map_key, entity(brokerId);
        /// Its host name.
        Host   host:    string;
        /// Its port.
        Port   port:    int32;
        /// Its rack, if it has one.
        Rack   rack:    string nullable @(1..) = null, ignorable;
    }
    /// A topic.
    struct MetadataResponseTopic, MetadataResponseTopicView {
        /// What is wrong with this topic.
        ErrorCode                 error_code:                  error_code;
        /// The topic's name; null if it was asked for by an id that is unknown.
        Name                      name:                        string nullable(12..), map_key, entity(topicName);
        /// The topic's id (KIP-516).
        TopicId                   topic_id:                    uuid @(10..), ignorable;
        /// Whether brokers keep their own data in it.
        IsInternal                is_internal:                 bool @(1..), ignorable;
        /// Its partitions, in no order.
        Partitions                partitions:                  [MetadataResponsePartition, MetadataResponsePartitionView];
        /// What the client may do with it, as bits; the smallest number if that was not asked for (KIP-430).
        TopicAuthorizedOperations topic_authorized_operations: int32 @(8..) = i32::MIN;
    }
    /// A partition.
    struct MetadataResponsePartition, MetadataResponsePartitionView {
        /// What is wrong with this partition.
        ErrorCode       error_code:       error_code;
        /// The partition's number.
        PartitionIndex  partition_index:  int32;
        /// The broker that leads it; -1 if none does.
        LeaderId        leader_id:        int32, entity(brokerId);
        /// How often its leadership has changed (KIP-320).
        LeaderEpoch     leader_epoch:     int32 @(7..) = -1, ignorable;
        /// The brokers that host it.
        ReplicaNodes    replica_nodes:    [int32], entity(brokerId);
        /// Those of them that keep up with the leader.
        IsrNodes        isr_nodes:        [int32], entity(brokerId);
        /// Those of them that are offline.
        OfflineReplicas offline_replicas: [int32] @(5..), ignorable, entity(brokerId);
    }
}
