//! DescribeConfigs: the settings of topics, brokers and other resources (KIP-133).

message! {
    /// Asks for the settings of resources; from version 1 on also where they are from (KIP-226), from version 3 on also
    /// what they mean (KIP-569).
    request DescribeConfigsRequest, DescribeConfigsRequestView, DescribeConfigsRequestEvent:
        key 32, versions 0..=4, flexible 4.., listeners broker controller {
        /// The resources, with the settings to tell.
        Resources            resources:             [DescribeConfigsResource, DescribeConfigsResourceView];
        /// Whether to tell all values that a setting could fall back to (KIP-226).
        IncludeSynonyms      include_synonyms:      bool @(1..);
        /// Whether to tell what each setting means (KIP-569).
        IncludeDocumentation include_documentation: bool @(3..);
    }
    /// A resource to tell about.
    struct DescribeConfigsResource, DescribeConfigsResourceView {
        /// Its kind: 2 topic, 4 broker, 8 broker logger (KIP-412), 16 client metrics (KIP-714), 32 group.
        ResourceType      resource_type:      int8;
        /// Its name: for a broker its number, or empty for the dynamic settings of all brokers.
        ResourceName      resource_name:      string;
        /// The names of the settings to tell; null for all.
        ConfigurationKeys configuration_keys: [string] nullable;
    }
}

message! {
    /// The settings of the resources.
    response DescribeConfigsResponse, DescribeConfigsResponseView, DescribeConfigsResponseEvent:
        key 32, versions 0..=4, flexible 4.. {
        /// How long the request was held back by a quota, in milliseconds.
        ThrottleTimeMs throttle_time_ms: int32;
        /// The outcome for each resource.
        Results        results:          [DescribeConfigsResult, DescribeConfigsResultView];
    }
    /// The settings of a resource.
    struct DescribeConfigsResult, DescribeConfigsResultView {
        /// What is wrong with this resource.
        ErrorCode    error_code:    error_code;
        /// The same in words.
        ErrorMessage error_message: string nullable;
        /// Its kind: 2 topic, 4 broker, 8 broker logger (KIP-412), 16 client metrics (KIP-714), 32 group.
        ResourceType resource_type: int8;
        /// Its name, as in the request.
        ResourceName resource_name: string;
        /// Its settings.
        Configs      configs:       [DescribeConfigsResourceResult, DescribeConfigsResourceResultView];
    }
    /// A setting.
    struct DescribeConfigsResourceResult, DescribeConfigsResourceResultView {
        /// The setting's name.
        Name          name:          string;
        /// The value in force, always as text; null if it is sensitive or not set.
        Value         value:         string nullable;
        /// Whether it cannot be changed while brokers run.
        ReadOnly      read_only:     bool;
        /// Whether nobody set it; from version 1 on `config_source` stands instead.
        IsDefault     is_default:    bool @(..=0);
        /// Where it is set: 1 topic, 2 broker, 3 all brokers, 4 the server's file, 5 nowhere, so that it is a default,
        /// 6 broker logger, 7 client metrics, 8 group; 0 or -1 if unknown (KIP-226).
        ConfigSource  config_source: int8 @(1..) = -1, ignorable;
        /// Whether its value is kept secret, as a password is.
        IsSensitive   is_sensitive:  bool;
        /// The values that it has and falls back to, the one in force first; empty if that was not asked for (KIP-226).
        Synonyms      synonyms:      [DescribeConfigsSynonym, DescribeConfigsSynonymView] @(1..), ignorable;
        /// The type of the value: 1 boolean, 2 string, 3 int, 4 short, 5 long, 6 double, 7 list, 8 class, 9 password;
        /// 0 if unknown (KIP-569).
        ConfigType    config_type:   int8 @(3..), ignorable;
        /// What the setting means; null if that was not asked for (KIP-569).
        Documentation documentation: string nullable @(3..), ignorable;
    }
    /// A value that the setting has, or falls back to.
    struct DescribeConfigsSynonym, DescribeConfigsSynonymView {
        /// The name under which it is set; a broker's differs from a topic's.
        Name   name:   string;
        /// The value, always as text; null if it is sensitive or not set.
        Value  value:  string nullable;
        /// Where it is set, in the numbers of `config_source`.
        Source source: int8;
    }
}
