//! What the object remembers, kept for a few seconds in each isolate, so that a crowd is not its business.
//!
//! Expiry is applied to it at every request: a kept memory never makes a verdict last longer.

use super::settings::Settings;
use super::{OBJECT, ports};
use core::time::Duration;
use shared::board::Board;
use shared::memory::Memory;
use shared::time::Timestamp;
use std::cell::RefCell;
use std::rc::Rc;
use worker::{Env, Result};

/// How long an isolate keeps what it was told (DESIGN 7).
const KEPT: Duration = Duration::from_secs(5);

struct Kept {
    memory: Rc<Memory>,
    told_at: Timestamp,
}

thread_local! {
    static LAST: RefCell<Option<Kept>> = const { RefCell::new(None) };
}

/// The board at this moment.
pub async fn now(env: &Env, settings: &Settings) -> Board {
    let memory = match fresh() {
        Some(memory) => memory,
        None => match ask(env, settings).await {
            Ok(memory) => {
                let memory = Rc::new(memory);
                // Before the first round there is nothing to keep; the next visitor should see what it brings.
                if memory.checked_at.is_some() {
                    let kept = Kept { memory: Rc::clone(&memory), told_at: ports::now() };
                    LAST.with_borrow_mut(|last| *last = Some(kept));
                }
                memory
            }
            Err(e) => {
                // What was last told goes on counting down to its expiry.
                worker::console_error!("the object does not answer: {e}");
                LAST.with_borrow(|last| last.as_ref().map(|kept| Rc::clone(&kept.memory)))
                    .unwrap_or_else(|| Rc::new(Memory::new(settings.read_at)))
            }
        },
    };
    Board::of(&settings.config.plan, &memory, ports::now())
}

/// A board of nothing, for answers that do not depend on one.
pub fn unobserved(settings: &Settings) -> Board {
    Board::of(&settings.config.plan, &Memory::new(settings.read_at), ports::now())
}

fn fresh() -> Option<Rc<Memory>> {
    let now = ports::now();
    LAST.with_borrow(|last| {
        let kept = last.as_ref().filter(|kept| now.since(kept.told_at) < KEPT)?;
        Some(Rc::clone(&kept.memory))
    })
}

/// Asks the object. The first time, this also arms its alarm; arming is not probing.
pub async fn ask(env: &Env, settings: &Settings) -> Result<Memory> {
    let namespace = env.durable_object(OBJECT)?;
    let stub = match &settings.config.page.probe_from {
        Some(place) => namespace.get_by_name_with_location_hint("board", place)?,
        None => namespace.get_by_name("board")?,
    };
    let mut answer = stub.fetch_with_str("https://board/memory").await?;
    let text = answer.text().await?;
    serde_json::from_str(&text).map_err(|e| worker::Error::RustError(e.to_string()))
}
