//! Runs every workload for callgrind: `benches/count-instructions` makes a table of it.
//!
//! The first operation gives the checksum, and whatever happens only once; the second is the one that is counted.

mod codecs;
mod workloads;

fn main() {
    // All are there before the first is measured, so that one more at the end changes nothing for the others.
    for mut w in workloads::all(codecs::workloads()) {
        let (sum, allocations) = (w.checksum(), workloads::allocations::of(&mut w));
        println!("{}\t{}\t{}\t{sum}\t{allocations}", w.name, w.way, w.len());
        std::hint::black_box(w.measured_operation());
    }
}
