//! A share-group consumer in 64 KiB of RAM, without a heap: see `README.md`.
//!
//! Arguments: the broker's port on the machine that runs QEMU; after how many milliseconds without a record to leave.
#![no_std]
#![no_main]

mod broker;
mod clock;
mod incoming;
mod nic;
mod share;
mod stack;
mod tcp;

use broker::{Broker, Error};
use clock::Moment;
use cortex_m::singleton;
use kafka_view::Window;
use kafka_view::compression::Decompression;
use nic::Nic;
use semihosting::{experimental::env, process};
use share::Member;
use tcp::Tcp;

const GROUP: &str = "devices";
const TOPIC: &str = "telemetry";
const MEMBER: &str = "S2Fma2EtVmlldy1EZXZpYw"; // a UUID in Kafka's base64, as a device would have it from its serial number

/// What was received from the broker and not read yet. It holds the largest response that is read at once, the largest record
/// (longer ones come in pieces), and the largest compressed block of lz4.
const WINDOW: usize = 6 << 10;

/// What comes out of a codec: gzip refers 32 KiB back.
const DECOMPRESSED: usize = if cfg!(feature = "codecs") { 33 << 10 } else { 0 };

/// No batch is believed to be larger than this when it is decompressed.
const LIMIT: u64 = 1 << 20;

/// How long to wait before the next attempt to connect, in milliseconds.
const PAUSE: u32 = 500;

/// How often to try before giving up.
const ATTEMPTS: u32 = 10;

/// Prints a line through the debugger, in one piece; what is longer than 200 bytes is cut.
macro_rules! say {
    ($($arguments:tt)*) => {{
        let mut line = heapless::String::<200>::new();
        let _ = core::fmt::Write::write_fmt(&mut line, format_args!($($arguments)*));
        semihosting::println!("{line}");
    }};
}
use say;

#[cortex_m_rt::entry]
fn main() -> ! {
    process::exit(i32::from(!run()))
}

fn run() -> bool {
    let args = env::args::<64>().expect("the debugger has a command line");
    let mut numbers = (&args).skip(1).filter_map(|arg| arg.ok()?.parse().ok());
    let (Some(port), Some(patience)) = (numbers.next(), numbers.next()) else {
        say!("arguments: the port, and after how many milliseconds without a record to leave");
        return false;
    };
    let port = u16::try_from(port).unwrap_or_default();

    clock::start(&mut cortex_m::Peripherals::take().expect("taken once").SYST);
    // SAFETY: this is built for the board that has it, and nothing else uses it.
    let nic = singleton!(: Nic = unsafe { Nic::new() }).expect("taken once");
    let rx = singleton!(: [u8; 2048] = [0; 2048]).expect("taken once");
    let tx = singleton!(: [u8; 1024] = [0; 1024]).expect("taken once");
    let window = singleton!(: [u8; WINDOW] = [0; WINDOW]).expect("taken once");
    let decompressed = singleton!(: [u8; DECOMPRESSED] = [0; DECOMPRESSED]).expect("taken once");
    // On the stack, which never goes back from here: on its way to a static it would take its 11 KB twice.
    let mut codecs = Decompression::new(decompressed, LIMIT);
    let storage = singleton!(: [smoltcp::iface::SocketStorage<'static>; 1] = Default::default()).expect("taken once");

    let mut broker = Broker::new(Tcp::new(nic, storage, rx, tx), Window::new(window));
    let mut member = Member::new(GROUP, TOPIC, MEMBER);
    let mut attempts = 0;
    let done = loop {
        match converse(&mut broker, &mut member, &mut codecs, port, patience, &mut attempts) {
            Ok(()) => break true,
            // The broker may be back soon; what was not acknowledged comes again.
            Err(error) if error.is_of_connection() && attempts < ATTEMPTS => {
                attempts += 1;
                say!("lost: {error}");
                broker.idle(PAUSE);
            }
            Err(error) => {
                say!("gives up: {error}");
                break false;
            }
        }
    };
    let (free, used) = stack::sizes();
    say!("stack: {used} of {free} bytes, {} ms", Moment::now().millis());
    done
}

/// From the connection until there was nothing for long enough.
fn converse(
    broker: &mut Broker<'_>,
    member: &mut Member,
    codecs: &mut Decompression<'_>,
    port: u16,
    patience: u32,
    attempts: &mut u32,
) -> Result<(), Error> {
    broker.connect(port)?;
    member.join(broker)?;
    say!("joined");
    *attempts = 0;
    let mut last = Moment::now();
    while last.elapsed() < patience {
        member.beat_in_time(broker)?;
        if member.fetch(broker, codecs)? > 0 {
            last = Moment::now();
        }
    }
    member.close(broker, codecs)?;
    member.leave(broker)?;
    say!("left");
    Ok(())
}
