//! A plain recording relay: `relay PORT TARGET FOLDER [CUT]` passes every connection to 127.0.0.1:PORT on to 127.0.0.1:TARGET, and
//! keeps what goes by: for connection NNN the streams `NNN.c2s.bin` and `NNN.s2c.bin`, and in `NNN.json` how they came:
//! `{"chunks": [[0 for client to server or 1 for the way back, offset, length, microseconds since it opened], ..]}`.
//!
//! With a CUT the first connection ends when so many bytes have come back from the target, wherever in a message that is.
//!
//! It knows nothing of Kafka. Made for `converse` beside it; needs nothing but rustc.

use std::fs::File;
use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Instant;

/// What was seen of a connection. One lock for both directions: what caused something is in front of it.
struct Record {
    opened: Instant,
    files: [File; 2],
    lengths: [usize; 2],
    chunks: Vec<String>,
}

impl Record {
    fn new(folder: &Path, name: &str) -> io::Result<Self> {
        let file = |dir: &str| File::create(folder.join(format!("{name}.{dir}.bin")));
        let (files, chunks) = ([file("c2s")?, file("s2c")?], Vec::new());
        Ok(Record { opened: Instant::now(), files, lengths: [0; 2], chunks })
    }

    fn add(&mut self, dir: usize, bytes: &[u8]) -> io::Result<()> {
        let time = self.opened.elapsed().as_micros();
        self.chunks.push(format!("[{dir},{},{},{time}]", self.lengths[dir], bytes.len()));
        self.lengths[dir] += bytes.len();
        self.files[dir].write_all(bytes)
    }
}

/// Passes one direction on until its end, or until `cut` bytes have gone by.
fn pass(mut from: TcpStream, mut to: TcpStream, dir: usize, record: &Mutex<Record>, mut cut: usize) -> io::Result<()> {
    let mut buffer = vec![0; 1 << 16];
    loop {
        let n = match from.read(&mut buffer) {
            Ok(0) | Err(_) => return to.shutdown(Shutdown::Write),
            Ok(n) => n.min(cut),
        };
        cut -= n;
        // It is written down before anybody can answer it.
        record.lock().expect("no thread panics").add(dir, &buffer[..n])?;
        to.write_all(&buffer[..n])?;
        if cut == 0 {
            return from.shutdown(Shutdown::Both).and(to.shutdown(Shutdown::Both));
        }
    }
}

fn relay(client: TcpStream, target: u16, folder: &Path, name: &str, cut: usize) -> io::Result<()> {
    let server = TcpStream::connect(("127.0.0.1", target))?;
    client.set_nodelay(true)?;
    server.set_nodelay(true)?;
    let record = Mutex::new(Record::new(folder, name)?);
    std::thread::scope(|scope| {
        let (up, down) = ((client.try_clone()?, server.try_clone()?), (server, client));
        let record = &record;
        let upward = scope.spawn(move || pass(up.0, up.1, 0, record, usize::MAX));
        // An end that is gone ends both directions.
        let _ = pass(down.0, down.1, 1, record, cut);
        let _ = upward.join();
        Ok::<_, io::Error>(())
    })?;
    let chunks = record.into_inner().expect("no thread panics").chunks.join(",");
    std::fs::write(folder.join(format!("{name}.json")), format!("{{\"conn\":\"{name}\",\"chunks\":[{chunks}]}}\n"))
}

fn main() -> io::Result<()> {
    let args: Vec<_> = std::env::args().skip(1).collect();
    let (port, target, folder, cut) = match &args[..] {
        [port, target, folder] => (port, target, folder, usize::MAX),
        [port, target, folder, cut] => (port, target, folder, cut.parse().map_err(io::Error::other)?),
        _ => {
            eprintln!("usage: relay PORT TARGET FOLDER [CUT]");
            std::process::exit(2);
        }
    };
    let number = |text: &str| text.parse::<u16>().map_err(io::Error::other);
    let (listener, target) = (TcpListener::bind(("127.0.0.1", number(port)?))?, number(target)?);
    let folder = Arc::new(PathBuf::from(folder));
    for (i, client) in listener.incoming().enumerate() {
        let (client, folder) = (client?, Arc::clone(&folder));
        std::thread::spawn(move || {
            let name = format!("{:03}", i + 1);
            let cut = if i == 0 { cut } else { usize::MAX };
            if let Err(error) = relay(client, target, &folder, &name, cut) {
                eprintln!("relay: connection {name}: {error}");
            }
        });
    }
    Ok(())
}
