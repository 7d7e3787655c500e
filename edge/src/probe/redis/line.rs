//! One connection to one server: opened when it is first asked something, asked twice at most.
//!
//! Not which server that is, nor what follows from its answers: `server` knows.

use super::connection::converse;
use super::exchange::{Answers, Ask, Exchange, Left};
use super::reply::Missing;
use crate::config::RedisServer;
use crate::ports::NoAnswer;
use crate::probe::round::{Ports, within};
use core::time::Duration;
use shared::reading::Why;
use shared::time::Timestamp;
use tokio::io::{AsyncRead, AsyncWrite};

/// Until when answers count.
#[derive(Clone, Copy, Debug)]
pub struct Deadline {
    from: Timestamp,
    limit: Duration,
}

impl Deadline {
    /// So long from now on.
    pub fn new(now: Timestamp, limit: Duration) -> Self {
        Self { from: now, limit }
    }

    /// What is left, divided among so many, so that the last of them still has a turn when all others are silent.
    #[must_use]
    pub fn share(self, now: Timestamp, among: usize) -> Self {
        let among = u32::try_from(among).unwrap_or(u32::MAX).max(1);
        Self { from: now, limit: self.left(now) / among }
    }

    fn left(self, now: Timestamp) -> Duration {
        self.limit.saturating_sub(now.since(self.from))
    }

    fn missed(self) -> Missing {
        Missing::new(Why::NotAnswering, NoAnswer::TimedOut(self.limit).to_string())
    }
}

/// What came of asking.
#[derive(Debug)]
pub struct Said {
    /// The answers, and for those that are missing why they are.
    pub answers: Answers,
    /// Our own clock when the questions were written.
    pub asked_at: Timestamp,
    /// How it ended.
    pub end: End,
}

/// How an exchange ended.
#[derive(Clone, Debug)]
pub enum End {
    /// Everything was answered.
    Whole,
    /// Something was heard, but not all.
    Cut(Missing),
    /// Nothing was heard.
    Unreached(Missing),
}

impl Said {
    /// Nothing, for this reason.
    pub fn nothing(asks: &[Ask], now: Timestamp, why: Missing) -> Self {
        let answers = Exchange::nothing_of(asks).finish(&why);
        Self { answers, asked_at: now, end: End::Unreached(why) }
    }

    /// Why there is nothing more to be had, if that is so.
    pub fn ended(&self) -> Option<&Missing> {
        match (&self.answers.left.refused, &self.end) {
            (Some(missing), _) | (None, End::Cut(missing) | End::Unreached(missing)) => Some(missing),
            (None, End::Whole) => None,
        }
    }
}

/// A connection.
#[derive(Debug)]
pub struct Line<S> {
    server: RedisServer,
    state: State<S>,
}

#[derive(Debug)]
enum State<S> {
    Fresh,
    AskedOnce { stream: S, left: Left },
    Over(Missing),
}

/// The questions as they are at a time: a bound in them is by our own clock.
pub type Compose<'a> = &'a mut dyn FnMut(Timestamp) -> Vec<Ask>;

impl<S: AsyncRead + AsyncWrite + Unpin> Line<S> {
    /// One to this server, not yet open.
    pub fn new(server: RedisServer) -> Self {
        Self { server, state: State::Fresh }
    }

    /// Where it leads.
    pub fn server(&self) -> &RedisServer {
        &self.server
    }

    /// Why nothing more can be asked, if that is so.
    pub fn over(&self) -> Option<&Missing> {
        match &self.state {
            State::Over(why) => Some(why),
            State::Fresh | State::AskedOnce { .. } => None,
        }
    }

    /// Asks for the time and more, once the connection is there; once more when that was refused, or hung up on
    /// without a word.
    pub async fn first<P: Ports<Stream = S>>(
        &mut self,
        ports: &P,
        until: Deadline,
        compose: Compose<'_>,
    ) -> Said {
        self.open(ports, until, compose, Exchange::new).await
    }

    /// Asks, whether it is open already or not.
    pub async fn ask<P: Ports<Stream = S>>(&mut self, ports: &P, until: Deadline, asks: &[Ask]) -> Said {
        match core::mem::replace(&mut self.state, State::Over(asked_twice())) {
            State::Fresh => self.open(ports, until, &mut |_| asks.to_vec(), Exchange::without_time).await,
            State::AskedOnce { mut stream, left } => {
                let mut exchange = Exchange::follow_up(&left, asks);
                let asked_at = ports.now();
                let heard = within(ports, until.left(asked_at), converse(&mut exchange, &mut stream)).await;
                let cut = heard.unwrap_or_else(|| Err(until.missed())).err();
                Said {
                    answers: exchange.finish(cut.as_ref().unwrap_or(&NOTHING_IS_MISSING)),
                    asked_at,
                    end: cut.map_or(End::Whole, End::Cut),
                }
            }
            State::Over(why) => {
                self.state = State::Over(why.clone());
                Said::nothing(asks, ports.now(), why)
            }
        }
    }

    async fn open<P: Ports<Stream = S>>(
        &mut self,
        ports: &P,
        until: Deadline,
        compose: Compose<'_>,
        begin: fn(&RedisServer, &[Ask]) -> Exchange,
    ) -> Said {
        let mut outcome = self.attempt(ports, until, compose, begin).await;
        if matches!(&outcome, Err(e) if e.is_worth_a_retry()) {
            outcome = self.attempt(ports, until, compose, begin).await;
        }
        outcome.unwrap_or_else(|e| {
            let (now, why) = (ports.now(), missing(&e, until));
            self.state = State::Over(why.clone());
            Said::nothing(&compose(now), now, why)
        })
    }

    /// Fails when nothing was heard.
    async fn attempt<P: Ports<Stream = S>>(
        &mut self,
        ports: &P,
        until: Deadline,
        compose: Compose<'_>,
        begin: fn(&RedisServer, &[Ask]) -> Exchange,
    ) -> Result<Said, NoAnswer> {
        let timed_out = || NoAnswer::TimedOut(until.limit);
        let dialling = ports.dial(&self.server.endpoint);
        let mut stream = within(ports, until.left(ports.now()), dialling).await.ok_or_else(timed_out)??;
        let asked_at = ports.now();
        let mut exchange = begin(&self.server, &compose(asked_at));
        let heard = within(ports, until.left(asked_at), converse(&mut exchange, &mut stream)).await;
        let cut = match heard {
            None if !exchange.heard_anything() => return Err(timed_out()),
            Some(Err(_)) if !exchange.heard_anything() => return Err(NoAnswer::Reset),
            Some(Ok(())) => None,
            Some(Err(cut)) => Some(cut),
            None => Some(until.missed()),
        };
        let answers = exchange.finish(cut.as_ref().unwrap_or(&NOTHING_IS_MISSING));
        self.state = match (&cut, &answers.left.refused) {
            (Some(why), _) | (None, Some(why)) => State::Over(why.clone()),
            (None, None) => State::AskedOnce { stream, left: answers.left.clone() },
        };
        Ok(Said { answers, asked_at, end: cut.map_or(End::Whole, End::Cut) })
    }
}

/// An exchange that ended well has no reply missing.
static NOTHING_IS_MISSING: Missing = Missing { why: Why::NotAsked, detail: String::new() };

fn asked_twice() -> Missing {
    Missing::new(Why::NotAsked, "this server was asked twice already")
}

fn missing(e: &NoAnswer, until: Deadline) -> Missing {
    let why = match e {
        NoAnswer::OurFault(_) => Why::OurFault,
        NoAnswer::NotTheProtocol(_) => Why::NotUnderstood,
        NoAnswer::TimedOut(_) => return until.missed(),
        _ => Why::NotAnswering,
    };
    Missing::new(why, e.to_string())
}
