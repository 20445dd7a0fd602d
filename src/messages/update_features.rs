//! UpdateFeatures: raises or lowers the levels of cluster-wide features (KIP-584).

message! {
    /// Changes the levels of features that the whole cluster uses (KIP-584). Version 1 can tell a safe downgrade from
    /// an unsafe one, and can try without doing (KIP-778).
    request UpdateFeaturesRequest, UpdateFeaturesRequestView, UpdateFeaturesRequestEvent:
        key 57, versions 0..=2, flexible 0.., listeners broker controller {
        /// How long the controller may take, in milliseconds.
        timeoutMs      timeout_ms:      int32 = 60000;
        /// The changes.
        FeatureUpdates feature_updates: [FeatureUpdateKey, FeatureUpdateKeyView];
        /// Whether only to check the changes, not to make them (KIP-778).
        ValidateOnly   validate_only:   bool @(1..);
    }
    /// A change of one feature.
    struct FeatureUpdateKey, FeatureUpdateKeyView {
        /// Its name, for example "metadata.version".
        Feature         feature:           string, map_key;
        /// The new level; 0 gives the feature up.
        MaxVersionLevel max_version_level: int16;
        /// Whether the level may fall; from version 1 on `upgrade_type` says it.
        AllowDowngrade  allow_downgrade:   bool @(..=0);
        /// Which way it may go: 1 only up, 2 down if nothing is lost, 3 down in any case (KIP-778).
        UpgradeType     upgrade_type:      int8 @(1..) = 1;
    }
}

message! {
    /// How changing the levels went. From version 2 on all changes succeed or fail together, so there is one error for
    /// them all (KIP-1022).
    response UpdateFeaturesResponse, UpdateFeaturesResponseView, UpdateFeaturesResponseEvent:
        key 57, versions 0..=2, flexible 0.. {
        /// How long the request was held back by a quota, in milliseconds.
        ThrottleTimeMs throttle_time_ms: int32;
        /// What is wrong with the request as a whole.
        ErrorCode      error_code:       error_code;
        /// The same in words.
        ErrorMessage   error_message:    string nullable;
        /// How each change went.
        Results        results:          [UpdatableFeatureResult, UpdatableFeatureResultView] @(..=1), ignorable;
    }
    /// How a change went.
    struct UpdatableFeatureResult, UpdatableFeatureResultView {
        /// The feature's name.
        Feature      feature:       string, map_key;
        /// What is wrong with this change.
        ErrorCode    error_code:    error_code;
        /// The same in words.
        ErrorMessage error_message: string nullable;
    }
}
