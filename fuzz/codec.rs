//! What has to hold for any bytes handed to a codec: the two ways agree, and neither passes the limit.

use kafka_view::compression::{Compression, DecompressErrorKind, Decompressor, decompress};

const LIMIT: usize = 100_000;

pub fn run(codec: Compression, data: &[u8]) {
    let mut buf = vec![0; LIMIT];
    let whole = decompress(codec, data, &mut buf);
    // Windows that hold all, and one that holds what gzip and most of lz4 need.
    for window in [LIMIT, 70_000] {
        let mut window = vec![0; window];
        let mut out = Vec::new();
        let mut stream = Decompressor::new(codec, data, &mut window, LIMIT as u64).unwrap();
        let end = loop {
            match stream.fill() {
                Ok(true) => out.extend_from_slice(stream.take(usize::MAX)),
                Ok(false) => break Ok(()),
                Err(error) => break Err(error),
            }
        };
        assert!(out.len() <= LIMIT);
        match end {
            Err(error) if matches!(error.kind, DecompressErrorKind::WindowTooSmall { .. }) => {}
            end => assert_eq!(end.map(|()| &out[..]), whole),
        }
    }
}
