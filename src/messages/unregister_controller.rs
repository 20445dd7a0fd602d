//! UnregisterController: makes a cluster forget a controller (KIP-1312).

message! {
    /// Removes the registration of a controller that will not come back, so that what it supported no longer holds up
    /// the upgrade of a feature (KIP-1312). To leave the voters of the quorum is another matter: RemoveRaftVoter.
    request UnregisterControllerRequest, UnregisterControllerRequestView, UnregisterControllerRequestEvent:
        key 94, versions 0..=0, flexible 0.., listeners broker controller {
        /// The controller, by its node id.
        ControllerId controller_id: int32;
    }
}

message! {
    /// Whether the controller was removed.
    response UnregisterControllerResponse, UnregisterControllerResponseView, UnregisterControllerResponseEvent:
        key 94, versions 0..=0, flexible 0.. {
        /// How long the request was held back by a quota, in milliseconds.
        ThrottleTimeMs throttle_time_ms: int32;
        /// What is wrong with the request as a whole.
        ErrorCode      error_code:       error_code;
        /// The same in words.
        ErrorMessage   error_message:    string nullable;
    }
}
