//! Looks at messages of the Apache Kafka protocol: what the `kafka-view` command does, as functions of bytes.
//!
//! [`explain::explain`] turns bytes into the rows of an object tree, [`text`] prints them; [`sample`] makes the smallest bytes to
//! look at; [`strict`] finds what Kafka would not have written; [`conversation`] goes through both directions of a connection; [`records`] prints batches and records; [`json`] goes to
//! Kafka's JSON and back, [`lines`] does so for many; [`schema`] and [`apis`] print what is declared.

#![allow(clippy::std_instead_of_core, reason = "the command needs std in any case")]

pub mod apis;
pub mod args;
mod batches;
pub mod codecs;
pub mod conversation;
pub mod error;
pub mod explain;
pub mod input;
pub mod json;
pub mod lines;
mod names;
pub mod records;
pub mod rows;
pub mod sample;
pub mod schema;
mod stored;
pub mod strict;
pub mod text;
mod tree;
mod value;

use args::{Coding, Command, CommandLine};
use clap::Parser;
use conversation::{Conversation, Timing};
use error::Error;
use explain::{Explained, Front, What, explain, explain_within};
use indicatif::{ProgressBar, ProgressStyle};
use kafka_view::messages::Message;
use kafka_view::schema::MessageKind;
use std::ffi::OsString;
use std::io::{self, BufRead, BufWriter, Write};
use std::process::ExitCode;
use text::Text;

/// Does what a command line says: 0 is good, 1 is bad input, 2 is bad usage.
pub fn run(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let command = match CommandLine::try_parse_from(args) {
        Ok(args) => args.command,
        Err(error) => {
            // Nobody is left to tell if that cannot be printed.
            let _ = error.print();
            return u8::try_from(error.exit_code()).map_or(ExitCode::FAILURE, ExitCode::from);
        }
    };
    let stdout = io::stdout();
    let colour = anstream::AutoStream::choice(&stdout) != anstream::ColorChoice::Never;
    let width = terminal_size::terminal_size_of(&stdout).map(|(width, _)| usize::from(width.0));
    let mut out = BufWriter::new(stdout.lock());
    let mut text = Text { out: &mut out, colour, width };
    let done = execute(&command, &mut io::stdin().lock(), &mut text, &mut io::stderr());
    match done.and_then(|()| Ok(out.flush()?)) {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever reads has seen enough, as `head` has.
        Err(Error::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            // What is good comes before what is wrong.
            let _ = out.flush();
            for line in error.to_string().lines() {
                let _ = writeln!(io::stderr(), "kafka-view: {}", value::safe(line));
            }
            ExitCode::from(if matches!(error, Error::Usage(_)) { 2 } else { 1 })
        }
    }
}

/// Does one command. `notes` takes what is not an answer, but worth knowing.
///
/// # Errors
/// What is wrong with the usage, the input, or the output.
pub fn execute(
    command: &Command,
    stdin: &mut dyn BufRead,
    text: &mut Text<'_>,
    notes: &mut dyn Write,
) -> Result<(), Error> {
    match command {
        Command::Sample { name, version, json } => print_sample(name, *version, *json, text),
        Command::Explain(args) => print_explained(args, stdin, text, notes),
        Command::Conversation(args) => print_conversation(args, stdin, text),
        Command::Json(args) if args.lines => Ok(lines::run(stdin, text.out, lines::decode)?),
        Command::Json(args) => print_json(args, stdin, text.out, notes),
        Command::Encode(args) if args.lines => Ok(lines::run(stdin, text.out, lines::encode)?),
        Command::Encode(args) => print_encoded(args, stdin, text.out),
        Command::Records(args) => print_records(args, stdin, text, notes),
        Command::Schema { name, version } => print_schema(name, *version, text),
        Command::Apis { json: true } => Ok(apis::print_json(text.out)?),
        Command::Apis { json: false } => Ok(apis::print(text.out)?),
    }
}

fn print_sample(name: &str, version: Option<i16>, json: bool, text: &mut Text<'_>) -> Result<(), Error> {
    let mut samples = Vec::new();
    for message in names::messages(name)? {
        let (bytes, what) = sample::frame(message, version.unwrap_or(*message.schema().versions().end()))?;
        let explained = explain(&bytes, 0, what, Front::Frame);
        samples.push((message, bytes, explained));
    }
    if let (false, Some((message, ..))) = (json, samples.first()) {
        let api = message.schema().api_key.unwrap_or_default();
        let versions = schema::versions(message.schema().versions());
        let flexible = schema::from_on(message.schema().flexible_from());
        text.title(&format!("{api}: the smallest legal messages"))?;
        text.note(&format!(
            "API key {}, versions {versions}, flexible {flexible}. Numbers are 0, strings and bytes are empty,",
            api.0
        ))?;
        text.note("every array has one element, nullable fields are there, tagged fields are not.")?;
        writeln!(text.out)?;
    }
    for (message, bytes, explained) in &samples {
        print_message(bytes, explained, json, text)?;
        if !json {
            writeln!(text.out)?;
            text.title(&format!("{} in Kafka's schema JSON", message.name()))?;
            writeln!(text.out, "\n{:#}\n", schema::to_json(*message))?;
        }
    }
    Ok(())
}

fn print_message(bytes: &[u8], explained: &Explained, json: bool, text: &mut Text<'_>) -> Result<(), Error> {
    if !json {
        return Ok(text.message(bytes, explained)?);
    }
    for row in &explained.rows {
        writeln!(text.out, "{}", row.json(&explained.name))?;
    }
    Ok(())
}

fn print_explained(
    args: &args::Explain,
    stdin: &mut dyn BufRead,
    text: &mut Text<'_>,
    notes: &mut dyn Write,
) -> Result<(), Error> {
    let known = [(&args.request, MessageKind::Request), (&args.response, MessageKind::Response)];
    let known = known.into_iter().find_map(|(name, kind)| Some((name.as_deref()?, kind)));
    let what = match (known, args.version) {
        (Some((name, kind)), Some(version)) => {
            let message = names::of_kind(name, kind)?;
            names::check_version(message, version)?;
            message.schema().api_key.map_or(What::Requests, |api| What::Known { kind, api, version })
        }
        _ => What::Requests,
    };
    let front = match (args.unframed, args.body) {
        (_, true) => Front::Nothing,
        (true, _) => Front::Header,
        _ => Front::Frame,
    };
    let bytes = input::read_bytes(&args.input, args.hex, stdin)?;
    if bytes.is_empty() {
        return Err(Error::input("the input is empty"));
    }
    // The strict check decompresses once more.
    let [budget, of_strict] = [(); 2].map(|()| codecs::Budget::of(bytes.len()));
    let (mut at, mut faults) = (0, Vec::new());
    while at < bytes.len() {
        let explained = explain_within(&budget, &bytes, at, what, front);
        if at > 0 && !args.json {
            writeln!(text.out)?;
        }
        print_message(&bytes, &explained, args.json, text)?;
        if args.json {
            for note in &explained.notes {
                writeln!(notes, "kafka-view: note: {note}")?;
            }
        }
        at = explained.end;
        let known = bytes.get(..at).unwrap_or(&bytes);
        faults.extend(explained.faults.iter().flat_map(|fault| fault.lines(known)));
        if args.strict {
            faults.extend(strict::check(&of_strict, known, &explained));
        }
    }
    if faults.is_empty() { Ok(()) } else { Err(Error::Input(faults)) }
}

fn print_conversation(args: &args::Conversation, stdin: &mut dyn BufRead, text: &mut Text<'_>) -> Result<(), Error> {
    if args.c2s == "-" && args.s2c == "-" {
        return Err(Error::Usage("standard input can be one of the two streams, not both".to_owned()));
    }
    let (c2s, s2c) = (input::read(&args.c2s, stdin)?, input::read(&args.s2c, stdin)?);
    let timing = args.timing.as_ref().map(|path| Timing::parse(&input::read(path, stdin)?)).transpose()?;
    // To find all requests comes first, and takes its time.
    let bar =
        progress_bar(u64::try_from(c2s.len().saturating_add(s2c.len())).unwrap_or(u64::MAX), text.width.is_some());
    let mut conversation = Conversation::new(&c2s, &s2c, timing)?;
    let mut progress = |done| bar.set_position(u64::try_from(done).unwrap_or(u64::MAX));
    let faults = if args.json {
        conversation::json(&mut conversation, text.out, &mut progress)?
    } else {
        conversation::print(&mut conversation, args.verbose, text, &mut progress)?
    };
    bar.finish_and_clear();
    if faults.is_empty() { Ok(()) } else { Err(Error::Input(faults)) }
}

/// A bar on standard error for what takes long, if that is a terminal; where the answer is seen to grow, it needs none.
fn progress_bar(bytes: u64, answer_is_seen: bool) -> ProgressBar {
    /// Bytes that take a moment.
    const LONG: u64 = 8 << 20;
    if answer_is_seen || bytes < LONG {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(bytes);
    let bar = match ProgressStyle::with_template("{wide_bar} {bytes} of {total_bytes}, {eta} left") {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    };
    // Seen before the first step, too.
    bar.tick();
    bar
}

/// The message and version of a command line that has both.
fn coded(args: &Coding) -> Result<(Message, i16), Error> {
    let message = names::message(args.message.as_deref().unwrap_or_default())?;
    let version = args.version.unwrap_or_default();
    names::check_version(message, version)?;
    Ok((message, version))
}

fn print_json(args: &Coding, stdin: &mut dyn BufRead, out: &mut dyn Write, notes: &mut dyn Write) -> Result<(), Error> {
    let (message, version) = coded(args)?;
    let bytes = input::read_bytes(&args.input, args.hex, stdin)?;
    let decoded = json::decode(message, version, &bytes)
        .map_err(|error| Error::input(error::Fault::new(error, lines::locate(message, version, &bytes, error))))?;
    writeln!(out, "{}", value::safe(&format!("{:#}", decoded.json)))?;
    for unknown in &decoded.unknown {
        let path = if unknown.path.is_empty() { message.name() } else { &unknown.path };
        writeln!(
            notes,
            "kafka-view: note: unknown tagged field {} in {path}: {}",
            unknown.tag,
            hex::encode(&unknown.bytes)
        )?;
    }
    if decoded.rest > 0 {
        let at = bytes.len().saturating_sub(decoded.rest);
        // Kafka ignores them, and some clients send them.
        writeln!(
            notes,
            "kafka-view: note: trailing bytes at byte {at}: {}",
            value::count(decoded.rest, "byte", "bytes")
        )?;
    }
    Ok(())
}

fn print_encoded(args: &Coding, stdin: &mut dyn BufRead, out: &mut dyn Write) -> Result<(), Error> {
    let (message, version) = coded(args)?;
    let json = input::read(&args.input, stdin)?;
    let json = serde_json::from_slice(&json).map_err(|error| Error::input(format_args!("bad JSON: {error}")))?;
    let bytes = json::encode(message, version, &json, &[]).map_err(Error::input)?;
    if args.hex {
        writeln!(out, "{}", hex::encode(bytes))?;
    } else {
        out.write_all(&bytes)?;
    }
    Ok(())
}

fn print_records(
    args: &args::Records,
    stdin: &mut dyn BufRead,
    text: &mut Text<'_>,
    notes: &mut dyn Write,
) -> Result<(), Error> {
    let topic = args.topic.map(Into::into);
    let records = args.records || topic.is_some();
    let options = records::Options { records, json: args.json, verify: args.verify, topic };
    if args.hex {
        let bytes = input::read_bytes(&args.input, args.hex, stdin)?;
        return records::print(&mut &bytes[..], options, text, notes, |_| {});
    }
    if args.input == "-" {
        return records::print(&mut &mut *stdin, options, text, notes, |_| {});
    }
    let cannot = |error| input::cannot_read(&args.input, &error);
    let file = std::fs::File::open(&args.input).map_err(cannot)?;
    let of_file = file.metadata().map_err(cannot)?;
    if of_file.is_dir() {
        return Err(cannot(io::ErrorKind::IsADirectory.into()));
    }
    let bar = progress_bar(of_file.len(), text.width.is_some());
    let mut file = io::BufReader::with_capacity(1 << 16, file);
    let printed = records::print(&mut file, options, text, notes, |position| bar.set_position(position));
    bar.finish_and_clear();
    printed
}

fn print_schema(name: &str, version: Option<i16>, text: &mut Text<'_>) -> Result<(), Error> {
    for (i, message) in names::messages(name)?.into_iter().enumerate() {
        match version {
            Some(version) => {
                names::check_version(message, version)?;
                if i > 0 {
                    writeln!(text.out)?;
                }
                text.tree(["", "field", "type", "notes", "meaning"], &schema::to_lines(message, version))?;
            }
            None => writeln!(text.out, "{:#}", schema::to_json(message))?,
        }
    }
    Ok(())
}
