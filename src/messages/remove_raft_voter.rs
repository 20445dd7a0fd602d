//! RemoveRaftVoter: takes a node out of the metadata quorum (KIP-853).

message! {
    /// Takes a voter out of the metadata quorum (KIP-853). A broker passes it on to the active controller.
    request RemoveRaftVoterRequest, RemoveRaftVoterRequestView, RemoveRaftVoterRequestEvent:
        key 81, versions 0..=0, flexible 0.., listeners controller broker {
        /// The cluster that the client means to talk to; null for any.
        ClusterId        cluster_id:         string nullable;
        /// The voter, by its node number.
        VoterId          voter_id:           int32;
        /// The directory that holds its copy of the log: with another one it is another voter.
        VoterDirectoryId voter_directory_id: uuid;
    }
}

message! {
    /// Whether the voter is out.
    response RemoveRaftVoterResponse, RemoveRaftVoterResponseView, RemoveRaftVoterResponseEvent:
        key 81, versions 0..=0, flexible 0.. {
        /// How long the request was held back by a quota, in milliseconds.
        ThrottleTimeMs throttle_time_ms: int32;
        /// What is wrong with the request as a whole.
        ErrorCode      error_code:       error_code;
        /// The same in words.
        ErrorMessage   error_message:    string nullable, ignorable;
    }
}
