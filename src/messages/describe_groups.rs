//! DescribeGroups: the state and the members of classic groups.

message! {
    /// Asks their coordinator about classic groups: consumers of the old protocol, Connect workers and the like.
    request DescribeGroupsRequest, DescribeGroupsRequestView, DescribeGroupsRequestEvent:
        key 15, versions 0..=6, flexible 5.., listeners broker {
        /// The groups; this broker must be the coordinator of each.
        Groups                      groups:                        [string], entity(groupId);
        /// Whether to tell what the client may do with each group (KIP-430).
        IncludeAuthorizedOperations include_authorized_operations: bool @(3..);
    }
}

message! {
    /// The state and the members of classic groups. From version 6 on a group that does not exist is an error; before,
    /// its state is `Dead` (KIP-1043).
    response DescribeGroupsResponse, DescribeGroupsResponseView, DescribeGroupsResponseEvent:
        key 15, versions 0..=6, flexible 5.. {
        /// How long the request was held back by a quota, in milliseconds.
        ThrottleTimeMs throttle_time_ms: int32 @(1..), ignorable;
        /// The groups.
        Groups         groups:           [DescribedGroup, DescribedGroupView];
    }
    /// A group.
    struct DescribedGroup, DescribedGroupView {
        /// What is wrong with this group.
        ErrorCode            error_code:            error_code;
        /// The same in words (KIP-1043).
        ErrorMessage         error_message:         string nullable @(6..) = null;
        /// The group.
        GroupId              group_id:              string, entity(groupId);
        /// `Empty`, `PreparingRebalance`, `CompletingRebalance`, `Stable` or `Dead`; empty in case of an error.
        GroupState           group_state:           string;
        /// What kind of group it is: `consumer`, `connect`, or what else its members said.
        ProtocolType         protocol_type:         string;
        /// The protocol that the members agreed on, for consumers an assignor; empty unless the group is stable.
        ProtocolData         protocol_data:         string;
        /// Its members.
        Members              members:               [DescribedGroupMember, DescribedGroupMemberView];
        /// What the client may do with it, as bits; the smallest number if that was not asked for (KIP-430).
        AuthorizedOperations authorized_operations: int32 @(3..) = i32::MIN;
    }
    /// A member.
    struct DescribedGroupMember, DescribedGroupMemberView {
        /// The id that the coordinator gave it.
        MemberId         member_id:         string;
        /// The name that a static member keeps across restarts; null for others (KIP-345).
        GroupInstanceId  group_instance_id: string nullable @(4..) = null, ignorable;
        /// The client id of its requests.
        ClientId         client_id:         string;
        /// The address that it joined from.
        ClientHost       client_host:       string;
        /// What it said when it joined, for consumers a subscription; empty unless the group is stable.
        MemberMetadata   member_metadata:   bytes;
        /// What the group's leader assigned to it, in bytes of the members' own; empty unless the group is stable.
        MemberAssignment member_assignment: bytes;
    }
}
