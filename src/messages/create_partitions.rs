//! CreatePartitions: adds partitions to topics (KIP-195).

message! {
    /// Asks for more partitions in existing topics. From version 3 on a quota may refuse it (KIP-599).
    request CreatePartitionsRequest, CreatePartitionsRequestView, CreatePartitionsRequestEvent:
        key 37, versions 0..=3, flexible 2.., listeners broker controller {
        /// The topics that shall grow.
        Topics       topics:        [CreatePartitionsTopic, CreatePartitionsTopicView];
        /// How long to wait for the partitions, in milliseconds.
        TimeoutMs    timeout_ms:    int32;
        /// Whether to check the request only, and to change nothing.
        ValidateOnly validate_only: bool;
    }
    /// A topic that shall grow.
    struct CreatePartitionsTopic, CreatePartitionsTopicView {
        /// The topic's name.
        Name        name:        string, map_key, entity(topicName);
        /// How many partitions the topic shall have in the end, old ones included.
        Count       count:       int32;
        /// The brokers for each new partition, in order; null if the controller is to choose.
        Assignments assignments: [CreatePartitionsAssignment, CreatePartitionsAssignmentView] nullable;
    }
    /// The brokers for one new partition.
    struct CreatePartitionsAssignment, CreatePartitionsAssignmentView {
        /// The brokers that shall host it; the first is its preferred leader.
        BrokerIds broker_ids: [int32], entity(brokerId);
    }
}

message! {
    /// Whether the topics grew.
    response CreatePartitionsResponse, CreatePartitionsResponseView, CreatePartitionsResponseEvent:
        key 37, versions 0..=3, flexible 2.. {
        /// How long the request was held back by a quota, in milliseconds.
        ThrottleTimeMs throttle_time_ms: int32;
        /// The outcome for each topic.
        Results        results:          [CreatePartitionsTopicResult, CreatePartitionsTopicResultView];
    }
    /// The outcome for a topic.
    struct CreatePartitionsTopicResult, CreatePartitionsTopicResultView {
        /// The topic's name.
        Name         name:          string, entity(topicName);
        /// What is wrong with this topic.
        ErrorCode    error_code:    error_code;
        /// The same in words.
        ErrorMessage error_message: string nullable = null;
    }
}
