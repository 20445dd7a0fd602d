//! VotersRecord: who votes in the KRaft quorum, in a control batch of the metadata log or of a snapshot (KIP-853).

message! {
    /// The voters of the KRaft quorum: the value of a control record of type 6. The latest one counts, even before it
    /// is committed; there is none while the voters come from the configuration (KIP-853).
    data VotersRecord, VotersRecordView, VotersRecordEvent:
        versions 0..=0, flexible 0.. {
        /// The version of this record: 0.
        Version version: int16;
        /// All voters.
        Voters  voters:  [Voter, VoterView];
    }
    /// A voter.
    struct Voter, VoterView {
        /// Its node id.
        VoterId             voter_id:              int32, entity(brokerId);
        /// The directory of its metadata log, by its id; with another directory it is another voter.
        VoterDirectoryId    voter_directory_id:    uuid;
        /// Where it can be reached, by each of its listeners.
        Endpoints           endpoints:             [Endpoint, EndpointView];
        /// Which levels of the feature kraft.version it supports.
        KRaftVersionFeature kraft_version_feature: (KRaftVersionFeature, KRaftVersionFeatureView);
    }
    /// Where a voter can be reached, by one of its listeners.
    struct Endpoint, EndpointView {
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
