//! LeaveGroup: takes members out of a classic group.

message! {
    /// Takes members out of a classic group: one up to version 2, several from version 3 on (KIP-345).
    request LeaveGroupRequest, LeaveGroupRequestView, LeaveGroupRequestEvent:
        key 13, versions 0..=5, flexible 4.., listeners broker {
        /// The group.
        GroupId  group_id:  string, entity(groupId);
        /// The one member that leaves.
        MemberId member_id: string @(..=2);
        /// The members that leave (KIP-345).
        Members  members:   [MemberIdentity, MemberIdentityView] @(3..);
    }
    /// A member that leaves, by its id, its instance id or both.
    struct MemberIdentity, MemberIdentityView {
        /// The id that it got when it joined; empty if only the instance id is known.
        MemberId        member_id:         string;
        /// The instance id of a static member; null for any other.
        GroupInstanceId group_instance_id: string nullable = null;
        /// Why it leaves, for the coordinator's log (KIP-800).
        Reason          reason:            string nullable @(5..) = null, ignorable;
    }
}

message! {
    /// How the members' leaving went; from version 3 on, for each of them (KIP-345).
    response LeaveGroupResponse, LeaveGroupResponseView, LeaveGroupResponseEvent:
        key 13, versions 0..=5, flexible 4.. {
        /// How long the request was held back by a quota, in milliseconds.
        ThrottleTimeMs throttle_time_ms: int32 @(1..), ignorable;
        /// What is wrong with the request as a whole.
        ErrorCode      error_code:       error_code;
        /// How it went for each member.
        Members        members:          [MemberResponse, MemberResponseView] @(3..);
    }
    /// How it went for a member.
    struct MemberResponse, MemberResponseView {
        /// The member, as the request gave it.
        MemberId        member_id:         string;
        /// Its instance id, as the request gave it; null if there was none.
        GroupInstanceId group_instance_id: string nullable;
        /// What is wrong with this member.
        ErrorCode       error_code:        error_code;
    }
}
