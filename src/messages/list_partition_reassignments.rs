//! ListPartitionReassignments: which partitions are on the move between brokers (KIP-455).

message! {
    /// Asks which partitions are being moved to other brokers (KIP-455).
    request ListPartitionReassignmentsRequest, ListPartitionReassignmentsRequestView,
        ListPartitionReassignmentsRequestEvent:
        key 46, versions 0..=0, flexible 0.., listeners broker controller {
        /// How long the answer may take, in milliseconds.
        TimeoutMs timeout_ms: int32 = 60000;
        /// The partitions to tell about; null for all that are on the move.
        Topics    topics:     [ListPartitionReassignmentsTopics, ListPartitionReassignmentsTopicsView] nullable = null;
    }
    /// A topic to tell about.
    struct ListPartitionReassignmentsTopics, ListPartitionReassignmentsTopicsView {
        /// The topic's name.
        Name             name:              string, entity(topicName);
        /// The numbers of the partitions.
        PartitionIndexes partition_indexes: [int32];
    }
}

message! {
    /// The partitions that are being moved; those that stay where they are do not occur.
    response ListPartitionReassignmentsResponse, ListPartitionReassignmentsResponseView,
        ListPartitionReassignmentsResponseEvent:
        key 46, versions 0..=0, flexible 0.. {
        /// How long the request was held back by a quota, in milliseconds.
        ThrottleTimeMs throttle_time_ms: int32;
        /// What is wrong with the request as a whole.
        ErrorCode      error_code:       error_code;
        /// The same in words.
        ErrorMessage   error_message:    string nullable;
        /// The topics that have such partitions.
        Topics         topics:           [OngoingTopicReassignment, OngoingTopicReassignmentView];
    }
    /// A topic with partitions on the move.
    struct OngoingTopicReassignment, OngoingTopicReassignmentView {
        /// The topic's name.
        Name       name:       string, entity(topicName);
        /// Its partitions on the move.
        Partitions partitions: [OngoingPartitionReassignment, OngoingPartitionReassignmentView];
    }
    /// A partition on the move.
    struct OngoingPartitionReassignment, OngoingPartitionReassignmentView {
        /// The partition's number.
        PartitionIndex   partition_index:   int32;
        /// The brokers that host it now: those that stay, those that come and those that go.
        Replicas         replicas:          [int32], entity(brokerId);
        /// Those of them that come.
        AddingReplicas   adding_replicas:   [int32], entity(brokerId);
        /// Those of them that go when the move is complete.
        RemovingReplicas removing_replicas: [int32], entity(brokerId);
    }
}
