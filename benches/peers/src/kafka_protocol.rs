//! kafka-protocol: owned structs; strings and bytes are counted references into the input.

use super::workloads::metadata::{PROXY_HOST, PROXY_PORT};
use super::workloads::{self, Workload, encoded, metadata, offset_fetch, records, share_fetch};
use ::kafka_protocol::messages::{MetadataResponse, OffsetFetchResponse, ShareFetchRequest, ShareFetchResponse};
use ::kafka_protocol::protocol::{Decodable, Encodable, StrBytes};
use ::kafka_protocol::records::RecordBatchDecoder;
use bytes::Bytes;
use std::cell::RefCell;

const WAY: &str = "kafka-protocol";

pub fn workloads() -> Vec<Workload> {
    let mut all = Vec::new();
    for (name, bytes) in
        [("W1 hw CRC", share_fetch::response(1, 1, 1)), ("W2 hw CRC", share_fetch::response(10, 10, 3))]
    {
        all.push(read(name, &bytes, share_fetch_response));
    }
    let offsets = encoded(&offset_fetch::response(50, 20), 9);
    all.push(read("W3", &offsets, |mut bytes| {
        let mut sum = 0;
        for group in OffsetFetchResponse::decode(&mut bytes, 9).unwrap().groups {
            for topic in group.topics {
                for partition in topic.partitions {
                    sum += partition.committed_offset as u64;
                }
            }
        }
        sum
    }));
    let alone = [("W4 x 10", 10), ("W4 x 100", 100), ("W4 x 1000", 1000), ("W4 x 10000", 10_000)];
    let all_sizes = alone.map(|(name, topics)| (name, metadata::response(1, topics)));
    for (name, bytes) in [("W4", metadata::response(100, 1000))].into_iter().chain(all_sizes) {
        all.push(read(name, &bytes, |mut bytes| {
            let mut led = 0;
            for topic in MetadataResponse::decode(&mut bytes, 12).unwrap().topics {
                for partition in topic.partitions {
                    led += u64::from(*partition.leader_id >= 0);
                }
            }
            led
        }));
    }
    all.push(read("W5 hw CRC", &records::batch(0, 10_000, 2), |mut bytes| {
        let sets = RecordBatchDecoder::decode_all(&mut bytes).unwrap();
        sets.iter().flat_map(|set| &set.records).map(|r| r.value.as_ref().map_or(0, Bytes::len) as u64).sum()
    }));
    // Not its own: the crate that it uses.
    all.push(Workload::read("W6 hw CRC", WAY, &records::mebibyte(), |bytes| crc32c::crc32c(bytes).into()));
    let request = encoded(&share_fetch::request(), 1);
    let value = ShareFetchRequest::decode(&mut Bytes::from(request.clone()), 1).unwrap();
    all.push(write("W8 ShareFetch", &request, move |buf| value.encode(buf, 1).unwrap()));
    let value = OffsetFetchResponse::decode(&mut Bytes::from(offsets.clone()), 9).unwrap();
    all.push(write("W8 OffsetFetch", &offsets, move |buf| value.encode(buf, 9).unwrap()));
    all.push(proxy(&metadata::response(100, 1000)));
    all
}

/// What is decoded refers to the bytes, and counts how often.
fn read(name: &'static str, bytes: &[u8], run: impl Fn(Bytes) -> u64 + 'static) -> Workload {
    let counted = Bytes::copy_from_slice(bytes);
    Workload::read(name, WAY, bytes, move |_| run(counted.clone()))
}

/// It writes into a growing buffer of its own kinds only: one that has grown by now, copied into the caller's.
fn write(name: &'static str, like: &[u8], run: impl Fn(&mut Vec<u8>) + 'static) -> Workload {
    let own = RefCell::new(Vec::with_capacity(2 * like.len()));
    Workload::write(name, WAY, like, move |buf| {
        let mut own = own.borrow_mut();
        own.clear();
        run(&mut own);
        buf[..own.len()].copy_from_slice(&own);
        own.len()
    })
}

fn proxy(bytes: &[u8]) -> Workload {
    let counted = Bytes::copy_from_slice(bytes);
    let own = RefCell::new(Vec::with_capacity(2 * bytes.len()));
    Workload::pass("W9", WAY, bytes, move |_, buf| {
        let mut own = own.borrow_mut();
        own.clear();
        let mut response = MetadataResponse::decode(&mut counted.clone(), 12).unwrap();
        for broker in &mut response.brokers {
            broker.host = StrBytes::from_static_str(PROXY_HOST);
            broker.port = PROXY_PORT + *broker.node_id;
        }
        response.encode(&mut *own, 12).unwrap();
        buf[..own.len()].copy_from_slice(&own);
        own.len()
    })
}

fn share_fetch_response(mut bytes: Bytes) -> u64 {
    let response = ShareFetchResponse::decode(&mut bytes, 1).unwrap();
    let length = |string: &Option<StrBytes>| string.as_ref().map_or(0, |s| s.len() as u64);
    let mut sum = response.throttle_time_ms as u64 + response.error_code as u64;
    sum += response.acquisition_lock_timeout_ms as u64 + length(&response.error_message);
    for topic in response.responses {
        sum += u64::from(topic.topic_id.as_bytes()[0]);
        for p in topic.partitions {
            sum += p.partition_index as u64 + p.error_code as u64 + p.acknowledge_error_code as u64;
            sum += length(&p.error_message) + length(&p.acknowledge_error_message);
            sum += p.current_leader.leader_id as u64 + p.current_leader.leader_epoch as u64;
            for set in RecordBatchDecoder::decode_all(&mut p.records.unwrap_or_default()).unwrap() {
                for record in set.records {
                    sum = sum.wrapping_add(record.offset as u64).wrapping_add(record.timestamp as u64);
                    sum += workloads::records::ends(record.key.as_deref());
                    sum += workloads::records::ends(record.value.as_deref()) + record.headers.len() as u64;
                }
            }
            for range in p.acquired_records {
                sum += (range.first_offset + range.last_offset) as u64 + range.delivery_count as u64;
            }
        }
    }
    for node in response.node_endpoints {
        sum += *node.node_id as u64 + node.port as u64 + node.host.len() as u64 + length(&node.rack);
    }
    sum
}
