//! CreateDelegationToken: issues a token to log in with in its owner's stead (KIP-48).

message! {
    /// Asks for a delegation token: for the caller, or from version 3 on for somebody else (KIP-373).
    request CreateDelegationTokenRequest, CreateDelegationTokenRequestView, CreateDelegationTokenRequestEvent:
        key 38, versions 0..=3, flexible 2.., listeners broker controller {
        /// The type of the principal to issue the token for; null for the caller (KIP-373).
        OwnerPrincipalType owner_principal_type: string nullable @(3..);
        /// Its name; null for the caller (KIP-373).
        OwnerPrincipalName owner_principal_name: string nullable @(3..);
        /// Who else may renew the token, or end it before its time.
        Renewers           renewers:             [CreatableRenewers, CreatableRenewersView];
        /// How long the token can live at most, renewals included, in milliseconds; -1 for the server's limit.
        MaxLifetimeMs      max_lifetime_ms:      int64;
    }
    /// A principal that may renew the token.
    struct CreatableRenewers, CreatableRenewersView {
        /// The principal's type, such as `User`.
        PrincipalType principal_type: string;
        /// The principal's name.
        PrincipalName principal_name: string;
    }
}

message! {
    /// The new token, with its secret.
    response CreateDelegationTokenResponse, CreateDelegationTokenResponseView, CreateDelegationTokenResponseEvent:
        key 38, versions 0..=3, flexible 2.. {
        /// What is wrong with the request as a whole.
        ErrorCode                   error_code:                     error_code;
        /// The type of the owner's principal, such as `User`.
        PrincipalType               principal_type:                 string;
        /// The owner's name.
        PrincipalName               principal_name:                 string;
        /// The type of the principal that asked for the token (KIP-373).
        TokenRequesterPrincipalType token_requester_principal_type: string @(3..);
        /// Its name (KIP-373).
        TokenRequesterPrincipalName token_requester_principal_name: string @(3..);
        /// When the token was issued, in milliseconds since 1970.
        IssueTimestampMs            issue_timestamp_ms:             int64;
        /// Until when it is valid unless it is renewed, in milliseconds since 1970.
        ExpiryTimestampMs           expiry_timestamp_ms:            int64;
        /// The time beyond which it cannot be renewed, in milliseconds since 1970.
        MaxTimestampMs              max_timestamp_ms:               int64;
        /// The token's id: the user name to log in with by SCRAM.
        TokenId                     token_id:                       string;
        /// The token's secret; in base64 it is the password that belongs to the id.
        Hmac                        hmac:                           bytes;
        /// How long the request was held back by a quota, in milliseconds.
        ThrottleTimeMs              throttle_time_ms:               int32;
    }
}
