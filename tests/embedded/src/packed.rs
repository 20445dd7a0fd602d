//! Rows of test data, as `build.rs` packs them: a name with its length (u32, little-endian, as all numbers here), a version
//! (i16), the digest of the values (u64), and the bytes with their length (u32).

/// A row.
#[derive(Clone, Copy)]
pub struct Row<'a> {
    pub name: &'a str,
    pub version: i16,
    pub digest: u64,
    pub bytes: &'a [u8],
}

/// All rows of a file.
pub struct Rows<'a>(pub &'a [u8]);

impl<'a> Rows<'a> {
    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (array, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*array)
    }

    fn bytes(&mut self) -> Option<&'a [u8]> {
        let len = u32::from_le_bytes(self.array()?);
        let (bytes, rest) = self.0.split_at_checked(usize::try_from(len).ok()?)?;
        self.0 = rest;
        Some(bytes)
    }
}

impl<'a> Iterator for Rows<'a> {
    type Item = Row<'a>;

    fn next(&mut self) -> Option<Row<'a>> {
        let name = self.bytes()?;
        Some(Row {
            name: str::from_utf8(name).expect("packed text"),
            version: i16::from_le_bytes(self.array().expect("packed whole")),
            digest: u64::from_le_bytes(self.array().expect("packed whole")),
            bytes: self.bytes().expect("packed whole"),
        })
    }
}
