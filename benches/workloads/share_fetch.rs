//! ShareFetch: W1 and W2 read a response, W8 writes a request.

use super::{Workload, encoded, floor, leak, records};
use kafka_view::messages::share_fetch::*;
use kafka_view::records::{BatchEvent, RecordBatch};
use kafka_view::stream::{ChunkStream, Next};
use kafka_view::{Decode, Encode, Stream, Uuid, Window};

pub fn workloads() -> Vec<Workload> {
    let (small, large) = (response(1, 1, 1), response(10, 10, 3));
    let request = request();
    let mut all = Vec::new();
    for (name, without, bytes) in [("W1", "W1 no CRC", &small), ("W2", "W2 no CRC", &large)] {
        all.extend([
            Workload::read(name, "view", bytes, |bytes| by_view(bytes, records::right_crc)),
            Workload::read(name, "cursor", bytes, |bytes| by_cursor(bytes, records::right_crc)),
            Workload::read(name, "floor", bytes, |bytes| floor::share_fetch(bytes, floor::right_crc)),
            Workload::read(without, "view", bytes, |bytes| by_view(bytes, records::any_crc)),
            Workload::read(without, "cursor", bytes, |bytes| by_cursor(bytes, records::any_crc)),
            Workload::read(without, "floor", bytes, |bytes| floor::share_fetch(bytes, floor::any_crc)),
        ]);
    }
    // Behind the others, so that for them nothing changes.
    for (name, bytes) in [("W1", &small), ("W2", &large)] {
        all.push(Workload::read(name, "chunks", bytes, by_chunks));
    }
    let (bytes, by_hand) = (encoded(&request, 1), floor::Request::new());
    all.extend([
        Workload::write("W8 ShareFetch", "value", &bytes, move |buf| request.encode(1, buf).unwrap()),
        Workload::write("W8 ShareFetch", "floor", &bytes, move |buf| by_hand.encode(buf)),
    ]);
    all
}

pub fn response(topics: u8, partitions: i32, ranges: i64) -> Vec<u8> {
    let batch = records::batch(1000, 100, 0).leak();
    let acquired = leak((0..ranges).map(|i| AcquiredRecords {
        first_offset: 1000 + i,
        last_offset: 1099,
        delivery_count: 1,
        ..Default::default()
    }));
    let partitions = leak((0..partitions).map(|partition_index| PartitionData {
        partition_index,
        records: Some((&*batch).into()),
        acquired_records: acquired.into(),
        ..Default::default()
    }));
    let responses = leak((0..topics).map(|i| ShareFetchableTopicResponse {
        topic_id: Uuid([i; 16]),
        partitions: partitions.into(),
        ..Default::default()
    }));
    encoded(&ShareFetchResponse { responses: responses.into(), ..Default::default() }, 1)
}

pub fn by_view(bytes: &[u8], check: impl Fn(&RecordBatch<'_>) + Copy) -> u64 {
    let response = ShareFetchResponseView::decode(bytes, 1).unwrap();
    let mut sum = of_response(&response);
    for topic in response.responses {
        sum += u64::from(topic.topic_id.0[0]);
        for partition in topic.partitions {
            sum += of_partition(&partition, check);
            for range in partition.acquired_records {
                sum += of_range(&range);
            }
        }
    }
    for node in response.node_endpoints {
        sum += of_node(&node);
    }
    sum
}

pub fn by_cursor(bytes: &[u8], check: impl Fn(&RecordBatch<'_>) + Copy) -> u64 {
    use ShareFetchResponseEvent as Event;
    use kafka_view::Part::*;
    let mut sum = 0u64;
    for event in Stream::<ShareFetchResponseView>::new(bytes, 1).unwrap() {
        match event.unwrap() {
            Event::ShareFetchResponse(response, Whole | Head) => sum += of_response(&response),
            Event::ShareFetchableTopicResponse(topic, Whole | Head) => sum += u64::from(topic.topic_id.0[0]),
            Event::PartitionData(partition, Whole | Head) => sum += of_partition(&partition, check),
            Event::AcquiredRecords(range, _) => sum += of_range(&range),
            Event::NodeEndpoint(node, _) => sum += of_node(&node),
            _ => {}
        }
    }
    sum
}

/// Through a window of 4 KiB, filled as far as it goes whenever something is missing. The CRC is checked on the way.
pub fn by_chunks(bytes: &[u8]) -> u64 {
    use ShareFetchResponseEvent as Event;
    use kafka_view::Part::*;
    let (mut memory, mut socket, mut sum) = ([0; 4096], bytes, 0u64);
    let mut window = Window::new(&mut memory);
    let mut stream = ChunkStream::<ShareFetchResponseView>::new(bytes.len(), 1).unwrap();
    loop {
        match stream.next(&mut window).unwrap() {
            Next::More => {
                let space = window.space();
                let (chunk, rest) = socket.split_at(space.len().min(socket.len()));
                space[..chunk.len()].copy_from_slice(chunk);
                window.filled(chunk.len());
                socket = rest;
            }
            Next::Event(Event::ShareFetchResponse(response, Whole | Head)) => sum += of_response(&response),
            Next::Event(Event::ShareFetchableTopicResponse(topic, Whole | Head)) => {
                sum += u64::from(topic.topic_id.0[0])
            }
            Next::Event(Event::PartitionData(partition, Whole | Head)) => sum += of_partition(&partition, |_| {}),
            Next::Event(Event::AcquiredRecords(range, _)) => sum += of_range(&range),
            Next::Event(Event::NodeEndpoint(node, _)) => sum += of_node(&node),
            Next::Records(event) => {
                if let BatchEvent::Record(record) = event.unwrap() {
                    sum = sum.wrapping_add(records::of_record(&record));
                }
            }
            Next::End => return sum,
            _ => {}
        }
    }
}

#[inline(always)]
fn of_response(r: &ShareFetchResponseView<'_>) -> u64 {
    let sum = r.throttle_time_ms as u64 + r.error_code.0 as u64 + r.acquisition_lock_timeout_ms as u64;
    sum + r.error_message.map_or(0, |m| m.len()) as u64
}

#[inline(always)]
fn of_partition(p: &PartitionDataView<'_>, check: impl Fn(&RecordBatch<'_>)) -> u64 {
    let mut sum = p.partition_index as u64 + p.error_code.0 as u64 + p.acknowledge_error_code.0 as u64;
    sum += (p.error_message.map_or(0, |m| m.len()) + p.acknowledge_error_message.map_or(0, |m| m.len())) as u64;
    sum += p.current_leader.leader_id as u64 + p.current_leader.leader_epoch as u64;
    sum + records::every_record(p.records.unwrap_or_default(), check)
}

#[inline(always)]
fn of_range(range: &AcquiredRecordsView<'_>) -> u64 {
    (range.first_offset + range.last_offset) as u64 + range.delivery_count as u64
}

#[inline(always)]
fn of_node(node: &NodeEndpointView<'_>) -> u64 {
    node.node_id as u64 + node.port as u64 + (node.host.len() + node.rack.map_or(0, |rack| rack.len())) as u64
}

/// 10 topics of 10 partitions with two ranges of acknowledgements each: one type for a whole range, and one for each
/// offset.
pub fn request() -> ShareFetchRequest<'static> {
    let each = &[1, 1, 2, 1, 3, 1, 1, 1];
    let batches = leak([
        AcknowledgementBatch {
            first_offset: 1000,
            last_offset: 1099,
            acknowledge_types: (&[1]).into(),
            ..Default::default()
        },
        AcknowledgementBatch {
            first_offset: 1100,
            last_offset: 1107,
            acknowledge_types: each.into(),
            ..Default::default()
        },
    ]);
    let partitions = leak((0..10).map(|partition_index| FetchPartition {
        partition_index,
        acknowledgement_batches: batches.into(),
        ..Default::default()
    }));
    let topics = leak((0..10).map(|i| FetchTopic {
        topic_id: Uuid([i; 16]),
        partitions: partitions.into(),
        ..Default::default()
    }));
    ShareFetchRequest {
        group_id: Some("share-group".into()),
        member_id: Some("AAAAAAAAAAAAAAAAAAAAAA".into()),
        share_session_epoch: 5,
        max_wait_ms: 500,
        min_bytes: 1,
        max_bytes: 50 << 20,
        max_records: 500,
        batch_size: 500,
        topics: topics.into(),
        ..Default::default()
    }
}
