use super::DecompressErrorKind as Kind;
use crate::wire::window::to_start;

/// The caller's memory: output that is still needed, then room for more.
///
/// ```text
/// | history | unread | free |
/// ```
///
/// What is no longer needed stays in front until there is no room. Then the rest moves to the start: a codec finds its
/// history as one slice, and so does whoever reads.
pub(super) struct Window<'w> {
    bytes: &'w mut [u8],
    /// Where the unread bytes begin.
    read: usize,
    /// Where they end.
    end: usize,
    /// How many bytes came before those that are here.
    dropped: u64,
    /// How many bytes may come out in all.
    limit: u64,
    /// The size of the piece that the reader is after; it only changes what an error says.
    pub(super) wanted: usize,
}

impl<'w> Window<'w> {
    pub(super) const fn new(bytes: &'w mut [u8], limit: u64) -> Self {
        Window { bytes, read: 0, end: 0, dropped: 0, limit, wanted: 0 }
    }

    /// Forgets all, for another payload.
    pub(super) const fn restart(&mut self) {
        (self.read, self.end, self.dropped, self.wanted) = (0, 0, 0, 0);
    }

    pub(super) fn unread(&self) -> &[u8] {
        self.bytes.get(self.read..self.end).unwrap_or_default()
    }

    /// Takes at most `n` unread bytes.
    pub(super) fn take(&mut self, n: usize) -> &[u8] {
        let from = self.read;
        self.read = self.read.saturating_add(n).min(self.end);
        self.bytes.get(from..self.read).unwrap_or_default()
    }

    /// All that is unread, for as long as the memory is lent.
    pub(super) fn into_unread(self) -> &'w [u8] {
        let bytes: &'w [u8] = self.bytes;
        bytes.get(self.read..self.end).unwrap_or_default()
    }

    /// How many bytes have come out.
    pub(super) const fn total(&self) -> u64 {
        self.dropped.saturating_add(self.end as u64)
    }

    /// How many bytes have been taken.
    pub(super) const fn taken(&self) -> u64 {
        self.dropped.saturating_add(self.read as u64)
    }

    /// How many bytes more may come out.
    pub(super) const fn left(&self) -> u64 {
        self.limit.saturating_sub(self.total())
    }

    /// How many bytes there is room for now.
    pub(super) fn free(&self) -> usize {
        let free = self.bytes.len().saturating_sub(self.end);
        usize::try_from(self.left()).map_or(free, |left| left.min(free))
    }

    /// The last bytes that came out, at most `history` many, and room for at most `most` behind them.
    pub(super) fn split(&mut self, history: usize, most: usize) -> (&[u8], &mut [u8]) {
        let room = self.free().min(most);
        let (before, behind) = self.bytes.split_at_mut_checked(self.end).unwrap_or_default();
        let from = before.len().saturating_sub(history);
        (before.get(from..).unwrap_or_default(), behind.get_mut(..room).unwrap_or_default())
    }

    /// The same as one piece, and where in it the room begins.
    pub(super) fn piece(&mut self, history: usize) -> (&mut [u8], usize) {
        let from = self.end.saturating_sub(history);
        let to = self.end.saturating_add(self.free());
        (self.bytes.get_mut(from..to).unwrap_or_default(), self.end.saturating_sub(from))
    }

    /// `n` bytes were written where there was room.
    pub(super) fn grow(&mut self, n: usize) {
        self.end = self.end.saturating_add(n).min(self.bytes.len());
    }

    /// Makes room for at least `least` bytes, more than there is now, and keeps the last `history` bytes.
    ///
    /// `step` is what a window should have room for besides the history and what the reader is after; an error says how much
    /// that is together. What the reader is after may be a lie of the stream: where it ends above the limit, no window is large
    /// enough, so none is asked for. To move a history costs as much as it is long, so at least a 32nd of it has to be won each time:
    /// whatever a stream holds, its output costs no more than 32 moved bytes each.
    pub(super) fn make_room(&mut self, history: usize, least: usize, step: usize) -> Result<(), Kind> {
        if self.left() < least as u64 {
            let needed = self.total().saturating_add(least as u64);
            return Err(Kind::TooLarge { needed: size(needed) });
        }
        let unread = self.end.saturating_sub(self.read);
        let kept = unread.max(history.min(self.end));
        let from = self.end.saturating_sub(kept);
        if from > 0 && from >= history / 32 {
            to_start(self.bytes.get_mut(..self.end).unwrap_or_default(), from);
            self.dropped = self.dropped.saturating_add(from as u64);
            self.read = self.read.saturating_sub(from);
            self.end = kept;
        }
        if self.free() >= least {
            return Ok(());
        }
        let more = self.wanted.saturating_sub(unread) as u64;
        if more > self.left() {
            return Err(Kind::TooLarge { needed: size(self.total().saturating_add(more)) });
        }
        Err(Kind::WindowTooSmall { needed: unread.max(self.wanted).max(history).saturating_add(step) })
    }
}

/// A size in memory; what does not fit into an address is shown as the largest.
pub(super) fn size(n: u64) -> usize {
    usize::try_from(n).unwrap_or(usize::MAX)
}
