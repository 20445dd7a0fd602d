//! The headers in front of every request and response.

use crate::{ApiKey, Decode, DecodeError, DecodeErrorKind};

message! {
    /// What stands in front of a request.
    ///
    /// [`RequestHeaderView::split`] finds out its version, [`RequestHeaderView::peek`] reads what is the same in all of them.
    header RequestHeader, RequestHeaderView, RequestHeaderEvent: versions 0..=2, flexible 2.. {
        /// The API that is asked.
        RequestApiKey     request_api_key:     api_key;
        /// The version of the request, which the response will have too.
        RequestApiVersion request_api_version: int16;
        /// Comes back in the response.
        CorrelationId     correlation_id:      int32;
        /// A name that the client gave itself. Its length has 16 bits in flexible versions too, so that any broker can read it.
        ClientId          client_id:           classic_string nullable @(1..);
    }
}

message! {
    /// What stands in front of a response.
    header ResponseHeader, ResponseHeaderView, ResponseHeaderEvent: versions 0..=1, flexible 1.. {
        /// That of the request.
        CorrelationId correlation_id: int32;
    }
}

/// The front of a request that is the same in every header version, and has to be, as it says how to read what follows. So there
/// will never be another field, and it may be taken apart or put together anywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct RequestPeek {
    /// The API that is asked.
    pub api_key: ApiKey,
    /// The version of the request.
    pub api_version: i16,
    /// Comes back in the response.
    pub correlation_id: i32,
}

impl<'a> RequestHeaderView<'a> {
    /// Reads what every request begins with, whatever API or version: enough to pass it on.
    ///
    /// # Errors
    /// [`Incomplete`](DecodeErrorKind::Incomplete) below eight bytes.
    pub fn peek(bytes: &[u8]) -> Result<RequestPeek, DecodeError> {
        let (header, _) = RequestHeaderView::decode_prefix(bytes, 0)?;
        Ok(RequestPeek {
            api_key: header.request_api_key,
            api_version: header.request_api_version,
            correlation_id: header.correlation_id,
        })
    }

    /// Splits a request, without the frame's length, into header and body.
    ///
    /// ```
    /// use kafka_view::{ApiKey, messages::header::RequestHeaderView};
    ///
    /// let request = b"\0\x09\0\x09\0\0\0\x07\0\x03cli\0\x01\0\0";
    /// let (header, body) = RequestHeaderView::split(request)?;
    /// assert_eq!(header.request_api_key, ApiKey::OFFSET_FETCH);
    /// assert!(header.client_id.is_some_and(|id| id == "cli"));
    /// assert_eq!(body, [1, 0, 0]);
    /// # Ok::<(), kafka_view::DecodeError>(())
    /// ```
    ///
    /// # Errors
    /// [`UnsupportedVersion`](DecodeErrorKind::UnsupportedVersion) if the header's version is not known, because the API or its
    /// version is not; [`RequestHeaderView::peek`] still reads the front then. Otherwise as [`Decode::decode_prefix`].
    pub fn split(bytes: &'a [u8]) -> Result<(Self, &'a [u8]), DecodeError> {
        let front = Self::peek(bytes)?;
        let version = front.api_key.request_header_version(front.api_version);
        Self::decode_prefix(bytes, version.ok_or(DecodeError::new(DecodeErrorKind::UnsupportedVersion, 0))?)
    }
}

impl<'a> ResponseHeaderView<'a> {
    /// Splits a response to a request of that API and version, without the frame's length, into header and body.
    ///
    /// # Errors
    /// [`UnsupportedVersion`](DecodeErrorKind::UnsupportedVersion) if the API or its version is not known; otherwise as
    /// [`Decode::decode_prefix`].
    pub fn split(bytes: &'a [u8], api_key: ApiKey, api_version: i16) -> Result<(Self, &'a [u8]), DecodeError> {
        let version = api_key.response_header_version(api_version);
        Self::decode_prefix(bytes, version.ok_or(DecodeError::new(DecodeErrorKind::UnsupportedVersion, 0))?)
    }
}
