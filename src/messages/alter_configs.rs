//! AlterConfigs: replaces the settings of topics, brokers and other resources (KIP-133).

message! {
    /// Replaces all settings of each resource: those that the request leaves out go back to their defaults (KIP-133).
    /// IncrementalAlterConfigs, which leaves the others alone, is the better choice (KIP-339).
    request AlterConfigsRequest, AlterConfigsRequestView, AlterConfigsRequestEvent:
        key 33, versions 0..=2, flexible 2.., listeners broker controller {
        /// The resources, each with its settings.
        Resources    resources:     [AlterConfigsResource, AlterConfigsResourceView];
        /// Whether to only check the settings, and change none.
        ValidateOnly validate_only: bool;
    }
    /// A resource, and the settings to give it.
    struct AlterConfigsResource, AlterConfigsResourceView {
        /// Its kind: 2 topic, 4 broker, 8 broker loggers, 16 client metrics, 32 group.
        ResourceType resource_type: int8, map_key;
        /// The topic's name, the broker's number and so on; empty for what holds for all brokers.
        ResourceName resource_name: string, map_key;
        /// All the settings that it is to have.
        Configs      configs:       [AlterableConfig, AlterableConfigView];
    }
    /// A setting.
    struct AlterableConfig, AlterableConfigView {
        /// The setting's name, such as `retention.ms`.
        Name  name:  string, map_key;
        /// Its value as text; brokers refuse null.
        Value value: string nullable;
    }
}

message! {
    /// Which resources have their new settings.
    response AlterConfigsResponse, AlterConfigsResponseView, AlterConfigsResponseEvent:
        key 33, versions 0..=2, flexible 2.. {
        /// How long the request was held back by a quota, in milliseconds.
        ThrottleTimeMs throttle_time_ms: int32;
        /// How it went, for each resource.
        Responses      responses:        [AlterConfigsResourceResponse, AlterConfigsResourceResponseView];
    }
    /// How it went with a resource.
    struct AlterConfigsResourceResponse, AlterConfigsResourceResponseView {
        /// What is wrong with this resource.
        ErrorCode    error_code:    error_code;
        /// The same in words.
        ErrorMessage error_message: string nullable;
        /// Its kind: 2 topic, 4 broker, 8 broker loggers, 16 client metrics, 32 group.
        ResourceType resource_type: int8;
        /// The topic's name, the broker's number and so on; empty for what holds for all brokers.
        ResourceName resource_name: string;
    }
}
