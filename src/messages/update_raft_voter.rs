//! UpdateRaftVoter: a voter of the KRaft quorum tells the leader what has changed about itself (KIP-853).

message! {
    /// Tells the leader of the quorum where a voter can be reached now, and which versions of KRaft it speaks; the
    /// voter sends it by itself, for example after an upgrade (KIP-853).
    request UpdateRaftVoterRequest, UpdateRaftVoterRequestView, UpdateRaftVoterRequestEvent:
        key 82, versions 0..=0, flexible 0.., listeners controller {
        /// The cluster; null if the sender does not say.
        ClusterId           cluster_id:            string nullable;
        /// The epoch of the leader, as the voter knows it; -1 if it does not.
        CurrentLeaderEpoch  current_leader_epoch:  int32;
        /// The voter, by its node id.
        VoterId             voter_id:              int32;
        /// The directory of its metadata log, by its id.
        VoterDirectoryId    voter_directory_id:    uuid;
        /// Where it can be reached, by each of its listeners.
        Listeners           listeners:             [Listener, ListenerView];
        /// Which levels of the feature kraft.version it supports.
        KRaftVersionFeature kraft_version_feature: (KRaftVersionFeature, KRaftVersionFeatureView);
    }
    /// Where the voter can be reached, by one of its listeners.
    struct Listener, ListenerView {
        /// The listener's name.
        Name name: string, map_key;
        /// The host name.
        Host host: string;
        /// The port.
        Port port: uint16;
    }
    /// A range of levels of the feature kraft.version.
    struct KRaftVersionFeature, KRaftVersionFeatureView {
        /// The first level.
        MinSupportedVersion min_supported_version: int16;
        /// The last level; the range includes it.
        MaxSupportedVersion max_supported_version: int16;
    }
}

message! {
    /// Whether the voter was updated.
    response UpdateRaftVoterResponse, UpdateRaftVoterResponseView, UpdateRaftVoterResponseEvent:
        key 82, versions 0..=0, flexible 0.. {
        /// How long the request was held back by a quota, in milliseconds.
        ThrottleTimeMs throttle_time_ms: int32;
        /// What is wrong with the request as a whole.
        ErrorCode      error_code:       error_code;
    } tagged {
        /// Who leads the quorum, as far as the answering node knows.
        0 => CurrentLeader current_leader: (CurrentLeader, CurrentLeaderView);
    }
    /// The leader of the quorum.
    struct CurrentLeader, CurrentLeaderView {
        /// The leader, by its node id; -1 if unknown.
        LeaderId    leader_id:    int32 = -1, entity(brokerId);
        /// The epoch of its leadership; -1 if unknown.
        LeaderEpoch leader_epoch: int32 = -1;
        /// Its host name.
        Host        host:         string;
        /// Its port.
        Port        port:         int32;
    }
}
