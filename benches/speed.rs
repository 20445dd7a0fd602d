//! Every workload beside its floor, in time; and proof that nothing is allocated and that all ways give the same.

mod codecs;
mod workloads;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::collections::HashMap;

fn speed(c: &mut Criterion) {
    let mut sums = HashMap::new();
    for mut w in workloads::all(codecs::workloads()) {
        let sum = w.checksum();
        assert_eq!(*sums.entry(w.name).or_insert(sum), sum, "{} by {} gives something else", w.name, w.way);
        // zstd's decoder is the one thing that needs a heap; and the reader of gzip beside ours has its state there.
        let allocates = workloads::allocations::of(&mut w) > 0;
        let may = w.name == "W10 zstd" || (w.name, w.way) == ("W10 gzip", "floor");
        assert_eq!(allocates, may, "{} by {}", w.name, w.way);
        let mut group = c.benchmark_group(w.name);
        group.throughput(Throughput::Bytes(w.len() as u64));
        group.bench_function(w.way, |b| b.iter(|| w.measured_operation()));
        group.finish();
    }
}

criterion_group!(benches, speed);
criterion_main!(benches);
