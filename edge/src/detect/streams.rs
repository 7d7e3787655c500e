//! Streams with consumer groups, found under usual names: Symfony's are told by its group, all others are an application's
//! own.
//!
//! Not asking, and not looking into entries.

use super::queues::Found;
use super::signs::{OWN_STREAMS, SYMFONY, SYMFONY_GROUP, TASKIQ_GROUP};
use crate::probe::redis::reply::{count, fields, list, text};
use redis::Value;

/// So many groups of an application's own are written down.
const MOST_GROUPS: usize = 4;

/// What was seen so far.
#[derive(Default)]
pub struct Streams(Vec<Stream>);

/// A stream and one of its groups.
struct Stream {
    name: String,
    group: String,
    /// Not yet acknowledged, and not yet delivered, if both are known, it is the only group, and something has been
    /// delivered before.
    open: Option<u64>,
    deletes_on_ack: Option<bool>,
}

impl Streams {
    /// Takes the reply to `XINFO GROUPS` in.
    pub fn groups(&mut self, stream: &str, reply: &Value) {
        let groups = list(reply).unwrap_or_default();
        for group in groups {
            let fields = fields(group).unwrap_or_default();
            let field =
                |name: &str| fields.iter().find(|(key, _)| text(key) == Some(name)).map(|(_, value)| *value);
            let Some(name) = field("name").and_then(text).filter(|name| *name != TASKIQ_GROUP) else {
                continue;
            };
            let number = |name| field(name).and_then(count);
            let was_read = number("entries-read").is_some_and(|read| read > 0);
            let open = number("pending").zip(number("lag")).map(|(pending, lag)| pending + lag);
            let open = open.filter(|_| was_read && groups.len() == 1);
            let (name, group) = (stream.to_owned(), name.to_owned());
            self.0.push(Stream { name, group, open, deletes_on_ack: None });
        }
    }

    /// Takes a stream's length in: what is there beyond what is open has been acknowledged, and kept.
    pub fn length(&mut self, stream: &str, length: Option<u64>) {
        for stream in self.0.iter_mut().filter(|known| known.name == stream) {
            stream.deletes_on_ack = length.zip(stream.open).map(|(length, open)| length <= open);
        }
    }

    /// A system for each group, Symfony's first; and how many groups are left out. `failed`: a stream that is called
    /// like one of dead letters.
    pub fn found(self, failed: Option<&str>) -> (Vec<Found>, usize) {
        let mut all: Vec<(String, Vec<Stream>)> = Vec::new();
        for stream in self.0 {
            match all.iter_mut().find(|(group, _)| *group == stream.group) {
                Some((_, streams)) => streams.push(stream),
                None => all.push((stream.group.clone(), vec![stream])),
            }
        }
        // Stable: otherwise in the order in which they were found.
        all.sort_by_key(|(group, _)| group != SYMFONY_GROUP);
        let mut failed =
            failed.filter(|name| all.iter().flat_map(|(_, streams)| streams).all(|s| s.name != *name));
        let symfonys = all.iter().filter(|(group, _)| group == SYMFONY_GROUP).count();
        let most = MOST_GROUPS + symfonys;
        let left_out = all.len().saturating_sub(most);
        let found = all.into_iter().take(most).map(|(group, streams)| {
            let told: Vec<bool> = streams.iter().filter_map(|stream| stream.deletes_on_ack).collect();
            let is_symfony = group == SYMFONY_GROUP;
            Found {
                system: if is_symfony { SYMFONY } else { OWN_STREAMS },
                names: streams.into_iter().map(|stream| stream.name).collect(),
                group: Some(group).filter(|_| !is_symfony),
                failed: failed.take().map(str::to_owned),
                // One that keeps its entries says so of all: they are one application's.
                deletes_on_ack: if told.contains(&false) { Some(false) } else { told.first().copied() },
                ..Found::default()
            }
        });
        (found.collect(), left_out)
    }
}
