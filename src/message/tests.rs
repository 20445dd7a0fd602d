//! A message that uses all that a declaration can say.
#![allow(missing_docs, reason = "its fields mean nothing")]

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
        Later later: (Inner, InnerView) nullable(2..) @(1..);
        Old old: int32 @(..=1) = -1;
        Kept kept: int32 @(..=1), map_key, ignorable;
        Leaves leaves: [Leaf, LeafView];
    } tagged {
        /// A tagged struct.
        0 => Inside inside: (Inner, InnerView) @(2..);
        1 => Exact exact: float64 @(3..);
        4 => Numbers numbers: [int64] @(2..);
        5 => Perhaps perhaps: (Inner, InnerView) nullable(3..) @(2..);
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
            value.later = Some(Inner::default());
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
fn null_structs() {
    // Where null is not allowed there is no marker.
    let (one, two) = (encoded(&Everything::default(), 1), encoded(&Everything::default(), 2));
    let later = |version| Everything { later: None, ..Default::default() }.encoded_len(version);
    assert_eq!(later(1).unwrap_err().kind, EncodeErrorKind::NullNotInVersion);
    assert_eq!(later(2), Ok(two.len() - Inner::default().code_len(2)));
    assert_eq!(EverythingView::decode(&one, 1).unwrap().later, Some(InnerView::default()));
    // The marker of a tagged struct is a varint: 0 is null.
    let null = Everything { perhaps: None, ..Default::default() };
    assert_eq!(null.encoded_len(2).unwrap_err().kind, EncodeErrorKind::NullNotInVersion);
    let bytes = encoded(&null, 3);
    assert_eq!(bytes[bytes.len() - 4..], [1, 5, 1, 0]);
    let view = EverythingView::decode(&bytes, 3).unwrap();
    assert_eq!(Everything::from(view), null);
    let filled =
        Everything { perhaps: Some(Inner { code: crate::ErrorCode(1), ..Default::default() }), ..Default::default() };
    let bytes = encoded(&filled, 3);
    assert_eq!(bytes[bytes.len() - 9..], [1, 5, 6, 1, 0, 1, 0, 0, 0]);
    assert_eq!(Everything::from(EverythingView::decode(&bytes, 3).unwrap()), filled);
    for bytes in [&bytes[..], &encoded(&null, 3)] {
        assert_eq!(schema::skip(EverythingView::SCHEMA, bytes, 3), Ok(bytes.len()));
    }
    // Version 2 knows the tag, and does not allow null in it.
    let mut bytes = encoded(&filled, 2);
    assert_eq!(EverythingView::decode(&bytes, 2).unwrap().perhaps.unwrap().code, crate::ErrorCode(1));
    bytes.truncate(bytes.len() - 7);
    bytes.extend([1, 0]);
    for error in
        [EverythingView::decode(&bytes, 2).unwrap_err(), schema::skip(EverythingView::SCHEMA, &bytes, 2).unwrap_err()]
    {
        assert_eq!((error.kind, error.offset as usize), (Kind::UnexpectedNull, bytes.len() - 1));
    }
}

impl Inner<'_> {
    /// What it takes beyond its null marker.
    fn code_len(&self, _: i16) -> usize {
        5
    }
}

#[test]
fn unknown_tags_are_never_dropped() {
    let one = [TaggedField { tag: 7, bytes: &[] }];
    let value = Everything { unknown_tagged_fields: (&one).into(), ..Default::default() };
    assert_eq!(value.encoded_len(1).unwrap_err().kind, EncodeErrorKind::TagsNotInVersion);
    let bytes = encoded(&value, 2);
    let view = EverythingView::decode(&bytes, 2).unwrap();
    assert_eq!(Everything::from(view).encoded_len(0).unwrap_err().kind, EncodeErrorKind::TagsNotInVersion);
    // A list has to be in order; what came out of order over the wire goes on as it came.
    for tags in [[9, 7], [7, 7]] {
        let tags = tags.map(|tag| TaggedField { tag, bytes: &[] });
        let value = Everything { unknown_tagged_fields: (&tags).into(), ..Default::default() };
        assert_eq!(value.encoded_len(2).unwrap_err().kind, EncodeErrorKind::TagOrder);
        let plain = encoded(&Everything::default(), 2);
        let wire = [&plain[..plain.len() - 1], &[2, tags[0].tag as u8, 0, tags[1].tag as u8, 0]].concat();
        assert_eq!(encoded(&Everything::from(EverythingView::decode(&wire, 2).unwrap()), 2), wire);
    }
    // The field at fault is the one whose number was taken.
    for (tag, name) in [(0, "Inside"), (4, "Numbers"), (5, "Perhaps")] {
        let tags = [TaggedField { tag, bytes: &[] }];
        let error =
            Everything { unknown_tagged_fields: (&tags).into(), ..Default::default() }.encoded_len(2).unwrap_err();
        assert_eq!(error.kind, EncodeErrorKind::TagCollision);
        assert_eq!(Everything::NAMES.field(error.field), Some(("Everything", name)));
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
    assert_eq!(error(Everything { numbers: (&[1]).into(), ..Default::default() }, 1), (FieldNotInVersion, "Numbers"));
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
    let tags =
        [TaggedField { tag: 1, bytes: &[1] }, TaggedField { tag: 3, bytes: &[] }, TaggedField { tag: 9, bytes: &[9] }];
    let value = Everything { unknown_tagged_fields: (&tags).into(), ..full() };
    let bytes = encoded(&value, 2); // knows 0 and 4, not 1
    let view = EverythingView::decode(&bytes, 2).unwrap();
    assert!(view.unknown_tagged_fields().iter().eq(tags));
    let order = Walk::new(EverythingView::SCHEMA, &bytes, 2).unwrap().filter_map(|step| match step.unwrap().event {
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
    assert_eq!((schema.kind, schema.api_key), (MessageKind::Data, None));
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
    assert_eq!(parts, [('E', Head), ('L', Head), ('T', Whole), ('T', Whole), ('L', Tail), ('L', Whole), ('E', Tail)]);
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
    let bytes = encoded(&Everything { numbers: (&[5]).into(), maybe: Some(Inner::default()), ..Default::default() }, 2);
    let mut text = Text::default();
    crate::Visit::visit(&EverythingView::decode(&bytes, 2).unwrap(), 2, &mut text);
    assert!(
        text.0.contains("Maybe:struct Outer{ Code:int16 0 Key:int16 0 } Later:struct Outer{ Code:int16 0 Key:int16 0 } Leaves:struct Numbers:int64 5 } "),
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
    let walk = Walk::new(EverythingView::SCHEMA, &bytes, 2).unwrap();
    let stream = Stream::<EverythingView>::new(&bytes, 2).unwrap();
    let short = [
        format!("{walk:?}"),
        format!("{stream:?}"),
        format!("{:?}", view.leaves.iter()),
        format!("{:?}", Everything::NAMES),
    ];
    assert!(short.iter().all(|shown| shown.len() < 500), "{short:?}");
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
