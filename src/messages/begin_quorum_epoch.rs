//! BeginQuorumEpoch: the new leader of the metadata quorum makes itself known (KIP-595).

message! {
    /// A new leader of the metadata quorum tells a voter that its epoch has begun (KIP-595). From version 1 on it also
    /// says which voter it means, and where it can be reached itself (KIP-853).
    request BeginQuorumEpochRequest, BeginQuorumEpochRequestView, BeginQuorumEpochRequestEvent:
        key 53, versions 0..=1, flexible 1.., listeners controller {
        /// The cluster that is meant; null if the sender does not say.
        ClusterId       cluster_id:       string nullable = null;
        /// The voter that the request is for; -1 if the leader does not say (KIP-853).
        VoterId         voter_id:         int32 @(1..) = -1, ignorable, entity(brokerId);
        /// The topic whose log the quorum keeps.
        Topics          topics:           [RequestTopicData, RequestTopicDataView];
        /// Where the leader can be reached (KIP-853).
        LeaderEndpoints leader_endpoints: [LeaderEndpoint, LeaderEndpointView] @(1..), ignorable;
    }
    /// A topic that has a new leader.
    struct RequestTopicData, RequestTopicDataView named TopicData {
        /// The topic's name, `__cluster_metadata`.
        TopicName  topic_name: string, entity(topicName);
        /// Its partitions.
        Partitions partitions: [RequestPartitionData, RequestPartitionDataView];
    }
    /// A partition that has a new leader.
    struct RequestPartitionData, RequestPartitionDataView named PartitionData {
        /// The partition's number.
        PartitionIndex   partition_index:    int32;
        /// The log directory of the voter that the request is for; zero if the leader does not know it (KIP-853).
        VoterDirectoryId voter_directory_id: uuid @(1..), ignorable;
        /// The new leader.
        LeaderId         leader_id:          int32, entity(brokerId);
        /// The epoch that has begun.
        LeaderEpoch      leader_epoch:       int32;
    }
    /// A listener of the leader.
    struct LeaderEndpoint, LeaderEndpointView {
        /// The listener's name.
        Name name: string, map_key;
        /// Its host name.
        Host host: string;
        /// Its port.
        Port port: uint16;
    }
}

message! {
    /// Whether the voter accepts the leader; if it knows of a newer one, it says which.
    response BeginQuorumEpochResponse, BeginQuorumEpochResponseView, BeginQuorumEpochResponseEvent:
        key 53, versions 0..=1, flexible 1.. {
        /// What is wrong with the request as a whole.
        ErrorCode error_code: error_code;
        /// The topic whose log the quorum keeps.
        Topics    topics:     [ResponseTopicData, ResponseTopicDataView];
    } tagged {
        /// Where the leaders are that `leader_id` names (KIP-853).
        0 => NodeEndpoints node_endpoints: [NodeEndpoint, NodeEndpointView] @(1..);
    }
    /// A topic, as the voter knows it.
    struct ResponseTopicData, ResponseTopicDataView named TopicData {
        /// The topic's name, `__cluster_metadata`.
        TopicName  topic_name: string, entity(topicName);
        /// Its partitions.
        Partitions partitions: [ResponsePartitionData, ResponsePartitionDataView];
    }
    /// A partition, as the voter knows it.
    struct ResponsePartitionData, ResponsePartitionDataView named PartitionData {
        /// The partition's number.
        PartitionIndex partition_index: int32;
        /// What is wrong with this partition.
        ErrorCode      error_code:      error_code;
        /// The leader that the voter knows; -1 if none.
        LeaderId       leader_id:       int32, entity(brokerId);
        /// The latest epoch that the voter knows.
        LeaderEpoch    leader_epoch:    int32;
    }
    /// Where a leader is.
    struct NodeEndpoint, NodeEndpointView {
        /// The leader.
        NodeId node_id: int32, map_key, entity(brokerId);
        /// Its host name.
        Host   host:    string;
        /// Its port.
        Port   port:    uint16;
    }
}
