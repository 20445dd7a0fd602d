//! The Ethernet controller of TI's LM3S6965, polled, and its glue to smoltcp.

use smoltcp::phy::{Device, DeviceCapabilities, Medium, RxToken, TxToken};
use smoltcp::time::Instant;

/// The largest frame that is sent, without its check sequence. Small on purpose, as one lies in RAM.
const FRAME: usize = 590;

/// The largest that is received: QEMU's user network pays no heed to what TCP says of the size of segments.
const ROOM: usize = 1514;

/// The address that QEMU's user network expects.
pub const MAC: [u8; 6] = [0x52, 0x54, 0x00, 0x12, 0x34, 0x56];

/// The registers, by byte offset from the controller's.
const BASE: usize = 0x4004_8000;
const RECEIVE_CONTROL: usize = 0x08;
const TRANSMIT_CONTROL: usize = 0x0C;
const DATA: usize = 0x10;
const PACKETS_WAITING: usize = 0x34;
const TRANSMIT_REQUEST: usize = 0x38;

/// The controller: one FIFO each way, of whole words.
pub struct Nic {
    rx: [u8; ROOM],
    tx: [u8; FRAME],
}

fn read(offset: usize) -> u32 {
    // SAFETY: whoever made the `Nic` vouched for the controller.
    unsafe { ((BASE + offset) as *const u32).read_volatile() }
}

fn write(offset: usize, value: u32) {
    // SAFETY: as above.
    unsafe { ((BASE + offset) as *mut u32).write_volatile(value) }
}

impl Nic {
    /// Switches the controller on.
    ///
    /// # Safety
    /// This runs on an LM3S6965, and nothing else uses its controller.
    pub unsafe fn new() -> Self {
        let clocks = 0x400F_E108 as *mut u32; // RCGC2
        // SAFETY: on this part it is there, and only bits that concern the controller change.
        unsafe { clocks.write_volatile(clocks.read_volatile() | 1 << 28 | 1 << 30) };
        let [a, b, c, d, e, f] = MAC;
        write(0x14, u32::from_le_bytes([a, b, c, d]));
        write(0x18, u32::from_le_bytes([e, f, 0, 0]));
        write(0x04, 0); // no interrupts
        write(0x1C, 0x3F); // send on request, not at a level of the FIFO
        write(TRANSMIT_CONTROL, 0x17); // duplex, check sequence, padding, on
        write(RECEIVE_CONTROL, 0x19); // empty the FIFO, refuse bad check sequences, on
        Nic { rx: [0; ROOM], tx: [0; FRAME] }
    }

    /// A whole frame, if one has come. One that is too long is dropped.
    fn take(&mut self) -> Option<usize> {
        if read(PACKETS_WAITING) & 0x3F == 0 {
            return None;
        }
        // In the FIFO: a 16-bit length that counts itself and the check sequence, the frame, the check sequence.
        let [low, high, first, second] = read(DATA).to_le_bytes();
        let total = usize::from(u16::from_le_bytes([low, high]));
        let words = total.div_ceil(4).saturating_sub(1);
        [self.rx[0], self.rx[1]] = [first, second];
        let mut chunks = self.rx[2..].chunks_mut(4);
        for _ in 0..words {
            let word = read(DATA).to_le_bytes();
            if let Some(chunk) = chunks.next() {
                chunk.copy_from_slice(&word[..chunk.len()]);
            }
        }
        Some(total.saturating_sub(6)).filter(|len| *len <= ROOM)
    }
}

pub struct Received<'a>(&'a [u8]);

impl RxToken for Received<'_> {
    fn consume<R, F: FnOnce(&[u8]) -> R>(self, f: F) -> R {
        f(self.0)
    }
}

pub struct Sending<'a>(&'a mut [u8; FRAME]);

impl TxToken for Sending<'_> {
    fn consume<R, F: FnOnce(&mut [u8]) -> R>(self, len: usize, f: F) -> R {
        let frame = &mut self.0[..len];
        let result = f(frame);
        while read(TRANSMIT_REQUEST) & 1 != 0 {}
        // The length of the payload, then the frame, all in words.
        let payload = u32::try_from(len.saturating_sub(14)).unwrap_or_default();
        let (addresses, rest) = frame.split_at(2);
        write(DATA, payload | u32::from(addresses[0]) << 16 | u32::from(addresses[1]) << 24);
        for chunk in rest.chunks(4) {
            let mut word = [0; 4];
            word[..chunk.len()].copy_from_slice(chunk);
            write(DATA, u32::from_le_bytes(word));
        }
        write(TRANSMIT_REQUEST, 1);
        result
    }
}

impl Device for Nic {
    type RxToken<'a> = Received<'a>;
    type TxToken<'a> = Sending<'a>;

    fn receive(&mut self, _: Instant) -> Option<(Received<'_>, Sending<'_>)> {
        let len = self.take()?;
        Some((Received(&self.rx[..len]), Sending(&mut self.tx)))
    }

    fn transmit(&mut self, _: Instant) -> Option<Sending<'_>> {
        Some(Sending(&mut self.tx))
    }

    fn capabilities(&self) -> DeviceCapabilities {
        let mut capabilities = DeviceCapabilities::default();
        capabilities.medium = Medium::Ethernet;
        capabilities.max_transmission_unit = FRAME;
        capabilities.max_burst_size = Some(3); // the FIFO has 2 KiB
        capabilities
    }
}
