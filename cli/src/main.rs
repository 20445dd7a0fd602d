//! The `kafka-view` command.

fn main() -> std::process::ExitCode {
    kafka_view_cli::run(std::env::args_os())
}
