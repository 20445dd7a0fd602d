//! DescribeAcls: finds access control lists (KIP-140).

message! {
    /// Asks for the ACLs that match a filter. From version 1 on it knows prefixes (KIP-290), from version 3 on users as
    /// resources (KIP-373).
    request DescribeAclsRequest, DescribeAclsRequestView, DescribeAclsRequestEvent:
        key 29, versions 0..=3, flexible 2.., listeners broker controller {
        /// The kind of resource: 1 any, 2 topic, 3 group, 4 cluster, 5 transactional id, 6 delegation token, 7 user.
        ResourceTypeFilter resource_type_filter: int8;
        /// The resource's name; null for any.
        ResourceNameFilter resource_name_filter: string nullable;
        /// Which patterns to find: 1 any, 2 those that cover the name, 3 literal ones, 4 prefixes (KIP-290).
        PatternTypeFilter  pattern_type_filter:  int8 @(1..) = 3;
        /// Whom the ACL concerns, such as `User:alice`; null for any.
        PrincipalFilter    principal_filter:     string nullable;
        /// The client address that the ACL concerns; null for any.
        HostFilter         host_filter:          string nullable;
        /// 1 any, 2 all, 3 read, 4 write, 5 create, 6 delete, 7 alter, 8 describe, 9 cluster action, 10 describe
        /// configs, 11 alter configs, 12 idempotent write, 13 create tokens, 14 describe tokens, 15 two-phase commit.
        Operation          operation:            int8;
        /// What the ACL does: 1 any, 2 deny, 3 allow.
        PermissionType     permission_type:      int8;
    }
}

message! {
    /// The ACLs that match.
    response DescribeAclsResponse, DescribeAclsResponseView, DescribeAclsResponseEvent:
        key 29, versions 0..=3, flexible 2.. {
        /// How long the request was held back by a quota, in milliseconds.
        ThrottleTimeMs throttle_time_ms: int32;
        /// What is wrong with the request as a whole.
        ErrorCode      error_code:       error_code;
        /// The same in words.
        ErrorMessage   error_message:    string nullable;
        /// The resources that they protect.
        Resources      resources:        [DescribeAclsResource, DescribeAclsResourceView];
    }
    /// A resource, or a pattern of resources, with its ACLs.
    struct DescribeAclsResource, DescribeAclsResourceView {
        /// The kind of resource: 2 topic, 3 group, 4 cluster, 5 transactional id, 6 delegation token, 7 user.
        ResourceType resource_type: int8;
        /// The resource's name; `*` for all of the kind, `kafka-cluster` for the cluster.
        ResourceName resource_name: string;
        /// How `resource_name` is meant: 3 literally, 4 as a prefix (KIP-290).
        PatternType  pattern_type:  int8 @(1..) = 3;
        /// The ACLs that match.
        Acls         acls:          [AclDescription, AclDescriptionView];
    }
    /// An ACL of the resource.
    struct AclDescription, AclDescriptionView {
        /// Whom it concerns, as a type and a name such as `User:alice`; `User:*` is everyone.
        Principal      principal:       string;
        /// The client address that it concerns; `*` is every one.
        Host           host:            string;
        /// 2 all, 3 read, 4 write, 5 create, 6 delete, 7 alter, 8 describe, 9 cluster action, 10 describe configs,
        /// 11 alter configs, 12 idempotent write, 13 create tokens, 14 describe tokens, 15 two-phase commit (KIP-939).
        Operation      operation:       int8;
        /// 2 denies the operation, 3 allows it.
        PermissionType permission_type: int8;
    }
}
