//! DescribeUserScramCredentials: which SCRAM credentials users have (KIP-554).

message! {
    /// Asks which SCRAM credentials are stored for users (KIP-554).
    request DescribeUserScramCredentialsRequest, DescribeUserScramCredentialsRequestView,
        DescribeUserScramCredentialsRequestEvent:
        key 50, versions 0..=0, flexible 0.., listeners broker controller {
        /// The users to tell about; null or empty for all.
        Users users: [UserName, UserNameView] nullable;
    }
    /// A user to tell about.
    struct UserName, UserNameView {
        /// The user's name.
        Name name: string;
    }
}

message! {
    /// Which SCRAM credentials are stored for the users; never the secrets themselves.
    response DescribeUserScramCredentialsResponse, DescribeUserScramCredentialsResponseView,
        DescribeUserScramCredentialsResponseEvent:
        key 50, versions 0..=0, flexible 0.. {
        /// How long the request was held back by a quota, in milliseconds.
        ThrottleTimeMs throttle_time_ms: int32;
        /// What is wrong with the request as a whole.
        ErrorCode      error_code:       error_code;
        /// The same in words.
        ErrorMessage   error_message:    string nullable;
        /// The users, each with its credentials.
        Results        results:          [DescribeUserScramCredentialsResult, DescribeUserScramCredentialsResultView];
    }
    /// The credentials of a user.
    struct DescribeUserScramCredentialsResult, DescribeUserScramCredentialsResultView {
        /// The user's name.
        User            user:             string;
        /// What is wrong with this user; 91 if it has no credentials.
        ErrorCode       error_code:       error_code;
        /// The same in words.
        ErrorMessage    error_message:    string nullable;
        /// Its credentials, one for each mechanism.
        CredentialInfos credential_infos: [CredentialInfo, CredentialInfoView];
    }
    /// A credential.
    struct CredentialInfo, CredentialInfoView {
        /// 1 is SCRAM-SHA-256, 2 is SCRAM-SHA-512; 0 is a mechanism that is not known.
        Mechanism  mechanism:  int8;
        /// How often the password was hashed.
        Iterations iterations: int32;
    }
}
