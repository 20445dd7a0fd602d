//! Record batches: what W1 and W2 have in their messages; W5, a large one; W6, the checksum.

use super::{Workload, floor};
use crc::{CRC_32_ISCSI, Crc, Table};
use crc_fast::CrcAlgorithm;
use kafka_view::Records;
use kafka_view::records::{Record, RecordBatch, crc32c};

/// What the feature `crc-slice16` stands for.
static SLICE_16: Crc<u32, Table<16>> = Crc::<u32, Table<16>>::new(&CRC_32_ISCSI);

pub fn workloads() -> Vec<Workload> {
    let large = batch(0, 10_000, 2);
    let mebibyte = mebibyte();
    vec![
        Workload::read("W5", "view", &large, |bytes| value_lengths(bytes, right_crc)),
        Workload::read("W5", "floor", &large, |bytes| floor::value_lengths(bytes, floor::right_crc)),
        Workload::read("W5 no CRC", "view", &large, |bytes| value_lengths(bytes, any_crc)),
        Workload::read("W5 no CRC", "floor", &large, |bytes| floor::value_lengths(bytes, floor::any_crc)),
        // As the features have it, then as each of them would, whatever is on.
        Workload::read("W6", "view", &mebibyte, |bytes| crc32c(bytes).into()),
        Workload::read("W6", "slice16", &mebibyte, |bytes| SLICE_16.checksum(bytes).into()),
        Workload::read("W6", "crc-fast", &mebibyte, |bytes| crc_fast::checksum(CrcAlgorithm::Crc32Iscsi, bytes)),
        Workload::read("W6", "floor", &mebibyte, |bytes| floor::crc32c(bytes).into()),
    ]
}

/// 1 MiB of anything.
pub fn mebibyte() -> Vec<u8> {
    (0..1u32 << 20).map(|i| (i.wrapping_mul(2_654_435_761) >> 24) as u8).collect()
}

/// A batch with a right CRC of records with a null key, a value of 100 bytes, and headers with a key of 9 and a value
/// of 16.
pub fn batch(base_offset: i64, records: u32, headers: i32) -> Vec<u8> {
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
        varint(&mut record, headers);
        for header in 0..headers {
            varint(&mut record, 9);
            record.extend(format!("header-{header:02}").bytes());
            varint(&mut record, 16);
            record.extend([header as u8; 16]);
        }
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
    batch.extend(crc32c(&rest).to_be_bytes());
    batch.extend(rest);
    batch
}

/// Checks the CRC of a batch, as one of the two things that a workload may do with it.
pub fn right_crc(batch: &RecordBatch<'_>) {
    batch.verify_crc().unwrap();
}

/// The other one, so that the CRC does not drown the rest.
pub fn any_crc(_: &RecordBatch<'_>) {}

/// Every record: offset, timestamp, first and last byte of key and value, number of headers.
#[inline(always)]
pub fn every_record(records: Records<'_>, check: impl Fn(&RecordBatch<'_>)) -> u64 {
    let mut sum = 0u64;
    for batch in records.batches() {
        let batch = batch.unwrap();
        check(&batch);
        for record in batch.records().unwrap() {
            sum = sum.wrapping_add(of_record(&record.unwrap()));
        }
    }
    sum
}

#[inline(always)]
pub fn of_record(record: &Record<'_>) -> u64 {
    let sum = (record.offset as u64).wrapping_add(record.timestamp as u64).wrapping_add(ends(record.key));
    sum.wrapping_add(ends(record.value)).wrapping_add(record.headers.len() as u64)
}

/// First and last byte.
#[inline(always)]
pub fn ends(bytes: Option<&[u8]>) -> u64 {
    match bytes {
        Some([first, .., last]) => u64::from(*first) + u64::from(*last),
        Some([only]) => 2 * u64::from(*only),
        _ => 0,
    }
}

pub fn value_lengths(bytes: &[u8], check: impl Fn(&RecordBatch<'_>)) -> u64 {
    let mut sum = 0;
    for batch in Records::from(bytes).batches() {
        let batch = batch.unwrap();
        check(&batch);
        for record in batch.records().unwrap() {
            sum += record.unwrap().value.map_or(0, <[u8]>::len) as u64;
        }
    }
    sum
}
