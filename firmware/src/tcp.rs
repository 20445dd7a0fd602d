//! TCP to the machine that runs QEMU: one connection, which can be made again.

use crate::clock::Moment;
use crate::nic::{MAC, Nic};
use core::fmt;
use smoltcp::iface::{Config, Interface, SocketHandle, SocketSet, SocketStorage};
use smoltcp::socket::tcp;
use smoltcp::time::{Duration, Instant};
use smoltcp::wire::{EthernetAddress, IpAddress, IpCidr};

/// QEMU's user network: this guest, and the host, whose loopback services answer there.
const GUEST: IpAddress = IpAddress::v4(10, 0, 2, 15);
const HOST: IpAddress = IpAddress::v4(10, 0, 2, 2);

/// No call waits longer than this, in milliseconds.
const PATIENCE: u32 = 15_000;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Error {
    Refused,
    TimedOut,
    Closed,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Refused => "connection refused",
            Self::TimedOut => "nothing came for too long",
            Self::Closed => "connection closed",
        })
    }
}

/// The connection, with buffers that the caller owns.
pub struct Tcp<'a> {
    nic: &'a mut Nic,
    iface: Interface,
    sockets: SocketSet<'a>,
    handle: SocketHandle,
    local_port: u16,
}

impl<'a> Tcp<'a> {
    pub fn new(nic: &'a mut Nic, storage: &'a mut [SocketStorage<'a>; 1], rx: &'a mut [u8], tx: &'a mut [u8]) -> Self {
        let mut config = Config::new(EthernetAddress(MAC).into());
        config.random_seed = 0x1234_5678_9ABC_DEF0;
        let mut iface = Interface::new(config, nic, Instant::ZERO);
        iface.update_ip_addrs(|all| {
            let _ = all.push(IpCidr::new(GUEST, 24)); // there is room for one
        });
        let mut sockets = SocketSet::new(&mut storage[..]);
        let mut socket = tcp::Socket::new(tcp::SocketBuffer::new(rx), tcp::SocketBuffer::new(tx));
        socket.set_timeout(Some(Duration::from_millis(u64::from(PATIENCE))));
        let handle = sockets.add(socket);
        Tcp { nic, iface, sockets, handle, local_port: 49_152 }
    }

    /// Connects to `port` of the host's loopback, whatever was before.
    pub fn connect(&mut self, port: u16) -> Result<(), Error> {
        self.poll().abort();
        self.poll(); // says goodbye
        self.local_port = self.local_port.wrapping_add(1).max(49_152);
        let socket = self.sockets.get_mut::<tcp::Socket>(self.handle);
        socket.connect(self.iface.context(), (HOST, port), self.local_port).map_err(|_| Error::Refused)?;
        self.wait(|socket| match socket.state() {
            tcp::State::Established => Some(Ok(())),
            tcp::State::Closed => Some(Err(Error::Refused)),
            _ => None,
        })
    }

    fn poll(&mut self) -> &mut tcp::Socket<'a> {
        let now = Instant::from_millis(i64::from(Moment::now().millis()));
        self.iface.poll(now, self.nic, &mut self.sockets);
        self.sockets.get_mut(self.handle)
    }

    /// Polls until `ready` has an answer.
    fn wait<T>(&mut self, mut ready: impl FnMut(&mut tcp::Socket<'a>) -> Option<Result<T, Error>>) -> Result<T, Error> {
        let start = Moment::now();
        loop {
            if let Some(result) = ready(self.poll()) {
                return result;
            }
            if start.elapsed() > PATIENCE {
                return Err(Error::TimedOut);
            }
        }
    }

    /// Keeps the connection alive for so many milliseconds.
    pub fn idle(&mut self, millis: u32) {
        let start = Moment::now();
        while start.elapsed() < millis {
            self.poll();
        }
    }
}

impl embedded_io::Error for Error {
    fn kind(&self) -> embedded_io::ErrorKind {
        match self {
            Self::Refused => embedded_io::ErrorKind::ConnectionRefused,
            Self::TimedOut => embedded_io::ErrorKind::TimedOut,
            Self::Closed => embedded_io::ErrorKind::ConnectionReset,
        }
    }
}

impl core::error::Error for Error {}

impl embedded_io::ErrorType for Tcp<'_> {
    type Error = Error;
}

impl embedded_io::Read for Tcp<'_> {
    fn read(&mut self, buf: &mut [u8]) -> Result<usize, Error> {
        self.wait(|socket| match socket.recv_slice(buf) {
            Ok(0) => None,
            Ok(n) => Some(Ok(n)),
            Err(tcp::RecvError::Finished) => Some(Ok(0)),
            Err(tcp::RecvError::InvalidState) => Some(Err(Error::Closed)),
        })
    }
}

impl embedded_io::Write for Tcp<'_> {
    fn write(&mut self, buf: &[u8]) -> Result<usize, Error> {
        self.wait(|socket| match socket.send_slice(buf) {
            Ok(0) => None,
            Ok(n) => Some(Ok(n)),
            Err(tcp::SendError::InvalidState) => Some(Err(Error::Closed)),
        })
    }

    /// Nothing to do: whoever waits for the answer lets it go out.
    fn flush(&mut self) -> Result<(), Error> {
        Ok(())
    }
}
