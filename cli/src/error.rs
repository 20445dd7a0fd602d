//! What makes the command fail.

use kafka_view::DecodeError;
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

/// Something wrong with the bytes of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What, and at which byte of the input.
    pub error: DecodeError,
    /// In which field, as `responses[0].partitions[2].records`; empty where no field is at fault.
    pub path: String,
    /// Whether the bytes ran out at the end of a whole frame, so that no more of them can help.
    pub in_frame: bool,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.in_frame && self.error.is_incomplete() {
            write!(f, "the frame ends inside the message, at byte {}", self.error.offset)?;
        } else {
            write!(f, "{}", self.error)?;
        }
        if self.path.is_empty() { Ok(()) } else { write!(f, ", in {}", self.path) }
    }
}
