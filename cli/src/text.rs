//! Byte layout and object tree as text, in colour if wanted.

use crate::explain::Explained;
use crate::rows::{Region, Row};
use crate::value::{count, graphic};
use anstyle::{AnsiColor, Style};
use std::io::{self, Write};

/// Bytes in a row of the layout.
const WIDTH: usize = 16;

/// Where text goes, and how it is to look.
pub struct Text<'o> {
    /// Where to.
    pub out: &'o mut dyn Write,
    /// Whether in colour.
    pub colour: bool,
    /// The width of the terminal, where meanings are wrapped at words; none wraps nothing.
    pub width: Option<usize>,
}

impl Region {
    /// Its name in the legend.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Region::Frame => "frame",
            Region::Header => "rpc header",
            Region::Request => "request body",
            Region::Response => "response body",
            Region::Batch => "RecordBatch",
            Region::Record => "Record",
            Region::Tags => "tagged_fields",
            Region::Rest => "not read",
        }
    }

    const fn style(self) -> Style {
        match self {
            Region::Frame => AnsiColor::Yellow.on_default(),
            Region::Header => AnsiColor::Cyan.on_default(),
            Region::Request => AnsiColor::Green.on_default(),
            Region::Response => AnsiColor::BrightBlue.on_default(),
            Region::Batch => AnsiColor::Magenta.on_default(),
            Region::Record => AnsiColor::BrightMagenta.on_default(),
            Region::Tags => AnsiColor::BrightYellow.on_default().dimmed(),
            Region::Rest => AnsiColor::Red.on_default(),
        }
    }
}

/// A line of a tree: cells in columns.
#[derive(Debug, Default)]
pub struct Line {
    /// How deep it is.
    pub depth: usize,
    /// In front of the tree.
    pub left: String,
    /// In the tree.
    pub name: String,
    /// The colour of the name.
    pub style: Style,
    /// The type.
    pub kind: String,
    /// The value.
    pub value: String,
    /// The meaning, which may be long.
    pub about: String,
}

impl Text<'_> {
    /// A text in a style, if there is colour.
    pub(crate) fn styled(&mut self, style: Style, text: &str) -> io::Result<()> {
        if self.colour && style != Style::new() && !text.is_empty() {
            write!(self.out, "{style}{text}{style:#}")
        } else {
            self.out.write_all(text.as_bytes())
        }
    }

    /// A title, bold.
    ///
    /// # Errors
    /// As the output.
    pub fn title(&mut self, title: &str) -> io::Result<()> {
        self.styled(Style::new().bold(), title)?;
        writeln!(self.out)
    }

    /// Something to know.
    ///
    /// # Errors
    /// As the output.
    pub fn note(&mut self, note: &str) -> io::Result<()> {
        self.styled(Style::new().dimmed(), note)?;
        writeln!(self.out)
    }

    /// A message: title, notes, byte layout, object tree.
    ///
    /// # Errors
    /// As the output.
    pub fn message(&mut self, input: &[u8], message: &Explained) -> io::Result<()> {
        let size = message.end.saturating_sub(message.start);
        let mut title = message.name.clone();
        if let Some(version) = message.version {
            title += &format!(" v{version}");
        }
        if let Some(version) = message.header_version {
            title += &format!(" · header v{version}");
        }
        title += &format!(" · {}", count(size, "byte", "bytes"));
        if message.start > 0 {
            title += &format!(" from {:04x} on", message.start);
        }
        self.title(&title)?;
        for note in &message.notes {
            self.note(&format!("note: {note}"))?;
        }
        writeln!(self.out)?;
        self.layout(input, message)?;
        writeln!(self.out)?;
        self.rows(message)
    }

    /// The object tree of a message.
    ///
    /// # Errors
    /// As the output.
    pub fn rows(&mut self, message: &Explained) -> io::Result<()> {
        let lines = message.rows.iter().map(|row| line(row, message.version));
        self.tree(["at     size  ", "name", "type", "value", "meaning"], &lines.collect::<Vec<_>>())
    }

    /// The bytes of a message, in colour where they are known.
    ///
    /// # Errors
    /// As the output.
    pub fn layout(&mut self, input: &[u8], message: &Explained) -> io::Result<()> {
        let bytes = input.get(message.start..message.end).unwrap_or(&[]);
        // Inner rows come later and paint over outer ones.
        let mut regions = vec![Region::Rest; bytes.len()];
        for row in message.rows.iter().filter(|row| !row.decompressed) {
            let from = row.offset.saturating_sub(message.start);
            if let Some(piece) = regions.get_mut(from..from.saturating_add(row.size)) {
                piece.fill(row.region);
            }
        }
        if self.colour {
            let mut present = regions.clone();
            present.sort_unstable();
            present.dedup();
            for region in present {
                self.styled(region.style(), &format!("■ {}  ", region.name()))?;
            }
            writeln!(self.out)?;
        }
        self.styled(Style::new().dimmed(), "       0  1  2  3  4  5  6  7   8  9  A  B  C  D  E  F")?;
        writeln!(self.out)?;
        for (i, (bytes, regions)) in bytes.chunks(WIDTH).zip(regions.chunks(WIDTH)).enumerate() {
            let at = message.start.saturating_add(i.saturating_mul(WIDTH));
            self.styled(Style::new().dimmed(), &format!("{at:04x} "))?;
            let gap = |i| if i == WIDTH / 2 { "  " } else { " " };
            self.cells(bytes, regions, |i, byte| format!("{}{byte:02x}", gap(i)))?;
            let used = bytes.len().saturating_mul(3).saturating_add(usize::from(bytes.len() > WIDTH / 2));
            write!(self.out, "{:1$}", "", (3 * WIDTH + 3).saturating_sub(used))?;
            self.cells(bytes, regions, |_, byte| graphic(byte).to_string())?;
            writeln!(self.out)?;
        }
        Ok(())
    }

    /// A row of bytes, with one change of colour for each region.
    fn cells(&mut self, bytes: &[u8], regions: &[Region], cell: impl Fn(usize, u8) -> String) -> io::Result<()> {
        let mut at = 0_usize;
        let mut bytes = bytes.iter().enumerate();
        for run in regions.chunk_by(PartialEq::eq) {
            let text: String = bytes.by_ref().take(run.len()).map(|(i, byte)| cell(i, *byte)).collect();
            if let Some(region) = regions.get(at) {
                self.styled(region.style(), &text)?;
            }
            at = at.saturating_add(run.len());
        }
        Ok(())
    }

    /// A tree with branches and columns under their headings.
    ///
    /// # Errors
    /// As the output.
    pub fn tree(&mut self, headings: [&str; 5], lines: &[Line]) -> io::Result<()> {
        let lines: Vec<_> = lines.iter().zip(branches(lines)).collect();
        let widest = |of: &dyn Fn(&Line, &Branch) -> usize, most: usize| {
            lines.iter().map(|(line, branch)| of(line, branch)).filter(|&width| width <= most).max().unwrap_or(0)
        };
        // A long type or value moves only its own line; columns are as wide as the others need.
        let left = widest(&|line, _| width(&line.left), usize::MAX);
        let name = widest(&|line, branch| width(&branch.first).saturating_add(width(&line.name)), usize::MAX);
        let kind = widest(&|line, _| width(&line.kind), MOST_KIND);
        let value = widest(&|line, _| width(&line.value), MOST_VALUE);
        let column = [left, name, 2, kind, 2, value, 2].iter().sum::<usize>();
        let dim = Style::new().dimmed();
        let [front, names, kinds, values, abouts] = headings;
        let headings = format!("{front:left$}{names:name$}  {kinds:kind$}  {values:value$}  {abouts}");
        self.styled(dim.underline(), &headings)?;
        writeln!(self.out)?;
        for (line, branch) in &lines {
            self.styled(dim, &format!("{:left$}{}", line.left, branch.first))?;
            self.styled(line.style, &line.name)?;
            let mut used = [width(&line.left).max(left), width(&branch.first), width(&line.name)].iter().sum::<usize>();
            let mut to = left.saturating_add(name);
            for (cell, style, room) in [(&line.kind, dim, kind), (&line.value, Style::new(), value)] {
                to = to.saturating_add(2);
                if !cell.is_empty() {
                    let pad = to.saturating_sub(used).max(2);
                    write!(self.out, "{:pad$}", "")?;
                    self.styled(style, cell)?;
                    used = [used, pad, width(cell)].iter().sum();
                }
                to = to.saturating_add(room);
            }
            self.about(line, branch, used, column)?;
        }
        Ok(())
    }

    /// The meaning of a line, of which `used` columns are taken: on a terminal it goes on below itself.
    fn about(&mut self, line: &Line, branch: &Branch, used: usize, column: usize) -> io::Result<()> {
        let dim = Style::new().dimmed();
        let pad = column.saturating_sub(used).max(2);
        let room = self.width.map_or(usize::MAX, |width| width.saturating_sub(column));
        // Where the column is too narrow to read, the terminal may wrap.
        let room = if room < LEAST_ROOM { usize::MAX } else { room };
        let first = room.saturating_sub(used.saturating_add(pad).saturating_sub(column));
        for (i, piece) in wrapped(&line.about, first, room).iter().enumerate() {
            if i > 0 {
                let guides = format!("{:1$}{2}", "", width(&line.left), branch.others);
                self.styled(dim, &format!("{guides:column$}"))?;
            } else if !piece.is_empty() {
                write!(self.out, "{:pad$}", "")?;
            }
            self.styled(dim.italic(), piece)?;
            writeln!(self.out)?;
        }
        Ok(())
    }
}

/// The widest type that makes its column wider.
const MOST_KIND: usize = 10;
/// The widest value that makes its column wider.
const MOST_VALUE: usize = 24;
/// The narrowest column that is worth wrapping in.
const LEAST_ROOM: usize = 20;

/// Lines of text no wider than `first`, then `room`, unless a word is.
fn wrapped(text: &str, first: usize, room: usize) -> Vec<String> {
    let (mut lines, mut line, mut room_here) = (Vec::new(), String::new(), first);
    for word in text.split(' ') {
        if !line.is_empty() && width(&line).saturating_add(width(word)) >= room_here {
            lines.push(std::mem::take(&mut line));
            room_here = room;
        }
        line = if line.is_empty() { word.to_owned() } else { format!("{line} {word}") };
    }
    lines.push(line);
    lines
}

/// How wide a text is: near enough for columns.
fn width(text: &str) -> usize {
    text.chars().count()
}

/// The branches in front of a name, and those in front of what else belongs to it.
struct Branch {
    first: String,
    others: String,
}

/// The branches of a tree's lines.
fn branches(lines: &[Line]) -> Vec<Branch> {
    // From the end: at which depths a later line hangs on the same branch.
    let mut later: Vec<bool> = Vec::new();
    let mut branches: Vec<_> = lines
        .iter()
        .rev()
        .map(|line| {
            let has_children = later.len() > line.depth.saturating_add(1);
            later.resize(line.depth.saturating_add(1), false);
            let guide = |later: &bool| if *later { "│ " } else { "  " };
            // The outermost hang on nothing.
            let mut around = later.iter().skip(1);
            let own = around.next_back().filter(|_| line.depth > 0);
            let guides: String = around.map(guide).collect();
            let first = own.map_or("", |later| if *later { "├─" } else { "└─" });
            let others = format!("{guides}{}{}", own.map_or("", guide), if has_children { "│" } else { "" });
            let branch = Branch { first: format!("{guides}{first}"), others };
            if let Some(own) = later.last_mut() {
                *own = true;
            }
            branch
        })
        .collect();
    branches.reverse();
    branches
}

/// The line of a row.
fn line(row: &Row, version: Option<i16>) -> Line {
    let kind = match version {
        Some(version) if row.depth == 0 => format!("{} v{version}", row.kind),
        _ => row.kind.clone(),
    };
    Line {
        depth: row.depth,
        // A plus sign: the place is not one of the input.
        left: match row.decompressed {
            false => format!("{:04x} {:>6}  ", row.offset, row.size),
            true => format!("+{:04x}{:>6}  ", row.offset, row.size),
        },
        name: row.name.clone(),
        style: if row.depth == 0 { Style::new().bold() } else { row.region.style() },
        kind,
        value: row.value.clone().unwrap_or_default(),
        about: row.about.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stay_whole() {
        assert_eq!(wrapped("", 5, 5), [""]);
        assert_eq!(wrapped("one two three", 7, 9), ["one two", "three"]);
        assert_eq!(wrapped("one two three", 6, 9), ["one", "two three"]);
        assert_eq!(wrapped("extraordinary word", 4, 4), ["extraordinary", "word"]);
        assert_eq!(wrapped("a b", usize::MAX, usize::MAX), ["a b"]);
    }

    #[test]
    fn branches_hang_together() {
        let depths = [0, 1, 2, 2, 1, 2];
        let lines: Vec<_> = depths.iter().map(|&depth| Line { depth, ..Line::default() }).collect();
        let branches = branches(&lines);
        let first: Vec<_> = branches.iter().map(|branch| branch.first.as_str()).collect();
        assert_eq!(first, ["", "├─", "│ ├─", "│ └─", "└─", "  └─"]);
        let others: Vec<_> = branches.iter().map(|branch| branch.others.as_str()).collect();
        assert_eq!(others, ["│", "│ │", "│ │ ", "│   ", "  │", "    "]);
    }
}
