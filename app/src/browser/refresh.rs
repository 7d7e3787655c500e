//! Asks the server for a newer page: at once when somebody looks, then at the page's own pace, never while
//! nobody can see it, less often while no answer comes.

use super::{Tab, device, json, millis};
use crate::clock::Clock;
use crate::pace;
use core::cell::{Cell, RefCell};
use core::time::Duration;
use gloo_net::http::Request;
use gloo_timers::callback::Timeout;
use leptos::prelude::*;
use leptos::task::spawn_local;
use shared::page::Page;
use std::rc::Rc;
use web_sys::{AbortController, RequestCache};

/// An answer that takes longer counts as none.
const DEADLINE_MS: u32 = 10_000;

/// A document is not replaced by a newer one more often than this.
const RELOAD_AFTER: Duration = Duration::from_mins(1);

/// Asks, one request at a time.
pub struct Refresher {
    tab: Rc<Tab>,
    url: String,
    asking: Cell<bool>,
    failures: Cell<u32>,
    timer: RefCell<Option<Timeout>>,
}

/// Why a refresh brought nothing.
enum Failure {
    /// No answer, or one that says no.
    Unanswered,
    /// An answer that this program cannot read: the server has been replaced by another version.
    Unreadable,
}

impl Refresher {
    /// For the page whose address, with a slash at its end, is `base`, with the query `search` (one service).
    pub fn new(tab: Rc<Tab>, base: &str, search: &str) -> Rc<Self> {
        Rc::new(Self {
            tab,
            url: format!("{base}page.json{search}"),
            asking: Cell::new(false),
            failures: Cell::new(0),
            timer: RefCell::default(),
        })
    }

    /// Asks now, unless an answer is awaited or nobody can see the tab.
    pub fn refresh(self: Rc<Self>) {
        if !device::visible() || self.asking.replace(true) {
            return;
        }
        self.timer.take();
        spawn_local(async move {
            let answer = ask(&self.url, self.tab.is_expired()).await;
            self.asking.set(false);
            let lost = !matches!(answer, Ok((_, _, Source::Server)));
            self.failures.set(if lost { self.failures.get().saturating_add(1) } else { 0 });
            self.tab.board.lost.set(lost);
            match answer {
                Ok((page, clock, _)) => self.tab.renew(page, clock),
                Err(Failure::Unreadable) => self.start_anew(),
                Err(Failure::Unanswered) => {}
            }
            self.wait();
        });
    }

    /// Comes back when it is time. Hidden, it does not: becoming visible asks at once.
    fn wait(self: Rc<Self>) {
        let poll = self.tab.board.page.with_untracked(|p| Duration::from_millis(p.poll_ms.into()));
        let pause = pace::pause(poll, self.failures.get(), device::chance());
        let next = Rc::clone(&self);
        self.timer.replace(Some(Timeout::new(millis(pause), move || next.refresh())));
    }

    /// Loads the server's own version of this program, once there is nothing left to lose.
    fn start_anew(&self) {
        if self.tab.is_expired() && device::hands().monotonic > RELOAD_AFTER {
            _ = window().location().reload();
        }
    }
}

/// Who gave an answer.
enum Source {
    /// The server.
    Server,
    /// The service worker, of what the server said earlier. It says so itself, and claims nothing of now.
    Memory,
}

/// One request. It passes by the browser's cache. The service worker answers of its own only where nothing holds any
/// more, which the kind of the request tells it: elsewhere what is shown is worth more than what it remembers.
async fn ask(url: &str, nothing_holds: bool) -> Result<(Page, Clock, Source), Failure> {
    let abort = AbortController::new().ok();
    let signal = abort.as_ref().map(AbortController::signal);
    let _deadline = abort.map(|abort| Timeout::new(DEADLINE_MS, move || abort.abort()));
    let sent = device::hands();
    let cache = if nothing_holds { RequestCache::Reload } else { RequestCache::NoStore };
    let request = Request::get(url).cache(cache).abort_signal(signal.as_ref());
    let response = request.send().await.map_err(|_| Failure::Unanswered)?;
    let received = device::hands();
    if !response.ok() {
        return Err(Failure::Unanswered);
    }
    let headers = response.headers();
    let age = headers.get("age").and_then(|text| text.parse().ok()).unwrap_or(0);
    let date = headers.get("date").and_then(|text| device::parse_date(&text));
    let body = response.text().await.map_err(|_| Failure::Unanswered)?;
    let page: Page = json::parse(&body).map_err(|_| Failure::Unreadable)?;
    let date = date.map_or(page.served_at, |date| date + Duration::from_secs(age));
    let source = if response.status() == 203 { Source::Memory } else { Source::Server };
    Ok((page, Clock::calibrated(date, sent, received), source))
}
