use super::{Field, FieldType, MAX_SIZED, Schema};
use crate::error::{DecodeError, DecodeErrorKind as Kind};
use crate::wire::{Reader, Str};

/// The length of the message at the front of `bytes`, checked from end to end.
///
/// ```
/// use kafka_view::{Decode, messages::header::ResponseHeaderView, schema};
///
/// assert_eq!(schema::skip(ResponseHeaderView::SCHEMA, &[0, 0, 0, 1, 0, 9, 9], 1), Ok(5));
/// ```
///
/// # Errors
/// As [`Decode::decode_prefix`](crate::Decode::decode_prefix).
pub fn skip(schema: &'static Schema, bytes: &[u8], version: i16) -> Result<usize, DecodeError> {
    if !schema.has_version(version) {
        return Err(DecodeError::new(Kind::UnsupportedVersion, 0));
    }
    let r = Reader::new(bytes, version, schema.is_flexible(version));
    structs(schema, 0, 1, &r).check()
}

/// A struct in one version, without what does not matter for its length. Made once for all elements of an array.
struct Plan {
    steps: [Step; MAX_SIZED],
    len: usize,
    /// The bytes of fixed size behind the last step.
    rest: u16,
}

/// Bytes of fixed size, and behind them a field whose size its bytes say.
#[derive(Clone, Copy)]
struct Step {
    before: u16,
    field: u8,
    /// The size of its elements, or 0 if they differ in size. Bytes are elements too, and so is a string where its length is one
    /// of bytes.
    width: u8,
}

impl Plan {
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn new(fields: &[Field], version: i16, flexible: bool) -> Self {
        let mut plan = Plan { steps: [Step { before: 0, field: 0, width: 0 }; MAX_SIZED], len: 0, rest: 0 };
        // Tagged fields are the last ones.
        for (field, number) in fields.iter().zip(0u8..).take_while(|(field, _)| field.tag().is_none()) {
            match field.fixed_width() {
                _ if !field.is_in(version) => {}
                0 => {
                    // There is room: it is checked where a message is declared.
                    if let Some(step) = plan.steps.get_mut(plan.len) {
                        let width = match field.field_type() {
                            _ if field.is_array() => field.element_width(),
                            FieldType::Bytes | FieldType::Records => 1,
                            FieldType::String if flexible => 1,
                            _ => 0,
                        };
                        *step = Step { before: plan.rest, field: number, width };
                        plan.len = plan.len.wrapping_add(1);
                    }
                    plan.rest = 0;
                }
                width => plan.rest = plan.rest.wrapping_add(u16::from(width)),
            }
        }
        plan
    }
}

/// Moves over `count` structs of a kind.
///
/// Recursion here is on the schema, whose depth is checked where a message is declared, not on the bytes. The reader is a copy:
/// one whose address is never taken lives in registers.
fn structs<'a>(schema: &'static Schema, node: u8, count: u32, from: &Reader<'a>) -> Reader<'a> {
    let mut r = *from;
    let fields = schema.fields(node);
    let plan = Plan::new(fields, r.version, r.flexible);
    let steps = plan.steps.get(..plan.len).unwrap_or(&[]);
    for _ in 0..count {
        for step in steps {
            r.skip_fixed(step.before.into());
            match step.width {
                0 => r.go_on(sized(schema, fields.get(usize::from(step.field)), &{ r })),
                width => {
                    let version = r.version;
                    let nullable =
                        || fields.get(usize::from(step.field)).is_some_and(|field| field.is_nullable_in(version));
                    r.skip_numbers(width.into(), nullable)
                }
            }
        }
        r.skip_fixed(plan.rest.into());
        let tags = r.tag_section();
        if tags > 0 {
            r.go_on(tagged(schema, fields, tags, r));
        }
        if r.failed() {
            break;
        }
    }
    r
}

/// Moves over a field whose size its bytes say.
#[inline(never)]
fn sized<'a>(schema: &'static Schema, field: Option<&'static Field>, from: &Reader<'a>) -> Reader<'a> {
    let mut r = *from;
    let Some(field) = field else { return r };
    let nullable = field.is_nullable_in(r.version);
    match field.holds() {
        _ if field.element_width() > 0 => r.skip_numbers(field.element_width().into(), || nullable),
        _ if field.is_array() => {
            let count = r.count_if(nullable).unwrap_or(0);
            if let Some(node) = field.holds() {
                return structs(schema, node, count, &r);
            }
            for _ in 0..count {
                value(field.field_type(), false, &mut r);
                if r.failed() {
                    break;
                }
            }
        }
        Some(node) if field.struct_follows(nullable, &mut r) => return structs(schema, node, 1, &r),
        Some(_) => {}
        None => value(field.field_type(), nullable, &mut r),
    }
    r
}

fn value(field_type: FieldType, nullable: bool, r: &mut Reader<'_>) {
    match field_type {
        FieldType::String => r.skip_nullable_if::<Str<'_>>(nullable),
        FieldType::ClassicString => r.classic(|r| r.skip_nullable_if::<Str<'_>>(nullable)),
        _ => r.skip_nullable_if::<&[u8]>(nullable),
    }
}

/// Moves over the tagged fields of a struct behind their count.
#[cold]
#[inline(never)]
fn tagged<'a>(schema: &'static Schema, fields: &'static [Field], count: u32, mut r: Reader<'a>) -> Reader<'a> {
    r.some_tagged(count, &mut |tag, bytes| {
        let Some(field) = fields.iter().find(|field| field.tag() == Some(tag) && field.is_in(bytes.version)) else {
            return;
        };
        match field.fixed_width() {
            0 => *bytes = sized(schema, Some(field), bytes),
            width => bytes.skip_fixed(width.into()),
        }
    });
    r
}
