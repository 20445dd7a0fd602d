//! ConsumerGroupDescribe: the state of consumer groups of the new protocol (KIP-848).

message! {
    /// Asks for the state of consumer groups of the new protocol, and of their members (KIP-848). DescribeGroups is the
    /// one for classic groups.
    request ConsumerGroupDescribeRequest, ConsumerGroupDescribeRequestView, ConsumerGroupDescribeRequestEvent:
        key 69, versions 0..=1, flexible 0.., listeners broker {
        /// The groups to tell about.
        GroupIds                    group_ids:                     [string], entity(groupId);
        /// Whether to tell what the client may do with each group (KIP-430).
        IncludeAuthorizedOperations include_authorized_operations: bool;
    }
}

message! {
    /// The state of consumer groups, and of their members.
    response ConsumerGroupDescribeResponse, ConsumerGroupDescribeResponseView, ConsumerGroupDescribeResponseEvent:
        key 69, versions 0..=1, flexible 0.. {
        /// How long the request was held back by a quota, in milliseconds.
        ThrottleTimeMs throttle_time_ms: int32;
        /// The groups.
        Groups         groups:           [DescribedGroup, DescribedGroupView];
    }
    /// A group.
    struct DescribedGroup, DescribedGroupView {
        /// What is wrong with this group.
        ErrorCode            error_code:            error_code;
        /// The same in words.
        ErrorMessage         error_message:         string nullable = null;
        /// The group.
        GroupId              group_id:              string, entity(groupId);
        /// What it is doing: `Empty`, `Assigning`, `Reconciling`, `Stable` or `Dead`.
        GroupState           group_state:           string;
        /// Counts up whenever partitions have to be assigned anew.
        GroupEpoch           group_epoch:           int32;
        /// The group epoch that the members' target assignments were computed for.
        AssignmentEpoch      assignment_epoch:      int32;
        /// The name of the assignor that the coordinator uses for it.
        AssignorName         assignor_name:         string;
        /// Its members.
        Members              members:               [Member, MemberView];
        /// What the client may do with it, as bits; the smallest number if that was not asked for (KIP-430).
        AuthorizedOperations authorized_operations: int32 = i32::MIN;
    }
    /// A member.
    struct Member, MemberView {
        /// The member's id.
        MemberId             member_id:              string;
        /// Its name as a static member, if it is one (KIP-345).
        InstanceId           instance_id:            string nullable = null;
        /// Its rack, if it told one.
        RackId               rack_id:                string nullable = null;
        /// The epoch that it has reached; behind the group's while it still has to give up or take partitions.
        MemberEpoch          member_epoch:           int32;
        /// The name that its client gave itself.
        ClientId             client_id:              string;
        /// The address that it connects from.
        ClientHost           client_host:            string;
        /// The topics that it subscribed to by name.
        SubscribedTopicNames subscribed_topic_names: [string], entity(topicName);
        /// The pattern of topics that it subscribed to; null if it uses none.
        SubscribedTopicRegex subscribed_topic_regex: string nullable = null;
        /// The partitions that it has now.
        Assignment           assignment:             (Assignment, AssignmentView);
        /// The partitions that it is to have.
        TargetAssignment     target_assignment:      (Assignment, AssignmentView);
        /// The protocol that it speaks: 0 classic, 1 consumer, -1 unknown (KIP-1099).
        MemberType           member_type:            int8 @(1..) = -1, ignorable;
    }
    /// Partitions of a member.
    struct Assignment, AssignmentView {
        /// The partitions, by topic.
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
