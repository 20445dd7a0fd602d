//! Heartbeat: keeps a member in its classic group.

message! {
    /// A member of a classic group shows that it lives, and learns whether a rebalance is under way.
    request HeartbeatRequest, HeartbeatRequestView, HeartbeatRequestEvent:
        key 12, versions 0..=4, flexible 4.., listeners broker {
        /// The group.
        GroupId         group_id:          string, entity(groupId);
        /// The generation that the member belongs to.
        GenerationId    generation_id:     int32;
        /// The member, by the id that the coordinator gave it.
        MemberId        member_id:         string;
        /// The name that the member keeps across restarts, if it is a static one (KIP-345).
        GroupInstanceId group_instance_id: string nullable @(3..) = null;
    }
}

message! {
    /// Whether the member still belongs to the group.
    response HeartbeatResponse, HeartbeatResponseView, HeartbeatResponseEvent:
        key 12, versions 0..=4, flexible 4.. {
        /// How long the request was held back by a quota, in milliseconds.
        ThrottleTimeMs throttle_time_ms: int32 @(1..), ignorable;
        /// What is wrong with the request as a whole; 27 tells the member to join again, as a rebalance has begun.
        ErrorCode      error_code:       error_code;
    }
}
