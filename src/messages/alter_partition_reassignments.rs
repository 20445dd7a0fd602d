//! AlterPartitionReassignments: moves partitions to other brokers (KIP-455).

message! {
    /// Starts to move partitions to other brokers, or calls off moves that are under way (KIP-455).
    request AlterPartitionReassignmentsRequest, AlterPartitionReassignmentsRequestView,
        AlterPartitionReassignmentsRequestEvent:
        key 45, versions 0..=1, flexible 0.., listeners broker controller {
        /// How long the controller may take to accept the moves, in milliseconds.
        TimeoutMs                    timeout_ms:                      int32 = 60000;
        /// Whether a move may change how many replicas a partition has (KIP-860).
        AllowReplicationFactorChange allow_replication_factor_change: bool @(1..) = true;
        /// The topics with partitions to move.
        Topics                       topics:                          [ReassignableTopic, ReassignableTopicView];
    }
    /// A topic with partitions to move.
    struct ReassignableTopic, ReassignableTopicView {
        /// The topic's name.
        Name       name:       string, entity(topicName);
        /// Its partitions.
        Partitions partitions: [ReassignablePartition, ReassignablePartitionView];
    }
    /// A partition to move.
    struct ReassignablePartition, ReassignablePartitionView {
        /// The partition's number.
        PartitionIndex partition_index: int32;
        /// The brokers to host it, the preferred leader first; null calls off the move that is under way.
        Replicas       replicas:        [int32] nullable = null, entity(brokerId);
    }
}

message! {
    /// Which moves were accepted; how they get on is told by ListPartitionReassignments.
    response AlterPartitionReassignmentsResponse, AlterPartitionReassignmentsResponseView,
        AlterPartitionReassignmentsResponseEvent:
        key 45, versions 0..=1, flexible 0.. {
        /// How long the request was held back by a quota, in milliseconds.
        ThrottleTimeMs               throttle_time_ms:                int32;
        /// What the request said about the number of replicas (KIP-860).
        AllowReplicationFactorChange allow_replication_factor_change: bool @(1..) = true, ignorable;
        /// What is wrong with the request as a whole.
        ErrorCode                    error_code:                      error_code;
        /// The same in words.
        ErrorMessage                 error_message:                   string nullable;
        /// How it went, for each topic.
        Responses                    responses:
            [ReassignableTopicResponse, ReassignableTopicResponseView];
    }
    /// How it went with a topic.
    struct ReassignableTopicResponse, ReassignableTopicResponseView {
        /// The topic's name.
        Name       name:       string, entity(topicName);
        /// Its partitions.
        Partitions partitions: [ReassignablePartitionResponse, ReassignablePartitionResponseView];
    }
    /// How it went with a partition.
    struct ReassignablePartitionResponse, ReassignablePartitionResponseView {
        /// The partition's number.
        PartitionIndex partition_index: int32;
        /// What is wrong with this partition.
        ErrorCode      error_code:      error_code;
        /// The same in words.
        ErrorMessage   error_message:   string nullable;
    }
}
