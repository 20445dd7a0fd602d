//! Fetches records as a device does, through a window of 128 bytes, from a socket that has what a broker once sent, nine bytes at
//! a time.
//!
//! ```console
//! $ cargo run --example async_fetch --features embedded-io-async
//! ```

mod device;

use embedded_io_async::{ErrorType, Read, Write};
use kafka_view::Window;
use kafka_view::messages::share_fetch::ShareFetchRequest;
use std::convert::Infallible;
use std::future::Future;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

struct Socket(&'static [u8]);

impl ErrorType for Socket {
    type Error = Infallible;
}

impl Read for Socket {
    async fn read(&mut self, buf: &mut [u8]) -> Result<usize, Infallible> {
        let (chunk, rest) = self.0.split_at(self.0.len().min(buf.len()).min(9));
        buf[..chunk.len()].copy_from_slice(chunk);
        self.0 = rest;
        Ok(chunk.len())
    }
}

impl Write for Socket {
    async fn write(&mut self, buf: &[u8]) -> Result<usize, Infallible> {
        Ok(buf.len())
    }
    async fn flush(&mut self) -> Result<(), Infallible> {
        Ok(())
    }
}

/// An executor takes its place on a device. Here nothing ever waits.
fn run<T>(future: impl Future<Output = T>) -> T {
    let mut future = pin!(future);
    loop {
        if let Poll::Ready(result) = future.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            return result;
        }
    }
}

fn main() {
    let mut socket = Socket(include_bytes!("../data/share-fetch-response.bin"));
    let correlation_id = i32::from_be_bytes(*socket.0[4..].first_chunk().expect("a correlation id"));
    let mut memory = [0; 128];
    let mut window = Window::new(&mut memory);
    let request = ShareFetchRequest { group_id: Some("group".into()), ..Default::default() };
    let batches = run(device::fetch(&mut socket, &mut window, &request, correlation_id, |partition, record| {
        println!("{partition} {}: {}", record.offset, String::from_utf8_lossy(record.value.unwrap_or_default()));
    }));
    println!("{} good batches", batches.expect("a response"));
}
