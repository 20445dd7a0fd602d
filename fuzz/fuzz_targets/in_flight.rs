//! A made-up conversation through the table of requests in flight.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| kafka_view_fuzz::wire::in_flight(data));
