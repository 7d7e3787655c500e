//! One configured Redis, whether that is a server, the master that sentinels name, or a cluster: asked a first time and
//! a second, it answers as if it were one server.
//!
//! Each server behind it has one connection and is written to twice at most. What a server does not hold is asked of
//! the one that it names; what cannot be followed stays "elsewhere", and disturbs nothing else. Not what is asked.

use super::answered::{Answered, Apart, Wanted};
use super::cluster::{self, Members, Node};
use super::exchange::Ask;
use super::line::{Compose, Deadline, End, Line, Said};
use super::reply::{Missing, Reply, text};
use super::sentinel;
use crate::config::{RedisServer, Sentinel, Way};
use crate::ports::Endpoint;
use crate::probe::queue::{Command, ReplySize};
use crate::probe::round::Ports;
use futures_util::future::join_all;
use shared::map::Map;
use shared::reading::Why;

/// So many nodes of one cluster are asked in a round, where the host sets no limit of its own.
pub const MOST_NODES: usize = 16;

/// From the node that says "moved" to the one that says "on its way": no further.
const MOST_HOPS: usize = 2;

/// A Redis that is being asked.
pub struct Server<'a, P: Ports> {
    configured: &'a RedisServer,
    ports: &'a P,
    until: Deadline,
    reach: usize,
    /// To the server that is asked first.
    first: Option<Line<P::Stream>>,
    /// To the other nodes of its cluster.
    others: Map<Endpoint, Line<P::Stream>>,
    is_cluster: bool,
    nodes: Nodes,
}

/// Who knows of clients, where those of all nodes are wanted.
enum Nodes {
    /// They are not wanted.
    NotWanted,
    /// It is not known.
    Unknown(Missing),
    /// These. Replicas, or why they are not asked.
    Known { masters: Group, replicas: Result<Group, Missing> },
}

/// Some nodes of a cluster.
struct Group {
    /// Whether the node that is asked first is one of them.
    first: bool,
    others: Vec<Endpoint>,
}

impl<'a, P: Ports> Server<'a, P> {
    /// Nothing is asked yet. `reach` is how many nodes of a cluster may be asked: with 1 none is followed.
    pub fn new(configured: &'a RedisServer, ports: &'a P, until: Deadline, reach: usize) -> Self {
        Self {
            configured,
            ports,
            until,
            reach,
            first: None,
            others: Map::new(),
            is_cluster: matches!(configured.way, Way::Cluster { .. }),
            nodes: Nodes::NotWanted,
        }
    }

    /// Asks for the time and more. `asks_nodes`: whether something will be asked of
    /// every node of a cluster the second time.
    pub async fn first(&mut self, asks_nodes: bool, compose: Compose<'_>) -> Said {
        let mut asks = Vec::new();
        let mut compose = |now| {
            asks = compose(now);
            asks.clone()
        };
        let mut said = match &self.configured.way {
            Way::Direct => self.open(&self.configured.endpoint, self.until, &mut compose).await,
            Way::Cluster { others } => self.any_node(others, asks_nodes, &mut compose).await,
            Way::Sentinel(sentinels) => self.master(sentinels, &mut compose).await,
        };
        if !matches!(said.end, End::Unreached(_)) {
            let each = core::mem::take(&mut said.answers.each);
            // Half of what is left: a node that is silent must not cost the others their second question.
            let until = self.share(2);
            said.answers.each = self.follow(Answered::of(&asks, each), Map::new(), until).await;
        }
        said
    }

    /// Asks what follows from the first answers.
    pub async fn second(&mut self, asks: &[Ask]) -> Said {
        let Some(mut line) = self.first.take() else {
            return Said::nothing(asks, self.ports.now(), Missing::new(Why::NotAsked, ""));
        };
        let mut answered = Answered::nothing_yet(asks);
        let mut also = Map::new();
        let Apart { rest: mut here, clients, listeners } = answered.apart();
        let of_masters = [clients, listeners.clone()].concat();
        match core::mem::replace(&mut self.nodes, Nodes::NotWanted) {
            Nodes::NotWanted => here.extend(of_masters),
            Nodes::Unknown(missing) => answered.all_missing(&of_masters, &missing),
            Nodes::Known { masters, replicas } => {
                answered.collect(&of_masters);
                masters.are_asked(of_masters, &mut here, &mut also);
                match replicas {
                    Ok(replicas) => replicas.are_asked(listeners, &mut here, &mut also),
                    Err(missing) => answered.all_missing(&listeners, &missing),
                }
            }
        }
        let mut said = line.ask(self.ports, self.until, &answered.asks(&here)).await;
        self.first = Some(line);
        answered.take(&here, core::mem::take(&mut said.answers.each));
        said.answers.each = self.follow(answered, also, self.until).await;
        said
    }

    async fn open(&mut self, at: &Endpoint, until: Deadline, compose: Compose<'_>) -> Said {
        let mut line = Line::new(self.behind(at.clone()));
        let said = line.first(self.ports, until, compose).await;
        self.first = Some(line);
        said
    }

    /// A server behind the configured one, where we are who we are.
    fn behind(&self, endpoint: Endpoint) -> RedisServer {
        RedisServer { endpoint, way: Way::Direct, ..self.configured.clone() }
    }

    /// Asks the first node that can be reached.
    async fn any_node(&mut self, others: &[Endpoint], asks_nodes: bool, compose: Compose<'_>) -> Said {
        let who = |words: &[&str]| Command::new(ReplySize::Capped, words);
        let who = Ask { db: 0, commands: vec![who(&["CLUSTER", "MYID"]), who(&["CLUSTER", "SLOTS"])] };
        let mut with_nodes = |now| {
            let mut asks = compose(now);
            asks.extend(asks_nodes.then(|| who.clone()));
            asks
        };
        let mut left = 1 + others.len();
        let mut said = self.open(&self.configured.endpoint, self.share(left), &mut with_nodes).await;
        for other in others {
            if !matches!(said.end, End::Unreached(_)) {
                break;
            }
            left -= 1;
            said = self.open(other, self.share(left), &mut with_nodes).await;
        }
        if asks_nodes && let Some([own, slots]) = said.answers.each.pop().as_deref() {
            self.nodes = self.nodes(own, slots);
        }
        said
    }

    fn nodes(&self, own: &Reply, slots: &Reply) -> Nodes {
        let own = match own {
            Reply::Value(value) => text(value).unwrap_or_default(),
            Reply::None(missing) => return Nodes::Unknown(missing.clone()),
        };
        let Members { masters, replicas } = match cluster::members(slots) {
            Ok(members) => members,
            Err(missing) => return Nodes::Unknown(missing),
        };
        let within_reach = |count: usize| {
            let detail = || format!("the cluster has {count} nodes, and {} are asked", self.reach);
            if count > self.reach { Err(Missing::new(Why::TooLarge, detail())) } else { Ok(()) }
        };
        let group = |nodes: &[Node]| Group {
            first: nodes.iter().any(|node| node.id == own),
            others: nodes
                .iter()
                .filter(|node| node.id != own)
                .map(|node| self.configured.endpoint.beside(node.host.as_deref(), node.port))
                .collect(),
        };
        match within_reach(masters.len()) {
            Err(missing) => Nodes::Unknown(missing),
            Ok(()) => Nodes::Known {
                masters: group(&masters),
                replicas: within_reach(masters.len() + replicas.len()).map(|()| group(&replicas)),
            },
        }
    }

    /// Asks the sentinels in turn until one of them names a server that is a master.
    async fn master(&mut self, sentinels: &Sentinel, compose: Compose<'_>) -> Said {
        let mut with_role = |now| {
            let mut asks = compose(now);
            asks.push(sentinel::role());
            asks
        };
        let mut tried: Vec<Endpoint> = Vec::new();
        let mut failure = None;
        let everyone = [&self.configured.endpoint].into_iter().chain(&sentinels.others);
        for (nth, at) in everyone.enumerate() {
            let until = self.share(1 + sentinels.others.len() - nth);
            let named = match sentinel::master(self.ports, at, sentinels, until).await {
                Ok(named) if tried.contains(&named) => continue,
                Ok(named) => named,
                Err(missing) => {
                    failure.get_or_insert(missing);
                    continue;
                }
            };
            let mut said = self.open(&named, until, &mut with_role).await;
            let role = said.answers.each.pop().and_then(|mut replies| replies.pop());
            let verdict = match (said.ended(), role) {
                (Some(missing), None | Some(Reply::None(_))) => Err(missing.clone()),
                (_, Some(role)) => sentinel::is_master(&role),
                (None, None) => Ok(()),
            };
            match verdict {
                Ok(()) => return said,
                // What was named tells more than who was silent.
                Err(Missing { why, detail }) => {
                    let detail = format!("{named}, which sentinel {at} names: {detail}");
                    failure = Some(Missing::new(why, detail));
                }
            }
            tried.push(named);
        }
        self.first = None;
        let (now, nobody) = (self.ports.now(), Missing::new(Why::NotAsked, ""));
        Said::nothing(&compose(now), now, failure.unwrap_or(nobody))
    }

    fn share(&self, among: usize) -> Deadline {
        self.until.share(self.ports.now(), among)
    }

    /// Asks other nodes what they hold, and `also` what is wanted of them besides.
    async fn follow(
        &mut self,
        mut answered: Answered<'_>,
        mut also: Map<Endpoint, Vec<Wanted>>,
        until: Deadline,
    ) -> Vec<Vec<Reply>> {
        for _ in 0..MOST_HOPS {
            let mut wanted = core::mem::take(&mut also);
            for (place, redirect) in answered.redirects() {
                self.is_cluster = true;
                let node = self.configured.endpoint.beside(redirect.host.as_deref(), redirect.port);
                wanted.or_default(node).push(Wanted { place, how: redirect.how });
            }
            let mut asking = Vec::new();
            for (node, wanted) in wanted {
                let mut line = match self.line_to(&node, asking.len()) {
                    Ok(line) => line,
                    Err(missing) => {
                        answered.not_asked(&wanted, &missing);
                        continue;
                    }
                };
                let (ports, asks) = (self.ports, answered.asks(&wanted));
                asking.push(async move {
                    let said = line.ask(ports, until, &asks).await;
                    (node, line, wanted, said.answers.each)
                });
            }
            if asking.is_empty() {
                break;
            }
            for (node, line, wanted, each) in join_all(asking).await {
                answered.take(&wanted, named(&node, each));
                self.keep(node, line);
            }
        }
        if self.is_cluster {
            answered.one_node_cannot_tell();
        }
        answered.finish()
    }

    /// The connection to a node, or why nothing can be asked there.
    fn line_to(&mut self, node: &Endpoint, taken: usize) -> Result<Line<P::Stream>, Missing> {
        let first = self.first.take_if(|line| line.server().endpoint == *node);
        let Some(line) = first.or_else(|| self.others.remove(node)) else {
            let missing = || Missing::new(Why::ElsewhereInCluster, format!("node {node} was not asked"));
            let is_within_reach = 1 + self.others.len() + taken < self.reach;
            return is_within_reach.then(|| Line::new(self.behind(node.clone()))).ok_or_else(missing);
        };
        match line.over().cloned() {
            None => Ok(line),
            Some(Missing { why, detail }) => {
                self.keep(node.clone(), line);
                let why = if why == Why::NotAsked { Why::ElsewhereInCluster } else { why };
                Err(Missing::new(why, format!("node {node}: {detail}")))
            }
        }
    }

    fn keep(&mut self, node: Endpoint, line: Line<P::Stream>) {
        if self.first.is_none() {
            self.first = Some(line);
        } else {
            self.others.insert(node, line);
        }
    }
}

impl Group {
    /// Puts what is wanted of these nodes to what is asked of the first and of others.
    fn are_asked(self, wanted: Vec<Wanted>, here: &mut Vec<Wanted>, also: &mut Map<Endpoint, Vec<Wanted>>) {
        if wanted.is_empty() {
            return;
        }
        for node in self.others {
            also.or_default(node).extend(wanted.iter().copied());
        }
        if self.first {
            here.extend(wanted);
        }
    }
}

/// With the node's address before what only says that it does not answer.
fn named(node: &Endpoint, mut each: Vec<Vec<Reply>>) -> Vec<Vec<Reply>> {
    for reply in each.iter_mut().flatten() {
        if let Reply::None(missing) = reply
            && matches!(missing.why, Why::NotAnswering | Why::OurFault)
        {
            missing.detail = format!("node {node}: {}", missing.detail);
        }
    }
    each
}

#[cfg(test)]
#[path = "server_tests.rs"]
mod tests;
