//! How many instructions a record takes on a Cortex-M3: `measure` counts those between `measure_start` and `measure_stop`, region
//! by region, with QEMU. What each region does is printed in the same order.
#![no_std]
#![no_main]

use core::hint::black_box;
use kafka_view::messages::share_fetch::{
    AcquiredRecords, PartitionData, ShareFetchResponse, ShareFetchResponseView, ShareFetchableTopicResponse,
};
use kafka_view::records::{BatchEvent, BatchSettings, NewRecord, RecordBatchBuilder};
use kafka_view::stream::{ChunkStream, Next};
use kafka_view::{Decode, Encode, Records, Stream, Window};
use semihosting::{println, process};

// Their bodies differ, or the compiler would merge them.
#[unsafe(no_mangle)]
#[inline(never)]
extern "C" fn measure_start() {
    // SAFETY: does nothing.
    unsafe { core::arch::asm!("nop", "nop") }
}
#[unsafe(no_mangle)]
#[inline(never)]
extern "C" fn measure_stop() {
    // SAFETY: does nothing.
    unsafe { core::arch::asm!("nop") }
}

const RECORDS: usize = 100;
const VALUE: usize = 100;

fn region(what: &str, per: usize, run: impl FnOnce() -> usize) {
    measure_start();
    let count = black_box(run());
    measure_stop();
    println!("region {per} {what}");
    if count != per {
        println!("{what}: {count} and not {per}");
        process::exit(1);
    }
}

#[cortex_m_rt::entry]
fn main() -> ! {
    let mut batch = [0; 16 << 10];
    let mut builder = RecordBatchBuilder::new(&mut batch, BatchSettings::default()).expect("room");
    let value = [b'v'; VALUE];
    for _ in 0..RECORDS {
        builder.push(&NewRecord { key: Some(b"key"), value: Some(&value), ..Default::default() }).expect("room");
    }
    let batch = builder.finish().expect("records");
    let batch = black_box(batch.as_bytes());
    let acquired = [AcquiredRecords { first_offset: 0, last_offset: 99, delivery_count: 1, ..Default::default() }];
    let partitions = [PartitionData {
        records: Some(Records::from(batch)),
        acquired_records: (&acquired).into(),
        ..Default::default()
    }];
    let topics = [ShareFetchableTopicResponse { partitions: (&partitions).into(), ..Default::default() }];
    let mut body = [0; 16 << 10];
    let len =
        ShareFetchResponse { responses: (&topics).into(), ..Default::default() }.encode(1, &mut body).expect("room");
    let body = black_box(body.get(..len).unwrap_or_default());

    region("a record: iterator, without checksum", RECORDS, || {
        let mut count = 0;
        for record in Records::from(batch).batches().flatten().flat_map(|batch| batch.records().into_iter().flatten()) {
            count += usize::from(black_box(record).is_ok());
        }
        count
    });
    region("a byte: CRC-32C, 1 KB table", batch.len() - 21, || {
        let good = Records::from(batch).batches().flatten().all(|batch| batch.verify_crc().is_ok());
        if good { batch.len() - 21 } else { 0 }
    });
    region("a ShareFetch response of one partition: view, every field but records", 1, || {
        let mut count = 0;
        if let Ok(view) = ShareFetchResponseView::decode(body, 1) {
            for topic in view.responses {
                for partition in topic.partitions {
                    count += partition.acquired_records.iter().map(|range| black_box(range)).count();
                    black_box(&partition);
                }
            }
        }
        count
    });
    region("the same: cursor", 1, || {
        let events = Stream::<ShareFetchResponseView<'_>>::new(body, 1).into_iter().flatten();
        events.filter(|event| black_box(event).is_ok()).count() / 6
    });
    region("a record: in chunks through 512 bytes, with checksum", RECORDS, || {
        let (mut memory, mut rest, mut count) = ([0; 512], body, 0);
        let mut window = Window::new(&mut memory);
        let Ok(mut stream) = ChunkStream::<ShareFetchResponseView<'_>>::new(body.len(), 1) else { return 0 };
        loop {
            match stream.next(&mut window) {
                Ok(Next::More) => {
                    let space = window.space();
                    let n = space.len().min(rest.len());
                    space[..n].copy_from_slice(&rest[..n]);
                    rest = &rest[n..];
                    window.filled(n);
                }
                Ok(Next::Records(Ok(BatchEvent::Record(record)))) => {
                    black_box(record);
                    count += 1;
                }
                Ok(Next::End) | Err(_) => return count,
                Ok(_) => {}
            }
        }
    });
    process::exit(0)
}
