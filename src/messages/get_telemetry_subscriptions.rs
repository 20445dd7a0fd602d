//! GetTelemetrySubscriptions: which metrics of a client the cluster wants (KIP-714).

message! {
    /// A client asks which of its metrics it shall push, and how (KIP-714).
    request GetTelemetrySubscriptionsRequest, GetTelemetrySubscriptionsRequestView,
        GetTelemetrySubscriptionsRequestEvent:
        key 71, versions 0..=0, flexible 0.., listeners broker {
        /// The client's instance; zero if it has no id yet and wants one.
        ClientInstanceId client_instance_id: uuid;
    }
}

message! {
    /// Which metrics the client shall push, and how.
    response GetTelemetrySubscriptionsResponse, GetTelemetrySubscriptionsResponseView,
        GetTelemetrySubscriptionsResponseEvent:
        key 71, versions 0..=0, flexible 0.. {
        /// How long the request was held back by a quota, in milliseconds.
        ThrottleTimeMs           throttle_time_ms:           int32;
        /// What is wrong with the request as a whole.
        ErrorCode                error_code:                 error_code;
        /// The id to use from now on, if the client asked for one.
        ClientInstanceId         client_instance_id:         uuid;
        /// Stands for this set of metrics; a push repeats it, so that the broker notices an outdated one.
        SubscriptionId           subscription_id:            int32;
        /// How a push may be compressed, the best first: 0 none, 1 gzip, 2 snappy, 3 lz4, 4 zstd.
        AcceptedCompressionTypes accepted_compression_types: [int8];
        /// How often to push, in milliseconds.
        PushIntervalMs           push_interval_ms:           int32;
        /// The most bytes of metrics in one push.
        TelemetryMaxBytes        telemetry_max_bytes:        int32;
        /// Whether counters are sent as the change since the last push, rather than since their start.
        DeltaTemporality         delta_temporality:          bool;
        /// Beginnings of the names of the metrics; empty for none, a single empty name for all.
        RequestedMetrics         requested_metrics:          [string];
    }
}
