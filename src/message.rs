//! `message!`, the declaration of a message, and what a declared message can do.
//!
//! One declaration gives a view and its decoder, a value and its encoder, the table ([`Schema`]) and its names ([`Names`]), a
//! visitor of the fields, and the events of the cursor ([`crate::stream`]). The macro is not recursive and munches no tokens.
//! Its body is a table: rustfmt leaves it alone, and columns are a house rule (CONTRIBUTING.md).
//!
//! ```text
//! message! {
//!     /// What the message is for.
//!     request NAME, VIEW, EVENT: key 78, versions 0..=2, flexible 0.., listeners broker {
//!         /// What the field means.
//!         KafkaName rust_name: TYPE [nullable[(VERSIONS)]] [@(VERSIONS)] [= DEFAULT] [, ignorable] [, map_key] [, entity(NAME)];
//!     } tagged {
//!         TAG => KafkaName rust_name: TYPE ..;
//!     }
//!     /// What the struct is.
//!     struct NAME, VIEW [named KAFKA_NAME] { .. } [tagged { .. }]
//!     [uses NAME, VIEW;]
//! }
//! ```
//!
//! `request` may also be `response`, `header` or `data`; `flexible none` is a message that never is; VERSIONS are `1..`, `..=7`
//! or `2..=7`, and the message's own where they are left out. A TYPE is Kafka's (`bool`, `int8` .. `int64`, `uint16`, `uint32`,
//! `float64`, `uuid`, `string`, `bytes`, `records`), or says more: `error_code`, `api_key`, `classic_string` (16-bit length in
//! flexible versions too); `[TYPE]` and `[NAME, VIEW]` are arrays, `(NAME, VIEW)` is a struct. A nullable field with a default
//! has null as its default, one without is empty, as in all of Kafka's schemas. Where request and response use one name for two
//! layouts, `named` says Kafka's; a struct with one layout that both use stands in `shared!`, and both say `uses`.

use crate::error::{DecodeError, DecodeErrorKind, EncodeError};
use crate::schema::{Field, FieldType, Names, Schema, StructInfo};
use crate::stream::{Stop, Turn};
use crate::wire::{Array, Read, Reader, Records, Str, TaggedFields, Uuid, Write, Writer, debug_bounded};
use crate::{ApiKey, ErrorCode};
use core::fmt;

/// A message that can be decoded: every view of one implements it.
pub trait Decode<'a>: Read<'a> + Visit + Copy {
    /// The events of its [`Stream`](crate::Stream).
    type Event: Turn<'a>;
    /// Its facts.
    const SCHEMA: &'static Schema;
    /// Its names.
    const NAMES: &'static Names;

    /// Decodes a body that fills `bytes`.
    ///
    /// The whole structure is checked once; afterwards the view's fields and iterators cannot fail. Records are opaque here.
    ///
    /// # Errors
    /// What is wrong and at which byte of `bytes`; [`TrailingBytes`](DecodeErrorKind::TrailingBytes) if something is left over.
    fn decode(bytes: &'a [u8], version: i16) -> Result<Self, DecodeError> {
        let mut r = Self::reader(bytes, version)?;
        let view = Self::read(&mut r);
        r.finish().map(|()| view)
    }

    /// Decodes a body from the front of `bytes`, and gives what is left over.
    ///
    /// Kafka ignores bytes behind a body, and some clients send them, so whoever watches or forwards traffic wants this form.
    ///
    /// # Errors
    /// What is wrong and at which byte of `bytes`.
    fn decode_prefix(bytes: &'a [u8], version: i16) -> Result<(Self, &'a [u8]), DecodeError> {
        let mut r = Self::reader(bytes, version)?;
        let view = Self::read(&mut r);
        r.check().map(|_| (view, r.rest()))
    }

    #[doc(hidden)]
    fn reader(bytes: &'a [u8], version: i16) -> Result<Reader<'a>, DecodeError> {
        if Self::SCHEMA.has_version(version) {
            Ok(Reader::new(bytes, version, Self::SCHEMA.is_flexible(version)))
        } else {
            Err(DecodeError::new(DecodeErrorKind::UnsupportedVersion, 0))
        }
    }
}

/// A message that can be encoded: every value of one implements it.
pub trait Encode: Write {
    /// Its facts.
    const SCHEMA: &'static Schema;
    /// Its names.
    const NAMES: &'static Names;

    /// Writes the body into `buf`, and says how many bytes it takes.
    ///
    /// # Errors
    /// [`EncodeErrorKind::BufferTooSmall`](crate::EncodeErrorKind::BufferTooSmall) with the exact length; a value that the
    /// version cannot hold, with its field. What is in `buf` then is of no use.
    fn encode(&self, version: i16, buf: &mut [u8]) -> Result<usize, EncodeError> {
        self.written(version, buf)?.finish()
    }

    /// The exact length of the body.
    ///
    /// # Errors
    /// A value that the version cannot hold, with its field.
    fn encoded_len(&self, version: i16) -> Result<usize, EncodeError> {
        self.written(version, &mut [])?.count()
    }

    #[doc(hidden)]
    fn written<'b>(&self, version: i16, buf: &'b mut [u8]) -> Result<Writer<'b>, EncodeError> {
        if !Self::SCHEMA.has_version(version) {
            return Err(EncodeError::unsupported_version());
        }
        let mut w = Writer::new(buf, version, Self::SCHEMA.is_flexible(version));
        self.write(&mut w);
        Ok(w)
    }
}

/// Sees the fields of a message one after the other: JSON, trees and searches need no code per message.
///
/// [`Visit`] calls it for a view. Every method does nothing unless it is written out.
#[allow(unused_variables, reason = "the names are documentation")]
pub trait Visitor {
    /// A field comes next: Kafka's name, and its type or that of its elements.
    fn field(&mut self, name: &'static str, field_type: FieldType) {}
    /// A struct begins.
    fn begin_struct(&mut self, name: &'static str) {}
    /// The unknown tagged fields of the struct; only if it has some.
    fn unknown_tagged_fields(&mut self, fields: TaggedFields<'_>) {}
    /// A struct ends.
    fn end_struct(&mut self) {}
    /// An array begins.
    fn begin_array(&mut self, len: usize) {}
    /// An array ends.
    fn end_array(&mut self) {}
    /// Null, whatever the type.
    fn null(&mut self) {}
    /// A bool.
    fn bool(&mut self, value: bool) {}
    /// A number of any width, an error code, an API key.
    fn int(&mut self, value: i64) {}
    /// A float64.
    fn float(&mut self, value: f64) {}
    /// A UUID.
    fn uuid(&mut self, value: Uuid) {}
    /// A string.
    fn string(&mut self, value: Str<'_>) {}
    /// Bytes.
    fn bytes(&mut self, value: &[u8]) {}
    /// A records field.
    fn records(&mut self, value: Records<'_>) {}
}

/// A value that shows its fields to a [`Visitor`]: every view implements it.
pub trait Visit {
    /// Shows the fields of `version`, in the order of the declaration. Tagged fields that hold their default are left out, as
    /// they are on the wire.
    fn visit(&self, version: i16, visitor: &mut dyn Visitor);
}

macro_rules! visits {
    ($($t:ty: $value:ident, $visitor:ident => $call:expr;)*) => { $(
        impl Visit for $t {
            fn visit(&self, _: i16, $visitor: &mut dyn Visitor) {
                let $value = *self;
                $call
            }
        }
    )* };
}

visits! {
    bool: value, v => v.bool(value);
    i8: value, v => v.int(value.into()); i16: value, v => v.int(value.into()); u16: value, v => v.int(value.into());
    i32: value, v => v.int(value.into()); u32: value, v => v.int(value.into()); i64: value, v => v.int(value);
    ErrorCode: value, v => v.int(value.0.into()); ApiKey: value, v => v.int(value.0.into());
    f64: value, v => v.float(value); Uuid: value, v => v.uuid(value); Str<'_>: value, v => v.string(value);
    &[u8]: value, v => v.bytes(value); Records<'_>: value, v => v.records(value);
}

impl<T: Visit> Visit for Option<T> {
    fn visit(&self, version: i16, visitor: &mut dyn Visitor) {
        match self {
            Some(value) => value.visit(version, visitor),
            None => visitor.null(),
        }
    }
}

impl<'a, T: Visit + Read<'a>> Visit for Array<'a, T> {
    fn visit(&self, version: i16, visitor: &mut dyn Visitor) {
        visitor.begin_array(self.len());
        self.iter().for_each(|item| item.visit(version, visitor));
        visitor.end_array();
    }
}

/// A struct of a message. Only the macro implements it.
pub trait Structure<'a>: Node + Read<'a> {
    /// Its fields, the tagged ones last.
    const FIELDS: &'static [Field];
    /// Its names.
    const INFO: &'static StructInfo;

    /// Reads from a stop to the next, or to the end.
    fn turn(r: &mut Reader<'a>, at: u8) -> (Self, Stop);
}

/// The number of a struct in its message.
pub trait Node {
    /// The number; 0 is the message itself.
    const NODE: u8;
}

/// Equality of one type, so that a default needs no type of its own.
pub(crate) fn equal<T: PartialEq>(a: &T, b: &T) -> bool {
    a == b
}

/// `Debug` of every view and value: bounded, so that a log line stays a line.
pub(crate) fn debug_fields(f: &mut fmt::Formatter<'_>, name: &str, fields: &[(&str, &dyn fmt::Debug)]) -> fmt::Result {
    struct Fields<'a>(&'a str, &'a [(&'a str, &'a dyn fmt::Debug)]);
    impl fmt::Debug for Fields<'_> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            let mut shown = f.debug_struct(self.0);
            for (name, value) in self.1 {
                shown.field(name, value);
            }
            shown.finish()
        }
    }
    debug_bounded(f, format_args!("{:?}", Fields(name, fields)))
}

/// The type of a field in a view.
macro_rules! view_ty {
    ($t:tt nullable $($x:tt)*) => { Option<view_ty!($t)> };
    (bool) => { bool }; (int8) => { i8 }; (int16) => { i16 }; (uint16) => { u16 }; (int32) => { i32 }; (uint32) => { u32 };
    (int64) => { i64 }; (float64) => { f64 }; (uuid) => { $crate::Uuid }; (records) => { $crate::Records<'a> };
    (string) => { $crate::Str<'a> }; (classic_string) => { $crate::Str<'a> }; (bytes) => { &'a [u8] };
    (error_code) => { $crate::ErrorCode }; (api_key) => { $crate::ApiKey };
    ([$name:ident, $view:ident]) => { $crate::Array<'a, $view<'a>> }; (($name:ident, $view:ident)) => { $view<'a> };
    ([$t:tt]) => { $crate::Array<'a, view_ty!($t)> };
}
/// The type of a field in a value.
macro_rules! value_ty {
    ($t:tt nullable $($x:tt)*) => { Option<value_ty!($t)> };
    ([$name:ident, $view:ident]) => { $crate::Items<'a, $name<'a>, $view<'a>> };
    (($name:ident, $view:ident)) => { $name<'a> };
    ([$t:tt]) => { $crate::Items<'a, view_ty!($t)> }; ($t:tt) => { view_ty!($t) };
}

/// A range of versions: as bounds, as a test, as text.
macro_rules! bounds {
    () => {
        (0, i16::MAX)
    };
    (($lo:literal ..= $hi:literal)) => {
        ($lo, $hi)
    };
    (($lo:literal ..)) => {
        ($lo, i16::MAX)
    };
    ((..= $hi:literal)) => {
        (0, $hi)
    };
}
macro_rules! within {
    ($v:ident) => {
        true
    };
    ($v:ident $range:tt) => {
        $range.contains(&$v)
    };
}
macro_rules! versions_text {
    () => {
        "every version"
    };
    (($lo:literal ..= $hi:literal)) => {
        concat!("versions ", $lo, "-", $hi)
    };
    (($lo:literal ..)) => {
        concat!("versions ", $lo, "+")
    };
    ((..= $hi:literal)) => {
        concat!("versions 0-", $hi)
    };
}

/// The line under a field's doc: Kafka's name, type, versions, and what else there is to say.
macro_rules! facts {
    ($kafka:ident $t:tt [$($ver:tt)?] [$($null:ident $($nv:tt)?)?] [$($def:expr)?] [$($tag:literal)?]) => { concat!(
        "`", stringify!($kafka), "`: ", kafka_ty!($t), ", ", versions_text!($($ver)?),
        $(nullable_text!($null $($nv)?),)? $(", default ", stringify!($def),)? $(", tag ", $tag,)? "."
    ) };
}
macro_rules! nullable_text {
    (nullable) => {
        ", nullable"
    };
    (nullable $nv:tt) => {
        concat!(", nullable in ", versions_text!($nv))
    };
}
macro_rules! kafka_ty {
    (error_code) => {
        "int16"
    };
    (api_key) => {
        "int16"
    };
    (classic_string) => {
        "string with a 16-bit length"
    };
    ([$name:ident, $view:ident]) => {
        concat!("[]", stringify!($name))
    };
    ([$t:tt]) => {
        concat!("[]", kafka_ty!($t))
    };
    (($name:ident, $view:ident)) => {
        stringify!($name)
    };
    ($t:ident) => {
        stringify!($t)
    };
}

/// A field's default: as a value, as a test, in the names.
macro_rules! initial {
    (nullable; $def:expr) => {
        None
    };
    (nullable;) => {
        Some(Default::default())
    };
    (; $def:expr) => {
        $def
    };
    (;) => {
        Default::default()
    };
}
macro_rules! is_default {
    ($e:expr; float64 [] []) => { $e.to_bits() == 0 };
    ($e:expr; [$($t:tt)*] [] []) => { $e.is_empty() };
    ($e:expr; [$($t:tt)*] [nullable] []) => { $e.is_some_and(|e| e.is_empty()) };
    ($e:expr; $t:tt [nullable] [$def:expr]) => { $e.is_none() };
    ($e:expr; $t:tt [$($null:ident)?] [$($def:expr)?]) => { $crate::message::equal(&$e, &initial!($($null)?; $($def)?)) };
}
macro_rules! default_value {
    (nullable; $def:expr) => {
        DefaultValue::Null
    };
    (; $def:expr) => {
        DefaultValue::Int($def as i64)
    };
    ($($null:ident)?;) => {
        DefaultValue::Zero
    };
}

/// Reads a field, or moves over it.
macro_rules! read {
    ($r:ident $v:ident; classic_string $($x:tt)*) => { $r.classic(|r| read!(r $v; string $($x)*)) };
    ($r:ident $v:ident; $t:tt) => { <view_ty!($t)>::read($r) };
    ($r:ident $v:ident; $t:tt nullable) => { <view_ty!($t)>::read_nullable($r) };
    ($r:ident $v:ident; $t:tt nullable $nv:tt) => { $r.nullable_if::<view_ty!($t)>($nv.contains(&$v)) };
}
macro_rules! skip {
    ($r:ident $v:ident; classic_string $($x:tt)*) => { $r.classic(|r| skip!(r $v; string $($x)*)) };
    ($r:ident $v:ident; $t:tt) => { <view_ty!($t)>::skip($r) };
    ($r:ident $v:ident; $t:tt nullable) => { { <view_ty!($t)>::skip_nullable($r); } };
    ($r:ident $v:ident; $t:tt nullable $nv:tt) => { $r.skip_nullable_if::<view_ty!($t)>($nv.contains(&$v)) };
}
/// The tag section, read or passed over; a struct that knows no tags has no loop of its own.
macro_rules! tags {
    ($r:ident.tagged $t:ident;) => { $r.unknown_tagged() }; ($r:ident.skip_tagged $t:ident;) => { $r.skip_unknown_tagged() };
    ($r:ident.$method:ident $t:ident; $($tag:literal if $within:expr => $known:expr;)+) => {
        $r.$method(|tag, $t| match tag { $($tag if $within => $known,)+ _ => {} })
    };
}

/// How often a field stops its struct's turn: an array of structs does, and is told with its count.
macro_rules! stops {
    ([$name:ident, $view:ident]) => {
        1
    };
    ($t:tt) => {
        0
    };
}
macro_rules! turn {
    ($r:ident $v:ident $i:ident $stop:ident; [$name:ident, $view:ident] $($null:ident $($nv:tt)?)?) => { {
        let count = $r.count_if(false $(|| allows!($v $null $($nv)?))?);
        if let Some(count @ 1..) = count { $stop = Stop { at: $i.wrapping_add(1), node: <$view<'_> as Node>::NODE, count }; }
        turn!(@ $r count $($null)?)
    } };
    (@ $r:ident $count:ident nullable) => { $count.map(|n| $r.pending(n)) };
    (@ $r:ident $count:ident) => { $r.pending($count.unwrap_or(0)) };
    ($r:ident $v:ident $i:ident $stop:ident; $($t:tt)*) => { read!($r $v; $($t)*) };
}
macro_rules! allows {
    ($v:ident nullable) => {
        true
    };
    ($v:ident nullable $nv:tt) => {
        $nv.contains(&$v)
    };
}

/// Writes a field that the version has; one that it lacks must have its default, unless it may be dropped.
macro_rules! write_field {
    ($w:ident $v:ident $e:expr; classic_string $($x:tt)*) => { $w.classic(|w| write_field!(w $v $e; string $($x)*)) };
    ($w:ident $v:ident $e:expr; $t:tt) => { $e.write($w) };
    ($w:ident $v:ident $e:expr; $t:tt nullable) => { $w.nullable_if(&$e, true) };
    ($w:ident $v:ident $e:expr; $t:tt nullable $nv:tt) => { $w.nullable_if(&$e, $nv.contains(&$v)) };
}
macro_rules! absent {
    ($w:ident $is_default:expr; ignorable $($x:ident)*) => {
        ()
    };
    ($w:ident $is_default:expr; $($x:ident)*) => {
        $w.absent($is_default)
    };
}

/// A view's field as a value's.
macro_rules! own {
    ($e:expr; ($name:ident, $view:ident) nullable) => {
        $e.map($name::from)
    };
    ($e:expr; ($($t:tt)*)) => {
        $e.into()
    };
    ($e:expr; [$($t:tt)*] nullable) => {
        $e.map($crate::Items::from)
    };
    ($e:expr; [$($t:tt)*]) => {
        $e.into()
    };
    ($e:expr; $t:tt $($null:ident)?) => {
        $e
    };
}
/// Equality of a field: floats by their bits.
macro_rules! same {
    ($a:expr, $b:expr; float64) => {
        $a.to_bits() == $b.to_bits()
    };
    ($a:expr, $b:expr; $t:tt) => {
        $a == $b
    };
}
/// A field for `Debug` and `defmt`: bytes are cut.
macro_rules! shown {
    ($e:expr; bytes) => {
        $crate::message::debug_bytes($e)
    };
    ($e:expr; float64) => {
        $crate::wire::DebugFloat($e)
    };
    ($e:expr; $t:tt) => {
        $e
    };
}
#[cfg(feature = "defmt")]
macro_rules! format_field {
    ($f:ident $name:ident $e:expr; bytes nullable) => { format_field!($f $name $e.map(|bytes| bytes.len()); count) };
    ($f:ident $name:ident $e:expr; bytes) => { format_field!($f $name $e.len(); count) };
    ($f:ident $name:ident $e:expr; $t:tt $($null:ident)?) => { defmt::write!($f, "{=str}: {}, ", stringify!($name), $e) };
}

/// A field in the table, and its type.
macro_rules! field {
    ($t:tt nullable $($nv:tt)?) => { field!($t).nullable(bounds!($($nv)?)) };
    ([$name:ident, $view:ident]) => { field!(($name, $view)).array() }; ([$t:tt]) => { field!($t).array() };
    (($name:ident, $view:ident)) => { Field::new(FieldType::Struct).holding(<$view<'_> as Node>::NODE) };
    ($t:ident) => { Field::new(FieldType::$t) };
}
macro_rules! field_type {
    ([$name:ident, $view:ident]) => {
        FieldType::Struct
    };
    (($name:ident, $view:ident)) => {
        FieldType::Struct
    };
    ([$t:tt]) => {
        field_type!($t)
    };
    ($t:ident) => {
        FieldType::$t
    };
}

/// One struct of a message.
macro_rules! structure {
    ([$($about:literal)*] $name:ident, $view:ident, $kname:ident {
        $( $(#[doc = $fa:literal])* $kafka:ident $f:ident : $t:tt $($null:ident $(($($nv:tt)*))?)? $(@ $ver:tt)?
           $(= $def:expr)? $(, $flag:ident $(($arg:ident))?)*; )*
    } $( $known:ident {
        $( $(#[doc = $ga:literal])* $tag:literal => $gkafka:ident $g:ident : $gt:tt $($gnull:ident $(($($gnv:tt)*))?)?
           $(@ $gver:tt)? $(= $gdef:expr)? $(, $gflag:ident $(($garg:ident))?)*; )*
    } )?) => {
        $(#[doc = $about])*
        #[derive(Clone, Copy)]
        #[non_exhaustive]
        pub struct $view<'a> {
            $( $(#[doc = $fa])* #[doc = ""]
               #[doc = facts!($kafka $t [$($ver)?] [$($null $(($($nv)*))?)?] [$($def)?] [])]
               pub $f: view_ty!($t $($null)?), )*
            $($( $(#[doc = $ga])* #[doc = ""]
               #[doc = facts!($gkafka $gt [$($gver)?] [$($gnull $(($($gnv)*))?)?] [$($gdef)?] [$tag])]
               pub $g: view_ty!($gt $($gnull)?), )*)?
            /// The tag section, and as bits which tags of it the version knows. A struct that never knows any has no bits.
            tag_section: &'a [u8],
            $( $known: u16, )?
        }

        $(#[doc = $about])*
        #[derive(Clone, Copy)]
        pub struct $name<'a> {
            $( $(#[doc = $fa])* #[doc = ""]
               #[doc = facts!($kafka $t [$($ver)?] [$($null $(($($nv)*))?)?] [$($def)?] [])]
               pub $f: value_ty!($t $($null)?), )*
            $($( $(#[doc = $ga])* #[doc = ""]
               #[doc = facts!($gkafka $gt [$($gver)?] [$($gnull $(($($gnv)*))?)?] [$($gdef)?] [$tag])]
               pub $g: value_ty!($gt $($gnull)?), )*)?
            /// Tagged fields that the schema does not know, in ascending order.
            pub unknown_tagged_fields: $crate::TaggedFields<'a>,
        }

        impl<'a> $view<'a> {
            /// Tagged fields that the schema does not know in this version, as bytes.
            #[must_use]
            pub fn unknown_tagged_fields(&self) -> $crate::TaggedFields<'a> {
                $crate::TaggedFields::section(self.tag_section, 0 $( | self.$known )?)
            }

            /// The known tags of a version, as bits.
            #[cfg_attr(target_pointer_width = "64", inline(always))]
            fn known(_v: i16) -> u16 {
                0 $($( | u16::from(within!(_v $($gver)?)) << $tag )*)?
            }
        }

        const _: () = {
            use $crate::message::{Node, Structure, Visit, Visitor};
            use $crate::schema::{DefaultValue, Field, FieldInfo, FieldType, StructInfo, trimmed};
            use $crate::stream::Stop;
            use $crate::wire::{Read, Reader, Write, Writer};

            impl<'a> Read<'a> for $view<'a> {
                #[cfg_attr(target_pointer_width = "64", inline(always))]
                fn read(r: &mut Reader<'a>) -> Self {
                    let _v = r.version;
                    $( let $f = if within!(_v $($ver)?) { read!(r _v; $t $($null $(($($nv)*))?)?) }
                           else { initial!($($null)?; $($def)?) }; )*
                    $($( let mut $g = initial!($($gnull)?; $($gdef)?); )*)?
                    let tag_section = tags!(r.tagged t; $($(
                        $tag if within!(_v $($gver)?) => $g = read!(t _v; $gt $($gnull $(($($gnv)*))?)?);
                    )*)?);
                    Self { $($f,)* $($($g,)*)? tag_section, $( $known: Self::known(_v), )? }
                }
                #[cfg_attr(target_pointer_width = "64", inline(always))]
                fn skip(r: &mut Reader<'a>) {
                    let _v = r.version;
                    $( if within!(_v $($ver)?) { skip!(r _v; $t $($null $(($($nv)*))?)?) } )*
                    tags!(r.skip_tagged t; $($(
                        $tag if within!(_v $($gver)?) => skip!(t _v; $gt $($gnull $(($($gnv)*))?)?);
                    )*)?);
                }
            }

            impl<'a> Structure<'a> for $view<'a> {
                const FIELDS: &'static [Field] = &[
                    $( field!($t $($null $(($($nv)*))?)?).within(bounds!($($ver)?)), )*
                    $($( field!($gt $($gnull $(($($gnv)*))?)?).within(bounds!($($gver)?)).tagged($tag), )*)?
                ];
                const INFO: &'static StructInfo =
                    &StructInfo { name: stringify!($kname), about: trimmed(concat!($($about),*)), fields: &[
                    $( FieldInfo::new(stringify!($kafka), concat!($($fa),*), default_value!($($null)?; $($def)?))
                       $(.$flag($(stringify!($arg))?))*, )*
                    $($( FieldInfo::new(stringify!($gkafka), concat!($($ga),*), default_value!($($gnull)?; $($gdef)?))
                       $(.$gflag($(stringify!($garg))?))*, )*)?
                ] };

                #[cfg_attr(target_pointer_width = "64", inline(always))]
                fn turn(r: &mut Reader<'a>, at: u8) -> (Self, Stop) {
                    const STOPS: u8 = 0 $( + stops!($t) )*;
                    let _v = r.version;
                    // A struct that never stops is read whole: the compiler drops every test of `at` and `stop`.
                    let (at, mut i, mut stop) = (if STOPS == 0 { 0 } else { at }, 0u8, Stop::END);
                    $( let $f = if at <= i && stop.at == 0 && within!(_v $($ver)?) {
                           turn!(r _v i stop; $t $($null $(($($nv)*))?)?)
                       } else { initial!($($null)?; $($def)?) };
                       i = i.wrapping_add(stops!($t)); )*
                    $($( let mut $g = initial!($($gnull)?; $($gdef)?); )*)?
                    let tag_section = if stop.at == 0 {
                        tags!(r.tagged t; $($(
                            $tag if within!(_v $($gver)?) => $g = read!(t _v; $gt $($gnull $(($($gnv)*))?)?);
                        )*)?)
                    } else { &[] };
                    let _ = (i, &mut stop);
                    (Self { $($f,)* $($($g,)*)? tag_section, $( $known: Self::known(_v), )? }, stop)
                }
            }

            impl Visit for $view<'_> {
                fn visit(&self, _v: i16, visitor: &mut dyn Visitor) {
                    visitor.begin_struct(stringify!($kname));
                    $( if within!(_v $($ver)?) {
                        visitor.field(stringify!($kafka), field_type!($t));
                        self.$f.visit(_v, visitor);
                    } )*
                    $($( if within!(_v $($gver)?) && !is_default!(self.$g; $gt [$($gnull)?] [$($gdef)?]) {
                        visitor.field(stringify!($gkafka), field_type!($gt));
                        self.$g.visit(_v, visitor);
                    } )*)?
                    let unknown = self.unknown_tagged_fields();
                    if !unknown.is_empty() { visitor.unknown_tagged_fields(unknown) }
                    visitor.end_struct()
                }
            }

            impl Write for $name<'_> {
                fn write(&self, w: &mut Writer<'_>) {
                    const NODE: u8 = <$view<'_> as Node>::NODE;
                    let (_v, mut i) = (w.version, 0u8);
                    $( w.at(NODE, i); i = i.wrapping_add(1);
                       if within!(_v $($ver)?) { write_field!(w _v self.$f; $t $($null $(($($nv)*))?)?) }
                       else { absent!(w is_default!(self.$f; $t [$($null)?] [$($def)?]); $($flag)*) } )*
                    $($( let $g = !is_default!(self.$g; $gt [$($gnull)?] [$($gdef)?]);
                       w.at(NODE, i); i = i.wrapping_add(1);
                       if !within!(_v $($gver)?) { absent!(w !$g; $($gflag)*) }
                       let $g = $g && within!(_v $($gver)?); )*)?
                    let _ = i;
                    if w.flexible {
                        #[allow(unused_mut, reason = "without known tags there is nothing in between")]
                        let mut unknown =
                            w.tag_section($view::known(_v), 0 $($( + u32::from($g) )*)?, &self.unknown_tagged_fields);
                        $($( if $g {
                            unknown.write_below($tag, w);
                            w.tag($tag, |w| write_field!(w _v self.$g; $gt $($gnull $(($($gnv)*))?)?));
                        } )*)?
                        unknown.write_rest(w);
                    }
                }
            }

            $crate::wire::rewrites!($view<'_> => $name<'_>);
            impl<'a> From<$view<'a>> for $name<'a> {
                fn from(view: $view<'a>) -> Self {
                    Self {
                        $( $f: own!(view.$f; $t $($null)?), )* $($( $g: own!(view.$g; $gt $($gnull)?), )*)?
                        unknown_tagged_fields: view.unknown_tagged_fields(),
                    }
                }
            }
        };

        structure!(@ common $view (unknown_tagged_fields()) { tag_section: &[], $( $known: 0 )? }
            $( $f $t [$($null)?] [$($def)?]; )* $($( $g $gt [$($gnull)?] [$($gdef)?]; )*)?);
        structure!(@ common $name (unknown_tagged_fields) { unknown_tagged_fields: Default::default() }
            $( $f $t [$($null)?] [$($def)?]; )* $($( $g $gt [$($gnull)?] [$($gdef)?]; )*)?);
    };

    // What a view and a value have in common.
    (@ common $name:ident ($($unknown:tt)*) { $($more:tt)* } $( $f:ident $t:tt [$($null:ident)?] [$($def:expr)?]; )*) => {
        impl Default for $name<'_> {
            #[cfg_attr(target_pointer_width = "64", inline(always))]
            fn default() -> Self {
                Self { $( $f: initial!($($null)?; $($def)?), )* $($more)* }
            }
        }
        impl PartialEq for $name<'_> {
            fn eq(&self, other: &Self) -> bool {
                $( same!(self.$f, other.$f; $t) && )* self.$($unknown)* == other.$($unknown)*
            }
        }
        impl core::fmt::Debug for $name<'_> {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                $crate::message::debug_fields(f, stringify!($name), &[
                    $( (stringify!($f), &shown!(self.$f; $t $($null)?)), )* ("unknown_tagged_fields", &self.$($unknown)*),
                ])
            }
        }
        #[cfg(feature = "defmt")]
        impl defmt::Format for $name<'_> {
            fn format(&self, f: defmt::Formatter<'_>) {
                defmt::write!(f, "{=str} {{ ", stringify!($name));
                $( format_field!(f $f self.$f; $t $($null)?); )*
                defmt::write!(f, "unknown_tagged_fields: {} }}", self.$($unknown)*);
            }
        }
    };
}

#[cfg_attr(not(test), allow(unused_macros, reason = "no declared message shares a struct yet"))]
/// Structs that a request and its response share. Both name all of them, in this order, behind their own: `uses NAME, VIEW;`.
macro_rules! shared {
    ($( $(#[doc = $about:literal])* struct $name:ident, $view:ident $body:tt $(tagged $tags:tt)? )*) => {
        $( structure! { [$($about)*] $name, $view, $name $body $(known $tags)? } )*
        const _: () = {
            enum Number { $($name,)* }
            $( impl $crate::message::Node for $view<'_> {
                const NODE: u8 = $crate::schema::FIRST_SHARED + Number::$name as u8;
            } )*
        };
    };
}

/// A message and the structs in it.
macro_rules! message {
    ($(#[doc = $about:literal])* $kind:ident $name:ident, $view:ident, $event:ident :
        $(key $key:literal,)? versions $lo:literal ..= $hi:literal, flexible $flexible:tt $(..)?
        $(, listeners $($listener:ident)+)? { $($body:tt)* } $(tagged $tags:tt)?
     $( $(#[doc = $sabout:literal])* struct $sname:ident, $sview:ident $(named $skafka:ident)? { $($sbody:tt)* }
        $(tagged $stags:tt)? )*
     $( uses $uname:ident, $uview:ident; )*) => {
        structure! { [$($about)*] $name, $view, $name { $($body)* } $(known $tags)? }
        $( message! { @ struct [$($sabout)*] $sname, $sview $($skafka)? { $($sbody)* } $(known $stags)? } )*

        #[doc = concat!("What a [`Stream`](crate::Stream) of [`", stringify!($view), "`] tells, struct by struct.")]
        #[derive(Clone, Copy, Debug, PartialEq)]
        #[cfg_attr(feature = "defmt", derive(defmt::Format))]
        #[non_exhaustive]
        #[allow(clippy::enum_variant_names, reason = "the names are Kafka's")]
        pub enum $event<'a> {
            #[doc = concat!("[`", stringify!($name), "`], the message itself.")]
            $name($view<'a>, $crate::Part),
            $( #[doc = concat!("[`", stringify!($sname), "`].")] $sname($sview<'a>, $crate::Part), )*
            $( #[doc = concat!("[`", stringify!($uname), "`].")] $uname($uview<'a>, $crate::Part), )*
        }

        const _: () = {
            use $crate::message::{Node, Structure};
            use $crate::stream::{Stop, Turn};
            use $crate::{Decode, Encode, Names, Schema};

            #[allow(clippy::enum_variant_names, reason = "the names are Kafka's")]
            enum Number { $name, $($sname,)* }
            impl Node for $view<'_> { const NODE: u8 = Number::$name as u8; }
            $( impl Node for $sview<'_> { const NODE: u8 = Number::$sname as u8; } )*
            assert!(<$view<'_> as Decode>::SCHEMA.depth() <= $crate::schema::MAX_DEPTH, "structs lie too deep in each other");

            impl<'a> Decode<'a> for $view<'a> {
                type Event = $event<'a>;
                const SCHEMA: &'static Schema = &Schema {
                    kind: message_kind!($kind),
                    api_key: api_key!($($key)?),
                    versions: ($lo, $hi),
                    flexible_from: flexible_from!($flexible),
                    structs: &[<$view<'_> as Structure<'_>>::FIELDS, $( <$sview<'_> as Structure<'_>>::FIELDS, )*],
                    shared: &[$( <$uview<'_> as Structure<'_>>::FIELDS, )*],
                };
                const NAMES: &'static Names = &Names {
                    listeners: &[$($( stringify!($listener), )+)?],
                    structs: &[<$view<'_> as Structure<'_>>::INFO, $( <$sview<'_> as Structure<'_>>::INFO, )*],
                    shared: &[$( <$uview<'_> as Structure<'_>>::INFO, )*],
                };
            }
            impl Encode for $name<'_> {
                const SCHEMA: &'static Schema = <$view<'_> as Decode<'_>>::SCHEMA;
                const NAMES: &'static Names = <$view<'_> as Decode<'_>>::NAMES;
            }
            impl<'a> Turn<'a> for $event<'a> {
                #[cfg_attr(target_pointer_width = "64", inline(always))]
                fn turn(node: u8, at: u8, r: &mut $crate::wire::Reader<'a>) -> (Self, Stop) {
                    $( if node == <$sview<'_> as Node>::NODE {
                        let (view, stop) = $sview::turn(r, at);
                        return ($event::$sname(view, stop.part(at)), stop);
                    } )*
                    $( if node == <$uview<'_> as Node>::NODE {
                        let (view, stop) = $uview::turn(r, at);
                        return ($event::$uname(view, stop.part(at)), stop);
                    } )*
                    let _ = node;
                    let (view, stop) = $view::turn(r, at);
                    ($event::$name(view, stop.part(at)), stop)
                }
            }
        };
    };
    (@ struct $about:tt $name:ident, $view:ident { $($body:tt)* } $($tags:tt)*) => {
        structure! { $about $name, $view, $name { $($body)* } $($tags)* }
    };
    (@ struct $about:tt $name:ident, $view:ident $kafka:ident { $($body:tt)* } $($tags:tt)*) => {
        structure! { $about $name, $view, $kafka { $($body)* } $($tags)* }
    };
}

macro_rules! message_kind {
    (request) => {
        $crate::schema::MessageKind::Request
    };
    (response) => {
        $crate::schema::MessageKind::Response
    };
    (header) => {
        $crate::schema::MessageKind::Header
    };
    (data) => {
        $crate::schema::MessageKind::Data
    };
}
macro_rules! api_key {
    () => {
        None
    };
    ($key:literal) => {
        Some($crate::ApiKey($key))
    };
}
macro_rules! flexible_from {
    (none) => {
        $crate::schema::NEVER_FLEXIBLE
    };
    ($from:literal) => {
        $from
    };
}

#[cfg(test)]
#[allow(missing_docs, reason = "a message that uses all that a declaration can say")]
mod tests {
    extern crate std;
    use crate::messages::header::ResponseHeader;
    use crate::schema::{self, FieldType, MessageKind, Value, Walk};
    use crate::{Decode, DecodeErrorKind as Kind, Encode, EncodeErrorKind, Part, Stream, TaggedField, Uuid, Visitor};
    use std::{format, string::String, vec, vec::Vec};

    shared! {
        struct Leaf, LeafView { Depth depth: int8 = 7; Twigs twigs: [Twig, TwigView]; }
        struct Twig, TwigView { Length length: uint16; }
    }
    message! {
        /// Everything
        /// there is.
        data Everything, EverythingView, EverythingEvent: versions 0..=3, flexible 2.. {
            Flag flag: bool;
            Small small: int8;
            Port port: uint16;
            Wide wide: uint32 = 4_000_000_000;
            Ratio ratio: float64;
            Blob blob: bytes;
            MaybeBlob maybe_blob: bytes nullable = null;
            Set set: records nullable;
            Ids ids: [uuid] nullable(1..);
            Words words: [string];
            Maybe maybe: (Inner, InnerView) nullable @(1..) = null;
            Old old: int32 @(..=1) = -1;
            Kept kept: int32 @(..=1), ignorable;
            Leaves leaves: [Leaf, LeafView];
        } tagged {
            /// A tagged struct.
            0 => Inside inside: (Inner, InnerView) @(2..);
            1 => Exact exact: float64 @(3..);
            4 => Numbers numbers: [int64] @(2..);
        }
        struct Inner, InnerView named Outer { Code code: error_code; Key key: api_key; }
        uses Leaf, LeafView;
        uses Twig, TwigView;
    }

    fn full() -> Everything<'static> {
        let inner = Inner { code: crate::ErrorCode(9), key: crate::ApiKey(1), ..Default::default() };
        let twigs = [1, 65535].map(|length| Twig { length, ..Default::default() });
        let leaf = Leaf { depth: 1, twigs: (&*Vec::leak(twigs.to_vec())).into(), ..Default::default() };
        let words = ["a", "b"].map(crate::Str::from);
        Everything {
            flag: true,
            small: -1,
            port: 40_000,
            wide: 1,
            ratio: -0.0,
            blob: b"blob",
            maybe_blob: Some(b""),
            set: None,
            ids: Some((&[Uuid([1; 16])]).into()),
            words: (&*Vec::leak(words.to_vec())).into(),
            maybe: Some(inner),
            leaves: (&*Vec::leak(vec![leaf, Leaf::default()])).into(),
            inside: inner,
            numbers: (&[i64::MIN]).into(),
            ..Default::default()
        }
    }

    fn encoded(value: &impl Encode, version: i16) -> Vec<u8> {
        let mut bytes = vec![0; value.encoded_len(version).unwrap()];
        assert_eq!(value.encode(version, &mut bytes), Ok(bytes.len()));
        bytes
    }

    #[test]
    fn every_type_there_and_back() {
        for version in 0..=3 {
            let mut value = full();
            if version < 1 {
                value.maybe = None;
            }
            if version < 2 {
                (value.inside, value.numbers) = Default::default();
            }
            if version == 3 {
                value.exact = f64::from_bits(0x7ff8_0000_dead_beef);
            }
            let bytes = encoded(&value, version);
            let view = EverythingView::decode(&bytes, version).unwrap();
            assert_eq!(Everything::from(view), value, "{version}");
            assert_eq!(encoded(&Everything::from(view), version), bytes);
            assert_eq!(schema::skip(EverythingView::SCHEMA, &bytes, version), Ok(bytes.len()));
            assert_eq!(view.ids.unwrap().get(0), Some(Uuid([1; 16])));
            assert_eq!(view.leaves.iter().next().unwrap().twigs.iter().last().unwrap().length, 65535);
            for cut in 0..bytes.len() {
                let error = EverythingView::decode(&bytes[..cut], version).unwrap_err();
                assert_eq!((error.kind, error.offset as usize), (Kind::Incomplete, cut));
                assert!(error.missing as usize <= bytes.len() - cut && error.missing > 0, "{version} {cut} {error:?}");
                assert_eq!(
                    schema::skip(EverythingView::SCHEMA, &bytes[..cut], version).unwrap_err().kind,
                    Kind::Incomplete
                );
            }
        }
    }

    #[test]
    fn floats_are_equal_by_their_bits() {
        let nan = EverythingView { ratio: f64::NAN, ..Default::default() };
        assert_eq!(nan, nan);
        assert_ne!(EverythingView { ratio: -0.0, ..Default::default() }, EverythingView::default());
        // A tagged -0.0 is not the default, so it is written.
        let minus = Everything { exact: -0.0, ..Default::default() };
        assert_eq!(encoded(&minus, 3).len(), encoded(&Everything::default(), 3).len() + 10);
    }

    #[test]
    fn a_value_that_the_version_cannot_hold() {
        let error = |value: Everything<'_>, version| {
            let error = value.encoded_len(version).unwrap_err();
            (error.kind, Everything::NAMES.field(error.field).unwrap().1)
        };
        use EncodeErrorKind::*;
        assert_eq!(error(Everything { old: 5, ..Default::default() }, 2), (FieldNotInVersion, "Old"));
        assert!(Everything { kept: 5, ..Default::default() }.encoded_len(2).is_ok());
        assert_eq!(error(Everything { ids: None, ..Default::default() }, 0), (NullNotInVersion, "Ids"));
        assert_eq!(
            error(Everything { numbers: (&[1]).into(), ..Default::default() }, 1),
            (FieldNotInVersion, "Numbers")
        );
        assert_eq!(error(Everything { exact: 1.0, ..Default::default() }, 2), (FieldNotInVersion, "Exact"));
        let maybe = Some(Inner::default());
        assert_eq!(error(Everything { maybe, ..Default::default() }, 0), (FieldNotInVersion, "Maybe"));
        let long = vec![b'x'; 40_000];
        let words = [crate::Str::from(long.as_slice())];
        assert_eq!(error(Everything { words: (&words).into(), ..Default::default() }, 1), (TooLong, "Words"));
        assert!(Everything { words: (&words).into(), ..Default::default() }.encoded_len(2).is_ok());
        assert_eq!(Everything::default().encoded_len(4).unwrap_err().kind, UnsupportedVersion);
    }

    #[test]
    fn unknown_tags_go_between_the_known_ones() {
        let tags = [
            TaggedField { tag: 1, bytes: &[1] },
            TaggedField { tag: 3, bytes: &[] },
            TaggedField { tag: 9, bytes: &[9] },
        ];
        let value = Everything { unknown_tagged_fields: (&tags).into(), ..full() };
        let bytes = encoded(&value, 2); // knows 0 and 4, not 1
        let view = EverythingView::decode(&bytes, 2).unwrap();
        assert!(view.unknown_tagged_fields().iter().eq(tags));
        let order =
            Walk::new(EverythingView::SCHEMA, &bytes, 2).unwrap().filter_map(|step| match step.unwrap().event {
                schema::Event::KnownTag { tag, .. } => Some(tag),
                schema::Event::UnknownTag(field) => Some(field.tag),
                _ => None,
            });
        assert_eq!(order.collect::<Vec<_>>(), [0, 1, 3, 4, 9]);
        // Version 3 gives tag 1 a meaning: what was unknown would be taken for it.
        assert_eq!(Everything::from(view).encoded_len(3).unwrap_err().kind, EncodeErrorKind::TagCollision);
        // Known and twice: the last one counts.
        let plain = encoded(&Everything::default(), 2);
        let twice = [&plain[..plain.len() - 1], &[2, 4, 9, 2, 0, 0, 0, 0, 0, 0, 0, 5, 4, 1, 1]].concat();
        assert_eq!(EverythingView::decode(&twice, 2).unwrap(), EverythingView::decode(&plain, 2).unwrap());
    }

    #[test]
    fn the_table_says_what_was_declared() {
        let (schema, names) = (EverythingView::SCHEMA, EverythingView::NAMES);
        assert_eq!((schema.kind, schema.api_key, schema.depth()), (MessageKind::Data, None, 3));
        assert_eq!(names.node(0).unwrap().about, "Everything there is.");
        assert_eq!(names.node(1).unwrap().name, "Outer");
        let types: Vec<_> = schema.fields(0).iter().map(|field| field.field_type()).collect();
        assert_eq!(types[2..6], [FieldType::Uint16, FieldType::Uint32, FieldType::Float64, FieldType::Bytes]);
        assert_eq!(core::mem::size_of::<schema::Field>(), 8);
        assert_eq!(schema.nodes().collect::<Vec<_>>(), [0, 1, 128, 129]);
        assert_eq!(names.node(129).unwrap().fields[0].name, "Length");
    }

    #[test]
    fn the_cursor_goes_through_shared_structs() {
        let bytes = encoded(&full(), 2);
        let events: Vec<_> = Stream::<EverythingView>::new(&bytes, 2).unwrap().map(Result::unwrap).collect();
        let parts = events.iter().map(|event| match event {
            EverythingEvent::Everything(_, part) => ('E', *part),
            EverythingEvent::Leaf(_, part) => ('L', *part),
            EverythingEvent::Twig(_, part) => ('T', *part),
            _ => ('?', Part::Whole),
        });
        use Part::*;
        let parts: Vec<_> = parts.collect();
        assert_eq!(
            parts,
            [('E', Head), ('L', Head), ('T', Whole), ('T', Whole), ('L', Tail), ('L', Whole), ('E', Tail)]
        );
        // An event's array has a count but no elements: it cannot be written by mistake.
        let EverythingEvent::Everything(head, Head) = events[0] else { panic!("{events:?}") };
        assert_eq!((head.leaves.len(), head.leaves.iter().len()), (2, 0));
        assert_eq!(Everything::from(head).encoded_len(2).unwrap_err().kind, EncodeErrorKind::ArrayNotRead);
    }

    #[test]
    fn tag_sizes_are_kept() {
        let good = encoded(&Everything { numbers: (&[5]).into(), ..Default::default() }, 2);
        let size = good.len() - 10;
        assert_eq!(good[size - 1..=size], [4, 9]);
        for (wrong, kind) in [(8, Kind::TagSize), (10, Kind::Incomplete)] {
            let mut bytes = good.clone();
            bytes[size] = wrong;
            let error = EverythingView::decode(&bytes, 2).unwrap_err();
            assert_eq!(error.kind, kind);
            assert_eq!(schema::skip(EverythingView::SCHEMA, &bytes, 2).unwrap_err().kind, kind);
        }
        // A byte more than the array takes.
        let mut bytes = good.clone();
        bytes[size] = 10;
        bytes.push(0);
        assert_eq!(EverythingView::decode(&bytes, 2).unwrap_err().kind, Kind::TagSize);
        assert_eq!(schema::skip(EverythingView::SCHEMA, &bytes, 2).unwrap_err().kind, Kind::TagSize);
    }

    #[test]
    fn the_visitor_sees_names_types_and_values() {
        #[derive(Default)]
        struct Text(String);
        impl Visitor for Text {
            fn field(&mut self, name: &'static str, field_type: FieldType) {
                self.0 += &format!("{name}:{} ", field_type.name());
            }
            fn begin_struct(&mut self, name: &'static str) {
                self.0 += &format!("{name}{{ ");
            }
            fn end_struct(&mut self) {
                self.0 += "} ";
            }
            fn int(&mut self, value: i64) {
                self.0 += &format!("{value} ");
            }
        }
        let bytes =
            encoded(&Everything { numbers: (&[5]).into(), maybe: Some(Inner::default()), ..Default::default() }, 2);
        let mut text = Text::default();
        crate::Visit::visit(&EverythingView::decode(&bytes, 2).unwrap(), 2, &mut text);
        assert!(
            text.0.contains("Maybe:struct Outer{ Code:int16 0 Key:int16 0 } Leaves:struct Numbers:int64 5 } "),
            "{}",
            text.0
        );
    }

    #[test]
    fn debug_is_bounded() {
        let blob = vec![7; 1 << 20];
        let leaves = vec![Leaf::default(); 10_000];
        let value = Everything { blob: &blob, leaves: leaves.as_slice().into(), ..Default::default() };
        let bytes = encoded(&value, 2);
        let view = EverythingView::decode(&bytes, 2).unwrap();
        for shown in [format!("{value:?}"), format!("{view:?}"), format!("{:?}", view.leaves)] {
            assert!(shown.len() <= 4096 + 2 && shown.ends_with(".."), "{}", shown.len());
        }
        assert!(format!("{view:?}").contains("blob: [1048576 bytes: 07 07"));
        assert_eq!(
            format!("{:?}", ResponseHeader::default()),
            "ResponseHeader { correlation_id: 0, unknown_tagged_fields: {} }"
        );
        assert_eq!(format!("{:?}", Value::Float(1.0)), "Float(f64::from_bits(0x3ff0000000000000))");
    }
}
