use super::DebugBytes;
use core::fmt;

/// Memory of the caller's through which the bytes of a connection move: those that were received and not read yet.
///
/// ```text
/// | read | unread | space |
/// ```
///
/// Whoever receives writes into [`space`](Self::space) and says with [`filled`](Self::filled) how much it was. Whoever reads looks
/// at [`unread`](Self::unread) and says with [`consume`](Self::consume) what is done; a [`ChunkStream`](crate::ChunkStream) does
/// that by itself. There may be bytes of the next frame behind the present one: a window belongs to a connection, not to a
/// message.
///
/// ```
/// use kafka_view::Window;
///
/// let mut memory = [0; 8];
/// let mut window = Window::new(&mut memory);
/// window.space()[..3].copy_from_slice(b"abc");
/// window.filled(3);
/// window.consume(2);
/// assert_eq!(window.unread(), b"c");
/// assert_eq!(window.space().len(), 7);
/// ```
pub struct Window<'w> {
    bytes: &'w mut [u8],
    start: usize,
    end: usize,
}

impl<'w> Window<'w> {
    /// An empty window in `memory`, which it never grows beyond.
    #[must_use]
    pub const fn new(memory: &'w mut [u8]) -> Self {
        Window { bytes: memory, start: 0, end: 0 }
    }

    /// How many bytes it can hold.
    #[must_use]
    pub const fn capacity(&self) -> usize {
        self.bytes.len()
    }

    /// What was received and not read yet.
    #[must_use]
    pub fn unread(&self) -> &[u8] {
        self.bytes.get(self.start..self.end).unwrap_or_default()
    }

    /// Where to put what is received next; empty if the window is full. What is unread moves to the front of the memory, so that
    /// this is all the space there is.
    pub fn space(&mut self) -> &mut [u8] {
        if self.start > 0 {
            to_start(self.bytes.get_mut(..self.end).unwrap_or_default(), self.start);
            self.end = self.end.saturating_sub(self.start);
            self.start = 0;
        }
        self.bytes.get_mut(self.end..).unwrap_or_default()
    }

    /// The first `n` bytes of the [space](Self::space) hold what was received; at most all of them count.
    pub fn filled(&mut self, n: usize) {
        self.end = self.end.saturating_add(n).min(self.bytes.len());
    }

    /// The first `n` unread bytes are done with; at most all of them.
    pub fn consume(&mut self, n: usize) {
        self.start = self.start.saturating_add(n).min(self.end);
    }

    /// The unread bytes, to be consumed while what was read before still borrows from them.
    pub(crate) fn source(&mut self) -> Source<'_> {
        let capacity = self.bytes.len();
        let bytes = self.bytes.get(..self.end).unwrap_or_default();
        Source { bytes, start: &mut self.start, capacity }
    }
}

impl fmt::Debug for Window<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Window")
            .field("capacity", &self.capacity())
            .field("unread", &DebugBytes(self.unread()))
            .finish()
    }
}

#[cfg(feature = "defmt")]
impl defmt::Format for Window<'_> {
    fn format(&self, f: defmt::Formatter<'_>) {
        defmt::write!(f, "Window({=usize} of {=usize} bytes)", self.unread().len(), self.capacity());
    }
}

/// The unread bytes of a [`Window`].
pub(crate) struct Source<'x> {
    bytes: &'x [u8],
    start: &'x mut usize,
    /// How many unread bytes there could be at once.
    pub(crate) capacity: usize,
}

impl<'x> Source<'x> {
    /// The unread bytes, at most `most`.
    pub(crate) fn rest(&self, most: usize) -> &'x [u8] {
        let rest = self.bytes.get(*self.start..).unwrap_or_default();
        rest.get(..most).unwrap_or(rest)
    }

    /// How many bytes to wait for before what is not whole is tried again from its front: twice as many as are there, if `most` are to
    /// come and the window can hold them. All tries together are then at most three times the work of the last one, however small
    /// the chunks.
    pub(crate) fn twice(&self, most: usize) -> usize {
        self.rest(most).len().saturating_mul(2).min(most).min(self.capacity)
    }

    /// Takes the first `n` of them, or all if there are fewer.
    pub(crate) fn take(&mut self, n: usize) -> &'x [u8] {
        let taken = self.rest(n);
        *self.start = self.start.saturating_add(taken.len());
        taken
    }
}

/// Moves all from a byte on to the start; the byte is not the first one. What `copy_within` does, in strides of which none overlaps itself, so that no panic is
/// there to be linked.
pub(crate) fn to_start(mut bytes: &mut [u8], from: usize) {
    while let Some((to, behind)) = bytes.split_at_mut_checked(from) {
        if behind.is_empty() {
            break;
        }
        fill(to, behind);
        bytes = behind;
    }
}

/// Copies as many bytes as both have.
pub(crate) fn fill(to: &mut [u8], from: &[u8]) {
    let n = to.len().min(from.len());
    if let (Some(to), Some(from)) = (to.get_mut(..n), from.get(..n)) {
        to.copy_from_slice(from);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves() {
        let mut memory = [0; 4];
        let mut window = Window::new(&mut memory);
        window.space().copy_from_slice(b"abcd");
        window.filled(9);
        assert!(window.space().is_empty());
        window.consume(3);
        window.space().copy_from_slice(b"efg");
        window.filled(2);
        assert_eq!(window.unread(), b"def");
        window.consume(9);
        assert!(window.unread().is_empty());
        assert_eq!(window.space().len(), 4);
    }
}
