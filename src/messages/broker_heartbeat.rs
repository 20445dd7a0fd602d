//! BrokerHeartbeat: a broker shows the controller that it is alive (KIP-631).

message! {
    /// A registered broker shows the controller that it is alive, and says which state it wants to be in (KIP-631).
    request BrokerHeartbeatRequest, BrokerHeartbeatRequestView, BrokerHeartbeatRequestEvent:
        key 63, versions 0..=2, flexible 0.., listeners controller {
        /// The broker.
        BrokerId              broker_id:               int32, entity(brokerId);
        /// The epoch of its registration; an outdated one is refused.
        BrokerEpoch           broker_epoch:            int64 = -1;
        /// How far it has read the metadata log.
        CurrentMetadataOffset current_metadata_offset: int64;
        /// Whether it wants to be fenced: to lead no partitions, and stay hidden from clients.
        WantFence             want_fence:              bool;
        /// Whether it wants to stop, once others lead its partitions.
        WantShutDown          want_shut_down:          bool;
    } tagged {
        /// The ids of log directories that have failed (KIP-858).
        0 => OfflineLogDirs  offline_log_dirs:  [uuid] @(1..);
        /// The ids of log directories that take no new replicas; null if it does not say (KIP-1066).
        1 => CordonedLogDirs cordoned_log_dirs: [uuid] nullable @(2..) = null;
    }
}

message! {
    /// Which state the controller has the broker in.
    response BrokerHeartbeatResponse, BrokerHeartbeatResponseView, BrokerHeartbeatResponseEvent:
        key 63, versions 0..=2, flexible 0.. {
        /// How long the request was held back by a quota, in milliseconds.
        ThrottleTimeMs throttle_time_ms: int32;
        /// What is wrong with the request as a whole.
        ErrorCode      error_code:       error_code;
        /// Whether it has read the metadata log far enough to go into service.
        IsCaughtUp     is_caught_up:     bool;
        /// Whether it is fenced, so that clients do not find it.
        IsFenced       is_fenced:        bool = true;
        /// Whether it can stop now.
        ShouldShutDown should_shut_down: bool;
    }
}
