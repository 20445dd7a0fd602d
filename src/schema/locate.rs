use super::{FieldId, Names, Schema, walk::Level, walk::Walk};
use core::fmt::{self, Write as _};

/// The way from a message to a field.
///
/// Names come in when it is printed: `path.with(names)` gives `responses[0].partitions[2].records`.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct Path {
    segments: [Segment; super::MAX_DEPTH * 2],
    len: usize,
}

/// A step of a path: a field, and which element of it if it is an array.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Segment {
    /// The field.
    pub field: FieldId,
    /// The element.
    pub index: Option<u32>,
}

impl Path {
    /// Its steps, outermost first; none is the message itself.
    #[must_use]
    pub fn segments(&self) -> &[Segment] {
        self.segments.get(..self.len).unwrap_or(&[])
    }

    fn push(&mut self, field: FieldId, index: Option<u32>) {
        if let Some(free) = self.segments.get_mut(self.len) {
            *free = Segment { field, index };
            self.len = self.len.wrapping_add(1);
        }
    }

    /// The path in words, with the names of its message; nothing for the message itself.
    #[must_use]
    pub fn with(self, names: &'static Names) -> impl fmt::Display {
        Named { path: self, names }
    }
}

impl fmt::Debug for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Path").field(&self.segments()).finish()
    }
}

struct Named {
    path: Path,
    names: &'static Names,
}

impl fmt::Display for Named {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, segment) in self.path.segments().iter().enumerate() {
            if i > 0 {
                f.write_str(".")?;
            }
            // As in Kafka's JSON, the first letter is small.
            let mut name = self.names.field(segment.field).map_or("?", |(_, name)| name).chars();
            if let Some(first) = name.next() {
                f.write_char(first.to_ascii_lowercase())?;
            }
            f.write_str(name.as_str())?;
            if let Some(index) = segment.index {
                write!(f, "[{index}]")?;
            }
        }
        Ok(())
    }
}

impl Walk<'_> {
    /// The path to what was read last, or could not be read.
    #[must_use]
    pub fn path(&self) -> Path {
        let mut path = Path::default();
        let levels = self.levels();
        for (i, level) in levels.iter().enumerate() {
            let innermost = i.checked_add(1) == Some(levels.len());
            match *level {
                Level::Struct { of: Some(field), .. } => path.push(field, None),
                // The element that the walk is in is the one before the next.
                Level::Array { of, index, .. } if !innermost => path.push(of, index.checked_sub(1)),
                _ => {}
            }
        }
        if let Some((field, index)) = self.at {
            let entered =
                matches!(levels.last(), Some(Level::Struct { of, next: 0, .. }) if of.is_none() || *of == Some(field));
            if !entered {
                path.push(field, index);
            }
        }
        path
    }
}

/// The path to the field that the byte at `offset` belongs to, as far as the message can be read.
///
/// This is how a [`DecodeError`](crate::DecodeError), which has only an offset, gets its field:
///
/// ```
/// use kafka_view::{Decode, messages::offset_fetch::OffsetFetchResponseView, schema::locate};
///
/// let bytes = [0, 0, 0, 0, 2, 4, b'g']; // a group id of three bytes, cut
/// let error = OffsetFetchResponseView::decode(&bytes, 9).unwrap_err();
/// let path = locate(OffsetFetchResponseView::SCHEMA, &bytes, 9, error.offset);
/// assert_eq!(path.with(OffsetFetchResponseView::NAMES).to_string(), "groups[0].groupId");
/// ```
#[must_use]
pub fn locate(schema: &'static Schema, bytes: &[u8], version: i16, offset: u32) -> Path {
    let Ok(mut walk) = Walk::new(schema, bytes, version) else { return Path::default() };
    while let Some(step) = walk.next() {
        if !matches!(step, Ok(step) if step.end <= offset) {
            return walk.path();
        }
    }
    Path::default()
}
