//! Prints the topics of a cluster as they come, however many there are, through a window of 1 KiB.
//!
//! ```console
//! $ cargo run --example metadata --features embedded-io -- localhost:9092
//! ```

use embedded_io_adapters::std::FromStd;
use kafka_view::messages::metadata::{MetadataRequest, MetadataResponseEvent as Event, MetadataResponseView};
use kafka_view::stream::{ChunkStream, Next};
use kafka_view::{ApiKey, Part, Window, frame, io};
use std::error::Error;
use std::net::TcpStream;

const VERSION: i16 = 12;

fn main() -> Result<(), Box<dyn Error>> {
    let broker = std::env::args().nth(1).unwrap_or_else(|| "localhost:9092".into());
    let mut socket = FromStd::new(TcpStream::connect(broker)?);

    // No list of topics: all of them.
    let request = MetadataRequest { topics: None, ..Default::default() };
    let mut buf = [0; 128];
    let n = frame::encode_request(&request, VERSION, 1, Some("metadata".into()), &mut buf)?;
    io::send(&mut socket, &mut &buf[..n])?;

    let mut memory = [0; 1024];
    let mut window = Window::new(&mut memory);
    let front = io::read_response_front(&mut socket, &mut window, ApiKey::METADATA, VERSION, 1 << 30)?;
    let mut stream = ChunkStream::<MetadataResponseView>::new(front.body_len, VERSION)?;
    loop {
        match stream.next(&mut window)? {
            Next::More => {
                io::fill(&mut socket, &mut window)?;
            }
            Next::Event(Event::MetadataResponseBroker(broker, _)) => {
                println!("broker {} at {}:{}", broker.node_id, broker.host, broker.port);
            }
            Next::Event(Event::MetadataResponseTopic(topic, Part::Head)) => {
                println!("{} {} partitions", topic.name.unwrap_or_default(), topic.partitions.len());
            }
            Next::End => return Ok(()),
            _ => {}
        }
    }
}
