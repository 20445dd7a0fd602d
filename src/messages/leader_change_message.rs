//! LeaderChangeMessage: with it, a new leader of the metadata quorum begins its epoch (KIP-595).

message! {
    /// Who leads the metadata quorum from here on, and who elected it (KIP-595).
    ///
    /// It is the value of a control record of type 2, in a control batch of the quorum's log. Version 1 names voters by
    /// their directories too (KIP-853).
    data LeaderChangeMessage, LeaderChangeMessageView, LeaderChangeMessageEvent:
        versions 0..=1, flexible 0.. {
        /// The version of the message, said in the message itself.
        Version        version:         int16;
        /// The new leader.
        LeaderId       leader_id:       int32, entity(brokerId);
        /// Everyone who could vote when it was elected.
        Voters         voters:          [Voter, VoterView];
        /// Those of them that voted for it.
        GrantingVoters granting_voters: [Voter, VoterView];
    }
    /// A voter of the metadata quorum.
    struct Voter, VoterView {
        /// The node's number.
        VoterId          voter_id:           int32;
        /// The directory that holds its copy of the log; zero if unknown (KIP-853).
        VoterDirectoryId voter_directory_id: uuid @(1..);
    }
}
