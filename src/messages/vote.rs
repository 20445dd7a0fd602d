//! Vote: a controller asks the other voters to make it the leader of the KRaft quorum (KIP-595).

message! {
    /// Asks a voter for its vote. Version 1 tells voters with the same id apart by their directories (KIP-853);
    /// version 2 can ask beforehand, without disturbing a leader that is alive (KIP-996).
    request VoteRequest, VoteRequestView, VoteRequestEvent:
        key 52, versions 0..=2, flexible 0.., listeners controller {
        /// The cluster; null if the sender does not say.
        ClusterId cluster_id: string nullable = null;
        /// The voter that is asked; -1 if the sender does not say (KIP-853).
        VoterId   voter_id:   int32 @(1..) = -1, ignorable, entity(brokerId);
        /// The topics; there is one, `__cluster_metadata`.
        Topics    topics:     [RequestTopicData, RequestTopicDataView];
    }
    /// A topic.
    struct RequestTopicData, RequestTopicDataView named TopicData {
        /// The topic's name.
        TopicName  topic_name: string, entity(topicName);
        /// Its partitions; there is one, 0.
        Partitions partitions: [RequestPartitionData, RequestPartitionDataView];
    }
    /// A partition, and who wants to lead it.
    struct RequestPartitionData, RequestPartitionDataView named PartitionData {
        /// The partition's number.
        PartitionIndex     partition_index:      int32;
        /// The epoch that the candidate wants to lead; for a pre-vote the one that it is in.
        ReplicaEpoch       replica_epoch:        int32;
        /// The candidate.
        ReplicaId          replica_id:           int32, entity(brokerId);
        /// The directory of its log, by its id; zero if unknown (KIP-853).
        ReplicaDirectoryId replica_directory_id: uuid @(1..), ignorable;
        /// The directory of the asked voter's log, by its id; zero if unknown (KIP-853).
        VoterDirectoryId   voter_directory_id:   uuid @(1..), ignorable;
        /// The epoch of the last record of the candidate's log.
        LastOffsetEpoch    last_offset_epoch:    int32;
        /// The end of the candidate's log; a voter whose own has come further refuses.
        LastOffset         last_offset:          int64;
        /// Whether this only asks if the vote would be given; it binds nobody (KIP-996).
        PreVote            pre_vote:             bool @(2..);
    }
}

message! {
    /// Whether a voter gives its vote.
    response VoteResponse, VoteResponseView, VoteResponseEvent:
        key 52, versions 0..=2, flexible 0.. {
        /// What is wrong with the request as a whole.
        ErrorCode error_code: error_code;
        /// The topics.
        Topics    topics:     [ResponseTopicData, ResponseTopicDataView];
    } tagged {
        /// Where the leaders are that `leader_id` names (KIP-853).
        0 => NodeEndpoints node_endpoints: [NodeEndpoint, NodeEndpointView] @(1..);
    }
    /// A topic.
    struct ResponseTopicData, ResponseTopicDataView named TopicData {
        /// The topic's name.
        TopicName  topic_name: string, entity(topicName);
        /// Its partitions.
        Partitions partitions: [ResponsePartitionData, ResponsePartitionDataView];
    }
    /// A partition, and the vote.
    struct ResponsePartitionData, ResponsePartitionDataView named PartitionData {
        /// The partition's number.
        PartitionIndex partition_index: int32;
        /// What is wrong with this partition.
        ErrorCode      error_code:      error_code;
        /// The leader that the voter knows; -1 if it knows none.
        LeaderId       leader_id:       int32, entity(brokerId);
        /// The latest epoch that the voter knows.
        LeaderEpoch    leader_epoch:    int32;
        /// Whether the candidate has the vote.
        VoteGranted    vote_granted:    bool;
    }
    /// Where a leader is.
    struct NodeEndpoint, NodeEndpointView {
        /// The leader, by its node id.
        NodeId node_id: int32, map_key, entity(brokerId);
        /// Its host name.
        Host   host:    string;
        /// Its port.
        Port   port:    uint16;
    }
}
