//! The codecs against the encoders of their authors, Kafka's own batches, cut and changed bytes, and streams that lie.
//!
//! Everything is decompressed in two ways that have to agree: whole into a buffer, and through windows of several sizes.
#![allow(
    clippy::cast_possible_truncation,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test may panic, and its helpers are part of it"
)]

#[path = "support/vectors.rs"]
mod vectors;

use flate2::write::GzEncoder;
use kafka_view::DecodeErrorKind;
use kafka_view::compression::{
    Compression, DecompressError, DecompressErrorKind as Kind, Decompressor, decompress, decompress_with_magic,
};
use kafka_view::records::{Batches, ReadError, RecordBatch, RecordReader};
use lz4::liblz4::BlockChecksum;
use lz4::{BlockMode, BlockSize, ContentChecksum};
use serde_json::Value;
use std::io::Write as _;
use std::path::PathBuf;
use vectors::{bytes_of, record_json, rows};

// What is compressed.

/// A sequence of numbers without a pattern.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
    fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }
}

const KINDS: [&str; 4] = ["zeros", "text", "noise", "mixed"];

/// Bytes that compress very well, well, not at all, and now so, now so.
fn content(kind: &str, len: usize) -> Vec<u8> {
    let mut numbers = Numbers(0x9e37_79b9_7f4a_7c15 ^ len as u64);
    let mut bytes = Vec::new();
    while bytes.len() < len {
        match kind {
            "zeros" => bytes.resize(len, 0),
            "noise" => bytes.push(numbers.next() as u8),
            "text" => write!(bytes, "record {} of user {};", numbers.below(1000), numbers.below(50)).unwrap(),
            _ if numbers.below(3) == 0 => (0..numbers.below(300)).for_each(|_| bytes.push(numbers.next() as u8)),
            // From far back, and from near, in all lengths.
            _ => {
                let far = if numbers.below(2) == 0 { 70_000 } else { 20 };
                let back = 1 + numbers.below(far).min(bytes.len());
                let from = bytes.len().saturating_sub(back);
                (0..numbers.below(400)).for_each(|i| bytes.push(bytes.get(from + i).copied().unwrap_or(1)));
            }
        }
    }
    bytes.truncate(len);
    bytes
}

// Encoders.

/// Compresses all of something.
type Encode = Box<dyn Fn(&[u8]) -> Vec<u8>>;

/// A way to compress, and what is known of what comes out.
struct Way {
    name: String,
    codec: Compression,
    encode: Encode,
    /// Whether the stream says how much comes out.
    tells_size: bool,
    /// Whether a cut stream may be whole: there is nothing at the end.
    is_open: bool,
    /// A window that is large enough for anything.
    window: usize,
}

fn gzip(level: u32, bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), flate2::Compression::new(level));
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// As `snappy-java` does it: chunks of 32 KiB are its default.
fn xerial(chunk: usize, versions: [u8; 8], bytes: &[u8]) -> Vec<u8> {
    let mut out = b"\x82SNAPPY\0".to_vec();
    out.extend(versions);
    for chunk in bytes.chunks(chunk) {
        let block = raw_snappy(chunk);
        out.extend((block.len() as u32).to_be_bytes());
        out.extend(block);
    }
    out
}

const BIG: [u8; 8] = [0, 0, 0, 1, 0, 0, 0, 1];
const LITTLE: [u8; 8] = [1, 0, 0, 0, 1, 0, 0, 0];

fn raw_snappy(bytes: &[u8]) -> Vec<u8> {
    snap::raw::Encoder::new().compress_vec(bytes).unwrap()
}

fn lz4(mode: BlockMode, block: BlockSize, checksums: bool, tells: bool, level: u32, bytes: &[u8]) -> Vec<u8> {
    let mut builder = lz4::EncoderBuilder::new();
    builder.block_mode(mode).block_size(block).level(level);
    builder.checksum(if checksums { ContentChecksum::ChecksumEnabled } else { ContentChecksum::NoChecksum });
    builder.block_checksum(if checksums {
        BlockChecksum::BlockChecksumEnabled
    } else {
        BlockChecksum::NoBlockChecksum
    });
    if tells {
        builder.content_size(bytes.len() as u64);
    }
    let mut encoder = builder.build(Vec::new()).unwrap();
    encoder.write_all(bytes).unwrap();
    let (out, result) = encoder.finish();
    result.unwrap();
    out
}

fn zstd(level: i32, tells: bool, checksum: bool, window_log: u32, bytes: &[u8]) -> Vec<u8> {
    let mut encoder = zstd::Encoder::new(Vec::new(), level).unwrap();
    encoder.include_checksum(checksum).unwrap();
    if window_log != 0 {
        encoder.window_log(window_log).unwrap();
    }
    if tells {
        encoder.set_pledged_src_size(Some(bytes.len() as u64)).unwrap();
    }
    encoder.include_contentsize(tells).unwrap();
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn ways() -> Vec<Way> {
    let mut ways = Vec::new();
    let mut add = |name: String, codec, window, encode: Encode| {
        let tells_size = codec != Compression::Zstd && codec != Compression::Lz4 || name.contains("size");
        let is_open = name.contains("xerial");
        ways.push(Way { name, codec, encode, tells_size, is_open, window });
    };
    for level in [0, 1, 6, 9] {
        add(format!("gzip {level}"), Compression::Gzip, 33 << 10, Box::new(move |bytes| gzip(level, bytes)));
    }
    add("snappy raw".to_owned(), Compression::Snappy, 8 << 20, Box::new(raw_snappy));
    for (chunk, versions) in [(32 << 10, BIG), (1000, LITTLE)] {
        let name = format!("snappy xerial {chunk}");
        add(name, Compression::Snappy, chunk, Box::new(move |bytes| xerial(chunk, versions, bytes)));
    }
    for (mode, name, history) in [(BlockMode::Independent, "independent", 0), (BlockMode::Linked, "linked", 64 << 10)] {
        for (block, size) in [(BlockSize::Max64KB, 64 << 10), (BlockSize::Max256KB, 256 << 10)] {
            for (checksums, tells, level) in [(false, false, 0), (true, true, 0), (true, false, 9)] {
                let more = if tells { " size" } else { "" };
                let name = format!("lz4 {name} {size} {checksums} {level}{more}");
                let (mode, block) = (mode.clone(), block.clone());
                add(
                    name,
                    Compression::Lz4,
                    history + size,
                    Box::new(move |bytes| lz4(mode.clone(), block.clone(), checksums, tells, level, bytes)),
                );
            }
        }
    }
    for (level, tells, checksum, window_log) in
        [(1, false, false, 0), (3, true, true, 0), (9, false, true, 10), (19, true, false, 17)]
    {
        let more = if tells { " size" } else { "" };
        let name = format!("zstd {level} {checksum} {window_log}{more}");
        add(name, Compression::Zstd, 1, Box::new(move |bytes| zstd(level, tells, checksum, window_log, bytes)));
    }
    ways
}

// Two ways to decompress.

fn whole(codec: Compression, input: &[u8], len: usize) -> Result<Vec<u8>, DecompressError> {
    decompress(codec, input, &mut vec![0xaa; len]).map(<[u8]>::to_vec)
}

/// What comes out through a window before the error, if there is one.
fn streamed(codec: Compression, input: &[u8], window: usize, limit: u64) -> (Vec<u8>, Result<(), DecompressError>) {
    let mut window = vec![0x55; window];
    let mut out = Vec::new();
    let mut stream = match Decompressor::new(codec, input, &mut window, limit) {
        Ok(stream) => stream,
        Err(error) => return (out, Err(error)),
    };
    loop {
        assert_eq!(stream.position(), out.len() as u64);
        match stream.fill() {
            Ok(true) => {
                let new = stream.unread().to_vec();
                assert!(!new.is_empty());
                assert_eq!(stream.take(new.len()), new);
                out.extend(new);
                assert!(out.len() as u64 <= limit);
            }
            Ok(false) => {
                assert_eq!(stream.fill(), Ok(false));
                return (out, Ok(()));
            }
            Err(error) => {
                assert_eq!(stream.fill(), Err(error), "an error stays");
                return (out, Err(error));
            }
        }
    }
}

#[test]
fn round_trips() {
    let sizes = [0, 1, 2, 5, 13, 100, 1000, 65_535, 65_536, 65_537, 200_000, 1_500_000];
    for way in ways() {
        for kind in KINDS {
            for len in sizes {
                // Megabytes are for one way of each codec, and for frames of linked blocks.
                let many = ["gzip 6", "snappy raw", "snappy xerial 32768", "linked 65536 true 0", "zstd 3"];
                if len > 200_000 && !many.iter().any(|name| way.name.contains(name)) {
                    continue;
                }
                let name = format!("{}, {kind}, {len}", way.name);
                let content = content(kind, len);
                let input = (way.encode)(&content);
                assert!(whole(way.codec, &input, len) == Ok(content.clone()), "{name}");
                assert!(whole(way.codec, &input, len + 100) == Ok(content.clone()), "{name}");
                for window in [way.window, way.window + 1, 3 * way.window + 12_345] {
                    let (out, result) = streamed(way.codec, &input, window, len as u64);
                    assert_eq!(result, Ok(()), "{name}, window {window}");
                    assert!(out == content, "{name}, window {window}");
                }
                too_small(&way, &input, &content, &name);
            }
        }
    }
}

/// A buffer, a limit and a window that are too small, and what the errors say.
fn too_small(way: &Way, input: &[u8], content: &[u8], name: &str) {
    let len = content.len();
    for limit in [0, len / 2, len.saturating_sub(1)] {
        if limit == len {
            continue;
        }
        let error = whole(way.codec, input, limit).unwrap_err();
        let Kind::TooLarge { needed } = error.kind else { panic!("{name}: {error}") };
        assert!(limit < needed && needed <= len, "{name}: {needed} with {limit}");
        assert!(!way.tells_size || needed == len, "{name}: {needed}");
        let (out, result) = streamed(way.codec, input, 8 << 20, limit as u64);
        assert_eq!(result, Err(error), "{name}");
        assert!(content.starts_with(&out), "{name}");
    }
    let (out, result) = streamed(way.codec, input, way.window / 3, u64::MAX);
    assert!(content.starts_with(&out), "{name}");
    let Err(error) = result else { return assert!(out == content, "{name}") };
    let Kind::WindowTooSmall { needed } = error.kind else { panic!("{name}: {error}") };
    assert!(needed > way.window / 3, "{name}: {needed}");
    let (out, result) = streamed(way.codec, input, needed, u64::MAX);
    assert!(result.is_ok() && out == content, "{name}: {needed} is not enough: {result:?}");
}

/// The window is as small as the format allows, and no smaller than that.
#[test]
fn windows() {
    let content = content("mixed", 1 << 20);
    for way in ways() {
        let input = (way.encode)(&content);
        let (_, result) = streamed(way.codec, &input, way.window, u64::MAX);
        assert_eq!(result, Ok(()), "{}", way.name);
        let needed = match way.codec {
            Compression::Zstd => continue,
            Compression::Snappy if !way.is_open => content.len(),
            _ => way.window,
        };
        let smaller = if way.codec == Compression::Lz4 { 1000 } else { needed - 1 };
        let (_, result) = streamed(way.codec, &input, smaller, u64::MAX);
        assert_eq!(result.unwrap_err().kind, Kind::WindowTooSmall { needed }, "{}", way.name);
    }
}

/// A window that is too small is told how large it has to be for the next piece, not for a byte of it.
#[test]
fn windows_are_told_at_once() {
    let content = content("text", 300_000);
    for way in ways().iter().filter(|way| way.codec != Compression::Gzip) {
        let input = (way.encode)(&content);
        let (mut window, mut told) = (Vec::new(), 0);
        // Nothing is ever taken.
        loop {
            let mut stream = Decompressor::new(way.codec, &input, &mut window, u64::MAX).unwrap();
            match std::iter::repeat_with(|| stream.fill()).find(|filled| *filled != Ok(true)).unwrap() {
                Ok(_) => break assert!(stream.unread() == content, "{}", way.name),
                Err(DecompressError { kind: Kind::WindowTooSmall { needed }, .. }) => {
                    assert!(needed > window.len(), "{}", way.name);
                    window = vec![0; needed];
                    told += 1;
                }
                Err(error) => panic!("{}: {error}", way.name),
            }
        }
        // A piece has a thousand bytes or more, save what is left at the end.
        assert!(told <= content.len() / 1000 + 1, "{}: {told}", way.name);
        assert!(!way.name.starts_with("zstd 3") || told < 20, "{}: {told}", way.name);
    }
}

#[test]
fn cut_streams() {
    for way in ways() {
        for (kind, len) in [("text", 300), ("mixed", 2000), ("zeros", 70_000)] {
            let content = content(kind, len);
            let input = (way.encode)(&content);
            for cut in 0..input.len() {
                let (out, result) = streamed(way.codec, &input[..cut], 140_000, u64::MAX);
                let name = format!("{}, {kind}, {cut} of {}", way.name, input.len());
                assert!(content.starts_with(&out), "{name}");
                assert_eq!(whole(way.codec, &input[..cut], len).is_ok(), result.is_ok(), "{name}");
                match result {
                    Ok(()) => assert!(way.is_open && out.len() % way.window == 0, "{name}"),
                    Err(error) => assert_eq!((error.kind, error.offset as usize), (Kind::Truncated, cut), "{name}"),
                }
            }
        }
    }
}

/// Both ways say the same of any bytes: the same output or the same error; and neither panics, nor passes the limit.
fn ways_agree(codec: Compression, input: &[u8], limit: usize) {
    let by_window = streamed(codec, input, limit, limit as u64);
    match whole(codec, input, limit) {
        Ok(out) => assert!(by_window == (out, Ok(())), "{codec}: {}", hex::encode(input)),
        Err(error) => assert_eq!(by_window.1, Err(error), "{codec}: {}", hex::encode(input)),
    }
}

#[test]
fn changed_bytes() {
    let content = [content("text", 200), content("mixed", 300), content("zeros", 300)].concat();
    for way in ways() {
        let good = (way.encode)(&content);
        for at in 0..good.len() {
            for change in [1, 2, 4, 8, 16, 32, 64, 128, 255] {
                let mut input = good.clone();
                input[at] ^= change;
                ways_agree(way.codec, &input, 2000);
            }
        }
    }
}

/// By hand: `cargo test --release --test compression -- --ignored`, with `KAFKA_VIEW_ROUNDS` for another number.
#[test]
#[ignore = "takes minutes"]
fn a_million_changes_each() {
    let rounds = std::env::var("KAFKA_VIEW_ROUNDS").map_or(1_000_000, |rounds| rounds.parse().unwrap());
    for codec in [Compression::Gzip, Compression::Snappy, Compression::Lz4, Compression::Zstd] {
        let seeds: Vec<_> = ways()
            .iter()
            .filter(|way| way.codec == codec)
            .flat_map(|way| KINDS.map(|kind| [10, 200, 3000].map(|len| (way.encode)(&content(kind, len)))))
            .flatten()
            .collect();
        let mut numbers = Numbers(0x1234_5678_9abc_def0 ^ u64::from(codec.id()));
        let (mut good, mut bad) = (0, 0);
        for _ in 0..rounds {
            let mut input = seeds[numbers.below(seeds.len())].clone();
            for _ in 0..=numbers.below(4) {
                let at = numbers.below(input.len());
                match numbers.below(5) {
                    0 => input[at] ^= 1 << numbers.below(8),
                    1 => input[at] = [0, 1, 0x7f, 0x80, 0xff][numbers.below(5)],
                    2 => input[at] = numbers.next() as u8,
                    3 => input.truncate(at.max(1)),
                    _ => {
                        let other = &seeds[numbers.below(seeds.len())];
                        let from = numbers.below(other.len());
                        let piece = other[from..(from + numbers.below(40)).min(other.len())].to_vec();
                        input.splice(at..(at + numbers.below(40)).min(input.len()), piece);
                        if input.is_empty() {
                            input.push(0);
                        }
                    }
                }
            }
            match streamed(codec, &input, 1 << 17, 100_000).1 {
                Ok(()) => good += 1,
                Err(_) => bad += 1,
            }
        }
        println!("{codec}: {good} good, {bad} bad");
    }
}

/// Writes what fuzzing begins with into folders named after the codecs, if `KAFKA_VIEW_SEEDS` names where.
#[test]
fn fuzz_seeds() {
    let Some(folder) = std::env::var_os("KAFKA_VIEW_SEEDS").map(PathBuf::from) else { return };
    for (i, way) in ways().iter().enumerate() {
        let folder = folder.join(way.codec.to_string());
        std::fs::create_dir_all(&folder).unwrap();
        for kind in KINDS {
            std::fs::write(folder.join(format!("{i}-{kind}")), (way.encode)(&content(kind, 1500))).unwrap();
        }
    }
}

// Each format's own odd things.

/// A member by hand: the parts of a header that encoders leave out.
#[test]
fn gzip_headers_and_members() {
    let deflate = |bytes: &[u8]| {
        let whole = gzip(6, bytes);
        whole[10..].to_vec()
    };
    let member = |flags: u8, parts: &[u8], bytes: &[u8]| {
        let mut member = vec![0x1f, 0x8b, 8, flags, 0, 0, 0, 0, 0, 255];
        member.extend(parts);
        member.extend(deflate(bytes));
        member
    };
    let parts = b"\x05\0extraname\0comment\0";
    let mut with_crc = b"\x1f\x8b\x08\x1e\0\0\0\0\0\xff".to_vec();
    with_crc.extend(parts);
    let mut crc = flate2::Crc::new();
    crc.update(&with_crc);
    with_crc.extend((crc.sum() as u16).to_le_bytes());
    let crc_at = with_crc.len() - 2;
    with_crc.extend(deflate(b"three"));

    let input = [member(0, b"", b"one"), member(0x1d, parts, b"two"), with_crc.clone(), member(0, b"", b"")].concat();
    assert_eq!(whole(Compression::Gzip, &input, 100), Ok(b"onetwothree".to_vec()));
    assert_eq!(streamed(Compression::Gzip, &input, 11, 100), (b"onetwothree".to_vec(), Ok(())));

    let error =
        |input: &[u8]| whole(Compression::Gzip, input, 100).map_err(|error| (error.kind, error.offset as usize));
    assert_eq!(error(&[]), Err((Kind::Truncated, 0)));
    let one = member(0, b"", b"one");
    assert_eq!(error(&[&one[..], b"anything behind it"].concat()), Err((Kind::InvalidHeader, one.len())));
    assert_eq!(error(&member(0x20, b"", b"one")), Err((Kind::InvalidHeader, 0)));
    with_crc[crc_at] ^= 1;
    assert_eq!(error(&with_crc), Err((Kind::ChecksumMismatch, crc_at)));
    let mut wrong = one.clone();
    let end = one.len();
    wrong[end - 8] ^= 1;
    assert_eq!(error(&wrong), Err((Kind::ChecksumMismatch, end - 8)));
    let mut wrong = one;
    wrong[end - 4] ^= 1;
    assert_eq!(error(&wrong), Err((Kind::SizeMismatch, end - 4)));

    // A member that refers to the one before it, as if that were its own history.
    let far = [gzip(6, b"abcdefgh"), vec![0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255, 0x03 | 0x80, 0x02, 0, 0]].concat();
    assert!(matches!(error(&far), Err((Kind::InvalidData | Kind::Truncated, _))));
}

/// What is good before a fault comes out.
#[test]
fn nothing_good_is_lost() {
    let content = content("text", 300_000);
    for way in ways() {
        let mut input = (way.encode)(&content);
        let middle = input.len() / 2;
        input[middle..].fill(0xff);
        let (out, result) = streamed(way.codec, &input, 1 << 20, u64::MAX);
        assert!(result.is_err(), "{}", way.name);
        assert!(content.starts_with(&out[..out.len().min(90_000)]), "{}", way.name);
        // A raw block is one piece; ruzstd keeps a window back, and so does a block.
        let least = match way.codec {
            Compression::Gzip => 100_000,
            Compression::Snappy if way.is_open => 100_000,
            Compression::Lz4 if !way.name.contains("262144") => 64 << 10,
            _ => 0,
        };
        assert!(out.len() >= least, "{}: {}", way.name, out.len());
    }
}

#[test]
fn snappy_frames() {
    let codec = Compression::Snappy;
    let one = xerial(10, BIG, b"one of several chunks");
    let two = [one.clone(), xerial(10, LITTLE, b" and another frame"), xerial(10, BIG, b"")].concat();
    assert_eq!(whole(codec, &two, 100), Ok(b"one of several chunks and another frame".to_vec()));
    assert_eq!(streamed(codec, &two, 10, 100).0, b"one of several chunks and another frame");
    assert_eq!(whole(codec, &one[..16], 100), Ok(Vec::new()));

    let error = |input: &[u8]| whole(codec, input, 100).map_err(|error| (error.kind, error.offset as usize));
    let header = &one[..16];
    assert_eq!(error(&xerial(10, [0; 8], b"x")), Err((Kind::InvalidHeader, 8)));
    assert_eq!(error(&[header, &[0xff; 4]].concat()), Err((Kind::InvalidHeader, 16)));
    assert_eq!(error(&[header, &[0x7f, 0xff, 0xff, 0xff]].concat()), Err((Kind::Truncated, 20)));
    assert_eq!(error(&[header, &[0, 0, 0, 0], &[0, 0, 0, 1, 0]].concat()), Err((Kind::InvalidHeader, 20)));
    // A chunk that says more than it has, before another one.
    assert_eq!(error(&[header, &[0, 0, 0, 3, 9, 0, b'a'], &[0, 0, 0, 1, 0]].concat()), Err((Kind::InvalidData, 23)));
    // Four gigabytes of nothing.
    assert_eq!(
        error(&[header, &[0, 0, 0, 5], &[0xff, 0xff, 0xff, 0xff, 0x0f], &[0; 5]].concat()).unwrap_err().0,
        Kind::SizeMismatch
    );
    assert_eq!(error(&[0xff, 0xff, 0xff, 0xff, 0x1f, 0]), Err((Kind::InvalidHeader, 0)));
    assert_eq!(error(&[]), Err((Kind::Truncated, 0)));
    // A copy from before the start, one from nowhere, one past the end, a literal past the end.
    assert_eq!(error(&[5, 0, b'a', 1, 2]), Err((Kind::InvalidData, 3)));
    assert_eq!(error(&[5, 0, b'a', 1, 0]), Err((Kind::InvalidData, 3)));
    assert_eq!(error(&[5, 0, b'a', 5, 1]), Err((Kind::InvalidData, 3)));
    assert_eq!(error(&[1, 4, b'a', b'b']), Err((Kind::InvalidData, 1)));
}

/// Every kind of element in every length, from every short distance.
#[test]
fn snappy_elements() {
    for offset in 1..70usize {
        for len in 1..=64usize {
            let start: Vec<u8> = (0..offset as u8).collect();
            let mut copied = start.clone();
            (0..len).for_each(|_| copied.push(copied[copied.len() - offset]));
            let literal = |bytes: &[u8], width: usize| {
                let len = bytes.len() - 1;
                let mut element = match width {
                    0 if len < 60 => vec![(len as u8) << 2],
                    width => [&[(59 + width.max(1) as u8) << 2], &(len as u32).to_le_bytes()[..width.max(1)]].concat(),
                };
                element.extend(bytes);
                element
            };
            let mut copies = vec![
                [&[(len as u8 - 1) << 2 | 2], &(offset as u16).to_le_bytes()[..]].concat(),
                [&[(len as u8 - 1) << 2 | 3], &(offset as u32).to_le_bytes()[..]].concat(),
            ];
            if (4..12).contains(&len) {
                copies.push(vec![(len as u8 - 4) << 2 | 1, offset as u8]);
            }
            // Near the end and far from it, which are two ways.
            for (width, copy) in copies.iter().enumerate() {
                for behind in [1, 20, 100] {
                    let (tail, size) = (vec![7; behind], copied.len() + behind);
                    let preamble = if size < 128 { vec![size as u8] } else { vec![size as u8 | 128, 1] };
                    let block = [preamble, literal(&start, 2 * width), copy.clone(), literal(&tail, width)].concat();
                    let wanted = [&copied[..], &tail].concat();
                    assert_eq!(whole(Compression::Snappy, &block, size), Ok(wanted), "{offset} {len} {behind}");
                    // From before the start: the copy is at fault, whatever is behind it (if that could be enough).
                    if behind == 1 {
                        continue;
                    }
                    let early =
                        [&[size as u8 & 127 | 128, (size >> 7) as u8][..], copy, &literal(&tail, width)].concat();
                    let error = whole(Compression::Snappy, &early, size).unwrap_err();
                    assert_eq!((error.kind, error.offset), (Kind::InvalidData, 2), "{offset} {len} {behind}");
                }
            }
        }
    }
}

fn xxh32(bytes: &[u8]) -> u32 {
    twox_hash::XxHash32::oneshot(0, bytes)
}

/// A frame by hand: flags, block size, what else is in the header, and stored blocks.
fn lz4_frame(flags: u8, size: u8, more: &[u8], blocks: &[&[u8]]) -> Vec<u8> {
    let mut frame = vec![4, 0x22, 0x4d, 0x18, flags, size];
    frame.extend(more);
    frame.push((xxh32(&frame[4..]) >> 8) as u8);
    for block in blocks {
        frame.extend((block.len() as u32 | 1 << 31).to_le_bytes());
        frame.extend(*block);
    }
    frame.extend([0; 4]);
    frame
}

const SKIPPABLE: &[u8] = b"\x5f\x2a\x4d\x18\x03\0\0\0any";

#[test]
fn lz4_frames() {
    let codec = Compression::Lz4;
    let one = lz4_frame(0x60, 0x40, b"", &[b"one", b" two"]);
    let sized = lz4_frame(0x68, 0x70, &5u64.to_le_bytes(), &[b"three"]);
    let input = [SKIPPABLE, &one, SKIPPABLE, &sized, &lz4_frame(0x60, 0x40, b"", &[]), SKIPPABLE].concat();
    assert_eq!(whole(codec, &input, 100), Ok(b"one twothree".to_vec()));
    assert_eq!(streamed(codec, &input, 5, 100), (b"one twothree".to_vec(), Ok(())));

    let error = |input: &[u8]| whole(codec, input, 100).map_err(|error| (error.kind, error.offset as usize));
    assert_eq!(error(&[]), Err((Kind::Truncated, 0)));
    assert_eq!(error(&SKIPPABLE[..9]), Err((Kind::Truncated, 9)));
    assert_eq!(error(&[&one[..], b"anything"].concat()), Err((Kind::InvalidHeader, one.len())));
    assert_eq!(error(b"\x02\x21\x4c\x18old ones"), Err((Kind::InvalidHeader, 0)));
    assert_eq!(error(&lz4_frame(0xa0, 0x40, b"", &[])), Err((Kind::InvalidHeader, 4)));
    assert_eq!(error(&lz4_frame(0x62, 0x40, b"", &[])), Err((Kind::InvalidHeader, 4)));
    assert_eq!(error(&lz4_frame(0x60, 0x30, b"", &[])), Err((Kind::InvalidHeader, 5)));
    assert_eq!(error(&lz4_frame(0x60, 0xc0, b"", &[])), Err((Kind::InvalidHeader, 5)));
    assert_eq!(error(&lz4_frame(0x61, 0x40, &[1, 2, 3, 4], &[])), Err((Kind::Unsupported, 4)));
    // Sizes that lie: more than there is, less, more than can be, more than is allowed.
    assert_eq!(error(&lz4_frame(0x68, 0x40, &6u64.to_le_bytes(), &[b"three"])).unwrap_err().0, Kind::SizeMismatch);
    assert_eq!(error(&lz4_frame(0x68, 0x40, &4u64.to_le_bytes(), &[b"three"])).unwrap_err().0, Kind::SizeMismatch);
    assert_eq!(error(&lz4_frame(0x68, 0x40, &u64::MAX.to_le_bytes(), &[b"three"])).unwrap_err().0, Kind::Truncated);
    let large = lz4_frame(0x68, 0x40, &101u64.to_le_bytes(), &[b"three"]);
    assert_eq!(error(&large), Err((Kind::TooLarge { needed: 101 }, 6)));
    // A block above the frame's size, stored and not; one that makes more than that; one that refers to before the frame.
    assert_eq!(error(&lz4_frame(0x60, 0x40, b"", &[&[0; 65_537]])), Err((Kind::InvalidHeader, 7)));
    let mut bomb = lz4_frame(0x60, 0x40, b"", &[]);
    let block = [&[0x1f, 0, 1, 0][..], &[255; 300], &[0, 0x50], &[0; 5]].concat();
    bomb.truncate(7);
    bomb.extend((block.len() as u32).to_le_bytes());
    bomb.extend(&block);
    bomb.extend([0; 4]);
    assert_eq!(whole(codec, &bomb, 1 << 20).unwrap_err().kind, Kind::InvalidData);
    let mut far = [&one[..], &lz4_frame(0x40, 0x40, b"", &[])].concat();
    far.truncate(one.len() + 7);
    far.extend(b"\x09\0\0\0\x00\x03\0\x50hello\0\0\0\0");
    assert_eq!(error(&far), Err((Kind::InvalidData, one.len() + 7)));
}

/// KAFKA-3160: the header's checksum was once computed over the magic as well.
#[test]
fn lz4_header_checksum() {
    let mut frame = lz4_frame(0x60, 0x40, b"", &[b"value"]);
    let right = std::mem::replace(&mut frame[6], (xxh32(b"\x04\x22\x4d\x18\x60\x40") >> 8) as u8);
    assert_ne!(right, frame[6]);
    let mut buf = [0; 100];
    for magic in [1, 2] {
        let error = decompress_with_magic(magic, Compression::Lz4, &frame, &mut buf).unwrap_err();
        assert_eq!((error.kind, error.offset), (Kind::ChecksumMismatch, 6));
    }
    assert_eq!(decompress_with_magic(0, Compression::Lz4, &frame, &mut buf), Ok(&b"value"[..]));
    frame[6] = right;
    for magic in [0, 1, 2] {
        assert_eq!(decompress_with_magic(magic, Compression::Lz4, &frame, &mut buf), Ok(&b"value"[..]));
    }
}

/// A frame by hand: flags, what else is in the header, and blocks.
fn zstd_frame(flags: u8, more: &[u8], blocks: &[(u8, u32, &[u8])]) -> Vec<u8> {
    let mut frame = vec![0x28, 0xb5, 0x2f, 0xfd, flags];
    frame.extend(more);
    for (i, (kind, size, bytes)) in blocks.iter().enumerate() {
        let last = u32::from(i + 1 == blocks.len());
        frame.extend(&(size << 3 | u32::from(*kind) << 1 | last).to_le_bytes()[..3]);
        frame.extend(*bytes);
    }
    frame
}

#[test]
fn zstd_frames() {
    let codec = Compression::Zstd;
    let one = zstd_frame(0x20, &[7], &[(0, 3, b"one"), (1, 4, b" ")]);
    let open = zstd_frame(0, &[0], &[(0, 5, b"three")]);
    let checked = zstd(1, false, true, 0, b" four");
    let input = [SKIPPABLE, &one, SKIPPABLE, &open, &checked, SKIPPABLE].concat();
    assert_eq!(whole(codec, &input, 100), Ok(b"one    three four".to_vec()));
    assert_eq!(streamed(codec, &input, 2, 100), (b"one    three four".to_vec(), Ok(())));

    let error = |input: &[u8]| whole(codec, input, 100).map_err(|error| (error.kind, error.offset as usize));
    assert_eq!(error(&[]), Err((Kind::Truncated, 0)));
    assert_eq!(error(&[&one[..], b"anything"].concat()), Err((Kind::InvalidHeader, one.len())));
    assert_eq!(error(&zstd_frame(0x28, &[0], &[(0, 0, b"")])), Err((Kind::InvalidHeader, 4)));
    assert_eq!(error(&zstd_frame(0x21, &[1, 0], &[(0, 0, b"")])), Err((Kind::Unsupported, 5)));
    assert_eq!(error(&zstd_frame(0x21, &[0, 1], &[(0, 1, b"x")])), Ok(b"x".to_vec()), "no dictionary is number 0");
    assert_eq!(error(&zstd_frame(0, &[18 << 3], &[(0, 0, b"")])), Err((Kind::Unsupported, 5)));
    assert_eq!(error(&zstd_frame(0, &[17 << 3], &[(0, 1, b"x")])), Ok(b"x".to_vec()), "a window of 128 MiB");
    assert_eq!(error(&zstd_frame(0, &[0], &[(3, 1, b"x")])), Err((Kind::InvalidData, 6)));
    // Sizes that lie.
    assert_eq!(error(&zstd_frame(0x20, &[6], &[(0, 5, b"three")])).unwrap_err().0, Kind::SizeMismatch);
    assert_eq!(error(&zstd_frame(0x20, &[4], &[(0, 5, b"three")])).unwrap_err().0, Kind::SizeMismatch);
    assert_eq!(error(&zstd_frame(0xe0, &[0xff; 8], &[(0, 5, b"three")])).unwrap_err().0, Kind::Truncated);
    assert_eq!(error(&zstd_frame(0x60, &[0, 0], &[(0, 5, b"three")])), Err((Kind::TooLarge { needed: 256 }, 5)));
    let mut wrong = checked;
    let end = wrong.len();
    wrong[end - 1] ^= 1;
    assert_eq!(error(&wrong), Err((Kind::ChecksumMismatch, end - 4)));
}

/// Twenty megabytes of zeros: they cost no more than the limit, and say so.
#[test]
fn bombs() {
    let content = vec![0; 20 << 20];
    for way in ways() {
        if way.name.contains(" 9") || way.name.contains("gzip 0") || way.name.contains(" 19") {
            continue;
        }
        let input = (way.encode)(&content);
        let error = whole(way.codec, &input, 1 << 20).unwrap_err();
        assert!(matches!(error.kind, Kind::TooLarge { needed } if needed > 1 << 20), "{}: {error}", way.name);
        let (out, result) = streamed(way.codec, &input, way.window.min(1 << 20), 1 << 20);
        assert!(out.len() <= 1 << 20 && result.is_err(), "{}", way.name);
    }
}

#[test]
fn no_codec() {
    assert_eq!(whole(Compression::None, b"as it is", 8), Ok(b"as it is".to_vec()));
    assert_eq!(whole(Compression::None, b"as it is", 7).unwrap_err().kind, Kind::TooLarge { needed: 8 });
    assert_eq!(streamed(Compression::None, b"as it is", 0, 7).1.unwrap_err().kind, Kind::TooLarge { needed: 8 });
    let mut stream = Decompressor::new(Compression::None, b"as it is", &mut [], 8).unwrap();
    assert_eq!(stream.take(3), b"as ");
    assert_eq!(stream.position(), 3);
    assert_eq!(stream.take(30), b"it is");
    assert_eq!(stream.fill(), Ok(false));
    for codec in [Compression::Unknown(5), Compression::Unknown(7)] {
        assert_eq!(whole(codec, b"", 8).unwrap_err().kind, Kind::Unavailable(codec));
        assert!(!codec.is_available());
    }
    for id in 0..5 {
        assert!(Compression::from_id(id).is_available());
    }
}

// Records.

/// The records of a batch through a window, up to the first error.
fn through_window(batch: &RecordBatch<'_>, window: usize, limit: u64) -> (Vec<Value>, Option<ReadError>) {
    let mut window = vec![0; window];
    let mut records = match RecordReader::new(batch, &mut window, limit) {
        Ok(records) => records,
        Err(error) => return (Vec::new(), Some(error)),
    };
    let mut read = Vec::new();
    loop {
        match records.next_record() {
            Ok(Some(record)) => read.push(record_json(&record)),
            Ok(None) => {
                assert_eq!(records.next_record(), Ok(None));
                return (read, None);
            }
            Err(error) => {
                assert_eq!(records.next_record(), Ok(None));
                return (read, Some(error));
            }
        }
    }
}

/// The same by way of a buffer.
fn by_buffer(batch: &RecordBatch<'_>, limit: usize) -> (Vec<Value>, Option<ReadError>) {
    let mut buf = vec![0; limit];
    let mut read = Vec::new();
    let records = match batch.decompress(&mut buf) {
        Ok(payload) => batch.records_in(payload),
        Err(error) => return (read, Some(error.into())),
    };
    let records = match records {
        Ok(records) => records,
        Err(error) => return (read, Some(error.into())),
    };
    for record in records {
        match record {
            Ok(record) => read.push(record_json(&record)),
            Err(error) => return (read, Some(error.into())),
        }
    }
    (read, None)
}

/// Every compressed batch that Kafka wrote, and those that real clients and a broker sent.
#[test]
fn kafkas_batches() {
    let mut seen = [0; 5];
    for row in ["records/batches.jsonl", "records/captured.jsonl"].iter().flat_map(|file| rows(file)) {
        let name = &row["name"];
        let bytes = bytes_of(&row);
        let batches = Batches::new(&bytes).filter_map(Result::ok).filter(|batch| batch.magic() == 2);
        let expected = row["expect"]["batches"].as_array().unwrap().iter().filter(|expected| expected["magic"] == 2);
        for (batch, expected) in batches.zip(expected) {
            assert_eq!(batch.verify_crc(), Ok(()), "{name}");
            let mut wanted = expected["records"].as_array().unwrap().clone();
            for record in &mut wanted {
                let record = record.as_object_mut().unwrap();
                record.retain(|key, _| !matches!(key.as_str(), "sequence" | "control_type"));
            }
            assert_eq!(by_buffer(&batch, 1 << 20), (wanted.clone(), None), "{name}");
            for window in [40 << 10, 200 << 10] {
                assert_eq!(through_window(&batch, window, 1 << 20), (wanted.clone(), None), "{name}");
            }
            seen[usize::from(batch.compression().id())] += 1;
        }
    }
    println!("{seen:?}");
    assert!(seen[1..].iter().all(|&n| n >= 9), "{seen:?}");
}

/// Inputs that broke other decoders.
#[test]
fn bugs() {
    let mut seen = 0;
    for row in rows("bugs.jsonl") {
        let bytes = bytes_of(&row);
        let limit = row["limit"].as_u64().unwrap_or(1 << 20);
        let expected = &row["expect"];
        let Some(Ok(batch)) = Batches::new(&bytes).next() else { continue };
        if batch.magic() != 2 || batch.compression() == Compression::None || !batch.compression().is_available() {
            continue;
        }
        let wanted: Vec<_> = expected["value"]["batches"][0]["records"].as_array().cloned().unwrap_or_default();
        for (read, error) in [through_window(&batch, 1 << 20, limit), by_buffer(&batch, limit as usize)] {
            let name = format!("{}: {error:?}", row["id"]);
            assert_eq!(read, wanted, "{name}");
            assert_eq!(error.is_none(), expected["outcome"] == "ok", "{name}");
            match expected["reason"].as_str() {
                // One by one, the first record may be found wrong before there is too much.
                Some("decompress-limit") => match error {
                    Some(ReadError::Decompress(error)) => {
                        assert!(matches!(error.kind, Kind::TooLarge { .. }), "{name}")
                    }
                    error => assert!(error.is_some() && expected["or"][0]["reason"] == "record-truncated", "{name}"),
                },
                Some("decompress-corrupt") => assert!(matches!(error, Some(ReadError::Decompress(_))), "{name}"),
                _ => {}
            }
        }
        seen += 1;
    }
    assert!(seen >= 11, "{seen}");
}

fn varint(out: &mut Vec<u8>, n: i64) {
    let mut n = ((n << 1) ^ (n >> 63)) as u64;
    while n >= 0x80 {
        out.push(n as u8 | 0x80);
        n >>= 7;
    }
    out.push(n as u8);
}

/// Records whose values have these lengths, as they are in a batch.
fn payload(lengths: impl IntoIterator<Item = usize>) -> (Vec<u8>, i32) {
    let (mut payload, mut count) = (Vec::new(), 0);
    for len in lengths {
        let mut record = vec![0, 0];
        varint(&mut record, count.into());
        varint(&mut record, -1);
        varint(&mut record, len as i64);
        record.extend(content("text", len));
        varint(&mut record, 0);
        varint(&mut payload, record.len() as i64);
        payload.extend(record);
        count += 1;
    }
    (payload, count)
}

/// A batch with that payload; its CRC is not right.
fn batch(codec: Compression, count: i32, payload: &[u8]) -> Vec<u8> {
    let mut batch = vec![0; 8];
    batch.extend((49 + payload.len() as i32).to_be_bytes());
    batch.extend([0, 0, 0, 0, 2, 0, 0, 0, 0, 0, codec.id()]);
    batch.extend(count.wrapping_sub(1).to_be_bytes());
    batch.extend([0; 16]);
    batch.extend([0xff; 14]);
    batch.extend(count.to_be_bytes());
    batch.extend(payload);
    batch
}

/// A batch of megabytes through a window of kilobytes.
#[test]
fn larger_than_memory() {
    let (payload, count) = payload((0..600).map(|i| (i * 7919) % 3000));
    let plain = batch(Compression::None, count, &payload);
    let plain = Batches::new(&plain).next().unwrap().unwrap();
    let (wanted, error) = through_window(&plain, 0, u64::MAX);
    assert_eq!((wanted.len(), error), (600, None));
    for way in ways() {
        let bytes = batch(way.codec, count, &(way.encode)(&payload));
        let batch = Batches::new(&bytes).next().unwrap().unwrap();
        assert!(through_window(&batch, way.window + 4000, u64::MAX) == (wanted.clone(), None), "{}", way.name);
        assert!(by_buffer(&batch, payload.len()) == (wanted.clone(), None), "{}", way.name);
    }
}

/// A record larger than the window: the error says how large that has to be, and with that it is read.
#[test]
fn large_records() {
    let (payload, count) = payload([10, 100, 150_000, 5]);
    for way in ways() {
        let bytes = batch(way.codec, count, &(way.encode)(&payload));
        let batch = Batches::new(&bytes).next().unwrap().unwrap();
        let window = if way.codec == Compression::Lz4 { way.window } else { 40 << 10 };
        let (read, error) = through_window(&batch, window, u64::MAX);
        let Some(ReadError::Decompress(error)) = error else {
            assert!(window > 150_000, "{}", way.name);
            continue;
        };
        let Kind::WindowTooSmall { needed } = error.kind else { panic!("{}: {error}", way.name) };
        assert!(read.len() == 2 || way.name.contains("raw"), "{}", way.name);
        assert!(needed > 150_000 && needed < 150_100 + way.window.min(payload.len()) + 1000, "{}: {needed}", way.name);
        let (read, error) = through_window(&batch, needed, u64::MAX);
        assert_eq!((read.len(), error), (4, None), "{}", way.name);
    }
}

/// A record whose length is a lie: nobody is asked for a window above what the limit allows.
#[test]
fn lengths_that_lie() {
    const LIMIT: u64 = 300_000;
    // The history of gzip and lz4, and the largest block or chunk of the ways.
    const HISTORY: usize = 64 << 10;
    const STEP: usize = 4 << 20;
    let (good, count) = payload((0..200).map(|i| (i * 7919) % 1000));
    assert!((good.len() as u64) < LIMIT);
    let mut seen = [0; 2];
    for lie in [i32::MAX, 1 << 30, 300_000, 200_000] {
        let mut payload = good.clone();
        varint(&mut payload, lie.into());
        payload.extend(content("noise", 180_000));
        for way in ways() {
            let bytes = batch(way.codec, count + 1, &(way.encode)(&payload));
            let batch = Batches::new(&bytes).next().unwrap().unwrap();
            let mut window = 1000;
            // Whoever follows the errors comes to an end.
            let (read, error) = loop {
                let (read, error) = through_window(&batch, window, LIMIT);
                match error.unwrap() {
                    ReadError::Decompress(DecompressError { kind: Kind::WindowTooSmall { needed }, .. }) => {
                        assert!(
                            needed > window && needed <= LIMIT as usize + HISTORY + STEP,
                            "{} {lie} {needed}",
                            way.name
                        );
                        window = needed;
                    }
                    error => break (read, error),
                }
            };
            assert_eq!(read.len(), count as usize, "{} {lie} {error}", way.name);
            match error {
                ReadError::Decompress(DecompressError { kind: Kind::TooLarge { needed }, .. }) => {
                    assert!(needed as u64 > LIMIT, "{} {lie} {needed}", way.name);
                    seen[0] += 1;
                }
                ReadError::Decode(error) => {
                    assert_eq!((error.kind, error.offset as usize), (DecodeErrorKind::InvalidLength, good.len()));
                    seen[1] += 1;
                }
                error => panic!("{} {lie} {error}", way.name),
            }
        }
    }
    assert!(seen.iter().all(|&n| n > 10), "{seen:?}");
}

/// Records that are wrong in a payload that is right.
#[test]
fn wrong_records() {
    let (good, _) = payload([3, 5, 2]);
    let kind = |count: i32, payload: &[u8]| {
        let results = [Compression::None, Compression::Snappy].map(|codec| {
            let compressed = if codec == Compression::None { payload.to_vec() } else { raw_snappy(payload) };
            let bytes = batch(codec, count, &compressed);
            let batch = Batches::new(&bytes).next().unwrap().unwrap();
            let (read, error) = through_window(&batch, 1000, 1000);
            let (also, other) = by_buffer(&batch, 1000);
            // Whoever has all bytes sees at once that the count cannot be.
            assert!(read == also || count > payload.len() as i32, "{count}");
            let decode = |error| match error {
                None => None,
                Some(ReadError::Decode(error)) => Some((error.kind, error.offset)),
                Some(error) => panic!("{error}"),
            };
            assert_eq!(decode(error).map(|e| e.0), decode(other).map(|e| e.0));
            (read.len(), decode(error))
        });
        assert_eq!(results[0], results[1]);
        results[0]
    };
    let end = good.len() as u32;
    assert_eq!(kind(3, &good), (3, None));
    assert_eq!(kind(4, &good), (3, Some((DecodeErrorKind::RecordCount, end))));
    assert_eq!(kind(2, &good), (2, Some((DecodeErrorKind::RecordCount, end - 9))));
    assert_eq!(kind(0, &good), (0, Some((DecodeErrorKind::RecordCount, 0))));
    for negative in [-1, i32::MIN] {
        assert_eq!(kind(negative, &good), (0, Some((DecodeErrorKind::RecordCount, 0))));
        assert_eq!(kind(negative, &[]), (0, Some((DecodeErrorKind::RecordCount, 0))));
    }
    assert_eq!(kind(i32::MAX, &good).1.unwrap().0, DecodeErrorKind::RecordCount);
    assert_eq!(kind(3, &good[..good.len() - 1]), (2, Some((DecodeErrorKind::InvalidLength, end - 9))));
    let mut wrong = good.clone();
    wrong[0] = 1;
    assert_eq!(kind(3, &wrong), (0, Some((DecodeErrorKind::InvalidLength, 0))));
    wrong[0] -= 1;
    assert_eq!(kind(3, &wrong).1.unwrap().0, DecodeErrorKind::RecordSize);
    wrong[..6].fill(0xff);
    assert_eq!(kind(3, &wrong), (0, Some((DecodeErrorKind::InvalidVarint, 0))));
    assert_eq!(kind(1, &[0x80]), (0, Some((DecodeErrorKind::InvalidLength, 0))));
    assert_eq!(kind(0, &[]), (0, None));
}

/// A compaction that leaves nothing behind the header, whatever the codec.
#[test]
fn empty_batches() {
    for id in 0..8 {
        let bytes = batch(Compression::from_id(id), 0, &[]);
        let batch = Batches::new(&bytes).next().unwrap().unwrap();
        assert_eq!(through_window(&batch, 0, 0), (Vec::new(), None));
        assert_eq!(by_buffer(&batch, 0), (Vec::new(), None));
        assert_eq!(batch.records().unwrap().next(), None);
    }
    let bytes = batch(Compression::Snappy, 1, &[]);
    let batch = Batches::new(&bytes).next().unwrap().unwrap();
    let (_, Some(ReadError::Decompress(error))) = through_window(&batch, 0, 0) else { panic!() };
    assert_eq!(error.kind, Kind::Truncated);
}
