//! ElectLeaders: has new leaders elected for partitions (KIP-183).

message! {
    /// Asks the controller to elect leaders: the preferred ones (KIP-183), from version 1 on others too (KIP-460).
    request ElectLeadersRequest, ElectLeadersRequestView, ElectLeadersRequestEvent:
        key 43, versions 0..=2, flexible 2.., listeners broker controller {
        /// 0 elects the preferred replica, 1 any that lives, even if records are lost (unclean) (KIP-460).
        ElectionType    election_type:    int8 @(1..);
        /// The partitions to elect leaders for; null for all.
        TopicPartitions topic_partitions: [TopicPartitions, TopicPartitionsView] nullable;
        /// How long the answer may take, in milliseconds.
        TimeoutMs       timeout_ms:       int32 = 60000;
    }
    /// Partitions of a topic.
    struct TopicPartitions, TopicPartitionsView {
        /// The topic's name.
        Topic      topic:      string, map_key, entity(topicName);
        /// The numbers of the partitions.
        Partitions partitions: [int32];
    }
}

message! {
    /// How the elections went.
    response ElectLeadersResponse, ElectLeadersResponseView, ElectLeadersResponseEvent:
        key 43, versions 0..=2, flexible 2.. {
        /// How long the request was held back by a quota, in milliseconds.
        ThrottleTimeMs         throttle_time_ms:         int32;
        /// What is wrong with the request as a whole.
        ErrorCode              error_code:               error_code @(1..);
        /// One for each topic; if all partitions were asked for, those that needed no election are left out.
        ReplicaElectionResults replica_election_results: [ReplicaElectionResult, ReplicaElectionResultView];
    }
    /// How the elections of a topic's partitions went.
    struct ReplicaElectionResult, ReplicaElectionResultView {
        /// The topic's name.
        Topic           topic:            string, entity(topicName);
        /// Its partitions.
        PartitionResult partition_result: [PartitionResult, PartitionResultView];
    }
    /// How the election of a partition went.
    struct PartitionResult, PartitionResultView {
        /// The partition's number.
        PartitionId  partition_id:  int32;
        /// What is wrong with this partition; 84 if it needed no election.
        ErrorCode    error_code:    error_code;
        /// The same in words.
        ErrorMessage error_message: string nullable;
    }
}
