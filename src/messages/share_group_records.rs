//! Records of share groups (KIP-932) in the topic `__consumer_offsets`: their members and assignments. What was
//! delivered is in `share_state_records`. `internal::group` reads them as they are stored.

message! {
    /// A share group; only of Kafka 4.0, where it was early access. Its record type, 9, was taken for the key's
    /// version then.
    data ShareGroupPartitionMetadataKey, ShareGroupPartitionMetadataKeyView, ShareGroupPartitionMetadataKeyEvent:
        versions 9..=9, flexible none {
        /// The group.
        GroupId group_id: string;
    }
}

message! {
    /// The topics that a share group is subscribed to; only of Kafka 4.0.
    data ShareGroupPartitionMetadataValue, ShareGroupPartitionMetadataValueView, ShareGroupPartitionMetadataValueEvent:
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
    /// A member of a share group.
    data ShareGroupMemberMetadataKey, ShareGroupMemberMetadataKeyView, ShareGroupMemberMetadataKeyEvent:
        versions 0..=0, flexible none {
        /// The group.
        GroupId  group_id:  string;
        /// The member's id.
        MemberId member_id: string;
    }
}

message! {
    /// What a member of a share group has told about itself.
    data ShareGroupMemberMetadataValue, ShareGroupMemberMetadataValueView, ShareGroupMemberMetadataValueEvent:
        versions 0..=0, flexible 0.. {
        /// Its rack, if it has one.
        RackId               rack_id:                string nullable;
        /// The client id of its requests.
        ClientId             client_id:              string;
        /// The address that its requests come from.
        ClientHost           client_host:            string;
        /// The topics that it subscribes to by name.
        SubscribedTopicNames subscribed_topic_names: [string];
    }
}

message! {
    /// A share group.
    data ShareGroupMetadataKey, ShareGroupMetadataKeyView, ShareGroupMetadataKeyEvent:
        versions 0..=0, flexible none {
        /// The group.
        GroupId group_id: string;
    }
}

message! {
    /// The epoch of a share group; it grows whenever members or topics change so that a new assignment is needed.
    data ShareGroupMetadataValue, ShareGroupMetadataValueView, ShareGroupMetadataValueEvent:
        versions 0..=0, flexible 0.. {
        /// The group's epoch.
        Epoch        epoch:         int32;
        /// A hash of the topics, so that changes to them are noticed; 0 if there are none.
        MetadataHash metadata_hash: int64;
    }
}

message! {
    /// A share group.
    data ShareGroupTargetAssignmentMetadataKey, ShareGroupTargetAssignmentMetadataKeyView,
        ShareGroupTargetAssignmentMetadataKeyEvent:
        versions 0..=0, flexible none {
        /// The group.
        GroupId group_id: string;
    }
}

message! {
    /// Which epoch of the group the assignment is made for.
    data ShareGroupTargetAssignmentMetadataValue, ShareGroupTargetAssignmentMetadataValueView,
        ShareGroupTargetAssignmentMetadataValueEvent:
        versions 0..=0, flexible 0.. {
        /// The epoch of the group that the assignment is for.
        AssignmentEpoch assignment_epoch: int32;
    } tagged {
        /// When it was computed, in milliseconds since 1970; 0 if unknown.
        0 => AssignmentTimestamp assignment_timestamp: int64, ignorable;
    }
}

message! {
    /// A member of a share group.
    data ShareGroupTargetAssignmentMemberKey, ShareGroupTargetAssignmentMemberKeyView,
        ShareGroupTargetAssignmentMemberKeyEvent:
        versions 0..=0, flexible none {
        /// The group.
        GroupId  group_id:  string;
        /// The member's id.
        MemberId member_id: string;
    }
}

message! {
    /// The partitions that a member of a share group is to read.
    data ShareGroupTargetAssignmentMemberValue, ShareGroupTargetAssignmentMemberValueView,
        ShareGroupTargetAssignmentMemberValueEvent:
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
    /// A member of a share group.
    data ShareGroupCurrentMemberAssignmentKey, ShareGroupCurrentMemberAssignmentKeyView,
        ShareGroupCurrentMemberAssignmentKeyEvent:
        versions 0..=0, flexible none {
        /// The group.
        GroupId  group_id:  string;
        /// The member's id.
        MemberId member_id: string;
    }
}

message! {
    /// The partitions that a member of a share group reads now; other members may read them, too.
    data ShareGroupCurrentMemberAssignmentValue, ShareGroupCurrentMemberAssignmentValueView,
        ShareGroupCurrentMemberAssignmentValueEvent:
        versions 0..=0, flexible 0.. {
        /// The epoch that the member is in.
        MemberEpoch         member_epoch:          int32;
        /// The epoch that it was in before.
        PreviousMemberEpoch previous_member_epoch: int32;
        /// 0 stable; share groups know no other.
        State               state:                 int8;
        /// The partitions that it has.
        AssignedPartitions  assigned_partitions:   [TopicPartitions, TopicPartitionsView];
    }
    /// Partitions of a topic.
    struct TopicPartitions, TopicPartitionsView {
        /// The topic's id.
        TopicId    topic_id:   uuid;
        /// The numbers of the partitions.
        Partitions partitions: [int32];
    }
}

message! {
    /// A share group.
    data ShareGroupStatePartitionMetadataKey, ShareGroupStatePartitionMetadataKeyView,
        ShareGroupStatePartitionMetadataKeyEvent:
        versions 0..=0, flexible none {
        /// The group.
        GroupId group_id: string;
    }
}

message! {
    /// The partitions of a share group for which the share coordinator keeps a state, or is about to begin or end
    /// one.
    data ShareGroupStatePartitionMetadataValue, ShareGroupStatePartitionMetadataValueView,
        ShareGroupStatePartitionMetadataValueEvent:
        versions 0..=0, flexible 0.. {
        /// Partitions whose state is about to begin.
        InitializingTopics initializing_topics: [TopicPartitionsInfo, TopicPartitionsInfoView];
        /// Partitions whose state is kept.
        InitializedTopics  initialized_topics:  [TopicPartitionsInfo, TopicPartitionsInfoView];
        /// Topics whose state is about to be deleted.
        DeletingTopics     deleting_topics:     [TopicInfo, TopicInfoView];
    }
    /// Partitions of a topic.
    struct TopicPartitionsInfo, TopicPartitionsInfoView {
        /// The topic's id.
        TopicId    topic_id:   uuid;
        /// The topic's name.
        TopicName  topic_name: string;
        /// The numbers of the partitions.
        Partitions partitions: [int32];
    }
    /// A topic.
    struct TopicInfo, TopicInfoView {
        /// The topic's id.
        TopicId   topic_id:   uuid;
        /// The topic's name.
        TopicName topic_name: string;
    }
}
