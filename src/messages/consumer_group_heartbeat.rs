//! ConsumerGroupHeartbeat: how members join, stay in and leave a consumer group of the new protocol (KIP-848).

message! {
    /// Joins a consumer group of the new protocol, stays in it or leaves it, and tells what changed since last time
    /// (KIP-848). From version 1 on a member chooses its id itself (KIP-1082), and may subscribe to a pattern.
    request ConsumerGroupHeartbeatRequest, ConsumerGroupHeartbeatRequestView, ConsumerGroupHeartbeatRequestEvent:
        key 68, versions 0..=1, flexible 0.., listeners broker {
        /// The group.
        GroupId              group_id:               string, entity(groupId);
        /// The member's id; in version 0 empty until the coordinator has given it one.
        MemberId             member_id:              string;
        /// The epoch that it has reached; 0 joins, -1 leaves, -2 leaves as a static member that means to come back.
        MemberEpoch          member_epoch:           int32;
        /// Its name as a static member, if it is one (KIP-345).
        InstanceId           instance_id:            string nullable = null;
        /// Its rack; null for none, or if unchanged.
        RackId               rack_id:                string nullable = null;
        /// How long it may take to give up partitions, in milliseconds; -1 if unchanged.
        RebalanceTimeoutMs   rebalance_timeout_ms:   int32 = -1;
        /// The topics that it subscribes to by name; null if unchanged.
        SubscribedTopicNames subscribed_topic_names: [string] nullable = null, entity(topicName);
        /// The pattern (in RE2's syntax) of topics that it subscribes to; null for none, or if unchanged.
        SubscribedTopicRegex subscribed_topic_regex: string nullable @(1..) = null;
        /// The assignor that it would like the coordinator to use; null for any, or if unchanged.
        ServerAssignor       server_assignor:        string nullable = null;
        /// The partitions that it has now; null if unchanged.
        TopicPartitions      topic_partitions:       [TopicPartitions, TopicPartitionsView] nullable = null;
    }
    uses TopicPartitions, TopicPartitionsView;
}

message! {
    /// The member's epoch and, if there is news, its partitions.
    response ConsumerGroupHeartbeatResponse, ConsumerGroupHeartbeatResponseView, ConsumerGroupHeartbeatResponseEvent:
        key 68, versions 0..=1, flexible 0.. {
        /// How long the request was held back by a quota, in milliseconds.
        ThrottleTimeMs      throttle_time_ms:      int32;
        /// What is wrong with the request as a whole.
        ErrorCode           error_code:            error_code;
        /// The same in words.
        ErrorMessage        error_message:         string nullable = null;
        /// The member's id, which it learns from here in version 0.
        MemberId            member_id:             string nullable = null;
        /// The epoch that the member is in now; -1 or -2 if it has left.
        MemberEpoch         member_epoch:          int32;
        /// How long to wait until the next heartbeat, in milliseconds.
        HeartbeatIntervalMs heartbeat_interval_ms: int32;
        /// The partitions that it is to have; null if there is no news.
        Assignment          assignment:            (Assignment, AssignmentView) nullable = null;
    }
    /// Partitions of a member.
    struct Assignment, AssignmentView {
        /// The partitions, by topic.
        TopicPartitions topic_partitions: [TopicPartitions, TopicPartitionsView];
    }
    uses TopicPartitions, TopicPartitionsView;
}

shared! {
    /// Partitions of a topic.
    struct TopicPartitions, TopicPartitionsView {
        /// The topic's id.
        TopicId    topic_id:   uuid;
        /// The numbers of the partitions.
        Partitions partitions: [int32];
    }
}
