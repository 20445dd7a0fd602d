//! krabka-protocol: borrowed structs, with a `Vec` per array.

use super::workloads::metadata::{PROXY_HOST, PROXY_PORT};
use super::workloads::{self, Workload, encoded, metadata, offset_fetch, records, share_fetch};
use krabka_protocol::borrowed::metadata_response::MetadataResponse;
use krabka_protocol::borrowed::offset_fetch_response::OffsetFetchResponse;
use krabka_protocol::borrowed::share_fetch_request::ShareFetchRequest;
use krabka_protocol::borrowed::share_fetch_response::ShareFetchResponse;
use krabka_protocol::records::{RecordsPayloadBorrowed, validate_one_v2_batch};
use krabka_protocol::{DecodeBorrow, Encode};

const WAY: &str = "krabka";

pub fn workloads() -> Vec<Workload> {
    let mut all = Vec::new();
    for (name, bytes) in
        [("W1 hw CRC", share_fetch::response(1, 1, 1)), ("W2 hw CRC", share_fetch::response(10, 10, 3))]
    {
        all.push(Workload::read(name, WAY, &bytes, share_fetch_response));
    }
    let offsets = encoded(&offset_fetch::response(50, 20), 9);
    all.push(Workload::read("W3", WAY, &offsets, |mut bytes| {
        let mut sum = 0;
        for group in OffsetFetchResponse::decode_borrow(&mut bytes, 9).unwrap().groups {
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
        all.push(Workload::read(name, WAY, &bytes, |mut bytes| {
            let mut led = 0;
            for topic in MetadataResponse::decode_borrow(&mut bytes, 12).unwrap().topics {
                for partition in topic.partitions {
                    led += u64::from(partition.leader_id >= 0);
                }
            }
            led
        }));
    }
    // The way of its own that does not make a `Vec` of headers for every record.
    all.push(Workload::read("W5 hw CRC", WAY, &records::batch(0, 10_000, 2), |bytes| {
        let mut sum = 0;
        let batch = validate_one_v2_batch(bytes).unwrap();
        let add = |record: &krabka_protocol::records::RecordSummary<'_>| sum += record.value.map_or(0, <[u8]>::len);
        batch.validate_record_summaries_with(Default::default(), add).unwrap();
        sum as u64
    }));
    all.push(Workload::read("W6 hw CRC", WAY, &records::mebibyte(), |bytes| {
        krabka_protocol::records::crc32c(bytes).into()
    }));
    let request = encoded(&share_fetch::request(), 1);
    let value = ShareFetchRequest::decode_borrow(&mut &*request.clone().leak(), 1).unwrap();
    all.push(Workload::write("W8 ShareFetch", WAY, &request, move |buf| write(&value, buf, 1)));
    let value = OffsetFetchResponse::decode_borrow(&mut &*offsets.clone().leak(), 9).unwrap();
    all.push(Workload::write("W8 OffsetFetch", WAY, &offsets, move |buf| write(&value, buf, 9)));
    all.push(Workload::pass("W9", WAY, &metadata::response(100, 1000), |mut bytes, buf| {
        let mut response = MetadataResponse::decode_borrow(&mut bytes, 12).unwrap();
        for broker in &mut response.brokers {
            broker.host = PROXY_HOST;
            broker.port = PROXY_PORT + broker.node_id;
        }
        write(&response, buf, 12)
    }));
    all
}

fn write(message: &impl Encode, buf: &mut [u8], version: i16) -> usize {
    let size = buf.len();
    let mut rest = buf;
    message.encode(&mut rest, version).unwrap();
    size - rest.len()
}

fn share_fetch_response(mut bytes: &[u8]) -> u64 {
    let response = ShareFetchResponse::decode_borrow(&mut bytes, 1).unwrap();
    let length = |string: Option<&str>| string.map_or(0, |s| s.len() as u64);
    let mut sum = response.throttle_time_ms as u64 + response.error_code as u64;
    sum += response.acquisition_lock_timeout_ms as u64 + length(response.error_message);
    for topic in response.responses {
        sum += u64::from(topic.topic_id.0[0]);
        for p in topic.partitions {
            sum += p.partition_index as u64 + p.error_code as u64 + p.acknowledge_error_code as u64;
            sum += length(p.error_message) + length(p.acknowledge_error_message);
            sum += p.current_leader.leader_id as u64 + p.current_leader.leader_epoch as u64;
            // The CRCs were checked when the message was decoded.
            let Some(RecordsPayloadBorrowed::V2(batches)) = p.records else { panic!("other records") };
            for batch in &batches {
                let (offset, timestamp) = (batch.header().base_offset.get(), batch.header().base_timestamp.get());
                for record in batch {
                    let record = record.unwrap();
                    sum = sum.wrapping_add((offset + i64::from(record.offset_delta)) as u64);
                    sum = sum.wrapping_add((timestamp + record.timestamp_delta) as u64);
                    sum += workloads::records::ends(record.key) + workloads::records::ends(record.value);
                    sum += record.headers.len() as u64;
                }
            }
            for range in p.acquired_records {
                sum += (range.first_offset + range.last_offset) as u64 + range.delivery_count as u64;
            }
        }
    }
    for node in response.node_endpoints {
        sum += node.node_id as u64 + node.port as u64 + node.host.len() as u64 + length(node.rack);
    }
    sum
}
