//! Messages in chunks tell what messages at once tell, whatever the chunks and however small the window.

#[path = "support/chunks.rs"]
mod chunks;
#[path = "support/vectors.rs"]
mod rows;

use chunks::{Chunks, Dice, Peer, Seen, assert_same, compare_all, response, seen_at_once, seen_in_chunks};
use kafka_view::compression::{Compression, Decompression};
use kafka_view::messages::Message;
use kafka_view::messages::share_fetch::{ShareFetchResponseEvent, ShareFetchResponseView};
use kafka_view::records::{
    BatchEvent, BatchSettings, Batches, BuildError, Header, NewRecord, ReadError, RecordBatch, RecordBatchBuilder,
};
use kafka_view::stream::{ChunkError, ChunkStream, Next};
use kafka_view::{Part, Rebind, Window};
use std::io::Write as _;

/// Bodies of all messages: those in this project, or all of the folder that `KAFKA_VIEW_SHARED` names.
fn vectors() -> Vec<(Message, i16, Vec<u8>)> {
    rows::of_messages().iter().map(|(message, row, _)| (*message, rows::version_of(row), rows::bytes_of(row))).collect()
}

#[test]
fn a_byte_at_a_time() {
    for (message, version, body) in vectors() {
        compare_all(message, &body, version, &[Chunks::Of(1), Chunks::All]);
    }
}

#[test]
fn every_split() {
    for (message, version, body) in vectors() {
        let splits: Vec<_> = (1..body.len()).step_by(1 + body.len() / 200).map(Chunks::Split).collect();
        compare_all(message, &body, version, &splits);
    }
}

/// A body that is cut is one whose frame was shorter: the same error, and all that is good before it.
#[test]
fn cut_bodies() {
    for (message, version, body) in vectors() {
        for len in (0..body.len()).step_by(1 + body.len() / 40) {
            compare_all(message, &body[..len], version, &[Chunks::Of(1), Chunks::Any(len as u64 + 1), Chunks::All]);
        }
        compare_all(message, &[&body[..], &[1, 2]].concat(), version, &[Chunks::Of(1)]);
    }
}

#[test]
fn damaged_bodies() {
    let mut dice = Dice(0x5eed);
    for (message, version, body) in vectors().into_iter().filter(|(.., body)| !body.is_empty()) {
        for round in 0..12 {
            let mut body = body.clone();
            for _ in 0..=round % 3 {
                let at = dice.below(body.len());
                body[at] = [0, 0xff, 0x7f, 0x80, body[at] ^ 1, body[at] ^ 0x80, 2, 0x0f][dice.below(8)];
            }
            compare_all(message, &body, version, &[Chunks::Of(1), Chunks::Any(round + 1)]);
        }
    }
}

/// A connection that ends in the middle: whatever the chunks were, all that is whole comes, at the latest when it is asked for again.
/// Arrays whose end is as far away as 32 bits can say, more or less: how many bytes are missing was said too high in chunks.
#[test]
fn ends_around_four_gibibytes() {
    let message = Message::from_name("ElectLeadersRequest").unwrap();
    for count in (1_u32 << 30) - 12..(1 << 30) + 12 {
        for behind in [0, 1, 5, 30] {
            // One topic, "a", with so many partitions of four bytes each, and what there is of them.
            let body = [&[0, 0, 0, 1, 0, 1, b'a'], &count.to_be_bytes()[..], &vec![0; behind]].concat();
            compare_all(message, &body, 0, &[Chunks::Of(1), Chunks::Any(u64::from(count)), Chunks::All]);
        }
    }
}

#[test]
fn cut_connections() {
    let field = [plain(0, 3, 40), compressed(Compression::Gzip, &plain(3, 5, 40)), plain(8, 1, 100)].concat();
    let body = response(&[&field, &plain(9, 1, 10)], 30);
    let told = |len: usize, chunks| {
        let (mut memory, mut codec_memory) = (vec![0; body.len()], vec![0; 1 << 16]);
        let (mut window, mut peer) = (Window::new(&mut memory), Peer::new(&body[..len], chunks));
        let mut decompression = Decompression::new(&mut codec_memory, 1 << 20);
        let mut stream = ChunkStream::<ShareFetchResponseView<'_>>::new(body.len(), 1).unwrap();
        let (mut told, mut has_ended) = (Vec::new(), false);
        loop {
            match stream.next_with(&mut window, &mut decompression).unwrap() {
                Next::More if !peer.is_done() => peer.send(&mut window),
                Next::More if has_ended => return told,
                Next::More => has_ended = true,
                next => {
                    has_ended = false;
                    told.push(format!("{next:?}"));
                    if matches!(next, Next::End) {
                        return told;
                    }
                }
            }
        }
    };
    let mut most = 0;
    for len in 0..=body.len() {
        let wanted = told(len, Chunks::All);
        for chunks in [Chunks::Of(1), Chunks::Of(7), Chunks::Any(len as u64 + 1)] {
            assert_eq!(told(len, chunks), wanted, "{len} bytes of {}, {chunks:?}", body.len());
        }
        assert!(wanted.len() >= most, "less came of {len} bytes");
        most = wanted.len();
    }
    assert!(most > 20);
}

/// A window too small for a part of a struct says what would do, and with that it goes on where it stood.
#[test]
fn small_windows() {
    fn grow<M: Rebind>(body: &[u8], version: i16) -> usize {
        let (mut stream, mut peer) =
            (ChunkStream::<M>::new(body.len(), version).unwrap().raw(), Peer::new(body, Chunks::Any(3)));
        let mut memory = [vec![0; 1 << 16], vec![0; 1 << 16]];
        let [memory, other] = &mut memory;
        let mut capacity = 1;
        let mut window = Window::new(&mut memory[..capacity]);
        loop {
            match stream.next(&mut window) {
                Ok(Next::More) => peer.send(&mut window),
                Ok(Next::End) => return capacity,
                Ok(_) => {}
                Err(ChunkError::WindowTooSmall { needed }) => {
                    assert!(needed > capacity);
                    other[..window.unread().len()].copy_from_slice(window.unread());
                    let unread = window.unread().len();
                    capacity = needed;
                    memory[..unread].copy_from_slice(&other[..unread]);
                    window = Window::new(&mut memory[..capacity]);
                    window.filled(unread);
                }
                Err(error) => panic!("{error}"),
            }
        }
    }
    let body = response(&[&plain(0, 3, 500)], 40);
    let capacity = grow::<ShareFetchResponseView<'_>>(&body, 1);
    assert!(capacity < 80, "{capacity} bytes for the largest part of {}", body.len());
}

/// A batch of `count` records with values of some `len`, with and without keys and headers.
fn plain(base_offset: i64, count: u32, len: usize) -> Vec<u8> {
    let mut buf = vec![0; 200 + count as usize * (len + 100)];
    let settings = BatchSettings { base_offset: Some(base_offset), ..Default::default() };
    let mut builder = RecordBatchBuilder::new(&mut buf, settings).unwrap();
    for i in 0..count {
        let (key, value) = (format!("key {i}"), value(base_offset, i, len));
        let headers = [Header::new("h", Some(&b"1"[..])), Header::new("", None), Header::new("h", Some(&b""[..]))];
        builder
            .push(&NewRecord {
                timestamp: 1_700_000_000_000 + i64::from(i),
                key: (i % 3 != 0).then_some(key.as_bytes()),
                value: (i % 7 != 5).then_some(&value[..]),
                headers: if i % 2 == 0 { (&headers[..i as usize % 4]).into() } else { Default::default() },
                ..Default::default()
            })
            .unwrap();
    }
    let size = builder.finish().unwrap().size();
    buf.truncate(size);
    buf
}

fn value(base_offset: i64, i: u32, len: usize) -> Vec<u8> {
    let mut dice = Dice((base_offset as u64) << 20 | u64::from(i) | 1 << 60);
    (0..len).map(|at| if at % 4 == 0 { b"abcd"[dice.below(4)] } else { b'.' }).collect()
}

/// The same batch, compressed as producers do.
fn compressed(codec: Compression, batch: &[u8]) -> Vec<u8> {
    let plain = Batches::new(batch).next().unwrap().unwrap();
    let mut out = vec![0; batch.len() * 2 + 1000];
    let batch = plain.with_payload(codec, &mut out, |records, room| {
        let bytes = match codec {
            Compression::Gzip => {
                let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::new(6));
                encoder.write_all(records).unwrap();
                encoder.finish().unwrap()
            }
            Compression::Lz4 => {
                let mut encoder = lz4::EncoderBuilder::new()
                    .block_size(lz4::BlockSize::Max64KB)
                    .block_mode(lz4::BlockMode::Independent)
                    .checksum(lz4::ContentChecksum::NoChecksum)
                    .build(Vec::new())
                    .unwrap();
                encoder.write_all(records).unwrap();
                let (bytes, result) = encoder.finish();
                result.unwrap();
                bytes
            }
            Compression::Snappy => {
                let mut bytes = b"\x82SNAPPY\0\0\0\0\x01\0\0\0\x01".to_vec();
                for chunk in records.chunks(1000) {
                    let block = snap::raw::Encoder::new().compress_vec(chunk).unwrap();
                    bytes.extend_from_slice(&u32::try_from(block.len()).unwrap().to_be_bytes());
                    bytes.extend_from_slice(&block);
                }
                bytes
            }
            _ => zstd::bulk::compress(records, 3).unwrap(),
        };
        room[..bytes.len()].copy_from_slice(&bytes);
        Ok::<_, BuildError>(bytes.len())
    });
    batch.unwrap().as_bytes().to_vec()
}

/// Records fields of all kinds: Kafka's own, those of bug reports, ours.
fn fields() -> Vec<Vec<u8>> {
    let mut fields = vec![Vec::new(), plain(5, 20, 30), [plain(0, 3, 10), plain(3, 1, 0), plain(4, 9, 99)].concat()];
    for file in ["records/batches.jsonl", "records/captured.jsonl"] {
        fields.extend(rows::rows(file).iter().map(rows::bytes_of));
    }
    assert!(fields.len() > 100);
    fields
}

#[test]
fn records_one_by_one() {
    for field in fields() {
        let wanted = seen_at_once(&field, None);
        for chunks in [Chunks::Of(1), Chunks::All, Chunks::Any(7), Chunks::Any(8)] {
            let seen = seen_in_chunks(&field, None, chunks, field.len() + 200);
            assert_same(&seen, &wanted, format_args!("{chunks:?} {}", hex::encode(&field)));
        }
    }
}

#[test]
fn damaged_records() {
    let mut dice = Dice(77);
    for field in fields().into_iter().filter(|field| (1..5000).contains(&field.len())) {
        for round in 0..40 {
            let mut field = field.clone();
            match round % 4 {
                0 => field.truncate(dice.below(field.len())),
                // In the header of the first batch.
                1 => {
                    let at = dice.below(field.len().min(70));
                    field[at] ^= 1 << dice.below(8);
                }
                _ => {
                    let at = dice.below(field.len());
                    field[at] = [0, 0xff, 0x7f, 0x80, 1, 2, field[at] ^ 0x40][dice.below(7)];
                }
            }
            let wanted = seen_at_once(&field, None);
            for chunks in [Chunks::Of(1), Chunks::Any(round + 1), Chunks::All] {
                let seen = seen_in_chunks(&field, None, chunks, field.len() + 200);
                assert_same(&seen, &wanted, format_args!("{chunks:?} {}", hex::encode(&field)));
            }
        }
    }
}

/// Records larger than the window come in pieces, which make up the same records; what is wrong with one is the same as well.
#[test]
fn large_records() {
    let field = [plain(0, 12, 300), plain(12, 3, 5000), plain(15, 4, 20)].concat();
    let wanted = seen_at_once(&field, None);
    for capacity in [61, 64, 100, 333] {
        for chunks in [Chunks::Of(1), Chunks::Any(9), Chunks::All] {
            let seen = seen_in_chunks(&field, None, chunks, capacity);
            assert_same(&seen, &wanted, format_args!("{chunks:?} through {capacity}"));
        }
    }
    let mut dice = Dice(5);
    let good = plain(0, 2, 200);
    for _ in 0..4000 {
        let mut field = good.clone();
        let at =
            [61 + dice.below(30), 61 + dice.below(field.len() - 61), field.len() - 1 - dice.below(30)][dice.below(3)];
        field[at] = [0, 0xff, 0x7f, 0x80, 1, 2, 3, field[at] ^ 0x40][dice.below(8)];
        let wanted = seen_at_once(&field, None);
        let mut seen = seen_in_chunks(&field, None, Chunks::Any(9), 61);
        // The record in which the fault is has begun before that was known.
        if seen.len() == wanted.len() + 1 {
            let fault = seen.iter().position(|seen| matches!(seen, Seen::Error(_))).unwrap();
            assert!(matches!(seen.remove(fault - 1), Seen::Record { .. }));
        }
        assert_same(&seen, &wanted, format_args!("{at} {}", hex::encode(&field)));
    }
}

/// Compressed batches record by record: the same records and errors as with the whole batch at once.
#[test]
fn codecs() {
    let memory = 1 << 18;
    for codec in [Compression::Gzip, Compression::Snappy, Compression::Lz4, Compression::Zstd] {
        let batch = plain(9, 60, 100);
        let field = [compressed(codec, &batch), plain(69, 1, 1), compressed(codec, &plain(70, 1, 3000))].concat();
        let wanted = seen_at_once(&field, Some(memory));
        assert_eq!(wanted.iter().filter(|seen| matches!(seen, Seen::Record { .. })).count(), 62);
        for chunks in [Chunks::Of(1), Chunks::Of(9), Chunks::All] {
            let seen = seen_in_chunks(&field, Some(memory), chunks, 8192);
            assert_same(&seen, &wanted, format_args!("{codec} {chunks:?}"));
        }
        let mut dice = Dice(99);
        for round in 0..300 {
            let mut field = field.clone();
            match round % 3 {
                0 => field.truncate(dice.below(field.len())),
                _ => {
                    let at = dice.below(field.len());
                    field[at] ^= 1 << dice.below(8);
                }
            }
            let wanted = seen_at_once(&field, Some(memory));
            let seen = seen_in_chunks(&field, Some(memory), Chunks::Any(round + 1), 8192);
            assert_same(&seen, &wanted, format_args!("{codec} {}", hex::encode(&field)));
        }
    }
}

/// Kafka's own batches of every codec, and what real clients sent.
#[test]
fn kafkas_codecs() {
    for field in fields() {
        let wanted = seen_at_once(&field, Some(1 << 20));
        for chunks in [Chunks::Of(1), Chunks::All] {
            let seen = seen_in_chunks(&field, Some(1 << 20), chunks, field.len() + 200);
            assert_same(&seen, &wanted, format_args!("{chunks:?} {}", hex::encode(&field)));
        }
    }
}

/// A response of 10 MB through a window of 4 KiB: every record is what was put in, and the message around them is whole.
fn ten_megabytes(codecs: &[Compression]) {
    const RECORDS: u32 = 40;
    let mut fields: Vec<Vec<u8>> = Vec::new();
    let (mut offset, mut size, mut decompressed) = (0i64, 0, 0);
    while decompressed < 10 << 20 {
        let mut field = Vec::new();
        for i in 0..60 {
            let batch = plain(offset, RECORDS, 120);
            decompressed += batch.len();
            field.extend(match codecs.get(i % codecs.len().max(1)) {
                None => batch,
                Some(&codec) => compressed(codec, &batch),
            });
            offset += i64::from(RECORDS);
        }
        size += field.len();
        fields.push(field);
    }
    let body = response(&fields.iter().map(|field| &field[..]).collect::<Vec<_>>(), 0);
    assert!(body.len() >= size);

    let (mut memory, mut codec_memory) = ([0; 4096], vec![0; if codecs.is_empty() { 0 } else { 64 << 10 }]);
    let mut window = Window::new(&mut memory);
    let mut decompression = Decompression::new(&mut codec_memory, 1 << 20);
    let mut peer = Peer::new(&body, Chunks::Of(1460));
    let mut stream = ChunkStream::<ShareFetchResponseView<'_>>::new(body.len(), 1).unwrap();
    let (mut next, mut batches, mut ends, mut partitions, mut acquired) = (0i64, 0, 0, 0, 0);
    loop {
        match stream.next_with(&mut window, &mut decompression).unwrap() {
            Next::More => peer.send(&mut window),
            Next::Event(ShareFetchResponseEvent::PartitionData(data, Part::Head)) => {
                assert_eq!(data.partition_index, partitions);
                partitions += 1;
            }
            Next::Event(ShareFetchResponseEvent::AcquiredRecords(range, Part::Whole)) => {
                acquired += range.last_offset - range.first_offset + 1;
            }
            Next::Event(_) => {}
            Next::Records(event) => match event.unwrap() {
                BatchEvent::Begin(header) => {
                    assert_eq!((header.base_offset(), header.records_count()), (next, RECORDS.try_into().unwrap()));
                    batches += 1;
                }
                BatchEvent::Record(record) => {
                    let i = u32::try_from(next % i64::from(RECORDS)).unwrap();
                    assert_eq!((record.offset, record.timestamp), (next, 1_700_000_000_000 + i64::from(i)));
                    let wanted = value(next - i64::from(i), i, 120);
                    assert_eq!(record.value, (i % 7 != 5).then_some(&wanted[..]));
                    assert_eq!(record.key, (i % 3 != 0).then_some(format!("key {i}").as_bytes()));
                    assert_eq!(record.headers.len(), if i % 2 == 0 { i as usize % 4 } else { 0 });
                    next += 1;
                }
                BatchEvent::End => ends += 1,
                other => panic!("{other:?}"),
            },
            Next::End => break,
            other => panic!("{other:?}"),
        }
    }
    assert_eq!((next, batches, ends), (offset, offset / i64::from(RECORDS), offset / i64::from(RECORDS)));
    assert_eq!((partitions as usize, acquired), (fields.len(), 2 * i64::from(partitions)));
    println!("{} bytes, {next} records in {batches} batches", body.len());
}

#[test]
fn ten_megabytes_plain() {
    ten_megabytes(&[]);
}

#[test]
fn ten_megabytes_compressed() {
    ten_megabytes(&[Compression::Gzip, Compression::Lz4]);
}

/// What is not wanted is passed over: a field, a batch, the rest of a message. The next frame is untouched.
#[test]
fn skipping() {
    let field = [plain(0, 3, 100), plain(3, 3, 100)].concat();
    let body = response(&[&field, &plain(6, 1, 10)], 0);
    let frames = [&body[..], b"the next frame"].concat();
    for chunks in [Chunks::Of(1), Chunks::Any(3), Chunks::All] {
        // All but the first record of each batch.
        let mut memory = [0; 1000];
        let mut window = Window::new(&mut memory);
        let mut peer = Peer::new(&frames, chunks);
        let mut stream = ChunkStream::<ShareFetchResponseView<'_>>::new(body.len(), 1).unwrap();
        let (mut offsets, mut ends, mut parts) = (Vec::new(), 0, 0);
        loop {
            match stream.next(&mut window).unwrap() {
                Next::More => peer.send(&mut window),
                Next::Records(Ok(BatchEvent::Record(record))) => {
                    offsets.push(record.offset);
                    stream.skip_batch();
                }
                Next::Records(Ok(BatchEvent::End)) => ends += 1,
                Next::Records(event) => assert!(matches!(event, Ok(BatchEvent::Begin(_))), "{event:?}"),
                Next::Event(_) => parts += 1,
                Next::End => break,
                other => panic!("{other:?}"),
            }
        }
        assert_eq!((offsets, ends), (vec![0, 3, 6], 3));
        while window.unread().len() < 14 {
            peer.send(&mut window);
        }
        assert_eq!(window.unread(), b"the next frame");

        // The first field but for its first batch.
        let mut window = Window::new(&mut memory);
        let mut peer = Peer::new(&frames, chunks);
        let mut stream = ChunkStream::<ShareFetchResponseView<'_>>::new(body.len(), 1).unwrap();
        let (mut offsets, mut all_parts) = (Vec::new(), 0);
        loop {
            match stream.next(&mut window).unwrap() {
                Next::More => peer.send(&mut window),
                Next::Records(Ok(BatchEvent::Record(record))) => offsets.push(record.offset),
                Next::Records(Ok(BatchEvent::End)) => stream.skip(),
                Next::Event(_) => all_parts += 1,
                Next::End => break,
                _ => {}
            }
        }
        assert_eq!((offsets, all_parts), (vec![0, 1, 2, 6], parts));

        // All behind the error code.
        let mut window = Window::new(&mut memory);
        let mut peer = Peer::new(&frames, chunks);
        let mut stream = ChunkStream::<ShareFetchResponseView<'_>>::new(body.len(), 1).unwrap();
        while matches!(stream.next(&mut window).unwrap(), Next::More) {
            peer.send(&mut window);
        }
        while !stream.skip_rest(&mut window) {
            peer.send(&mut window);
        }
        assert_eq!(stream.next(&mut window), Ok(Next::End));
        while window.unread().len() < 14 {
            peer.send(&mut window);
        }
        assert_eq!(window.unread(), b"the next frame");
    }
}

/// Whatever is skipped and whenever, nothing more is asked for than there is, and the rest comes.
#[test]
fn skipping_anywhere() {
    let field = [plain(0, 2, 10), compressed(Compression::Gzip, &plain(2, 2, 10)), plain(4, 1, 100)].concat();
    let body = response(&[&field], 0);
    for raw in [false, true] {
        for (at, whole) in (0..12).flat_map(|at| [(at, false), (at, true)]) {
            let mut memory = vec![0; body.len()];
            let mut window = Window::new(&mut memory);
            Peer::new(&body, Chunks::All).send(&mut window);
            let mut stream = ChunkStream::<ShareFetchResponseView<'_>>::new(body.len(), 1).unwrap();
            if raw {
                stream = stream.raw();
            }
            let mut ranges = 0;
            for event in 0.. {
                if event == at {
                    if whole { stream.skip() } else { stream.skip_batch() }
                }
                match stream.next(&mut window).unwrap() {
                    Next::Event(ShareFetchResponseEvent::AcquiredRecords(..)) => ranges += 1,
                    Next::Records(event) => assert!(event.is_ok()),
                    Next::End => break,
                    Next::More => panic!("all is there"),
                    _ => {}
                }
            }
            assert_eq!((ranges, stream.left(), window.unread().len()), (1, 0, 0));
        }
    }
}

/// What does not fit into the window is an error that says what would do; the rest of the message comes all the same.
#[test]
fn windows_too_small() {
    let errors = |field: &[u8], codecs, capacity| {
        let seen = seen_in_chunks(field, codecs, Chunks::Any(5), capacity);
        seen.into_iter().filter(|seen| !matches!(seen, Seen::Begin(..))).collect::<Vec<_>>()
    };
    // No header of a batch.
    let field = plain(0, 1, 100);
    assert_eq!(errors(&field, None, 60), [Seen::Error(ReadError::WindowTooSmall { needed: 61 })]);
    // A compressed batch as a whole; a block of one.
    for (codec, memory) in [(Compression::Gzip, None), (Compression::Lz4, None), (Compression::Lz4, Some(1 << 18))] {
        let batch = compressed(codec, &plain(0, 20, 200));
        let field = [&batch[..], &plain(20, 1, 0)].concat();
        let seen = errors(&field, memory, 200);
        let [Seen::Error(ReadError::WindowTooSmall { needed }), Seen::End, Seen::Record { offset: 20, .. }, Seen::End] =
            seen[..]
        else {
            panic!("{seen:?}");
        };
        assert!(needed <= batch.len());
        let seen = errors(&field, memory, needed);
        assert!(
            !seen.iter().any(|seen| matches!(seen, Seen::Error(_))),
            "{codec} {memory:?} {needed} of {}: {seen:?}",
            batch.len()
        );
    }
    // gzip takes its input as it comes, but wants its history.
    let batch = compressed(Compression::Gzip, &plain(0, 20, 200));
    assert_eq!(errors(&batch, Some(8192), 100).len(), 21);
}

/// Events and errors of a batch's header are there before any record is.
#[test]
fn headers() {
    let field = plain(7, 3, 10);
    let batch: RecordBatch<'_> = Batches::new(&field).next().unwrap().unwrap();
    let body = response(&[&field], 0);
    let mut memory = [0; 300];
    let mut window = Window::new(&mut memory);
    let mut peer = Peer::new(&body, Chunks::All);
    let mut stream = ChunkStream::<ShareFetchResponseView<'_>>::new(body.len(), 1).unwrap();
    let header = loop {
        match stream.next(&mut window).unwrap() {
            Next::More => peer.send(&mut window),
            Next::Records(Ok(BatchEvent::Begin(header))) => break header,
            _ => {}
        }
    };
    assert_eq!(
        (header.base_offset(), header.next_offset(), header.size(), header.start(), Some(header.records_count())),
        (batch.base_offset(), batch.next_offset(), batch.size(), batch.start(), batch.records_count())
    );
    assert_eq!((header.crc(), header.compression(), header.is_control()), (batch.crc(), batch.compression(), false));
    assert_eq!((header.max_timestamp(), header.timestamp_type()), (batch.max_timestamp(), batch.timestamp_type()));
}
