//! SyncGroup: the leader of a classic group distributes the work, and each member gets its part.

message! {
    /// Ends a rebalance of a classic group: all members send it, and that of the leader brings what each is to do.
    request SyncGroupRequest, SyncGroupRequestView, SyncGroupRequestEvent:
        key 14, versions 0..=5, flexible 4.., listeners broker {
        /// The group.
        GroupId         group_id:          string, entity(groupId);
        /// The generation of the group, from JoinGroup.
        GenerationId    generation_id:     int32;
        /// The member, by the id that it has from JoinGroup.
        MemberId        member_id:         string;
        /// Its lasting id, if it is a static member (KIP-345).
        GroupInstanceId group_instance_id: string nullable @(3..) = null;
        /// The kind of group, for example "consumer"; the coordinator checks it (KIP-559).
        ProtocolType    protocol_type:     string nullable @(5..) = null, ignorable;
        /// The assignor that JoinGroup settled on; the coordinator checks it (KIP-559).
        ProtocolName    protocol_name:     string nullable @(5..) = null, ignorable;
        /// What each member is to do; empty from all but the leader.
        Assignments     assignments:       [SyncGroupRequestAssignment, SyncGroupRequestAssignmentView];
    }
    /// What a member is to do.
    struct SyncGroupRequestAssignment, SyncGroupRequestAssignmentView {
        /// The member.
        MemberId   member_id:  string;
        /// Bytes that only the members read; in a consumer group a ConsumerProtocolAssignment.
        Assignment assignment: bytes;
    }
}

message! {
    /// What a member of a classic group is to do; it comes once the leader has told.
    response SyncGroupResponse, SyncGroupResponseView, SyncGroupResponseEvent:
        key 14, versions 0..=5, flexible 4.. {
        /// How long the request was held back by a quota, in milliseconds.
        ThrottleTimeMs throttle_time_ms: int32 @(1..), ignorable;
        /// What is wrong with the request as a whole.
        ErrorCode      error_code:       error_code;
        /// The kind of group, for example "consumer" (KIP-559).
        ProtocolType   protocol_type:    string nullable @(5..) = null, ignorable;
        /// The assignor that made the assignment (KIP-559).
        ProtocolName   protocol_name:    string nullable @(5..) = null, ignorable;
        /// Bytes that only the members read; in a consumer group a ConsumerProtocolAssignment.
        Assignment     assignment:       bytes;
    }
}
