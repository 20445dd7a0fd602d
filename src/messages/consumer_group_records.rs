//! Records of consumer groups of the new protocol (KIP-848) in the topic `__consumer_offsets`. `internal::group`
//! reads them as they are stored.

message! {
    /// A consumer group.
    data ConsumerGroupMetadataKey, ConsumerGroupMetadataKeyView, ConsumerGroupMetadataKeyEvent:
        versions 0..=0, flexible none {
        /// The group.
        GroupId group_id: string;
    }
}

message! {
    /// The epoch of a consumer group; it grows whenever members or topics change so that a new assignment is needed.
    data ConsumerGroupMetadataValue, ConsumerGroupMetadataValueView, ConsumerGroupMetadataValueEvent:
        versions 0..=0, flexible 0.. {
        /// The group's epoch.
        Epoch epoch: int32;
    } tagged {
        /// A hash of the topics, so that changes to them are noticed; 0 if there are none.
        0 => MetadataHash metadata_hash: int64;
    }
}

message! {
    /// A consumer group.
    data ConsumerGroupPartitionMetadataKey, ConsumerGroupPartitionMetadataKeyView,
        ConsumerGroupPartitionMetadataKeyEvent:
        versions 0..=0, flexible none {
        /// The group.
        GroupId group_id: string;
    }
}

message! {
    /// The topics that a consumer group is subscribed to. Kafka 4.1 and later write a hash into
    /// ConsumerGroupMetadataValue instead, and a tombstone here.
    data ConsumerGroupPartitionMetadataValue, ConsumerGroupPartitionMetadataValueView,
        ConsumerGroupPartitionMetadataValueEvent:
        versions 0..=0, flexible 0.. {
        /// The topics.
        Topics topics: [TopicMetadata, TopicMetadataView];
    }
    /// A topic.
    struct TopicMetadata, TopicMetadataView {
        /// The topic's id.
        TopicId           topic_id:           uuid;
        /// The topic's name.
        TopicName         topic_name:         string;
        /// The number of its partitions.
        NumPartitions     num_partitions:     int32;
        /// The partitions whose racks are known.
        PartitionMetadata partition_metadata: [PartitionMetadata, PartitionMetadataView];
    }
    /// A partition that has replicas in known racks.
    struct PartitionMetadata, PartitionMetadataView {
        /// The partition's number.
        Partition partition: int32;
        /// The racks of its replicas.
        Racks     racks:     [string];
    }
}

message! {
    /// A member of a consumer group.
    data ConsumerGroupMemberMetadataKey, ConsumerGroupMemberMetadataKeyView, ConsumerGroupMemberMetadataKeyEvent:
        versions 0..=0, flexible none {
        /// The group.
        GroupId  group_id:  string;
        /// The member's id.
        MemberId member_id: string;
    }
}

message! {
    /// What a member of a consumer group has told about itself.
    data ConsumerGroupMemberMetadataValue, ConsumerGroupMemberMetadataValueView, ConsumerGroupMemberMetadataValueEvent:
        versions 0..=0, flexible 0.. {
        /// Its lasting id, if it is a static member (KIP-345).
        InstanceId           instance_id:            string nullable;
        /// Its rack, if it has one.
        RackId               rack_id:                string nullable;
        /// The client id of its requests.
        ClientId             client_id:              string;
        /// The address that its requests come from.
        ClientHost           client_host:            string;
        /// The topics that it subscribes to by name.
        SubscribedTopicNames subscribed_topic_names: [string];
        /// The regular expression that it subscribes with; null or empty if there is none.
        SubscribedTopicRegex subscribed_topic_regex: string nullable;
        /// How long it may take to give up what it had, in milliseconds; -1 if unknown.
        RebalanceTimeoutMs   rebalance_timeout_ms:   int32 = -1;
        /// The assignor of the broker that it asks for; null for any.
        ServerAssignor       server_assignor:        string nullable;
    } tagged {
        /// What there is to know about a member that talks the classic protocol; null for others.
        0 => ClassicMemberMetadata classic_member_metadata: (ClassicMemberMetadata, ClassicMemberMetadataView) nullable;
    }
    /// What a member that still talks the classic protocol has told in JoinGroup.
    struct ClassicMemberMetadata, ClassicMemberMetadataView {
        /// How long it may be silent, in milliseconds.
        SessionTimeoutMs   session_timeout_ms:  int32;
        /// The assignors that it can work with, the best one first.
        SupportedProtocols supported_protocols: [ClassicProtocol, ClassicProtocolView];
    }
    /// An assignor that it can work with.
    struct ClassicProtocol, ClassicProtocolView {
        /// The assignor's name.
        Name     name:     string;
        /// What it wants, in the form of that assignor.
        Metadata metadata: bytes;
    }
}

message! {
    /// A consumer group.
    data ConsumerGroupTargetAssignmentMetadataKey, ConsumerGroupTargetAssignmentMetadataKeyView,
        ConsumerGroupTargetAssignmentMetadataKeyEvent:
        versions 0..=0, flexible none {
        /// The group.
        GroupId group_id: string;
    }
}

message! {
    /// Which epoch of the group the assignment that all members move to is made for.
    data ConsumerGroupTargetAssignmentMetadataValue, ConsumerGroupTargetAssignmentMetadataValueView,
        ConsumerGroupTargetAssignmentMetadataValueEvent:
        versions 0..=0, flexible 0.. {
        /// The epoch of the group that the assignment is for.
        AssignmentEpoch assignment_epoch: int32;
    } tagged {
        /// When it was computed, in milliseconds since 1970; 0 if unknown.
        0 => AssignmentTimestamp assignment_timestamp: int64, ignorable;
    }
}

message! {
    /// A member of a consumer group.
    data ConsumerGroupTargetAssignmentMemberKey, ConsumerGroupTargetAssignmentMemberKeyView,
        ConsumerGroupTargetAssignmentMemberKeyEvent:
        versions 0..=0, flexible none {
        /// The group.
        GroupId  group_id:  string;
        /// The member's id.
        MemberId member_id: string;
    }
}

message! {
    /// The partitions that a member of a consumer group is to have in the end.
    data ConsumerGroupTargetAssignmentMemberValue, ConsumerGroupTargetAssignmentMemberValueView,
        ConsumerGroupTargetAssignmentMemberValueEvent:
        versions 0..=0, flexible 0.. {
        /// The partitions, by topic.
        TopicPartitions topic_partitions: [TopicPartition, TopicPartitionView];
    }
    /// Partitions of a topic.
    struct TopicPartition, TopicPartitionView {
        /// The topic's id.
        TopicId    topic_id:   uuid;
        /// The numbers of the partitions.
        Partitions partitions: [int32];
    }
}

message! {
    /// A member of a consumer group.
    data ConsumerGroupCurrentMemberAssignmentKey, ConsumerGroupCurrentMemberAssignmentKeyView,
        ConsumerGroupCurrentMemberAssignmentKeyEvent:
        versions 0..=0, flexible none {
        /// The group.
        GroupId  group_id:  string;
        /// The member's id.
        MemberId member_id: string;
    }
}

message! {
    /// The partitions that a member of a consumer group has now.
    data ConsumerGroupCurrentMemberAssignmentValue, ConsumerGroupCurrentMemberAssignmentValueView,
        ConsumerGroupCurrentMemberAssignmentValueEvent:
        versions 0..=0, flexible 0.. {
        /// The epoch that the member is in.
        MemberEpoch                 member_epoch:                  int32;
        /// The epoch that it was in before.
        PreviousMemberEpoch         previous_member_epoch:         int32;
        /// 0 stable, 1 has yet to give up partitions, 2 waits for partitions that others have yet to give up.
        State                       state:                         int8;
        /// The partitions that it has.
        AssignedPartitions          assigned_partitions:           [TopicPartitions, TopicPartitionsView];
        /// The partitions that it has yet to give up.
        PartitionsPendingRevocation partitions_pending_revocation: [TopicPartitions, TopicPartitionsView];
    }
    /// Partitions of a topic.
    struct TopicPartitions, TopicPartitionsView {
        /// The topic's id.
        TopicId    topic_id:   uuid;
        /// The numbers of the partitions.
        Partitions partitions: [int32];
    } tagged {
        /// The epochs in which the member got each of them, in the same order; null if unknown.
        0 => AssignmentEpochs assignment_epochs: [int32] nullable;
    }
}

message! {
    /// A regular expression that members of a consumer group subscribe with.
    data ConsumerGroupRegularExpressionKey, ConsumerGroupRegularExpressionKeyView,
        ConsumerGroupRegularExpressionKeyEvent:
        versions 0..=0, flexible none {
        /// The group.
        GroupId           group_id:           string;
        /// The expression, in the syntax of RE2.
        RegularExpression regular_expression: string;
    }
}

message! {
    /// The topics that match a regular expression.
    data ConsumerGroupRegularExpressionValue, ConsumerGroupRegularExpressionValueView,
        ConsumerGroupRegularExpressionValueEvent:
        versions 0..=0, flexible 0.. {
        /// The names of the topics.
        Topics    topics:    [string];
        /// The offset in the metadata log at which it was matched.
        Version   version:   int64;
        /// When it was matched, in milliseconds since 1970.
        Timestamp timestamp: int64;
    }
}
