//! AlterClientQuotas: sets and removes quotas (KIP-546).

message! {
    /// Sets and removes quotas of users, client ids and IP addresses (KIP-546).
    request AlterClientQuotasRequest, AlterClientQuotasRequestView, AlterClientQuotasRequestEvent:
        key 49, versions 0..=1, flexible 1.., listeners broker controller {
        /// What to change, for each entity.
        Entries      entries:       [RequestEntryData, RequestEntryDataView];
        /// Whether to only check the changes, and make none.
        ValidateOnly validate_only: bool;
    }
    /// Changes to the quotas of an entity.
    struct RequestEntryData, RequestEntryDataView named EntryData {
        /// Who is limited: parts that apply together, such as a user and a client id.
        Entity entity: [EntityData, EntityDataView];
        /// The changes.
        Ops    ops:    [OpData, OpDataView];
    }
    /// A change to a quota.
    struct OpData, OpDataView {
        /// The quota, such as `producer_byte_rate`.
        Key    key:    string;
        /// The new limit; means nothing if `remove` is set.
        Value  value:  float64;
        /// Whether to take the quota away, so that a more general one applies.
        Remove remove: bool;
    }
    uses EntityData, EntityDataView;
}

message! {
    /// How the changes went.
    response AlterClientQuotasResponse, AlterClientQuotasResponseView, AlterClientQuotasResponseEvent:
        key 49, versions 0..=1, flexible 1.. {
        /// How long the request was held back by a quota, in milliseconds.
        ThrottleTimeMs throttle_time_ms: int32;
        /// How it went, for each entity.
        Entries        entries:          [ResponseEntryData, ResponseEntryDataView];
    }
    /// How it went with an entity.
    struct ResponseEntryData, ResponseEntryDataView named EntryData {
        /// What is wrong with this entity.
        ErrorCode    error_code:    error_code;
        /// The same in words.
        ErrorMessage error_message: string nullable;
        /// Who it is, as in the request.
        Entity       entity:        [EntityData, EntityDataView];
    }
    uses EntityData, EntityDataView;
}

shared! {
    /// A part of what tells who is limited.
    struct EntityData, EntityDataView {
        /// The kind of part: `user`, `client-id` or `ip`.
        EntityType entity_type: string;
        /// The user, client id or address; null for the default of that kind.
        EntityName entity_name: string nullable;
    }
}
