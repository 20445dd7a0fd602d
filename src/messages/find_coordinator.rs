//! FindCoordinator: which broker coordinates a group or a transactional id.

message! {
    /// Asks which broker is the coordinator of a group, or from version 1 on of a transactional id (KIP-98). Version 4
    /// asks for several keys at once (KIP-699), version 6 for the coordinators of share groups' state too (KIP-932).
    request FindCoordinatorRequest, FindCoordinatorRequestView, FindCoordinatorRequestEvent:
        key 10, versions 0..=6, flexible 3.., listeners broker {
        /// The group or the transactional id.
        Key             key:              string @(..=3);
        /// 0 a group, 1 a transactional id, 2 a share partition (KIP-932).
        KeyType         key_type:         int8 @(1..);
        /// The keys, all of that type (KIP-699); a share partition is written as group:topicId:partition.
        CoordinatorKeys coordinator_keys: [string] @(4..);
    }
}

message! {
    /// Which brokers are the coordinators.
    response FindCoordinatorResponse, FindCoordinatorResponseView, FindCoordinatorResponseEvent:
        key 10, versions 0..=6, flexible 3.. {
        /// How long the request was held back by a quota, in milliseconds.
        ThrottleTimeMs throttle_time_ms: int32 @(1..), ignorable;
        /// What is wrong with the request as a whole.
        ErrorCode      error_code:       error_code @(..=3);
        /// The same in words.
        ErrorMessage   error_message:    string nullable @(1..=3), ignorable;
        /// The coordinator; -1 on an error.
        NodeId         node_id:          int32 @(..=3), entity(brokerId);
        /// Its host name.
        Host           host:             string @(..=3);
        /// Its port.
        Port           port:             int32 @(..=3);
        /// The coordinator of each key (KIP-699).
        Coordinators   coordinators:     [Coordinator, CoordinatorView] @(4..);
    }
    /// The coordinator of a key.
    struct Coordinator, CoordinatorView {
        /// The key, as in the request.
        Key          key:           string;
        /// The broker; -1 on an error.
        NodeId       node_id:       int32, entity(brokerId);
        /// Its host name.
        Host         host:          string;
        /// Its port.
        Port         port:          int32;
        /// What is wrong with this key.
        ErrorCode    error_code:    error_code;
        /// The same in words.
        ErrorMessage error_message: string nullable, ignorable;
    }
}
