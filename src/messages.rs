//! Kafka's messages, one module per API: request and response side by side, in Kafka's order of fields.
//!
//! Every message is there twice: `XView<'a>` is decoded bytes, `X<'a>` is what you encode. Nested structs live in the module of
//! their API. [`Message`] lists them all, for code that finds out at run time which message it has.

use crate::schema::{self, MessageKind, Names, Schema, Tree};
use crate::{ApiKey, Decode, DecodeError, EncodeError, message::Visitor};
use core::fmt;

/// Modules and their messages: a new message is one line here. Hands the list to another macro, so that tests of all messages
/// need no list of their own.
#[doc(hidden)]
#[macro_export]
macro_rules! __for_each_message {
    ($callback:ident! { $($arguments:tt)* }) => { $callback! { $($arguments)*
        aborted_txn:
            AbortedTxn AbortedTxnView AbortedTxnEvent;
        add_offsets_to_txn:
            AddOffsetsToTxnRequest AddOffsetsToTxnRequestView AddOffsetsToTxnRequestEvent,
            AddOffsetsToTxnResponse AddOffsetsToTxnResponseView AddOffsetsToTxnResponseEvent;
        add_partitions_to_txn:
            AddPartitionsToTxnRequest AddPartitionsToTxnRequestView AddPartitionsToTxnRequestEvent,
            AddPartitionsToTxnResponse AddPartitionsToTxnResponseView AddPartitionsToTxnResponseEvent;
        add_raft_voter:
            AddRaftVoterRequest AddRaftVoterRequestView AddRaftVoterRequestEvent,
            AddRaftVoterResponse AddRaftVoterResponseView AddRaftVoterResponseEvent;
        allocate_producer_ids:
            AllocateProducerIdsRequest AllocateProducerIdsRequestView AllocateProducerIdsRequestEvent,
            AllocateProducerIdsResponse AllocateProducerIdsResponseView AllocateProducerIdsResponseEvent;
        alter_client_quotas:
            AlterClientQuotasRequest AlterClientQuotasRequestView AlterClientQuotasRequestEvent,
            AlterClientQuotasResponse AlterClientQuotasResponseView AlterClientQuotasResponseEvent;
        alter_configs:
            AlterConfigsRequest AlterConfigsRequestView AlterConfigsRequestEvent,
            AlterConfigsResponse AlterConfigsResponseView AlterConfigsResponseEvent;
        alter_partition:
            AlterPartitionRequest AlterPartitionRequestView AlterPartitionRequestEvent,
            AlterPartitionResponse AlterPartitionResponseView AlterPartitionResponseEvent;
        alter_partition_reassignments:
            AlterPartitionReassignmentsRequest AlterPartitionReassignmentsRequestView AlterPartitionReassignmentsRequestEvent,
            AlterPartitionReassignmentsResponse AlterPartitionReassignmentsResponseView AlterPartitionReassignmentsResponseEvent;
        alter_replica_log_dirs:
            AlterReplicaLogDirsRequest AlterReplicaLogDirsRequestView AlterReplicaLogDirsRequestEvent,
            AlterReplicaLogDirsResponse AlterReplicaLogDirsResponseView AlterReplicaLogDirsResponseEvent;
        alter_share_group_offsets:
            AlterShareGroupOffsetsRequest AlterShareGroupOffsetsRequestView AlterShareGroupOffsetsRequestEvent,
            AlterShareGroupOffsetsResponse AlterShareGroupOffsetsResponseView AlterShareGroupOffsetsResponseEvent;
        alter_user_scram_credentials:
            AlterUserScramCredentialsRequest AlterUserScramCredentialsRequestView AlterUserScramCredentialsRequestEvent,
            AlterUserScramCredentialsResponse AlterUserScramCredentialsResponseView AlterUserScramCredentialsResponseEvent;
        api_versions:
            ApiVersionsRequest ApiVersionsRequestView ApiVersionsRequestEvent,
            ApiVersionsResponse ApiVersionsResponseView ApiVersionsResponseEvent;
        assign_replicas_to_dirs:
            AssignReplicasToDirsRequest AssignReplicasToDirsRequestView AssignReplicasToDirsRequestEvent,
            AssignReplicasToDirsResponse AssignReplicasToDirsResponseView AssignReplicasToDirsResponseEvent;
        begin_quorum_epoch:
            BeginQuorumEpochRequest BeginQuorumEpochRequestView BeginQuorumEpochRequestEvent,
            BeginQuorumEpochResponse BeginQuorumEpochResponseView BeginQuorumEpochResponseEvent;
        broker_heartbeat:
            BrokerHeartbeatRequest BrokerHeartbeatRequestView BrokerHeartbeatRequestEvent,
            BrokerHeartbeatResponse BrokerHeartbeatResponseView BrokerHeartbeatResponseEvent;
        broker_registration:
            BrokerRegistrationRequest BrokerRegistrationRequestView BrokerRegistrationRequestEvent,
            BrokerRegistrationResponse BrokerRegistrationResponseView BrokerRegistrationResponseEvent;
        classic_group_records:
            LegacyOffsetCommitKey LegacyOffsetCommitKeyView LegacyOffsetCommitKeyEvent,
            LegacyOffsetCommitValue LegacyOffsetCommitValueView LegacyOffsetCommitValueEvent,
            OffsetCommitKey OffsetCommitKeyView OffsetCommitKeyEvent,
            OffsetCommitValue OffsetCommitValueView OffsetCommitValueEvent,
            GroupMetadataKey GroupMetadataKeyView GroupMetadataKeyEvent,
            GroupMetadataValue GroupMetadataValueView GroupMetadataValueEvent;
        cluster_metadata_records:
            RegisterBrokerRecord RegisterBrokerRecordView RegisterBrokerRecordEvent,
            UnregisterBrokerRecord UnregisterBrokerRecordView UnregisterBrokerRecordEvent,
            TopicRecord TopicRecordView TopicRecordEvent,
            PartitionRecord PartitionRecordView PartitionRecordEvent,
            ConfigRecord ConfigRecordView ConfigRecordEvent,
            PartitionChangeRecord PartitionChangeRecordView PartitionChangeRecordEvent,
            FenceBrokerRecord FenceBrokerRecordView FenceBrokerRecordEvent,
            UnfenceBrokerRecord UnfenceBrokerRecordView UnfenceBrokerRecordEvent,
            RemoveTopicRecord RemoveTopicRecordView RemoveTopicRecordEvent,
            DelegationTokenRecord DelegationTokenRecordView DelegationTokenRecordEvent,
            UserScramCredentialRecord UserScramCredentialRecordView UserScramCredentialRecordEvent,
            FeatureLevelRecord FeatureLevelRecordView FeatureLevelRecordEvent,
            ClientQuotaRecord ClientQuotaRecordView ClientQuotaRecordEvent,
            ProducerIdsRecord ProducerIdsRecordView ProducerIdsRecordEvent,
            BrokerRegistrationChangeRecord BrokerRegistrationChangeRecordView BrokerRegistrationChangeRecordEvent,
            AccessControlEntryRecord AccessControlEntryRecordView AccessControlEntryRecordEvent,
            RemoveAccessControlEntryRecord RemoveAccessControlEntryRecordView RemoveAccessControlEntryRecordEvent,
            NoOpRecord NoOpRecordView NoOpRecordEvent,
            ZkMigrationStateRecord ZkMigrationStateRecordView ZkMigrationStateRecordEvent,
            RemoveUserScramCredentialRecord RemoveUserScramCredentialRecordView RemoveUserScramCredentialRecordEvent,
            BeginTransactionRecord BeginTransactionRecordView BeginTransactionRecordEvent,
            EndTransactionRecord EndTransactionRecordView EndTransactionRecordEvent,
            AbortTransactionRecord AbortTransactionRecordView AbortTransactionRecordEvent,
            RemoveDelegationTokenRecord RemoveDelegationTokenRecordView RemoveDelegationTokenRecordEvent,
            RegisterControllerRecord RegisterControllerRecordView RegisterControllerRecordEvent,
            ClearElrRecord ClearElrRecordView ClearElrRecordEvent,
            UnregisterControllerRecord UnregisterControllerRecordView UnregisterControllerRecordEvent;
        consumer_group_describe:
            ConsumerGroupDescribeRequest ConsumerGroupDescribeRequestView ConsumerGroupDescribeRequestEvent,
            ConsumerGroupDescribeResponse ConsumerGroupDescribeResponseView ConsumerGroupDescribeResponseEvent;
        consumer_group_heartbeat:
            ConsumerGroupHeartbeatRequest ConsumerGroupHeartbeatRequestView ConsumerGroupHeartbeatRequestEvent,
            ConsumerGroupHeartbeatResponse ConsumerGroupHeartbeatResponseView ConsumerGroupHeartbeatResponseEvent;
        consumer_group_records:
            ConsumerGroupMetadataKey ConsumerGroupMetadataKeyView ConsumerGroupMetadataKeyEvent,
            ConsumerGroupMetadataValue ConsumerGroupMetadataValueView ConsumerGroupMetadataValueEvent,
            ConsumerGroupPartitionMetadataKey ConsumerGroupPartitionMetadataKeyView ConsumerGroupPartitionMetadataKeyEvent,
            ConsumerGroupPartitionMetadataValue ConsumerGroupPartitionMetadataValueView ConsumerGroupPartitionMetadataValueEvent,
            ConsumerGroupMemberMetadataKey ConsumerGroupMemberMetadataKeyView ConsumerGroupMemberMetadataKeyEvent,
            ConsumerGroupMemberMetadataValue ConsumerGroupMemberMetadataValueView ConsumerGroupMemberMetadataValueEvent,
            ConsumerGroupTargetAssignmentMetadataKey ConsumerGroupTargetAssignmentMetadataKeyView ConsumerGroupTargetAssignmentMetadataKeyEvent,
            ConsumerGroupTargetAssignmentMetadataValue ConsumerGroupTargetAssignmentMetadataValueView ConsumerGroupTargetAssignmentMetadataValueEvent,
            ConsumerGroupTargetAssignmentMemberKey ConsumerGroupTargetAssignmentMemberKeyView ConsumerGroupTargetAssignmentMemberKeyEvent,
            ConsumerGroupTargetAssignmentMemberValue ConsumerGroupTargetAssignmentMemberValueView ConsumerGroupTargetAssignmentMemberValueEvent,
            ConsumerGroupCurrentMemberAssignmentKey ConsumerGroupCurrentMemberAssignmentKeyView ConsumerGroupCurrentMemberAssignmentKeyEvent,
            ConsumerGroupCurrentMemberAssignmentValue ConsumerGroupCurrentMemberAssignmentValueView ConsumerGroupCurrentMemberAssignmentValueEvent,
            ConsumerGroupRegularExpressionKey ConsumerGroupRegularExpressionKeyView ConsumerGroupRegularExpressionKeyEvent,
            ConsumerGroupRegularExpressionValue ConsumerGroupRegularExpressionValueView ConsumerGroupRegularExpressionValueEvent;
        consumer_protocol_assignment:
            ConsumerProtocolAssignment ConsumerProtocolAssignmentView ConsumerProtocolAssignmentEvent;
        consumer_protocol_subscription:
            ConsumerProtocolSubscription ConsumerProtocolSubscriptionView ConsumerProtocolSubscriptionEvent;
        control_record:
            ControlRecordTypeSchema ControlRecordTypeSchemaView ControlRecordTypeSchemaEvent,
            EndTxnMarker EndTxnMarkerView EndTxnMarkerEvent,
            SnapshotHeaderRecord SnapshotHeaderRecordView SnapshotHeaderRecordEvent,
            SnapshotFooterRecord SnapshotFooterRecordView SnapshotFooterRecordEvent,
            KRaftVersionRecord KRaftVersionRecordView KRaftVersionRecordEvent;
        controlled_shutdown:
            ControlledShutdownRequest ControlledShutdownRequestView ControlledShutdownRequestEvent,
            ControlledShutdownResponse ControlledShutdownResponseView ControlledShutdownResponseEvent;
        controller_registration:
            ControllerRegistrationRequest ControllerRegistrationRequestView ControllerRegistrationRequestEvent,
            ControllerRegistrationResponse ControllerRegistrationResponseView ControllerRegistrationResponseEvent;
        create_acls:
            CreateAclsRequest CreateAclsRequestView CreateAclsRequestEvent,
            CreateAclsResponse CreateAclsResponseView CreateAclsResponseEvent;
        create_delegation_token:
            CreateDelegationTokenRequest CreateDelegationTokenRequestView CreateDelegationTokenRequestEvent,
            CreateDelegationTokenResponse CreateDelegationTokenResponseView CreateDelegationTokenResponseEvent;
        create_partitions:
            CreatePartitionsRequest CreatePartitionsRequestView CreatePartitionsRequestEvent,
            CreatePartitionsResponse CreatePartitionsResponseView CreatePartitionsResponseEvent;
        create_topics:
            CreateTopicsRequest CreateTopicsRequestView CreateTopicsRequestEvent,
            CreateTopicsResponse CreateTopicsResponseView CreateTopicsResponseEvent;
        delete_acls:
            DeleteAclsRequest DeleteAclsRequestView DeleteAclsRequestEvent,
            DeleteAclsResponse DeleteAclsResponseView DeleteAclsResponseEvent;
        delete_groups:
            DeleteGroupsRequest DeleteGroupsRequestView DeleteGroupsRequestEvent,
            DeleteGroupsResponse DeleteGroupsResponseView DeleteGroupsResponseEvent;
        delete_records:
            DeleteRecordsRequest DeleteRecordsRequestView DeleteRecordsRequestEvent,
            DeleteRecordsResponse DeleteRecordsResponseView DeleteRecordsResponseEvent;
        delete_share_group_offsets:
            DeleteShareGroupOffsetsRequest DeleteShareGroupOffsetsRequestView DeleteShareGroupOffsetsRequestEvent,
            DeleteShareGroupOffsetsResponse DeleteShareGroupOffsetsResponseView DeleteShareGroupOffsetsResponseEvent;
        delete_share_group_state:
            DeleteShareGroupStateRequest DeleteShareGroupStateRequestView DeleteShareGroupStateRequestEvent,
            DeleteShareGroupStateResponse DeleteShareGroupStateResponseView DeleteShareGroupStateResponseEvent;
        delete_topics:
            DeleteTopicsRequest DeleteTopicsRequestView DeleteTopicsRequestEvent,
            DeleteTopicsResponse DeleteTopicsResponseView DeleteTopicsResponseEvent;
        describe_acls:
            DescribeAclsRequest DescribeAclsRequestView DescribeAclsRequestEvent,
            DescribeAclsResponse DescribeAclsResponseView DescribeAclsResponseEvent;
        describe_client_quotas:
            DescribeClientQuotasRequest DescribeClientQuotasRequestView DescribeClientQuotasRequestEvent,
            DescribeClientQuotasResponse DescribeClientQuotasResponseView DescribeClientQuotasResponseEvent;
        describe_cluster:
            DescribeClusterRequest DescribeClusterRequestView DescribeClusterRequestEvent,
            DescribeClusterResponse DescribeClusterResponseView DescribeClusterResponseEvent;
        describe_configs:
            DescribeConfigsRequest DescribeConfigsRequestView DescribeConfigsRequestEvent,
            DescribeConfigsResponse DescribeConfigsResponseView DescribeConfigsResponseEvent;
        describe_delegation_token:
            DescribeDelegationTokenRequest DescribeDelegationTokenRequestView DescribeDelegationTokenRequestEvent,
            DescribeDelegationTokenResponse DescribeDelegationTokenResponseView DescribeDelegationTokenResponseEvent;
        describe_groups:
            DescribeGroupsRequest DescribeGroupsRequestView DescribeGroupsRequestEvent,
            DescribeGroupsResponse DescribeGroupsResponseView DescribeGroupsResponseEvent;
        describe_log_dirs:
            DescribeLogDirsRequest DescribeLogDirsRequestView DescribeLogDirsRequestEvent,
            DescribeLogDirsResponse DescribeLogDirsResponseView DescribeLogDirsResponseEvent;
        describe_producers:
            DescribeProducersRequest DescribeProducersRequestView DescribeProducersRequestEvent,
            DescribeProducersResponse DescribeProducersResponseView DescribeProducersResponseEvent;
        describe_quorum:
            DescribeQuorumRequest DescribeQuorumRequestView DescribeQuorumRequestEvent,
            DescribeQuorumResponse DescribeQuorumResponseView DescribeQuorumResponseEvent;
        describe_share_group_offsets:
            DescribeShareGroupOffsetsRequest DescribeShareGroupOffsetsRequestView DescribeShareGroupOffsetsRequestEvent,
            DescribeShareGroupOffsetsResponse DescribeShareGroupOffsetsResponseView DescribeShareGroupOffsetsResponseEvent;
        describe_topic_partitions:
            DescribeTopicPartitionsRequest DescribeTopicPartitionsRequestView DescribeTopicPartitionsRequestEvent,
            DescribeTopicPartitionsResponse DescribeTopicPartitionsResponseView DescribeTopicPartitionsResponseEvent;
        describe_transactions:
            DescribeTransactionsRequest DescribeTransactionsRequestView DescribeTransactionsRequestEvent,
            DescribeTransactionsResponse DescribeTransactionsResponseView DescribeTransactionsResponseEvent;
        describe_user_scram_credentials:
            DescribeUserScramCredentialsRequest DescribeUserScramCredentialsRequestView DescribeUserScramCredentialsRequestEvent,
            DescribeUserScramCredentialsResponse DescribeUserScramCredentialsResponseView DescribeUserScramCredentialsResponseEvent;
        elect_leaders:
            ElectLeadersRequest ElectLeadersRequestView ElectLeadersRequestEvent,
            ElectLeadersResponse ElectLeadersResponseView ElectLeadersResponseEvent;
        end_quorum_epoch:
            EndQuorumEpochRequest EndQuorumEpochRequestView EndQuorumEpochRequestEvent,
            EndQuorumEpochResponse EndQuorumEpochResponseView EndQuorumEpochResponseEvent;
        end_txn:
            EndTxnRequest EndTxnRequestView EndTxnRequestEvent,
            EndTxnResponse EndTxnResponseView EndTxnResponseEvent;
        envelope:
            EnvelopeRequest EnvelopeRequestView EnvelopeRequestEvent,
            EnvelopeResponse EnvelopeResponseView EnvelopeResponseEvent;
        expire_delegation_token:
            ExpireDelegationTokenRequest ExpireDelegationTokenRequestView ExpireDelegationTokenRequestEvent,
            ExpireDelegationTokenResponse ExpireDelegationTokenResponseView ExpireDelegationTokenResponseEvent;
        fetch:
            FetchRequest FetchRequestView FetchRequestEvent,
            FetchResponse FetchResponseView FetchResponseEvent;
        fetch_snapshot:
            FetchSnapshotRequest FetchSnapshotRequestView FetchSnapshotRequestEvent,
            FetchSnapshotResponse FetchSnapshotResponseView FetchSnapshotResponseEvent;
        find_coordinator:
            FindCoordinatorRequest FindCoordinatorRequestView FindCoordinatorRequestEvent,
            FindCoordinatorResponse FindCoordinatorResponseView FindCoordinatorResponseEvent;
        get_telemetry_subscriptions:
            GetTelemetrySubscriptionsRequest GetTelemetrySubscriptionsRequestView GetTelemetrySubscriptionsRequestEvent,
            GetTelemetrySubscriptionsResponse GetTelemetrySubscriptionsResponseView GetTelemetrySubscriptionsResponseEvent;
        header:
            RequestHeader RequestHeaderView RequestHeaderEvent,
            ResponseHeader ResponseHeaderView ResponseHeaderEvent;
        heartbeat:
            HeartbeatRequest HeartbeatRequestView HeartbeatRequestEvent,
            HeartbeatResponse HeartbeatResponseView HeartbeatResponseEvent;
        incremental_alter_configs:
            IncrementalAlterConfigsRequest IncrementalAlterConfigsRequestView IncrementalAlterConfigsRequestEvent,
            IncrementalAlterConfigsResponse IncrementalAlterConfigsResponseView IncrementalAlterConfigsResponseEvent;
        init_producer_id:
            InitProducerIdRequest InitProducerIdRequestView InitProducerIdRequestEvent,
            InitProducerIdResponse InitProducerIdResponseView InitProducerIdResponseEvent;
        initialize_share_group_state:
            InitializeShareGroupStateRequest InitializeShareGroupStateRequestView InitializeShareGroupStateRequestEvent,
            InitializeShareGroupStateResponse InitializeShareGroupStateResponseView InitializeShareGroupStateResponseEvent;
        join_group:
            JoinGroupRequest JoinGroupRequestView JoinGroupRequestEvent,
            JoinGroupResponse JoinGroupResponseView JoinGroupResponseEvent;
        leader_and_isr:
            LeaderAndIsrRequest LeaderAndIsrRequestView LeaderAndIsrRequestEvent,
            LeaderAndIsrResponse LeaderAndIsrResponseView LeaderAndIsrResponseEvent;
        leader_change_message:
            LeaderChangeMessage LeaderChangeMessageView LeaderChangeMessageEvent;
        leave_group:
            LeaveGroupRequest LeaveGroupRequestView LeaveGroupRequestEvent,
            LeaveGroupResponse LeaveGroupResponseView LeaveGroupResponseEvent;
        list_config_resources:
            ListConfigResourcesRequest ListConfigResourcesRequestView ListConfigResourcesRequestEvent,
            ListConfigResourcesResponse ListConfigResourcesResponseView ListConfigResourcesResponseEvent;
        list_groups:
            ListGroupsRequest ListGroupsRequestView ListGroupsRequestEvent,
            ListGroupsResponse ListGroupsResponseView ListGroupsResponseEvent;
        list_offsets:
            ListOffsetsRequest ListOffsetsRequestView ListOffsetsRequestEvent,
            ListOffsetsResponse ListOffsetsResponseView ListOffsetsResponseEvent;
        list_partition_reassignments:
            ListPartitionReassignmentsRequest ListPartitionReassignmentsRequestView ListPartitionReassignmentsRequestEvent,
            ListPartitionReassignmentsResponse ListPartitionReassignmentsResponseView ListPartitionReassignmentsResponseEvent;
        list_transactions:
            ListTransactionsRequest ListTransactionsRequestView ListTransactionsRequestEvent,
            ListTransactionsResponse ListTransactionsResponseView ListTransactionsResponseEvent;
        metadata:
            MetadataRequest MetadataRequestView MetadataRequestEvent,
            MetadataResponse MetadataResponseView MetadataResponseEvent;
        offset_commit:
            OffsetCommitRequest OffsetCommitRequestView OffsetCommitRequestEvent,
            OffsetCommitResponse OffsetCommitResponseView OffsetCommitResponseEvent;
        offset_delete:
            OffsetDeleteRequest OffsetDeleteRequestView OffsetDeleteRequestEvent,
            OffsetDeleteResponse OffsetDeleteResponseView OffsetDeleteResponseEvent;
        offset_fetch:
            OffsetFetchRequest OffsetFetchRequestView OffsetFetchRequestEvent,
            OffsetFetchResponse OffsetFetchResponseView OffsetFetchResponseEvent;
        offset_for_leader_epoch:
            OffsetForLeaderEpochRequest OffsetForLeaderEpochRequestView OffsetForLeaderEpochRequestEvent,
            OffsetForLeaderEpochResponse OffsetForLeaderEpochResponseView OffsetForLeaderEpochResponseEvent;
        principal:
            DefaultPrincipalData DefaultPrincipalDataView DefaultPrincipalDataEvent;
        produce:
            ProduceRequest ProduceRequestView ProduceRequestEvent,
            ProduceResponse ProduceResponseView ProduceResponseEvent;
        producer_snapshot:
            ProducerSnapshot ProducerSnapshotView ProducerSnapshotEvent;
        push_telemetry:
            PushTelemetryRequest PushTelemetryRequestView PushTelemetryRequestEvent,
            PushTelemetryResponse PushTelemetryResponseView PushTelemetryResponseEvent;
        quorum_state_data:
            QuorumStateData QuorumStateDataView QuorumStateDataEvent;
        read_share_group_state:
            ReadShareGroupStateRequest ReadShareGroupStateRequestView ReadShareGroupStateRequestEvent,
            ReadShareGroupStateResponse ReadShareGroupStateResponseView ReadShareGroupStateResponseEvent;
        read_share_group_state_summary:
            ReadShareGroupStateSummaryRequest ReadShareGroupStateSummaryRequestView ReadShareGroupStateSummaryRequestEvent,
            ReadShareGroupStateSummaryResponse ReadShareGroupStateSummaryResponseView ReadShareGroupStateSummaryResponseEvent;
        remote_log_records:
            RemoteLogSegmentMetadataRecord RemoteLogSegmentMetadataRecordView RemoteLogSegmentMetadataRecordEvent,
            RemoteLogSegmentMetadataUpdateRecord RemoteLogSegmentMetadataUpdateRecordView RemoteLogSegmentMetadataUpdateRecordEvent,
            RemotePartitionDeleteMetadataRecord RemotePartitionDeleteMetadataRecordView RemotePartitionDeleteMetadataRecordEvent,
            RemoteLogSegmentMetadataSnapshotRecord RemoteLogSegmentMetadataSnapshotRecordView RemoteLogSegmentMetadataSnapshotRecordEvent;
        remove_raft_voter:
            RemoveRaftVoterRequest RemoveRaftVoterRequestView RemoveRaftVoterRequestEvent,
            RemoveRaftVoterResponse RemoveRaftVoterResponseView RemoveRaftVoterResponseEvent;
        renew_delegation_token:
            RenewDelegationTokenRequest RenewDelegationTokenRequestView RenewDelegationTokenRequestEvent,
            RenewDelegationTokenResponse RenewDelegationTokenResponseView RenewDelegationTokenResponseEvent;
        sasl_authenticate:
            SaslAuthenticateRequest SaslAuthenticateRequestView SaslAuthenticateRequestEvent,
            SaslAuthenticateResponse SaslAuthenticateResponseView SaslAuthenticateResponseEvent;
        sasl_handshake:
            SaslHandshakeRequest SaslHandshakeRequestView SaslHandshakeRequestEvent,
            SaslHandshakeResponse SaslHandshakeResponseView SaslHandshakeResponseEvent;
        share_acknowledge:
            ShareAcknowledgeRequest ShareAcknowledgeRequestView ShareAcknowledgeRequestEvent,
            ShareAcknowledgeResponse ShareAcknowledgeResponseView ShareAcknowledgeResponseEvent;
        share_fetch:
            ShareFetchRequest ShareFetchRequestView ShareFetchRequestEvent,
            ShareFetchResponse ShareFetchResponseView ShareFetchResponseEvent;
        share_group_describe:
            ShareGroupDescribeRequest ShareGroupDescribeRequestView ShareGroupDescribeRequestEvent,
            ShareGroupDescribeResponse ShareGroupDescribeResponseView ShareGroupDescribeResponseEvent;
        share_group_heartbeat:
            ShareGroupHeartbeatRequest ShareGroupHeartbeatRequestView ShareGroupHeartbeatRequestEvent,
            ShareGroupHeartbeatResponse ShareGroupHeartbeatResponseView ShareGroupHeartbeatResponseEvent;
        share_group_records:
            ShareGroupPartitionMetadataKey ShareGroupPartitionMetadataKeyView ShareGroupPartitionMetadataKeyEvent,
            ShareGroupPartitionMetadataValue ShareGroupPartitionMetadataValueView ShareGroupPartitionMetadataValueEvent,
            ShareGroupMemberMetadataKey ShareGroupMemberMetadataKeyView ShareGroupMemberMetadataKeyEvent,
            ShareGroupMemberMetadataValue ShareGroupMemberMetadataValueView ShareGroupMemberMetadataValueEvent,
            ShareGroupMetadataKey ShareGroupMetadataKeyView ShareGroupMetadataKeyEvent,
            ShareGroupMetadataValue ShareGroupMetadataValueView ShareGroupMetadataValueEvent,
            ShareGroupTargetAssignmentMetadataKey ShareGroupTargetAssignmentMetadataKeyView ShareGroupTargetAssignmentMetadataKeyEvent,
            ShareGroupTargetAssignmentMetadataValue ShareGroupTargetAssignmentMetadataValueView ShareGroupTargetAssignmentMetadataValueEvent,
            ShareGroupTargetAssignmentMemberKey ShareGroupTargetAssignmentMemberKeyView ShareGroupTargetAssignmentMemberKeyEvent,
            ShareGroupTargetAssignmentMemberValue ShareGroupTargetAssignmentMemberValueView ShareGroupTargetAssignmentMemberValueEvent,
            ShareGroupCurrentMemberAssignmentKey ShareGroupCurrentMemberAssignmentKeyView ShareGroupCurrentMemberAssignmentKeyEvent,
            ShareGroupCurrentMemberAssignmentValue ShareGroupCurrentMemberAssignmentValueView ShareGroupCurrentMemberAssignmentValueEvent,
            ShareGroupStatePartitionMetadataKey ShareGroupStatePartitionMetadataKeyView ShareGroupStatePartitionMetadataKeyEvent,
            ShareGroupStatePartitionMetadataValue ShareGroupStatePartitionMetadataValueView ShareGroupStatePartitionMetadataValueEvent;
        share_state_records:
            ShareSnapshotKey ShareSnapshotKeyView ShareSnapshotKeyEvent,
            ShareSnapshotValue ShareSnapshotValueView ShareSnapshotValueEvent,
            ShareUpdateKey ShareUpdateKeyView ShareUpdateKeyEvent,
            ShareUpdateValue ShareUpdateValueView ShareUpdateValueEvent;
        stop_replica:
            StopReplicaRequest StopReplicaRequestView StopReplicaRequestEvent,
            StopReplicaResponse StopReplicaResponseView StopReplicaResponseEvent;
        streams_group_describe:
            StreamsGroupDescribeRequest StreamsGroupDescribeRequestView StreamsGroupDescribeRequestEvent,
            StreamsGroupDescribeResponse StreamsGroupDescribeResponseView StreamsGroupDescribeResponseEvent;
        streams_group_heartbeat:
            StreamsGroupHeartbeatRequest StreamsGroupHeartbeatRequestView StreamsGroupHeartbeatRequestEvent,
            StreamsGroupHeartbeatResponse StreamsGroupHeartbeatResponseView StreamsGroupHeartbeatResponseEvent;
        streams_group_records:
            StreamsGroupMetadataKey StreamsGroupMetadataKeyView StreamsGroupMetadataKeyEvent,
            StreamsGroupMetadataValue StreamsGroupMetadataValueView StreamsGroupMetadataValueEvent,
            StreamsGroupMemberMetadataKey StreamsGroupMemberMetadataKeyView StreamsGroupMemberMetadataKeyEvent,
            StreamsGroupMemberMetadataValue StreamsGroupMemberMetadataValueView StreamsGroupMemberMetadataValueEvent,
            StreamsGroupTargetAssignmentMetadataKey StreamsGroupTargetAssignmentMetadataKeyView StreamsGroupTargetAssignmentMetadataKeyEvent,
            StreamsGroupTargetAssignmentMetadataValue StreamsGroupTargetAssignmentMetadataValueView StreamsGroupTargetAssignmentMetadataValueEvent,
            StreamsGroupTargetAssignmentMemberKey StreamsGroupTargetAssignmentMemberKeyView StreamsGroupTargetAssignmentMemberKeyEvent,
            StreamsGroupTargetAssignmentMemberValue StreamsGroupTargetAssignmentMemberValueView StreamsGroupTargetAssignmentMemberValueEvent,
            StreamsGroupCurrentMemberAssignmentKey StreamsGroupCurrentMemberAssignmentKeyView StreamsGroupCurrentMemberAssignmentKeyEvent,
            StreamsGroupCurrentMemberAssignmentValue StreamsGroupCurrentMemberAssignmentValueView StreamsGroupCurrentMemberAssignmentValueEvent,
            StreamsGroupTopologyKey StreamsGroupTopologyKeyView StreamsGroupTopologyKeyEvent,
            StreamsGroupTopologyValue StreamsGroupTopologyValueView StreamsGroupTopologyValueEvent;
        streams_group_topology_description_update:
            StreamsGroupTopologyDescriptionUpdateRequest StreamsGroupTopologyDescriptionUpdateRequestView StreamsGroupTopologyDescriptionUpdateRequestEvent,
            StreamsGroupTopologyDescriptionUpdateResponse StreamsGroupTopologyDescriptionUpdateResponseView StreamsGroupTopologyDescriptionUpdateResponseEvent;
        sync_group:
            SyncGroupRequest SyncGroupRequestView SyncGroupRequestEvent,
            SyncGroupResponse SyncGroupResponseView SyncGroupResponseEvent;
        transaction_log_records:
            TransactionLogKey TransactionLogKeyView TransactionLogKeyEvent,
            TransactionLogValue TransactionLogValueView TransactionLogValueEvent;
        txn_offset_commit:
            TxnOffsetCommitRequest TxnOffsetCommitRequestView TxnOffsetCommitRequestEvent,
            TxnOffsetCommitResponse TxnOffsetCommitResponseView TxnOffsetCommitResponseEvent;
        unregister_broker:
            UnregisterBrokerRequest UnregisterBrokerRequestView UnregisterBrokerRequestEvent,
            UnregisterBrokerResponse UnregisterBrokerResponseView UnregisterBrokerResponseEvent;
        unregister_controller:
            UnregisterControllerRequest UnregisterControllerRequestView UnregisterControllerRequestEvent,
            UnregisterControllerResponse UnregisterControllerResponseView UnregisterControllerResponseEvent;
        update_features:
            UpdateFeaturesRequest UpdateFeaturesRequestView UpdateFeaturesRequestEvent,
            UpdateFeaturesResponse UpdateFeaturesResponseView UpdateFeaturesResponseEvent;
        update_metadata:
            UpdateMetadataRequest UpdateMetadataRequestView UpdateMetadataRequestEvent,
            UpdateMetadataResponse UpdateMetadataResponseView UpdateMetadataResponseEvent;
        update_raft_voter:
            UpdateRaftVoterRequest UpdateRaftVoterRequestView UpdateRaftVoterRequestEvent,
            UpdateRaftVoterResponse UpdateRaftVoterResponseView UpdateRaftVoterResponseEvent;
        vote:
            VoteRequest VoteRequestView VoteRequestEvent,
            VoteResponse VoteResponseView VoteResponseEvent;
        voters_record:
            VotersRecord VotersRecordView VotersRecordEvent;
        write_share_group_state:
            WriteShareGroupStateRequest WriteShareGroupStateRequestView WriteShareGroupStateRequestEvent,
            WriteShareGroupStateResponse WriteShareGroupStateResponseView WriteShareGroupStateResponseEvent;
        write_txn_markers:
            WriteTxnMarkersRequest WriteTxnMarkersRequestView WriteTxnMarkersRequestEvent,
            WriteTxnMarkersResponse WriteTxnMarkersResponseView WriteTxnMarkersResponseEvent;
    } };
}

/// The tables stand apart, so that a program which only skips messages does not carry their names and views.
macro_rules! messages {
    ($($module:ident: $($name:ident $view:ident $event:ident),+;)+) => {
        $( pub mod $module; )+

        static SCHEMAS: &[&Schema] = &[$($( <$module::$view<'_> as Decode<'_>>::SCHEMA, )+)+];
        static NAMES: &[&Names] = &[$($( <$module::$view<'_> as Decode<'_>>::NAMES, )+)+];
/// Kept apart from the message, and inlined, so that only a program which calls it compiles all of the views.
        #[inline]
        fn visits() -> &'static [VisitFn] {
            &[$($( |bytes, version, visitor| visit::<$module::$view<'_>>(bytes, version, visitor), )+)+]
        }
    };
}

type VisitFn = for<'a> fn(&'a [u8], i16, &mut dyn Visitor) -> Result<&'a [u8], DecodeError>;

__for_each_message!(messages! {});

/// A message that is not known until run time.
///
/// ```
/// use kafka_view::{messages::Message, schema::MessageKind};
///
/// let message = Message::from_name("ShareFetchResponse").unwrap();
/// assert_eq!(message.schema().versions(), 0..=2);
/// assert_eq!(Message::all().filter(|m| m.schema().kind == MessageKind::Header).count(), 2);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Message(usize);

impl Message {
    /// Every message of this crate.
    pub fn all() -> impl ExactSizeIterator<Item = Message> + Clone {
        (0..SCHEMAS.len()).map(Message)
    }

    /// The message of that name, as `ShareFetchResponse`.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Message> {
        Self::all().find(|message| message.name() == name)
    }

    /// The request or the response of an API.
    #[must_use]
    pub fn of(api_key: ApiKey, kind: MessageKind) -> Option<Message> {
        Self::all().find(|message| message.schema().api_key == Some(api_key) && message.schema().kind == kind)
    }

    /// Its facts.
    #[must_use]
    pub fn schema(self) -> &'static Schema {
        SCHEMAS.get(self.0).copied().unwrap_or(header::RequestHeaderView::SCHEMA)
    }

    /// Its names.
    #[must_use]
    pub fn names(self) -> &'static Names {
        NAMES.get(self.0).copied().unwrap_or(header::RequestHeaderView::NAMES)
    }

    /// Kafka's name.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.names().message()
    }

    /// Decodes a body from the front of `bytes` through its view, shows the fields to `visitor`, and gives what is left over.
    ///
    /// # Errors
    /// As [`Decode::decode_prefix`]; the visitor saw nothing then.
    #[inline]
    pub fn visit<'a>(self, bytes: &'a [u8], version: i16, visitor: &mut dyn Visitor) -> Result<&'a [u8], DecodeError> {
        match visits().get(self.0) {
            Some(visit) => visit(bytes, version, visitor),
            None => Ok(bytes),
        }
    }
}

impl Message {
    /// Writes a body from a tree of values: the untyped side of [`Encode::encode`](crate::Encode::encode), by the same rules.
    ///
    /// # Errors
    /// As [`Encode::encode`](crate::Encode::encode); a value of another type, or out of its range, is
    /// [`WrongType`](crate::EncodeErrorKind::WrongType).
    pub fn encode<'t>(self, version: i16, tree: impl Tree<'t>, buf: &mut [u8]) -> Result<usize, EncodeError> {
        schema::encode(self.schema(), self.names(), version, tree, buf)
    }
}

impl fmt::Debug for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Message({})", self.name())
    }
}

fn visit<'a, M: Decode<'a>>(bytes: &'a [u8], version: i16, visitor: &mut dyn Visitor) -> Result<&'a [u8], DecodeError> {
    let (view, rest) = M::decode_prefix(bytes, version)?;
    view.visit(version, visitor);
    Ok(rest)
}
