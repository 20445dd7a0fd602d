//! AlterPartition: changes which replicas of a partition are in sync (KIP-497).

message! {
    /// A partition's leader asks the controller to change which replicas are in sync (KIP-497). Version 2 names topics
    /// by their ids (KIP-841); version 3 tells the epoch of each replica's broker (KIP-903).
    request AlterPartitionRequest, AlterPartitionRequestView, AlterPartitionRequestEvent:
        key 56, versions 0..=3, flexible 0.., listeners controller {
        /// The leader that asks.
        BrokerId    broker_id:    int32, entity(brokerId);
        /// The epoch of its registration; an outdated one is refused.
        BrokerEpoch broker_epoch: int64 = -1;
        /// The partitions to change, by topic.
        Topics      topics:       [RequestTopicData, RequestTopicDataView];
    }
    /// Partitions of a topic to change.
    struct RequestTopicData, RequestTopicDataView named TopicData {
        /// The topic's name; from version 2 on its id stands instead.
        TopicName  topic_name: string @(..=1), ignorable;
        /// The topic's id (KIP-841).
        TopicId    topic_id:   uuid @(2..), ignorable;
        /// Its partitions.
        Partitions partitions: [RequestPartitionData, RequestPartitionDataView];
    }
    /// A partition to change.
    struct RequestPartitionData, RequestPartitionDataView named PartitionData {
        /// The partition's number.
        PartitionIndex      partition_index:       int32;
        /// The epoch in which the sender leads it.
        LeaderEpoch         leader_epoch:          int32;
        /// The brokers that are to be in sync.
        NewIsr              new_isr:               [int32] @(..=2), entity(brokerId);
        /// The same, each with its epoch, so that none is taken in that restarted meanwhile (KIP-903).
        NewIsrWithEpochs    new_isr_with_epochs:   [BrokerState, BrokerStateView] @(3..);
        /// Whether its leader was elected uncleanly, and still recovers: 0 no, 1 yes (KIP-704).
        LeaderRecoveryState leader_recovery_state: int8 @(1..);
        /// The partition's epoch as the leader knows it; refused if the partition has changed since.
        PartitionEpoch      partition_epoch:       int32;
    }
    /// A broker that is to be in sync.
    struct BrokerState, BrokerStateView {
        /// The broker's number.
        BrokerId    broker_id:    int32, entity(brokerId);
        /// The epoch of its registration as the leader knows it; -1 for any.
        BrokerEpoch broker_epoch: int64 = -1;
    }
}

message! {
    /// The partitions as the controller has them now.
    response AlterPartitionResponse, AlterPartitionResponseView, AlterPartitionResponseEvent:
        key 56, versions 0..=3, flexible 0.. {
        /// How long the request was held back by a quota, in milliseconds.
        ThrottleTimeMs throttle_time_ms: int32;
        /// What is wrong with the request as a whole.
        ErrorCode      error_code:       error_code;
        /// The partitions, by topic.
        Topics         topics:           [ResponseTopicData, ResponseTopicDataView];
    }
    /// Partitions of a topic.
    struct ResponseTopicData, ResponseTopicDataView named TopicData {
        /// The topic's name; from version 2 on its id stands instead.
        TopicName  topic_name: string @(..=1), ignorable;
        /// The topic's id (KIP-841).
        TopicId    topic_id:   uuid @(2..), ignorable;
        /// Its partitions.
        Partitions partitions: [ResponsePartitionData, ResponsePartitionDataView];
    }
    /// A partition as the controller has it now.
    struct ResponsePartitionData, ResponsePartitionDataView named PartitionData {
        /// The partition's number.
        PartitionIndex      partition_index:       int32;
        /// What is wrong with this partition.
        ErrorCode           error_code:            error_code;
        /// The broker that leads it.
        LeaderId            leader_id:             int32, entity(brokerId);
        /// The epoch of its leadership.
        LeaderEpoch         leader_epoch:          int32;
        /// The brokers that are in sync.
        Isr                 isr:                   [int32], entity(brokerId);
        /// Whether its leader was elected uncleanly, and still recovers: 0 no, 1 yes (KIP-704).
        LeaderRecoveryState leader_recovery_state: int8 @(1..), ignorable;
        /// The partition's epoch, to build the next change on.
        PartitionEpoch      partition_epoch:       int32;
    }
}
