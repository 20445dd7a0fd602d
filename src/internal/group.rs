//! The records of the topic `__consumer_offsets`: committed offsets, groups of every kind, their members, assignments.

use crate::messages::classic_group_records::*;
use crate::messages::consumer_group_records::*;
use crate::messages::share_group_records::*;
use crate::messages::streams_group_records::*;

coordinator! {
    /// The key of a record in `__consumer_offsets`.
    ///
    /// Layout: int16 record type, body. [The module above](super) has an example.
    keys GroupKey;
    /// The value of a record in `__consumer_offsets`, and its version; the key says which it is: [`GroupKey::value`].
    ///
    /// Layout: int16 version, body.
    values GroupValue;
    /// A committed offset, in the way of the first brokers that kept offsets in a topic.
    0 => LegacyOffsetCommit:
        LegacyOffsetCommitKey LegacyOffsetCommitKeyView, LegacyOffsetCommitValue LegacyOffsetCommitValueView;
    /// A committed offset.
    1 => OffsetCommit: OffsetCommitKey OffsetCommitKeyView, OffsetCommitValue OffsetCommitValueView;
    /// A classic group, with its members.
    2 => GroupMetadata: GroupMetadataKey GroupMetadataKeyView, GroupMetadataValue GroupMetadataValueView;
    /// The epoch of a consumer group.
    3 => ConsumerGroupMetadata:
        ConsumerGroupMetadataKey ConsumerGroupMetadataKeyView,
        ConsumerGroupMetadataValue ConsumerGroupMetadataValueView;
    /// The topics of a consumer group; Kafka 4.1 and later only write tombstones.
    4 => ConsumerGroupPartitionMetadata:
        ConsumerGroupPartitionMetadataKey ConsumerGroupPartitionMetadataKeyView,
        ConsumerGroupPartitionMetadataValue ConsumerGroupPartitionMetadataValueView;
    /// A member of a consumer group.
    5 => ConsumerGroupMemberMetadata:
        ConsumerGroupMemberMetadataKey ConsumerGroupMemberMetadataKeyView,
        ConsumerGroupMemberMetadataValue ConsumerGroupMemberMetadataValueView;
    /// The epoch of the assignment that a consumer group moves to.
    6 => ConsumerGroupTargetAssignmentMetadata:
        ConsumerGroupTargetAssignmentMetadataKey ConsumerGroupTargetAssignmentMetadataKeyView,
        ConsumerGroupTargetAssignmentMetadataValue ConsumerGroupTargetAssignmentMetadataValueView;
    /// What a member of a consumer group is to have.
    7 => ConsumerGroupTargetAssignmentMember:
        ConsumerGroupTargetAssignmentMemberKey ConsumerGroupTargetAssignmentMemberKeyView,
        ConsumerGroupTargetAssignmentMemberValue ConsumerGroupTargetAssignmentMemberValueView;
    /// What a member of a consumer group has.
    8 => ConsumerGroupCurrentMemberAssignment:
        ConsumerGroupCurrentMemberAssignmentKey ConsumerGroupCurrentMemberAssignmentKeyView,
        ConsumerGroupCurrentMemberAssignmentValue ConsumerGroupCurrentMemberAssignmentValueView;
    /// The topics of a share group; only of Kafka 4.0.
    9 => ShareGroupPartitionMetadata:
        ShareGroupPartitionMetadataKey ShareGroupPartitionMetadataKeyView,
        ShareGroupPartitionMetadataValue ShareGroupPartitionMetadataValueView;
    /// A member of a share group.
    10 => ShareGroupMemberMetadata:
        ShareGroupMemberMetadataKey ShareGroupMemberMetadataKeyView,
        ShareGroupMemberMetadataValue ShareGroupMemberMetadataValueView;
    /// The epoch of a share group.
    11 => ShareGroupMetadata:
        ShareGroupMetadataKey ShareGroupMetadataKeyView, ShareGroupMetadataValue ShareGroupMetadataValueView;
    /// The epoch of the assignment that a share group moves to.
    12 => ShareGroupTargetAssignmentMetadata:
        ShareGroupTargetAssignmentMetadataKey ShareGroupTargetAssignmentMetadataKeyView,
        ShareGroupTargetAssignmentMetadataValue ShareGroupTargetAssignmentMetadataValueView;
    /// What a member of a share group is to read.
    13 => ShareGroupTargetAssignmentMember:
        ShareGroupTargetAssignmentMemberKey ShareGroupTargetAssignmentMemberKeyView,
        ShareGroupTargetAssignmentMemberValue ShareGroupTargetAssignmentMemberValueView;
    /// What a member of a share group reads.
    14 => ShareGroupCurrentMemberAssignment:
        ShareGroupCurrentMemberAssignmentKey ShareGroupCurrentMemberAssignmentKeyView,
        ShareGroupCurrentMemberAssignmentValue ShareGroupCurrentMemberAssignmentValueView;
    /// The partitions for which a share group has a state.
    15 => ShareGroupStatePartitionMetadata:
        ShareGroupStatePartitionMetadataKey ShareGroupStatePartitionMetadataKeyView,
        ShareGroupStatePartitionMetadataValue ShareGroupStatePartitionMetadataValueView;
    /// The topics that match a regular expression of a consumer group.
    16 => ConsumerGroupRegularExpression:
        ConsumerGroupRegularExpressionKey ConsumerGroupRegularExpressionKeyView,
        ConsumerGroupRegularExpressionValue ConsumerGroupRegularExpressionValueView;
    /// The epoch of a streams group.
    17 => StreamsGroupMetadata:
        StreamsGroupMetadataKey StreamsGroupMetadataKeyView, StreamsGroupMetadataValue StreamsGroupMetadataValueView;
    /// A member of a streams group.
    19 => StreamsGroupMemberMetadata:
        StreamsGroupMemberMetadataKey StreamsGroupMemberMetadataKeyView,
        StreamsGroupMemberMetadataValue StreamsGroupMemberMetadataValueView;
    /// The epoch of the assignment that a streams group moves to.
    20 => StreamsGroupTargetAssignmentMetadata:
        StreamsGroupTargetAssignmentMetadataKey StreamsGroupTargetAssignmentMetadataKeyView,
        StreamsGroupTargetAssignmentMetadataValue StreamsGroupTargetAssignmentMetadataValueView;
    /// The tasks that a member of a streams group is to have.
    21 => StreamsGroupTargetAssignmentMember:
        StreamsGroupTargetAssignmentMemberKey StreamsGroupTargetAssignmentMemberKeyView,
        StreamsGroupTargetAssignmentMemberValue StreamsGroupTargetAssignmentMemberValueView;
    /// The tasks that a member of a streams group has.
    22 => StreamsGroupCurrentMemberAssignment:
        StreamsGroupCurrentMemberAssignmentKey StreamsGroupCurrentMemberAssignmentKeyView,
        StreamsGroupCurrentMemberAssignmentValue StreamsGroupCurrentMemberAssignmentValueView;
    /// The topology of a streams group.
    23 => StreamsGroupTopology:
        StreamsGroupTopologyKey StreamsGroupTopologyKeyView, StreamsGroupTopologyValue StreamsGroupTopologyValueView;
}
