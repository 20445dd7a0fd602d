//! AssignReplicasToDirs: tells the controller which log directories hold a broker's replicas (KIP-858).

message! {
    /// A broker tells the controller in which of its log directories it keeps replicas (KIP-858).
    request AssignReplicasToDirsRequest, AssignReplicasToDirsRequestView, AssignReplicasToDirsRequestEvent:
        key 73, versions 0..=0, flexible 0.., listeners controller {
        /// The broker that hosts the replicas.
        BrokerId    broker_id:    int32, entity(brokerId);
        /// The epoch of its registration; an outdated one is refused.
        BrokerEpoch broker_epoch: int64 = -1;
        /// The directories, each with its replicas.
        Directories directories:  [RequestDirectoryData, RequestDirectoryDataView];
    }
    /// A log directory, and replicas that it holds.
    struct RequestDirectoryData, RequestDirectoryDataView named DirectoryData {
        /// The directory's id.
        Id     id:     uuid;
        /// The replicas, by topic.
        Topics topics: [RequestTopicData, RequestTopicDataView];
    }
    /// Replicas of a topic.
    struct RequestTopicData, RequestTopicDataView named TopicData {
        /// The topic's id.
        TopicId    topic_id:   uuid;
        /// Its partitions.
        Partitions partitions: [RequestPartitionData, RequestPartitionDataView];
    }
    /// A replica.
    struct RequestPartitionData, RequestPartitionDataView named PartitionData {
        /// The partition's number.
        PartitionIndex partition_index: int32;
    }
}

message! {
    /// Which replicas the controller has noted.
    response AssignReplicasToDirsResponse, AssignReplicasToDirsResponseView, AssignReplicasToDirsResponseEvent:
        key 73, versions 0..=0, flexible 0.. {
        /// How long the request was held back by a quota, in milliseconds.
        ThrottleTimeMs throttle_time_ms: int32;
        /// What is wrong with the request as a whole.
        ErrorCode      error_code:       error_code;
        /// How it went, for each directory.
        Directories    directories:      [ResponseDirectoryData, ResponseDirectoryDataView];
    }
    /// How it went with a directory.
    struct ResponseDirectoryData, ResponseDirectoryDataView named DirectoryData {
        /// The directory's id.
        Id     id:     uuid;
        /// How it went, for each topic.
        Topics topics: [ResponseTopicData, ResponseTopicDataView];
    }
    /// How it went with a topic.
    struct ResponseTopicData, ResponseTopicDataView named TopicData {
        /// The topic's id.
        TopicId    topic_id:   uuid;
        /// Its partitions.
        Partitions partitions: [ResponsePartitionData, ResponsePartitionDataView];
    }
    /// How it went with a partition.
    struct ResponsePartitionData, ResponsePartitionDataView named PartitionData {
        /// The partition's number.
        PartitionIndex partition_index: int32;
        /// What is wrong with this partition.
        ErrorCode      error_code:      error_code;
    }
}
