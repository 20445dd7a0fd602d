//! Milliseconds since [`start`]: seconds that the SysTick interrupt counts, and how far the counter is.
//!
//! An interrupt for each millisecond would be simpler, but an emulator on a busy machine loses some of them.

use core::sync::atomic::{AtomicU32, Ordering};
use cortex_m::peripheral::{SYST, syst::SystClkSource};
use cortex_m_rt::exception;

/// The core clock that QEMU gives the board.
const HZ: u32 = 12_500_000;

static SECONDS: AtomicU32 = AtomicU32::new(0);

#[exception]
fn SysTick() {
    SECONDS.fetch_add(1, Ordering::Relaxed);
}

pub fn start(systick: &mut SYST) {
    systick.set_clock_source(SystClkSource::Core);
    systick.set_reload(HZ - 1);
    systick.clear_current();
    systick.enable_interrupt();
    systick.enable_counter();
}

/// A moment. The clock wraps after 49 days, and what lies further back than 24 looks as if it were to come.
#[derive(Clone, Copy)]
pub struct Moment(u32);

impl Moment {
    pub fn now() -> Self {
        loop {
            let seconds = SECONDS.load(Ordering::Relaxed);
            let passed = (HZ - 1).saturating_sub(SYST::get_current()); // it counts down
            if seconds == SECONDS.load(Ordering::Relaxed) {
                return Moment(seconds.wrapping_mul(1000).wrapping_add(passed / (HZ / 1000)));
            }
        }
    }

    pub fn millis(self) -> u32 {
        self.0
    }

    /// Just when a second ends the interrupt may still be on its way, and now seems to be before.
    pub fn elapsed(self) -> u32 {
        let passed = Self::now().0.wrapping_sub(self.0);
        u32::try_from(passed.cast_signed()).unwrap_or_default()
    }
}
