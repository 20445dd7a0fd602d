//! Runs one workload a number of times, for callgrind: `benches/count-instructions` prints the table.

mod workloads;

/// The name that callgrind collects under.
#[inline(never)]
fn measured_operation(run: fn(&[u8]) -> u64, bytes: &[u8]) -> u64 {
    run(std::hint::black_box(bytes))
}

fn main() {
    let all = workloads::all();
    let mut arguments = std::env::args().skip(1).filter(|argument| argument != "--bench");
    match arguments.next().and_then(|number| number.parse::<usize>().ok()) {
        Some(number) => {
            let workload = &all[number];
            std::hint::black_box(measured_operation(workload.run, &workload.bytes));
        }
        None => all.iter().enumerate().for_each(|(i, w)| println!("{i}\t{}\t{}\t{}", w.name, w.way, (w.run)(&w.bytes))),
    }
}
