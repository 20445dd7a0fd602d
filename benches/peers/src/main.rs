//! The workloads by other crates, beside ours: `benches/peers/compare` prints the table.
//!
//! Without arguments it is run by callgrind, as `benches/instructions.rs` is; with `time` it prints the best time of
//! an operation.

mod kafka_protocol;
mod krabka;
#[path = "../../workloads/mod.rs"]
mod workloads;

use ::kafka_view::records::RecordBatch;
use std::time::{Duration, Instant};
use workloads::{Workload, floor, records, share_fetch};

fn main() {
    let peers = kafka_protocol::workloads().into_iter().chain(krabka::workloads());
    let all = workloads::all(with_hardware_crc().into_iter().chain(peers));
    if std::env::args().nth(1).as_deref() == Some("time") {
        return print_times(all);
    }
    for mut w in all {
        let (sum, allocations) = (w.checksum(), workloads::allocations::of(&mut w));
        println!("{}\t{}\t{}\t{sum}\t{allocations}", w.name, w.way, w.len());
        std::hint::black_box(w.measured_operation());
    }
}

/// The best of 40 rounds; each goes through everything, so that a busy moment of the machine does not hit one of them
/// alone.
fn print_times(mut all: Vec<Workload>) {
    let least = Duration::from_millis(4);
    let mut times: Vec<(u32, Duration)> = vec![(1, Duration::MAX); all.len()];
    for _ in 0..40 {
        for (w, (operations, best)) in all.iter_mut().zip(&mut times) {
            let mut time = time_of(w, *operations);
            while time < least {
                *operations *= 2;
                time = time_of(w, *operations);
            }
            *best = (*best).min(time / *operations);
        }
    }
    for (w, (_, best)) in all.iter().zip(times) {
        println!("{}\t{}\t{}", w.name, w.way, best.as_nanos());
    }
}

fn time_of(w: &mut Workload, operations: u32) -> Duration {
    let start = Instant::now();
    for _ in 0..operations {
        std::hint::black_box(w.measured_operation());
    }
    start.elapsed()
}

/// Ours and the floor with a CRC as the peers use it, by the CPU's instruction for it: where they are compared, it is
/// on all sides.
fn with_hardware_crc() -> Vec<Workload> {
    fn ours(batch: &RecordBatch<'_>) {
        assert_eq!(crc32c::crc32c(&batch.as_bytes()[21..]), batch.crc());
    }
    fn floors(crc: u32, bytes: &[u8]) {
        assert_eq!(crc32c::crc32c(bytes), crc);
    }
    let mut all = Vec::new();
    for (name, bytes) in
        [("W1 hw CRC", share_fetch::response(1, 1, 1)), ("W2 hw CRC", share_fetch::response(10, 10, 3))]
    {
        all.extend([
            Workload::read(name, "view", &bytes, |bytes| share_fetch::by_view(bytes, ours)),
            Workload::read(name, "cursor", &bytes, |bytes| share_fetch::by_cursor(bytes, ours)),
            Workload::read(name, "floor", &bytes, |bytes| floor::share_fetch(bytes, floors)),
        ]);
    }
    let large = records::batch(0, 10_000, 2);
    all.extend([
        Workload::read("W5 hw CRC", "view", &large, |bytes| records::value_lengths(bytes, ours)),
        Workload::read("W5 hw CRC", "floor", &large, |bytes| floor::value_lengths(bytes, floors)),
        Workload::read("W6 hw CRC", "floor", &records::mebibyte(), |bytes| crc32c::crc32c(bytes).into()),
    ]);
    all
}
