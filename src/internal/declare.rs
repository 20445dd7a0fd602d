//! The macros behind the enums: one line for each record type.

/// Names of a message's value and view, and the types that it is stored with.
macro_rules! stored {
    ($($name:ident $front:expr;)*) => { $(
        impl $crate::internal::Store for $name<'_> {
            const FRONT: $crate::internal::Front = $front;
        }
    )* };
}

/// What an open enum over record types has, whatever stands ahead of the bodies.
macro_rules! open_enum {
    ($(#[doc = $about:literal])* $name:ident: $( $(#[doc = $of:literal])* $variant:ident $view:ident $($version:ty)?; )*) => {
        $(#[doc = $about])*
        #[derive(Clone, Copy, PartialEq)]
        #[non_exhaustive]
        #[allow(clippy::large_enum_variant, reason = "there is no heap to put a large one on")]
        pub enum $name<'a> {
            $( $(#[doc = $of])* $variant($view<'a> $(, $version)?), )*
            /// A record type, or a version of one, that Kafka 4.4 does not have: as it is stored, the front included.
            Unknown {
                /// The record type.
                record_type: i16,
                /// All bytes.
                bytes: &'a [u8],
            },
        }

        impl core::fmt::Debug for $name<'_> {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                match self {
                    $( Self::$variant(view, ..) => f.debug_tuple(stringify!($variant)).field(view).finish(), )*
                    Self::Unknown { record_type, bytes } => {
                        let bytes = $crate::wire::DebugBytes(bytes);
                        $crate::message::debug_fields(f, "Unknown", &["record_type", "bytes"], &[record_type, &bytes])
                    }
                }
            }
        }
        #[cfg(feature = "defmt")]
        impl defmt::Format for $name<'_> {
            fn format(&self, f: defmt::Formatter<'_>) {
                match self {
                    $( Self::$variant(view, ..) => defmt::write!(f, "{=str}({})", stringify!($variant), view), )*
                    Self::Unknown { record_type, bytes } => {
                        defmt::write!(f, "Unknown {{ record_type: {}, {} bytes }}", record_type, bytes.len())
                    }
                }
            }
        }
    };
}

/// The keys and values of a coordinator.
macro_rules! coordinator {
    ($(#[doc = $kabout:literal])* keys $key:ident;
     $(#[doc = $vabout:literal])* values $value:ident;
     $( $(#[doc = $about:literal])* $number:literal => $variant:ident: $k:ident $kview:ident, $v:ident $vview:ident; )*) => {
        open_enum! { $(#[doc = $kabout])* $key: $( $(#[doc = $about])* $variant $kview; )* }
        open_enum! { $(#[doc = $vabout])* $value: $( $(#[doc = $about])* $variant $vview i16; )* }
        stored! { $( $k $crate::internal::Front::Key($number); $v $crate::internal::Front::Value; )* }

        impl<'a> $key<'a> {
            /// Decodes a record's key: an int16 record type and the body, which fills the rest.
            ///
            /// # Errors
            /// What is wrong and at which byte of `bytes`. As the end is known, one that comes too early is
            /// [`InvalidLength`](crate::DecodeErrorKind::InvalidLength), never incomplete.
            pub fn decode(bytes: &'a [u8]) -> Result<Self, $crate::DecodeError> {
                let (record_type, _) = super::int16(bytes)?;
                match record_type {
                    $( $number => super::body(bytes, 2, *<$kview<'_> as $crate::Decode<'_>>::SCHEMA.versions().start()).map(Self::$variant), )*
                    _ => Ok(Self::Unknown { record_type, bytes }),
                }
            }

            /// The record type.
            #[must_use]
            pub const fn record_type(&self) -> i16 {
                match self { $( Self::$variant(_) => $number, )* Self::Unknown { record_type, .. } => *record_type }
            }

            /// Decodes the value of the record that has this key: an int16 version and the body, which fills the rest. A null
            /// value, a tombstone, is not for this.
            ///
            /// # Errors
            /// As [`decode`](Self::decode).
            pub fn value<'v>(&self, bytes: &'v [u8]) -> Result<$value<'v>, $crate::DecodeError> {
                let unknown = $value::Unknown { record_type: self.record_type(), bytes };
                if matches!(self, Self::Unknown { .. }) {
                    return Ok(unknown);
                }
                let (version, _) = super::int16(bytes)?;
                match self {
                    $( Self::$variant(_) if <$vview<'_> as $crate::Decode<'_>>::SCHEMA.has_version(version) => {
                        super::body(bytes, 2, version).map(|view| $value::$variant(view, version))
                    } )*
                    _ => Ok(unknown),
                }
            }

            /// Writes the key into `buf` as it is stored, and says how many bytes it takes.
            ///
            /// # Errors
            /// As [`Encode::encode`](crate::Encode::encode).
            pub fn store(&self, buf: &mut [u8]) -> Result<usize, $crate::EncodeError> {
                match *self {
                    $( Self::$variant(view) => $crate::internal::Store::store(&$k::from(view), 0, buf), )*
                    Self::Unknown { bytes, .. } => $crate::message::copied(bytes, buf),
                }
            }
        }

        impl $value<'_> {
            /// Writes the value into `buf` as it is stored, and says how many bytes it takes.
            ///
            /// # Errors
            /// As [`Encode::encode`](crate::Encode::encode).
            pub fn store(&self, buf: &mut [u8]) -> Result<usize, $crate::EncodeError> {
                match *self {
                    $( Self::$variant(view, version) => $crate::internal::Store::store(&$v::from(view), version, buf), )*
                    Self::Unknown { bytes, .. } => $crate::message::copied(bytes, buf),
                }
            }
        }

        pub(super) const fn names(record_type: i16) -> Option<[&'static str; 2]> {
            match record_type { $( $number => Some([stringify!($k), stringify!($v)]), )* _ => None }
        }
    };
}

/// The records of a log without keys.
macro_rules! framed {
    ($(#[doc = $eabout:literal])* records $name:ident;
     $( $(#[doc = $about:literal])* $number:literal => $variant:ident: $v:ident $view:ident; )*) => {
        open_enum! { $(#[doc = $eabout])* $name: $( $(#[doc = $about])* $variant $view i16; )* }
        stored! { $( $v $crate::internal::Front::Frame($number); )* }

        impl<'a> $name<'a> {
            /// Decodes a record's value: the unsigned varints frame version (1), record type and version, and the body, which
            /// fills the rest.
            ///
            /// # Errors
            /// What is wrong and at which byte of `bytes`; a frame version other than 1 is
            /// [`UnsupportedVersion`](crate::DecodeErrorKind::UnsupportedVersion). As the end is known, one that comes too
            /// early is [`InvalidLength`](crate::DecodeErrorKind::InvalidLength), never incomplete.
            pub fn decode(bytes: &'a [u8]) -> Result<Self, $crate::DecodeError> {
                let (record_type, version, at) = super::frame(bytes)?;
                match record_type {
                    $( $number if <$view<'_> as $crate::Decode<'_>>::SCHEMA.has_version(version) => {
                        super::body(bytes, at, version).map(|view| Self::$variant(view, version))
                    } )*
                    _ => Ok(Self::Unknown { record_type, bytes }),
                }
            }

            /// The record type.
            #[must_use]
            pub const fn record_type(&self) -> i16 {
                match self { $( Self::$variant(..) => $number, )* Self::Unknown { record_type, .. } => *record_type }
            }

            /// Writes the record into `buf` as it is stored, and says how many bytes it takes.
            ///
            /// # Errors
            /// As [`Encode::encode`](crate::Encode::encode).
            pub fn store(&self, buf: &mut [u8]) -> Result<usize, $crate::EncodeError> {
                match *self {
                    $( Self::$variant(view, version) => $crate::internal::Store::store(&$v::from(view), version, buf), )*
                    Self::Unknown { bytes, .. } => $crate::message::copied(bytes, buf),
                }
            }
        }

        pub(super) const fn names(record_type: i16) -> Option<&'static str> {
            match record_type { $( $number => Some(stringify!($v)), )* _ => None }
        }
    };
}
