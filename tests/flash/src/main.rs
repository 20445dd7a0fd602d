//! What a program pays for in flash and stack: `measure` links this with one feature, and looks at the program.
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
    #[cfg(any(feature = "share-fetch", feature = "five"))]
    views::share_fetch();
    #[cfg(feature = "five")]
    views::four_more();
    #[cfg(feature = "device")]
    output(kafka_view::frame::split(input(), kafka_view::frame::FrameKind::Response, 1 << 20));
    #[cfg(feature = "records")]
    records();
    #[cfg(feature = "cursor")]
    cursor();
    #[cfg(feature = "chunks")]
    chunks();
    #[cfg(feature = "fetch")]
    fetch::fetch();
    #[cfg(feature = "encode")]
    encode();
    #[cfg(feature = "table")]
    table();
    #[cfg(feature = "table-apis")]
    table_apis();
    #[cfg(feature = "in-flight")]
    in_flight();
    #[cfg(feature = "codecs")]
    codec();
    #[cfg(feature = "types")]
    types::all();
    0
}

#[cfg(any(feature = "share-fetch", feature = "five"))]
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

/// Every field of every record.
#[cfg(feature = "records")]
fn records() {
    for batch in kafka_view::Records::from(input()).batches() {
        let Ok(batch) = batch else { continue };
        #[cfg(feature = "crc")]
        output(batch.verify_crc());
        for record in batch.records().into_iter().flatten() {
            output(record);
            if let Ok(record) = record {
                record.headers.iter().for_each(output);
            }
        }
    }
}

#[cfg(feature = "cursor")]
fn cursor() {
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
        let mut socket = Socket;
        let future = device::fetch(&mut socket, &mut window, &request, 1, |partition, record| {
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

/// The requests and responses only. What is not one is found out before there is code.
#[cfg(feature = "table-apis")]
fn table_apis() {
    use kafka_view::{Decode, schema, schema::Schema};
    macro_rules! apis {
        ($($module:ident: $($value:ident $view:ident $event:ident),+;)+) => {
            [$($( {
                const SCHEMA: &Schema = kafka_view::messages::$module::$view::SCHEMA;
                if SCHEMA.api_key.is_some() { Some(SCHEMA) } else { None }
            } ),+),+]
        };
    }
    static APIS: &[Option<&Schema>] = &kafka_view::__for_each_message!(apis! {});
    for schema in core::hint::black_box(APIS).iter().flatten() {
        output(schema::skip(schema, input(), 1));
    }
}

#[cfg(feature = "in-flight")]
fn in_flight() {
    let mut table = core::hint::black_box(kafka_view::correlation::InFlight::<16>::new());
    output(table.request(input()));
    output(table.response(input()));
}

/// A payload into a buffer, by the one codec that is on.
#[cfg(feature = "codecs")]
fn codec() {
    use kafka_view::compression::{Compression, decompress};
    #[cfg(feature = "gzip")]
    let codec = Compression::Gzip;
    #[cfg(feature = "snappy")]
    let codec = Compression::Snappy;
    #[cfg(feature = "lz4")]
    let codec = Compression::Lz4;
    #[cfg(feature = "zstd")]
    let codec = Compression::Zstd;
    let mut buf = [0; 64];
    output(decompress(codec, input(), core::hint::black_box(&mut buf)));
}

/// Somewhere for zstd's tables to go. What it costs is not the library's.
#[cfg(any(feature = "codecs", feature = "types"))]
mod heap {
    use core::alloc::{GlobalAlloc, Layout};

    struct Nothing;
    // SAFETY: it never gives memory, which an allocator may do.
    unsafe impl GlobalAlloc for Nothing {
        unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
            core::hint::black_box(layout.size() as *mut u8)
        }
        unsafe fn dealloc(&self, _: *mut u8, _: Layout) {}
    }

    #[global_allocator]
    static NOTHING: Nothing = Nothing;
}

/// The size of each type, as that of a static which has its name.
#[cfg(feature = "types")]
#[allow(non_upper_case_globals)]
mod types {
    macro_rules! sizes {
        ($($name:ident: $type:ty),+ $(,)?) => { $(
            #[unsafe(no_mangle)]
            static $name: [u8; size_of::<$type>()] = [0; size_of::<$type>()];
            super::output($name.as_ptr());
        )+ };
    }
    macro_rules! messages {
        ($($module:ident: $($value:ident $view:ident $event:ident),+;)+) => { $($(
            sizes! {
                $value: kafka_view::messages::$module::$value<'static>,
                $view: kafka_view::messages::$module::$view<'static>,
                $event: kafka_view::messages::$module::$event<'static>,
            }
        )+)+ };
    }

    pub fn all() {
        use kafka_view::messages::share_fetch::ShareFetchResponseView;
        use kafka_view::{
            compression::*, correlation::*, frame::*, messages::header::RequestPeek, messages::*, records::*,
            schema::*, stream::*, *,
        };
        sizes! {
            ApiKey_: ApiKey, ErrorCode_: ErrorCode, Uuid_: Uuid, Str_: Str<'static>, Array_: Array<'static, i32>,
            ArrayIter_: ArrayIter<'static, i32>, Items_: Items<'static, i32>, Records_: Records<'static>,
            TaggedFields_: TaggedFields<'static>, TaggedField_: TaggedField<'static>,
            TaggedFieldsIter_: TaggedFieldsIter<'static>, ParseUuidError_: ParseUuidError,
            DecodeError_: DecodeError, DecodeErrorKind_: DecodeErrorKind, EncodeError_: EncodeError,
            EncodeErrorKind_: EncodeErrorKind, FieldId_: FieldId,
            FrameKind_: FrameKind, ResponseFront_: ResponseFront, RequestPeek_: RequestPeek, IoError_: io::IoError<u32>,
            Window_: Window<'static>, Stream_: Stream<'static, ShareFetchResponseView<'static>>,
            ChunkStream_: ChunkStream<ShareFetchResponseView<'static>>, ChunkError_: ChunkError,
            Next_: Next<'static, share_fetch::ShareFetchResponseEvent<'static>>, Part_: Part,
            Message_: Message, MessageKind_: MessageKind, Schema_: Schema, Field_: Field, FieldType_: FieldType,
            Names_: Names, StructInfo_: StructInfo, FieldInfo_: FieldInfo, DefaultValue_: DefaultValue,
            Walk_: Walk<'static>, Step_: Step<'static>, Event_: Event<'static>, Value_: Value<'static>,
            Path_: Path, Segment_: Segment, Strict_: Strict<'static>, Finding_: Finding, FindingKind_: FindingKind,
            InFlight_1: InFlight<1>, InFlight_16: InFlight<16>, InFlightIter_: InFlightIter<'static, ()>, Sent_: Sent,
            Received_: Received, Response_: Response, CorrelationError_: CorrelationError,
            Batches_: Batches<'static>, RecordBatch_: RecordBatch<'static>, TimestampType_: TimestampType,
            RecordIter_: RecordIter<'static>, Record_: Record<'static>, Headers_: Headers<'static>,
            HeaderIter_: HeaderIter<'static>, Header_: records::Header<'static>, RecordStream_: RecordStream,
            BatchEvent_: BatchEvent<'static>, BatchHeader_: BatchHeader, RecordPart_: RecordPart, LargeRecord_: LargeRecord,
            RecordReader_: RecordReader<'static, 'static>, ReadError_: ReadError,
            RecordBatchBuilder_: RecordBatchBuilder<'static>, BatchSettings_: BatchSettings,
            NewRecord_: NewRecord<'static>, NewHeaders_: NewHeaders<'static>, BuildError_: BuildError,
            RecordBatchMut_: RecordBatchMut<'static>, ReadCommitted_: ReadCommitted<'static, 'static>,
            TableTooSmall_: TableTooSmall, ControlRecordView_: ControlRecordView<'static>,
            ControlRecord_: ControlRecord<'static>, ControlType_: ControlType,
            Compression_: Compression, DecompressError_: DecompressError, DecompressErrorKind_: DecompressErrorKind,
            Decompressor_: Decompressor<'static, 'static>, Decompression_: Decompression<'static>,
            Topic_: internal::Topic, Front_: internal::Front, Stored_: internal::Stored<'static>,
            GroupKey_: internal::group::GroupKey<'static>, GroupValue_: internal::group::GroupValue<'static>,
            ShareKey_: internal::share::ShareKey<'static>, ShareValue_: internal::share::ShareValue<'static>,
            TransactionKey_: internal::transaction::TransactionKey<'static>, TransactionValue_: internal::transaction::TransactionValue<'static>,
            MetadataRecord_: internal::metadata::MetadataRecord<'static>, RemoteLogRecord_: internal::remote_log::RemoteLogRecord<'static>,
        }
        kafka_view::__for_each_message!(messages! {});
    }
}
