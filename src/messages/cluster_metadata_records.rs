//! Records of the metadata log, the topic `__cluster_metadata`, and of its snapshots (KIP-500, KIP-630).
//! `internal::metadata` reads them as they are stored.

message! {
    /// A broker has registered with the controller. It stays fenced until it has caught up (KIP-631).
    data RegisterBrokerRecord, RegisterBrokerRecordView, RegisterBrokerRecordEvent:
        versions 0..=4, flexible 0.. {
        /// The broker's number.
        BrokerId             broker_id:              int32;
        /// Whether it still works with ZooKeeper, and waits for the migration (KIP-866).
        IsMigratingZkBroker  is_migrating_zk_broker: bool @(2..);
        /// A random id of this run, new at every start.
        IncarnationId        incarnation_id:         uuid;
        /// The epoch of the broker's registration.
        BrokerEpoch          broker_epoch:           int64;
        /// Where it can be reached.
        EndPoints            end_points:             [BrokerEndpoint, BrokerEndpointView];
        /// The features that it could use, and their levels.
        Features             features:               [BrokerFeature, BrokerFeatureView];
        /// Its rack; null if it has none.
        Rack                 rack:                   string nullable;
        /// Whether it is fenced: no leader may be on it.
        Fenced               fenced:                 bool = true;
        /// Whether it is about to stop, and gives its leaders away.
        InControlledShutdown in_controlled_shutdown: bool @(1..);
    } tagged {
        /// The ids of its log directories that work (KIP-858).
        0 => LogDirs         log_dirs:          [uuid] @(3..);
        /// Those of them that take no new replicas; null if unknown (KIP-1066).
        1 => CordonedLogDirs cordoned_log_dirs: [uuid] nullable @(4..) = null;
    }
    /// A listener of the broker.
    struct BrokerEndpoint, BrokerEndpointView {
        /// The listener's name.
        Name             name:              string, map_key;
        /// The host name.
        Host             host:              string;
        /// The port.
        Port             port:              uint16;
        /// How it is secured: 0 PLAINTEXT, 1 SSL, 2 SASL_PLAINTEXT, 3 SASL_SSL.
        SecurityProtocol security_protocol: int16;
    }
    /// A feature that the broker could use.
    struct BrokerFeature, BrokerFeatureView {
        /// Its name.
        Name                name:                  string, map_key;
        /// The first level.
        MinSupportedVersion min_supported_version: int16;
        /// The last level; the range includes it.
        MaxSupportedVersion max_supported_version: int16;
    }
}

message! {
    /// A broker is no longer registered.
    data UnregisterBrokerRecord, UnregisterBrokerRecordView, UnregisterBrokerRecordEvent:
        versions 0..=0, flexible 0.. {
        /// The broker's number.
        BrokerId    broker_id:    int32;
        /// The epoch of the broker's registration.
        BrokerEpoch broker_epoch: int64;
    }
}

message! {
    /// A topic was created; its partitions follow.
    data TopicRecord, TopicRecordView, TopicRecordEvent:
        versions 0..=0, flexible 0.. {
        /// The topic's name.
        Name    name:     string;
        /// The topic's id.
        TopicId topic_id: uuid;
    }
}

message! {
    /// A partition was created; in a snapshot, its present state. Version 1 has directories (KIP-858), version 2
    /// eligible leader replicas (KIP-966).
    data PartitionRecord, PartitionRecordView, PartitionRecordEvent:
        versions 0..=2, flexible 0.. {
        /// The partition's number.
        PartitionId      partition_id:      int32 = -1;
        /// The topic's id.
        TopicId          topic_id:          uuid;
        /// The brokers of its replicas, the preferred leader first.
        Replicas         replicas:          [int32];
        /// Those of them that are in sync.
        Isr              isr:               [int32];
        /// Replicas that a reassignment is about to remove.
        RemovingReplicas removing_replicas: [int32];
        /// Replicas that a reassignment has added.
        AddingReplicas   adding_replicas:   [int32];
        /// The leader; -1 if there is none.
        Leader           leader:            int32 = -1;
        /// The leader's epoch.
        LeaderEpoch      leader_epoch:      int32 = -1;
        /// Grows with each change of the partition.
        PartitionEpoch   partition_epoch:   int32 = -1;
        /// The log directories of the replicas, by their ids, in the same order (KIP-858).
        Directories      directories:       [uuid] @(1..);
    } tagged {
        /// 1 if an unclean leader has yet to recover, else 0 (KIP-704).
        0 => LeaderRecoveryState    leader_recovery_state:    int8;
        /// Replicas out of sync that have all committed records nevertheless; null if there are none (KIP-966).
        1 => EligibleLeaderReplicas eligible_leader_replicas: [int32] nullable @(2..) = null;
        /// Those that were such, in case that none is left; null if there are none (KIP-966).
        2 => LastKnownElr           last_known_elr:           [int32] nullable @(2..) = null;
    }
}

message! {
    /// A setting was changed or, with a null value, removed.
    data ConfigRecord, ConfigRecordView, ConfigRecordEvent:
        versions 0..=0, flexible 0.. {
        /// What it is a setting of: 2 topic, 4 broker, 16 client metrics, 32 group.
        ResourceType resource_type: int8;
        /// Which one; empty for the default of all brokers.
        ResourceName resource_name: string;
        /// The setting's name.
        Name         name:          string;
        /// Its value; null removes it.
        Value        value:         string nullable;
    }
}

message! {
    /// A partition was changed; what has not changed is left out. Version 1 has directories (KIP-858), version 2
    /// eligible leader replicas (KIP-966).
    data PartitionChangeRecord, PartitionChangeRecordView, PartitionChangeRecordEvent:
        versions 0..=2, flexible 0.. {
        /// The partition's number.
        PartitionId partition_id: int32 = -1;
        /// The topic's id.
        TopicId     topic_id:     uuid;
    } tagged {
        /// The replicas that are in sync; null if unchanged.
        0 => Isr                    isr:                      [int32] nullable = null;
        /// The leader; -1 for none, -2 if unchanged.
        1 => Leader                 leader:                   int32 = -2;
        /// The brokers of its replicas, the preferred leader first; null if unchanged.
        2 => Replicas               replicas:                 [int32] nullable = null;
        /// Replicas that a reassignment is about to remove; null if unchanged.
        3 => RemovingReplicas       removing_replicas:        [int32] nullable = null;
        /// Replicas that a reassignment has added; null if unchanged.
        4 => AddingReplicas         adding_replicas:          [int32] nullable = null;
        /// 1 if an unclean leader has yet to recover, else 0; -1 if unchanged (KIP-704).
        5 => LeaderRecoveryState    leader_recovery_state:    int8 = -1;
        /// Replicas out of sync that have all committed records nevertheless; null if unchanged (KIP-966).
        6 => EligibleLeaderReplicas eligible_leader_replicas: [int32] nullable @(2..) = null;
        /// Those that were such, in case that none is left; null if unchanged (KIP-966).
        7 => LastKnownElr           last_known_elr:           [int32] nullable @(2..) = null;
        /// The log directories of the replicas, by their ids, in the same order; null if unchanged (KIP-858).
        8 => Directories            directories:              [uuid] nullable @(1..) = null;
    }
}

message! {
    /// A broker was fenced: no leader may be on it. BrokerRegistrationChangeRecord has taken its place.
    data FenceBrokerRecord, FenceBrokerRecordView, FenceBrokerRecordEvent:
        versions 0..=0, flexible 0.. {
        /// The broker's number.
        Id    id:    int32;
        /// The epoch of its registration.
        Epoch epoch: int64;
    }
}

message! {
    /// A broker is fenced no longer. BrokerRegistrationChangeRecord has taken its place.
    data UnfenceBrokerRecord, UnfenceBrokerRecordView, UnfenceBrokerRecordEvent:
        versions 0..=0, flexible 0.. {
        /// The broker's number.
        Id    id:    int32;
        /// The epoch of its registration.
        Epoch epoch: int64;
    }
}

message! {
    /// A topic was deleted, with its partitions.
    data RemoveTopicRecord, RemoveTopicRecordView, RemoveTopicRecordEvent:
        versions 0..=0, flexible 0.. {
        /// The topic's id.
        TopicId topic_id: uuid;
    }
}

message! {
    /// A delegation token was created or renewed (KIP-900).
    data DelegationTokenRecord, DelegationTokenRecordView, DelegationTokenRecordEvent:
        versions 0..=0, flexible 0.. {
        /// Whose token it is.
        Owner               owner:                string;
        /// Who has asked for it.
        Requester           requester:            string;
        /// Who may renew it.
        Renewers            renewers:             [string];
        /// When it was created, in milliseconds since 1970.
        IssueTimestamp      issue_timestamp:      int64;
        /// Until when it can be renewed, in milliseconds since 1970.
        MaxTimestamp        max_timestamp:        int64;
        /// When it ends unless it is renewed, in milliseconds since 1970.
        ExpirationTimestamp expiration_timestamp: int64;
        /// The token's id.
        TokenId             token_id:             string;
    }
}

message! {
    /// A SCRAM credential of a user was set (KIP-900).
    data UserScramCredentialRecord, UserScramCredentialRecordView, UserScramCredentialRecordEvent:
        versions 0..=0, flexible 0.. {
        /// The user's name.
        Name       name:       string;
        /// The mechanism: 1 SCRAM-SHA-256, 2 SCRAM-SHA-512.
        Mechanism  mechanism:  int8;
        /// Random bytes that went into the hash of the password.
        Salt       salt:       bytes;
        /// What the client's proof is checked with (RFC 5802).
        StoredKey  stored_key: bytes;
        /// What the server proves itself with (RFC 5802).
        ServerKey  server_key: bytes;
        /// How often the password was hashed.
        Iterations iterations: int32;
    }
}

message! {
    /// The level of a feature of the cluster was set (KIP-584).
    data FeatureLevelRecord, FeatureLevelRecordView, FeatureLevelRecordEvent:
        versions 0..=0, flexible 0.. {
        /// The feature's name.
        Name         name:          string;
        /// Its level; 0 switches it off.
        FeatureLevel feature_level: int16;
    }
}

message! {
    /// A quota was set or removed (KIP-546).
    data ClientQuotaRecord, ClientQuotaRecordView, ClientQuotaRecordEvent:
        versions 0..=0, flexible 0.. {
        /// What the quota is for.
        Entity entity: [EntityData, EntityDataView];
        /// The quota, such as `producer_byte_rate`.
        Key    key:    string;
        /// Its value, in the unit of the quota.
        Value  value:  float64;
        /// Whether the quota is removed.
        Remove remove: bool;
    }
    /// A part of what the quota is for.
    struct EntityData, EntityDataView {
        /// `user`, `client-id` or `ip`.
        EntityType entity_type: string;
        /// Which one; null for the default.
        EntityName entity_name: string nullable;
    }
}

message! {
    /// A block of producer ids was given to a broker (KIP-730).
    data ProducerIdsRecord, ProducerIdsRecordView, ProducerIdsRecordEvent:
        versions 0..=0, flexible 0.. {
        /// The broker's number.
        BrokerId       broker_id:        int32;
        /// The epoch of the broker's registration; -1 if unknown.
        BrokerEpoch    broker_epoch:     int64 = -1;
        /// The first id behind the block: the next one that can be given out.
        NextProducerId next_producer_id: int64;
    }
}

message! {
    /// The registration of a broker has changed; what has not changed is left out (KIP-841). Version 2 has
    /// directories (KIP-858), version 3 cordoned ones (KIP-1066).
    data BrokerRegistrationChangeRecord, BrokerRegistrationChangeRecordView, BrokerRegistrationChangeRecordEvent:
        versions 0..=3, flexible 0.. {
        /// The broker's number.
        BrokerId    broker_id:    int32;
        /// The epoch of the broker's registration.
        BrokerEpoch broker_epoch: int64;
    } tagged {
        /// 1 if it is fenced now, -1 if no longer, 0 if unchanged.
        0 => Fenced               fenced:                 int8;
        /// 1 if it is about to stop, 0 if unchanged.
        1 => InControlledShutdown in_controlled_shutdown: int8 @(1..);
        /// The ids of its log directories that work; empty if unchanged (KIP-858).
        2 => LogDirs              log_dirs:               [uuid] @(2..);
        /// Those of them that take no new replicas; null if unchanged (KIP-1066).
        3 => CordonedLogDirs      cordoned_log_dirs:      [uuid] nullable @(3..) = null;
    }
}

message! {
    /// An access control list has a new entry (KIP-801).
    data AccessControlEntryRecord, AccessControlEntryRecordView, AccessControlEntryRecordEvent:
        versions 0..=0, flexible 0.. {
        /// The entry's id.
        Id             id:              uuid;
        /// The kind of resource: 2 topic, 3 group, 4 cluster, 5 transactional id, 6 delegation token, 7 user.
        ResourceType   resource_type:   int8;
        /// The resource's name; `*` for all of the kind.
        ResourceName   resource_name:   string;
        /// How the name is meant: 3 literally, 4 as a prefix (KIP-290).
        PatternType    pattern_type:    int8;
        /// Whom it concerns, such as `User:alice`.
        Principal      principal:       string;
        /// The client address that it concerns; `*` for any.
        Host           host:            string;
        /// 2 all, 3 read, 4 write, 5 create, 6 delete, 7 alter, 8 describe, 9 cluster action, 10 describe configs, 11
        /// alter configs, 12 idempotent write, 13 create tokens, 14 describe tokens, 15 two-phase commit.
        Operation      operation:       int8;
        /// What it does: 2 deny, 3 allow.
        PermissionType permission_type: int8;
    }
}

message! {
    /// An entry of an access control list was removed (KIP-801).
    data RemoveAccessControlEntryRecord, RemoveAccessControlEntryRecordView, RemoveAccessControlEntryRecordEvent:
        versions 0..=0, flexible 0.. {
        /// The entry's id.
        Id id: uuid;
    }
}

message! {
    /// Nothing: the controller writes it from time to time, so that the log goes on (KIP-835).
    data NoOpRecord, NoOpRecordView, NoOpRecordEvent:
        versions 0..=0, flexible 0.. {}
}

message! {
    /// How far the move from ZooKeeper is (KIP-866).
    data ZkMigrationStateRecord, ZkMigrationStateRecordView, ZkMigrationStateRecordEvent:
        versions 0..=0, flexible 0.. {
        /// 0 none, 1 before the move, 2 during it, 3 after it, 4 in ZooKeeper still.
        ZkMigrationState zk_migration_state: int8;
    }
}

message! {
    /// A SCRAM credential of a user was removed (KIP-900).
    data RemoveUserScramCredentialRecord, RemoveUserScramCredentialRecordView, RemoveUserScramCredentialRecordEvent:
        versions 0..=0, flexible 0.. {
        /// The user's name.
        Name      name:      string;
        /// The mechanism: 1 SCRAM-SHA-256, 2 SCRAM-SHA-512.
        Mechanism mechanism: int8;
    }
}

message! {
    /// Records from here on count together, or not at all (KIP-868).
    data BeginTransactionRecord, BeginTransactionRecordView, BeginTransactionRecordEvent:
        versions 0..=0, flexible 0.. {
    } tagged {
        /// What it is for; null if that is not said.
        0 => Name name: string nullable = null;
    }
}

message! {
    /// The records since BeginTransactionRecord count (KIP-868).
    data EndTransactionRecord, EndTransactionRecordView, EndTransactionRecordEvent:
        versions 0..=0, flexible 0.. {}
}

message! {
    /// The records since BeginTransactionRecord are void (KIP-868).
    data AbortTransactionRecord, AbortTransactionRecordView, AbortTransactionRecordEvent:
        versions 0..=0, flexible 0.. {
    } tagged {
        /// Why; null if that is not said.
        0 => Reason reason: string nullable = null;
    }
}

message! {
    /// A delegation token was removed (KIP-900).
    data RemoveDelegationTokenRecord, RemoveDelegationTokenRecordView, RemoveDelegationTokenRecordEvent:
        versions 0..=0, flexible 0.. {
        /// The token's id.
        TokenId token_id: string;
    }
}

message! {
    /// A controller of the quorum has registered with the active one (KIP-919).
    data RegisterControllerRecord, RegisterControllerRecordView, RegisterControllerRecordEvent:
        versions 0..=0, flexible 0.. {
        /// The controller's number.
        ControllerId     controller_id:      int32;
        /// A random id of this run, new at every start.
        IncarnationId    incarnation_id:     uuid;
        /// Whether it is ready to move from ZooKeeper (KIP-866).
        ZkMigrationReady zk_migration_ready: bool;
        /// Where it can be reached.
        EndPoints        end_points:         [ControllerEndpoint, ControllerEndpointView];
        /// The features that it could use, and their levels.
        Features         features:           [ControllerFeature, ControllerFeatureView];
    }
    /// A listener of the controller.
    struct ControllerEndpoint, ControllerEndpointView {
        /// The listener's name.
        Name             name:              string, map_key;
        /// The host name.
        Host             host:              string;
        /// The port.
        Port             port:              uint16;
        /// How it is secured: 0 PLAINTEXT, 1 SSL, 2 SASL_PLAINTEXT, 3 SASL_SSL.
        SecurityProtocol security_protocol: int16;
    }
    /// A feature that the controller could use.
    struct ControllerFeature, ControllerFeatureView {
        /// Its name.
        Name                name:                  string, map_key;
        /// The first level.
        MinSupportedVersion min_supported_version: int16;
        /// The last level; the range includes it.
        MaxSupportedVersion max_supported_version: int16;
    }
}

message! {
    /// The eligible leader replicas of a topic, or of all, were cleared (KIP-966).
    data ClearElrRecord, ClearElrRecordView, ClearElrRecordEvent:
        versions 0..=0, flexible 0.. {
        /// The topic's name; empty for all topics.
        TopicName topic_name: string;
    }
}

message! {
    /// A controller is no longer registered.
    data UnregisterControllerRecord, UnregisterControllerRecordView, UnregisterControllerRecordEvent:
        versions 0..=0, flexible 0.. {
        /// The controller's number.
        ControllerId controller_id: int32;
    }
}
