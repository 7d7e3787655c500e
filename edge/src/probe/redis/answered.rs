//! Questions whose answers come from several servers, and those answers as they come in.
//!
//! No connections: `server` has those.

use super::cluster::{How, Redirect, together};
use super::exchange::Ask;
use super::reply::{Missing, Reply};
use crate::probe::queue::Command;
use shared::map::Map;
use shared::reading::Why;

/// Where the answer to one command belongs: the ask, and its place in that.
pub type Place = (usize, usize);

/// One command that is to be asked of some server.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wanted {
    /// Which.
    pub place: Place,
    /// How.
    pub how: How,
}

impl From<Place> for Wanted {
    fn from(place: Place) -> Self {
        Self { place, how: How::Plainly }
    }
}

/// Commands, by who answers them in a cluster.
#[derive(Default)]
pub struct Apart {
    /// The node that holds the key.
    pub rest: Vec<Wanted>,
    /// Every node that holds keys: whoever waits for work is connected there.
    pub clients: Vec<Wanted>,
    /// Every node: one can listen anywhere.
    pub listeners: Vec<Wanted>,
}

/// Questions and the answers so far.
pub struct Answered<'a> {
    asks: &'a [Ask],
    each: Vec<Vec<Reply>>,
    /// What several nodes say of their clients, of which one answer is to be made.
    lists: Map<Place, Vec<Reply>>,
}

impl<'a> Answered<'a> {
    /// As one server has answered.
    pub fn of(asks: &'a [Ask], each: Vec<Vec<Reply>>) -> Self {
        Self { asks, each, lists: Map::new() }
    }

    /// Not at all so far.
    pub fn nothing_yet(asks: &'a [Ask]) -> Self {
        let nothing = Reply::None(Missing::new(Why::NotAsked, ""));
        Self::of(asks, asks.iter().map(|ask| vec![nothing.clone(); ask.commands.len()]).collect())
    }

    /// All commands, by who answers them.
    pub fn apart(&self) -> Apart {
        let mut apart = Apart::default();
        for (ask, Ask { commands, .. }) in self.asks.iter().enumerate() {
            for (nth, command) in commands.iter().enumerate() {
                let all = if command.is_about_listeners() {
                    &mut apart.listeners
                } else if command.is_about_the_server() {
                    &mut apart.clients
                } else {
                    &mut apart.rest
                };
                all.push((ask, nth).into());
            }
        }
        apart
    }

    /// Of these, the answers of all nodes are wanted.
    pub fn collect(&mut self, wanted: &[Wanted]) {
        self.lists.extend(wanted.iter().map(|w| (w.place, Vec::new())));
    }

    /// The questions as they are sent, one by one.
    pub fn asks(&self, wanted: &[Wanted]) -> Vec<Ask> {
        let ask = |w: &Wanted| {
            let ask = self.asks.get(w.place.0)?;
            let command = ask.commands.get(w.place.1)?;
            let before = match w.how {
                How::Plainly => None,
                // Of the same size as what it stands before, so that nothing comes between them.
                How::Asking => Some(Command::new(command.reply, &["ASKING"])),
            };
            Some(Ask { db: ask.db, commands: before.into_iter().chain([command.clone()]).collect() })
        };
        wanted.iter().map(|w| ask(w).unwrap_or(Ask { db: 0, commands: Vec::new() })).collect()
    }

    /// Takes the answers to `asks` in.
    pub fn take(&mut self, wanted: &[Wanted], each: Vec<Vec<Reply>>) {
        for (wanted, mut replies) in wanted.iter().zip(each) {
            if let Some(reply) = replies.pop() {
                self.set(wanted.place, reply);
            }
        }
    }

    /// These have no answer.
    pub fn all_missing(&mut self, wanted: &[Wanted], missing: &Missing) {
        for wanted in wanted {
            self.set(wanted.place, Reply::None(missing.clone()));
        }
    }

    /// A node could not be asked. What it holds stays where it was said to be, unless there is more to say.
    pub fn not_asked(&mut self, wanted: &[Wanted], missing: &Missing) {
        for place in wanted.iter().map(|w| w.place) {
            if missing.why != Why::ElsewhereInCluster || self.lists.contains_key(&place) {
                self.set(place, Reply::None(missing.clone()));
            }
        }
    }

    /// The answers that name another node.
    pub fn redirects(&self) -> Vec<(Place, Redirect)> {
        let all = self.each.iter().enumerate().flat_map(|(ask, replies)| {
            replies.iter().enumerate().map(move |(nth, reply)| ((ask, nth), reply))
        });
        all.filter_map(|(place, reply)| Some((place, Redirect::of(reply)?))).collect()
    }

    /// What is not about a key is one node's own, and says nothing of a cluster.
    pub fn one_node_cannot_tell(&mut self) {
        for (nth_ask, (ask, replies)) in self.asks.iter().zip(&mut self.each).enumerate() {
            for (nth, (command, reply)) in ask.commands.iter().zip(replies).enumerate() {
                let is_own = command.is_about_the_server() && !self.lists.contains_key(&(nth_ask, nth));
                if is_own && matches!(reply, Reply::Value(_)) {
                    let detail = "one node of a cluster knows its own clients alone; write cluster = true";
                    *reply = Reply::None(Missing::new(Why::ElsewhereInCluster, detail));
                }
            }
        }
    }

    /// The answers in the order of the questions.
    pub fn finish(mut self) -> Vec<Vec<Reply>> {
        for (place, lists) in core::mem::take(&mut self.lists) {
            self.set(place, together(lists));
        }
        self.each
    }

    fn set(&mut self, place: Place, reply: Reply) {
        if let Some(list) = self.lists.get_mut(&place) {
            list.push(reply);
        } else if let Some(old) = self.each.get_mut(place.0).and_then(|replies| replies.get_mut(place.1)) {
            *old = reply;
        }
    }
}
