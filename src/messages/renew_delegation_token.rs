//! RenewDelegationToken: lets a delegation token live longer (KIP-48).

message! {
    /// Lets a delegation token live longer; only its owner and its renewers may ask for that (KIP-48).
    request RenewDelegationTokenRequest, RenewDelegationTokenRequestView, RenewDelegationTokenRequestEvent:
        key 39, versions 0..=2, flexible 2.., listeners broker controller {
        /// The token's HMAC, by which it is found.
        Hmac          hmac:            bytes;
        /// How long it shall live from now on, within its maximum, in milliseconds; negative for the broker's default.
        RenewPeriodMs renew_period_ms: int64;
    }
}

message! {
    /// How long the delegation token lives now.
    response RenewDelegationTokenResponse, RenewDelegationTokenResponseView, RenewDelegationTokenResponseEvent:
        key 39, versions 0..=2, flexible 2.. {
        /// What is wrong with the request as a whole.
        ErrorCode         error_code:          error_code;
        /// When it expires, in milliseconds since 1970.
        ExpiryTimestampMs expiry_timestamp_ms: int64;
        /// How long the request was held back by a quota, in milliseconds.
        ThrottleTimeMs    throttle_time_ms:    int32;
    }
}
