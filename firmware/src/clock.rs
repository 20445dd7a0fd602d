//! Milliseconds since [`start`], counted by the SysTick interrupt.

use core::sync::atomic::{AtomicU32, Ordering};
use cortex_m::peripheral::{SYST, syst::SystClkSource};
use cortex_m_rt::exception;

/// The core clock that QEMU gives the board.
const HZ: u32 = 12_500_000;

static MILLIS: AtomicU32 = AtomicU32::new(0);

#[exception]
fn SysTick() {
    MILLIS.fetch_add(1, Ordering::Relaxed);
}

pub fn start(systick: &mut SYST) {
    systick.set_clock_source(SystClkSource::Core);
    systick.set_reload(HZ / 1000 - 1);
    systick.clear_current();
    systick.enable_interrupt();
    systick.enable_counter();
}

/// A moment. The clock wraps after 49 days, and what lies further back than 24 looks as if it were to come.
#[derive(Clone, Copy)]
pub struct Moment(u32);

impl Moment {
    pub fn now() -> Self {
        Moment(MILLIS.load(Ordering::Relaxed))
    }

    pub fn millis(self) -> u32 {
        self.0
    }

    pub fn elapsed(self) -> u32 {
        Self::now().0.wrapping_sub(self.0)
    }
}
