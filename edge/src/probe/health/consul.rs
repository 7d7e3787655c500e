//! What Consul's two formats share: its words, and the name of an instance.
//!
//! Not a format.

use super::common;
use super::json::Object;
use super::lines;
use shared::state::State;

/// The words of Consul.
pub const WORDS: [(&str, State); 4] = [
    ("passing", State::Operational),
    ("warning", State::Degraded),
    ("critical", State::Down),
    ("maintenance", State::Draining),
];

/// The id of an entry's instance, or what stands for one.
pub fn instance(entry: Option<&Object<'_>>) -> String {
    let service = entry.and_then(|entry| Object::of(entry.get("Service")?));
    let id = service.and_then(|service| service.text("ID").or_else(|| service.text("Service")));
    id.map_or_else(|| lines::UNNAMED.to_owned(), |id| common::clip(&id))
}
