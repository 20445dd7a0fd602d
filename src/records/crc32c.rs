use crc::{CRC_32_ISCSI, Crc, Table};

/// One table of 1 KB, made by the compiler: a static, so that there is one of it.
static CRC: Crc<u32, Table<1>> = Crc::<u32, Table<1>>::new(&CRC_32_ISCSI);

/// The CRC-32C (Castagnoli) of some bytes, which is the checksum of record batches.
///
/// [`RecordBatch::verify_crc`](super::RecordBatch::verify_crc) applies it to the right bytes.
///
/// ```
/// assert_eq!(kafka_view::records::crc32c(b"123456789"), 0xe306_9283);
/// ```
#[must_use]
pub fn crc32c(bytes: &[u8]) -> u32 {
    CRC.checksum(bytes)
}

#[cfg(test)]
mod tests {
    use super::crc32c;

    /// The examples of RFC 3720, appendix B.4.
    #[test]
    fn iscsi() {
        assert_eq!(crc32c(&[0; 32]), 0x8a91_36aa);
        assert_eq!(crc32c(&[0xff; 32]), 0x62a8_ab43);
        let mut bytes = [0; 32];
        (0..).zip(&mut bytes).for_each(|(i, byte)| *byte = i);
        assert_eq!(crc32c(&bytes), 0x46dd_794e);
        bytes.reverse();
        assert_eq!(crc32c(&bytes), 0x113f_db5c);
        assert_eq!(crc32c(&[]), 0);
    }
}
