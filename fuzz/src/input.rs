//! Choices out of the bytes of an input, for targets that want values and not bytes. Behind the end all are 0, null and empty.

/// What is left of an input.
pub struct Input<'a>(pub &'a [u8]);

impl<'a> Input<'a> {
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn byte(&mut self) -> u8 {
        self.chunk::<1>()[0]
    }

    pub fn bool(&mut self) -> bool {
        self.byte() & 1 == 1
    }

    pub fn chunk<const N: usize>(&mut self) -> [u8; N] {
        let (chunk, rest) = self.0.split_first_chunk().map_or(([0; N], &[][..]), |(chunk, rest)| (*chunk, rest));
        self.0 = rest;
        chunk
    }

    /// The next bytes, or as many as there are.
    pub fn take(&mut self, n: usize) -> &'a [u8] {
        let (taken, rest) = self.0.split_at(n.min(self.0.len()));
        self.0 = rest;
        taken
    }

    /// A number that is more often near 0 or an end of some width than anywhere else.
    pub fn number(&mut self) -> i64 {
        let [kind, small] = self.chunk();
        let small = i64::from(small.cast_signed());
        match kind % 8 {
            0..=3 => small,
            4 => i64::from(i32::MAX).wrapping_add(small),
            5 => i64::MAX.wrapping_add(small),
            6 => i64::from_be_bytes(self.chunk()),
            _ => 1_700_000_000_000 + small,
        }
    }

    pub fn int(&mut self) -> i32 {
        let number = self.number();
        number as i32
    }

    pub fn short(&mut self) -> i16 {
        let number = self.number();
        number as i16
    }

    /// Null, or up to 40 bytes; seldom a long row of one byte.
    pub fn bytes(&mut self) -> Option<&'a [u8]> {
        static LONG: [u8; 20_000] = [7; 20_000];
        match self.byte() {
            n @ 0..=40 => Some(self.take(n.into())),
            255 => Some(&LONG),
            n @ 200..=254 => Some(&LONG[..usize::from(n)]),
            _ => None,
        }
    }
}
