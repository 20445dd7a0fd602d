//! ApiVersions: what a broker speaks.

use crate::{ApiKey, Decode, DecodeError, ErrorCode};

message! {
    /// Asks which APIs a broker speaks, in which versions.
    request ApiVersionsRequest, ApiVersionsRequestView, ApiVersionsRequestEvent:
        key 18, versions 0..=5, flexible 3.., listeners broker controller {
        /// The client's name, for the broker's statistics (KIP-511).
        ClientSoftwareName    client_software_name:    string @(3..), ignorable;
        /// Its version.
        ClientSoftwareVersion client_software_version: string @(3..), ignorable;
        /// The cluster that the client means to talk to (KIP-1242).
        ClusterId             cluster_id:              string nullable @(5..) = null, ignorable;
        /// The node that it means to talk to; -1 for any (KIP-1242).
        NodeId                node_id:                 int32 @(5..) = -1, ignorable;
    }
}

message! {
    /// Which APIs a broker speaks, in which versions.
    ///
    /// To a version that it does not know, a broker answers with error 35 in the layout of version 0:
    /// see [`ApiVersionsResponseView::decode_or_fallback`].
    response ApiVersionsResponse, ApiVersionsResponseView, ApiVersionsResponseEvent:
        key 18, versions 0..=5, flexible 3.. {
        /// What is wrong; 35 if the broker does not know the version of the request.
        ErrorCode        error_code:       error_code;
        /// The APIs.
        ApiKeys          api_keys:         [ApiVersion, ApiVersionView];
        /// How long the request was held back by a quota, in milliseconds.
        ThrottleTimeMs   throttle_time_ms: int32 @(1..), ignorable;
    } tagged {
        /// The features that the broker could use (KIP-584).
        0 => SupportedFeatures      supported_features:       [SupportedFeatureKey, SupportedFeatureKeyView] @(3..), ignorable;
        /// The epoch of the features in use; -1 if unknown.
        1 => FinalizedFeaturesEpoch finalized_features_epoch: int64 @(3..) = -1, ignorable;
        /// The features in use, cluster-wide.
        2 => FinalizedFeatures      finalized_features:       [FinalizedFeatureKey, FinalizedFeatureKeyView] @(3..), ignorable;
        /// Whether the cluster is ready to leave ZooKeeper (KIP-866).
        3 => ZkMigrationReady       zk_migration_ready:       bool @(3..), ignorable;
    }
    /// An API.
    struct ApiVersion, ApiVersionView {
        /// Which one.
        ApiKey     api_key:     api_key, map_key;
        /// The first version.
        MinVersion min_version: int16;
        /// The last version.
        MaxVersion max_version: int16;
    }
    /// A feature that the broker could use.
    struct SupportedFeatureKey, SupportedFeatureKeyView {
        /// Its name.
        Name       name:        string, map_key;
        /// The first level.
        MinVersion min_version: int16;
        /// The last level.
        MaxVersion max_version: int16;
    }
    /// A feature in use.
    struct FinalizedFeatureKey, FinalizedFeatureKeyView {
        /// Its name.
        Name            name:              string, map_key;
        /// The highest level in use.
        MaxVersionLevel max_version_level: int16;
        /// The lowest level in use.
        MinVersionLevel min_version_level: int16;
    }
}

impl<'a> ApiVersionsResponseView<'a> {
    /// The highest version of an API that both the broker and this crate know: the one to ask in.
    ///
    /// None if they have no version in common, or one of them does not know the API.
    ///
    /// ```
    /// use kafka_view::{ApiKey, Decode, messages::api_versions::ApiVersionsResponseView};
    ///
    /// let bytes = [0, 0, 0, 0, 0, 2, 0, 78, 0, 1, 0, 9, 0, 9, 0, 0, 0, 6];
    /// let response = ApiVersionsResponseView::decode(&bytes, 0)?;
    /// assert_eq!(response.highest_common_version(ApiKey::SHARE_FETCH), Some(2)); // the broker has more, we do not
    /// assert_eq!(response.highest_common_version(ApiKey::OFFSET_FETCH), Some(6));
    /// assert_eq!(response.highest_common_version(ApiKey::PRODUCE), None);
    /// # Ok::<(), kafka_view::DecodeError>(())
    /// ```
    #[must_use]
    pub fn highest_common_version(&self, api_key: ApiKey) -> Option<i16> {
        let ours = api_key.versions()?;
        let theirs = self.api_keys.iter().find(|api| api.api_key == api_key)?;
        let highest = theirs.max_version.min(*ours.end());
        (highest >= theirs.min_version.max(*ours.start())).then_some(highest)
    }

    /// Decodes the answer to a request of `version`, and says in which version it is.
    ///
    /// A broker that does not know the version answers with error 35 in the layout of version 0 (KIP-511), so that any client
    /// can read it and ask again. Bytes behind the body are given back, as by [`Decode::decode_prefix`].
    ///
    /// ```
    /// use kafka_view::{ErrorCode, messages::api_versions::ApiVersionsResponseView};
    ///
    /// let bytes = [0, 35, 0, 0, 0, 1, 0, 18, 0, 0, 0, 3];
    /// let (response, version, _) = ApiVersionsResponseView::decode_or_fallback(&bytes, 4)?;
    /// assert_eq!((response.error_code, version), (ErrorCode::UNSUPPORTED_VERSION, 0));
    /// assert_eq!(response.api_keys.iter().next().unwrap().max_version, 3);
    /// # Ok::<(), kafka_view::DecodeError>(())
    /// ```
    ///
    /// # Errors
    /// As [`Decode::decode_prefix`]; a version that this crate does not know is read if the broker did not know it either.
    pub fn decode_or_fallback(bytes: &'a [u8], version: i16) -> Result<(Self, i16, &'a [u8]), DecodeError> {
        let version = Self::answered_version(bytes, version);
        Self::decode_prefix(bytes, version).map(|(view, rest)| (view, version, rest))
    }

    /// The version in which a request of `version` was answered: 0 where the bytes are no answer in that version, and begin with
    /// error 35 or may still become one that does.
    #[must_use]
    pub fn answered_version(bytes: &[u8], version: i16) -> i16 {
        let asked = ApiVersionsResponseView::decode_prefix(bytes, version);
        let code = bytes.first_chunk().map(|code| ErrorCode(i16::from_be_bytes(*code)));
        let refused = code.map_or(!Self::SCHEMA.has_version(version), |code| code == ErrorCode::UNSUPPORTED_VERSION);
        if asked.is_err() && refused { 0 } else { version }
    }
}
