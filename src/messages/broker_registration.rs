//! BrokerRegistration: a broker that starts joins the cluster (KIP-631).

message! {
    /// A broker that starts introduces itself to the controller, before it sends heartbeats (KIP-631). From version 4
    /// on the first level of a feature may be 0.
    request BrokerRegistrationRequest, BrokerRegistrationRequestView, BrokerRegistrationRequestEvent:
        key 62, versions 0..=4, flexible 0.., listeners controller {
        /// The broker's number.
        BrokerId            broker_id:              int32, entity(brokerId);
        /// The cluster that it belongs to.
        ClusterId           cluster_id:             string;
        /// A random id of this run of the broker, new at every start.
        IncarnationId       incarnation_id:         uuid;
        /// Where it can be reached.
        Listeners           listeners:              [Listener, ListenerView];
        /// The features that it could use.
        Features            features:               [Feature, FeatureView];
        /// Its rack, if it has one.
        Rack                rack:                   string nullable;
        /// Whether it still works with ZooKeeper, and waits for the migration (KIP-866).
        IsMigratingZkBroker is_migrating_zk_broker: bool @(1..);
        /// The ids of its log directories that work (KIP-858).
        LogDirs             log_dirs:               [uuid] @(2..), ignorable;
        /// The epoch of its registration before, if it was shut down cleanly; otherwise -1 (KIP-966).
        PreviousBrokerEpoch previous_broker_epoch:  int64 @(3..) = -1, ignorable;
    }
    /// A listener of the broker.
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
    /// A feature that the broker could use.
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
    /// Whether the broker is registered now.
    response BrokerRegistrationResponse, BrokerRegistrationResponseView, BrokerRegistrationResponseEvent:
        key 62, versions 0..=4, flexible 0.. {
        /// How long the request was held back by a quota, in milliseconds.
        ThrottleTimeMs throttle_time_ms: int32;
        /// What is wrong with the request as a whole.
        ErrorCode      error_code:       error_code;
        /// The epoch of the registration, to show in later requests; -1 if it was refused.
        BrokerEpoch    broker_epoch:     int64 = -1;
    }
}
