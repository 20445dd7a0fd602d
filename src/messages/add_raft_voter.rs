//! AddRaftVoter: makes a controller a voter of the metadata quorum (KIP-853).

message! {
    /// Asks the leader of the metadata quorum to let a controller vote; an administrator sends it, or the controller
    /// that wants to join (KIP-853).
    request AddRaftVoterRequest, AddRaftVoterRequestView, AddRaftVoterRequestEvent:
        key 80, versions 0..=1, flexible 0.., listeners controller broker {
        /// The cluster that is meant; null if the sender does not say.
        ClusterId        cluster_id:         string nullable;
        /// How long the leader may take to answer, in milliseconds.
        TimeoutMs        timeout_ms:         int32;
        /// The node id of the new voter.
        VoterId          voter_id:           int32;
        /// The id of its metadata log's directory; with another directory it counts as another voter.
        VoterDirectoryId voter_directory_id: uuid;
        /// Where the other voters reach it.
        Listeners        listeners:          [Listener, ListenerView];
        /// Whether to answer only once the new set of voters is committed, not as soon as it is appended (KIP-1186).
        AckWhenCommitted ack_when_committed: bool @(1..) = true;
    }
    /// A listener of the new voter.
    struct Listener, ListenerView {
        /// The listener's name.
        Name name: string, map_key;
        /// Its host name.
        Host host: string;
        /// Its port.
        Port port: uint16;
    }
}

message! {
    /// Whether the controller is a voter now.
    response AddRaftVoterResponse, AddRaftVoterResponseView, AddRaftVoterResponseEvent:
        key 80, versions 0..=1, flexible 0.. {
        /// How long the request was held back by a quota, in milliseconds.
        ThrottleTimeMs throttle_time_ms: int32;
        /// What is wrong with the request as a whole.
        ErrorCode      error_code:       error_code;
        /// The same in words.
        ErrorMessage   error_message:    string nullable, ignorable;
    }
}
