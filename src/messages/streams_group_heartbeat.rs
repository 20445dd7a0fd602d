//! StreamsGroupHeartbeat: a member joins a streams group, stays in it, and gets its tasks (KIP-1071).

message! {
    /// Keeps a member of a streams group alive, and tells what has changed about it; the first one joins the group and
    /// tells everything (KIP-1071). Version 1 differs in the response only.
    request StreamsGroupHeartbeatRequest, StreamsGroupHeartbeatRequestView, StreamsGroupHeartbeatRequestEvent:
        key 88, versions 0..=1, flexible 0.., listeners broker {
        /// The group.
        GroupId                  group_id:                   string, entity(groupId);
        /// The member, by the id that it chose when it started.
        MemberId                 member_id:                  string;
        /// The epoch that the member is in; 0 joins, -1 leaves, -2 leaves but keeps the place of a static member.
        MemberEpoch              member_epoch:               int32;
        /// The latest `endpoint_information_epoch` that it got.
        EndpointInformationEpoch endpoint_information_epoch: int32;
        /// Its lasting id, if it is a static member (KIP-345).
        InstanceId               instance_id:                string nullable = null;
        /// Its rack; null if there is none or it is unchanged.
        RackId                   rack_id:                    string nullable = null;
        /// How long it may take to give up tasks, in milliseconds; -1 if unchanged.
        RebalanceTimeoutMs       rebalance_timeout_ms:       int32 = -1;
        /// What the application does; null except from a member that joins.
        Topology                 topology:                   (Topology, TopologyView) nullable = null;
        /// The active tasks that it has; null if unchanged.
        ActiveTasks              active_tasks:               [TaskIds, TaskIdsView] nullable = null;
        /// The standby tasks that it has; null if unchanged.
        StandbyTasks             standby_tasks:              [TaskIds, TaskIdsView] nullable = null;
        /// The warm-up tasks that it has; null if unchanged.
        WarmupTasks              warmup_tasks:               [TaskIds, TaskIdsView] nullable = null;
        /// The process that it runs in, shared by the threads of one client; null if unchanged.
        ProcessId                process_id:                 string nullable = null;
        /// Where the application answers interactive queries; null if it does not or it is unchanged.
        UserEndpoint             user_endpoint:              (Endpoint, EndpointView) nullable = null;
        /// What an assignor that spreads standby tasks looks at, for example the zone (KIP-708); null if unchanged.
        ClientTags               client_tags:                [KeyValue, KeyValueView] nullable = null;
        /// How far it has restored its tasks; null if unchanged.
        TaskOffsets              task_offsets:               [TaskOffset, TaskOffsetView] nullable = null;
        /// How far the changelogs of its tasks go; null if unchanged.
        TaskEndOffsets           task_end_offsets:           [TaskOffset, TaskOffsetView] nullable = null;
        /// Whether all members are to stop, because this one cannot go on.
        ShutdownApplication      shutdown_application:       bool;
    }
    /// What an application does: its subtopologies and their topics.
    struct Topology, TopologyView {
        /// Which edition of the topology it is; a changed application has a higher one.
        Epoch         epoch:         int32;
        /// Its subtopologies.
        Subtopologies subtopologies: [Subtopology, SubtopologyView];
    }
    /// A part of the topology whose tasks are independent of those of all other parts.
    struct Subtopology, SubtopologyView {
        /// Its id; the same in all members.
        SubtopologyId           subtopology_id:            string;
        /// The topics that it reads and that come from outside the application, by name.
        SourceTopics            source_topics:             [string], entity(topicName);
        /// The same, by regular expressions.
        SourceTopicRegex        source_topic_regex:        [string];
        /// The topics that back its state stores; the coordinator creates what is missing.
        StateChangelogTopics    state_changelog_topics:    [TopicInfo, TopicInfoView];
        /// The repartition topics that it writes.
        RepartitionSinkTopics   repartition_sink_topics:   [string], entity(topicName);
        /// The repartition topics that it reads; the coordinator creates what is missing.
        RepartitionSourceTopics repartition_source_topics: [TopicInfo, TopicInfoView];
        /// Which of the topics that it reads must have the same number of partitions.
        CopartitionGroups       copartition_groups:        [CopartitionGroup, CopartitionGroupView];
    }
    /// A topic that the group keeps for itself.
    struct TopicInfo, TopicInfoView {
        /// The topic's name.
        Name              name:               string, entity(topicName);
        /// The number of its partitions; 0 lets the coordinator work it out.
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
    /// Topics that must have the same number of partitions, named by where they stand in the subtopology.
    struct CopartitionGroup, CopartitionGroupView {
        /// Positions in its `source_topics`, from 0.
        SourceTopics            source_topics:             [int16];
        /// Positions in its `source_topic_regex`, from 0.
        SourceTopicRegex        source_topic_regex:        [int16];
        /// Positions in its `repartition_source_topics`, from 0.
        RepartitionSourceTopics repartition_source_topics: [int16];
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
    uses Endpoint, EndpointView;
    uses TaskIds, TaskIdsView;
}

message! {
    /// What a member of a streams group has to do. Version 1 makes the lag wider, can ask for the description of the
    /// topology (KIP-1331), and knows one more status.
    response StreamsGroupHeartbeatResponse, StreamsGroupHeartbeatResponseView, StreamsGroupHeartbeatResponseEvent:
        key 88, versions 0..=1, flexible 0.. {
        /// How long the request was held back by a quota, in milliseconds.
        ThrottleTimeMs              throttle_time_ms:               int32;
        /// What is wrong with the request as a whole.
        ErrorCode                   error_code:                     error_code;
        /// The same in words.
        ErrorMessage                error_message:                  string nullable = null;
        /// The member.
        MemberId                    member_id:                      string;
        /// The epoch that the member is in from now on.
        MemberEpoch                 member_epoch:                   int32;
        /// How long to wait until the next heartbeat, in milliseconds.
        HeartbeatIntervalMs         heartbeat_interval_ms:          int32;
        /// In version 0, what `acceptable_recovery_lag` is later.
        AcceptableRecoveryLagLegacy acceptable_recovery_lag_legacy: int32 @(..=0);
        /// How often to tell the offsets of the tasks, in milliseconds.
        TaskOffsetIntervalMs        task_offset_interval_ms:        int32;
        /// How many records a warm-up task may lack and still count as caught up; -1 if unknown.
        AcceptableRecoveryLag       acceptable_recovery_lag:        int64 @(1..) = -1, ignorable;
        /// What keeps the group from working; null or empty if nothing does.
        Status                      status:                         [Status, StatusView] nullable;
        /// The active tasks that it is to have; null if unchanged.
        ActiveTasks                 active_tasks:                   [TaskIds, TaskIdsView] nullable = null;
        /// The standby tasks that it is to have; null if unchanged.
        StandbyTasks                standby_tasks:                  [TaskIds, TaskIdsView] nullable = null;
        /// The warm-up tasks that it is to have; null if unchanged.
        WarmupTasks                 warmup_tasks:                   [TaskIds, TaskIdsView] nullable = null;
        /// Whether to send the description of the topology, by StreamsGroupTopologyDescriptionUpdate (KIP-1331).
        TopologyDescriptionRequired topology_description_required:  bool @(1..);
        /// Counts up when `partitions_by_user_endpoint` changes.
        EndpointInformationEpoch    endpoint_information_epoch:     int32;
        /// Who answers interactive queries about what; null if unchanged.
        PartitionsByUserEndpoint    partitions_by_user_endpoint:
            [EndpointToPartitions, EndpointToPartitionsView] nullable = null;
    }
    /// A condition of the group.
    struct Status, StatusView {
        /// 0 topology outdated, 1 source topics missing, 2 partitions do not match, 3 internal topics missing,
        /// 4 the application shuts down, 5 assignment delayed, 6 client tags missing (from version 1 on).
        StatusCode   status_code:   int8;
        /// The same in words.
        StatusDetail status_detail: string;
    }
    /// What the application at one place can answer queries about.
    struct EndpointToPartitions, EndpointToPartitionsView {
        /// Where it is.
        UserEndpoint      user_endpoint:      (Endpoint, EndpointView);
        /// The partitions that it processes.
        ActivePartitions  active_partitions:  [TopicPartition, TopicPartitionView];
        /// The partitions of its standby tasks.
        StandbyPartitions standby_partitions: [TopicPartition, TopicPartitionView];
    }
    /// Partitions of a topic.
    struct TopicPartition, TopicPartitionView {
        /// The topic's name.
        Topic      topic:      string, entity(topicName);
        /// The numbers of the partitions.
        Partitions partitions: [int32];
    }
    uses Endpoint, EndpointView;
    uses TaskIds, TaskIdsView;
}

shared! {
    /// Where an application can be reached.
    struct Endpoint, EndpointView {
        /// The host name.
        Host host: string;
        /// The port.
        Port port: uint16;
    }
    /// Tasks of a subtopology.
    struct TaskIds, TaskIdsView {
        /// The subtopology, by its id.
        SubtopologyId subtopology_id: string;
        /// The partitions that it works on; each is one task.
        Partitions    partitions:     [int32];
    }
}
