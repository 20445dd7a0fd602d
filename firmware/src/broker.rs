//! Kafka's requests and responses over the connection: one in flight at a time, which `InFlight` matches all the same.

use crate::tcp::{self, Tcp};
use core::fmt;
use kafka_view::correlation::{CorrelationError, InFlight, Received};
use kafka_view::io::{self, IoError};
use kafka_view::messages::api_versions::{ApiVersionsRequest, ApiVersionsResponseView};
use kafka_view::messages::header::ResponseHeaderView;
use kafka_view::stream::ChunkError;
use kafka_view::{ApiKey, ChunkStream, Decode, DecodeError, Encode, EncodeError, ErrorCode, Rebind, Window, frame};

const CLIENT_ID: &str = "firmware";

/// The largest response that is believed to be one.
const RESPONSE: usize = 16 << 20;

/// Why a conversation came to its end.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Error {
    /// The connection.
    Io(IoError<tcp::Error>),
    /// Bytes that are no response.
    Decode(ApiKey, DecodeError),
    /// The same of one that is read in chunks.
    Chunk(ApiKey, ChunkError),
    /// A response to nothing that was asked.
    Correlation(CorrelationError),
    /// A request that does not fit.
    Encode(ApiKey, EncodeError),
    /// The broker knows no version that we know.
    Unsupported(ApiKey),
    /// The broker says no.
    Refused(ApiKey, ErrorCode),
    /// A partition is led by another broker than this.
    OtherBroker(i32),
}

impl Error {
    /// Whether a new connection may help.
    pub fn is_of_connection(&self) -> bool {
        matches!(self, Error::Io(IoError::Io(_) | IoError::Closed))
    }
}

impl From<IoError<tcp::Error>> for Error {
    fn from(error: IoError<tcp::Error>) -> Self {
        Error::Io(error)
    }
}

impl From<CorrelationError> for Error {
    fn from(error: CorrelationError) -> Self {
        Error::Correlation(error)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Io(error) => write!(f, "{error}"),
            Error::Decode(api, error) => write!(f, "{api}: {error}"),
            Error::Chunk(api, error) => write!(f, "{api}: {error}"),
            Error::Correlation(error) => write!(f, "{error}"),
            Error::Encode(api, error) => write!(f, "{api}: {error}"),
            Error::Unsupported(api) => write!(f, "{api}: no version in common"),
            Error::Refused(api, code) => write!(f, "{api}: {code}"),
            Error::OtherBroker(id) => write!(f, "broker {id} is needed, and this talks to one only"),
        }
    }
}

/// A broker that is connected, and what it speaks.
pub struct Broker<'a> {
    tcp: Tcp<'a>,
    /// What was received and not read yet; between a response and the next request it is empty, and then that is written in it.
    pub window: Window<'a>,
    in_flight: InFlight<1>,
    correlation_id: i32,
    port: u16,
    versions: [(ApiKey, i16); 5],
}

impl<'a> Broker<'a> {
    pub fn new(tcp: Tcp<'a>, window: Window<'a>) -> Self {
        let apis = [
            ApiKey::API_VERSIONS,
            ApiKey::FIND_COORDINATOR,
            ApiKey::METADATA,
            ApiKey::SHARE_GROUP_HEARTBEAT,
            ApiKey::SHARE_FETCH,
        ];
        // Until the broker has said what it speaks: a version that all of them know.
        let versions = apis.map(|api| (api, if api == ApiKey::API_VERSIONS { 3 } else { -1 }));
        Broker { tcp, window, in_flight: InFlight::new(), correlation_id: 0, port: 0, versions }
    }

    /// Connects, and asks what the broker speaks.
    pub fn connect(&mut self, port: u16) -> Result<(), Error> {
        self.window.consume(usize::MAX);
        self.in_flight = InFlight::new();
        self.port = port;
        self.tcp.connect(port).map_err(|error| Error::Io(IoError::Io(error)))?;
        let request = ApiVersionsRequest {
            client_software_name: CLIENT_ID.into(),
            client_software_version: env!("CARGO_PKG_VERSION").into(),
            ..Default::default()
        };
        let api = ApiKey::API_VERSIONS;
        let mut versions = self.versions;
        let response = self.call::<ApiVersionsResponseView<'_>>(api, &request)?;
        // A broker that does not know the version says so with the versions that it does know.
        if response.error_code != ErrorCode::NONE && response.error_code != ErrorCode::UNSUPPORTED_VERSION {
            return Err(Error::Refused(api, response.error_code));
        }
        for (api, version) in &mut versions {
            *version = response.highest_common_version(*api).ok_or(Error::Unsupported(*api))?;
        }
        self.versions = versions;
        Ok(())
    }

    /// The port of the connection.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// The version in which an API is spoken.
    pub fn version(&self, api: ApiKey) -> i16 {
        self.versions.iter().find(|(key, _)| *key == api).map_or(-1, |(_, version)| *version)
    }

    /// Sends a request.
    pub fn send(&mut self, api: ApiKey, request: &impl Encode) -> Result<(), Error> {
        self.correlation_id = self.correlation_id.wrapping_add(1);
        let version = self.version(api);
        let space = self.window.space();
        let len = frame::encode_request(request, version, self.correlation_id, Some(CLIENT_ID.into()), space)
            .map_err(|error| Error::Encode(api, error))?;
        let mut bytes = space.get(..len).unwrap_or_default();
        self.in_flight.request(bytes.get(frame::PREFIX..).unwrap_or_default())?;
        Ok(io::send(&mut self.tcp, &mut bytes)?)
    }

    /// Sends a request, and receives a response that fits into the window.
    pub fn call<V: Rebind>(&mut self, api: ApiKey, request: &impl Encode) -> Result<V::View<'_>, Error> {
        self.send(api, request)?;
        let kind = self.in_flight.response_kind();
        let content = io::read_frame(&mut self.tcp, &mut self.window, kind, RESPONSE)?;
        let Received::Response(response) = self.in_flight.response(content)? else {
            return Err(Error::Unsupported(ApiKey::SASL_HANDSHAKE)); // which is never sent
        };
        let decode = |error| Error::Decode(api, error);
        let (_, body) = ResponseHeaderView::split(content, api, response.version).map_err(decode)?;
        // Behind a body there may be more, as Kafka allows.
        V::View::decode_prefix(body, response.version).map(|(view, _)| view).map_err(decode)
    }

    /// Begins to receive a response of any size.
    pub fn receive<V: Rebind>(&mut self, api: ApiKey) -> Result<ChunkStream<V>, Error> {
        let version = self.version(api);
        let front = io::read_response_front(&mut self.tcp, &mut self.window, api, version, RESPONSE)?;
        self.in_flight.response(&front.correlation_id.to_be_bytes())?;
        ChunkStream::new(front.body_len, version).map_err(|error| Error::Decode(api, error))
    }

    /// Receives more.
    pub fn fill(&mut self) -> Result<(), Error> {
        io::fill(&mut self.tcp, &mut self.window)?;
        Ok(())
    }

    /// Keeps the connection alive for so many milliseconds.
    pub fn idle(&mut self, millis: u32) {
        self.tcp.idle(millis);
    }
}
