//! Runs targets on what is in folders named after them, once each, without libFuzzer: in a debug build with all of its checks.
//!
//! `cargo run --example replay -- corpus` or `artifacts`; names of targets behind it are the only ones. Exit status 1 if one panics.

use std::panic::catch_unwind;
use std::path::PathBuf;
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut args = std::env::args().skip(1);
    let folder = args.next().map(PathBuf::from).expect("which folder?");
    let wanted: Vec<_> = args.collect();
    let mut faults = 0;
    for (name, run) in kafka_view_fuzz::TARGETS {
        if !wanted.is_empty() && !wanted.iter().any(|wanted| wanted == name) {
            continue;
        }
        let Ok(files) = std::fs::read_dir(folder.join(name)) else { continue };
        let (mut inputs, mut wrong) = (0, 0);
        for file in files {
            let path = file.expect("it can be read").path();
            let bytes = std::fs::read(&path).expect("it can be read");
            inputs += 1;
            if catch_unwind(|| run(&bytes)).is_err() {
                wrong += 1;
                eprintln!("{name}: {}", path.display());
            }
        }
        faults += wrong;
        println!("{name:14} {inputs:7} inputs, {wrong} faults");
    }
    if faults == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
