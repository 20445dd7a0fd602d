//! AlterReplicaLogDirs: moves replicas between the log directories of a broker (KIP-113).

message! {
    /// Asks a broker to move replicas to another of its log directories; one that it does not host yet will be put
    /// there when it comes (KIP-113).
    request AlterReplicaLogDirsRequest, AlterReplicaLogDirsRequestView, AlterReplicaLogDirsRequestEvent:
        key 34, versions 0..=2, flexible 2.., listeners broker {
        /// The directories, each with the replicas to move there.
        Dirs dirs: [AlterReplicaLogDir, AlterReplicaLogDirView];
    }
    /// A log directory to move replicas to.
    struct AlterReplicaLogDir, AlterReplicaLogDirView {
        /// The directory's full path on the broker.
        Path   path:   string, map_key;
        /// The replicas to move there, by topic.
        Topics topics: [AlterReplicaLogDirTopic, AlterReplicaLogDirTopicView];
    }
    /// Replicas of a topic.
    struct AlterReplicaLogDirTopic, AlterReplicaLogDirTopicView {
        /// The topic's name.
        Name       name:       string, map_key, entity(topicName);
        /// The numbers of the partitions.
        Partitions partitions: [int32];
    }
}

message! {
    /// Which moves have begun; how they get on is told by DescribeLogDirs.
    response AlterReplicaLogDirsResponse, AlterReplicaLogDirsResponseView, AlterReplicaLogDirsResponseEvent:
        key 34, versions 0..=2, flexible 2.. {
        /// How long the request was held back by a quota, in milliseconds.
        ThrottleTimeMs throttle_time_ms: int32;
        /// How it went, for each topic.
        Results        results:          [AlterReplicaLogDirTopicResult, AlterReplicaLogDirTopicResultView];
    }
    /// How it went with a topic.
    struct AlterReplicaLogDirTopicResult, AlterReplicaLogDirTopicResultView {
        /// The topic's name.
        TopicName  topic_name: string, entity(topicName);
        /// Its partitions.
        Partitions partitions: [AlterReplicaLogDirPartitionResult, AlterReplicaLogDirPartitionResultView];
    }
    /// How it went with a partition.
    struct AlterReplicaLogDirPartitionResult, AlterReplicaLogDirPartitionResultView {
        /// The partition's number.
        PartitionIndex partition_index: int32;
        /// What is wrong with this partition.
        ErrorCode      error_code:      error_code;
    }
}
