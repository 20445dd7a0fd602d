//! ListGroups: which groups a broker coordinates.

message! {
    /// Asks a broker for the groups that it coordinates: the whole list takes one request to each broker.
    request ListGroupsRequest, ListGroupsRequestView, ListGroupsRequestEvent:
        key 16, versions 0..=5, flexible 3.., listeners broker {
        /// The states to list, such as Stable; empty for all (KIP-518).
        StatesFilter states_filter: [string] @(4..);
        /// The types to list, such as classic, consumer or share; empty for all (KIP-848).
        TypesFilter  types_filter:  [string] @(5..);
    }
}

message! {
    /// The groups that the broker coordinates.
    response ListGroupsResponse, ListGroupsResponseView, ListGroupsResponseEvent:
        key 16, versions 0..=5, flexible 3.. {
        /// How long the request was held back by a quota, in milliseconds.
        ThrottleTimeMs throttle_time_ms: int32 @(1..), ignorable;
        /// What is wrong with the request as a whole.
        ErrorCode      error_code:       error_code;
        /// Those that pass the filters, and that the client may see.
        Groups         groups:           [ListedGroup, ListedGroupView];
    }
    /// A group.
    struct ListedGroup, ListedGroupView {
        /// The group.
        GroupId      group_id:      string, entity(groupId);
        /// What its members are, such as consumer or connect; empty if it only has committed offsets.
        ProtocolType protocol_type: string;
        /// Its state by name, such as Stable or Empty (KIP-518).
        GroupState   group_state:   string @(4..), ignorable;
        /// Which protocol it follows: classic, consumer, share and so on (KIP-848).
        GroupType    group_type:    string @(5..), ignorable;
    }
}
