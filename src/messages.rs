//! Kafka's messages, one module per API: request and response side by side, in Kafka's order of fields.
//!
//! Every message is there twice: `XView<'a>` is decoded bytes, `X<'a>` is what you encode. Nested structs live in the module of
//! their API. [`Message`] lists them all, for code that finds out at run time which message it has.

use crate::schema::{MessageKind, Names, Schema};
use crate::{ApiKey, Decode, DecodeError, message::Visitor};
use core::fmt;

/// Modules and their messages: a new message is one line here. Hands the list to another macro, so that tests of all messages
/// need no list of their own.
#[doc(hidden)]
#[macro_export]
macro_rules! __for_each_message {
    ($callback:ident! { $($arguments:tt)* }) => { $callback! { $($arguments)*
        api_versions:
            ApiVersionsRequest ApiVersionsRequestView ApiVersionsRequestEvent,
            ApiVersionsResponse ApiVersionsResponseView ApiVersionsResponseEvent;
        header:
            RequestHeader RequestHeaderView RequestHeaderEvent,
            ResponseHeader ResponseHeaderView ResponseHeaderEvent;
        metadata:
            MetadataRequest MetadataRequestView MetadataRequestEvent,
            MetadataResponse MetadataResponseView MetadataResponseEvent;
        offset_fetch:
            OffsetFetchRequest OffsetFetchRequestView OffsetFetchRequestEvent,
            OffsetFetchResponse OffsetFetchResponseView OffsetFetchResponseEvent;
        share_fetch:
            ShareFetchRequest ShareFetchRequestView ShareFetchRequestEvent,
            ShareFetchResponse ShareFetchResponseView ShareFetchResponseEvent;
    } };
}

/// The tables stand apart, so that a program which only skips messages does not carry their names and views.
macro_rules! messages {
    ($($module:ident: $($name:ident $view:ident $event:ident),+;)+) => {
        $( pub mod $module; )+

        static SCHEMAS: &[&Schema] = &[$($( <$module::$view<'_> as Decode<'_>>::SCHEMA, )+)+];
        static NAMES: &[&Names] = &[$($( <$module::$view<'_> as Decode<'_>>::NAMES, )+)+];
        static VISITS: &[VisitFn] = &[$($( |bytes, version, visitor| visit::<$module::$view<'_>>(bytes, version, visitor), )+)+];
    };
}

type VisitFn = for<'a> fn(&'a [u8], i16, &mut dyn Visitor) -> Result<&'a [u8], DecodeError>;

__for_each_message!(messages! {});

/// A message that is not known until run time.
///
/// ```
/// use kafka_view::{messages::Message, schema::MessageKind};
///
/// let message = Message::from_name("ShareFetchResponse").unwrap();
/// assert_eq!(message.schema().versions(), 0..=2);
/// assert_eq!(Message::all().filter(|m| m.schema().kind == MessageKind::Header).count(), 2);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Message(usize);

impl Message {
    /// Every message of this crate.
    pub fn all() -> impl ExactSizeIterator<Item = Message> + Clone {
        (0..SCHEMAS.len()).map(Message)
    }

    /// The message of that name, as `ShareFetchResponse`.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Message> {
        Self::all().find(|message| message.name() == name)
    }

    /// The request or the response of an API.
    #[must_use]
    pub fn of(api_key: ApiKey, kind: MessageKind) -> Option<Message> {
        Self::all().find(|message| message.schema().api_key == Some(api_key) && message.schema().kind == kind)
    }

    /// Its facts.
    #[must_use]
    pub fn schema(self) -> &'static Schema {
        SCHEMAS.get(self.0).copied().unwrap_or(header::RequestHeaderView::SCHEMA)
    }

    /// Its names.
    #[must_use]
    pub fn names(self) -> &'static Names {
        NAMES.get(self.0).copied().unwrap_or(header::RequestHeaderView::NAMES)
    }

    /// Kafka's name.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.names().message()
    }

    /// Decodes a body from the front of `bytes` through its view, shows the fields to `visitor`, and gives what is left over.
    ///
    /// # Errors
    /// As [`Decode::decode_prefix`]; the visitor saw nothing then.
    pub fn visit<'a>(self, bytes: &'a [u8], version: i16, visitor: &mut dyn Visitor) -> Result<&'a [u8], DecodeError> {
        match VISITS.get(self.0) {
            Some(visit) => visit(bytes, version, visitor),
            None => Ok(bytes),
        }
    }
}

impl fmt::Debug for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Message({})", self.name())
    }
}

fn visit<'a, M: Decode<'a>>(bytes: &'a [u8], version: i16, visitor: &mut dyn Visitor) -> Result<&'a [u8], DecodeError> {
    let (view, rest) = M::decode_prefix(bytes, version)?;
    view.visit(version, visitor);
    Ok(rest)
}
