//! Records of streams groups (KIP-1071) in the topic `__consumer_offsets`. `internal::group` reads them as they are
//! stored.

message! {
    /// A streams group.
    data StreamsGroupMetadataKey, StreamsGroupMetadataKeyView, StreamsGroupMetadataKeyEvent:
        versions 0..=0, flexible none {
        /// The group.
        GroupId group_id: string;
    }
}

message! {
    /// The epoch of a streams group, and what its assignment was made from.
    data StreamsGroupMetadataValue, StreamsGroupMetadataValueView, StreamsGroupMetadataValueEvent:
        versions 0..=0, flexible 0.. {
        /// The group's epoch.
        Epoch        epoch:         int32;
        /// A hash of the topics, so that changes to them are noticed; 0 if there are none.
        MetadataHash metadata_hash: int64;
    } tagged {
        /// The topology that was checked against the topics that exist, by its epoch; -1 if none was.
        0 => ValidatedTopologyEpoch         validated_topology_epoch:          int32 = -1;
        /// The settings that the latest assignment was made with; null if unknown.
        1 => LastAssignmentConfigs          last_assignment_configs:           [LastAssignmentConfig, LastAssignmentConfigView] nullable;
        /// The topology whose description is stored, by its epoch; -1 if none is.
        2 => StoredDescriptionTopologyEpoch stored_description_topology_epoch: int32 = -1;
        /// The topology whose description could not be stored, by its epoch; -1 if there is none.
        3 => FailedDescriptionTopologyEpoch failed_description_topology_epoch: int32 = -1;
    }
    /// A setting of the assignor.
    struct LastAssignmentConfig, LastAssignmentConfigView {
        /// Its name.
        Key   key:   string;
        /// Its value.
        Value value: string;
    }
}

message! {
    /// A member of a streams group.
    data StreamsGroupMemberMetadataKey, StreamsGroupMemberMetadataKeyView, StreamsGroupMemberMetadataKeyEvent:
        versions 0..=0, flexible none {
        /// The group.
        GroupId  group_id:  string;
        /// The member's id.
        MemberId member_id: string;
    }
}

message! {
    /// What a member of a streams group has told about itself.
    data StreamsGroupMemberMetadataValue, StreamsGroupMemberMetadataValueView, StreamsGroupMemberMetadataValueEvent:
        versions 0..=0, flexible 0.. {
        /// Its lasting id, if it is a static member (KIP-345).
        InstanceId         instance_id:          string nullable;
        /// Its rack, if it has one.
        RackId             rack_id:              string nullable;
        /// The client id of its requests.
        ClientId           client_id:            string;
        /// The address that its requests come from.
        ClientHost         client_host:          string;
        /// How long it may take to give up what it had, in milliseconds; -1 if unknown.
        RebalanceTimeoutMs rebalance_timeout_ms: int32 = -1;
        /// The topology that it runs, by its epoch.
        TopologyEpoch      topology_epoch:       int32;
        /// The process that it runs in; the threads of one client share it.
        ProcessId          process_id:           string;
        /// Where the application answers interactive queries; null if it does not.
        UserEndpoint       user_endpoint:        (Endpoint, EndpointView) nullable = null;
        /// Tags, to spread standby tasks by.
        ClientTags         client_tags:          [KeyValue, KeyValueView];
    }
    /// Where a member answers interactive queries.
    struct Endpoint, EndpointView {
        /// The host name.
        Host host: string;
        /// The port.
        Port port: uint16;
    }
    /// A tag.
    struct KeyValue, KeyValueView {
        /// Its name.
        Key   key:   string;
        /// Its value.
        Value value: string;
    }
}

message! {
    /// A streams group.
    data StreamsGroupTargetAssignmentMetadataKey, StreamsGroupTargetAssignmentMetadataKeyView,
        StreamsGroupTargetAssignmentMetadataKeyEvent:
        versions 0..=0, flexible none {
        /// The group.
        GroupId group_id: string;
    }
}

message! {
    /// Which epoch of the group the assignment that all members move to is made for.
    data StreamsGroupTargetAssignmentMetadataValue, StreamsGroupTargetAssignmentMetadataValueView,
        StreamsGroupTargetAssignmentMetadataValueEvent:
        versions 0..=0, flexible 0.. {
        /// The epoch of the group that the assignment is for.
        AssignmentEpoch assignment_epoch: int32;
    } tagged {
        /// When it was computed, in milliseconds since 1970; 0 if unknown.
        0 => AssignmentTimestamp assignment_timestamp: int64, ignorable;
    }
}

message! {
    /// A member of a streams group.
    data StreamsGroupTargetAssignmentMemberKey, StreamsGroupTargetAssignmentMemberKeyView,
        StreamsGroupTargetAssignmentMemberKeyEvent:
        versions 0..=0, flexible none {
        /// The group.
        GroupId  group_id:  string;
        /// The member's id.
        MemberId member_id: string;
    }
}

message! {
    /// The tasks that a member of a streams group is to have in the end.
    data StreamsGroupTargetAssignmentMemberValue, StreamsGroupTargetAssignmentMemberValueView,
        StreamsGroupTargetAssignmentMemberValueEvent:
        versions 0..=0, flexible 0.. {
        /// The tasks that it runs.
        ActiveTasks  active_tasks:  [TaskIds, TaskIdsView];
        /// The tasks whose state it keeps up with, in case another fails.
        StandbyTasks standby_tasks: [TaskIds, TaskIdsView];
        /// The tasks whose state it is building up, to run them later.
        WarmupTasks  warmup_tasks:  [TaskIds, TaskIdsView];
    }
    /// Tasks of a subtopology.
    struct TaskIds, TaskIdsView {
        /// The subtopology's id.
        SubtopologyId subtopology_id: string;
        /// The tasks, by the partitions that they read.
        Partitions    partitions:     [int32];
    }
}

message! {
    /// A member of a streams group.
    data StreamsGroupCurrentMemberAssignmentKey, StreamsGroupCurrentMemberAssignmentKeyView,
        StreamsGroupCurrentMemberAssignmentKeyEvent:
        versions 0..=0, flexible none {
        /// The group.
        GroupId  group_id:  string;
        /// The member's id.
        MemberId member_id: string;
    }
}

message! {
    /// The tasks that a member of a streams group has now, and those that it has yet to give up.
    data StreamsGroupCurrentMemberAssignmentValue, StreamsGroupCurrentMemberAssignmentValueView,
        StreamsGroupCurrentMemberAssignmentValueEvent:
        versions 0..=0, flexible 0.. {
        /// The epoch that the member is in.
        MemberEpoch                   member_epoch:                     int32;
        /// The epoch that it was in before.
        PreviousMemberEpoch           previous_member_epoch:            int32;
        /// 0 stable, 1 has yet to give up tasks, 2 waits for tasks that others have yet to give up.
        State                         state:                            int8;
        /// The tasks that it runs.
        ActiveTasks                   active_tasks:                     [CurrentTaskIds, CurrentTaskIdsView];
        /// The tasks whose state it keeps up with, in case another fails.
        StandbyTasks                  standby_tasks:                    [CurrentTaskIds, CurrentTaskIdsView];
        /// The tasks whose state it is building up, to run them later.
        WarmupTasks                   warmup_tasks:                     [CurrentTaskIds, CurrentTaskIdsView];
        /// The active tasks that it has yet to give up.
        ActiveTasksPendingRevocation  active_tasks_pending_revocation:  [CurrentTaskIds, CurrentTaskIdsView];
        /// The standby tasks that it has yet to give up.
        StandbyTasksPendingRevocation standby_tasks_pending_revocation: [CurrentTaskIds, CurrentTaskIdsView];
        /// The warm-up tasks that it has yet to give up.
        WarmupTasksPendingRevocation  warmup_tasks_pending_revocation:  [CurrentTaskIds, CurrentTaskIdsView];
    }
    /// Tasks of a subtopology, and since when they are assigned.
    struct CurrentTaskIds, CurrentTaskIdsView named TaskIds {
        /// The subtopology's id.
        SubtopologyId subtopology_id: string;
        /// The tasks, by the partitions that they read.
        Partitions    partitions:     [int32];
    } tagged {
        /// The epochs in which the member got each of them, in the same order; null if unknown.
        0 => AssignmentEpochs assignment_epochs: [int32] nullable;
    }
}

message! {
    /// A streams group.
    data StreamsGroupTopologyKey, StreamsGroupTopologyKeyView, StreamsGroupTopologyKeyEvent:
        versions 0..=0, flexible none {
        /// The group.
        GroupId group_id: string;
    }
}

message! {
    /// What the application of a streams group does: the topology that its members have sent.
    data StreamsGroupTopologyValue, StreamsGroupTopologyValueView, StreamsGroupTopologyValueEvent:
        versions 0..=0, flexible 0.. {
        /// The topology's epoch.
        Epoch         epoch:         int32;
        /// Its parts.
        Subtopologies subtopologies: [Subtopology, SubtopologyView];
    }
    /// A part of the topology whose tasks are independent of those of all other parts.
    struct Subtopology, SubtopologyView {
        /// Its id.
        SubtopologyId           subtopology_id:            string;
        /// The topics that it reads and that come from outside the application.
        SourceTopics            source_topics:             [string];
        /// Regular expressions of such topics.
        SourceTopicRegex        source_topic_regex:        [string];
        /// The topics that back its state stores.
        StateChangelogTopics    state_changelog_topics:    [TopicInfo, TopicInfoView];
        /// The repartition topics that it writes.
        RepartitionSinkTopics   repartition_sink_topics:   [string];
        /// The repartition topics that it reads.
        RepartitionSourceTopics repartition_source_topics: [TopicInfo, TopicInfoView];
        /// Source topics that need the same number of partitions.
        CopartitionGroups       copartition_groups:        [CopartitionGroup, CopartitionGroupView];
    }
    /// A topic that the group keeps for itself.
    struct TopicInfo, TopicInfoView {
        /// The topic's name.
        Name              name:               string;
        /// The number of its partitions; 0 if that is not settled.
        Partitions        partitions:         int32;
        /// The number of its replicas; 0 for the brokers' default.
        ReplicationFactor replication_factor: int16;
        /// What else to set when it is created.
        TopicConfigs      topic_configs:      [TopicConfig, TopicConfigView];
    }
    /// A setting of a topic.
    struct TopicConfig, TopicConfigView {
        /// Its name.
        key   key:   string;
        /// Its value.
        value value: string;
    }
    /// Source topics that need the same number of partitions, as they are joined. The numbers count within the lists
    /// of the subtopology.
    struct CopartitionGroup, CopartitionGroupView {
        /// Those among `source_topics`.
        SourceTopics            source_topics:             [int16];
        /// Those among `source_topic_regex`.
        SourceTopicRegex        source_topic_regex:        [int16];
        /// Those among `repartition_source_topics`.
        RepartitionSourceTopics repartition_source_topics: [int16];
    }
}
