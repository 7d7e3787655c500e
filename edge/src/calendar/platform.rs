//! The calendar on a Worker: the JavaScript engine's own.
//!
//! Not used natively: `jiff` is.

use super::Civil;
use core::str::FromStr;
use js_sys::{Array, Date, Function, Intl, Object, Reflect};
use shared::time::Timestamp;
use std::cell::RefCell;
use wasm_bindgen::{JsCast, JsValue};

thread_local! {
    /// The last zone's formatter: making one costs far more than using it.
    static FORMATTER: RefCell<Option<(String, Function)>> = const { RefCell::new(None) };
}

/// The zone's own spelling of its name, if there is such a zone.
pub fn known(name: &str) -> Option<String> {
    let formatter = formatter(name)?;
    let options = formatter.resolved_options();
    Reflect::get(&options, &"timeZone".into()).ok()?.as_string()
}

/// None: the engine does not list them everywhere.
pub fn names() -> Vec<String> {
    Vec::new()
}

/// What the wall clock shows in a zone; in UTC if there is no such zone.
pub fn civil(zone: &str, at: Timestamp) -> Civil {
    let text = formatted(zone, at).or_else(|| formatted("UTC", at)).unwrap_or_default();
    // The Swedish form is ISO 8601's, without its T: 2026-11-30 15:00:03.
    let mut parts = text.split(|c: char| !c.is_ascii_digit()).filter(|part| !part.is_empty());
    Civil {
        year: next(&mut parts),
        month: next(&mut parts),
        day: next(&mut parts),
        hour: next(&mut parts),
        minute: next(&mut parts),
        second: next(&mut parts),
    }
}

/// A date of HTTP's (RFC 9110, 5.6.7).
pub fn http_date(text: &str) -> Option<Timestamp> {
    // The engine would also read much that is no HTTP date; all of those end in GMT.
    let ms = text.ends_with(" GMT").then(|| Date::parse(text)).filter(|ms| ms.is_finite())?;
    #[expect(clippy::cast_possible_truncation, reason = "a date's milliseconds are whole and below 2^53")]
    Some(Timestamp::from_millis(ms as i64))
}

fn next<'a, T: FromStr + Default>(parts: &mut impl Iterator<Item = &'a str>) -> T {
    parts.next().and_then(|part| part.parse().ok()).unwrap_or_default()
}

fn formatted(zone: &str, at: Timestamp) -> Option<String> {
    FORMATTER.with_borrow_mut(|kept| {
        if kept.as_ref().is_none_or(|(name, _)| name != zone) {
            *kept = Some((zone.to_owned(), formatter(zone)?.format()));
        }
        let (_, format) = kept.as_ref()?;
        #[expect(clippy::cast_precision_loss, reason = "times fit 2^53")]
        let date = Date::new(&JsValue::from_f64(at.millis() as f64));
        format.call1(&JsValue::UNDEFINED, &date).ok()?.as_string()
    })
}

fn formatter(zone: &str) -> Option<Intl::DateTimeFormat> {
    let options = Object::new();
    for (name, value) in [
        ("timeZone", zone),
        ("year", "numeric"),
        ("month", "2-digit"),
        ("day", "2-digit"),
        ("hour", "2-digit"),
        ("minute", "2-digit"),
        ("second", "2-digit"),
        ("hourCycle", "h23"),
    ] {
        Reflect::set(&options, &name.into(), &value.into()).ok()?;
    }
    // Through the constructor as a value: a wrong zone throws, and the direct binding would not catch it.
    let intl = Reflect::get(&js_sys::global(), &"Intl".into()).ok()?;
    let class: Function = Reflect::get(&intl, &"DateTimeFormat".into()).ok()?.dyn_into().ok()?;
    let made = Reflect::construct(&class, &Array::of2(&"sv-SE".into(), &options)).ok()?;
    made.dyn_into().ok()
}
