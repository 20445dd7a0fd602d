//! Where bytes come from.

use crate::error::Error;
use std::io::{self, Read};

/// Reads a file, or standard input for `-`.
///
/// # Errors
/// A file that cannot be read.
pub fn read(input: &str, stdin: &mut dyn Read) -> Result<Vec<u8>, Error> {
    let mut bytes = Vec::new();
    let read = match input {
        "-" => stdin.read_to_end(&mut bytes).map(|_| bytes),
        path => std::fs::read(path),
    };
    read.map_err(|error| cannot_read(input, &error))
}

/// Why a file cannot be read.
pub(crate) fn cannot_read(input: &str, error: &io::Error) -> Error {
    match error.kind() {
        io::ErrorKind::IsADirectory => Error::input(format_args!("cannot read {input}: it is a folder, not a file")),
        _ => Error::input(format_args!("cannot read {input}: {error}")),
    }
}

/// The same, where the input may be hex.
///
/// # Errors
/// A file that cannot be read, or is not hex.
pub fn read_bytes(input: &str, hex: bool, stdin: &mut dyn Read) -> Result<Vec<u8>, Error> {
    let bytes = read(input, stdin)?;
    if hex { unhex(&bytes) } else { Ok(bytes) }
}

/// Hex to bytes; blanks and line ends do not count.
///
/// # Errors
/// Where a character is no hex digit, or that their number is odd.
pub fn unhex(text: &[u8]) -> Result<Vec<u8>, Error> {
    let mut digits = Vec::with_capacity(text.len());
    for (at, &byte) in text.iter().enumerate() {
        if byte.is_ascii_hexdigit() {
            digits.push(byte);
        } else if !byte.is_ascii_whitespace() {
            let found = String::from_utf8_lossy(text.get(at..text.len().min(at.saturating_add(4))).unwrap_or(&[]));
            let found = found.chars().next().unwrap_or('?').escape_debug();
            let line = text.iter().take(at).filter(|&&byte| byte == b'\n').count().saturating_add(1);
            return Err(Error::input(format_args!("'{found}' at byte {at} (line {line}) is no hex digit")));
        }
    }
    hex::decode(&digits)
        .map_err(|_| Error::input(format_args!("{} hex digits: an odd number is no bytes", digits.len())))
}
