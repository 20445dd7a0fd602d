//! DescribeClientQuotas: finds the quotas of users, clients and addresses (KIP-546).

message! {
    /// Asks for the quotas of the entities that match a filter (KIP-546).
    request DescribeClientQuotasRequest, DescribeClientQuotasRequestView, DescribeClientQuotasRequestEvent:
        key 48, versions 0..=1, flexible 1.., listeners broker {
        /// The components that an entity must have; none at all, without `strict`, match every entity.
        Components components: [ComponentData, ComponentDataView];
        /// Whether entities that have other components too are left out.
        Strict     strict:     bool;
    }
    /// A component that an entity must have.
    struct ComponentData, ComponentDataView {
        /// Its kind: `user`, `client-id`, or `ip` (KIP-612).
        EntityType entity_type: string;
        /// How to match its name: 0 `match` itself, 1 the default entity, 2 any name.
        MatchType  match_type:  int8;
        /// The name; null unless `match_type` is 0.
        Match      match_:      string nullable;
    }
}

message! {
    /// The quotas that match.
    response DescribeClientQuotasResponse, DescribeClientQuotasResponseView, DescribeClientQuotasResponseEvent:
        key 48, versions 0..=1, flexible 1.. {
        /// How long the request was held back by a quota, in milliseconds.
        ThrottleTimeMs throttle_time_ms: int32;
        /// What is wrong with the request as a whole.
        ErrorCode      error_code:       error_code;
        /// The same in words.
        ErrorMessage   error_message:    string nullable;
        /// The entities that have quotas; null in case of an error.
        Entries        entries:          [EntryData, EntryDataView] nullable;
    }
    /// An entity and its quotas.
    struct EntryData, EntryDataView {
        /// Its components: a user, a client id, both, or an address.
        Entity entity: [EntityData, EntityDataView];
        /// Its quotas.
        Values values: [ValueData, ValueDataView];
    }
    /// A component of an entity.
    struct EntityData, EntityDataView {
        /// Its kind: `user`, `client-id`, or `ip` (KIP-612).
        EntityType entity_type: string;
        /// Its name; null for the default, which stands for all without quotas of their own.
        EntityName entity_name: string nullable;
    }
    /// A quota.
    struct ValueData, ValueDataView {
        /// What is limited, such as `producer_byte_rate` or `request_percentage`.
        Key   key:   string;
        /// The limit, in the unit that the key implies.
        Value value: float64;
    }
}
