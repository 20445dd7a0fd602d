//! A number that stands for all values of a message, whatever their order: made from Kafka's own JSON where this is built, and
//! from what the library reads where it runs.

/// What a value is. Strings, UUIDs and bytes are text in JSON, the last in base64.
#[derive(Clone, Copy)]
pub enum Kind {
    Null,
    Bool,
    Int,
    Float,
    Text,
    /// The length of an array.
    Array,
    /// A tagged field that the schema does not know.
    Unknown,
}

/// The sum of a hash of each value with its name.
#[derive(Default)]
pub struct Digest(u64);

impl Digest {
    /// Adds a value, whose bytes `write` gives. The case of its name does not matter: JSON's begin with a small letter.
    pub fn value(&mut self, name: &str, kind: Kind, write: impl FnOnce(&mut Fnv)) {
        let mut hash = Fnv::default();
        name.bytes().for_each(|b| hash.bytes(&[b.to_ascii_lowercase()]));
        hash.bytes(&[0xff, kind as u8]);
        write(&mut hash);
        self.0 = self.0.wrapping_add(hash.0);
    }

    /// Adds all values of another.
    #[allow(dead_code, reason = "build.rs needs none")]
    pub fn add(&mut self, other: &Digest) {
        self.0 = self.0.wrapping_add(other.0);
    }

    pub fn sum(&self) -> u64 {
        self.0
    }
}

/// FNV-1a, 64 bits.
pub struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Fnv(0xcbf2_9ce4_8422_2325)
    }
}

impl Fnv {
    pub fn bytes(&mut self, bytes: &[u8]) {
        for b in bytes {
            self.0 = (self.0 ^ u64::from(*b)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}
