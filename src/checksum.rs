//! The two checksums of records and codecs, and what they are computed with: a table in flash, or the instructions of a host.

/// The CRC-32C (Castagnoli) of some bytes, which is the checksum of record batches.
///
/// [`RecordBatch::verify_crc`](crate::records::RecordBatch::verify_crc) applies it to the right bytes. It goes by a table of 1 KB; by
/// one of 16 KB with the feature `crc-slice16`; and by the vector instructions of the processor with `crc-fast`.
///
/// ```
/// assert_eq!(kafka_view::records::crc32c(b"123456789"), 0xe306_9283);
/// ```
#[must_use]
pub fn crc32c(bytes: &[u8]) -> u32 {
    ways::crc32c(bytes)
}

/// The CRC-32 of some bytes as Ethernet and gzip have it (IEEE 802.3), which is the checksum of messages of magic 0 and 1.
///
/// It is computed as [`crc32c`] is; on targets of less than 64 bits without a table, unless the feature `gzip` wants one: no
/// broker since Kafka 0.11 writes such messages by itself.
///
/// ```
/// assert_eq!(kafka_view::records::crc32(b"123456789"), 0xcbf4_3926);
/// ```
#[must_use]
pub fn crc32(bytes: &[u8]) -> u32 {
    ways::crc32(bytes)
}

pub(crate) use ways::Checksum;

#[cfg(feature = "crc-fast")]
mod ways {
    use crc_fast::{CrcAlgorithm, checksum};

    /// One of the two of bytes that come in pieces.
    #[derive(Clone)]
    pub(crate) struct Checksum(crc_fast::Digest);

    impl Checksum {
        pub(crate) fn crc32c() -> Self {
            Checksum(crc_fast::Digest::new(CrcAlgorithm::Crc32Iscsi))
        }

        #[cfg(feature = "gzip")]
        pub(crate) fn crc32() -> Self {
            Checksum(crc_fast::Digest::new(CrcAlgorithm::Crc32IsoHdlc))
        }

        pub(crate) fn update(&mut self, bytes: &[u8]) {
            self.0.update(bytes);
        }

        #[expect(clippy::cast_possible_truncation, reason = "a checksum of 32 bits in a number of 64")]
        pub(crate) fn value(&self) -> u32 {
            self.0.finalize() as u32
        }
    }

    #[expect(clippy::cast_possible_truncation, reason = "a checksum of 32 bits in a number of 64")]
    pub(super) fn crc32c(bytes: &[u8]) -> u32 {
        checksum(CrcAlgorithm::Crc32Iscsi, bytes) as u32
    }

    #[expect(clippy::cast_possible_truncation, reason = "a checksum of 32 bits in a number of 64")]
    pub(super) fn crc32(bytes: &[u8]) -> u32 {
        checksum(CrcAlgorithm::Crc32IsoHdlc, bytes) as u32
    }
}

#[cfg(not(feature = "crc-fast"))]
mod ways {
    use crc::{CRC_32_ISCSI, CRC_32_ISO_HDLC, Crc, Table};

    /// How many tables of 1 KB.
    const TABLES: usize = if cfg!(feature = "crc-slice16") { 16 } else { 1 };

    #[cfg(any(target_pointer_width = "64", feature = "gzip"))]
    type Old = Table<TABLES>;
    #[cfg(not(any(target_pointer_width = "64", feature = "gzip")))]
    type Old = crc::NoTable;

    // Made by the compiler. Statics, so that there is one of each; what is not called is not linked.
    static CRC_32C: Crc<u32, Table<TABLES>> = Crc::<u32, Table<TABLES>>::new(&CRC_32_ISCSI);
    static CRC_32: Crc<u32, Old> = Crc::<u32, Old>::new(&CRC_32_ISO_HDLC);

    /// One of the two of bytes that come in pieces. With the feature `gzip`, both have tables.
    #[derive(Clone)]
    pub(crate) struct Checksum(crc::Digest<'static, u32, Table<TABLES>>);

    impl Checksum {
        pub(crate) fn crc32c() -> Self {
            Checksum(CRC_32C.digest())
        }

        #[cfg(feature = "gzip")]
        pub(crate) fn crc32() -> Self {
            Checksum(CRC_32.digest())
        }

        pub(crate) fn update(&mut self, bytes: &[u8]) {
            self.0.update(bytes);
        }

        pub(crate) fn value(&self) -> u32 {
            self.0.clone().finalize()
        }
    }

    pub(super) fn crc32c(bytes: &[u8]) -> u32 {
        CRC_32C.checksum(bytes)
    }

    pub(super) fn crc32(bytes: &[u8]) -> u32 {
        CRC_32.checksum(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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

    /// Bit by bit, for every length around the strides of tables and vectors.
    #[test]
    fn ways_agree() {
        let bitwise = |bytes: &[u8], polynomial: u32| {
            !bytes.iter().fold(!0, |crc, &byte| {
                (0..8).fold(crc ^ u32::from(byte), |crc, _| crc >> 1 ^ if crc & 1 == 1 { polynomial } else { 0 })
            })
        };
        let mut bytes = [0; 1100];
        (0..).zip(&mut bytes).for_each(|(i, byte): (u32, _)| *byte = i.wrapping_mul(2_654_435_761).to_be_bytes()[0]);
        for len in (0..300).chain(1000..1100) {
            let bytes = &bytes[..len];
            assert_eq!(crc32c(bytes), bitwise(bytes, 0x82f6_3b78), "{len}");
            assert_eq!(crc32(bytes), bitwise(bytes, 0xedb8_8320), "{len}");
            let in_pieces = [
                (Checksum::crc32c(), crc32c(bytes)),
                #[cfg(feature = "gzip")]
                (Checksum::crc32(), crc32(bytes)),
            ];
            for (mut pieces, whole) in in_pieces {
                bytes.chunks(1 + len % 70).for_each(|piece| pieces.update(piece));
                assert_eq!(pieces.value(), whole, "{len}");
            }
        }
    }
}
