//! DescribeCluster: which nodes a cluster has (KIP-700).

message! {
    /// Asks for the nodes of the cluster: the brokers, or from version 1 on the controllers (KIP-919).
    request DescribeClusterRequest, DescribeClusterRequestView, DescribeClusterRequestEvent:
        key 60, versions 0..=2, flexible 0.., listeners broker controller {
        /// Whether to tell what the client may do with the cluster (KIP-430).
        IncludeClusterAuthorizedOperations include_cluster_authorized_operations: bool;
        /// Which nodes to tell about: 1 brokers, 2 controllers (KIP-919).
        EndpointType                       endpoint_type:                         int8 @(1..) = 1;
        /// Whether to tell about fenced brokers too, which are registered but serve nobody (KIP-1073).
        IncludeFencedBrokers               include_fenced_brokers:                bool @(2..);
    }
}

message! {
    /// The nodes of the cluster.
    response DescribeClusterResponse, DescribeClusterResponseView, DescribeClusterResponseEvent:
        key 60, versions 0..=2, flexible 0.. {
        /// How long the request was held back by a quota, in milliseconds.
        ThrottleTimeMs              throttle_time_ms:              int32;
        /// What is wrong with the request as a whole.
        ErrorCode                   error_code:                    error_code;
        /// The same in words.
        ErrorMessage                error_message:                 string nullable = null;
        /// Which nodes are told about: 1 brokers, 2 controllers (KIP-919).
        EndpointType                endpoint_type:                 int8 @(1..) = 1;
        /// The cluster's id.
        ClusterId                   cluster_id:                    string;
        /// The node to send what only a controller can do; -1 if there is none.
        ControllerId                controller_id:                 int32 = -1, entity(brokerId);
        /// The nodes: brokers or controllers, as `endpoint_type` says.
        Brokers                     brokers:                       [DescribeClusterBroker, DescribeClusterBrokerView];
        /// What the client may do with the cluster, as bits; the smallest number if that was not asked for (KIP-430).
        ClusterAuthorizedOperations cluster_authorized_operations: int32 = i32::MIN;
    }
    /// A node.
    struct DescribeClusterBroker, DescribeClusterBrokerView {
        /// The node's number.
        BrokerId broker_id: int32, map_key, entity(brokerId);
        /// Its host name.
        Host     host:      string;
        /// Its port.
        Port     port:      int32;
        /// Its rack, if it has one.
        Rack     rack:      string nullable = null;
        /// Whether it is fenced (KIP-1073).
        IsFenced is_fenced: bool @(2..);
    }
}
