//! How deep the stack has been: cortex-m-rt fills it with a pattern at reset.

use cortex_m_rt::{STACK_PAINT_VALUE, heap_start};

unsafe extern "C" {
    static _stack_start: u32;
}

/// How many bytes of RAM hold no statics, and how many of them the stack has used at its deepest.
pub fn sizes() -> (usize, usize) {
    let (bottom, top) = (heap_start() as usize, (&raw const _stack_start) as usize);
    let mut word = bottom;
    // SAFETY: from the end of the statics to the top of the stack all is RAM, and reading it disturbs nothing.
    while word < top && unsafe { (word as *const u32).read_volatile() } == STACK_PAINT_VALUE {
        word += size_of::<u32>();
    }
    (top - bottom, top - word)
}
