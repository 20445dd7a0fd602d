//! DescribeDelegationToken: which delegation tokens there are (KIP-48).

message! {
    /// Asks for the delegation tokens of some owners that the caller may see. From version 3 on the answer tells who
    /// asked for each (KIP-373).
    request DescribeDelegationTokenRequest, DescribeDelegationTokenRequestView, DescribeDelegationTokenRequestEvent:
        key 41, versions 0..=3, flexible 2.., listeners broker controller {
        /// The owners whose tokens to tell; null for all, empty for none.
        Owners owners: [DescribeDelegationTokenOwner, DescribeDelegationTokenOwnerView] nullable;
    }
    /// An owner whose tokens to tell.
    struct DescribeDelegationTokenOwner, DescribeDelegationTokenOwnerView {
        /// The type of the owner's principal, such as `User`.
        PrincipalType principal_type: string;
        /// The owner's name.
        PrincipalName principal_name: string;
    }
}

message! {
    /// The delegation tokens, with their secrets.
    response DescribeDelegationTokenResponse, DescribeDelegationTokenResponseView, DescribeDelegationTokenResponseEvent:
        key 41, versions 0..=3, flexible 2.. {
        /// What is wrong with the request as a whole.
        ErrorCode      error_code:       error_code;
        /// The tokens.
        Tokens         tokens:           [DescribedDelegationToken, DescribedDelegationTokenView];
        /// How long the request was held back by a quota, in milliseconds.
        ThrottleTimeMs throttle_time_ms: int32;
    }
    /// A token.
    struct DescribedDelegationToken, DescribedDelegationTokenView {
        /// The type of the owner's principal, such as `User`.
        PrincipalType               principal_type:                 string;
        /// The owner's name.
        PrincipalName               principal_name:                 string;
        /// The type of the principal that asked for the token (KIP-373).
        TokenRequesterPrincipalType token_requester_principal_type: string @(3..);
        /// Its name (KIP-373).
        TokenRequesterPrincipalName token_requester_principal_name: string @(3..);
        /// When the token was issued, in milliseconds since 1970.
        IssueTimestamp              issue_timestamp:                int64;
        /// Until when it is valid unless it is renewed, in milliseconds since 1970.
        ExpiryTimestamp             expiry_timestamp:               int64;
        /// The time beyond which it cannot be renewed, in milliseconds since 1970.
        MaxTimestamp                max_timestamp:                  int64;
        /// The token's id: the user name to log in with by SCRAM.
        TokenId                     token_id:                       string;
        /// The token's secret; in base64 it is the password that belongs to the id.
        Hmac                        hmac:                           bytes;
        /// Who else may renew the token, or end it before its time.
        Renewers                    renewers:
            [DescribedDelegationTokenRenewer, DescribedDelegationTokenRenewerView];
    }
    /// A principal that may renew the token.
    struct DescribedDelegationTokenRenewer, DescribedDelegationTokenRenewerView {
        /// The principal's type, such as `User`.
        PrincipalType principal_type: string;
        /// The principal's name.
        PrincipalName principal_name: string;
    }
}
