//! The loop that makes the rounds, on a thread of its own: visitors never cause a probe (DESIGN 1.5).
//!
//! What a round brought is published whole, when it ends. A database that fails costs the memory, not the verdict.

use super::keeper::{Keeper, Keeping};
use super::ports::Native;
use super::push::Pusher;
use super::settings::Settings;
use super::{ids, log};
use crate::host::ledger::{Ledger, NotDone, Told};
use crate::host::observe;
use crate::notify::send::{Delivery, drain};
use crate::ports::{Http, HttpRequest};
use crate::push::{Parcel, Refusal, Taken};
use crate::store::StoreError;
use crate::store::links::Use;
use crate::web::session::Link;
use core::pin::pin;
use core::time::Duration;
use shared::board::Board;
use shared::incident::{Changes, Command};
use shared::memory::Memory;
use shared::plan::Plan;
use shared::state::Verdict;
use shared::time::Timestamp;
use std::sync::Arc;
use tokio::sync::{mpsc, oneshot, watch};
use tokio::task::LocalSet;
use tokio::time::Instant;

/// How long to wait for whoever watches the watcher.
const ALIVE_TIMEOUT: Duration = Duration::from_secs(10);

/// What the last round left, with the configuration it was made by.
#[derive(Debug)]
pub struct Published {
    /// Counts publications: a new number means that everything rendered before is old.
    pub number: u64,
    /// The configuration.
    pub settings: Arc<Settings>,
    /// What is known.
    pub told: Told,
    /// Whether it is also kept.
    pub keeping: Keeping,
}

impl Published {
    /// What is known at this moment.
    pub fn board(&self, now: Timestamp) -> Board {
        self.told.board(&self.settings.config.plan, now)
    }
}

/// What the loop is to do beside its rounds, and where to say what came of it.
#[derive(Debug)]
pub enum Wish {
    /// What an operator asked for.
    Do {
        /// What.
        command: Command,
        /// Where.
        answer: oneshot::Sender<Result<Changes, NotDone>>,
    },
    /// Somebody uses a one-time link.
    Use {
        /// Which.
        link: Link,
        /// Where.
        answer: oneshot::Sender<Result<Use, StoreError>>,
    },
    /// What another Headcount pushed.
    Take {
        /// What.
        parcel: Box<Parcel>,
        /// Where.
        answer: oneshot::Sender<Result<Taken, Refusal>>,
    },
}

/// What the loop publishes, and what it takes.
#[derive(Debug)]
pub struct Rounds {
    /// What the last round left.
    pub published: watch::Receiver<Arc<Published>>,
    /// For wishes: they are done at once, also during a round.
    pub wishes: mpsc::Sender<Wish>,
}

/// So many wishes may wait.
const WISHES: usize = 16;
/// So many messages go out after a round.
const MESSAGES: u32 = 100;

/// Starts the loop. It ends with the process.
///
/// # Errors
/// When there is no thread or no memory for it.
pub fn start(
    settings: watch::Receiver<Arc<Settings>>,
    database: &str,
    ledger: Ledger,
) -> std::io::Result<Rounds> {
    let database = database.to_owned();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let (wishes, orders) = mpsc::channel(WISHES);
    let (ready, first) = std::sync::mpsc::channel();
    std::thread::Builder::new().name("rounds".into()).spawn(move || {
        // The database is opened here, since it stays on this thread.
        let current = Arc::clone(&settings.borrow());
        let keeper = match Keeper::open(&database, &current.config, ledger) {
            Ok(keeper) => keeper,
            Err(e) => return drop(ready.send(Err(std::io::Error::other(e.to_string())))),
        };
        let (publish, published) = watch::channel(Arc::new(publication(0, current, &keeper)));
        if ready.send(Ok(published)).is_ok() {
            LocalSet::new().block_on(&runtime, async {
                let (inbox, pusher) = (orders, Pusher::start());
                let work = Work { settings, keeper, publish, inbox, pusher };
                work.make_rounds().await;
            });
        }
    })?;
    let published = first.recv().map_err(std::io::Error::other)??;
    Ok(Rounds { published, wishes })
}

/// The loop's own things.
struct Work {
    settings: watch::Receiver<Arc<Settings>>,
    keeper: Keeper,
    publish: watch::Sender<Arc<Published>>,
    inbox: mpsc::Receiver<Wish>,
    pusher: Pusher,
}

impl Work {
    async fn make_rounds(mut self) {
        let (reported, mut deliveries) = mpsc::unbounded_channel::<Vec<Delivery>>();
        let mut due = Instant::now();
        loop {
            let current = Arc::clone(&self.settings.borrow_and_update());
            while let Ok(delivered) = deliveries.try_recv() {
                self.keeper.count(&delivered);
            }
            log::in_round(&ids::fresh(), self.make_round(&current, &reported)).await;
            due = (due + current.config.plan.every).max(Instant::now());
            let mut settings = self.settings.clone();
            let changed = async {
                tokio::select! {
                    () = tokio::time::sleep_until(due) => Ok(false),
                    changed = settings.changed() => changed.map(|()| true),
                }
            };
            match self.meanwhile(&current, changed).await {
                Ok(false) => {}
                Ok(true) => {
                    self.keeper.forget_waits();
                    due = Instant::now();
                }
                Err(_) => return, // The process is stopping.
            }
        }
    }

    async fn make_round(&mut self, current: &Arc<Settings>, reported: &mpsc::UnboundedSender<Vec<Delivery>>) {
        let before = self.keeper.ledger().memory().clone();
        let memory = self.meanwhile(current, observe(&current.config, &before, &Native, None)).await;
        self.keeper.keep(&current.config, memory);
        say_what_changed(&current.config.plan, &before, self.keeper.ledger().memory());
        self.publish(current);
        self.pusher.push(&current.config, self.keeper.ledger().memory());
        tell_the_watcher(current);
        self.send_messages(current, reported);
    }

    /// Waits for some work, and does what others ask for in the meantime.
    async fn meanwhile<T>(&mut self, current: &Arc<Settings>, work: impl Future<Output = T>) -> T {
        let mut work = pin!(work);
        loop {
            tokio::select! {
                done = &mut work => return done,
                // Whoever asked may have hung up by the time there is an answer.
                Some(wish) = self.inbox.recv() => match wish {
                    Wish::Do { command, answer } => {
                        let done = self.keeper.apply(&current.config, command);
                        self.publish(current);
                        drop(answer.send(done));
                    }
                    Wish::Use { link, answer } => drop(answer.send(self.keeper.use_up(&link))),
                    Wish::Take { parcel, answer } => {
                        let taken = self.keeper.ingest(&current.config, *parcel);
                        self.publish(current);
                        drop(answer.send(taken));
                    }
                }
            }
        }
    }

    fn publish(&self, current: &Arc<Settings>) {
        self.publish.send_modify(|last| {
            *last = Arc::new(publication(last.number + 1, Arc::clone(current), &self.keeper));
        });
    }

    /// Sends what waits, beside the rounds.
    fn send_messages(&self, current: &Arc<Settings>, reported: &mpsc::UnboundedSender<Vec<Delivery>>) {
        if current.config.channels.is_empty() {
            return;
        }
        for outbox in self.keeper.outboxes() {
            let (current, reported) = (Arc::clone(current), reported.clone());
            tokio::task::spawn_local(log::still(async move {
                let deliveries = drain(outbox.as_ref(), &current.config.channels, &Native, MESSAGES).await;
                for delivery in &deliveries {
                    if delivery.came.is_well() { log::info(delivery) } else { log::warn(delivery) }
                }
                // The loop may have ended by now.
                drop(reported.send(deliveries));
            }));
        }
    }
}

fn publication(number: u64, settings: Arc<Settings>, keeper: &Keeper) -> Published {
    let told = keeper.ledger().told(&settings.config);
    Published { number, settings, told, keeping: keeper.keeping() }
}

/// One line for each service whose verdict is another than before.
fn say_what_changed(plan: &Plan, before: &Memory, after: &Memory) {
    for (id, service) in &after.services {
        let own = plan.services.iter().find(|own| own.id == *id);
        let former = own.map_or_else(|| before.services.get(id), |own| before.of_service(plan, own));
        let former = former.map_or(Verdict::Unknown, |known| known.verdict);
        if former != service.verdict {
            log::info(format!("{id}: {former}, now {}", service.verdict));
        }
    }
}

/// Asks `alive_url`, beside the rounds: when these requests stop, somebody else wakes a person.
fn tell_the_watcher(settings: &Settings) {
    let Some(secret) = settings.config.page.alive_url.clone() else { return };
    tokio::task::spawn_local(log::still(async move {
        let Ok(url) = url::Url::parse(secret.reveal()) else { return };
        let request = HttpRequest { url: &url, headers: &[], tls: None };
        let asked = tokio::time::timeout(ALIVE_TIMEOUT, Native.get(&request)).await;
        if !matches!(&asked, Ok(Ok(answer)) if (200..300).contains(&answer.status)) {
            log::warn("alive_url did not take the sign of life");
        }
    }));
}
