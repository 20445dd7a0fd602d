//! kafka-view
#![no_std]
#![forbid(unsafe_code)]
#![warn(clippy::arithmetic_side_effects)]

#[macro_use]
mod message;
mod api;
mod error;
mod error_code;
pub mod frame;
pub mod messages;
pub mod records;
pub mod schema;
mod stream;
mod wire;

pub use api::ApiKey;
pub use error::{DecodeError, DecodeErrorKind, EncodeError, EncodeErrorKind, FieldId};
pub use error_code::ErrorCode;
pub use message::{Decode, Encode, Visit, Visitor};
pub use schema::{Names, Schema};
pub use stream::{Part, Stream};
pub use wire::{
    Array, ArrayIter, Items, ParseUuidError, Records, Str, TaggedField, TaggedFields, TaggedFieldsIter, Uuid,
};
