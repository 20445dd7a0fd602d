//! Kafka's messages, one module per API: request and response side by side, in Kafka's order of fields.
//!
//! Every message is there twice: `XView<'a>` is decoded bytes, `X<'a>` is what you encode. Nested structs live in the module of
//! their API. [`MESSAGES`] lists them all, for code that finds out at run time which message it has.

use crate::schema::{MessageKind, Names, Schema};
use crate::{ApiKey, Decode, DecodeError, message::Visitor};
use core::fmt;

/// Modules and their messages: a new message is one line here.
macro_rules! messages {
    ($($module:ident: $($view:ident)+;)+) => {
        $( pub mod $module; )+

        /// Every message of this crate.
        pub static MESSAGES: &[Message] = &[$($(
            Message {
                schema: <$module::$view<'_> as Decode<'_>>::SCHEMA,
                names: <$module::$view<'_> as Decode<'_>>::NAMES,
                visit: |bytes, version, visitor| visit::<$module::$view<'_>>(bytes, version, visitor),
            },
        )+)+];
    };
}

messages! {
    api_versions: ApiVersionsRequestView ApiVersionsResponseView;
    header: RequestHeaderView ResponseHeaderView;
    metadata: MetadataRequestView MetadataResponseView;
    offset_fetch: OffsetFetchRequestView OffsetFetchResponseView;
    share_fetch: ShareFetchRequestView ShareFetchResponseView;
}

/// A message that is not known until run time.
///
/// ```
/// use kafka_view::{messages::{Message, MESSAGES}, schema::MessageKind};
///
/// let message = Message::from_name("ShareFetchResponse").unwrap();
/// assert_eq!(message.schema.versions(), 0..=2);
/// assert!(MESSAGES.iter().filter(|m| m.schema.kind == MessageKind::Header).count() == 2);
/// ```
#[derive(Clone, Copy)]
pub struct Message {
    /// Its facts.
    pub schema: &'static Schema,
    /// Its names.
    pub names: &'static Names,
    visit: for<'a> fn(&'a [u8], i16, &mut dyn Visitor) -> Result<&'a [u8], DecodeError>,
}

impl Message {
    /// The message of that name, as `ShareFetchResponse`.
    #[must_use]
    pub fn from_name(name: &str) -> Option<&'static Message> {
        MESSAGES.iter().find(|message| message.name() == name)
    }

    /// The request or the response of an API.
    #[must_use]
    pub fn of(api_key: ApiKey, kind: MessageKind) -> Option<&'static Message> {
        MESSAGES.iter().find(|message| message.schema.api_key == Some(api_key) && message.schema.kind == kind)
    }

    /// Kafka's name.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.names.message()
    }

    /// Decodes a body from the front of `bytes` through its view, shows the fields to `visitor`, and gives what is left over.
    ///
    /// # Errors
    /// As [`Decode::decode_prefix`]; the visitor saw nothing then.
    pub fn visit<'a>(&self, bytes: &'a [u8], version: i16, visitor: &mut dyn Visitor) -> Result<&'a [u8], DecodeError> {
        (self.visit)(bytes, version, visitor)
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
