//! The member of a share group (KIP-932): joins, fetches, acknowledges, leaves.

use crate::broker::{Broker, Error};
use crate::clock::Moment;
use crate::incoming;
use crate::say;
use heapless::Vec;
use kafka_view::compression::Decompression;
use kafka_view::messages::find_coordinator::{FindCoordinatorRequest, FindCoordinatorResponseView};
use kafka_view::messages::metadata::{MetadataRequest, MetadataRequestTopic, MetadataResponseView};
use kafka_view::messages::share_fetch::{AcknowledgementBatch, FetchPartition, FetchTopic, ShareFetchRequest};
use kafka_view::messages::share_group_heartbeat::{ShareGroupHeartbeatRequest, ShareGroupHeartbeatResponseView};
use kafka_view::{ApiKey, ErrorCode, Str, Uuid};

/// How many partitions this can have.
const PARTITIONS: usize = 4;

/// How many ranges of offsets can wait for their acknowledgement, and how many of them a partition may add.
const RANGES: usize = 24;

/// About how much a response may hold: more than there is memory for.
const MAX_BYTES: i32 = 256 << 10;

/// How long a broker may wait for records, in milliseconds.
const MAX_WAIT: i32 = 250;

/// The most records to have at a time.
const MAX_RECORDS: i32 = 400;

/// What becomes of a record: the numbers of AcknowledgeTypes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i8)]
pub enum Verdict {
    /// It was processed.
    Accept = 1,
    /// Somebody else shall have it, or this member later.
    Release = 2,
    /// Nobody can use it.
    Reject = 3,
}

/// A range of offsets of a partition, the last one included, and what becomes of its records.
#[derive(Clone, Copy, Debug)]
pub struct Range {
    pub partition: i32,
    pub first: i64,
    pub last: i64,
    pub verdict: Verdict,
}

/// What this member knows of the group.
pub struct Member {
    group: &'static str,
    topic: &'static str,
    /// A UUID that the client chooses.
    id: &'static str,
    epoch: i32,
    topic_id: Uuid,
    partitions: Vec<i32, PARTITIONS>,
    heartbeat: (Moment, u32),
    /// 0 opens a share session.
    session: i32,
    /// Whether a record has taken too long, which happens once.
    has_dawdled: bool,
    /// What the next fetch says of the records that were acquired: in the order of partitions, and of offsets.
    pub acknowledge: Vec<Range, RANGES>,
}

impl Member {
    pub fn new(group: &'static str, topic: &'static str, id: &'static str) -> Self {
        Member {
            group,
            topic,
            id,
            epoch: 0,
            topic_id: Uuid::ZERO,
            partitions: Vec::new(),
            heartbeat: (Moment::now(), 0),
            session: 0,
            has_dawdled: false,
            acknowledge: Vec::new(),
        }
    }

    /// Joins, or joins again after a connection has broken. What was acquired then is not ours any more: with the connection
    /// the broker has ended the session, and released it.
    pub fn join(&mut self, broker: &mut Broker<'_>) -> Result<(), Error> {
        self.session = 0;
        self.acknowledge.clear();
        let coordinator = self.find_coordinator(broker)?;
        self.look_at_leaders(coordinator, broker)?;
        self.beat(broker)?;
        while self.partitions.is_empty() {
            broker.idle(100);
            self.beat(broker)?;
        }
        Ok(())
    }

    /// Finds the group's coordinator, which a fresh broker has only when somebody asked.
    fn find_coordinator(&self, broker: &mut Broker<'_>) -> Result<i32, Error> {
        let api = ApiKey::FIND_COORDINATOR;
        let keys = [Str::from(self.group)];
        // Up to version 3 there is one key only.
        let request = match broker.version(api) {
            ..=3 => FindCoordinatorRequest { key: keys[0], ..Default::default() },
            _ => FindCoordinatorRequest { coordinator_keys: (&keys).into(), ..Default::default() },
        };
        loop {
            let response = broker.call::<FindCoordinatorResponseView<'_>>(api, &request)?;
            let (code, node) = response
                .coordinators
                .iter()
                .next()
                .map_or((response.error_code, response.node_id), |found| (found.error_code, found.node_id));
            if code == ErrorCode::NONE {
                return Ok(node);
            } else if !code.is_retriable() {
                return Err(Error::Refused(api, code));
            }
            broker.idle(200);
        }
    }

    /// The coordinator has to be the broker that this talks to, and has to lead every partition: there is one connection.
    fn look_at_leaders(&self, coordinator: i32, broker: &mut Broker<'_>) -> Result<(), Error> {
        let api = ApiKey::METADATA;
        let topics = [MetadataRequestTopic { name: Some(self.topic.into()), ..Default::default() }];
        let request =
            MetadataRequest { topics: Some((&topics).into()), allow_auto_topic_creation: false, ..Default::default() };
        let port = i32::from(broker.port());
        let response = broker.call::<MetadataResponseView<'_>>(api, &request)?;
        if !response.brokers.iter().any(|broker| broker.node_id == coordinator && broker.port == port) {
            return Err(Error::OtherBroker(coordinator));
        }
        for topic in response.topics {
            if topic.error_code != ErrorCode::NONE {
                return Err(Error::Refused(api, topic.error_code));
            }
            if let Some(other) = topic.partitions.iter().find(|partition| partition.leader_id != coordinator) {
                return Err(Error::OtherBroker(other.leader_id));
            }
            say!("topic {}: {} partitions, led by broker {coordinator}", self.topic, topic.partitions.len());
        }
        Ok(())
    }

    /// Tells the coordinator that this member is there, if it is time to.
    pub fn beat_in_time(&mut self, broker: &mut Broker<'_>) -> Result<(), Error> {
        let (last, interval) = self.heartbeat;
        if last.elapsed() >= interval { self.beat(broker) } else { Ok(()) }
    }

    fn beat(&mut self, broker: &mut Broker<'_>) -> Result<(), Error> {
        loop {
            let code = self.send_heartbeat(self.epoch, broker)?;
            match code {
                ErrorCode::NONE => return Ok(()),
                // The group went on without this member, so it begins again.
                ErrorCode::UNKNOWN_MEMBER_ID | ErrorCode::FENCED_MEMBER_EPOCH => {
                    say!("rejoins: {code}");
                    (self.epoch, self.session) = (0, 0);
                    self.partitions.clear();
                }
                code if code.is_retriable() => broker.idle(200),
                code => return Err(Error::Refused(ApiKey::SHARE_GROUP_HEARTBEAT, code)),
            }
        }
    }

    /// Leaves the group.
    pub fn leave(&mut self, broker: &mut Broker<'_>) -> Result<(), Error> {
        match self.send_heartbeat(-1, broker)? {
            ErrorCode::NONE => Ok(()),
            code => Err(Error::Refused(ApiKey::SHARE_GROUP_HEARTBEAT, code)),
        }
    }

    /// ShareGroupHeartbeat: epoch 0 joins, -1 leaves.
    fn send_heartbeat(&mut self, epoch: i32, broker: &mut Broker<'_>) -> Result<ErrorCode, Error> {
        let topics = [Str::from(self.topic)];
        let request = ShareGroupHeartbeatRequest {
            group_id: self.group.into(),
            member_id: self.id.into(),
            member_epoch: epoch,
            // What does not change is left out.
            subscribed_topic_names: (epoch == 0).then_some((&topics).into()),
            ..Default::default()
        };
        let response = broker.call::<ShareGroupHeartbeatResponseView<'_>>(ApiKey::SHARE_GROUP_HEARTBEAT, &request)?;
        if response.error_code != ErrorCode::NONE {
            return Ok(response.error_code);
        }
        let interval = u32::try_from(response.heartbeat_interval_ms).unwrap_or_default();
        (self.epoch, self.heartbeat) = (response.member_epoch, (Moment::now(), interval));
        if let Some(assignment) = response.assignment {
            self.partitions.clear();
            // There is one topic, as this member asked for one.
            for topic in assignment.topic_partitions {
                self.topic_id = topic.topic_id;
                for partition in topic.partitions {
                    if self.partitions.push(partition).is_err() {
                        say!("partition {partition} is one too many, and stays unread");
                    }
                }
            }
            self.partitions.sort_unstable();
            say!("assigned: {:?} in epoch {}", self.partitions, self.epoch);
            self.session = 0; // whose first request names all partitions
        }
        Ok(ErrorCode::NONE)
    }

    /// Sends what is to be acknowledged, fetches, and shows what comes: says how many records that were.
    pub fn fetch(&mut self, broker: &mut Broker<'_>, codecs: &mut Decompression<'_>) -> Result<usize, Error> {
        self.request(self.session, broker)?;
        let acknowledged = core::mem::take(&mut self.acknowledge);
        let response = incoming::read(broker, codecs, &acknowledged, &mut self.acknowledge)?;
        match response.error_code {
            ErrorCode::NONE => self.session = next_session(self.session),
            // The broker does not know the session any more, so a new one begins; nothing was acknowledged.
            ErrorCode::SHARE_SESSION_NOT_FOUND | ErrorCode::INVALID_SHARE_SESSION_EPOCH => {
                say!("a new session: {}", response.error_code);
                self.session = 0;
            }
            code => return Err(Error::Refused(ApiKey::SHARE_FETCH, code)),
        }
        if let Some(lock) = response.dawdle.filter(|_| !self.has_dawdled) {
            self.has_dawdled = true;
            say!("takes longer than the lock of {lock} ms");
            let start = Moment::now();
            while start.elapsed() < lock + 1_000 {
                broker.idle(100);
                self.beat_in_time(broker)?;
            }
        }
        Ok(response.records)
    }

    /// Acknowledges what is left, and closes the session.
    pub fn close(&mut self, broker: &mut Broker<'_>, codecs: &mut Decompression<'_>) -> Result<(), Error> {
        self.request(-1, broker)?;
        let acknowledged = core::mem::take(&mut self.acknowledge);
        incoming::read(broker, codecs, &acknowledged, &mut self.acknowledge).map(|_| ())
    }

    /// ShareFetch: session epoch 0 opens a session, and names all partitions; -1 closes it; in between only those are named
    /// of which there is something to say.
    fn request(&self, session: i32, broker: &mut Broker<'_>) -> Result<(), Error> {
        const TYPES: [[i8; 1]; 3] = [[Verdict::Accept as i8], [Verdict::Release as i8], [Verdict::Reject as i8]];
        let batches: Vec<AcknowledgementBatch<'_>, RANGES> = self
            .acknowledge
            .iter()
            .map(|range| AcknowledgementBatch {
                first_offset: range.first,
                last_offset: range.last,
                acknowledge_types: (match range.verdict {
                    Verdict::Accept => &TYPES[0],
                    Verdict::Release => &TYPES[1],
                    Verdict::Reject => &TYPES[2],
                })
                .into(),
                ..Default::default()
            })
            .collect();
        // Only the first version has a limit for each.
        let partition_max_bytes = if broker.version(ApiKey::SHARE_FETCH) == 0 && session >= 0 { MAX_BYTES } else { 0 };
        let mut partitions: Vec<FetchPartition<'_>, PARTITIONS> = Vec::new();
        for partition in &self.partitions {
            let of = |range: &Range| range.partition == *partition;
            let from = self.acknowledge.iter().position(of).unwrap_or_default();
            let len = self.acknowledge.iter().filter(|range| of(range)).count();
            if session != 0 && len == 0 {
                continue;
            }
            let _ = partitions.push(FetchPartition {
                partition_index: *partition,
                partition_max_bytes,
                acknowledgement_batches: batches[from..from + len].into(),
                ..Default::default()
            });
        }
        let topics = [FetchTopic { topic_id: self.topic_id, partitions: partitions[..].into(), ..Default::default() }];
        let request = ShareFetchRequest {
            group_id: Some(self.group.into()),
            member_id: Some(self.id.into()),
            share_session_epoch: session,
            max_wait_ms: if session < 0 { 0 } else { MAX_WAIT },
            min_bytes: 1,
            max_bytes: MAX_BYTES,
            max_records: MAX_RECORDS,
            batch_size: MAX_RECORDS,
            topics: if partitions.is_empty() { (&[]).into() } else { (&topics).into() },
            ..Default::default()
        };
        broker.send(ApiKey::SHARE_FETCH, &request)
    }
}

/// Behind the largest number comes 1: 0 would open another session.
fn next_session(session: i32) -> i32 {
    session.checked_add(1).unwrap_or(1)
}
