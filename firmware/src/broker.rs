//! Kafka's requests and responses over the connection: one in flight at a time, which `InFlight` matches all the same.

use crate::tcp::{self, Tcp};
use core::fmt;
use kafka_view::correlation::{CorrelationError, InFlight, Received};
use kafka_view::messages::api_versions::{ApiVersionsRequest, ApiVersionsResponseView};
use kafka_view::messages::header::{RequestHeader, ResponseHeaderView};
use kafka_view::{ApiKey, Decode, DecodeError, Encode, EncodeError, ErrorCode, frame};

const CLIENT_ID: &str = "firmware";

/// Room for a request.
const REQUEST: usize = 1 << 10;

/// The largest response that is believed to be one.
const RESPONSE: usize = 16 << 20;

/// Why a conversation came to its end.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Error {
    /// The connection: it can be made again.
    Tcp(tcp::Error),
    /// Bytes that are no response.
    Decode(ApiKey, DecodeError),
    /// A response to nothing that was asked.
    Correlation(CorrelationError),
    /// A request that does not fit.
    Encode(ApiKey, EncodeError),
    /// A response that is larger than the memory for it.
    TooLarge(ApiKey, usize),
    /// The broker knows no version that we know.
    Unsupported(ApiKey),
    /// The broker says no.
    Refused(ApiKey, ErrorCode),
    /// A partition is led, or the group coordinated, by another broker than this.
    OtherBroker(i32),
}

impl From<tcp::Error> for Error {
    fn from(error: tcp::Error) -> Self {
        Error::Tcp(error)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Tcp(error) => write!(f, "{error}"),
            Error::Decode(api, error) => write!(f, "{api}: {error}"),
            Error::Correlation(error) => write!(f, "{error}"),
            Error::Encode(api, error) => write!(f, "{api}: {error}"),
            Error::TooLarge(api, len) => write!(f, "{api}: a response of {len} bytes"),
            Error::Unsupported(api) => write!(f, "{api}: no version in common"),
            Error::Refused(api, code) => write!(f, "{api}: {code}"),
            Error::OtherBroker(id) => write!(f, "broker {id} is needed, and this talks to one only"),
        }
    }
}

/// A broker that is connected, and what it speaks.
pub struct Broker<'a> {
    tcp: Tcp<'a>,
    in_flight: InFlight<1>,
    correlation_id: i32,
    versions: [(ApiKey, i16); 5],
}

impl<'a> Broker<'a> {
    pub fn new(tcp: Tcp<'a>) -> Self {
        let apis = [
            ApiKey::API_VERSIONS,
            ApiKey::FIND_COORDINATOR,
            ApiKey::METADATA,
            ApiKey::SHARE_GROUP_HEARTBEAT,
            ApiKey::SHARE_FETCH,
        ];
        Broker { tcp, in_flight: InFlight::new(), correlation_id: 0, versions: apis.map(|api| (api, -1)) }
    }

    /// Connects, and asks what the broker speaks.
    pub fn connect(&mut self, port: u16, buf: &mut [u8]) -> Result<(), Error> {
        self.in_flight = InFlight::new();
        self.tcp.connect(port)?;
        let api = ApiKey::API_VERSIONS;
        let request = ApiVersionsRequest {
            client_software_name: CLIENT_ID.into(),
            client_software_version: env!("CARGO_PKG_VERSION").into(),
            ..Default::default()
        };
        self.send_in(api, 3, &request)?;
        let (version, body) = self.receive(buf)?;
        let (response, _) =
            ApiVersionsResponseView::decode_prefix(body, version).map_err(|error| Error::Decode(api, error))?;
        // A broker that is older answers with this code, and with its versions nevertheless.
        if response.error_code != ErrorCode::NONE && response.error_code != ErrorCode::UNSUPPORTED_VERSION {
            return Err(Error::Refused(api, response.error_code));
        }
        for (api, version) in &mut self.versions {
            *version = response.highest_common_version(*api).ok_or(Error::Unsupported(*api))?;
        }
        Ok(())
    }

    /// The version in which an API is spoken.
    pub fn version(&self, api: ApiKey) -> i16 {
        self.versions.iter().find(|(key, _)| *key == api).map_or(-1, |(_, version)| *version)
    }

    /// Sends a request, and decodes the response, all of which has to fit into `buf`.
    pub fn call<'b, V: Decode<'b>>(&mut self, api: ApiKey, request: &impl Encode, buf: &'b mut [u8]) -> Result<V, Error> {
        self.send(api, request)?;
        let (version, body) = self.receive(buf)?;
        // Behind a body there may be more, as Kafka allows.
        V::decode_prefix(body, version).map(|(view, _)| view).map_err(|error| Error::Decode(api, error))
    }

    /// Sends a request.
    pub fn send(&mut self, api: ApiKey, request: &impl Encode) -> Result<(), Error> {
        self.send_in(api, self.version(api), request)
    }

    fn send_in(&mut self, api: ApiKey, version: i16, request: &impl Encode) -> Result<(), Error> {
        let encode = |error| Error::Encode(api, error);
        self.correlation_id = self.correlation_id.wrapping_add(1);
        let header = RequestHeader {
            request_api_key: api,
            request_api_version: version,
            correlation_id: self.correlation_id,
            client_id: Some(CLIENT_ID.into()),
            ..Default::default()
        };
        let header_version = api.request_header_version(version).ok_or(Error::Unsupported(api))?;
        let mut buf = [0; REQUEST];
        let (length, content) = buf.split_at_mut(frame::PREFIX);
        let front = header.encode(header_version, content).map_err(encode)?;
        let len = front + request.encode(version, &mut content[front..]).map_err(encode)?;
        length.copy_from_slice(&i32::try_from(len).unwrap_or_default().to_be_bytes());
        self.in_flight.request(&content[..len]).map_err(Error::Correlation)?;
        Ok(self.tcp.write(&buf[..frame::PREFIX + len])?)
    }

    /// Receives a whole response: the version of its body, and the body.
    fn receive<'b>(&mut self, buf: &'b mut [u8]) -> Result<(i16, &'b [u8]), Error> {
        let len = self.frame()?;
        let api = self.in_flight.iter().next().map_or(ApiKey::API_VERSIONS, |(request, ())| request.api_key);
        let content = buf.get_mut(..len).ok_or(Error::TooLarge(api, len))?;
        self.tcp.read(content)?;
        let Received::Response(response) = self.in_flight.response(content).map_err(Error::Correlation)? else {
            return Err(Error::Unsupported(ApiKey::SASL_HANDSHAKE)); // which is never sent
        };
        let (_, body) = ResponseHeaderView::split(content, api, response.version)
            .map_err(|error| Error::Decode(api, error))?;
        Ok((response.version, body))
    }

    /// The length of the frame that comes next.
    fn frame(&mut self) -> Result<usize, Error> {
        let mut length = [0; frame::PREFIX];
        self.tcp.read(&mut length)?;
        match frame::split(&length, self.in_flight.response_kind(), RESPONSE) {
            // What is missing is the frame.
            Err(error) if error.is_incomplete() => Ok(error.missing as usize),
            Err(error) => Err(Error::Decode(ApiKey::API_VERSIONS, error)),
            Ok(_) => Ok(0),
        }
    }

    /// Begins with a response that is read piece by piece: what is behind its correlation id.
    pub fn receive_pieces(&mut self) -> Result<Pieces<'_, 'a>, Error> {
        let len = self.frame()?;
        let mut id = [0; 4];
        self.tcp.read(&mut id)?;
        let Received::Response(response) = self.in_flight.response(&id).map_err(Error::Correlation)? else {
            return Err(Error::Unsupported(ApiKey::SASL_HANDSHAKE));
        };
        Ok(Pieces { tcp: &mut self.tcp, api: response.request.api_key, left: len.saturating_sub(id.len()), at: 0 })
    }

    /// Keeps the connection alive for so many milliseconds.
    pub fn idle(&mut self, millis: u32) {
        self.tcp.idle(millis);
    }
}

/// A response under way.
pub struct Pieces<'p, 'a> {
    tcp: &'p mut Tcp<'a>,
    api: ApiKey,
    left: usize,
    at: usize,
}

impl Pieces<'_, '_> {
    /// How many bytes are still to come.
    pub fn left(&self) -> usize {
        self.left
    }

    /// Fills `buf`.
    pub fn read(&mut self, buf: &mut [u8]) -> Result<(), Error> {
        self.left = self.left.checked_sub(buf.len()).ok_or(Error::TooLarge(self.api, self.at))?;
        self.at += buf.len();
        Ok(self.tcp.read(buf)?)
    }

    /// Passes over so many bytes.
    pub fn skip(&mut self, mut n: usize) -> Result<(), Error> {
        let mut buf = [0; 64];
        while n > 0 {
            let some = n.min(buf.len());
            self.read(&mut buf[..some])?;
            n -= some;
        }
        Ok(())
    }
}
