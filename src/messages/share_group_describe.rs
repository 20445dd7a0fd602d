//! ShareGroupDescribe: the members of share groups and their partitions (KIP-932).

message! {
    /// Asks the coordinator of share groups who their members are, and which partitions they share (KIP-932).
    request ShareGroupDescribeRequest, ShareGroupDescribeRequestView, ShareGroupDescribeRequestEvent:
        key 77, versions 0..=1, flexible 0.., listeners broker {
        /// The groups to tell about.
        GroupIds                    group_ids:                     [string], entity(groupId);
        /// Whether to tell what the client may do with each group.
        IncludeAuthorizedOperations include_authorized_operations: bool;
    }
}

message! {
    /// Share groups with their members.
    response ShareGroupDescribeResponse, ShareGroupDescribeResponseView, ShareGroupDescribeResponseEvent:
        key 77, versions 0..=1, flexible 0.. {
        /// How long the request was held back by a quota, in milliseconds.
        ThrottleTimeMs throttle_time_ms: int32;
        /// The groups.
        Groups         groups:           [DescribedGroup, DescribedGroupView];
    }
    /// A share group.
    struct DescribedGroup, DescribedGroupView {
        /// What is wrong with this group.
        ErrorCode            error_code:            error_code;
        /// The same in words.
        ErrorMessage         error_message:         string nullable = null;
        /// The group.
        GroupId              group_id:              string, entity(groupId);
        /// Its state by name, such as Stable or Empty.
        GroupState           group_state:           string;
        /// Its epoch, which rises with what its assignment depends on: members, subscriptions, topics.
        GroupEpoch           group_epoch:           int32;
        /// The group's epoch for which its assignment was computed.
        AssignmentEpoch      assignment_epoch:      int32;
        /// The assignor that computed it.
        AssignorName         assignor_name:         string;
        /// The group's members.
        Members              members:               [Member, MemberView];
        /// What the client may do with the group, as bits; the smallest number if that was not asked for.
        AuthorizedOperations authorized_operations: int32 = i32::MIN;
    }
    /// A member of a share group.
    struct Member, MemberView {
        /// The member, by the id that it chose when it joined.
        MemberId             member_id:              string;
        /// Its rack, if it told one.
        RackId               rack_id:                string nullable = null;
        /// The epoch up to which it has followed the group.
        MemberEpoch          member_epoch:           int32;
        /// The name that the client gave itself.
        ClientId             client_id:              string;
        /// The address that it connects from.
        ClientHost           client_host:            string;
        /// The topics that it subscribes to.
        SubscribedTopicNames subscribed_topic_names: [string], entity(topicName);
        /// The partitions that it was given.
        Assignment           assignment:             (Assignment, AssignmentView);
    }
    /// Partitions that a member was given; others may have them too.
    struct Assignment, AssignmentView {
        /// The partitions by topic.
        TopicPartitions topic_partitions: [TopicPartitions, TopicPartitionsView];
    }
    /// Partitions of a topic.
    struct TopicPartitions, TopicPartitionsView {
        /// The topic's id.
        TopicId    topic_id:   uuid;
        /// The topic's name.
        TopicName  topic_name: string, entity(topicName);
        /// The numbers of the partitions.
        Partitions partitions: [int32];
    }
}
