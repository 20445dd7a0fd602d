//! The workloads of the benches: bytes made by the crate's own encoder, what an operation does with them, and beside it a floor:
//! the shortest bounds-checked walk over the slice, by hand, in safe Rust, without any library. A floor gives the same checksum,
//! and checks that strings are UTF-8, as most decoders do.

use kafka_view::messages::{metadata::*, offset_fetch::*, share_fetch::*};
use kafka_view::{Decode, Encode, Stream, Uuid};

pub mod floor;

/// A thing to measure: `run` gives a checksum.
pub struct Workload {
    pub name: &'static str,
    /// `view`, `cursor`, `floor`.
    pub way: &'static str,
    pub bytes: Vec<u8>,
    pub run: fn(&[u8]) -> u64,
}

pub fn all() -> Vec<Workload> {
    let w = |name, way, bytes: &[u8], run| Workload { name, way, bytes: bytes.to_vec(), run };
    let share_fetch = share_fetch_response(1, 1, 1);
    let offset_fetch = offset_fetch_response(50, 20);
    let metadata = metadata_response(100, 1000);
    vec![
        w("W1 ShareFetchResponse 11 kB", "view", &share_fetch, share_fetch_view),
        w("W1 ShareFetchResponse 11 kB", "cursor", &share_fetch, share_fetch_cursor),
        w("W1 ShareFetchResponse 11 kB", "floor", &share_fetch, floor::share_fetch),
        w("W3 OffsetFetchResponse 21 kB", "view", &offset_fetch, offset_fetch_view),
        w("W3 OffsetFetchResponse 21 kB", "cursor", &offset_fetch, offset_fetch_cursor),
        w("W3 OffsetFetchResponse 21 kB", "floor", &offset_fetch, floor::offset_fetch),
        w("W4 MetadataResponse 299 kB", "view", &metadata, metadata_view),
        w("W4 MetadataResponse 299 kB", "cursor", &metadata, metadata_cursor),
        w("W4 MetadataResponse 299 kB", "floor", &metadata, floor::metadata),
    ]
}

fn encoded(message: &impl Encode, version: i16) -> Vec<u8> {
    let mut bytes = vec![0; message.encoded_len(version).unwrap()];
    message.encode(version, &mut bytes).unwrap();
    bytes
}

/// A batch of records with a null key, a value of 100 bytes and no headers; its CRC is right.
pub fn batch(base_offset: i64, records: u32) -> Vec<u8> {
    let varint = |out: &mut Vec<u8>, n: i32| {
        let mut n = ((n << 1) ^ (n >> 31)) as u32;
        while n >= 0x80 {
            out.push(n as u8 | 0x80);
            n >>= 7;
        }
        out.push(n as u8);
    };
    let mut payload = Vec::new();
    for i in 0..records {
        let mut record = vec![0];
        varint(&mut record, (i / 10) as i32);
        varint(&mut record, i as i32);
        varint(&mut record, -1);
        varint(&mut record, 100);
        record.extend((0..100).map(|b| (b as u32 + i) as u8));
        varint(&mut record, 0);
        varint(&mut payload, record.len() as i32);
        payload.extend(record);
    }
    let mut rest = Vec::new();
    rest.extend(0i16.to_be_bytes());
    rest.extend((records as i32 - 1).to_be_bytes());
    rest.extend(1_700_000_000_000i64.to_be_bytes());
    rest.extend((1_700_000_000_000i64 + i64::from(records / 10)).to_be_bytes());
    rest.extend([0xff; 14]);
    rest.extend(records.to_be_bytes());
    rest.extend(payload);
    let mut batch = Vec::new();
    batch.extend(base_offset.to_be_bytes());
    batch.extend((rest.len() as i32 + 9).to_be_bytes());
    batch.extend([0, 0, 0, 7, 2]);
    batch.extend(kafka_view::records::crc32c(&rest).to_be_bytes());
    batch.extend(rest);
    batch
}

pub fn share_fetch_response(topics: u8, partitions: i32, ranges: usize) -> Vec<u8> {
    let batch = batch(1000, 100);
    let acquired: Vec<_> = (0..ranges as i64)
        .map(|i| AcquiredRecords { first_offset: 1000 + i, last_offset: 1099, delivery_count: 1, ..Default::default() })
        .collect();
    let partitions: Vec<_> = (0..partitions)
        .map(|partition_index| PartitionData {
            partition_index,
            records: Some(batch.as_slice().into()),
            acquired_records: acquired.as_slice().into(),
            ..Default::default()
        })
        .collect();
    let responses: Vec<_> = (0..topics)
        .map(|i| ShareFetchableTopicResponse {
            topic_id: Uuid([i; 16]),
            partitions: partitions.as_slice().into(),
            ..Default::default()
        })
        .collect();
    encoded(&ShareFetchResponse { responses: responses.as_slice().into(), ..Default::default() }, 1)
}

fn share_fetch_view(bytes: &[u8]) -> u64 {
    let view = ShareFetchResponseView::decode(bytes, 1).unwrap();
    let mut sum = view.throttle_time_ms as u64 + view.error_code.0 as u64 + view.acquisition_lock_timeout_ms as u64;
    sum += view.error_message.map_or(0, |m| m.len()) as u64;
    for topic in view.responses {
        sum += u64::from(topic.topic_id.0[0]);
        for partition in topic.partitions {
            sum += share_fetch_partition(&partition);
            for range in partition.acquired_records {
                sum += (range.first_offset + range.last_offset) as u64 + range.delivery_count as u64;
            }
        }
    }
    for node in view.node_endpoints {
        sum += node.node_id as u64 + node.port as u64 + (node.host.len() + node.rack.map_or(0, |r| r.len())) as u64;
    }
    sum
}

#[inline(always)]
fn share_fetch_partition(p: &PartitionDataView<'_>) -> u64 {
    let mut sum = p.partition_index as u64 + p.error_code.0 as u64 + p.acknowledge_error_code.0 as u64;
    sum += (p.error_message.map_or(0, |m| m.len()) + p.acknowledge_error_message.map_or(0, |m| m.len())) as u64;
    sum += p.current_leader.leader_id as u64 + p.current_leader.leader_epoch as u64;
    sum + floor::batches(p.records.map_or(&[], |r| r.as_bytes()))
}

fn share_fetch_cursor(bytes: &[u8]) -> u64 {
    use kafka_view::Part::*;
    let mut sum = 0u64;
    for event in Stream::<ShareFetchResponseView>::new(bytes, 1).unwrap() {
        match event.unwrap() {
            ShareFetchResponseEvent::ShareFetchResponse(view, Whole | Head) => {
                sum +=
                    view.throttle_time_ms as u64 + view.error_code.0 as u64 + view.acquisition_lock_timeout_ms as u64;
                sum += view.error_message.map_or(0, |m| m.len()) as u64;
            }
            ShareFetchResponseEvent::ShareFetchableTopicResponse(topic, Whole | Head) => {
                sum += u64::from(topic.topic_id.0[0])
            }
            ShareFetchResponseEvent::PartitionData(partition, Whole | Head) => sum += share_fetch_partition(&partition),
            ShareFetchResponseEvent::AcquiredRecords(range, _) => {
                sum += (range.first_offset + range.last_offset) as u64 + range.delivery_count as u64;
            }
            ShareFetchResponseEvent::NodeEndpoint(node, _) => {
                sum += node.node_id as u64
                    + node.port as u64
                    + (node.host.len() + node.rack.map_or(0, |r| r.len())) as u64;
            }
            _ => {}
        }
    }
    sum
}

pub fn offset_fetch_response(topics: i32, partitions: i32) -> Vec<u8> {
    let names: Vec<String> = (0..topics).map(|i| format!("topic-{i:03}")).collect();
    let partitions: Vec<_> = (0..partitions)
        .map(|partition_index| OffsetFetchResponsePartitions {
            partition_index,
            committed_offset: 1_000_000 + i64::from(partition_index),
            committed_leader_epoch: 7,
            ..Default::default()
        })
        .collect();
    let topics: Vec<_> = names
        .iter()
        .map(|name| OffsetFetchResponseTopics {
            name: name.as_str().into(),
            partitions: partitions.as_slice().into(),
            ..Default::default()
        })
        .collect();
    let group =
        OffsetFetchResponseGroup { group_id: "group".into(), topics: topics.as_slice().into(), ..Default::default() };
    encoded(&OffsetFetchResponse { groups: (&[group]).into(), ..Default::default() }, 9)
}

fn offset_fetch_view(bytes: &[u8]) -> u64 {
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

fn offset_fetch_cursor(bytes: &[u8]) -> u64 {
    let mut sum = 0u64;
    for event in Stream::<OffsetFetchResponseView>::new(bytes, 9).unwrap() {
        if let OffsetFetchResponseEvent::OffsetFetchResponsePartitions(partition, _) = event.unwrap() {
            sum += partition.committed_offset as u64;
        }
    }
    sum
}

pub fn metadata_response(brokers: i32, topics: i32) -> Vec<u8> {
    let hosts: Vec<String> = (0..brokers).map(|i| format!("broker-{i:03}.kafka.example.org")).collect();
    let brokers: Vec<_> = hosts
        .iter()
        .zip(0..)
        .map(|(host, node_id)| MetadataResponseBroker {
            node_id,
            host: host.as_str().into(),
            port: 9092,
            rack: Some("rack-a".into()),
            ..Default::default()
        })
        .collect();
    let partitions: Vec<_> = (0..6)
        .map(|partition_index| MetadataResponsePartition {
            partition_index,
            leader_id: partition_index - 1,
            leader_epoch: 5,
            replica_nodes: (&[1, 2, 3]).into(),
            isr_nodes: (&[1, 2, 3]).into(),
            ..Default::default()
        })
        .collect();
    let names: Vec<String> = (0..topics).map(|i| format!("topic-{i:05}")).collect();
    let topics: Vec<_> = names
        .iter()
        .map(|name| MetadataResponseTopic {
            name: Some(name.as_str().into()),
            topic_id: Uuid([7; 16]),
            partitions: partitions.as_slice().into(),
            ..Default::default()
        })
        .collect();
    let message = MetadataResponse {
        brokers: brokers.as_slice().into(),
        cluster_id: Some("cluster".into()),
        controller_id: 1,
        topics: topics.as_slice().into(),
        ..Default::default()
    };
    encoded(&message, 12)
}

fn metadata_view(bytes: &[u8]) -> u64 {
    let mut led = 0;
    for topic in MetadataResponseView::decode(bytes, 12).unwrap().topics {
        for partition in topic.partitions {
            led += u64::from(partition.leader_id >= 0);
        }
    }
    led
}

fn metadata_cursor(bytes: &[u8]) -> u64 {
    let mut led = 0;
    for event in Stream::<MetadataResponseView>::new(bytes, 12).unwrap() {
        if let MetadataResponseEvent::MetadataResponsePartition(partition, _) = event.unwrap() {
            led += u64::from(partition.leader_id >= 0);
        }
    }
    led
}
