//! ConsumerProtocolAssignment: the partitions of a member of a classic consumer group, in the bytes of SyncGroup.

message! {
    /// What the leader of a classic consumer group assigns to a member: bytes in SyncGroup, which DescribeGroups shows
    /// too. 16 bits ahead of it say its version; all versions are alike.
    data ConsumerProtocolAssignment, ConsumerProtocolAssignmentView, ConsumerProtocolAssignmentEvent:
        versions 0..=3, flexible none {
        /// The partitions, by topic.
        AssignedPartitions assigned_partitions: [TopicPartition, TopicPartitionView];
        /// Whatever the assignor has to tell the member; null for nothing.
        UserData           user_data:           bytes nullable = null;
    }
    /// Partitions of a topic.
    struct TopicPartition, TopicPartitionView {
        /// The topic's name.
        Topic      topic:      string, map_key, entity(topicName);
        /// The numbers of the partitions.
        Partitions partitions: [int32];
    }
}
