//! What the fuzz targets run: a function each, which takes any bytes and panics where something does not hold.
//!
//! `fuzz_targets/NAME.rs` hands it what libFuzzer makes up. README.md lists what each is about.

pub mod codec;
pub mod command;
pub mod input;
pub mod internal;
pub mod message;
pub mod record;
pub mod wire;

pub use libfuzzer_sys::Corpus;

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
