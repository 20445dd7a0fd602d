//! The ways through a message that need its types.

use kafka_view::messages::Message;
use kafka_view::{Decode, DecodeError, Encode, EncodeError, Stream};

/// What a message's own types do.
#[derive(Clone, Copy)]
pub struct Typed {
    /// View to value to bytes.
    pub rewrite: fn(&[u8], i16) -> Result<Vec<u8>, EncodeError>,
    /// The cursor, to the end.
    pub stream: fn(&[u8], i16) -> Result<(), DecodeError>,
}

macro_rules! typed {
    ($($module:ident: $($value:ident $view:ident $event:ident),+;)+) => {
        /// In the order of [`Message::all`].
        const ALL: &[Typed] = &[$($( { use kafka_view::messages::$module::{$value, $view}; Typed {
            rewrite: |bytes, version| {
                let (view, _) = $view::decode_prefix(bytes, version).unwrap();
                let value = $value::from(view);
                let mut buf = vec![0; value.encoded_len(version)?];
                let n = value.encode(version, &mut buf)?;
                assert_eq!(n, buf.len());
                Ok(buf)
            },
            stream: |bytes, version| Stream::<$view<'_>>::new(bytes, version)?.try_for_each(|event| event.map(|_| ())),
        } }, )+)+];
    };
}

kafka_view::__for_each_message!(typed! {});

pub fn typed(message: Message) -> Typed {
    ALL[Message::all().position(|other| other == message).unwrap()]
}
