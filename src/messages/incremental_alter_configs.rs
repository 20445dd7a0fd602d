//! IncrementalAlterConfigs: changes some configs of topics, brokers and others (KIP-339).

message! {
    /// Changes single configs of resources; those that are not named stay as they are (KIP-339).
    request IncrementalAlterConfigsRequest, IncrementalAlterConfigsRequestView, IncrementalAlterConfigsRequestEvent:
        key 44, versions 0..=1, flexible 1.., listeners broker controller {
        /// The resources to change.
        Resources    resources:     [AlterConfigsResource, AlterConfigsResourceView];
        /// Whether only to check the request, and to change nothing.
        ValidateOnly validate_only: bool;
    }
    /// A resource to change.
    struct AlterConfigsResource, AlterConfigsResourceView {
        /// 2 a topic, 4 a broker, 8 a broker's loggers, 16 client metrics (KIP-714), 32 a group (KIP-848).
        ResourceType resource_type: int8, map_key;
        /// The topic's name, the broker's number (empty for the defaults of all brokers), and so on.
        ResourceName resource_name: string, map_key;
        /// What to change.
        Configs      configs:       [AlterableConfig, AlterableConfigView];
    }
    /// A config to change.
    struct AlterableConfig, AlterableConfigView {
        /// The config's name.
        Name            name:             string, map_key;
        /// 0 sets it, 1 deletes it so that the default counts; 2 appends to a list, 3 takes away from one.
        ConfigOperation config_operation: int8, map_key;
        /// The value, or the items of the list, with commas; null to delete.
        Value           value:            string nullable;
    }
}

message! {
    /// How the changes went.
    response IncrementalAlterConfigsResponse, IncrementalAlterConfigsResponseView, IncrementalAlterConfigsResponseEvent:
        key 44, versions 0..=1, flexible 1.. {
        /// How long the request was held back by a quota, in milliseconds.
        ThrottleTimeMs throttle_time_ms: int32;
        /// One for each resource.
        Responses      responses:        [AlterConfigsResourceResponse, AlterConfigsResourceResponseView];
    }
    /// How the changes of a resource went.
    struct AlterConfigsResourceResponse, AlterConfigsResourceResponseView {
        /// What is wrong with this resource.
        ErrorCode    error_code:    error_code;
        /// The same in words.
        ErrorMessage error_message: string nullable;
        /// Its type, as in the request.
        ResourceType resource_type: int8;
        /// Its name, as in the request.
        ResourceName resource_name: string;
    }
}
