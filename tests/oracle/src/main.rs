//! Kafka's own readers beside ours: mutated messages go to both, and every difference has to be one that is meant.
//!
//! One thread writes questions to the oracle, another reads its answers and decodes the same bytes. The pipe's own limit keeps
//! the two close together.

mod check;
mod model;
mod mutate;
mod report;
mod typed;

use mutate::{Input, Mutator, Rng, Vector};
use report::Report;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::process::{Command, ExitCode, Stdio};
use std::sync::mpsc;
use std::time::Instant;

/// The release that the oracle is of, unless `KAFKA_VERSION` names another one.
const RELEASE: &str = "4.4.0";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().collect();
    let number = |at: usize, default: u64| match arguments.get(at).map(|text| text.parse()) {
        None => default,
        Some(Ok(number)) => number,
        Some(Err(_)) => fail(&format!("{} is not a number", arguments[at])),
    };
    let Some(oracle) = arguments.get(1) else { fail("the oracle's command is missing") };
    let (count, seed) = (number(2, 1_000_000), number(3, 1));
    let release = std::env::var("KAFKA_VERSION").unwrap_or_else(|_| RELEASE.to_owned());
    let vectors = Vector::of_release(&release);
    if vectors.is_empty() {
        fail(&format!("there are no vectors of Kafka {release}"));
    }
    let mut java = match Command::new(oracle).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn() {
        Ok(child) => child,
        Err(error) => fail(&format!("cannot start {oracle}: {error}")),
    };
    let (Some(stdin), Some(stdout)) = (java.stdin.take(), java.stdout.take()) else { fail("the oracle has no pipes") };

    let mutator = Mutator::new(vectors);
    println!("Kafka {release}: {} of its messages, {} versions; seed {seed}", mutator.messages(), mutator.pairs());
    let (to_reader, questions) = mpsc::channel::<Input>();
    let writer = std::thread::spawn(move || {
        let (mut rng, mut pipe) = (Rng::new(seed), BufWriter::new(stdin));
        for id in 0..count {
            let input = mutator.input(id, &mut rng);
            let (name, hex) = (input.message.name(), hex::encode(&input.bytes));
            let line = format!(r#"{{"id":{id},"message":"{name}","version":{},"hex":"{hex}"}}"#, input.version);
            if to_reader.send(input).is_err() || writeln!(pipe, "{line}").is_err() {
                break;
            }
        }
    });

    // Kafka has had a limit on the number of tagged fields since 4.4.
    let version: Vec<u32> = release.split('.').filter_map(|part| part.parse().ok()).collect();
    let limits_tags = version >= vec![4, 4];
    let mut report = Report::default();
    let mut answers = BufReader::with_capacity(1 << 18, stdout).lines();
    let mut start = None;
    for (id, input) in questions.iter().enumerate() {
        let Some(Ok(answer)) = answers.next() else {
            fail(&format!("the oracle ended after {id} answers; the next question was {input}"));
        };
        // What the oracle needed to start does not count.
        start.get_or_insert_with(Instant::now);
        report.add(&input, &check::check(id, &input, &answer, limits_tags));
    }
    if writer.join().is_err() {
        fail("the writer panicked");
    }
    let _ = java.wait();
    report.print(start.map_or(0.0, |start| start.elapsed().as_secs_f64()));
    if report.is_good() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn fail(why: &str) -> ! {
    eprintln!("compare: {why}");
    std::process::exit(2)
}
