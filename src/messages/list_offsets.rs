//! ListOffsets: where partitions begin and end, and which offset belongs to a time.

message! {
    /// Asks leaders for an offset of each partition: its first, its last, or that of a time.
    ///
    /// Version 0 finds segments only, and answers with several offsets; later versions answer with one (KIP-79).
    request ListOffsetsRequest, ListOffsetsRequestView, ListOffsetsRequestEvent:
        key 2, versions 0..=11, flexible 6.., listeners broker {
        /// The follower that asks; -1 for a client, -2 for one that takes the answer of any replica.
        ReplicaId      replica_id:      int32, entity(brokerId);
        /// Where the end is for a consumer: 0 at the high watermark, 1 at the last stable offset (KIP-98).
        IsolationLevel isolation_level: int8 @(2..);
        /// The topics to look into.
        Topics         topics:          [ListOffsetsTopic, ListOffsetsTopicView];
        /// How long the broker may wait for tiered storage, in milliseconds (KIP-1075).
        TimeoutMs      timeout_ms:      int32 @(10..), ignorable;
    }
    /// A topic to look into.
    struct ListOffsetsTopic, ListOffsetsTopicView {
        /// The topic's name.
        Name       name:       string, entity(topicName);
        /// Its partitions.
        Partitions partitions: [ListOffsetsPartition, ListOffsetsPartitionView];
    }
    /// A partition, and what to look for in it.
    struct ListOffsetsPartition, ListOffsetsPartitionView {
        /// The partition's number.
        PartitionIndex     partition_index:      int32;
        /// The leader epoch that the client knows, so that a stale one is noticed; -1 for no check (KIP-320).
        CurrentLeaderEpoch current_leader_epoch: int32 @(4..) = -1, ignorable;
        /// The earliest time that the record may have, in milliseconds since 1970; or -1 end, -2 start, -3 highest
        /// timestamp (KIP-734), -4 local start (KIP-405), -5 tiered end (KIP-1005), -6 first not yet tiered (KIP-1023).
        Timestamp          timestamp:            int64;
        /// The most offsets to answer with.
        MaxNumOffsets      max_num_offsets:      int32 @(..=0) = 1;
    }
}

message! {
    /// The offsets that were found.
    response ListOffsetsResponse, ListOffsetsResponseView, ListOffsetsResponseEvent:
        key 2, versions 0..=11, flexible 6.. {
        /// How long the request was held back by a quota, in milliseconds.
        ThrottleTimeMs throttle_time_ms: int32 @(2..), ignorable;
        /// The topics that were looked into.
        Topics         topics:           [ListOffsetsTopicResponse, ListOffsetsTopicResponseView];
    }
    /// What was found in a topic.
    struct ListOffsetsTopicResponse, ListOffsetsTopicResponseView {
        /// The topic's name.
        Name       name:       string, entity(topicName);
        /// Its partitions.
        Partitions partitions: [ListOffsetsPartitionResponse, ListOffsetsPartitionResponseView];
    }
    /// What was found in a partition.
    struct ListOffsetsPartitionResponse, ListOffsetsPartitionResponseView {
        /// The partition's number.
        PartitionIndex  partition_index:   int32;
        /// What is wrong with this partition.
        ErrorCode       error_code:        error_code;
        /// Offsets where segments begin, of those not modified after the time asked for; the highest first.
        OldStyleOffsets old_style_offsets: [int64] @(..=0);
        /// The timestamp of the record at `offset`, in milliseconds since 1970; -1 if none is told.
        Timestamp       timestamp:         int64 @(1..) = -1;
        /// The offset; -1 if nothing was found.
        Offset          offset:            int64 @(1..) = -1;
        /// The leader epoch to which the offset belongs; -1 if unknown (KIP-320).
        LeaderEpoch     leader_epoch:      int32 @(4..) = -1;
    }
}
