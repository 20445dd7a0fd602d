//! MetadataResponse: W4 reads it, W7 skips it, W9 passes it on.

use super::{Workload, encoded, floor, leak};
use kafka_view::messages::header::ResponseHeaderView;
use kafka_view::messages::metadata::*;
use kafka_view::{ApiKey, Decode, Encode, Stream, Uuid, schema};

/// What a proxy calls itself; a broker's port there is [`PROXY_PORT`] and its number.
pub const PROXY_HOST: &str = "proxy.example.org";
pub const PROXY_PORT: i32 = 10_000;

const BROKERS: i32 = 100;

pub fn workloads() -> Vec<Workload> {
    let bytes = response(BROKERS, 1000);
    let framed = [&[0, 0, 0, 7, 0][..], &bytes].concat();
    let mut all = vec![
        Workload::read("W7 skip", "table", &bytes, skip),
        Workload::read("W7 skip", "floor", &bytes, floor::skip_metadata),
        Workload::read("W7 front", "cursor", &framed, front),
        Workload::read("W7 front", "floor", &framed, floor::front_of_metadata),
        Workload::pass("W9", "value", &bytes, pass),
        Workload::pass("W9", "floor", &bytes, floor::pass_metadata),
    ];
    // With a broker instead of 100, so that the cost of a topic is seen.
    let alone = [("W4 x 10", 10), ("W4 x 100", 100), ("W4 x 1000", 1000), ("W4 x 10000", 10_000)];
    for (name, bytes) in [("W4", bytes)].into_iter().chain(alone.map(|(name, topics)| (name, response(1, topics)))) {
        all.extend([
            Workload::read(name, "view", &bytes, by_view),
            Workload::read(name, "cursor", &bytes, by_cursor),
            Workload::read(name, "floor", &bytes, floor::metadata),
        ]);
    }
    all
}

pub fn response(brokers: i32, topics: i32) -> Vec<u8> {
    let brokers = leak((0..brokers).map(|node_id| MetadataResponseBroker {
        node_id,
        host: (&*format!("broker-{node_id:03}.kafka.example.org").leak()).into(),
        port: 9092,
        rack: Some("rack-a".into()),
        ..Default::default()
    }));
    let partitions = leak((0..6).map(|partition_index| MetadataResponsePartition {
        partition_index,
        leader_id: partition_index - 1,
        leader_epoch: 5,
        replica_nodes: (&[1, 2, 3]).into(),
        isr_nodes: (&[1, 2, 3]).into(),
        ..Default::default()
    }));
    let topics = leak((0..topics).map(|i| MetadataResponseTopic {
        name: Some((&*format!("topic-{i:05}").leak()).into()),
        topic_id: Uuid([7; 16]),
        partitions: partitions.into(),
        ..Default::default()
    }));
    let response = MetadataResponse {
        throttle_time_ms: 3,
        brokers: brokers.into(),
        cluster_id: Some("cluster".into()),
        controller_id: 1,
        topics: topics.into(),
        ..Default::default()
    };
    encoded(&response, 12)
}

fn by_view(bytes: &[u8]) -> u64 {
    let mut led = 0;
    for topic in MetadataResponseView::decode(bytes, 12).unwrap().topics {
        for partition in topic.partitions {
            led += u64::from(partition.leader_id >= 0);
        }
    }
    led
}

fn by_cursor(bytes: &[u8]) -> u64 {
    let mut led = 0;
    for event in Stream::<MetadataResponseView>::new(bytes, 12).unwrap() {
        if let MetadataResponseEvent::MetadataResponsePartition(partition, _) = event.unwrap() {
            led += u64::from(partition.leader_id >= 0);
        }
    }
    led
}

fn skip(bytes: &[u8]) -> u64 {
    schema::skip(MetadataResponseView::SCHEMA, bytes, 12).unwrap() as u64
}

fn front(bytes: &[u8]) -> u64 {
    let (header, body) = ResponseHeaderView::split(bytes, ApiKey::METADATA, 12).unwrap();
    match Stream::<MetadataResponseView>::new(body, 12).unwrap().next() {
        Some(Ok(MetadataResponseEvent::MetadataResponse(response, _))) => {
            header.correlation_id as u64 + response.throttle_time_ms as u64
        }
        other => panic!("{other:?}"),
    }
}

fn pass(bytes: &[u8], buf: &mut [u8]) -> usize {
    let view = MetadataResponseView::decode(bytes, 12).unwrap();
    let mut brokers = [MetadataResponseBroker::default(); BROKERS as usize];
    let brokers = &mut brokers[..view.brokers.len()];
    for (to, broker) in brokers.iter_mut().zip(view.brokers) {
        let port = PROXY_PORT + broker.node_id;
        *to = MetadataResponseBroker { host: PROXY_HOST.into(), port, ..broker.into() };
    }
    MetadataResponse { brokers: (&*brokers).into(), ..view.into() }.encode(12, buf).unwrap()
}
