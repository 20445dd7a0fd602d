//! SaslHandshake: chooses the SASL mechanism of a connection (KIP-43).

message! {
    /// Chooses the SASL mechanism of the connection (KIP-43). After version 0 the tokens follow bare, without headers;
    /// after version 1 they travel in SaslAuthenticate requests (KIP-152).
    request SaslHandshakeRequest, SaslHandshakeRequestView, SaslHandshakeRequestEvent:
        key 17, versions 0..=1, flexible none, listeners broker controller {
        /// The mechanism, such as PLAIN or SCRAM-SHA-512.
        Mechanism mechanism: string;
    }
}

message! {
    /// Whether the broker agrees to the mechanism.
    response SaslHandshakeResponse, SaslHandshakeResponseView, SaslHandshakeResponseEvent:
        key 17, versions 0..=1, flexible none {
        /// What is wrong with the request as a whole.
        ErrorCode  error_code: error_code;
        /// The mechanisms that the broker offers here.
        Mechanisms mechanisms: [string];
    }
}
