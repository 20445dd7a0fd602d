//! ControllerRegistration: a controller introduces itself to the active one (KIP-919).

message! {
    /// A controller introduces itself to the active controller: where it can be reached, and what it could use
    /// (KIP-919).
    request ControllerRegistrationRequest, ControllerRegistrationRequestView, ControllerRegistrationRequestEvent:
        key 70, versions 0..=0, flexible 0.., listeners controller {
        /// The controller's node id.
        ControllerId     controller_id:      int32;
        /// A random id of this run of the controller, new at every start.
        IncarnationId    incarnation_id:     uuid;
        /// Whether it is ready to migrate the cluster away from ZooKeeper (KIP-866).
        ZkMigrationReady zk_migration_ready: bool;
        /// Where it can be reached.
        Listeners        listeners:          [Listener, ListenerView];
        /// The features that it could use.
        Features         features:           [Feature, FeatureView];
    }
    /// A listener of the controller.
    struct Listener, ListenerView {
        /// The listener's name.
        Name             name:              string, map_key;
        /// Its host name.
        Host             host:              string;
        /// Its port.
        Port             port:              uint16;
        /// How it is secured: 0 PLAINTEXT, 1 SSL, 2 SASL_PLAINTEXT, 3 SASL_SSL.
        SecurityProtocol security_protocol: int16;
    }
    /// A feature that the controller could use.
    struct Feature, FeatureView {
        /// Its name.
        Name                name:                  string, map_key;
        /// The first level.
        MinSupportedVersion min_supported_version: int16;
        /// The last level.
        MaxSupportedVersion max_supported_version: int16;
    }
}

message! {
    /// Whether the controller is registered now.
    response ControllerRegistrationResponse, ControllerRegistrationResponseView, ControllerRegistrationResponseEvent:
        key 70, versions 0..=0, flexible 0.. {
        /// How long the request was held back by a quota, in milliseconds.
        ThrottleTimeMs throttle_time_ms: int32;
        /// What is wrong with the request as a whole.
        ErrorCode      error_code:       error_code;
        /// The same in words.
        ErrorMessage   error_message:    string nullable;
    }
}
