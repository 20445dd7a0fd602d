//! SaslAuthenticate: a step of a SASL exchange (KIP-152).

message! {
    /// Carries the client's part of a step of the SASL exchange, once SaslHandshake has chosen a mechanism (KIP-152).
    request SaslAuthenticateRequest, SaslAuthenticateRequestView, SaslAuthenticateRequestEvent:
        key 36, versions 0..=2, flexible 2.., listeners broker controller {
        /// The client's token, in the mechanism's own format.
        AuthBytes auth_bytes: bytes;
    }
}

message! {
    /// Carries the broker's part of a step; version 1 tells when to authenticate again (KIP-368).
    response SaslAuthenticateResponse, SaslAuthenticateResponseView, SaslAuthenticateResponseEvent:
        key 36, versions 0..=2, flexible 2.. {
        /// What is wrong with the request as a whole.
        ErrorCode         error_code:          error_code;
        /// The same in words.
        ErrorMessage      error_message:       string nullable;
        /// The broker's token, in the mechanism's own format.
        AuthBytes         auth_bytes:          bytes;
        /// After how long the client has to authenticate again, in milliseconds; 0 for never (KIP-368).
        SessionLifetimeMs session_lifetime_ms: int64 @(1..), ignorable;
    }
}
