//! Fetch: reads records from partitions, for consumers and for replicas.

message! {
    /// Asks for records: consumers read with it, followers replicate with it, and so does the metadata quorum.
    /// Version 7 has sessions, in which only changes are sent (KIP-227), version 13 topic ids for names (KIP-516).
    request FetchRequest, FetchRequestView, FetchRequestEvent:
        key 1, versions 0..=18, flexible 12.., listeners broker controller {
        /// The follower that fetches; -1 for a consumer. From version 15 on `replica_state` tells.
        ReplicaId           replica_id:            int32 @(..=14) = -1, entity(brokerId);
        /// How long the broker may wait for `min_bytes`, in milliseconds.
        MaxWaitMs           max_wait_ms:           int32;
        /// The least number of bytes worth an answer before that time is up.
        MinBytes            min_bytes:             int32;
        /// About the most bytes to answer with; one batch may exceed it, so that a reader gets on (KIP-74).
        MaxBytes            max_bytes:             int32 @(3..) = i32::MAX, ignorable;
        /// 0 reads all records, 1 none of open or aborted transactions (KIP-98).
        IsolationLevel      isolation_level:       int8 @(4..), ignorable;
        /// The fetch session; 0 if there is none (KIP-227).
        SessionId           session_id:            int32 @(7..), ignorable;
        /// 0 opens a session, -1 closes it or does without one; in between it counts up with each request.
        SessionEpoch        session_epoch:         int32 @(7..) = -1, ignorable;
        /// What to fetch; within a session, only partitions that are new or changed.
        Topics              topics:                [FetchTopic, FetchTopicView];
        /// Partitions to leave out of the session from now on.
        ForgottenTopicsData forgotten_topics_data: [ForgottenTopic, ForgottenTopicView] @(7..);
        /// The consumer's rack, to find a replica near it; empty if it has none (KIP-392).
        RackId              rack_id:               string @(11..), ignorable;
    } tagged {
        /// The cluster of the sender, for the metadata quorum; null if it does not say (KIP-595).
        0 => ClusterId    cluster_id:    string nullable @(12..) = null, ignorable;
        /// The follower that fetches (KIP-903).
        1 => ReplicaState replica_state: (ReplicaState, ReplicaStateView) @(15..);
    }
    /// A follower.
    struct ReplicaState, ReplicaStateView {
        /// Its broker number; -1 for a consumer.
        ReplicaId    replica_id:    int32 = -1, entity(brokerId);
        /// Its broker epoch, so that a leader notices that it was restarted; -1 if unknown.
        ReplicaEpoch replica_epoch: int64 = -1;
    }
    /// A topic to fetch from.
    struct FetchTopic, FetchTopicView {
        /// The topic's name; from version 13 on its id stands instead.
        Topic      topic:      string @(..=12), ignorable, entity(topicName);
        /// The topic's id (KIP-516).
        TopicId    topic_id:   uuid @(13..), ignorable;
        /// Its partitions.
        Partitions partitions: [FetchPartition, FetchPartitionView];
    }
    /// A partition to fetch from.
    struct FetchPartition, FetchPartitionView {
        /// The partition's number.
        Partition          partition:            int32;
        /// The leader epoch that the reader knows of, so that stale metadata is noticed; -1 for no check (KIP-320).
        CurrentLeaderEpoch current_leader_epoch: int32 @(9..) = -1, ignorable;
        /// The offset to begin with.
        FetchOffset        fetch_offset:         int64;
        /// The leader epoch of the last record in the follower's log, so that the leader notices where they differ;
        /// -1 if there is none, or no check is wanted (KIP-595).
        LastFetchedEpoch   last_fetched_epoch:   int32 @(12..) = -1;
        /// The first offset in the follower's log; -1 for a consumer (KIP-107).
        LogStartOffset     log_start_offset:     int64 @(5..) = -1, ignorable;
        /// About the most bytes to take from it; one batch may exceed it (KIP-74).
        PartitionMaxBytes  partition_max_bytes:  int32;
    } tagged {
        /// The directory in which a replica of the metadata log keeps it (KIP-853).
        0 => ReplicaDirectoryId replica_directory_id: uuid @(17..), ignorable;
        /// The high watermark that the replica knows: it is answered at once if the leader's is higher.
        /// -1 if it knows none; the largest number if it does not say (KIP-1166).
        1 => HighWatermark      high_watermark:       int64 @(18..) = i64::MAX, ignorable;
    }
    /// Partitions of a topic that leave the session.
    struct ForgottenTopic, ForgottenTopicView {
        /// The topic's name; from version 13 on its id stands instead.
        Topic      topic:      string @(..=12), ignorable, entity(topicName);
        /// The topic's id (KIP-516).
        TopicId    topic_id:   uuid @(13..), ignorable;
        /// The numbers of the partitions.
        Partitions partitions: [int32];
    }
}

message! {
    /// The records, and how far the partitions reach. From version 16 on it tells where a new leader is (KIP-951).
    response FetchResponse, FetchResponseView, FetchResponseEvent:
        key 1, versions 0..=18, flexible 12.. {
        /// How long the request was held back by a quota, in milliseconds.
        ThrottleTimeMs throttle_time_ms: int32 @(1..), ignorable;
        /// What is wrong with the request as a whole.
        ErrorCode      error_code:       error_code @(7..), ignorable;
        /// The session to go on with; 0 if the broker keeps none (KIP-227).
        SessionId      session_id:       int32 @(7..);
        /// What was fetched; within a session, only partitions with news.
        Responses      responses:        [FetchableTopicResponse, FetchableTopicResponseView];
    } tagged {
        /// Where the leaders are that `current_leader` names (KIP-951).
        0 => NodeEndpoints node_endpoints: [NodeEndpoint, NodeEndpointView] @(16..);
    }
    /// What was fetched from a topic.
    struct FetchableTopicResponse, FetchableTopicResponseView {
        /// The topic's name; from version 13 on its id stands instead.
        Topic      topic:      string @(..=12), ignorable, entity(topicName);
        /// The topic's id (KIP-516).
        TopicId    topic_id:   uuid @(13..), ignorable;
        /// Its partitions.
        Partitions partitions: [PartitionData, PartitionDataView];
    }
    /// What was fetched from a partition.
    struct PartitionData, PartitionDataView {
        /// The partition's number.
        PartitionIndex       partition_index:        int32;
        /// What is wrong with this partition.
        ErrorCode            error_code:             error_code;
        /// The offset behind the last replicated record, which consumers can read up to; -1 on an error.
        HighWatermark        high_watermark:         int64;
        /// The offset before which every transaction is decided; -1 if unknown (KIP-98).
        LastStableOffset     last_stable_offset:     int64 @(4..) = -1, ignorable;
        /// The first offset that still exists; -1 if unknown (KIP-107).
        LogStartOffset       log_start_offset:       int64 @(5..) = -1, ignorable;
        /// Whose records in `records` to skip, for readers of committed records; null for others (KIP-98).
        AbortedTransactions  aborted_transactions:
            [AbortedTransaction, AbortedTransactionView] nullable @(4..), ignorable;
        /// The broker to fetch from instead, as it is nearer; -1 to stay with this one (KIP-392).
        PreferredReadReplica preferred_read_replica: int32 @(11..) = -1, entity(brokerId);
        /// Batches; the first may begin before the offset that was asked for, the last may be cut off.
        Records              records:                records nullable;
    } tagged {
        /// Where the follower's log differs from the leader's, so has to be cut (KIP-595).
        0 => DivergingEpoch diverging_epoch: (EpochEndOffset, EpochEndOffsetView) @(12..);
        /// Who leads the partition, where the answering broker does not (KIP-595, KIP-951).
        1 => CurrentLeader  current_leader:  (LeaderIdAndEpoch, LeaderIdAndEpochView) @(12..);
        /// The snapshot to fetch first, if the log does not reach back to the offset that was asked for (KIP-630).
        2 => SnapshotId     snapshot_id:     (SnapshotId, SnapshotIdView) @(12..);
    }
    /// The end of a leader epoch in the leader's log.
    struct EpochEndOffset, EpochEndOffsetView {
        /// The last epoch there that is not above the one that the follower gave; -1 if the logs agree.
        Epoch     epoch:      int32 = -1;
        /// The offset behind its last record; -1 if the logs agree.
        EndOffset end_offset: int64 = -1;
    }
    /// A partition's leader.
    struct LeaderIdAndEpoch, LeaderIdAndEpochView {
        /// The broker; -1 if nobody knows.
        LeaderId    leader_id:    int32 = -1, entity(brokerId);
        /// The latest known epoch of its leadership; -1 if unknown.
        LeaderEpoch leader_epoch: int32 = -1;
    }
    /// Which snapshot of the metadata log.
    struct SnapshotId, SnapshotIdView {
        /// The offset behind the last record that went into it; -1 if there is no snapshot to fetch.
        EndOffset end_offset: int64 = -1;
        /// The leader epoch of that record.
        Epoch     epoch:      int32 = -1;
    }
    /// An aborted transaction.
    struct AbortedTransaction, AbortedTransactionView {
        /// The producer whose transaction it was.
        ProducerId  producer_id:  int64, entity(producerId);
        /// The offset of its first record: from there on its batches are void, up to its abort marker.
        FirstOffset first_offset: int64;
    }
    /// Where a broker is.
    struct NodeEndpoint, NodeEndpointView {
        /// The broker.
        NodeId node_id: int32, map_key, entity(brokerId);
        /// Its host name.
        Host   host:    string;
        /// Its port.
        Port   port:    int32;
        /// Its rack, if it has one.
        Rack   rack:    string nullable = null;
    }
}
