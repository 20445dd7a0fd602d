//! DescribeQuorum: how the replicas of the metadata log are doing (KIP-595).

message! {
    /// Asks the leader of the KRaft quorum for the state of its replicas (KIP-595).
    request DescribeQuorumRequest, DescribeQuorumRequestView, DescribeQuorumRequestEvent:
        key 55, versions 0..=2, flexible 0.., listeners broker controller {
        /// The one topic that has a quorum.
        Topics topics: [RequestTopicData, RequestTopicDataView];
    }
    /// A topic with a quorum.
    struct RequestTopicData, RequestTopicDataView named TopicData {
        /// The topic's name: `__cluster_metadata`.
        TopicName  topic_name: string, entity(topicName);
        /// Its partitions.
        Partitions partitions: [RequestPartitionData, RequestPartitionDataView];
    }
    /// A partition with a quorum.
    struct RequestPartitionData, RequestPartitionDataView named PartitionData {
        /// The partition's number: 0.
        PartitionIndex partition_index: int32;
    }
}

message! {
    /// The state of the KRaft quorum; from version 1 on with times (KIP-836), from version 2 on with directories and
    /// addresses (KIP-853).
    response DescribeQuorumResponse, DescribeQuorumResponseView, DescribeQuorumResponseEvent:
        key 55, versions 0..=2, flexible 0.. {
        /// What is wrong with the request as a whole.
        ErrorCode    error_code:    error_code;
        /// The same in words (KIP-853).
        ErrorMessage error_message: string nullable @(2..), ignorable;
        /// The one topic that has a quorum.
        Topics       topics:        [ResponseTopicData, ResponseTopicDataView];
        /// The nodes that vote, with their addresses (KIP-853).
        Nodes        nodes:         [Node, NodeView] @(2..);
    }
    /// A topic with a quorum.
    struct ResponseTopicData, ResponseTopicDataView named TopicData {
        /// The topic's name.
        TopicName  topic_name: string, entity(topicName);
        /// Its partitions.
        Partitions partitions: [ResponsePartitionData, ResponsePartitionDataView];
    }
    /// The quorum of a partition.
    struct ResponsePartitionData, ResponsePartitionDataView named PartitionData {
        /// The partition's number.
        PartitionIndex partition_index: int32;
        /// What is wrong with this partition.
        ErrorCode      error_code:      error_code;
        /// The same in words (KIP-853).
        ErrorMessage   error_message:   string nullable @(2..), ignorable;
        /// The node that leads the quorum.
        LeaderId       leader_id:       int32, entity(brokerId);
        /// The epoch of its leadership, which grows with each election.
        LeaderEpoch    leader_epoch:    int32;
        /// The offset behind the last committed record; -1 if the leader does not know it yet.
        HighWatermark  high_watermark:  int64;
        /// The replicas that vote.
        CurrentVoters  current_voters:  [ReplicaState, ReplicaStateView];
        /// The replicas that only follow: brokers, and controllers without a vote.
        Observers      observers:       [ReplicaState, ReplicaStateView];
    }
    /// How far a replica is.
    struct ReplicaState, ReplicaStateView {
        /// The replica's node.
        ReplicaId             replica_id:               int32, entity(brokerId);
        /// The id of its log directory, by which a replaced disk is noticed; zero if unknown (KIP-853).
        ReplicaDirectoryId    replica_directory_id:     uuid @(2..);
        /// The offset behind its last record, as far as the leader knows; -1 if unknown.
        LogEndOffset          log_end_offset:           int64;
        /// When it last fetched from the leader, in milliseconds since 1970; -1 if unknown (KIP-836).
        LastFetchTimestamp    last_fetch_timestamp:     int64 @(1..) = -1, ignorable;
        /// When it last had all that the leader had, in milliseconds since 1970; -1 if unknown (KIP-836).
        LastCaughtUpTimestamp last_caught_up_timestamp: int64 @(1..) = -1, ignorable;
    }
    /// A node of the quorum.
    struct Node, NodeView {
        /// The node's number.
        NodeId    node_id:   int32, map_key, entity(brokerId);
        /// Where it listens.
        Listeners listeners: [Listener, ListenerView];
    }
    /// A listener of a node.
    struct Listener, ListenerView {
        /// The listener's name.
        Name name: string, map_key;
        /// Its host name.
        Host host: string;
        /// Its port.
        Port port: uint16;
    }
}
