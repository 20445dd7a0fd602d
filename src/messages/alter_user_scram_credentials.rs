//! AlterUserScramCredentials: sets and removes the SCRAM credentials of users (KIP-554).

message! {
    /// Sets and removes SCRAM credentials of users; the passwords themselves are not sent (KIP-554).
    request AlterUserScramCredentialsRequest, AlterUserScramCredentialsRequestView,
        AlterUserScramCredentialsRequestEvent:
        key 51, versions 0..=0, flexible 0.., listeners broker controller {
        /// The credentials to remove.
        Deletions  deletions:  [ScramCredentialDeletion, ScramCredentialDeletionView];
        /// The credentials to add or replace.
        Upsertions upsertions: [ScramCredentialUpsertion, ScramCredentialUpsertionView];
    }
    /// A credential to remove.
    struct ScramCredentialDeletion, ScramCredentialDeletionView {
        /// The user.
        Name      name:      string;
        /// Its mechanism: 1 SCRAM-SHA-256, 2 SCRAM-SHA-512.
        Mechanism mechanism: int8;
    }
    /// A credential to add or replace.
    struct ScramCredentialUpsertion, ScramCredentialUpsertionView {
        /// The user.
        Name           name:            string;
        /// Its mechanism: 1 SCRAM-SHA-256, 2 SCRAM-SHA-512.
        Mechanism      mechanism:       int8;
        /// How many rounds of hashing `salted_password` went through.
        Iterations     iterations:      int32;
        /// The random bytes that were mixed into it.
        Salt           salt:            bytes;
        /// The password after salting and hashing (`SaltedPassword` of RFC 5802).
        SaltedPassword salted_password: bytes;
    }
}

message! {
    /// How the changes went.
    response AlterUserScramCredentialsResponse, AlterUserScramCredentialsResponseView,
        AlterUserScramCredentialsResponseEvent:
        key 51, versions 0..=0, flexible 0.. {
        /// How long the request was held back by a quota, in milliseconds.
        ThrottleTimeMs throttle_time_ms: int32;
        /// How it went, for each user.
        Results        results:          [AlterUserScramCredentialsResult, AlterUserScramCredentialsResultView];
    }
    /// How it went with a user.
    struct AlterUserScramCredentialsResult, AlterUserScramCredentialsResultView {
        /// The user.
        User         user:          string;
        /// What is wrong with this user.
        ErrorCode    error_code:    error_code;
        /// The same in words.
        ErrorMessage error_message: string nullable;
    }
}
