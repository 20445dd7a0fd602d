//! ExpireDelegationToken: sets when a delegation token ends (KIP-48).

message! {
    /// Moves the end of a delegation token, or ends it at once (KIP-48).
    request ExpireDelegationTokenRequest, ExpireDelegationTokenRequestView, ExpireDelegationTokenRequestEvent:
        key 40, versions 0..=2, flexible 2.., listeners broker controller {
        /// The token's HMAC, which tells which token is meant.
        Hmac               hmac:                  bytes;
        /// How long the token shall live from now, in milliseconds; less than 0 ends it at once.
        ExpiryTimePeriodMs expiry_time_period_ms: int64;
    }
}

message! {
    /// When the token ends now.
    response ExpireDelegationTokenResponse, ExpireDelegationTokenResponseView, ExpireDelegationTokenResponseEvent:
        key 40, versions 0..=2, flexible 2.. {
        /// What is wrong with the request as a whole.
        ErrorCode         error_code:          error_code;
        /// When the token ends, in milliseconds since 1970.
        ExpiryTimestampMs expiry_timestamp_ms: int64;
        /// How long the request was held back by a quota, in milliseconds.
        ThrottleTimeMs    throttle_time_ms:    int32;
    }
}
