//! QuorumStateData: what a node of the metadata quorum keeps about elections, in the file `quorum-state` (KIP-595).

message! {
    /// What a node of the metadata quorum must not forget over a restart. Kafka keeps it as JSON, with a field
    /// `data_version`; this is the message behind it. Version 1 has the directory of who was voted for (KIP-853).
    data QuorumStateData, QuorumStateDataView, QuorumStateDataEvent:
        versions 0..=1, flexible 0.. {
        /// The cluster's id; empty if unknown.
        ClusterId        cluster_id:         string @(..=0);
        /// The leader; -1 if unknown.
        LeaderId         leader_id:          int32 = -1;
        /// The latest epoch that the node knows of; -1 for none.
        LeaderEpoch      leader_epoch:       int32 = -1;
        /// Whom it has voted for in that epoch; -1 for nobody.
        VotedId          voted_id:           int32 = -1;
        /// The directory of whom it has voted for; zero if unknown (KIP-853).
        VotedDirectoryId voted_directory_id: uuid @(1..);
        /// No longer used.
        AppliedOffset    applied_offset:     int64 @(..=0);
        /// The voters, as far as the configuration says; null if unknown.
        CurrentVoters    current_voters:     [Voter, VoterView] nullable @(..=0);
    }
    /// A voter of the quorum.
    struct Voter, VoterView {
        /// The voter's number.
        VoterId voter_id: int32;
    }
}
