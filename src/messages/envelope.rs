//! Envelope: a broker forwards a client's request to the controller (KIP-590).

message! {
    /// Carries a client's request from a broker to the active controller, as if the client had asked that (KIP-590).
    request EnvelopeRequest, EnvelopeRequestView, EnvelopeRequestEvent:
        key 58, versions 0..=0, flexible 0.., listeners controller {
        /// The client's request: its header and body, without the frame's length.
        RequestData       request_data:        bytes;
        /// Who the client is, serialized; by default as DefaultPrincipalData behind its version.
        RequestPrincipal  request_principal:   bytes nullable;
        /// The client's IP address, as 4 or 16 raw bytes.
        ClientHostAddress client_host_address: bytes;
    }
}

message! {
    /// Carries the controller's answer back to the broker.
    response EnvelopeResponse, EnvelopeResponseView, EnvelopeResponseEvent:
        key 58, versions 0..=0, flexible 0.. {
        /// The answer to the client: its header and body; null if the envelope was not opened.
        ResponseData response_data: bytes nullable = null;
        /// What is wrong with the envelope; errors of the request in it stand in the answer to that.
        ErrorCode    error_code:    error_code;
    }
}
