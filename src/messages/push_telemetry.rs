//! PushTelemetry: a client's metrics, for the cluster's operators (KIP-714).

message! {
    /// Brings a client's metrics to a broker, which hands them to a plugin of the operators (KIP-714).
    request PushTelemetryRequest, PushTelemetryRequestView, PushTelemetryRequestEvent:
        key 72, versions 0..=0, flexible 0.., listeners broker {
        /// The client, by the id that GetTelemetrySubscriptions gave it.
        ClientInstanceId client_instance_id: uuid;
        /// The subscription that these metrics follow; if it has changed meanwhile, the client has to ask anew.
        SubscriptionId   subscription_id:    int32;
        /// Whether this is the client's last push, which may come early.
        Terminating      terminating:        bool;
        /// How `metrics` is compressed: 0 not at all, 1 gzip, 2 snappy, 3 lz4, 4 zstd.
        CompressionType  compression_type:   int8;
        /// The metrics, as a protobuf MetricsData of OpenTelemetry, compressed.
        Metrics          metrics:            bytes;
    }
}

message! {
    /// Whether the metrics were taken.
    response PushTelemetryResponse, PushTelemetryResponseView, PushTelemetryResponseEvent:
        key 72, versions 0..=0, flexible 0.. {
        /// How long the request was held back by a quota, in milliseconds.
        ThrottleTimeMs throttle_time_ms: int32;
        /// What is wrong with the request as a whole.
        ErrorCode      error_code:       error_code;
    }
}
