//! CreateAcls: adds access control lists (KIP-140).

message! {
    /// Adds ACLs. From version 1 on a resource may be a prefix (KIP-290), from version 3 on a user (KIP-373).
    request CreateAclsRequest, CreateAclsRequestView, CreateAclsRequestEvent:
        key 30, versions 0..=3, flexible 2.., listeners broker controller {
        /// The ACLs to add.
        Creations creations: [AclCreation, AclCreationView];
    }
    /// An ACL to add.
    struct AclCreation, AclCreationView {
        /// The kind of resource: 2 topic, 3 group, 4 cluster, 5 transactional id, 6 delegation token, 7 user.
        ResourceType        resource_type:         int8;
        /// The resource's name; `*` for all of the kind, `kafka-cluster` for the cluster.
        ResourceName        resource_name:         string;
        /// How `resource_name` is meant: 3 literally, 4 as a prefix (KIP-290).
        ResourcePatternType resource_pattern_type: int8 @(1..) = 3;
        /// Whom it concerns, as a type and a name such as `User:alice`; `User:*` is everyone.
        Principal           principal:             string;
        /// The client address that it concerns; `*` is every one.
        Host                host:                  string;
        /// 2 all, 3 read, 4 write, 5 create, 6 delete, 7 alter, 8 describe, 9 cluster action, 10 describe configs,
        /// 11 alter configs, 12 idempotent write, 13 create tokens, 14 describe tokens, 15 two-phase commit (KIP-939).
        Operation           operation:             int8;
        /// 2 denies the operation, 3 allows it.
        PermissionType      permission_type:       int8;
    }
}

message! {
    /// Whether the ACLs were added.
    response CreateAclsResponse, CreateAclsResponseView, CreateAclsResponseEvent:
        key 30, versions 0..=3, flexible 2.. {
        /// How long the request was held back by a quota, in milliseconds.
        ThrottleTimeMs throttle_time_ms: int32;
        /// The outcomes, in the order of the request's ACLs.
        Results        results:          [AclCreationResult, AclCreationResultView];
    }
    /// The outcome for one ACL.
    struct AclCreationResult, AclCreationResultView {
        /// What is wrong with this ACL.
        ErrorCode    error_code:    error_code;
        /// The same in words.
        ErrorMessage error_message: string nullable;
    }
}
