//! AllocateProducerIds: reserves producer ids for a broker to hand out (KIP-730).

message! {
    /// A broker asks the controller for a block of producer ids, which it hands out in InitProducerId (KIP-730).
    request AllocateProducerIdsRequest, AllocateProducerIdsRequestView, AllocateProducerIdsRequestEvent:
        key 67, versions 0..=0, flexible 0.., listeners controller {
        /// The broker that asks.
        BrokerId    broker_id:    int32, entity(brokerId);
        /// The epoch of its registration; an outdated one is refused.
        BrokerEpoch broker_epoch: int64 = -1;
    }
}

message! {
    /// A block of producer ids that no other broker gets.
    response AllocateProducerIdsResponse, AllocateProducerIdsResponseView, AllocateProducerIdsResponseEvent:
        key 67, versions 0..=0, flexible 0.. {
        /// How long the request was held back by a quota, in milliseconds.
        ThrottleTimeMs  throttle_time_ms:  int32;
        /// What is wrong with the request as a whole.
        ErrorCode       error_code:        error_code;
        /// The first id of the block.
        ProducerIdStart producer_id_start: int64, entity(producerId);
        /// The number of ids in it.
        ProducerIdLen   producer_id_len:   int32;
    }
}
