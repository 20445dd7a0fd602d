//! EndQuorumEpoch: a quorum leader resigns (KIP-595).

message! {
    /// A leader of the metadata quorum tells the other voters that it resigns, so that they need not wait for a timeout
    /// (KIP-595). Version 1 tells voters apart by their directories too (KIP-853).
    request EndQuorumEpochRequest, EndQuorumEpochRequestView, EndQuorumEpochRequestEvent:
        key 54, versions 0..=1, flexible 1.., listeners controller {
        /// The cluster of the sender; null if it does not say.
        ClusterId       cluster_id:       string nullable = null;
        /// The partitions whose leader resigns: in practice the metadata log alone.
        Topics          topics:           [RequestTopicData, RequestTopicDataView];
        /// Where the resigning leader listens (KIP-853).
        LeaderEndpoints leader_endpoints: [LeaderEndpoint, LeaderEndpointView] @(1..), ignorable;
    }
    /// A topic whose partitions lose their leader.
    struct RequestTopicData, RequestTopicDataView named TopicData {
        /// The topic's name.
        TopicName  topic_name: string, entity(topicName);
        /// Its partitions.
        Partitions partitions: [RequestPartitionData, RequestPartitionDataView];
    }
    /// A partition that loses its leader.
    struct RequestPartitionData, RequestPartitionDataView named PartitionData {
        /// The partition's number.
        PartitionIndex      partition_index:      int32;
        /// The leader that resigns.
        LeaderId            leader_id:            int32, entity(brokerId);
        /// The epoch that ends.
        LeaderEpoch         leader_epoch:         int32;
        /// The voters that should stand for election, those with the longest logs first.
        PreferredSuccessors preferred_successors: [int32] @(..=0), ignorable;
        /// The same from version 1 on, with their directories (KIP-853).
        PreferredCandidates preferred_candidates: [ReplicaInfo, ReplicaInfoView] @(1..), ignorable;
    }
    /// A voter.
    struct ReplicaInfo, ReplicaInfoView {
        /// The node.
        CandidateId          candidate_id:           int32, entity(brokerId);
        /// The directory in which it keeps the log.
        CandidateDirectoryId candidate_directory_id: uuid;
    }
    /// An address of the resigning leader.
    struct LeaderEndpoint, LeaderEndpointView {
        /// The listener's name.
        Name name: string, map_key;
        /// The host name.
        Host host: string;
        /// The port.
        Port port: uint16;
    }
}

message! {
    /// Whether a voter has taken note that the leader resigned.
    response EndQuorumEpochResponse, EndQuorumEpochResponseView, EndQuorumEpochResponseEvent:
        key 54, versions 0..=1, flexible 1.. {
        /// What is wrong with the request as a whole.
        ErrorCode error_code: error_code;
        /// One for each topic of the request.
        Topics    topics:     [ResponseTopicData, ResponseTopicDataView];
    } tagged {
        /// Where the leaders are that `leader_id` names (KIP-853).
        0 => NodeEndpoints node_endpoints: [NodeEndpoint, NodeEndpointView] @(1..);
    }
    /// What a voter says to a topic's partitions.
    struct ResponseTopicData, ResponseTopicDataView named TopicData {
        /// The topic's name.
        TopicName  topic_name: string, entity(topicName);
        /// Its partitions.
        Partitions partitions: [ResponsePartitionData, ResponsePartitionDataView];
    }
    /// What a voter says to a partition.
    struct ResponsePartitionData, ResponsePartitionDataView named PartitionData {
        /// The partition's number.
        PartitionIndex partition_index: int32;
        /// What is wrong with this partition.
        ErrorCode      error_code:      error_code;
        /// The leader that the voter knows of; -1 if none.
        LeaderId       leader_id:       int32, entity(brokerId);
        /// The latest epoch that the voter knows of.
        LeaderEpoch    leader_epoch:    int32;
    }
    /// Where a leader is.
    struct NodeEndpoint, NodeEndpointView {
        /// The node.
        NodeId node_id: int32, map_key, entity(brokerId);
        /// Its host name.
        Host   host:    string;
        /// Its port.
        Port   port:    uint16;
    }
}
