//! ShareGroupHeartbeat: keeps a member in a share group, and gives it partitions (KIP-932).

message! {
    /// Joins a share group, stays in it or leaves it (KIP-932). A member sends it to the coordinator again and again.
    request ShareGroupHeartbeatRequest, ShareGroupHeartbeatRequestView, ShareGroupHeartbeatRequestEvent:
        key 76, versions 0..=1, flexible 0.., listeners broker {
        /// The share group.
        GroupId              group_id:               string, entity(groupId);
        /// The member, by an id that it chooses when it joins.
        MemberId             member_id:              string;
        /// The member's epoch; 0 joins the group, -1 leaves it.
        MemberEpoch          member_epoch:           int32;
        /// The member's rack; null if it has none or has told it before.
        RackId               rack_id:                string nullable = null;
        /// The topics to subscribe to; null if they are the same as before.
        SubscribedTopicNames subscribed_topic_names: [string] nullable = null, entity(topicName);
    }
}

message! {
    /// The member's epoch, its partitions, and when to come again.
    response ShareGroupHeartbeatResponse, ShareGroupHeartbeatResponseView, ShareGroupHeartbeatResponseEvent:
        key 76, versions 0..=1, flexible 0.. {
        /// How long the request was held back by a quota, in milliseconds.
        ThrottleTimeMs      throttle_time_ms:      int32;
        /// What is wrong with the request as a whole.
        ErrorCode           error_code:            error_code;
        /// The same in words.
        ErrorMessage        error_message:         string nullable = null;
        /// The member, as it called itself.
        MemberId            member_id:             string nullable = null;
        /// The member's epoch from now on, to be sent in its next heartbeat.
        MemberEpoch         member_epoch:          int32;
        /// The time from one heartbeat to the next, in milliseconds.
        HeartbeatIntervalMs heartbeat_interval_ms: int32;
        /// The partitions to fetch from; null if there is no news.
        Assignment          assignment:            (Assignment, AssignmentView) nullable = null;
    }
    /// Partitions that a member is given; others may have them too.
    struct Assignment, AssignmentView {
        /// The partitions by topic.
        TopicPartitions topic_partitions: [TopicPartitions, TopicPartitionsView];
    }
    /// Partitions of a topic.
    struct TopicPartitions, TopicPartitionsView {
        /// The topic.
        TopicId    topic_id:   uuid;
        /// The numbers of the partitions.
        Partitions partitions: [int32];
    }
}
