//! What a device does to fetch for a share group: no heap, no standard library, a window smaller than the response.
//!
//! `tests/flash` builds this file for a Cortex-M4.

use embedded_io_async::{Read, Write};
use kafka_view::messages::share_fetch::{ShareFetchRequest, ShareFetchResponseEvent as Event, ShareFetchResponseView};
use kafka_view::records::{BatchEvent, Record};
use kafka_view::stream::{ChunkError, ChunkStream, Next};
use kafka_view::{ApiKey, EncodeError, Part, Window, frame, io};

/// The largest response that is taken, in bytes. It never is in memory as a whole.
const LIMIT: usize = 50 << 20;
const VERSION: i16 = 1;

/// What can go wrong on the way.
#[allow(dead_code, reason = "what is in them is for who prints them")]
#[derive(Debug)]
pub enum FetchError<E> {
    Encode(EncodeError),
    Io(io::IoError<E>),
    Stream(ChunkError),
    /// The response answers another request.
    CorrelationId,
}

impl<E> From<EncodeError> for FetchError<E> {
    fn from(error: EncodeError) -> Self {
        FetchError::Encode(error)
    }
}
impl<E> From<io::IoError<E>> for FetchError<E> {
    fn from(error: io::IoError<E>) -> Self {
        FetchError::Io(error)
    }
}
impl<E> From<ChunkError> for FetchError<E> {
    fn from(error: ChunkError) -> Self {
        FetchError::Stream(error)
    }
}

/// Sends a request and shows each record of the response with its partition. Gives how many batches were good; those that were
/// not are to be released, not accepted.
pub async fn fetch<S: Read + Write>(
    socket: &mut S,
    window: &mut Window<'_>,
    request: &ShareFetchRequest<'_>,
    correlation_id: i32,
    mut each: impl FnMut(i32, &Record<'_>),
) -> Result<usize, FetchError<S::Error>> {
    let mut buf = [0; 256];
    let n = frame::encode_request(request, VERSION, correlation_id, Some("device".into()), &mut buf)?;
    io::send_async(socket, &mut buf.get(..n).unwrap_or_default()).await?;

    let front = io::read_response_front_async(socket, window, ApiKey::SHARE_FETCH, VERSION, LIMIT).await?;
    if front.correlation_id != correlation_id {
        return Err(FetchError::CorrelationId);
    }
    let mut stream =
        ChunkStream::<ShareFetchResponseView<'_>>::new(front.body_len, VERSION).map_err(ChunkError::Decode)?;
    let (mut partition, mut good) = (-1, 0);
    loop {
        match stream.next(window)? {
            Next::More => {
                io::fill_async(socket, window).await?;
            }
            Next::Event(Event::PartitionData(data, Part::Head)) => partition = data.partition_index,
            Next::Records(Ok(BatchEvent::Record(record))) => each(partition, &record),
            Next::Records(Ok(BatchEvent::End)) => good += 1,
            Next::End => return Ok(good),
            _ => {}
        }
    }
}
