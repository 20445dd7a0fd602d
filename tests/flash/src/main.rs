//! What a program pays for in flash: `measure` links this with one feature and prints the size of code and constants.
#![no_std]
#![no_main]

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    loop {}
}

/// Bytes about which the compiler can know nothing.
#[inline(never)]
fn input() -> &'static [u8] {
    static BYTES: [u8; 4] = [0; 4];
    core::hint::black_box(&BYTES[..])
}

/// Uses every field of a value.
#[inline(always)]
fn output<T>(value: T) {
    core::hint::black_box(&value);
}

#[unsafe(no_mangle)]
extern "C" fn main() -> i32 {
    output(input());
    #[cfg(any(feature = "one", feature = "five"))]
    views::share_fetch();
    #[cfg(feature = "five")]
    views::four_more();
    #[cfg(feature = "stream")]
    stream();
    #[cfg(feature = "chunks")]
    chunks();
    #[cfg(feature = "fetch")]
    fetch::fetch();
    #[cfg(feature = "encode")]
    encode();
    #[cfg(feature = "table")]
    table();
    0
}

#[cfg(any(feature = "one", feature = "five"))]
mod views {
    use super::{input, output};
    use kafka_view::{Decode, messages::share_fetch::ShareFetchResponseView};

    /// Every field of a ShareFetch response.
    pub fn share_fetch() {
        let Ok(view) = ShareFetchResponseView::decode(input(), 1) else { return };
        output(view);
        for topic in view.responses {
            output(topic);
            for partition in topic.partitions {
                output(partition);
                partition.acquired_records.iter().for_each(output);
            }
        }
        view.node_endpoints.iter().for_each(output);
    }

    #[cfg(feature = "five")]
    pub fn four_more() {
        use kafka_view::messages::{api_versions::*, metadata::*, offset_fetch::*};
        if let Ok(view) = ApiVersionsResponseView::decode(input(), 3) {
            output(view);
            view.api_keys.iter().for_each(output);
            view.supported_features.iter().for_each(output);
            view.finalized_features.iter().for_each(output);
        }
        if let Ok(view) = MetadataResponseView::decode(input(), 12) {
            output(view);
            view.brokers.iter().for_each(output);
            for topic in view.topics {
                output(topic);
                for partition in topic.partitions {
                    output(partition);
                    partition
                        .replica_nodes
                        .iter()
                        .chain(partition.isr_nodes)
                        .chain(partition.offline_replicas)
                        .for_each(output);
                }
            }
        }
        if let Ok(view) = OffsetFetchResponseView::decode(input(), 9) {
            output(view);
            for group in view.groups {
                output(group);
                for topic in group.topics {
                    output(topic);
                    topic.partitions.iter().for_each(output);
                }
            }
        }
        if let Ok(view) = OffsetFetchRequestView::decode(input(), 9) {
            output(view);
            for group in view.groups {
                output(group);
                for topic in group.topics.unwrap_or_default() {
                    output(topic);
                    topic.partition_indexes.iter().for_each(output);
                }
            }
        }
    }
}

#[cfg(feature = "stream")]
fn stream() {
    use kafka_view::{Stream, messages::share_fetch::ShareFetchResponseView};
    let Ok(stream) = Stream::<ShareFetchResponseView<'_>>::new(input(), 1) else { return };
    stream.for_each(output);
}

/// A response of any size, record by record, each batch with its checksum.
#[cfg(feature = "chunks")]
fn chunks() {
    use kafka_view::{ChunkStream, Window, messages::share_fetch::ShareFetchResponseView, stream::Next};
    let mut memory = [0; 512];
    let mut window = Window::new(&mut memory);
    let Ok(mut stream) = ChunkStream::<ShareFetchResponseView<'_>>::new(input().len(), 1) else { return };
    loop {
        match stream.next(&mut window) {
            Ok(Next::More) => {
                output(window.space());
                window.filled(input().len());
            }
            Ok(Next::End) | Err(_) => return,
            next => output(next),
        }
    }
}

#[cfg(feature = "fetch")]
#[path = "../../../examples/async_fetch/device.rs"]
mod device;

/// What the example of an async device does, on a socket about which the compiler can know nothing.
#[cfg(feature = "fetch")]
mod fetch {
    use super::{device, input, output};
    use core::task::{Context, Waker};
    use embedded_io_async::{ErrorKind, ErrorType, Read, Write};
    use kafka_view::{Window, messages::share_fetch::ShareFetchRequest};

    struct Socket;
    impl ErrorType for Socket {
        type Error = ErrorKind;
    }
    impl Read for Socket {
        async fn read(&mut self, buf: &mut [u8]) -> Result<usize, ErrorKind> {
            output(buf);
            Ok(input().len())
        }
    }
    impl Write for Socket {
        async fn write(&mut self, buf: &[u8]) -> Result<usize, ErrorKind> {
            output(buf);
            Ok(input().len())
        }
        async fn flush(&mut self) -> Result<(), ErrorKind> {
            Ok(())
        }
    }

    pub fn fetch() {
        let mut memory = [0; 512];
        let (mut window, request) = (Window::new(&mut memory), core::hint::black_box(ShareFetchRequest::default()));
        let future = device::fetch(&mut Socket, &mut window, &request, 1, |partition, record| {
            output((partition, *record));
        });
        let mut future = core::pin::pin!(future);
        output(future.as_mut().poll(&mut Context::from_waker(Waker::noop())));
    }
}

#[cfg(feature = "encode")]
fn encode() {
    use kafka_view::{
        Encode,
        messages::{
            api_versions::ApiVersionsRequest, offset_fetch::OffsetFetchRequest, share_fetch::ShareFetchRequest,
        },
    };
    let mut buf = [0; 64];
    let version = input().len() as i16;
    output(core::hint::black_box(ShareFetchRequest::default()).encode(version, &mut buf));
    output(core::hint::black_box(OffsetFetchRequest::default()).encode(version, &mut buf));
    output(core::hint::black_box(ApiVersionsRequest::default()).encode(version, &mut buf));
}

#[cfg(feature = "table")]
fn table() {
    use kafka_view::{messages::Message, schema};
    for message in Message::all() {
        output(schema::skip(message.schema(), input(), 1));
    }
}
