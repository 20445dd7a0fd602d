//! Every workload beside its floor, in time; and proof that none of ours allocates.
#![allow(unsafe_code, reason = "an allocator cannot be written without")]

mod workloads;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Counts what is allocated.
struct Counting;

static ALLOCATIONS: AtomicUsize = AtomicUsize::new(0);

// SAFETY: hands everything on to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
        // SAFETY: as the caller promises.
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: as the caller promises.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

fn speed(c: &mut Criterion) {
    for w in workloads::all() {
        let before = ALLOCATIONS.load(Ordering::Relaxed);
        std::hint::black_box((w.run)(&w.bytes));
        let allocations = ALLOCATIONS.load(Ordering::Relaxed) - before;
        assert_eq!(allocations, 0, "{} by {} allocates", w.name, w.way);
        let mut group = c.benchmark_group(w.name);
        group.throughput(Throughput::Bytes(w.bytes.len() as u64));
        group.bench_function(w.way, |b| b.iter(|| (w.run)(std::hint::black_box(&w.bytes))));
        group.finish();
    }
}

criterion_group!(benches, speed);
criterion_main!(benches);
