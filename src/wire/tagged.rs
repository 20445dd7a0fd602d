use super::{DebugBytes, Reader, debug_bounded};
use core::fmt;

/// A tagged field that the schema does not know: its number and its bytes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct TaggedField<'a> {
    /// The number.
    pub tag: u32,
    /// The value, undecoded.
    pub bytes: &'a [u8],
}

/// The tagged fields of a struct that its schema does not know (KIP-482), kept byte for byte.
///
/// In a view they are read from the struct's tag section; a known tag below its version counts as unknown. In a value they
/// may also be a list, whose numbers have to ascend. Either way they are written between the known ones; what a view read out
/// of order is passed on as it came.
///
/// ```
/// use kafka_view::{Encode, TaggedField, messages::header::ResponseHeader};
///
/// let tags = [TaggedField { tag: 7, bytes: &[1, 2] }];
/// let header = ResponseHeader { correlation_id: 1, unknown_tagged_fields: (&tags).into() };
/// let mut buf = [0; 16];
/// assert_eq!(header.encode(1, &mut buf), Ok(9));
/// assert_eq!(buf[..9], [0, 0, 0, 1, 1, 7, 2, 1, 2]);
/// ```
#[derive(Clone, Copy)]
pub struct TaggedFields<'a>(Source<'a>);

#[derive(Clone, Copy)]
enum Source<'a> {
    /// None, as far as a look tells: by far the most frequent, so the quickest to test.
    Nothing,
    /// A tag section: a count, then number, size and bytes of each. Those in `known` are fields of the struct.
    Section {
        bytes: &'a [u8],
        known: u16,
    },
    List(&'a [TaggedField<'a>]),
}

/// The highest tag that a schema may give a field.
const MAX_KNOWN_TAG: u32 = 15;

impl<'a> TaggedFields<'a> {
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub(crate) fn section(bytes: &'a [u8], known: u16) -> Self {
        // A section of one byte has only the count, which is 0 then.
        TaggedFields(if bytes.len() <= 1 { Source::Nothing } else { Source::Section { bytes, known } })
    }

    /// Those that the schema does not know, in wire order.
    #[must_use]
    pub fn iter(&self) -> TaggedFieldsIter<'a> {
        let (bytes, known, list): (_, _, &[_]) = match self.0 {
            Source::Nothing => (&[][..], 0, &[]),
            Source::Section { bytes, known } => (bytes, known, &[]),
            Source::List(list) => (&[][..], 0, list),
        };
        let mut r = Reader::new(bytes, 0, true);
        let left = r.uvarint(); // 0 where there are no bytes
        TaggedFieldsIter { r, left, known, list }
    }

    /// Whether there is none, as far as a look tells.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub(crate) fn is_plainly_empty(&self) -> bool {
        matches!(self.0, Source::Nothing)
    }

    /// Whether it is a list, which has to be in order.
    pub(crate) fn is_list(&self) -> bool {
        matches!(self.0, Source::List(_))
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.is_plainly_empty() || self.iter().next().is_none()
    }
}

impl Default for TaggedFields<'_> {
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn default() -> Self {
        TaggedFields::section(&[], 0)
    }
}

impl<'a> From<&'a [TaggedField<'a>]> for TaggedFields<'a> {
    fn from(list: &'a [TaggedField<'a>]) -> Self {
        TaggedFields(Source::List(list))
    }
}

impl<'a, const N: usize> From<&'a [TaggedField<'a>; N]> for TaggedFields<'a> {
    fn from(list: &'a [TaggedField<'a>; N]) -> Self {
        TaggedFields(Source::List(list))
    }
}

impl PartialEq for TaggedFields<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl<'a> IntoIterator for TaggedFields<'a> {
    type Item = TaggedField<'a>;
    type IntoIter = TaggedFieldsIter<'a>;

    fn into_iter(self) -> TaggedFieldsIter<'a> {
        self.iter()
    }
}

/// Iterates [`TaggedFields`].
#[derive(Clone, Copy)]
pub struct TaggedFieldsIter<'a> {
    r: Reader<'a>,
    left: u32,
    known: u16,
    list: &'a [TaggedField<'a>],
}

impl<'a> Iterator for TaggedFieldsIter<'a> {
    type Item = TaggedField<'a>;

    fn next(&mut self) -> Option<TaggedField<'a>> {
        if let Some((first, rest)) = self.list.split_first() {
            self.list = rest;
            return Some(*first);
        }
        while self.left > 0 {
            self.left = self.left.wrapping_sub(1);
            let tag = self.r.uvarint();
            let size = self.r.uvarint() as usize;
            let bytes = self.r.take(size);
            if !knows(self.known, tag) {
                return Some(TaggedField { tag, bytes });
            }
        }
        None
    }
}

impl core::iter::FusedIterator for TaggedFieldsIter<'_> {}

/// What is left.
impl fmt::Debug for TaggedFieldsIter<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        struct Listed<'a>(TaggedFieldsIter<'a>);
        impl fmt::Debug for Listed<'_> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_set().entries(self.0).finish()
            }
        }
        debug_bounded(f, format_args!("{:?}", Listed(*self)))
    }
}

/// Whether a set of known tags has this one.
pub(crate) fn knows(known: u16, tag: u32) -> bool {
    tag <= MAX_KNOWN_TAG && known >> tag & 1 != 0
}

impl fmt::Debug for TaggedField<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {:?}", self.tag, DebugBytes(self.bytes))
    }
}

impl fmt::Debug for TaggedFields<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().fmt(f)
    }
}

#[cfg(feature = "defmt")]
impl defmt::Format for TaggedFields<'_> {
    fn format(&self, f: defmt::Formatter<'_>) {
        match self.iter().next() {
            None => defmt::write!(f, "none"),
            Some(first) => defmt::write!(f, "tag {=u32} and more", first.tag),
        }
    }
}
