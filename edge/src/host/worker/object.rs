//! The Durable Object: the only one that asks and writes. Its alarm makes the rounds, its SQLite keeps the row.
//!
//! Invariant: while there is an object, there is an alarm: every path sets the next one before anything can fail.

use super::ports::{self, Platform};
use super::send;
use super::settings::{self, Settings};
use super::sql::Database;
use crate::host::ledger::{self, Ledger, NotDone};
use crate::host::observe;
use crate::notify::send::{Delivery, drain};
use crate::ports::{Http, HttpRequest};
use crate::push;
use crate::store::links;
use crate::web::command::Posted;
use crate::web::{self, Sender, command, ingest};
use core::time::Duration;
use std::cell::RefCell;
use std::rc::Rc;
use worker::{DurableObject, Env, Method, Request, Response, Result, State, durable_object};

/// Connections at a time: the platform allows six, one of which a visitor's request may need (DESIGN 7).
const CONNECTIONS: usize = 5;
/// So many messages go out after a round: with 40 targets, `alive_url` and this, a round stays below the 50 requests
/// that the free plan allows.
const MESSAGES: u32 = 8;
/// When a configuration is broken, it is looked at again after this time.
const LATER: Duration = Duration::from_mins(1);

/// The board's keeper.
#[durable_object]
pub struct BoardObject {
    state: State,
    env: Env,
    ledger: Rc<RefCell<Option<Ledger>>>,
}

impl DurableObject for BoardObject {
    fn new(state: State, env: Env) -> Self {
        Self { state, env, ledger: Rc::default() }
    }

    /// Tells what is remembered, and arms the alarm if there is none.
    async fn fetch(&self, mut request: Request) -> Result<Response> {
        if self.state.storage().get_alarm().await?.is_none() {
            self.state.storage().set_alarm(Duration::ZERO).await?;
        }
        match settings::of(&self.env) {
            Ok(settings) if request.method() == Method::Post => {
                send(self.posted(&settings, &mut request).await?)
            }
            Ok(settings) => {
                Response::from_json(&self.with_ledger(&settings, |ledger| ledger.told(&settings.config)))
            }
            Err(lines) => settings::broken(&lines),
        }
    }

    /// Makes a round.
    async fn alarm(&self) -> Result<Response> {
        let settings = match settings::of(&self.env) {
            Ok(settings) => settings,
            Err(lines) => {
                self.state.storage().set_alarm(LATER).await?;
                worker::console_error!("{}", lines.join("\n"));
                return Response::empty();
            }
        };
        self.state.storage().set_alarm(settings.config.plan.every).await?;
        let before = self.with_ledger(&settings, |ledger| ledger.memory().clone());
        let memory = observe(&settings.config, &before, &Platform, Some(CONNECTIONS)).await;
        let kept = self.with_ledger(&settings, |ledger| {
            let entry = ledger.take(&settings.config, memory);
            ledger.write(&self.database(), &settings.config, &entry)
        });
        match kept {
            Ok(given_up) => say(given_up.into_iter().map(Delivery::from)),
            Err(e) => worker::console_error!("{e}"),
        }
        self.send_messages(&settings);
        tell_the_watcher(&settings).await;
        Response::empty()
    }
}

fn say(deliveries: impl Iterator<Item = Delivery>) {
    for delivery in deliveries.filter(|delivery| !delivery.came.is_well()) {
        worker::console_warn!("{delivery}");
    }
}

impl BoardObject {
    /// Sends what waits, beside the rounds: a channel that hangs must not hold up the next one.
    fn send_messages(&self, settings: &Rc<Settings>) {
        if settings.config.channels.is_empty() {
            return;
        }
        let (database, ledger, settings) = (self.database(), Rc::clone(&self.ledger), Rc::clone(settings));
        self.state.wait_until(async move {
            let deliveries = drain(&database, &settings.config.channels, &Platform, MESSAGES).await;
            if let Some(ledger) = ledger.borrow_mut().as_mut() {
                ledger.count(&deliveries);
            }
            say(deliveries.into_iter());
        });
    }

    /// Does what was posted: the isolate passes it on as it came, since only this object writes.
    async fn posted(&self, settings: &Settings, request: &mut Request) -> Result<web::Response> {
        if ingest::is_for(&settings.site, &request.path()) {
            self.pushed(settings, request).await
        } else {
            self.ordered(settings, request).await
        }
    }

    /// Takes what another Headcount pushed.
    async fn pushed(&self, settings: &Settings, request: &mut Request) -> Result<web::Response> {
        let headers = request.headers();
        let text = |name| headers.get(name).map(Option::unwrap_or_default);
        let (timestamp, nonce, signature) =
            (text(push::TIMESTAMP)?, text(push::NONCE)?, text(push::SIGNATURE)?);
        let body = ports::body(request, push::BODY_LIMIT).await?;
        let post = push::Post { timestamp: &timestamp, nonce: &nonce, signature: &signature, body: &body };
        let (config, now) = (&settings.config, ports::now());
        let taken = push::open(&config.ingest, &post, now).and_then(|parcel| {
            self.with_ledger(settings, |ledger| ledger.ingest(Some(&self.database()), config, parcel, now))
        });
        Ok(match taken {
            Ok(taken) => ingest::taken(&taken),
            Err(why) => ingest::refused(&why),
        })
    }

    /// Does what an operator posted.
    async fn ordered(&self, settings: &Settings, request: &mut Request) -> Result<web::Response> {
        let headers = request.headers();
        let text = |name| headers.get(name).map(Option::unwrap_or_default);
        let (authorization, cookie) = (text("authorization")?, text("cookie")?);
        let (origin, host, fetch_site) = (text("origin")?, text("host")?, text("sec-fetch-site")?);
        let content_type = text("content-type")?;
        let (path, body) = (request.path(), ports::body(request, command::BODY_LIMIT).await?);
        let post = command::Post {
            path: &path,
            authorization: &authorization,
            cookie: &cookie,
            sender: Sender { origin: &origin, host: &host, fetch_site: &fetch_site },
            content_type: &content_type,
            body: &body,
        };
        let (config, now) = (&settings.config, ports::now());
        Ok(self.with_ledger(settings, |ledger| {
            let board = ledger.told(config).board(&config.plan, now);
            match command::parse(&post, &settings.site, &board) {
                Err(answer) => answer,
                Ok(Posted::Link(link)) => {
                    let came = links::use_up(&self.database(), &link.nonce, link.until, now);
                    command::linked(&post, &settings.site, &came, now)
                }
                Ok(Posted::Order(order)) => {
                    match ledger.apply(Some(&self.database()), config, order.command, now) {
                        Ok(changes) => order.reply.done(&changes),
                        Err(NotDone::Refused(why)) => order.reply.refused(&why),
                        Err(NotDone::NotKept) => order.reply.not_kept(),
                    }
                }
            }
        }))
    }

    fn database(&self) -> Database {
        Database::of(&self.state)
    }

    /// Works on what is known: in memory, or after an eviction as the database holds it.
    fn with_ledger<T>(&self, settings: &Settings, work: impl FnOnce(&mut Ledger) -> T) -> T {
        let mut held = self.ledger.borrow_mut();
        work(held.get_or_insert_with(|| {
            let mut ledger = Ledger::new(ports::now());
            let database = self.database();
            let recalled = ledger::prepare(&database)
                .and_then(|()| ledger.recall(&database, &settings.config, |e| worker::console_error!("{e}")));
            if let Err(e) = recalled {
                worker::console_error!("{e}");
            }
            ledger
        }))
    }
}

async fn tell_the_watcher(settings: &Settings) {
    let Some(secret) = &settings.config.page.alive_url else { return };
    let Ok(url) = url::Url::parse(secret.reveal()) else { return };
    let answer = Platform.get(&HttpRequest { url: &url, headers: &[], tls: None }).await;
    if !answer.is_ok_and(|answer| (200..300).contains(&answer.status)) {
        worker::console_warn!("alive_url did not take the sign of life");
    }
}
