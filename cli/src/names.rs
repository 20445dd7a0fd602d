//! Messages by name, and what to say when there is none of that name.

use crate::error::Error;
use kafka_view::messages::Message;
use kafka_view::{ApiKey, schema::MessageKind};

/// The message of a name.
///
/// # Errors
/// There is none.
pub fn message(name: &str) -> Result<Message, Error> {
    if let Some(message) = Message::from_name(name) {
        return Ok(message);
    }
    let of_api: Vec<_> = messages(name)?.iter().map(|message| message.name()).collect();
    Err(Error::Usage(format!("{name} is an API; which of its messages: {}?", of_api.join(" or "))))
}

/// The message of a name, or those of the API of that name.
///
/// # Errors
/// There is none.
pub fn messages(name: &str) -> Result<Vec<Message>, Error> {
    if let Some(message) = Message::from_name(name) {
        return Ok(vec![message]);
    }
    let kinds = [MessageKind::Request, MessageKind::Response];
    let bare = kinds.iter().find_map(|kind| name.strip_suffix(&format!("{kind:?}"))).unwrap_or(name);
    let Some(api) = ApiKey::from_name(bare) else { return Err(unknown(name)) };
    let of_api: Vec<_> = kinds.iter().filter_map(|&kind| Message::of(api, kind)).collect();
    if of_api.is_empty() {
        return Err(Error::Usage(format!("{bare} is API {}, but its messages are not declared here yet", api.0)));
    }
    Ok(of_api)
}

/// The request or response of an API, which may be given by its own name or by the message's.
///
/// # Errors
/// There is none.
pub fn of_kind(name: &str, kind: MessageKind) -> Result<Message, Error> {
    let found = messages(name)?.into_iter().find(|message| message.schema().kind == kind);
    found.ok_or_else(|| Error::Usage(format!("{name} is no {}", format!("{kind:?}").to_lowercase())))
}

/// Checks that a message has a version.
///
/// # Errors
/// It has not.
pub fn check_version(message: Message, version: i16) -> Result<(), Error> {
    if message.schema().has_version(version) {
        return Ok(());
    }
    let (name, versions) = (message.name(), message.schema().versions());
    let (first, last) = (versions.start(), versions.end());
    Err(Error::Usage(if first == last {
        format!("{name} has only version {first}, not {version}")
    } else {
        format!("{name} has versions {first} to {last}, not {version}")
    }))
}

fn unknown(name: &str) -> Error {
    let names = Message::all().map(Message::name).chain(ApiKey::ALL.iter().filter_map(|api| api.name()));
    let likeness = |known: &str| strsim::jaro_winkler(&known.to_lowercase(), &name.to_lowercase());
    let nearest = names.map(|known| (likeness(known), known)).max_by(|a, b| a.0.total_cmp(&b.0));
    let hint = match nearest {
        Some((likeness, known)) if likeness > 0.85 => format!("; did you mean {known}?"),
        _ => "; `kafka-view apis` lists the APIs".to_owned(),
    };
    Error::Usage(format!("no message is called \"{}\"{hint}", name.escape_debug()))
}
