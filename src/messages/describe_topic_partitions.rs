//! DescribeTopicPartitions: topics with their partitions, page by page (KIP-966).

message! {
    /// Asks for topics with their partitions, in the order of the topics' names; a long answer comes in pages.
    request DescribeTopicPartitionsRequest, DescribeTopicPartitionsRequestView, DescribeTopicPartitionsRequestEvent:
        key 75, versions 0..=0, flexible 0.., listeners broker {
        /// The topics to tell about; empty for all.
        Topics                 topics:                   [TopicRequest, TopicRequestView];
        /// The most partitions to answer with; the broker may have a lower limit of its own.
        ResponsePartitionLimit response_partition_limit: int32 = 2000;
        /// The partition to begin with, from the page before; null to begin with the first.
        Cursor                 cursor:                   (Cursor, CursorView) nullable = null;
    }
    /// A topic to tell about.
    struct TopicRequest, TopicRequestView {
        /// The topic's name.
        Name name: string, entity(topicName);
    }
    uses Cursor, CursorView;
}

message! {
    /// A page of topics with their partitions.
    response DescribeTopicPartitionsResponse, DescribeTopicPartitionsResponseView, DescribeTopicPartitionsResponseEvent:
        key 75, versions 0..=0, flexible 0.. {
        /// How long the request was held back by a quota, in milliseconds.
        ThrottleTimeMs throttle_time_ms: int32, ignorable;
        /// The topics of this page; of the last one, some partitions may be left for the next page.
        Topics         topics:
            [DescribeTopicPartitionsResponseTopic, DescribeTopicPartitionsResponseTopicView];
        /// What to ask the next page with; null if this was the last.
        NextCursor     next_cursor:      (Cursor, CursorView) nullable = null;
    }
    /// A topic.
    struct DescribeTopicPartitionsResponseTopic, DescribeTopicPartitionsResponseTopicView {
        /// What is wrong with this topic.
        ErrorCode                 error_code:                  error_code;
        /// The topic's name.
        Name                      name:                        string nullable, map_key, entity(topicName);
        /// The topic's id.
        TopicId                   topic_id:                    uuid, ignorable;
        /// Whether brokers keep their own data in it.
        IsInternal                is_internal:                 bool, ignorable;
        /// Its partitions, as far as they belong to this page.
        Partitions                partitions:
            [DescribeTopicPartitionsResponsePartition, DescribeTopicPartitionsResponsePartitionView];
        /// What the client may do with it, as bits; the smallest number if unknown (KIP-430).
        TopicAuthorizedOperations topic_authorized_operations: int32 = i32::MIN;
    }
    /// A partition.
    struct DescribeTopicPartitionsResponsePartition, DescribeTopicPartitionsResponsePartitionView {
        /// What is wrong with this partition.
        ErrorCode              error_code:               error_code;
        /// The partition's number.
        PartitionIndex         partition_index:          int32;
        /// The broker that leads it; -1 if none does.
        LeaderId               leader_id:                int32, entity(brokerId);
        /// How often its leadership has changed; -1 if unknown.
        LeaderEpoch            leader_epoch:             int32 = -1, ignorable;
        /// The brokers that host it.
        ReplicaNodes           replica_nodes:            [int32], entity(brokerId);
        /// Those of them that keep up with the leader.
        IsrNodes               isr_nodes:                [int32], entity(brokerId);
        /// Brokers outside `isr_nodes` that have all committed records, so may lead too; null if unknown.
        EligibleLeaderReplicas eligible_leader_replicas: [int32] nullable = null, entity(brokerId);
        /// Brokers that were eligible until an unclean shutdown made their data doubtful; null if unknown.
        LastKnownElr           last_known_elr:           [int32] nullable = null, entity(brokerId);
        /// Those of `replica_nodes` that are offline.
        OfflineReplicas        offline_replicas:         [int32], ignorable, entity(brokerId);
    }
    uses Cursor, CursorView;
}

shared! {
    /// A place in the list of all partitions.
    struct Cursor, CursorView {
        /// The topic's name.
        TopicName      topic_name:      string, entity(topicName);
        /// The partition's number; the page begins with it.
        PartitionIndex partition_index: int32;
    }
}
