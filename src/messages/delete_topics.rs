//! DeleteTopics: deletes topics, with all their records (KIP-4).

message! {
    /// Deletes topics: by name, and from version 6 on by name or id (KIP-516). From version 5 on a quota may refuse it
    /// (KIP-599).
    request DeleteTopicsRequest, DeleteTopicsRequestView, DeleteTopicsRequestEvent:
        key 20, versions 0..=6, flexible 4.., listeners broker controller {
        /// The topics, each by its name or by its id (KIP-516).
        Topics     topics:      [DeleteTopicState, DeleteTopicStateView] @(6..);
        /// The topics' names; from version 6 on `topics` stands instead.
        TopicNames topic_names: [string] @(..=5), ignorable, entity(topicName);
        /// How long to wait until the topics are gone, in milliseconds.
        TimeoutMs  timeout_ms:  int32;
    }
    /// A topic to delete, by its name or by its id.
    struct DeleteTopicState, DeleteTopicStateView {
        /// The topic's name; null if the id is given.
        Name    name:     string nullable = null, entity(topicName);
        /// The topic's id; zero if the name is given.
        TopicId topic_id: uuid;
    }
}

message! {
    /// Whether the topics were deleted.
    response DeleteTopicsResponse, DeleteTopicsResponseView, DeleteTopicsResponseEvent:
        key 20, versions 0..=6, flexible 4.. {
        /// How long the request was held back by a quota, in milliseconds.
        ThrottleTimeMs throttle_time_ms: int32 @(1..), ignorable;
        /// The outcome for each topic.
        Responses      responses:        [DeletableTopicResult, DeletableTopicResultView];
    }
    /// The outcome for a topic.
    struct DeletableTopicResult, DeletableTopicResultView {
        /// The topic's name; null if it was given by an id that is unknown, or that the client may not look up.
        Name         name:          string nullable(6..), map_key, entity(topicName);
        /// The topic's id (KIP-516).
        TopicId      topic_id:      uuid @(6..), ignorable;
        /// What is wrong with this topic.
        ErrorCode    error_code:    error_code;
        /// The same in words.
        ErrorMessage error_message: string nullable @(5..) = null, ignorable;
    }
}
