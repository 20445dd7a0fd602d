//! Headers of fixed layout: numbers one behind the other, big-endian, without gaps.

/// A struct of numbers, and how it lies on the wire in so many bytes. `= PLACE` holds a field against the constant of its place.
///
/// Reading is inlined always: the compiler then loads only the fields that are used.
macro_rules! layout {
    ($(#[doc = $about:literal])* struct $name:ident in $len:ident { $($field:ident: $t:ty $(= $at:ident)?,)* }) => {
        $(#[doc = $about])*
        #[derive(Clone, Copy, Default)]
        pub(super) struct $name {
            $(pub(super) $field: $t,)*
        }

        const _: () = {
            #[allow(dead_code, reason = "only its layout matters")]
            #[repr(C)]
            struct Places {
                $($field: [u8; size_of::<$t>()],)*
            }
            // So neither of the two functions below ever lacks bytes; the compiler sees it, too.
            assert!(size_of::<Places>() == $len);
            $($(assert!(core::mem::offset_of!(Places, $field) == $at);)?)*
        };

        impl $name {
            #[inline(always)]
            pub(super) fn read(bytes: &[u8; $len]) -> Self {
                let rest = bytes.as_slice();
                $(
                    let Some((number, rest)) = rest.split_first_chunk() else { return $name::default() };
                    let $field = <$t>::from_be_bytes(*number);
                )*
                let _ = rest;
                $name { $($field,)* }
            }

            #[allow(dead_code, reason = "old messages are only read")]
            pub(super) fn to_bytes(self) -> [u8; $len] {
                let mut bytes = [0; $len];
                let rest = bytes.as_mut_slice();
                $(
                    let Some((place, rest)) = rest.split_first_chunk_mut() else { return bytes };
                    *place = self.$field.to_be_bytes();
                )*
                let _ = rest;
                bytes
            }
        }
    };
}
