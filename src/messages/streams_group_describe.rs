//! StreamsGroupDescribe: what streams groups are, who is in them, and what they work on (KIP-1071).

message! {
    /// Asks about streams groups: Kafka Streams applications that the broker coordinates (KIP-1071).
    request StreamsGroupDescribeRequest, StreamsGroupDescribeRequestView, StreamsGroupDescribeRequestEvent:
        key 89, versions 0..=1, flexible 0.., listeners broker {
        /// The groups.
        GroupIds                    group_ids:                     [string], entity(groupId);
        /// Whether to tell what the client may do with each group (KIP-430).
        IncludeAuthorizedOperations include_authorized_operations: bool;
        /// Whether to tell the whole topology, node by node, if the broker keeps it (KIP-1331).
        IncludeTopologyDescription  include_topology_description:  bool @(1..);
    }
}

message! {
    /// What streams groups are, who is in them, and what they work on. Version 1 adds the description of the topology
    /// (KIP-1331) and the assignor (KIP-1357).
    response StreamsGroupDescribeResponse, StreamsGroupDescribeResponseView, StreamsGroupDescribeResponseEvent:
        key 89, versions 0..=1, flexible 0.. {
        /// How long the request was held back by a quota, in milliseconds.
        ThrottleTimeMs throttle_time_ms: int32;
        /// The groups.
        Groups         groups:           [DescribedGroup, DescribedGroupView];
    }
    /// A group.
    struct DescribedGroup, DescribedGroupView {
        /// What is wrong with this group.
        ErrorCode                 error_code:                  error_code;
        /// The same in words.
        ErrorMessage              error_message:               string nullable = null;
        /// The group.
        GroupId                   group_id:                    string, entity(groupId);
        /// Its state: Empty, NotReady, Assigning, Reconciling, Stable or Dead.
        GroupState                group_state:                 string;
        /// Counts up whenever the tasks have to be assigned anew.
        GroupEpoch                group_epoch:                 int32;
        /// The group epoch that the target assignment was made for; less than `group_epoch` while a new one is due.
        AssignmentEpoch           assignment_epoch:            int32;
        /// What the coordinator knows of the topology; null if it has none.
        Topology                  topology:                    (Topology, TopologyView) nullable = null;
        /// The members.
        Members                   members:                     [Member, MemberView];
        /// What the client may do with the group, as bits; the smallest number if that was not asked for (KIP-430).
        AuthorizedOperations      authorized_operations:       int32 = i32::MIN;
        /// The topology node by node; null unless `topology_description_status` is 3 (KIP-1331).
        TopologyDescription       topology_description:
            (TopologyDescription, TopologyDescriptionView) nullable @(1..) = null;
        /// What became of the description: 0 not asked for, 1 not stored, 2 could not be read, 3 given (KIP-1331).
        TopologyDescriptionStatus topology_description_status: int8 @(1..);
        /// The assignor that distributes the tasks, if it is told (KIP-1357).
        AssignorName              assignor_name:               string nullable @(1..) = null, ignorable;
    }
    /// What the coordinator knows of a topology: topics, not processing nodes.
    struct Topology, TopologyView {
        /// Which edition of the topology it is; a changed application has a higher one.
        Epoch         epoch:         int32;
        /// Its subtopologies; null while the coordinator cannot tell them.
        Subtopologies subtopologies: [Subtopology, SubtopologyView] nullable = null;
    }
    /// A part of the topology whose tasks are independent of those of all other parts.
    struct Subtopology, SubtopologyView {
        /// Its id.
        SubtopologyId           subtopology_id:            string;
        /// The topics that it reads and that come from outside the application.
        SourceTopics            source_topics:             [string], entity(topicName);
        /// The repartition topics that it writes.
        RepartitionSinkTopics   repartition_sink_topics:   [string], entity(topicName);
        /// The topics that back its state stores.
        StateChangelogTopics    state_changelog_topics:    [TopicInfo, TopicInfoView];
        /// The repartition topics that it reads.
        RepartitionSourceTopics repartition_source_topics: [TopicInfo, TopicInfoView];
    }
    /// A topic that the group keeps for itself.
    struct TopicInfo, TopicInfoView {
        /// The topic's name.
        Name              name:               string, entity(topicName);
        /// The number of its partitions; 0 if that is not settled.
        Partitions        partitions:         int32;
        /// The number of its replicas; 0 for the brokers' default.
        ReplicationFactor replication_factor: int16;
        /// What else to set when it is created.
        TopicConfigs      topic_configs:      [KeyValue, KeyValueView];
    }
    /// A setting or a tag.
    struct KeyValue, KeyValueView {
        /// Its name.
        Key   key:   string;
        /// Its value.
        Value value: string;
    }
    /// A member.
    struct Member, MemberView {
        /// Its id.
        MemberId         member_id:         string;
        /// The epoch of the assignment that it has taken over.
        MemberEpoch      member_epoch:      int32;
        /// Its lasting id, if it is a static member (KIP-345).
        InstanceId       instance_id:       string nullable = null;
        /// Its rack, if it has one.
        RackId           rack_id:           string nullable = null;
        /// The client id of its requests.
        ClientId         client_id:         string;
        /// The address that its requests come from.
        ClientHost       client_host:       string;
        /// The topology that it runs, by its epoch; it may lag behind that of the group.
        TopologyEpoch    topology_epoch:    int32;
        /// The process that it runs in; the threads of one client share it.
        ProcessId        process_id:        string;
        /// Where the application answers interactive queries, if it does.
        UserEndpoint     user_endpoint:     (Endpoint, EndpointView) nullable = null;
        /// What an assignor that spreads standby tasks looks at, for example the zone (KIP-708).
        ClientTags       client_tags:       [KeyValue, KeyValueView];
        /// How far it has restored its tasks, as it last told.
        TaskOffsets      task_offsets:      [TaskOffset, TaskOffsetView];
        /// How far the changelogs of its tasks go, as it last told.
        TaskEndOffsets   task_end_offsets:  [TaskOffset, TaskOffsetView];
        /// The tasks that it has.
        Assignment       assignment:        (Assignment, AssignmentView);
        /// The tasks that it is meant to have.
        TargetAssignment target_assignment: (Assignment, AssignmentView);
        /// Whether it still speaks the classic protocol.
        IsClassic        is_classic:        bool;
    }
    /// Where an application can be reached.
    struct Endpoint, EndpointView {
        /// The host name.
        Host host: string;
        /// The port.
        Port port: uint16;
    }
    /// A position in the changelogs of a task.
    struct TaskOffset, TaskOffsetView {
        /// The subtopology, by its id.
        SubtopologyId subtopology_id: string;
        /// The partition that the task works on.
        Partition     partition:      int32;
        /// The offsets in all of its changelogs, summed up.
        Offset        offset:         int64;
    }
    /// What a member works on.
    struct Assignment, AssignmentView {
        /// The tasks that process records.
        ActiveTasks  active_tasks:  [TaskIds, TaskIdsView];
        /// The tasks that keep a copy of state, to step in at once.
        StandbyTasks standby_tasks: [TaskIds, TaskIdsView];
        /// The tasks that restore state, to take over as active ones later.
        WarmupTasks  warmup_tasks:  [TaskIds, TaskIdsView];
    }
    /// Tasks of a subtopology.
    struct TaskIds, TaskIdsView {
        /// The subtopology, by its id.
        SubtopologyId subtopology_id: string;
        /// The partitions that it works on; each is one task.
        Partitions    partitions:     [int32];
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
