//! FetchSnapshot: reads a snapshot of the metadata log, piece by piece (KIP-630).

message! {
    /// A replica of the metadata log asks the leader for a piece of a snapshot that Fetch has pointed it to (KIP-630).
    request FetchSnapshotRequest, FetchSnapshotRequestView, FetchSnapshotRequestEvent:
        key 59, versions 0..=1, flexible 0.., listeners controller {
        /// The replica that asks; -1 if it has no number.
        ReplicaId replica_id: int32 = -1, entity(brokerId);
        /// The most bytes to answer with.
        MaxBytes  max_bytes:  int32 = i32::MAX;
        /// The snapshots to read: in practice that of the metadata log alone.
        Topics    topics:     [RequestTopicSnapshot, RequestTopicSnapshotView];
    } tagged {
        /// The cluster of the sender; null if it does not say.
        0 => ClusterId cluster_id: string nullable = null;
    }
    /// A topic with snapshots to read.
    struct RequestTopicSnapshot, RequestTopicSnapshotView named TopicSnapshot {
        /// The topic's name.
        Name       name:       string, entity(topicName);
        /// Its partitions.
        Partitions partitions: [RequestPartitionSnapshot, RequestPartitionSnapshotView];
    }
    /// A partition with a snapshot to read.
    struct RequestPartitionSnapshot, RequestPartitionSnapshotView named PartitionSnapshot {
        /// The partition's number.
        Partition          partition:            int32;
        /// The leader epoch that the replica knows of.
        CurrentLeaderEpoch current_leader_epoch: int32;
        /// Which snapshot.
        SnapshotId         snapshot_id:          (SnapshotId, SnapshotIdView);
        /// The byte to begin with, counted from the snapshot's start.
        Position           position:             int64;
    } tagged {
        /// The directory in which the replica keeps the log (KIP-853).
        0 => ReplicaDirectoryId replica_directory_id: uuid @(1..), ignorable;
    }
    uses SnapshotId, SnapshotIdView;
}

message! {
    /// A piece of a snapshot.
    response FetchSnapshotResponse, FetchSnapshotResponseView, FetchSnapshotResponseEvent:
        key 59, versions 0..=1, flexible 0.. {
        /// How long the request was held back by a quota, in milliseconds.
        ThrottleTimeMs throttle_time_ms: int32, ignorable;
        /// What is wrong with the request as a whole.
        ErrorCode      error_code:       error_code;
        /// What was read.
        Topics         topics:           [ResponseTopicSnapshot, ResponseTopicSnapshotView];
    } tagged {
        /// Where the leaders are that `current_leader` names (KIP-853).
        0 => NodeEndpoints node_endpoints: [NodeEndpoint, NodeEndpointView] @(1..);
    }
    /// What was read of a topic's snapshots.
    struct ResponseTopicSnapshot, ResponseTopicSnapshotView named TopicSnapshot {
        /// The topic's name.
        Name       name:       string, entity(topicName);
        /// Its partitions.
        Partitions partitions: [ResponsePartitionSnapshot, ResponsePartitionSnapshotView];
    }
    /// What was read of a partition's snapshot.
    struct ResponsePartitionSnapshot, ResponsePartitionSnapshotView named PartitionSnapshot {
        /// The partition's number.
        Index            index:             int32;
        /// What is wrong with this partition.
        ErrorCode        error_code:        error_code;
        /// Which snapshot.
        SnapshotId       snapshot_id:       (SnapshotId, SnapshotIdView);
        /// The length of the whole snapshot in bytes.
        Size             size:              int64;
        /// The byte that the piece begins with.
        Position         position:          int64;
        /// The piece; it may begin and end in the middle of a batch.
        UnalignedRecords unaligned_records: records;
    } tagged {
        /// Who leads the partition, where the answering node does not.
        0 => CurrentLeader current_leader: (LeaderIdAndEpoch, LeaderIdAndEpochView);
    }
    /// A partition's leader.
    struct LeaderIdAndEpoch, LeaderIdAndEpochView {
        /// The node; -1 if nobody knows.
        LeaderId    leader_id:    int32, entity(brokerId);
        /// The latest known epoch of its leadership.
        LeaderEpoch leader_epoch: int32;
    }
    /// Where a node is.
    struct NodeEndpoint, NodeEndpointView {
        /// The node.
        NodeId node_id: int32, map_key, entity(brokerId);
        /// Its host name.
        Host   host:    string;
        /// Its port.
        Port   port:    uint16;
    }
    uses SnapshotId, SnapshotIdView;
}

shared! {
    /// Which snapshot of a log.
    struct SnapshotId, SnapshotIdView {
        /// The offset behind the last record that went into it.
        EndOffset end_offset: int64;
        /// The leader epoch of that record.
        Epoch     epoch:      int32;
    }
}
