//! What the device offers: its clocks, chance, and events.

use crate::clock::Hands;
use core::time::Duration;
use shared::time::Timestamp;
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{EventTarget, VisibilityState};

/// Both clocks.
pub fn hands() -> Hands {
    let monotonic = leptos::prelude::window().performance().map_or(0.0, |p| p.now());
    Hands {
        wall: from_js(js_sys::Date::now()),
        monotonic: Duration::from_secs_f64(monotonic.max(0.0) / 1000.0),
    }
}

/// A date as HTTP writes it; none if it cannot be read.
pub fn parse_date(text: &str) -> Option<Timestamp> {
    let ms = js_sys::Date::parse(text);
    ms.is_finite().then(|| from_js(ms))
}

/// How long ago that is, as the browser says it in a language, in the largest whole unit: "4 sec. ago".
pub fn ago(lang: &str, seconds: u64) -> String {
    // Of ages beyond 136 years it does not matter.
    let seconds = u32::try_from(seconds).unwrap_or(u32::MAX);
    let (n, unit) = match seconds {
        0..60 => (seconds, "second"),
        60..3600 => (seconds / 60, "minute"),
        3600..172_800 => (seconds / 3600, "hour"),
        _ => (seconds / 86_400, "day"),
    };
    // The digits are those of the numbers that the edge has written.
    let locales = [JsValue::from(format!("{lang}-u-nu-latn"))];
    let options = js_sys::Object::new();
    _ = js_sys::Reflect::set(&options, &"style".into(), &"short".into());
    let format = js_sys::Intl::RelativeTimeFormat::new(&locales.into_iter().collect(), &options);
    format.format(-f64::from(n), unit).into()
}

/// From 0 to 1, for spreading.
pub fn chance() -> f64 {
    js_sys::Math::random()
}

/// Whether anybody can see the tab.
pub fn visible() -> bool {
    leptos::prelude::document().visibility_state() == VisibilityState::Visible
}

/// Calls `heard` on every `event` of the document or the window, as long as the page lives.
pub fn listen(event: &str, of_document: bool, heard: impl Fn() + 'static) {
    let target: EventTarget =
        if of_document { leptos::prelude::document().into() } else { leptos::prelude::window().into() };
    let closure = Closure::<dyn Fn()>::new(heard);
    _ = target.add_event_listener_with_callback(event, closure.as_ref().unchecked_ref());
    closure.forget();
}

/// What the control that a selector selects is set to; none if it is not there, or not set to such a number.
pub fn setting(selector: &str) -> Option<u8> {
    let control = leptos::prelude::document().query_selector(selector).ok()??;
    js_sys::Reflect::get(&control, &"value".into()).ok()?.as_string()?.parse().ok()
}

/// Milliseconds since the epoch as JavaScript counts them: a float that is whole and far below 2^53.
#[expect(clippy::cast_possible_truncation, reason = "a date of JavaScript is at most 8.64e15")]
fn from_js(ms: f64) -> Timestamp {
    Timestamp::from_millis(ms as i64)
}
