//! ReadShareGroupStateSummary: how far a share group has come, without its records' states (KIP-932).

message! {
    /// Asks a share coordinator how far a share group has come, without what became of each record: enough to describe
    /// the group's offsets (KIP-932).
    request ReadShareGroupStateSummaryRequest, ReadShareGroupStateSummaryRequestView,
        ReadShareGroupStateSummaryRequestEvent:
        key 87, versions 0..=1, flexible 0.., listeners broker {
        /// The share group.
        GroupId group_id: string;
        /// The topics to tell about.
        Topics  topics:   [ReadStateSummaryData, ReadStateSummaryDataView];
    }
    /// A topic to tell about.
    struct ReadStateSummaryData, ReadStateSummaryDataView {
        /// The topic.
        TopicId    topic_id:   uuid;
        /// Its partitions.
        Partitions partitions: [PartitionData, PartitionDataView];
    }
    /// A partition to tell about.
    struct PartitionData, PartitionDataView {
        /// The partition's number.
        Partition   partition:    int32;
        /// The partition's leader epoch, as far as the asker knows.
        LeaderEpoch leader_epoch: int32;
    }
}

message! {
    /// How far a share group has come; from version 1 on with a count that its lag can be computed from (KIP-1226).
    response ReadShareGroupStateSummaryResponse, ReadShareGroupStateSummaryResponseView,
        ReadShareGroupStateSummaryResponseEvent:
        key 87, versions 0..=1, flexible 0.. {
        /// The topics of the request.
        Results results: [ReadStateSummaryResult, ReadStateSummaryResultView];
    }
    /// The progress in a topic.
    struct ReadStateSummaryResult, ReadStateSummaryResultView {
        /// The topic.
        TopicId    topic_id:   uuid;
        /// Its partitions.
        Partitions partitions: [PartitionResult, PartitionResultView];
    }
    /// The progress in a partition.
    struct PartitionResult, PartitionResultView {
        /// The partition's number.
        Partition             partition:               int32;
        /// What is wrong with this partition.
        ErrorCode             error_code:              error_code;
        /// The same in words.
        ErrorMessage          error_message:           string nullable = null;
        /// Which initialization of the state this is: a new one has a higher epoch.
        StateEpoch            state_epoch:             int32;
        /// The leader epoch that is stored with the state.
        LeaderEpoch           leader_epoch:            int32;
        /// Where the group's work begins: everything before is done; -1 if not yet initialized.
        StartOffset           start_offset:            int64;
        /// How many records from `start_offset` on are done too; -1 if unknown (KIP-1226).
        DeliveryCompleteCount delivery_complete_count: int32 @(1..) = -1, ignorable;
    }
}
