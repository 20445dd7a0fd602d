//! JoinGroup: joins a classic group, at the start of each rebalance.

message! {
    /// Joins a classic group; the answer comes when all members have joined or their time is up. From version 4 on a
    /// new member is refused with error 79 at first, and gets the id to come back with (KIP-394).
    request JoinGroupRequest, JoinGroupRequestView, JoinGroupRequestEvent:
        key 11, versions 0..=9, flexible 6.., listeners broker {
        /// The group.
        GroupId            group_id:             string, entity(groupId);
        /// How long the coordinator waits for a heartbeat before it drops the member, in milliseconds.
        SessionTimeoutMs   session_timeout_ms:   int32;
        /// How long it waits for the member to join again when the group rebalances, in milliseconds;
        /// in version 0 the session timeout counts for this too (KIP-62).
        RebalanceTimeoutMs rebalance_timeout_ms: int32 @(1..) = -1, ignorable;
        /// The member, by the id that the coordinator gave it; empty if it is new.
        MemberId           member_id:            string;
        /// The name that the member keeps across restarts, if it is a static one (KIP-345).
        GroupInstanceId    group_instance_id:    string nullable @(5..) = null;
        /// What the group is for: consumer, connect and so on; all members have the same.
        ProtocolType       protocol_type:        string;
        /// The protocols that the member offers (a consumer's assignors), the best first.
        Protocols          protocols:            [JoinGroupRequestProtocol, JoinGroupRequestProtocolView];
        /// Why the member joins, for the broker's log (KIP-800).
        Reason             reason:               string nullable @(8..) = null, ignorable;
    }
    /// A protocol that the member offers.
    struct JoinGroupRequestProtocol, JoinGroupRequestProtocolView {
        /// The protocol's name: for a consumer the assignor's, for example range.
        Name     name:     string, map_key;
        /// What the leader has to know of the member; a consumer sends ConsumerProtocolSubscription behind its version.
        Metadata metadata: bytes;
    }
}

message! {
    /// The new generation of the group, and what the member is in it.
    response JoinGroupResponse, JoinGroupResponseView, JoinGroupResponseEvent:
        key 11, versions 0..=9, flexible 6.. {
        /// How long the request was held back by a quota, in milliseconds.
        ThrottleTimeMs throttle_time_ms: int32 @(2..), ignorable;
        /// What is wrong with the request as a whole; 79 to come back with `member_id`.
        ErrorCode      error_code:       error_code;
        /// The generation; -1 on an error.
        GenerationId   generation_id:    int32 = -1;
        /// What the group is for; null on an error (KIP-559).
        ProtocolType   protocol_type:    string nullable @(7..) = null, ignorable;
        /// The protocol that was chosen, which all members offer; null or empty on an error.
        ProtocolName   protocol_name:    string nullable(7..);
        /// The member that leads the group: it makes the assignment, and sends it with SyncGroup.
        Leader         leader:           string;
        /// Whether the leader makes no assignment this time, as the old one stays (KIP-814).
        SkipAssignment skip_assignment:  bool @(9..);
        /// The member that asked.
        MemberId       member_id:        string;
        /// All members, if the one that asked leads the group; empty for the others.
        Members        members:          [JoinGroupResponseMember, JoinGroupResponseMemberView];
    }
    /// A member.
    struct JoinGroupResponseMember, JoinGroupResponseMemberView {
        /// The id that the coordinator gave it.
        MemberId        member_id:         string;
        /// The name that it keeps across restarts, if it is a static one (KIP-345).
        GroupInstanceId group_instance_id: string nullable @(5..) = null, ignorable;
        /// What it sent beside the protocol that was chosen.
        Metadata        metadata:          bytes;
    }
}
