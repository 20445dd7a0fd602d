use super::{Fixed, Read, Reader, Rewrite, Writer, debug_bounded};
use core::{fmt, iter::FusedIterator, marker::PhantomData};

/// An array of a view: checked when the message was decoded, read when it is iterated.
///
/// Its elements are views, strings or numbers. Iterating cannot fail and allocates nothing.
///
/// ```
/// use kafka_view::{Decode, messages::share_fetch::ShareFetchRequestView};
///
/// let bytes = b"\x02g\x02m\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x01\x02AAAAAAAAAAAAAAAA\x03\0\0\0\x07\0\0\0\x09\0\0";
/// let request = ShareFetchRequestView::decode(bytes, 0)?;
/// for topic in request.forgotten_topics_data {
///     assert_eq!(topic.partitions.len(), 2);
///     assert!(topic.partitions.iter().eq([7, 9]));
///     assert_eq!(topic.partitions.get(1), Some(9)); // numbers can be picked
/// }
/// # Ok::<(), kafka_view::DecodeError>(())
/// ```
pub struct Array<'a, T> {
    bytes: &'a [u8],
    count: u32,
    version: i16,
    flexible: bool,
    of: PhantomData<fn() -> T>,
}

impl<'a, T> Array<'a, T> {
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub(super) fn new(bytes: &'a [u8], count: u32, version: i16, flexible: bool) -> Self {
        Array { bytes, count, version, flexible, of: PhantomData }
    }

    /// How many elements there are.
    ///
    /// In an event of the cursor, an array of structs says how many elements *follow* as events of their own.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.count as usize
    }

    /// Whether there are no elements.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.count == 0
    }

    pub(super) const fn count(&self) -> u32 {
        self.count
    }

    /// The elements as they are on the wire, without the count in front. None in an event of the cursor, where they follow.
    #[must_use]
    pub const fn as_bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// Whether the elements are there: an event of the cursor has only the count.
    pub(super) const fn is_read(&self) -> bool {
        self.count == 0 || !self.bytes.is_empty()
    }

    /// A reader of the elements.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub(super) fn reader(&self) -> Reader<'a> {
        Reader::new(self.bytes, self.version, self.flexible)
    }

    /// Whether its bytes are those of an array in this version.
    pub(super) const fn is_of(&self, version: i16, flexible: bool) -> bool {
        self.version == version && self.flexible == flexible
    }
}

impl<'a, T: Read<'a>> Array<'a, T> {
    /// Iterates the elements.
    #[must_use]
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub fn iter(&self) -> ArrayIter<'a, T> {
        let left = if self.is_read() { self.count } else { 0 };
        ArrayIter { r: self.reader(), left, of: PhantomData }
    }
}

impl<T: Fixed> Array<'_, T> {
    /// The element at `index`, without a walk: numbers and ids have a fixed size.
    #[must_use]
    pub fn get(&self, index: usize) -> Option<T> {
        T::pick(self.bytes, index)
    }
}

impl<T> Clone for Array<'_, T> {
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Array<'_, T> {}

impl<T> Default for Array<'_, T> {
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn default() -> Self {
        Array::new(&[], 0, 0, false)
    }
}

/// By the elements' values, whatever the versions of the messages they came from.
impl<'a, T: Read<'a> + PartialEq> PartialEq for Array<'a, T> {
    fn eq(&self, other: &Self) -> bool {
        self.count == other.count && self.iter().eq(other.iter())
    }
}

impl<'a, T: Read<'a>> IntoIterator for Array<'a, T> {
    type Item = T;
    type IntoIter = ArrayIter<'a, T>;

    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn into_iter(self) -> ArrayIter<'a, T> {
        self.iter()
    }
}

impl<'a, T: Read<'a>> IntoIterator for &Array<'a, T> {
    type Item = T;
    type IntoIter = ArrayIter<'a, T>;

    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn into_iter(self) -> ArrayIter<'a, T> {
        self.iter()
    }
}

impl<'a, T: Read<'a> + fmt::Debug> fmt::Debug for Array<'a, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        debug_list(f, self.count as usize, self.iter())
    }
}

fn debug_list<T: fmt::Debug>(
    f: &mut fmt::Formatter<'_>,
    len: usize,
    items: impl Iterator<Item = T> + Clone,
) -> fmt::Result {
    struct Listed<I>(I);
    impl<T: fmt::Debug, I: Iterator<Item = T> + Clone> fmt::Debug for Listed<I> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.debug_list().entries(self.0.clone()).finish()
        }
    }
    debug_bounded(f, format_args!("{len} of {:?}", Listed(items)))
}

#[cfg(feature = "defmt")]
impl<T> defmt::Format for Array<'_, T> {
    fn format(&self, f: defmt::Formatter<'_>) {
        defmt::write!(f, "{=u32} elements", self.count);
    }
}

/// Iterates an [`Array`]: exact-size and fused.
#[derive(Debug)]
pub struct ArrayIter<'a, T> {
    r: Reader<'a>,
    left: u32,
    of: PhantomData<fn() -> T>,
}

impl<T> Clone for ArrayIter<'_, T> {
    fn clone(&self) -> Self {
        ArrayIter { r: self.r, left: self.left, of: PhantomData }
    }
}

impl<'a, T: Read<'a>> Iterator for ArrayIter<'a, T> {
    type Item = T;

    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn next(&mut self) -> Option<T> {
        self.left = self.left.checked_sub(1)?;
        Some(T::read(&mut self.r))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left as usize, Some(self.left as usize))
    }
}

impl<'a, T: Read<'a>> ExactSizeIterator for ArrayIter<'a, T> {}
impl<'a, T: Read<'a>> FusedIterator for ArrayIter<'a, T> {}

/// An array of a value: a slice of values, or an array straight from a view.
///
/// The second lets a proxy change one field of a message and pass the rest on: elements of the same version are copied as
/// bytes, those of another version are read and written one by one. Both come about by `into()`.
///
/// ```
/// use kafka_view::{Decode, Encode, messages::share_fetch::{ShareFetchRequest, ShareFetchRequestView}};
///
/// let bytes = b"\x02g\x02m\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x01\x02AAAAAAAAAAAAAAAA\x03\0\0\0\x07\0\0\0\x09\0\0";
/// let view = ShareFetchRequestView::decode(bytes, 0)?;
/// let request = ShareFetchRequest { max_wait_ms: 500, ..view.into() };
/// let mut buf = [0; 64];
/// let n = request.encode(0, &mut buf)?;
/// assert_eq!(buf[8..12], [0, 0, 1, 0xf4]);
/// assert_eq!(buf[12..n], bytes[12..]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Items<'a, T, V = T>(pub(super) Elements<'a, T, V>);

pub(super) enum Elements<'a, T, V> {
    Slice(&'a [T]),
    /// `rewrite` is [`Rewrite::rewrite`] of the elements. It is kept beside the array, so that a program which never encodes what
    /// it decoded does not link the readers of all element types into its encoders.
    Array {
        array: Array<'a, V>,
        rewrite: fn(Reader<'_>, u32, &mut Writer<'_>),
    },
}

impl<T, V> Items<'_, T, V> {
    /// How many elements there are.
    #[must_use]
    pub const fn len(&self) -> usize {
        match self.0 {
            Elements::Slice(slice) => slice.len(),
            Elements::Array { array, .. } => array.len(),
        }
    }

    /// Whether there are no elements.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl<'a, T: Copy + From<V>, V: Read<'a>> Items<'a, T, V> {
    /// Iterates the elements as values.
    pub fn iter(&self) -> impl Iterator<Item = T> + Clone + use<'a, T, V> {
        let (slice, array) = match self.0 {
            Elements::Slice(slice) => (slice, Array::default()),
            Elements::Array { array, .. } => (&[][..], array),
        };
        slice.iter().copied().chain(array.iter().map(T::from))
    }
}

impl<T, V> Clone for Items<'_, T, V> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, V> Copy for Items<'_, T, V> {}

impl<T, V> Clone for Elements<'_, T, V> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, V> Copy for Elements<'_, T, V> {}

impl<T, V> Default for Items<'_, T, V> {
    fn default() -> Self {
        Items(Elements::Slice(&[]))
    }
}

impl<'a, T, V> From<&'a [T]> for Items<'a, T, V> {
    fn from(slice: &'a [T]) -> Self {
        Items(Elements::Slice(slice))
    }
}

impl<'a, T, V, const N: usize> From<&'a [T; N]> for Items<'a, T, V> {
    fn from(slice: &'a [T; N]) -> Self {
        Items(Elements::Slice(slice))
    }
}

impl<'a, T: From<V>, V: Rewrite> From<Array<'a, V>> for Items<'a, T, V> {
    fn from(array: Array<'a, V>) -> Self {
        Items(Elements::Array { array, rewrite: V::rewrite })
    }
}

impl<'a, T: Copy + From<V> + PartialEq, V: Read<'a>> PartialEq for Items<'a, T, V> {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len() && self.iter().eq(other.iter())
    }
}

impl<'a, T: Copy + From<V> + fmt::Debug, V: Read<'a>> fmt::Debug for Items<'a, T, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        debug_list(f, self.len(), self.iter())
    }
}

#[cfg(feature = "defmt")]
impl<T, V> defmt::Format for Items<'_, T, V> {
    fn format(&self, f: defmt::Formatter<'_>) {
        defmt::write!(f, "{=usize} elements", self.len());
    }
}
