//! A tab that keeps a record of what happens in it: what a test cannot see from outside in time.

use serde_json::{Value, json};

use crate::browser::{Browser, Scripting};
use crate::headcount::SOON;
use crate::wait::eventually;

/// Notes in the page itself, as `seen`: the markup before and right after hydration, every model that came, every change
/// of the headline, when the tab was looked at, and whatever moved without being asked to.
const RECORDER: &str = r"
    (() => {
        const seen = window.seen =
            { served: null, hydrated: null, models: [], headlines: [], visible: [], moved: [] };
        const board = () => document.getElementById('board');
        new MutationObserver(() => {
            if (seen.served === null && document.getElementById('state')) seen.served = board().innerHTML;
            if (seen.hydrated === null && board() && board().dataset.live) seen.hydrated = board().innerHTML;
        }).observe(document, { childList: true, subtree: true, attributes: true });
        const fetch = window.fetch;
        window.fetch = async (...asked) => {
            const answer = await fetch(...asked);
            if (new URL(answer.url).pathname.endsWith('/page.json')) {
                answer.clone().json().then((page) => seen.models.push(page), () => {});
            }
            return answer;
        };
        document.addEventListener('visibilitychange', () => {
            if (!document.hidden) seen.visible.push(performance.now());
        });
        // A word that has become longer where it stood is counted too, where one reads from the right.
        const stayed = ({ previousRect: a, currentRect: b }) => a.x === b.x && a.y === b.y;
        new PerformanceObserver((shifts) => shifts.getEntries().forEach((shift) => {
            if (shift.sources.length && shift.sources.every(stayed)) return;
            seen.moved.push(shift.value + ': ' + shift.sources.map(({ node, previousRect: a, currentRect: b }) =>
                `${node?.nodeName}.${node?.className} ${node?.textContent.slice(0, 30)} ${a.x},${a.y} to ${b.x},${b.y}`));
        })).observe({ type: 'layout-shift', buffered: true });
        setInterval(() => {
            const headline = document.querySelector('h1');
            const last = seen.headlines.at(-1);
            if (headline && (!last || last.text !== headline.textContent)) {
                seen.headlines.push({ text: headline.textContent, at: Date.now() });
            }
        }, 50);
    })();
";

impl Browser {
    /// One that keeps its record of every page.
    pub fn recording() -> Self {
        let browser = Self::start(Scripting::On);
        browser.before_each_document(RECORDER);
        // As on a phone: bars that come and go would move everything.
        browser.command("Emulation.setScrollbarsHidden", &json!({ "hidden": true }));
        browser
    }

    /// Loads a page, and waits until it is hydrated and has refreshed.
    pub fn open_live(&self, url: &str) {
        self.open(url);
        eventually("the page to be live", SOON, || {
            (self.execute("return seen.models.length", &json!([])).as_u64() > Some(0)).then_some(())
        });
    }
}

/// A tab on a page, hydrated, that has refreshed at least once.
pub fn live_tab(url: &str) -> Browser {
    let browser = Browser::recording();
    browser.open_live(url);
    browser
}

/// Markup in which every age reads the same.
///
/// # Panics
/// If it is none.
pub fn without_ages(markup: &Value) -> String {
    let mut rest = markup.as_str().expect("markup");
    let mut text = String::new();
    while let Some((before, time)) = rest.split_once("<time") {
        let (_, after) = time.split_once("</time>").expect("an end");
        text.push_str(before);
        text.push_str("<time>");
        rest = after;
    }
    text + rest
}
