//! What is printed in the end.

use crate::check::{Outcome, Variation};
use crate::model::Difference;
use crate::mutate::Input;
use std::collections::BTreeMap;
use std::fmt::Debug;

/// Faults are printed as they come, but no more than so many.
const MOST_FAULTS: u64 = 20;

/// An example that is longer is cut; it is ASCII.
const MOST_TEXT: usize = 100;

#[derive(Default)]
pub struct Report {
    inputs: u64,
    both_accept: u64,
    both_refuse: u64,
    faults: u64,
    one_refuses: Kinds<Difference>,
    variations: Kinds<Variation>,
}

/// How often each kind came, and the shortest input of it.
struct Kinds<K>(BTreeMap<K, (u64, usize, String)>);

impl<K> Default for Kinds<K> {
    fn default() -> Self {
        Kinds(BTreeMap::new())
    }
}

impl<K: Ord + Debug> Kinds<K> {
    fn add(&mut self, kind: K, input: &Input) {
        let (count, shortest, example) = self.0.entry(kind).or_insert((0, usize::MAX, String::new()));
        *count += 1;
        if input.bytes.len() < *shortest {
            let mut text = input.to_string();
            if text.len() > MOST_TEXT {
                text.truncate(MOST_TEXT);
                text += &format!(".. ({} bytes)", input.bytes.len());
            }
            (*shortest, *example) = (input.bytes.len(), text);
        }
    }
    fn sum(&self, of: impl Fn(&K) -> bool) -> u64 {
        self.0.iter().filter(|(kind, _)| of(kind)).map(|(_, (count, ..))| count).sum()
    }
    fn print(&self, of: impl Fn(&K) -> bool) {
        for (kind, (count, _, example)) in self.0.iter().filter(|(kind, _)| of(kind)) {
            println!("  {count:>8}  {:<18} as {example}", format!("{kind:?}"));
        }
    }
}

impl Report {
    pub fn add(&mut self, input: &Input, outcome: &Outcome) {
        self.inputs += 1;
        match outcome {
            Outcome::BothRefuse => self.both_refuse += 1,
            Outcome::BothAccept(variations) => {
                self.both_accept += 1;
                let mut variations = variations.clone();
                variations.sort();
                variations.dedup();
                variations.into_iter().for_each(|kind| self.variations.add(kind, input));
            }
            // The first one decides: the other side read no further.
            Outcome::OneRefuses(differences) => {
                differences.first().into_iter().for_each(|kind| self.one_refuses.add(*kind, input));
            }
            Outcome::Fault(text) => {
                self.faults += 1;
                if self.faults <= MOST_FAULTS {
                    println!("FAULT {text}");
                }
            }
        }
    }

    /// Nothing but what is meant.
    pub fn is_good(&self) -> bool {
        self.faults == 0 && self.inputs > 0
    }

    pub fn print(&self, seconds: f64) {
        let all = self.inputs.max(1) as f64;
        let row = |name: &str, n: u64| println!("{n:>10}  {:>5.1} %  {name}", n as f64 * 100.0 / all);
        println!("{:>10}  inputs, {:.0} a second", self.inputs, all / seconds.max(1e-9));
        row("accepted by both, with equal JSON", self.both_accept);
        self.variations.print(|_| true);
        row("refused by both", self.both_refuse);
        row("accepted by Kafka only", self.one_refuses.sum(|kind| kind.kafka_accepts()));
        self.one_refuses.print(|kind| kind.kafka_accepts());
        row("accepted by us only", self.one_refuses.sum(|kind| !kind.kafka_accepts()));
        self.one_refuses.print(|kind| !kind.kafka_accepts());
        row("faults", self.faults);
    }
}
