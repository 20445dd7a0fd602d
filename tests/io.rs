//! Frames written and read, from slices and from sockets, blocking and not, whenever a future is dropped.

use embedded_io_adapters::std::FromStd;
use kafka_view::frame::{self, FrameKind};
use kafka_view::io::{self, IoError};
use kafka_view::messages::api_versions::ApiVersionsRequest;
use kafka_view::messages::controlled_shutdown::ControlledShutdownRequest;
use kafka_view::messages::header::{RequestHeaderView, ResponseHeaderView};
use kafka_view::messages::offset_fetch::{
    OffsetFetchRequest, OffsetFetchResponse, OffsetFetchResponseEvent, OffsetFetchResponseGroup,
    OffsetFetchResponsePartitions, OffsetFetchResponseTopics, OffsetFetchResponseView,
};
use kafka_view::messages::share_fetch::ShareFetchRequest;
use kafka_view::records::Record;
use kafka_view::schema::MessageKind;
use kafka_view::stream::{ChunkStream, Next};
use kafka_view::{ApiKey, DecodeErrorKind as Kind, Encode, EncodeErrorKind, Window};
use std::cell::Cell;
use std::convert::Infallible;
use std::future::{Future, poll_fn};
use std::io::Write as _;
use std::net::{TcpListener, TcpStream};
use std::pin::pin;
use std::task::{Context, Poll, Waker};

fn written(encode: impl Fn(&mut [u8]) -> Result<usize, kafka_view::EncodeError>, len: usize) -> Vec<u8> {
    for short in [0, 3, 4, 8, len / 2, len.saturating_sub(1)].into_iter().filter(|short| *short < len) {
        let error = encode(&mut vec![0; short]).unwrap_err();
        assert_eq!(error.kind, EncodeErrorKind::BufferTooSmall { needed: len });
    }
    let mut buf = vec![0xaa; len + 3];
    assert_eq!(encode(&mut buf), Ok(len));
    assert_eq!(buf.split_off(len), [0xaa; 3]);
    buf
}

fn check_request<M: Encode>(message: &M) {
    let api = M::SCHEMA.api_key.unwrap();
    for version in M::SCHEMA.versions() {
        let client_id = Some("client".into());
        if message.encoded_len(version).is_err() {
            continue;
        }
        let len = frame::request_len(message, version, client_id).unwrap();
        let bytes = written(|buf| frame::encode_request(message, version, 77, client_id, buf), len);
        let (request, rest) = frame::split(&bytes, FrameKind::Request, len).unwrap();
        assert!(rest.is_empty());
        let (header, body) = RequestHeaderView::split(request).unwrap();
        assert_eq!((header.request_api_key, header.request_api_version, header.correlation_id), (api, version, 77));
        let has_client_id = api.request_header_version(version) != Some(0);
        assert_eq!(header.client_id.is_some_and(|id| id == "client"), has_client_id, "{api} {version}");
        let mut wanted = vec![0; body.len()];
        assert_eq!(message.encode(version, &mut wanted), Ok(body.len()));
        assert_eq!(wanted, body);
    }
    let unsupported = frame::encode_request(message, 99, 0, None, &mut []).unwrap_err();
    assert_eq!(unsupported.kind, EncodeErrorKind::UnsupportedVersion);
    assert_eq!(frame::encode_response(message, 0, 0, &mut []).unwrap_err().kind, EncodeErrorKind::UnsupportedVersion);
}

fn check_response<M: Encode>(message: &M) {
    let api = M::SCHEMA.api_key.unwrap();
    for version in M::SCHEMA.versions() {
        let Ok(body_len) = message.encoded_len(version) else { continue };
        let header_len = if api.response_header_version(version) == Some(0) { 4 } else { 5 };
        let bytes =
            written(|buf| frame::encode_response(message, version, -5, buf), frame::PREFIX + header_len + body_len);
        let (response, rest) = frame::split(&bytes, FrameKind::Response, bytes.len()).unwrap();
        let (header, body) = ResponseHeaderView::split(response, api, version).unwrap();
        assert_eq!((header.correlation_id, body.len(), rest.len()), (-5, body_len, 0));
        // The front is known as soon as it is there, and what is missing until then.
        for len in 0..bytes.len() {
            match frame::response_front(&bytes[..len], api, version, bytes.len()) {
                Ok(front) => {
                    assert!(len >= front.size);
                    assert_eq!((front.correlation_id, front.size), (-5, frame::PREFIX + header_len));
                    assert_eq!(front.body_len, body_len);
                }
                Err(error) => {
                    let front = frame::PREFIX + header_len;
                    assert!(error.is_incomplete() && len < front && error.missing as usize <= front - len);
                    assert_eq!(error.offset as usize, len);
                }
            }
        }
    }
}

macro_rules! each_message {
    ($($module:ident: $($value:ident $view:ident $event:ident),+;)+) => { $($( {
        use kafka_view::messages::$module::$value;
        match <$value<'_> as Encode>::SCHEMA.kind {
            MessageKind::Request => check_request(&$value::default()),
            MessageKind::Response => check_response(&$value::default()),
            _ => {}
        }
    } )+)+ };
}

#[test]
fn frames_of_all_messages() {
    kafka_view::__for_each_message!(each_message! {});
}

#[test]
fn frames_as_they_are() {
    let request = ControlledShutdownRequest { broker_id: 1, ..Default::default() };
    let bytes = written(|buf| frame::encode_request(&request, 0, 2, Some("x".into()), buf), 16);
    assert_eq!(bytes, b"\0\0\0\x0c\0\x07\0\0\0\0\0\x02\0\0\0\x01");
    // A client id that no header can hold, and a body that the version cannot.
    let long = "x".repeat(40_000);
    let error = frame::encode_request(&request, 1, 2, Some((&*long).into()), &mut [0; 64]).unwrap_err();
    assert_eq!(error.kind, EncodeErrorKind::TooLong);
    let request = ApiVersionsRequest { client_software_name: (&*long).into(), ..Default::default() };
    assert!(frame::encode_request(&request, 3, 2, None, &mut vec![0; 50_000]).is_ok());
    let request = ShareFetchRequest { is_renew_ack: true, ..Default::default() };
    let error = frame::encode_request(&request, 1, 2, None, &mut [0; 64]).unwrap_err();
    assert_eq!(error.kind, EncodeErrorKind::FieldNotInVersion);
    assert!(error.offset > 4 + 8 + 2, "counted from the front of the frame: {}", error.offset);
    // The same error from whatever finds it, whatever the room: it counted from the body where not even the header had room.
    assert_eq!(frame::request_len(&request, 1, None), Err(error));
    for room in 0..64 {
        assert_eq!(frame::encode_request(&request, 1, 2, None, &mut vec![0; room]), Err(error), "in {room} bytes");
    }
    assert_eq!(written(|buf| frame::encode_raw(b"token", buf), 9), b"\0\0\0\x05token");
    assert_eq!(written(|buf| frame::encode_raw(b"", buf), 4), b"\0\0\0\0");
}

#[test]
fn fronts_that_are_wrong() {
    let front = |bytes: &[u8]| frame::response_front(bytes, ApiKey::SHARE_FETCH, 1, 100).unwrap_err();
    for (bytes, kind) in [
        (&b"\xff\xff\xff\xff"[..], Kind::NegativeFrame),
        (b"\0\0\0\x03", Kind::FrameTooSmall),
        (b"\0\0\0\x65", Kind::FrameTooLarge),
        // The frame ends in the header's tag section, whether more has come or not.
        (b"\0\0\0\x04\0\0\0\x01", Kind::InvalidLength),
        (b"\0\0\0\x06\0\0\0\x01\x01\0\0\0", Kind::InvalidLength),
    ] {
        let error = front(bytes);
        assert_eq!((error.kind, error.missing), (kind, 0), "{bytes:?}");
    }
    let error = frame::response_front(b"\0\0\0\x09", ApiKey(999), 1, 100).unwrap_err();
    assert_eq!(error.kind, Kind::UnsupportedVersion);
}

/// A socket that gives a few bytes at a time and takes a few, and as a future waits in between.
struct Slow<'a> {
    input: &'a [u8],
    step: usize,
    output: Vec<u8>,
    /// Every other time there is nothing to do.
    waits: Cell<bool>,
}

impl<'a> Slow<'a> {
    fn new(input: &'a [u8], step: usize) -> Self {
        Slow { input, step, output: Vec::new(), waits: Cell::new(false) }
    }

    async fn wait(&self) {
        poll_fn(|_| {
            self.waits.set(!self.waits.get());
            if self.waits.get() { Poll::Pending } else { Poll::Ready(()) }
        })
        .await;
    }
}

impl embedded_io::ErrorType for Slow<'_> {
    type Error = Infallible;
}
impl embedded_io::Read for Slow<'_> {
    fn read(&mut self, buf: &mut [u8]) -> Result<usize, Infallible> {
        let (chunk, rest) = self.input.split_at(self.step.min(buf.len()).min(self.input.len()));
        buf[..chunk.len()].copy_from_slice(chunk);
        self.input = rest;
        Ok(chunk.len())
    }
}
impl embedded_io::Write for Slow<'_> {
    fn write(&mut self, buf: &[u8]) -> Result<usize, Infallible> {
        let n = self.step.min(buf.len());
        self.output.extend_from_slice(&buf[..n]);
        Ok(n)
    }
    fn flush(&mut self) -> Result<(), Infallible> {
        Ok(())
    }
}
impl embedded_io_async::Read for Slow<'_> {
    async fn read(&mut self, buf: &mut [u8]) -> Result<usize, Infallible> {
        self.wait().await;
        embedded_io::Read::read(self, buf)
    }
}
impl embedded_io_async::Write for Slow<'_> {
    async fn write(&mut self, buf: &[u8]) -> Result<usize, Infallible> {
        self.wait().await;
        embedded_io::Write::write(self, buf)
    }
    async fn flush(&mut self) -> Result<(), Infallible> {
        self.wait().await;
        Ok(())
    }
}

/// Polls once, and drops what waits.
fn poll_once<T>(future: impl Future<Output = T>) -> Option<T> {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(result) => Some(result),
        Poll::Pending => None,
    }
}

fn response(partitions: i32) -> Vec<u8> {
    let partitions: Vec<_> = (0..partitions)
        .map(|partition_index| OffsetFetchResponsePartitions {
            partition_index,
            committed_offset: i64::from(partition_index) * 3,
            ..Default::default()
        })
        .collect();
    let topics = [OffsetFetchResponseTopics { partitions: (&partitions[..]).into(), ..Default::default() }];
    let groups = [OffsetFetchResponseGroup { topics: (&topics).into(), ..Default::default() }];
    let response = OffsetFetchResponse { groups: (&groups).into(), ..Default::default() };
    let mut buf = vec![0; 100 + 40 * partitions.len()];
    let n = frame::encode_response(&response, 9, 11, &mut buf).unwrap();
    buf.truncate(n);
    buf
}

#[test]
fn whole_frames() {
    let frames = [response(1), response(0), response(2)];
    let input = frames.concat();
    for step in 1..20 {
        let mut memory = [0; 128];
        let (mut socket, mut window) = (Slow::new(&input, step), Window::new(&mut memory));
        for frame in &frames {
            let content = io::read_frame(&mut socket, &mut window, FrameKind::Response, 1000).unwrap();
            assert_eq!(content, &frame[4..]);
        }
        assert_eq!(io::read_frame(&mut socket, &mut window, FrameKind::Raw, 1000), Err(IoError::Closed));
    }
    // Cut in the middle; what was there is still there.
    let mut memory = [0; 128];
    let (mut socket, mut window) = (Slow::new(&input[..20], 7), Window::new(&mut memory));
    assert_eq!(io::read_frame(&mut socket, &mut window, FrameKind::Response, 1000), Err(IoError::Closed));
    assert_eq!(window.unread(), &input[..20]);
    // An empty token.
    let (mut socket, mut window) = (Slow::new(&[0; 4], 3), Window::new(&mut memory));
    assert_eq!(io::read_frame(&mut socket, &mut window, FrameKind::Raw, 0), Ok(&[][..]));
}

#[test]
fn frames_that_are_wrong() {
    for (length, kind) in [(-1, Kind::NegativeFrame), (3, Kind::FrameTooSmall), (101, Kind::FrameTooLarge)] {
        let (input, mut memory) = (i32::to_be_bytes(length), [0; 200]);
        let (mut socket, mut window) = (Slow::new(&input, 1), Window::new(&mut memory));
        let error = io::read_frame(&mut socket, &mut window, FrameKind::Response, 100).unwrap_err();
        let IoError::Decode(error) = error else { panic!("{error:?}") };
        assert_eq!((error.kind, error.offset), (kind, 0));
    }
    // A frame that does not fit says so as soon as its length is there, and can still be streamed.
    let (input, mut memory) = (response(50), [0; 64]);
    let (mut socket, mut window) = (Slow::new(&input, 4), Window::new(&mut memory));
    let error = io::read_frame(&mut socket, &mut window, FrameKind::Response, 1 << 20).unwrap_err();
    assert_eq!(error, IoError::WindowTooSmall { needed: input.len() });
    assert_eq!(sum(&mut socket, &mut window), 3 * 49 * 50 / 2);
    // A window that is full cannot be filled.
    let mut memory = [0; 2];
    let (mut socket, mut window) = (Slow::new(&input, 4), Window::new(&mut memory));
    assert_eq!(io::fill(&mut socket, &mut window), Ok(2));
    assert_eq!(io::fill(&mut socket, &mut window), Err(IoError::WindowTooSmall { needed: 3 }));
}

/// The sum of the offsets of a response that is larger than the window.
fn sum<S: embedded_io::Read>(socket: &mut S, window: &mut Window<'_>) -> i64 {
    let front = io::read_response_front(socket, window, ApiKey::OFFSET_FETCH, 9, 1 << 20).unwrap();
    assert_eq!(front.correlation_id, 11);
    let (mut stream, mut sum) = (ChunkStream::<OffsetFetchResponseView<'_>>::new(front.body_len, 9).unwrap(), 0);
    loop {
        match stream.next(window).unwrap() {
            Next::More => assert!(io::fill(socket, window).unwrap() > 0),
            Next::Event(OffsetFetchResponseEvent::OffsetFetchResponsePartitions(p, _)) => sum += p.committed_offset,
            Next::End => return sum,
            _ => {}
        }
    }
}

#[test]
fn streamed_from_a_real_socket() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let broker = std::thread::spawn(move || {
        let mut socket = FromStd::new(listener.accept().unwrap().0);
        let mut memory = [0; 256];
        let mut window = Window::new(&mut memory);
        let request = io::read_frame(&mut socket, &mut window, FrameKind::Request, 256).unwrap();
        let (header, _) = RequestHeaderView::split(request).unwrap();
        assert_eq!((header.request_api_key, header.correlation_id), (ApiKey::OFFSET_FETCH, 11));
        // Two responses, the second right behind the first.
        let bytes = [response(1000), response(2)].concat();
        for chunk in bytes.chunks(777) {
            socket.inner_mut().write_all(chunk).unwrap();
        }
    });
    let mut socket = FromStd::new(TcpStream::connect(address).unwrap());
    let mut buf = [0; 64];
    let n = frame::encode_request(&OffsetFetchRequest::default(), 9, 11, None, &mut buf).unwrap();
    let mut unsent = &buf[..n];
    io::send(&mut socket, &mut unsent).unwrap();
    assert!(unsent.is_empty());
    let mut memory = [0; 64];
    let mut window = Window::new(&mut memory);
    assert_eq!(sum(&mut socket, &mut window), 3 * 999 * 1000 / 2);
    assert_eq!(sum(&mut socket, &mut window), 3);
    assert!(matches!(io::fill(&mut socket, &mut window), Err(IoError::Closed)));
    broker.join().unwrap();
}

/// Every future is dropped each time it waits, and called again: nothing is lost and nothing comes twice.
#[test]
fn dropped_futures() {
    let again = |mut call: Box<dyn FnMut() -> bool + '_>| {
        let mut dropped = 0;
        while !call() {
            dropped += 1;
        }
        dropped
    };
    let (input, mut memory) = ([response(1), response(300)].concat(), [0; 80]);
    let (mut socket, mut window) = (Slow::new(&input, 7), Window::new(&mut memory));
    let first = response(1);
    let dropped = again(Box::new(|| {
        let read = poll_once(io::read_frame_async(&mut socket, &mut window, FrameKind::Response, 100));
        read.is_some_and(|content| content == Ok(&first[4..]))
    }));
    assert!(dropped > 3, "{dropped}");

    let mut front = None;
    again(Box::new(|| {
        let read = io::read_response_front_async(&mut socket, &mut window, ApiKey::OFFSET_FETCH, 9, 1 << 20);
        front = poll_once(read);
        front.is_some()
    }));
    let front = front.unwrap().unwrap();
    let mut stream = ChunkStream::<OffsetFetchResponseView<'_>>::new(front.body_len, 9).unwrap();
    let (mut sum, mut dropped) = (0, 0);
    loop {
        match stream.next(&mut window).unwrap() {
            Next::More => match poll_once(io::fill_async(&mut socket, &mut window)) {
                Some(n) => assert!(n.unwrap() > 0),
                None => dropped += 1,
            },
            Next::Event(OffsetFetchResponseEvent::OffsetFetchResponsePartitions(p, _)) => sum += p.committed_offset,
            Next::End => break,
            _ => {}
        }
    }
    assert_eq!(sum, 3 * 299 * 300 / 2);
    assert!(dropped > 500, "{dropped}");

    // A request that goes out in pieces.
    let request = ShareFetchRequest { group_id: Some("a group with a name".into()), ..Default::default() };
    let mut buf = [0; 128];
    let n = frame::encode_request(&request, 1, 1, Some("client".into()), &mut buf).unwrap();
    let mut unsent = &buf[..n];
    let dropped = again(Box::new(|| poll_once(io::send_async(&mut socket, &mut unsent)).is_some()));
    assert!(dropped > n / 7, "{dropped}");
    assert_eq!(socket.output, &buf[..n]);
}

/// The example, with the file that it goes with.
#[path = "../examples/async_fetch/device.rs"]
mod device;

#[test]
fn a_device_fetches() {
    let input = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/data/share-fetch-response.bin")).unwrap();
    let correlation_id = i32::from_be_bytes(*input[4..].first_chunk().unwrap());
    let run = |correlation_id| {
        let (mut memory, mut offsets) = ([0; 128], Vec::new());
        let (mut socket, mut window) = (Slow::new(&input, 9), Window::new(&mut memory));
        let request = ShareFetchRequest::default();
        let result = {
            let each = |partition, record: &Record<'_>| offsets.push((partition, record.offset));
            let mut future = pin!(device::fetch(&mut socket, &mut window, &request, correlation_id, each));
            loop {
                if let Poll::Ready(result) = future.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
                    break result;
                }
            }
        };
        (result, offsets)
    };
    let (good, offsets) = run(correlation_id);
    assert_eq!((good.unwrap(), offsets), (1, (0..8).map(|offset| (0, offset)).collect()));
    // A response to something else.
    assert!(matches!(run(correlation_id + 1), (Err(device::FetchError::CorrelationId), _)));
}

#[test]
fn errors_tell_their_cause() {
    use std::error::Error as _;
    let socket: IoError<std::io::Error> = IoError::Io(std::io::Error::other("unplugged"));
    assert_eq!((socket.to_string(), socket.source().unwrap().to_string()), ("unplugged".into(), "unplugged".into()));
    let error = frame::length(b"\xff\xff\xff\xff", FrameKind::Response, 9).unwrap_err();
    let frame = IoError::<std::io::Error>::from(error);
    assert_eq!((frame.to_string(), frame.source().unwrap().to_string()), (error.to_string(), error.to_string()));
    let closed = IoError::<std::io::Error>::Closed;
    assert_eq!((closed.to_string(), closed.source().is_none()), ("the connection was closed".into(), true));
    let small = IoError::<std::io::Error>::WindowTooSmall { needed: 9 };
    assert_eq!((small.to_string(), small.source().is_none()), ("window too small: 9 bytes are needed".into(), true));
}
