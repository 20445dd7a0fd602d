//! What has to hold for any bytes handed to a codec: the two ways agree, and neither passes the limit.

use crate::with_rooms;
use kafka_view::compression::{Compression, DecompressErrorKind, Decompressor, decompress};

const LIMIT: usize = 100_000;

/// A codec, whole into a buffer and piece by piece through windows.
pub fn run(codec: Compression, data: &[u8]) {
    // Windows that hold all, one that holds what gzip and most of lz4 need, and one for little.
    with_rooms([LIMIT, LIMIT], |[buf, window]| {
        let whole = decompress(codec, data, buf);
        for size in [LIMIT, 70_000, 300] {
            let mut stream = Decompressor::new(codec, data, &mut window[..size], LIMIT as u64).unwrap();
            // How many bytes came out, as long as they are those that came out of the other.
            let mut out = 0;
            let end = loop {
                match stream.fill() {
                    Ok(true) => {
                        let piece = stream.take(usize::MAX);
                        assert!(!piece.is_empty());
                        out += piece.len();
                        assert!(out <= LIMIT);
                        if let Ok(whole) = whole {
                            assert_eq!(*piece, whole[out - piece.len()..out]);
                        }
                    }
                    Ok(false) => break Ok(()),
                    Err(error) => break Err(error),
                }
            };
            assert_eq!(stream.position(), out as u64);
            match end {
                Err(error) if matches!(error.kind, DecompressErrorKind::WindowTooSmall { .. }) => {
                    assert!(matches!(error.kind, DecompressErrorKind::WindowTooSmall { needed } if needed > size));
                }
                end => assert_eq!(end.map(|()| out), whole.map(<[u8]>::len)),
            }
        }
    });
}
