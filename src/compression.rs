use core::fmt;

/// How the records of a batch are compressed: bits 0 to 2 of its attributes.
///
/// `Display` gives the names of Kafka's configuration.
///
/// ```
/// use kafka_view::records::Compression;
///
/// assert_eq!(Compression::from_id(4), Compression::Zstd);
/// assert_eq!(Compression::Zstd.to_string(), "zstd");
/// assert_eq!(Compression::from_id(5).to_string(), "unknown codec 5");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub enum Compression {
    /// 0: not compressed.
    #[default]
    None,
    /// 1: gzip (RFC 1952).
    Gzip,
    /// 2: snappy, either raw or in the frames of `snappy-java`.
    Snappy,
    /// 3: lz4 frames.
    Lz4,
    /// 4: zstd (RFC 8878), since Kafka 2.1 (KIP-110).
    Zstd,
    /// A codec that Kafka 4.4 does not know. On the wire it is 5, 6 or 7.
    Unknown(u8),
}

impl Compression {
    /// The codec with that number.
    #[must_use]
    pub const fn from_id(id: u8) -> Self {
        match id {
            0 => Compression::None,
            1 => Compression::Gzip,
            2 => Compression::Snappy,
            3 => Compression::Lz4,
            4 => Compression::Zstd,
            id => Compression::Unknown(id),
        }
    }

    /// The codec's number.
    #[must_use]
    pub const fn id(self) -> u8 {
        match self {
            Compression::None => 0,
            Compression::Gzip => 1,
            Compression::Snappy => 2,
            Compression::Lz4 => 3,
            Compression::Zstd => 4,
            Compression::Unknown(id) => id,
        }
    }

    /// The codec that a batch's attributes name.
    pub(super) const fn from_attributes(attributes: i16) -> Self {
        let [_, low] = attributes.to_be_bytes();
        Self::from_id(low & 0b111)
    }
}

impl fmt::Display for Compression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Compression::None => "none",
            Compression::Gzip => "gzip",
            Compression::Snappy => "snappy",
            Compression::Lz4 => "lz4",
            Compression::Zstd => "zstd",
            Compression::Unknown(id) => return write!(f, "unknown codec {id}"),
        })
    }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use crate::compression::Compression;
    use std::string::ToString;

    #[test]
    fn numbers_lead_back() {
        for id in 0..=u8::MAX {
            assert_eq!(Compression::from_id(id).id(), id);
        }
    }

    #[test]
    fn attributes() {
        assert_eq!(Compression::from_attributes(-1), Compression::Unknown(7));
        assert_eq!(Compression::from_attributes(0x78), Compression::None);
        assert_eq!(Compression::from_attributes(0x79), Compression::Gzip);
        assert_eq!(Compression::from_attributes(0x0200), Compression::None);
    }

    #[test]
    fn names() {
        let names = ["none", "gzip", "snappy", "lz4", "zstd", "unknown codec 5", "unknown codec 6"];
        for (id, name) in (0..).zip(names) {
            assert_eq!(Compression::from_id(id).to_string(), name);
        }
    }
}
