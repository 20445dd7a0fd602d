//! DeleteShareGroupOffsets: makes a share group forget its place in topics (KIP-932).

message! {
    /// Asks the coordinator of a share group to forget topics; the group must have no members (KIP-932).
    request DeleteShareGroupOffsetsRequest, DeleteShareGroupOffsetsRequestView, DeleteShareGroupOffsetsRequestEvent:
        key 92, versions 0..=0, flexible 0.., listeners broker {
        /// The share group.
        GroupId group_id: string, entity(groupId);
        /// The topics to forget, each with all its partitions.
        Topics  topics:   [DeleteShareGroupOffsetsRequestTopic, DeleteShareGroupOffsetsRequestTopicView];
    }
    /// A topic to forget.
    struct DeleteShareGroupOffsetsRequestTopic, DeleteShareGroupOffsetsRequestTopicView {
        /// The topic's name.
        TopicName topic_name: string, entity(topicName);
    }
}

message! {
    /// Whether the share group forgot the topics.
    response DeleteShareGroupOffsetsResponse, DeleteShareGroupOffsetsResponseView, DeleteShareGroupOffsetsResponseEvent:
        key 92, versions 0..=0, flexible 0.. {
        /// How long the request was held back by a quota, in milliseconds.
        ThrottleTimeMs throttle_time_ms: int32;
        /// What is wrong with the request as a whole.
        ErrorCode      error_code:       error_code;
        /// The same in words.
        ErrorMessage   error_message:    string nullable = null;
        /// The outcome for each topic.
        Responses      responses:
            [DeleteShareGroupOffsetsResponseTopic, DeleteShareGroupOffsetsResponseTopicView];
    }
    /// The outcome for a topic.
    struct DeleteShareGroupOffsetsResponseTopic, DeleteShareGroupOffsetsResponseTopicView {
        /// The topic's name.
        TopicName    topic_name:    string, entity(topicName);
        /// The topic's id.
        TopicId      topic_id:      uuid;
        /// What is wrong with this topic.
        ErrorCode    error_code:    error_code;
        /// The same in words.
        ErrorMessage error_message: string nullable = null;
    }
}
