//! The macro behind every declaration, and its helpers, each for one thing that differs by a field's type.
//!
//! No token munching. rustfmt leaves this file alone: a macro's arms are a table.
//!
//! On 64 bits, what is not inlined always is at least `inline`: code then comes about where it is used, so a program that
//! reads five messages does not compile two hundred. On 32 bits that hint would cost flash.

/// The type of a field in a view.
macro_rules! view_ty {
    ($t:tt nullable $($x:tt)*) => { Option<view_ty!($t)> };
    (bool) => { bool }; (int8) => { i8 }; (int16) => { i16 }; (uint16) => { u16 }; (int32) => { i32 };
    (uint32) => { u32 }; (int64) => { i64 }; (float64) => { f64 }; (uuid) => { $crate::Uuid };
    (string) => { $crate::Str<'a> }; (classic_string) => { $crate::Str<'a> };
    (bytes) => { &'a [u8] }; (records) => { $crate::Records<'a> };
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
    () => { (0, i16::MAX) }; (($lo:literal ..= $hi:literal)) => { ($lo, $hi) };
    (($lo:literal ..)) => { ($lo, i16::MAX) }; ((..= $hi:literal)) => { (0, $hi) };
}
macro_rules! within {
    ($v:ident) => { true }; ($v:ident ($lo:literal ..= $hi:literal)) => { $v >= $lo && $v <= $hi };
    ($v:ident ($lo:literal ..)) => { $v >= $lo }; ($v:ident (..= $hi:literal)) => { $v <= $hi };
}
macro_rules! versions_text {
    () => { "every version" }; (($lo:literal ..= $hi:literal)) => { concat!("versions ", $lo, "-", $hi) };
    (($lo:literal ..)) => { concat!("versions ", $lo, "+") }; ((..= $hi:literal)) => { concat!("versions 0-", $hi) };
}

/// The line under a field's doc: Kafka's name, type, versions, and what else there is to say.
macro_rules! facts {
    ($kafka:ident $t:tt [$($ver:tt)?] [$($null:ident $($nv:tt)?)?] [$($def:expr)?] [$($tag:literal)?]) => { concat!(
        "`", stringify!($kafka), "`: ", kafka_ty!($t), ", ", versions_text!($($ver)?),
        $(nullable_text!($null $($nv)?),)? $(", default ", stringify!($def),)? $(", tag ", $tag,)? "."
    ) };
}
macro_rules! nullable_text {
    (nullable) => { ", nullable" }; (nullable $nv:tt) => { concat!(", nullable in ", versions_text!($nv)) };
}
macro_rules! kafka_ty {
    (error_code) => { "int16" }; (api_key) => { "int16" }; (classic_string) => { "string with a 16-bit length" };
    ([$name:ident, $view:ident]) => { concat!("[]", stringify!($name)) }; ([$t:tt]) => { concat!("[]", kafka_ty!($t)) };
    (($name:ident, $view:ident)) => { stringify!($name) }; ($t:ident) => { stringify!($t) };
}

/// A field's default: as a value, as a test, in the names.
macro_rules! initial {
    (nullable; $def:expr) => { None }; (nullable;) => { Some(Default::default()) };
    (; $def:expr) => { $def }; (;) => { Default::default() };
}
macro_rules! is_default {
    ($e:expr; float64 [] []) => { $e.to_bits() == 0 };
    ($e:expr; [$($t:tt)*] [] []) => { $e.is_empty() };
    ($e:expr; [$($t:tt)*] [nullable] []) => { $e.is_some_and(|e| e.is_empty()) };
    ($e:expr; $t:tt [nullable] [$def:expr]) => { $e.is_none() };
    ($e:expr; $t:tt [$($null:ident)?] [$($def:expr)?]) => {
        $crate::message::equal(&$e, &initial!($($null)?; $($def)?))
    };
}
macro_rules! default_value {
    (nullable; $def:expr) => { DefaultValue::null(stringify!($def)) }; (; $def:expr) => { DefaultValue::Int($def as i64) };
    ($($null:ident)?;) => { DefaultValue::Zero };
}

/// Reads a field, or moves over it.
macro_rules! read {
    ($r:ident $v:ident; classic_string $($x:tt)*) => { $r.classic(|r| read!(r $v; string $($x)*)) };
    ($r:ident $v:ident; $t:tt) => { <view_ty!($t)>::read($r) };
    ($r:ident $v:ident; $t:tt nullable) => { <view_ty!($t)>::read_nullable($r) };
    // A struct that the version does not allow to be null has no marker.
    ($r:ident $v:ident; ($($s:tt)*) nullable $nv:tt) => {
        if within!($v $nv) { read!($r $v; ($($s)*) nullable) } else { Some(read!($r $v; ($($s)*))) }
    };
    ($r:ident $v:ident; $t:tt nullable $nv:tt) => { $r.nullable_if::<view_ty!($t)>(within!($v $nv)) };
}
macro_rules! skip {
    ($r:ident $v:ident; classic_string $($x:tt)*) => { $r.classic(|r| skip!(r $v; string $($x)*)) };
    ($r:ident $v:ident; $t:tt) => { <view_ty!($t)>::skip($r) };
    ($r:ident $v:ident; $t:tt nullable) => { { <view_ty!($t)>::skip_nullable($r); } };
    ($r:ident $v:ident; ($($s:tt)*) nullable $nv:tt) => {
        if within!($v $nv) { skip!($r $v; ($($s)*) nullable) } else { skip!($r $v; ($($s)*)) }
    };
    ($r:ident $v:ident; $t:tt nullable $nv:tt) => { $r.skip_nullable_if::<view_ty!($t)>(within!($v $nv)) };
}
/// A tagged field: where it differs, its struct's null marker is a varint.
macro_rules! read_tagged {
    ($r:ident $v:ident; ($($s:tt)*) nullable $($nv:tt)?) => {
        $r.tagged_struct::<view_ty!(($($s)*))>(true $(&& within!($v $nv))?)
    };
    ($r:ident $v:ident; $($t:tt)*) => { read!($r $v; $($t)*) };
}
macro_rules! skip_tagged {
    ($r:ident $v:ident; ($($s:tt)*) nullable $($nv:tt)?) => { { read_tagged!($r $v; ($($s)*) nullable $($nv)?); } };
    ($r:ident $v:ident; $($t:tt)*) => { skip!($r $v; $($t)*) };
}
/// The tag section, read or passed over; a struct that knows no tags has no loop of its own.
macro_rules! tags {
    ($r:ident.tagged $t:ident;) => { $r.unknown_tagged() };
    ($r:ident.skip_tagged $t:ident;) => { $r.skip_unknown_tagged() };
    ($r:ident.$method:ident $t:ident; $($tag:literal if $within:expr => $known:expr;)+) => {
        $r.$method(|tag, $t| match tag { $($tag if $within => $known,)+ _ => {} })
    };
}

/// Whether a field stops its struct's turn: an array of structs does, and is told with its count. From a moving window bytes and
/// records do, too, which may be larger than the window.
macro_rules! stops {
    ([$name:ident, $view:ident]) => { true }; (bytes) => { CHUNKED }; (records) => { CHUNKED }; ($t:tt) => { false };
}
/// Behind a field that stops: whether the next one is in this turn.
macro_rules! turned {
    ($i:ident $on:ident $at:ident $stop:ident; [$name:ident, $view:ident]) => { turned!(@ $i $on $at $stop true) };
    ($i:ident $on:ident $at:ident $stop:ident; bytes) => { turned!(@ $i $on $at $stop CHUNKED) };
    ($i:ident $on:ident $at:ident $stop:ident; records) => { turned!(@ $i $on $at $stop CHUNKED) };
    ($i:ident $on:ident $at:ident $stop:ident; $t:tt) => {};
    (@ $i:ident $on:ident $at:ident $stop:ident $stops:expr) => {
        if $stops {
            $i = $i.wrapping_add(1);
            $on = $at <= $i && $stop.at == 0;
        }
    };
}
macro_rules! turn {
    ($r:ident $v:ident $i:ident $stop:ident; [$name:ident, $view:ident] $($null:ident $($nv:tt)?)?) => { {
        let count = $r.stop_count::<CHUNKED>(false $(|| allows!($v $null $($nv)?))?);
        if let Some(count @ 1..) = count {
            $stop = Stop { at: $i.wrapping_add(1), node: <$view<'_> as Numbered>::NODE, count };
        }
        turn!(@ $r count $($null)?)
    } };
    (@ $r:ident $count:ident nullable) => { $count.map(|n| $r.pending(n)) };
    (@ $r:ident $count:ident) => { $r.pending($count.unwrap_or(0)) };
    ($r:ident $v:ident $i:ident $stop:ident; bytes $($null:ident $($nv:tt)?)?) => {
        turn!(@ $r $v $i $stop BYTES; bytes $($null $($nv)?)?)
    };
    ($r:ident $v:ident $i:ident $stop:ident; records $($null:ident $($nv:tt)?)?) => {
        turn!(@ $r $v $i $stop RECORDS; records $($null $($nv)?)?)
    };
    (@ $r:ident $v:ident $i:ident $stop:ident $node:ident; $t:ident $($null:ident $($nv:tt)?)?) => {
        if CHUNKED {
            let count = $r.stop_count::<CHUNKED>(false $(|| allows!($v $null $($nv)?))?);
            if let Some(count @ 1..) = count { $stop = Stop { at: $i.wrapping_add(1), node: Stop::$node, count }; }
            turn!(= count $($null)?)
        } else { read!($r $v; $t $($null $($nv)?)?) }
    };
    (= $count:ident nullable) => { $count.map(|_| Default::default()) };
    (= $count:ident) => { Default::default() };
    ($r:ident $v:ident $i:ident $stop:ident; $($t:tt)*) => { read!($r $v; $($t)*) };
}
macro_rules! allows { ($v:ident nullable) => { true }; ($v:ident nullable $nv:tt) => { within!($v $nv) }; }

/// Writes a field that the version has; one that it lacks must have its default, unless it may be dropped.
macro_rules! write_field {
    ($w:ident $v:ident $e:expr; classic_string $($x:tt)*) => { $w.classic(|w| write_field!(w $v $e; string $($x)*)) };
    ($w:ident $v:ident $e:expr; $t:tt) => { $e.write($w) };
    ($w:ident $v:ident $e:expr; $t:tt nullable) => { $w.nullable_if(&$e, true) };
    ($w:ident $v:ident $e:expr; ($($s:tt)*) nullable $nv:tt) => {
        if within!($v $nv) { $w.nullable_if(&$e, true) } else { $w.required_struct(&$e) }
    };
    ($w:ident $v:ident $e:expr; $t:tt nullable $nv:tt) => { $w.nullable_if(&$e, within!($v $nv)) };
}
macro_rules! write_tagged {
    ($w:ident $v:ident $e:expr; ($($s:tt)*) nullable $($nv:tt)?) => {
        $w.tagged_struct(&$e, true $(&& within!($v $nv))?)
    };
    ($w:ident $v:ident $e:expr; $($t:tt)*) => { write_field!($w $v $e; $($t)*) };
}
macro_rules! absent {
    ($w:ident $is_default:expr;) => { $w.absent($is_default) };
    ($w:ident $is_default:expr; ignorable $($x:ident)*) => { () };
    ($w:ident $is_default:expr; $other:ident $($x:ident)*) => { absent!($w $is_default; $($x)*) };
}

/// A view's field as a value's.
macro_rules! own {
    ($e:expr; ($name:ident, $view:ident) nullable) => { $e.map($name::from) }; ($e:expr; ($($t:tt)*)) => { $e.into() };
    ($e:expr; [$($t:tt)*] nullable) => { $e.map($crate::Items::from) }; ($e:expr; [$($t:tt)*]) => { $e.into() };
    ($e:expr; $t:tt $($null:ident)?) => { $e };
}
/// Equality of a field: floats by their bits.
macro_rules! same {
    ($a:expr, $b:expr; float64) => { $a.to_bits() == $b.to_bits() }; ($a:expr, $b:expr; $t:tt) => { $a == $b };
}
/// A field for `Debug` and `defmt`: bytes are cut.
macro_rules! shown {
    ($e:expr; bytes) => { $crate::wire::DebugBytes($e) };
    ($e:expr; bytes nullable) => { $e.map($crate::wire::DebugBytes) };
    ($e:expr; float64) => { $crate::wire::DebugFloat($e) }; ($e:expr; $t:tt $($null:ident)?) => { $e };
}
#[cfg(feature = "defmt")]
macro_rules! format_field {
    ($f:ident $name:ident $e:expr; bytes nullable) => { format_field!($f $name $e.map(|bytes| bytes.len()); count) };
    ($f:ident $name:ident $e:expr; bytes) => { format_field!($f $name $e.len(); count) };
    ($f:ident $name:ident $e:expr; $t:tt $($null:ident)?) => {
        defmt::write!($f, "{=str}: {}, ", stringify!($name), $e)
    };
}

/// What the table has of a field: its type, whether it is an array, the struct in it; when it may be null; its type alone.
macro_rules! shape {
    ([$name:ident, $view:ident]) => { (FieldType::Struct, true, <$view<'_> as Numbered>::NODE) };
    (($name:ident, $view:ident)) => { (FieldType::Struct, false, <$view<'_> as Numbered>::NODE) };
    ([$t:ident]) => { (FieldType::$t, true, NONE) }; ($t:ident) => { (FieldType::$t, false, NONE) };
}
macro_rules! never { () => { (1, 0) }; (nullable $($nv:tt)?) => { bounds!($($nv)?) }; }
macro_rules! field_type {
    ([$name:ident, $view:ident]) => { FieldType::Struct }; (($name:ident, $view:ident)) => { FieldType::Struct };
    ([$t:tt]) => { field_type!($t) }; ($t:ident) => { FieldType::$t };
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
        #[non_exhaustive]
        pub struct $view<'a> {
            $( $(#[doc = $fa])* #[doc = ""]
               #[doc = facts!($kafka $t [$($ver)?] [$($null $(($($nv)*))?)?] [$($def)?] [])]
               pub $f: view_ty!($t $($null)?), )*
            $($( $(#[doc = $ga])* #[doc = ""]
               #[doc = facts!($gkafka $gt [$($gver)?] [$($gnull $(($($gnv)*))?)?] [$($gdef)?] [$tag])]
               pub $g: view_ty!($gt $($gnull)?), )*)?
            /// The tag section, and as bits which tags of it the version knows, if some version knows any.
            tag_section: &'a [u8],
            $( $known: u16, )?
        }

        $(#[doc = $about])*
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

            $( /// The known tags of a version, as bits.
            #[cfg_attr(target_pointer_width = "64", inline(always))]
            fn $known(_v: i16) -> u16 {
                0 $( | u16::from(within!(_v $($gver)?)) << $tag )*
            } )?
        }

        const _: () = {
            use $crate::message::{Numbered, Structure, Visit, Visitor, visit_fields};
            #[allow(unused_imports, reason = "some structs have no fields")]
            use $crate::schema::{DefaultValue, Field, FieldInfo, FieldType, NONE, StructInfo, trimmed};
            use $crate::message::Stop;
            use $crate::wire::{Read, Reader, Write, Writer};

            impl<'a> Read<'a> for $view<'a> {
                #[cfg_attr(target_pointer_width = "64", inline(always))]
                fn read(r: &mut Reader<'a>) -> Self {
                    let _v = r.version;
                    $( let $f = if within!(_v $($ver)?) { read!(r _v; $t $($null $(($($nv)*))?)?) }
                           else { initial!($($null)?; $($def)?) }; )*
                    $($( let mut $g = initial!($($gnull)?; $($gdef)?); )*)?
                    let tag_section = tags!(r.tagged t; $($(
                        $tag if within!(_v $($gver)?) => $g = read_tagged!(t _v; $gt $($gnull $(($($gnv)*))?)?);
                    )*)?);
                    Self { $($f,)* $($($g,)*)? tag_section, $( $known: Self::$known(_v), )? }
                }
                #[cfg_attr(target_pointer_width = "64", inline(always))]
                fn skip(r: &mut Reader<'a>) {
                    let _v = r.version;
                    $( if within!(_v $($ver)?) { skip!(r _v; $t $($null $(($($nv)*))?)?) } )*
                    tags!(r.skip_tagged t; $($(
                        $tag if within!(_v $($gver)?) => skip_tagged!(t _v; $gt $($gnull $(($($gnv)*))?)?);
                    )*)?);
                }
            }

            impl<'a> Structure<'a> for $view<'a> {
                const FIELDS: &'static [Field] = &[
                    $( Field::new(shape!($t), bounds!($($ver)?), never!($($null $(($($nv)*))?)?), None), )*
                    $($( Field::new(shape!($gt), bounds!($($gver)?), never!($($gnull $(($($gnv)*))?)?), Some($tag)), )*)?
                ];
                const INFO: &'static StructInfo =
                    &StructInfo { name: stringify!($kname), about: trimmed(concat!($($about),*)), fields: &[
                    $( FieldInfo::new(stringify!($kafka), concat!($($fa),*), default_value!($($null)?; $($def)?))
                       $(.$flag($(stringify!($arg))?))*, )*
                    $($( FieldInfo::new(stringify!($gkafka), concat!($($ga),*), default_value!($($gnull)?; $($gdef)?))
                       $(.$gflag($(stringify!($garg))?))*, )*)?
                ] };

                #[cfg_attr(target_pointer_width = "64", inline(always))]
                #[allow(unused_mut, unused_variables, reason = "some structs have no fields")]
                fn turn<const CHUNKED: bool>(r: &mut Reader<'a>, at: u8) -> (Self, Stop) {
                    let _v = r.version;
                    let (mut i, mut stop) = (0u8, Stop::END);
                    // A struct that never stops is read whole: the compiler drops every test of `on`.
                    let mut on = at == 0 || !(false $( || stops!($t) )*);
                    $( let $f = if on && within!(_v $($ver)?) { turn!(r _v i stop; $t $($null $(($($nv)*))?)?) }
                           else { initial!($($null)?; $($def)?) };
                       turned!(i on at stop; $t); )*
                    $($( let mut $g = initial!($($gnull)?; $($gdef)?); )*)?
                    let tag_section = if on {
                        tags!(r.tagged t; $($(
                            $tag if within!(_v $($gver)?) => $g = read_tagged!(t _v; $gt $($gnull $(($($gnv)*))?)?);
                        )*)?)
                    } else { &[] };
                    let _ = (i, &mut stop, &mut on);
                    (Self { $($f,)* $($($g,)*)? tag_section, $( $known: Self::$known(_v), )? }, stop)
                }
            }

            impl Visit for $view<'_> {
                #[cfg_attr(target_pointer_width = "64", inline)]
                fn visit(&self, _v: i16, visitor: &mut dyn Visitor) {
                    visit_fields(
                        (_v, visitor, stringify!($kname), self.unknown_tagged_fields()),
                        &[$( (stringify!($kafka), field_type!($t)), )*
                          $($( (stringify!($gkafka), field_type!($gt)), )*)?],
                        &[$( (within!(_v $($ver)?), &self.$f), )*
                          $($( (within!(_v $($gver)?) && !is_default!(self.$g; $gt [$($gnull)?] [$($gdef)?]), &self.$g), )*)?],
                    )
                }
            }

            impl Write for $name<'_> {
                #[cfg_attr(target_pointer_width = "64", inline(always))]
                #[allow(dead_code, unused_mut, unused_variables, reason = "some structs have no fields")]
                fn write(&self, w: &mut Writer<'_>) {
                    let (_v, node, mut i) = (w.version, <$view<'_> as Numbered>::NODE, 0u8);
                    $( w.next_field(node, &mut i);
                       if within!(_v $($ver)?) { write_field!(w _v self.$f; $t $($null $(($($nv)*))?)?) }
                       else { absent!(w is_default!(self.$f; $t [$($null)?] [$($def)?]); $($flag)*) } )*
                    $($( let $g = !is_default!(self.$g; $gt [$($gnull)?] [$($gdef)?]);
                       w.next_field(node, &mut i);
                       if !within!(_v $($gver)?) { absent!(w !$g; $($gflag)*) }
                       let $g = $g && within!(_v $($gver)?); )*)?
                    if w.flexible {
                        #[allow(unused_mut, reason = "without known tags there is nothing in between")]
                        let mut unknown = w.tag_section(
                            0 $( | $view::$known(_v) )?, &[$($($tag),*)?], 0 $($( + u32::from($g) )*)?, &self.unknown_tagged_fields,
                        );
                        $($( if $g {
                            unknown.write_below($tag, w);
                            w.tag($tag, |w| write_tagged!(w _v self.$g; $gt $($gnull $(($($gnv)*))?)?));
                        } )*)?
                        unknown.write_rest(w);
                    } else {
                        w.no_tag_section(&self.unknown_tagged_fields);
                    }
                }
            }

            impl $crate::wire::Rewrite for $view<'_> {
                type View<'a> = $view<'a>;
                type Value<'a> = $name<'a>;
            }
            impl<'a> From<$view<'a>> for $name<'a> {
                #[cfg_attr(target_pointer_width = "64", inline)]
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
    (@ common $name:ident ($($unknown:tt)*) { $($more:tt)* }
        $( $f:ident $t:tt [$($null:ident)?] [$($def:expr)?]; )*) => {
        impl Copy for $name<'_> {}
        impl Clone for $name<'_> {
            #[inline(always)]
            fn clone(&self) -> Self {
                *self
            }
        }
        // For each of the two: values' by way of views' costs 2.5 KB of flash in three requests.
        impl Default for $name<'_> {
            #[cfg_attr(target_pointer_width = "64", inline(always))]
            fn default() -> Self {
                Self { $( $f: initial!($($null)?; $($def)?), )* $($more)* }
            }
        }
        impl PartialEq for $name<'_> {
            #[cfg_attr(target_pointer_width = "64", inline)]
            fn eq(&self, other: &Self) -> bool {
                $( same!(self.$f, other.$f; $t) && )* self.$($unknown)* == other.$($unknown)*
            }
        }
        impl core::fmt::Debug for $name<'_> {
            #[cfg_attr(target_pointer_width = "64", inline)]
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                $crate::message::debug_fields(
                    f, stringify!($name), &[$( stringify!($f), )* "unknown_tagged_fields"],
                    &[$( &shown!(self.$f; $t $($null)?), )* &self.$($unknown)*],
                )
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

/// Structs that a request and its response share. Both name all of them, in this order: `uses NAME, VIEW;`.
#[cfg_attr(not(test), allow(unused_macros, reason = "no declared message shares a struct yet"))]
macro_rules! shared {
    ($( $(#[doc = $about:literal])* struct $name:ident, $view:ident $body:tt $(tagged $tags:tt)? )*) => {
        $( structure! { [$($about)*] $name, $view, $name $body $(known $tags)? } )*
        const _: () = {
            enum Number { $($name,)* }
            $( impl $crate::message::Numbered for $view<'_> {
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
     $( $(#[doc = $sabout:literal])* struct $sname:ident, $sview:ident $(named $kafka:ident)? { $($sbody:tt)* }
        $(tagged $stags:tt)? )*
     $( uses $uname:ident, $uview:ident; )*) => {
        structure! { [$($about)*] $name, $view, $name { $($body)* } $(known $tags)? }
        $( message! { @ struct [$($sabout)*] $sname, $sview $($kafka)? { $($sbody)* } $(known $stags)? } )*

        #[doc = concat!("What a [`Stream`](crate::Stream) of [`", stringify!($view), "`] tells, struct by struct.")]
        #[derive(Copy, Debug, PartialEq)]
        #[cfg_attr(feature = "defmt", derive(defmt::Format))]
        #[non_exhaustive]
        #[allow(clippy::enum_variant_names, reason = "the names are Kafka's")]
        #[allow(clippy::large_enum_variant, reason = "there is no heap to put a large one on")]
        pub enum $event<'a> {
            #[doc = concat!("[`", stringify!($name), "`], the message itself.")]
            $name($view<'a>, $crate::Part),
            $( #[doc = concat!("[`", stringify!($sname), "`].")] $sname($sview<'a>, $crate::Part), )*
            $( #[doc = concat!("[`", stringify!($uname), "`].")] $uname($uview<'a>, $crate::Part), )*
        }

        impl Clone for $event<'_> {
            fn clone(&self) -> Self { *self }
        }

        const _: () = {
            use $crate::message::{Numbered, Structure};
            use $crate::message::{Stop, Turn};
            use $crate::{Decode, Encode, Names, Schema};

            #[allow(clippy::enum_variant_names, reason = "the names are Kafka's")]
            enum Number { $name, $($sname,)* }
            impl Numbered for $view<'_> { const NODE: u8 = Number::$name as u8; }
            $( impl Numbered for $sview<'_> { const NODE: u8 = Number::$sname as u8; } )*

            impl<'a> Decode<'a> for $view<'a> {
                type Value = $name<'a>;
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
            impl $crate::message::Rebind for $view<'_> { type View<'a> = $view<'a>; }
            impl Encode for $name<'_> {
                const SCHEMA: &'static Schema = <$view<'_> as Decode<'_>>::SCHEMA;
                const NAMES: &'static Names = <$view<'_> as Decode<'_>>::NAMES;
            }
            impl $crate::Visit for $event<'_> {
                #[cfg_attr(target_pointer_width = "64", inline)]
                fn visit(&self, version: i16, visitor: &mut dyn $crate::Visitor) {
                    match self {
                        $event::$name(view, _) => view.visit(version, visitor),
                        $( $event::$sname(view, _) => view.visit(version, visitor), )*
                        $( $event::$uname(view, _) => view.visit(version, visitor), )*
                    }
                }
            }
            impl<'a> Turn<'a> for $event<'a> {
                #[cfg_attr(target_pointer_width = "64", inline(always))]
                fn turn<const CHUNKED: bool>(node: u8, at: u8, r: &mut $crate::wire::Reader<'a>) -> (Self, Stop) {
                    $( if node == <$sview<'_> as Numbered>::NODE {
                        let (view, stop) = $sview::turn::<CHUNKED>(r, at);
                        return ($event::$sname(view, stop.part(at)), stop);
                    } )*
                    $( if node == <$uview<'_> as Numbered>::NODE {
                        let (view, stop) = $uview::turn::<CHUNKED>(r, at);
                        return ($event::$uname(view, stop.part(at)), stop);
                    } )*
                    let _ = node;
                    let (view, stop) = $view::turn::<CHUNKED>(r, at);
                    ($event::$name(view, stop.part(at)), stop)
                }
            }
        };
    };

    // A struct, with its name in Kafka's schema where that differs.
    (@ struct $about:tt $name:ident, $view:ident { $($body:tt)* } $($tags:tt)*) => {
        structure! { $about $name, $view, $name { $($body)* } $($tags)* }
    };
    (@ struct $about:tt $name:ident, $view:ident $kafka:ident { $($body:tt)* } $($tags:tt)*) => {
        structure! { $about $name, $view, $kafka { $($body)* } $($tags)* }
    };
}

macro_rules! message_kind {
    (request) => { $crate::schema::MessageKind::Request }; (response) => { $crate::schema::MessageKind::Response };
    (header) => { $crate::schema::MessageKind::Header }; (data) => { $crate::schema::MessageKind::Data };
}
macro_rules! api_key { () => { None }; ($key:literal) => { Some($crate::ApiKey($key)) }; }
macro_rules! flexible_from { (none) => { $crate::schema::NEVER_FLEXIBLE }; ($from:literal) => { $from }; }
