//! ListConfigResources: what there is to configure (KIP-1142; version 0 was ListClientMetricsResources of KIP-714).

message! {
    /// Asks what there is to configure.
    ///
    /// Version 0 lists client metrics subscriptions only (KIP-714), version 1 other types of resources too (KIP-1142).
    request ListConfigResourcesRequest, ListConfigResourcesRequestView, ListConfigResourcesRequestEvent:
        key 74, versions 0..=1, flexible 0.., listeners broker {
        /// The types to list: 2 topic, 4 broker, 8 broker logger, 16 client metrics, 32 group; empty for all.
        ResourceTypes resource_types: [int8] @(1..);
    }
}

message! {
    /// The resources that DescribeConfigs could be asked about; in version 0 client metrics subscriptions only.
    response ListConfigResourcesResponse, ListConfigResourcesResponseView, ListConfigResourcesResponseEvent:
        key 74, versions 0..=1, flexible 0.. {
        /// How long the request was held back by a quota, in milliseconds.
        ThrottleTimeMs  throttle_time_ms: int32;
        /// What is wrong with the request as a whole.
        ErrorCode       error_code:       error_code;
        /// The resources.
        ConfigResources config_resources: [ConfigResource, ConfigResourceView];
    }
    /// A resource that has configs.
    struct ConfigResource, ConfigResourceView {
        /// Its name; for a broker its number, in digits.
        ResourceName resource_name: string;
        /// Its type, as in the request; always 16 in version 0, which does not send it.
        ResourceType resource_type: int8 @(1..) = 16, ignorable;
    }
}
