//! What makes the command fail.

use crate::value::{around, count};
use kafka_view::compression::Compression;
use kafka_view::{DecodeError, DecodeErrorKind};
use std::{fmt, io};

/// Why a command failed.
#[derive(Debug)]
pub enum Error {
    /// The command line asks for something that is not there.
    Usage(String),
    /// The input is bad: a line for each fault.
    Input(Vec<String>),
    /// The output could not be written.
    Output(io::Error),
}

impl Error {
    /// Bad input of one fault.
    pub(crate) fn input(fault: impl fmt::Display) -> Self {
        Error::Input(vec![fault.to_string()])
    }
}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Self {
        Error::Output(error)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Usage(what) => f.write_str(what),
            Error::Input(faults) => f.write_str(&faults.join("\n")),
            Error::Output(error) => write!(f, "cannot write: {error}"),
        }
    }
}

impl std::error::Error for Error {}

/// Faults for standard error: not more than anybody reads.
#[derive(Debug, Default)]
pub(crate) struct Faults {
    told: Vec<String>,
    more: usize,
}

impl Faults {
    const MOST: usize = 20;

    pub(crate) fn add(&mut self, fault: impl FnOnce() -> String) {
        if self.told.len() < Self::MOST {
            self.told.push(fault());
        } else {
            self.more = self.more.saturating_add(1);
        }
    }

    /// How many there are, told or not.
    pub(crate) fn count(&self) -> usize {
        self.told.len().saturating_add(self.more)
    }

    /// A line for each, then one for those that are not told.
    pub(crate) fn finish(mut self) -> Vec<String> {
        if self.more > 0 {
            self.told.push(format!("and {}", count(self.more, "more fault", "more faults")));
        }
        self.told
    }
}

/// That compressed records cannot be had.
pub(crate) fn undone(codec: Compression) -> String {
    match codec {
        Compression::Unknown(_) => DecodeErrorKind::Compressed(codec).to_string(),
        codec => format!("records do not decompress with {codec}"),
    }
}

/// Something wrong with the bytes of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What, and at which byte of the input.
    pub error: DecodeError,
    /// In which field, as `responses[0].partitions[2].records`; empty where no field is at fault.
    pub path: String,
    /// Whether the bytes ran out at the end of a whole frame, so that no more of them can help.
    pub in_frame: bool,
    /// What should stand there; empty where the error says it all.
    pub expected: String,
    /// Whether the byte is one of what came out of compressed records, not of the input.
    pub decompressed: bool,
}

impl Fault {
    /// A fault in the input that says itself what was expected.
    pub(crate) fn new(error: DecodeError, path: impl Into<String>) -> Self {
        Fault { error, path: path.into(), in_frame: false, expected: String::new(), decompressed: false }
    }

    /// With what should stand there.
    pub(crate) fn expected(self, expected: impl Into<String>) -> Self {
        Fault { expected: expected.into(), ..self }
    }

    /// Lines for standard error: the fault, the bytes around it, and what was expected. `input` ends where the message does.
    #[must_use]
    pub fn lines(&self, input: &[u8]) -> Vec<String> {
        let mut lines = vec![self.to_string()];
        if !self.decompressed {
            lines.push(format!("  {}", around(input, self.error.offset as usize)));
        }
        if !self.expected.is_empty() {
            lines.push(format!("  expected {}", self.expected));
        }
        lines
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.in_frame && self.error.is_incomplete() {
            write!(f, "the frame ends inside the message, at byte {}", self.error.offset)?;
        } else {
            match self.error.kind {
                // All codecs are there, so that it is the bytes that do not decompress.
                DecodeErrorKind::Compressed(codec) => write!(f, "{} at byte {}", undone(codec), self.error.offset)?,
                _ => write!(f, "{}", self.error)?,
            }
        }
        if self.path.is_empty() { Ok(()) } else { write!(f, ", in {}", self.path) }
    }
}
