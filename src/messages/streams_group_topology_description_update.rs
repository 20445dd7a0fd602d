//! StreamsGroupTopologyDescriptionUpdate: a member tells what its topology looks like (KIP-1331).

message! {
    /// Hands in the description of the topology of a streams group. A member sends it when a heartbeat asks for it, and
    /// the broker passes it to a plugin that stores it (KIP-1331).
    request StreamsGroupTopologyDescriptionUpdateRequest, StreamsGroupTopologyDescriptionUpdateRequestView,
            StreamsGroupTopologyDescriptionUpdateRequestEvent:
        key 93, versions 0..=0, flexible 0.., listeners broker {
        /// The group.
        GroupId             group_id:             string, entity(groupId);
        /// The member that sends it.
        MemberId            member_id:            string;
        /// Which edition of the topology it describes.
        TopologyEpoch       topology_epoch:       int32;
        /// The description.
        TopologyDescription topology_description: (TopologyDescription, TopologyDescriptionView);
    }
    /// A topology, with all of its processing nodes.
    struct TopologyDescription, TopologyDescriptionView {
        /// The subtopologies, each with its nodes.
        Subtopologies subtopologies: [TopologyDescriptionSubtopology, TopologyDescriptionSubtopologyView];
        /// The global state stores, which every instance holds as a whole.
        GlobalStores  global_stores: [TopologyDescriptionGlobalStore, TopologyDescriptionGlobalStoreView];
    }
    /// A subtopology: nodes that are connected with one another.
    struct TopologyDescriptionSubtopology, TopologyDescriptionSubtopologyView {
        /// Its id.
        SubtopologyId subtopology_id: string;
        /// Its nodes.
        Nodes         nodes:          [TopologyDescriptionNode, TopologyDescriptionNodeView];
    }
    /// A processing node of the topology.
    struct TopologyDescriptionNode, TopologyDescriptionNodeView {
        /// Its name, unique in the topology.
        Name         name:          string;
        /// 1 source, 2 processor, 3 sink.
        NodeType     node_type:     int8;
        /// For a source: the topics that it reads.
        SourceTopics source_topics: [string], entity(topicName);
        /// For a sink: the topic that it writes to; null if that is decided for each record.
        SinkTopic    sink_topic:    string nullable = null, entity(topicName);
        /// For a processor: the names of the state stores that it uses.
        Stores       stores:        [string];
        /// The names of the nodes that its records flow on to; the way back follows from these.
        Successors   successors:    [string];
    }
    /// A global state store, with the two nodes that fill it.
    struct TopologyDescriptionGlobalStore, TopologyDescriptionGlobalStoreView {
        /// The source that reads its topic.
        Source    source:    (TopologyDescriptionNode, TopologyDescriptionNodeView);
        /// The processor that writes into the store.
        Processor processor: (TopologyDescriptionNode, TopologyDescriptionNodeView);
    }
}

message! {
    /// Whether the description of a topology was stored (KIP-1331).
    response StreamsGroupTopologyDescriptionUpdateResponse, StreamsGroupTopologyDescriptionUpdateResponseView,
            StreamsGroupTopologyDescriptionUpdateResponseEvent:
        key 93, versions 0..=0, flexible 0.. {
        /// How long the request was held back by a quota, in milliseconds.
        ThrottleTimeMs throttle_time_ms: int32;
        /// What is wrong with the request as a whole.
        ErrorCode      error_code:       error_code;
        /// The same in words.
        ErrorMessage   error_message:    string nullable = null;
    }
}
