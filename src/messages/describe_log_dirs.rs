//! DescribeLogDirs: what is in a broker's log directories (KIP-113).

message! {
    /// Asks a broker for its log directories, and for the partitions in them (KIP-113).
    request DescribeLogDirsRequest, DescribeLogDirsRequestView, DescribeLogDirsRequestEvent:
        key 35, versions 0..=5, flexible 2.., listeners broker {
        /// The partitions to tell about; null for all that the broker hosts.
        Topics topics: [DescribableLogDirTopic, DescribableLogDirTopicView] nullable;
    }
    /// A topic to tell about.
    struct DescribableLogDirTopic, DescribableLogDirTopicView {
        /// The topic's name.
        Topic      topic:      string, map_key, entity(topicName);
        /// The numbers of the partitions.
        Partitions partitions: [int32];
    }
}

message! {
    /// The broker's log directories.
    response DescribeLogDirsResponse, DescribeLogDirsResponseView, DescribeLogDirsResponseEvent:
        key 35, versions 0..=5, flexible 2.. {
        /// How long the request was held back by a quota, in milliseconds.
        ThrottleTimeMs throttle_time_ms: int32;
        /// What is wrong with the request as a whole.
        ErrorCode      error_code:       error_code @(3..), ignorable;
        /// The directories.
        Results        results:          [DescribeLogDirsResult, DescribeLogDirsResultView];
    }
    /// A log directory.
    struct DescribeLogDirsResult, DescribeLogDirsResultView {
        /// What is wrong with this directory.
        ErrorCode   error_code:   error_code;
        /// Its absolute path.
        LogDir      log_dir:      string;
        /// The topics with partitions in it, as far as they were asked for.
        Topics      topics:       [DescribeLogDirsTopic, DescribeLogDirsTopicView];
        /// The size of the volume that it is on, in bytes; -1 if unknown (KIP-827).
        TotalBytes  total_bytes:  int64 @(4..) = -1, ignorable;
        /// How much of the volume is left to use, in bytes; -1 if unknown (KIP-827).
        UsableBytes usable_bytes: int64 @(4..) = -1, ignorable;
        /// Whether it takes no new partitions (KIP-1066).
        IsCordoned  is_cordoned:  bool @(5..), ignorable;
    }
    /// A topic with partitions in the directory.
    struct DescribeLogDirsTopic, DescribeLogDirsTopicView {
        /// The topic's name.
        Name       name:       string, entity(topicName);
        /// Its partitions.
        Partitions partitions: [DescribeLogDirsPartition, DescribeLogDirsPartitionView];
    }
    /// A replica in the directory.
    struct DescribeLogDirsPartition, DescribeLogDirsPartitionView {
        /// The partition's number.
        PartitionIndex partition_index: int32;
        /// The size of its log segments here, in bytes.
        PartitionSize  partition_size:  int64;
        /// How many offsets it is behind the high watermark, or, as a future replica, behind the current one;
        /// -1 if unknown.
        OffsetLag      offset_lag:      int64;
        /// Whether it is still being copied here, to replace the replica in another directory.
        IsFutureKey    is_future_key:   bool;
    }
}
