//! Kafka's APIs: keys, names, versions.

use crate::schema::{from_on, versions};
use kafka_view::messages::Message;
use kafka_view::{ApiKey, schema::MessageKind};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::io::{self, Write};

/// What there is to say about an API.
struct Api {
    api: ApiKey,
    name: &'static str,
    versions: String,
    kafka_versions: Option<String>,
    flexible: String,
    request_headers: BTreeSet<i16>,
    response_headers: BTreeSet<i16>,
    is_decoded: bool,
}

fn apis() -> impl Iterator<Item = Api> {
    ApiKey::ALL.iter().filter_map(|&api| {
        let known = api.versions()?;
        Some(Api {
            api,
            name: api.name()?,
            versions: versions(known.clone()),
            kafka_versions: api.kafka_versions().map(versions),
            flexible: from_on(api.flexible_from()),
            request_headers: known.clone().filter_map(|version| api.request_header_version(version)).collect(),
            response_headers: known.filter_map(|version| api.response_header_version(version)).collect(),
            is_decoded: Message::of(api, MessageKind::Request).is_some(),
        })
    })
}

/// Prints a line of JSON for each API.
///
/// # Errors
/// As the output.
pub fn print_json(out: &mut dyn Write) -> io::Result<()> {
    for api in apis() {
        let line: Value = json!({
            "key": api.api.0, "name": api.name, "versions": api.versions, "kafkaVersions": api.kafka_versions,
            "flexibleVersions": api.flexible, "requestHeaderVersions": api.request_headers,
            "responseHeaderVersions": api.response_headers, "decoded": api.is_decoded,
        });
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// Prints a table of the APIs.
///
/// # Errors
/// As the output.
pub fn print(out: &mut dyn Write) -> io::Result<()> {
    let row = |out: &mut dyn Write, cells: [&str; 8]| {
        let [key, name, versions, kafka, flexible, request, response, decoded] = cells;
        writeln!(
            out,
            "{key:>3}  {name:<37}  {versions:<8}  {kafka:<9}  {flexible:<8}  {request:<7}  {response:<8}  {decoded}"
        )
    };
    row(out, ["key", "API", "versions", "Kafka 4.4", "flexible", "request", "response", "decoded"])?;
    row(out, ["", "", "", "", "", "header", "header", "here"])?;
    for api in apis() {
        let list =
            |headers: &BTreeSet<i16>| headers.iter().map(|version| format!("v{version}")).collect::<Vec<_>>().join(",");
        let (key, request, response) = (api.api.0.to_string(), list(&api.request_headers), list(&api.response_headers));
        let kafka = api.kafka_versions.as_deref().unwrap_or("-");
        let decoded = if api.is_decoded { "yes" } else { "-" };
        row(out, [&key, api.name, &api.versions, kafka, &api.flexible, &request, &response, decoded])?;
    }
    Ok(())
}
