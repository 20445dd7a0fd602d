//! UnregisterBroker: makes a cluster without ZooKeeper forget a broker.

message! {
    /// Removes the registration of a broker that will not come back; its replicas stay assigned to it.
    request UnregisterBrokerRequest, UnregisterBrokerRequestView, UnregisterBrokerRequestEvent:
        key 64, versions 0..=0, flexible 0.., listeners broker controller {
        /// The broker.
        BrokerId broker_id: int32, entity(brokerId);
    }
}

message! {
    /// Whether the broker was removed.
    response UnregisterBrokerResponse, UnregisterBrokerResponseView, UnregisterBrokerResponseEvent:
        key 64, versions 0..=0, flexible 0.. {
        /// How long the request was held back by a quota, in milliseconds.
        ThrottleTimeMs throttle_time_ms: int32;
        /// What is wrong with the request as a whole.
        ErrorCode      error_code:       error_code;
        /// The same in words.
        ErrorMessage   error_message:    string nullable;
    }
}
