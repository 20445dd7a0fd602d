//! The object tree as a list of rows, outermost first.

use crate::codecs::Budget;
use crate::error::Fault;
use crate::value::count;
use serde_json::{Value, json};
use std::ops::Range;

/// Which part of a message bytes belong to; it has a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Region {
    /// The length in front.
    Frame,
    /// The header of the request or response.
    Header,
    /// The body of a request.
    Request,
    /// The body of a response.
    Response,
    /// The header of a record batch.
    Batch,
    /// A record, or the compressed records of a batch.
    Record,
    /// Tagged fields.
    Tags,
    /// What is behind the body, or could not be read.
    Rest,
}

/// A row of the object tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// How deep it is; the message itself is at 0.
    pub depth: usize,
    /// Kafka's name of the field.
    pub name: String,
    /// Its type.
    pub kind: String,
    /// Its value in words, if it has one.
    pub value: Option<String>,
    /// Its first byte, counted from the start of the input, or of what came out of compressed records.
    pub offset: usize,
    /// Whether it is in what came out of compressed records.
    pub decompressed: bool,
    /// Its size in bytes.
    pub size: usize,
    /// What it means.
    pub about: String,
    /// Which part of the message it is.
    pub region: Region,
}

impl Row {
    /// A row without value and meaning.
    pub fn new(name: impl Into<String>, kind: impl Into<String>, span: Range<usize>, region: Region) -> Self {
        let (name, kind, size) = (name.into(), kind.into(), span.end.saturating_sub(span.start));
        Row {
            depth: 0,
            name,
            kind,
            value: None,
            offset: span.start,
            decompressed: false,
            size,
            about: String::new(),
            region,
        }
    }

    /// A row of bytes in which nothing is to be seen: those behind a fault, or behind a body.
    pub fn opaque(name: &str, kind: &str, span: Range<usize>) -> Self {
        let row = Row::new(name, kind, span, Region::Rest);
        Row { value: Some(count(row.size, "byte", "bytes")), ..row }
    }

    /// With a value.
    #[must_use]
    pub fn value(self, value: impl ToString) -> Self {
        Row { value: Some(value.to_string()), ..self }
    }

    /// With a meaning.
    #[must_use]
    pub fn about(self, about: impl Into<String>) -> Self {
        Row { about: about.into(), ..self }
    }

    /// As a line of JSON, under the name of its message.
    #[must_use]
    pub fn json(&self, message: &str) -> Value {
        let mut json = json!({
            "message": message, "depth": self.depth, "name": self.name, "type": self.kind, "value": self.value,
            "offset": self.offset, "size": self.size, "about": self.about,
        });
        if let (true, Some(json)) = (self.decompressed, json.as_object_mut()) {
            json.insert("decompressed".to_owned(), true.into());
        }
        json
    }
}

/// Rows under construction, and what was odd on the way.
#[derive(Debug, Default)]
pub struct Rows {
    /// The rows so far.
    pub rows: Vec<Row>,
    /// What is wrong with the bytes.
    pub faults: Vec<Fault>,
    /// What is unusual, but fine.
    pub notes: Vec<String>,
    /// Whether what is added is in what came out of compressed records.
    pub decompressed: bool,
    /// How many records have rows.
    pub records: usize,
    /// What there is for compressed records.
    pub budget: Budget,
    open: Vec<usize>,
}

impl Rows {
    /// None so far, with a budget that others may share.
    #[must_use]
    pub fn within(budget: Budget) -> Self {
        Rows { budget, ..Rows::default() }
    }

    /// Adds a row below the one that was opened last.
    pub fn add(&mut self, row: Row) {
        self.rows.push(Row { depth: self.open.len(), decompressed: self.decompressed, ..row });
    }

    /// Adds a row whose size and value are not known before it is closed.
    pub fn open(&mut self, row: Row) {
        let at = self.rows.len();
        self.add(row);
        self.open.push(at);
    }

    /// The row that was opened last.
    pub fn innermost(&mut self) -> Option<&mut Row> {
        self.rows.get_mut(*self.open.last()?)
    }

    /// How many rows are open.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.open.len()
    }

    /// Closes rows until so many are open: they end at this byte.
    pub fn close_to(&mut self, depth: usize, end: usize) {
        for at in self.open.drain(depth.min(self.open.len())..) {
            if let Some(row) = self.rows.get_mut(at) {
                row.size = end.saturating_sub(row.offset);
            }
        }
    }

    /// Closes the row that was opened last.
    pub fn close(&mut self, end: usize) {
        self.close_to(self.open.len().saturating_sub(1), end);
    }
}
