//! What the fuzz targets run: a function each, which takes any bytes and panics where something does not hold.
//!
//! `fuzz_targets/NAME.rs` hands it what libFuzzer makes up. README.md lists what each is about.

/// What tests compare, too.
#[path = "../../tests/support/chunks.rs"]
mod chunks;
pub mod codec;
pub mod command;
pub mod input;
pub mod internal;
pub mod message;
pub mod record;
#[path = "../../tests/support/strict.rs"]
mod strict;
#[allow(dead_code, reason = "values out of dice are for tests")]
#[path = "../../tests/support/values.rs"]
mod values;
pub mod wire;

pub use libfuzzer_sys::Corpus;

use kafka_view::compression::Compression;
use std::cell::Cell;

/// Lends some buffers, kept from one execution to the next: to allocate them each time takes longer than most targets.
///
/// What they hold does not matter to anything that gets them. Whoever reads what was not written finds the last input's.
pub fn with_rooms<const N: usize, T>(sizes: [usize; N], run: impl FnOnce([&mut [u8]; N]) -> T) -> T {
    thread_local! { static ROOM: Cell<Vec<u8>> = const { Cell::new(Vec::new()) } }
    let mut room = ROOM.take();
    let all = sizes.iter().sum();
    if room.len() < all {
        room.resize(all, 0);
    }
    let mut rest = &mut room[..];
    let rooms = sizes.map(|size| rest.split_off_mut(..size).expect("there is room for all"));
    let result = run(rooms);
    ROOM.set(room);
    result
}

/// Every target by its name, save `peer`.
pub const TARGETS: &[(&str, fn(&[u8]))] = &[
    ("builder", record::builder),
    ("chunks", |data| drop(message::chunks(data))),
    ("chunks_records", record::chunks),
    ("committed", record::committed),
    ("conversation", command::conversation),
    ("debug", |data| drop(message::debug(data))),
    ("decode", |data| drop(message::decode(data))),
    ("edit", record::edit),
    ("explain", command::explained),
    ("framed", wire::framed),
    ("frames", wire::frames),
    ("gzip", |data| codec::run(Compression::Gzip, data)),
    ("headers", wire::headers),
    ("in_flight", wire::in_flight),
    ("internal", internal::stored),
    ("json", |data| drop(message::json(data))),
    ("json_text", |data| drop(message::json_text(data))),
    ("lines", message::line),
    ("lz4", |data| codec::run(Compression::Lz4, data)),
    ("reader", record::reader),
    ("records", record::records),
    ("reencode", |data| drop(message::reencode(data))),
    ("segment", command::segment),
    ("snappy", |data| codec::run(Compression::Snappy, data)),
    ("strict", |data| drop(message::strict(data))),
    ("text", wire::text),
    ("varints", wire::varints),
    ("zstd", |data| codec::run(Compression::Zstd, data)),
];
