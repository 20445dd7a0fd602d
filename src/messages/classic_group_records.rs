//! Records of classic consumer groups in the topic `__consumer_offsets`: committed offsets, which all groups but
//! share groups have, and who is in a group. `internal::group` reads them as they are stored.

message! {
    /// Whose committed offset it is, in the way of the first brokers that kept offsets in a topic. Brokers read it,
    /// and write OffsetCommitKey instead.
    data LegacyOffsetCommitKey, LegacyOffsetCommitKeyView, LegacyOffsetCommitKeyEvent:
        versions 0..=0, flexible none {
        /// The group.
        group     group:     string;
        /// The topic's name.
        topic     topic:     string;
        /// The partition's number.
        partition partition: int32;
    }
}

message! {
    /// A committed offset, in the way of the first brokers that kept offsets in a topic.
    data LegacyOffsetCommitValue, LegacyOffsetCommitValueView, LegacyOffsetCommitValueEvent:
        versions 0..=0, flexible none {
        /// The offset of the record to read next.
        offset          offset:           int64;
        /// Whatever the consumer wants to keep with it.
        metadata        metadata:         string;
        /// When it was committed, in milliseconds since 1970.
        commitTimestamp commit_timestamp: int64;
    }
}

message! {
    /// Whose committed offset it is: a group's, in a partition.
    data OffsetCommitKey, OffsetCommitKeyView, OffsetCommitKeyEvent:
        versions 0..=0, flexible none {
        /// The group.
        group     group:     string;
        /// The topic's name.
        topic     topic:     string;
        /// The partition's number.
        partition partition: int32;
    }
}

message! {
    /// A committed offset. Version 1 has a time at which it ends, version 3 the leader's epoch (KIP-320), version 4
    /// the topic's id (KIP-848).
    data OffsetCommitValue, OffsetCommitValueView, OffsetCommitValueEvent:
        versions 0..=4, flexible 4.. {
        /// The offset of the record to read next.
        offset          offset:           int64;
        /// The leader's epoch of the record before it; -1 if unknown (KIP-320).
        leaderEpoch     leader_epoch:     int32 @(3..) = -1, ignorable;
        /// Whatever the consumer wants to keep with it.
        metadata        metadata:         string;
        /// When it was committed, in milliseconds since 1970.
        commitTimestamp commit_timestamp: int64;
        /// When it ends, in milliseconds since 1970; -1 for the time that brokers are set to.
        expireTimestamp expire_timestamp: int64 @(1..=1) = -1, ignorable;
    } tagged {
        /// The topic's id; zero if unknown (KIP-848).
        0 => topicId topic_id: uuid @(4..), ignorable;
    }
}

message! {
    /// A classic group.
    data GroupMetadataKey, GroupMetadataKeyView, GroupMetadataKeyEvent:
        versions 0..=0, flexible none {
        /// The group.
        group group: string;
    }
}

message! {
    /// The state of a classic group after a rebalance, its members included. Version 3 has static members (KIP-345).
    data GroupMetadataValue, GroupMetadataValueView, GroupMetadataValueEvent:
        versions 0..=4, flexible 4.. {
        /// What kind of group it is: `consumer`, `connect`, or empty for one that only keeps offsets.
        protocolType          protocol_type:           string;
        /// Grows with each rebalance.
        generation            generation:              int32;
        /// The assignor that all members agree on; null if there is none.
        protocol              protocol:                string nullable;
        /// The member that assigns partitions; null if there is none.
        leader                leader:                  string nullable;
        /// When the group came into its present state, in milliseconds since 1970; -1 if unknown.
        currentStateTimestamp current_state_timestamp: int64 @(2..) = -1, ignorable;
        /// Its members.
        members               members:                 [MemberMetadata, MemberMetadataView];
    }
    /// A member.
    struct MemberMetadata, MemberMetadataView {
        /// The member's id.
        memberId         member_id:         string;
        /// The lasting id of a static member; null for others (KIP-345).
        groupInstanceId  group_instance_id: string nullable @(3..) = null, ignorable;
        /// The client id of its requests.
        clientId         client_id:         string;
        /// The address that its requests come from.
        clientHost       client_host:       string;
        /// How long it may take to rejoin, in milliseconds; -1 if unknown.
        rebalanceTimeout rebalance_timeout: int32 @(1..) = -1, ignorable;
        /// How long it may be silent, in milliseconds.
        sessionTimeout   session_timeout:   int32;
        /// What it wants, in the form of the assignor: for consumers a ConsumerProtocolSubscription behind its
        /// version.
        subscription     subscription:      bytes;
        /// What it has, in the form of the assignor: for consumers a ConsumerProtocolAssignment behind its version.
        assignment       assignment:        bytes;
    }
}
