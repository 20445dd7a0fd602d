//! Kafka's own code behind a pipe.

use std::io::Write;
use std::process::{Command, Stdio};

/// What a program in `tests/kafka` answers to some lines; `None` where there are no jars.
pub fn answers<T: std::fmt::Display>(program: &str, lines: &[T]) -> Option<String> {
    let Some(jars) = std::env::var_os("KAFKA_VIEW_JARS") else {
        println!("not compared: KAFKA_VIEW_JARS names no folder with Kafka's jars");
        return None;
    };
    let classpath = format!("{}/*", jars.to_str().unwrap());
    let program = format!("{}/tests/kafka/{program}", env!("CARGO_MANIFEST_DIR"));
    let mut java = Command::new("java")
        .args(["-cp", &classpath, &program])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = java.stdin.take().unwrap();
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let writer = std::thread::spawn(move || stdin.write_all(text.as_bytes()).unwrap());
    let output = java.wait_with_output().unwrap();
    writer.join().unwrap();
    assert!(output.status.success());
    Some(String::from_utf8(output.stdout).unwrap())
}
