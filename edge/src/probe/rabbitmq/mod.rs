//! Queues of a RabbitMQ, by its management API: one GET for each of them, all at once.
//!
//! Its numbers lag by up to 5 s, and lack for as long after a queue was declared. A queue's `consumers` are workers only
//! where clients subscribe: those that poll, like Symfony's, are never among them. Not asking: `round` does that.

mod answer;
mod read;

pub use answer::{Answer, Count, answer};
pub use read::read;

use crate::config::secret::Secret;
use crate::ports::{NoAnswer, TlsSettings};
use core::time::Duration;
use shared::sample::Basis;
use url::Url;

/// Its name in the configuration.
pub const NAME: &str = "rabbitmq";

/// What is read of one `[[service.queue]]`.
#[derive(Clone, Debug)]
pub struct Broker {
    /// Of the API, with the virtual host: `https://rabbit.example.com/api/queues/%2F/`.
    pub base: Url,
    /// The virtual host.
    pub vhost: String,
    /// What goes with each question.
    pub headers: Vec<(String, Secret)>,
    /// What TLS goes by, where the address wants it.
    pub tls: TlsSettings,
    /// What introduces us.
    pub login: Login,
    /// Whether clients subscribe to `queues`, so that their consumers are workers.
    pub subscribed: bool,
    /// Work to be done.
    pub queues: Vec<Queue>,
    /// Where dead letters end.
    pub dead_letters: Vec<Queue>,
    /// Where messages wait for their time, before they come back to the others.
    pub delayed: Vec<Queue>,
}

/// What introduces us.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Login {
    /// Nothing.
    None,
    /// User and password of the address, now one of the headers.
    Address,
    /// A header that was configured.
    Header,
}

/// A queue of the broker.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Queue {
    /// Its name.
    pub name: String,
    /// What to ask for it.
    pub url: Url,
}

/// The members that are asked for; the whole object can be as large as its consumers are many.
const COLUMNS: &str = "name,state,messages_ready,messages_unacknowledged,consumers,head_message_timestamp";

impl Queue {
    /// A queue under this address.
    pub fn new(base: &Url, name: &str) -> Self {
        let mut url = base.clone();
        if let Ok(mut path) = url.path_segments_mut() {
            path.pop_if_empty().push(name);
        }
        url.set_query(Some(&format!("columns={COLUMNS}")));
        Self { name: name.to_owned(), url }
    }
}

impl Broker {
    /// All queues there are to ask for, in the order in which [`read`] takes what came of it.
    pub fn asked(&self) -> impl Iterator<Item = &Queue> {
        self.queues.iter().chain(&self.dead_letters).chain(&self.delayed)
    }

    /// Whether we say who we are.
    pub fn signs_in(&self) -> bool {
        self.login != Login::None
    }

    /// How workers are known, and after which time a dead one is no longer counted.
    pub const fn basis(&self) -> (Basis, Duration) {
        (if self.subscribed { Basis::Connection } else { Basis::None }, Duration::ZERO)
    }
}

/// What was heard of one queue.
pub type Heard = Result<Answer, NoAnswer>;

#[cfg(test)]
mod tests;
