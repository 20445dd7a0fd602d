//! The command line.

use clap::{ArgAction, Args, Parser, Subcommand, ValueEnum};
use kafka_view::internal::Topic;

/// Look at messages of the Apache Kafka protocol.
#[derive(Debug, Parser)]
#[command(name = "kafka-view", version, disable_help_subcommand = true, after_help = AFTER_HELP)]
pub struct CommandLine {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

const AFTER_HELP: &str = "\
MESSAGE is Kafka's name (ShareFetchResponse); where a request and its response are meant at once, the API's (ShareFetch).
INPUT is a file, or - for standard input.
Exit status: 0 good, 1 bad input, 2 bad usage.";

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Show the smallest legal request and response of an API
    ///
    /// Numbers are 0, strings and bytes empty, every array has one element, nullable fields are there and empty, tagged fields
    /// are left out, and records are one empty batch.
    Sample {
        /// The API (ShareFetch), or one of its messages
        #[arg(value_name = "API")]
        name: String,
        /// The version; the newest unless given
        #[arg(long, value_name = "N")]
        version: Option<i16>,
        /// Print a line of JSON for each row of the tree
        #[arg(long)]
        json: bool,
    },
    /// Show real bytes: frame, header, body, record batches, records
    Explain(Explain),
    /// Show both directions of a connection, message by message
    ///
    /// A line for each: direction, offset, size, API and version, correlation id, errors, and what is odd. Each request comes
    /// with its response, or all in the order of --timing.
    Conversation(Conversation),
    /// Turn the body of a message into JSON, in the form of Kafka's own converters
    Json(Coding),
    /// Turn that JSON into the body of a message
    Encode(Coding),
    /// Show the batches and records of a log segment, or of a records field
    Records(Records),
    /// Show the fields of a message: in Kafka's schema JSON, or those of one version in a table
    Schema {
        /// The message, or the API for both of its messages
        #[arg(value_name = "MESSAGE")]
        name: String,
        /// Only what this version has, as a table
        #[arg(long, value_name = "N")]
        version: Option<i16>,
    },
    /// List the APIs: keys, names, versions
    Apis {
        /// Print a line of JSON for each API
        #[arg(long)]
        json: bool,
    },
}

/// Real bytes, and what they are.
#[derive(Debug, Args)]
pub struct Explain {
    /// The bytes are requests of this API, whatever their headers say
    #[arg(long, value_name = "API", group = "what", requires = "version")]
    pub request: Option<String>,
    /// The bytes are responses of this API; their headers do not say so
    #[arg(long, value_name = "API", group = "what", requires = "version")]
    pub response: Option<String>,
    /// The version of the request or response
    #[arg(long, value_name = "N", requires = "what")]
    pub version: Option<i16>,
    /// There is no length in front: the input is one header and body
    #[arg(long)]
    pub unframed: bool,
    /// There is no header either: the input is one body
    #[arg(long, requires = "what", conflicts_with = "unframed")]
    pub body: bool,
    /// The input is hex; blanks and line ends do not count
    #[arg(long)]
    pub hex: bool,
    /// Tell what Kafka takes, but never writes, too: long varints, tags out of order, bad UTF-8, trailing bytes, ..; the exit
    /// status is 1 then
    #[arg(long)]
    pub strict: bool,
    /// Print a line of JSON for each row of the tree
    #[arg(long)]
    pub json: bool,
    /// A file, or - for standard input; frames of requests unless said otherwise
    pub input: String,
}

/// Two streams, and how to show them.
#[derive(Debug, Args)]
pub struct Conversation {
    /// What the client sent: a file, or - for standard input
    #[arg(value_name = "C2S")]
    pub c2s: String,
    /// What the broker answered: a file, or - for standard input
    #[arg(value_name = "S2C")]
    pub s2c: String,
    /// When the bytes came: {"chunks": [[0 for C2S or 1 for S2C, offset, length, microseconds], ..]}
    #[arg(long, value_name = "FILE")]
    pub timing: Option<String>,
    /// Show the object tree of each message, too; twice: and its bytes
    #[arg(short, long, action = ArgAction::Count)]
    pub verbose: u8,
    /// Print a line of JSON for each message
    #[arg(long, conflicts_with = "verbose")]
    pub json: bool,
}

/// A message, or many, to or from JSON.
#[derive(Debug, Args)]
pub struct Coding {
    /// Which message it is
    #[arg(required_unless_present = "lines")]
    pub message: Option<String>,
    /// Its version
    #[arg(long, value_name = "N", required_unless_present = "lines")]
    pub version: Option<i16>,
    /// A file, or - for standard input
    #[arg(default_value = "-")]
    pub input: String,
    /// The bytes are hex
    #[arg(long)]
    pub hex: bool,
    /// Answer each line of standard input with a line: {"message", "version", "hex"}, or "json" in place of "hex"
    #[arg(long, action = ArgAction::SetTrue, conflicts_with_all = ["message", "version", "input", "hex"])]
    pub lines: bool,
}

/// Batches and records.
#[derive(Debug, Args)]
pub struct Records {
    /// Show the records of each batch, too
    #[arg(long)]
    pub records: bool,
    /// Print a line of JSON for each batch, with its records
    #[arg(long)]
    pub json: bool,
    /// Read all records and check all offsets, too; bytes behind the last batch are an error then
    #[arg(long)]
    pub verify: bool,
    /// The input is a segment of a topic that brokers keep: show what the keys and values of its records say
    #[arg(long = "as", value_name = "TOPIC")]
    pub topic: Option<TopicArg>,
    /// The input is hex; blanks and line ends do not count
    #[arg(long)]
    pub hex: bool,
    /// A file, or - for standard input
    pub input: String,
}

/// A topic that brokers keep.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum TopicArg {
    /// `__consumer_offsets`: committed offsets, and groups of every kind
    ConsumerOffsets,
    /// `__share_group_state`: how far share groups are
    ShareState,
    /// `__transaction_state`: transactions
    TransactionState,
    /// `__cluster_metadata`, and its snapshots
    ClusterMetadata,
    /// `__remote_log_metadata`: segments in remote storage
    RemoteLog,
}

impl From<TopicArg> for Topic {
    fn from(topic: TopicArg) -> Self {
        match topic {
            TopicArg::ConsumerOffsets => Topic::ConsumerOffsets,
            TopicArg::ShareState => Topic::ShareState,
            TopicArg::TransactionState => Topic::TransactionState,
            TopicArg::ClusterMetadata => Topic::ClusterMetadata,
            TopicArg::RemoteLog => Topic::RemoteLog,
        }
    }
}
