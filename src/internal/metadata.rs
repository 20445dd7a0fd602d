//! The records of the metadata log, the topic `__cluster_metadata`, and of its snapshots (KIP-500, KIP-630).

use crate::messages::cluster_metadata_records::*;

framed! {
    /// A record of the metadata log or of a snapshot, and its version. Keys are null. Control batches in between hold
    /// [control records](crate::records::ControlRecordView).
    ///
    /// Layout: the unsigned varints frame version (1), record type and version; body.
    ///
    /// ```
    /// use kafka_view::internal::metadata::MetadataRecord;
    ///
    /// let record = MetadataRecord::decode(b"\x01\x0c\0\x0ekraft.version\0\x01\0")?;
    /// let MetadataRecord::FeatureLevel(feature, 0) = record else { panic!() };
    /// assert_eq!((feature.name, feature.feature_level), ("kraft.version".into(), 1));
    /// # Ok::<(), kafka_view::DecodeError>(())
    /// ```
    records MetadataRecord;
    /// A broker has registered with the controller. It stays fenced until it has caught up (KIP-631).
    0 => RegisterBroker: RegisterBrokerRecord RegisterBrokerRecordView;
    /// A broker is no longer registered.
    1 => UnregisterBroker: UnregisterBrokerRecord UnregisterBrokerRecordView;
    /// A topic was created; its partitions follow.
    2 => Topic: TopicRecord TopicRecordView;
    /// A partition was created; in a snapshot, its present state. Version 1 has directories (KIP-858), version 2
    /// eligible leader replicas (KIP-966).
    3 => Partition: PartitionRecord PartitionRecordView;
    /// A setting was changed or, with a null value, removed.
    4 => Config: ConfigRecord ConfigRecordView;
    /// A partition was changed; what has not changed is left out. Version 1 has directories (KIP-858), version 2
    /// eligible leader replicas (KIP-966).
    5 => PartitionChange: PartitionChangeRecord PartitionChangeRecordView;
    /// A broker was fenced: no leader may be on it. BrokerRegistrationChangeRecord has taken its place.
    7 => FenceBroker: FenceBrokerRecord FenceBrokerRecordView;
    /// A broker is fenced no longer. BrokerRegistrationChangeRecord has taken its place.
    8 => UnfenceBroker: UnfenceBrokerRecord UnfenceBrokerRecordView;
    /// A topic was deleted, with its partitions.
    9 => RemoveTopic: RemoveTopicRecord RemoveTopicRecordView;
    /// A delegation token was created or renewed (KIP-900).
    10 => DelegationToken: DelegationTokenRecord DelegationTokenRecordView;
    /// A SCRAM credential of a user was set (KIP-900).
    11 => UserScramCredential: UserScramCredentialRecord UserScramCredentialRecordView;
    /// The level of a feature of the cluster was set (KIP-584).
    12 => FeatureLevel: FeatureLevelRecord FeatureLevelRecordView;
    /// A quota was set or removed (KIP-546).
    14 => ClientQuota: ClientQuotaRecord ClientQuotaRecordView;
    /// A block of producer ids was given to a broker (KIP-730).
    15 => ProducerIds: ProducerIdsRecord ProducerIdsRecordView;
    /// The registration of a broker has changed; what has not changed is left out (KIP-841). Version 2 has
    /// directories (KIP-858), version 3 cordoned ones (KIP-1066).
    17 => BrokerRegistrationChange: BrokerRegistrationChangeRecord BrokerRegistrationChangeRecordView;
    /// An access control list has a new entry (KIP-801).
    18 => AccessControlEntry: AccessControlEntryRecord AccessControlEntryRecordView;
    /// An entry of an access control list was removed (KIP-801).
    19 => RemoveAccessControlEntry: RemoveAccessControlEntryRecord RemoveAccessControlEntryRecordView;
    /// Nothing: the controller writes it from time to time, so that the log goes on (KIP-835).
    20 => NoOp: NoOpRecord NoOpRecordView;
    /// How far the move from ZooKeeper is (KIP-866).
    21 => ZkMigrationState: ZkMigrationStateRecord ZkMigrationStateRecordView;
    /// A SCRAM credential of a user was removed (KIP-900).
    22 => RemoveUserScramCredential: RemoveUserScramCredentialRecord RemoveUserScramCredentialRecordView;
    /// Records from here on count together, or not at all (KIP-868).
    23 => BeginTransaction: BeginTransactionRecord BeginTransactionRecordView;
    /// The records since BeginTransactionRecord count (KIP-868).
    24 => EndTransaction: EndTransactionRecord EndTransactionRecordView;
    /// The records since BeginTransactionRecord are void (KIP-868).
    25 => AbortTransaction: AbortTransactionRecord AbortTransactionRecordView;
    /// A delegation token was removed (KIP-900).
    26 => RemoveDelegationToken: RemoveDelegationTokenRecord RemoveDelegationTokenRecordView;
    /// A controller of the quorum has registered with the active one (KIP-919).
    27 => RegisterController: RegisterControllerRecord RegisterControllerRecordView;
    /// The eligible leader replicas of a topic, or of all, were cleared (KIP-966).
    28 => ClearElr: ClearElrRecord ClearElrRecordView;
    /// A controller is no longer registered.
    29 => UnregisterController: UnregisterControllerRecord UnregisterControllerRecordView;
}
