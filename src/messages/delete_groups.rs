//! DeleteGroups: removes groups, and the offsets that they committed (KIP-229).

message! {
    /// Removes groups that have no members, with all that their coordinator stored about them.
    request DeleteGroupsRequest, DeleteGroupsRequestView, DeleteGroupsRequestEvent:
        key 42, versions 0..=3, flexible 2.., listeners broker {
        /// The groups; this broker must be the coordinator of each.
        GroupsNames groups_names: [string], entity(groupId);
    }
}

message! {
    /// Whether the groups were removed.
    response DeleteGroupsResponse, DeleteGroupsResponseView, DeleteGroupsResponseEvent:
        key 42, versions 0..=3, flexible 2.. {
        /// How long the request was held back by a quota, in milliseconds.
        ThrottleTimeMs throttle_time_ms: int32;
        /// The outcome for each group.
        Results        results:          [DeletableGroupResult, DeletableGroupResultView];
    }
    /// The outcome for a group.
    struct DeletableGroupResult, DeletableGroupResultView {
        /// The group.
        GroupId      group_id:      string, map_key, entity(groupId);
        /// What is wrong with this group.
        ErrorCode    error_code:    error_code;
        /// The same in words (KIP-1331).
        ErrorMessage error_message: string nullable @(3..) = null, ignorable;
    }
}
