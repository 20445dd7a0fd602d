//! OffsetFetchResponse: W3 reads it, W8 writes it.

use super::{Workload, encoded, floor, leak};
use kafka_view::messages::offset_fetch::*;
use kafka_view::{Decode, Encode, Stream};

pub fn workloads() -> Vec<Workload> {
    let (value, by_hand) = (response(50, 20), floor::Offsets::new(50, 20));
    let bytes = encoded(&value, 9);
    vec![
        Workload::read("W3", "view", &bytes, by_view),
        Workload::read("W3", "cursor", &bytes, by_cursor),
        Workload::read("W3", "floor", &bytes, floor::offset_fetch),
        Workload::write("W8 OffsetFetch", "value", &bytes, move |buf| value.encode(9, buf).unwrap()),
        Workload::write("W8 OffsetFetch", "floor", &bytes, move |buf| by_hand.encode(buf)),
    ]
}

pub fn response(topics: i32, partitions: i32) -> OffsetFetchResponse<'static> {
    let partitions = leak((0..partitions).map(|partition_index| OffsetFetchResponsePartitions {
        partition_index,
        committed_offset: 1_000_000 + i64::from(partition_index),
        committed_leader_epoch: 7,
        ..Default::default()
    }));
    let topics = leak((0..topics).map(|i| OffsetFetchResponseTopics {
        name: (&*format!("topic-{i:03}").leak()).into(),
        partitions: partitions.into(),
        ..Default::default()
    }));
    let groups =
        leak([OffsetFetchResponseGroup { group_id: "group".into(), topics: topics.into(), ..Default::default() }]);
    OffsetFetchResponse { groups: groups.into(), ..Default::default() }
}

fn by_view(bytes: &[u8]) -> u64 {
    let mut sum = 0u64;
    for group in OffsetFetchResponseView::decode(bytes, 9).unwrap().groups {
        for topic in group.topics {
            for partition in topic.partitions {
                sum += partition.committed_offset as u64;
            }
        }
    }
    sum
}

fn by_cursor(bytes: &[u8]) -> u64 {
    let mut sum = 0u64;
    for event in Stream::<OffsetFetchResponseView>::new(bytes, 9).unwrap() {
        if let OffsetFetchResponseEvent::OffsetFetchResponsePartitions(partition, _) = event.unwrap() {
            sum += partition.committed_offset as u64;
        }
    }
    sum
}
