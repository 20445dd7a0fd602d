//! ConsumerProtocolSubscription: what a member of a classic consumer group wants, in the bytes of JoinGroup.

message! {
    /// What a member of a classic consumer group wants its leader to know: bytes in JoinGroup, which DescribeGroups
    /// shows too. 16 bits ahead of it say its version.
    data ConsumerProtocolSubscription, ConsumerProtocolSubscriptionView, ConsumerProtocolSubscriptionEvent:
        versions 0..=3, flexible none {
        /// The topics that it subscribes to.
        Topics          topics:           [string];
        /// Whatever its assignor has to tell the leader; null for nothing.
        UserData        user_data:        bytes nullable = null;
        /// The partitions that it has had so far, by topic (KIP-429).
        OwnedPartitions owned_partitions: [TopicPartition, TopicPartitionView] @(1..), ignorable;
        /// The group's generation in which it got them; -1 if unknown (KIP-792).
        GenerationId    generation_id:    int32 @(2..) = -1, ignorable;
        /// Its rack, so that it gets partitions with a replica there; null for none (KIP-881).
        RackId          rack_id:          string nullable @(3..) = null, ignorable;
    }
    /// Partitions of a topic.
    struct TopicPartition, TopicPartitionView {
        /// The topic's name.
        Topic      topic:      string, map_key, entity(topicName);
        /// The numbers of the partitions.
        Partitions partitions: [int32];
    }
}
