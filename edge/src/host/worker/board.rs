//! What the object remembers, kept for a few seconds in each isolate, so that a crowd is not its business.
//!
//! Expiry is applied to it at every request: a kept memory never makes a verdict last longer.

use super::settings::Settings;
use super::{OBJECT, ports};
use crate::config::KEPT_BY_ISOLATES;
use crate::host::ledger::Told;
use crate::web::metrics::Counters;
use shared::board::Board;
use shared::memory::Memory;
use shared::plan::Pushed;
use shared::time::Timestamp;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use worker::{Env, Request, Response, Result, Stub};

struct Kept {
    told: Rc<Told>,
    told_at: Timestamp,
}

thread_local! {
    static LAST: RefCell<Option<Kept>> = const { RefCell::new(None) };
}

/// The board at this moment, and what it was made of.
pub async fn now(env: &Env, settings: &Settings) -> (Board, Rc<Told>) {
    let told = match fresh() {
        Some(told) => told,
        None => match ask(env, settings).await {
            Ok(told) => {
                let told = Rc::new(told);
                // Before the first round there is nothing to keep; the next visitor should see what it brings.
                if told.memory.checked_at.is_some() {
                    let kept = Kept { told: Rc::clone(&told), told_at: ports::now() };
                    LAST.with_borrow_mut(|last| *last = Some(kept));
                }
                told
            }
            Err(e) => {
                // What was last told goes on counting down to its expiry.
                worker::console_error!("the object does not answer: {e}");
                LAST.with_borrow(|last| last.as_ref().map(|kept| Rc::clone(&kept.told)))
                    .unwrap_or_else(|| Rc::new(nothing(settings)))
            }
        },
    };
    (told.board(&settings.config.plan, ports::now()), told)
}

/// A board of nothing, for answers that do not depend on one.
pub fn unobserved(settings: &Settings) -> (Board, Rc<Told>) {
    let told = nothing(settings);
    (told.board(&settings.config.plan, ports::now()), Rc::new(told))
}

fn nothing(settings: &Settings) -> Told {
    Told {
        memory: Memory::new(settings.read_at),
        pushed: Pushed::default(),
        annals: Arc::default(),
        counters: Counters::default(),
    }
}

fn fresh() -> Option<Rc<Told>> {
    let now = ports::now();
    LAST.with_borrow(|last| {
        let kept = last.as_ref().filter(|kept| now.since(kept.told_at) < KEPT_BY_ISOLATES)?;
        Some(Rc::clone(&kept.told))
    })
}

/// Asks the object. The first time, this also arms its alarm; arming is not probing.
pub async fn ask(env: &Env, settings: &Settings) -> Result<Told> {
    let mut answer = object(env, settings)?.fetch_with_str("https://board/memory").await?;
    let text = answer.text().await?;
    crate::objects::read(&text).map_err(|e| worker::Error::RustError(e.to_string()))
}

/// Passes on what an operator or another Headcount posted. What this isolate was told before is old from then on.
pub async fn pass_on(env: &Env, settings: &Settings, request: Request) -> Result<Response> {
    let answer = object(env, settings)?.fetch_with_request(request).await;
    LAST.with_borrow_mut(|last| *last = None);
    answer
}

fn object(env: &Env, settings: &Settings) -> Result<Stub> {
    let namespace = env.durable_object(OBJECT)?;
    match &settings.config.page.probe_from {
        Some(place) => namespace.get_by_name_with_location_hint("board", place),
        None => namespace.get_by_name("board"),
    }
}
