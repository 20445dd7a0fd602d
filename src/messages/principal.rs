//! DefaultPrincipalData: whom a broker has authenticated, as Envelope requests carry it (KIP-590).

message! {
    /// Whom a broker has authenticated.
    ///
    /// A broker that forwards a client's request puts this into the `RequestPrincipal` bytes of an Envelope request,
    /// with the 16-bit version in front (KIP-590). A custom principal builder may write something else there.
    data DefaultPrincipalData, DefaultPrincipalDataView, DefaultPrincipalDataEvent:
        versions 0..=0, flexible 0.. {
        /// What kind of principal this is; mostly User.
        Type               type_:               string;
        /// The principal's name, as in ACLs but without the type.
        Name               name:                string;
        /// Whether a delegation token was the proof, with which one cannot get further tokens.
        TokenAuthenticated token_authenticated: bool;
    }
}
