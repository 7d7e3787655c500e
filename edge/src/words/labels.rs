//! Labels, single words and short evidence on cards, rows, badges and in text.
//!
//! Not the verdict's sentences: those are in `say`.

use super::sentence::sentences;
use super::time::Locale;
use super::{history, say};
use core::time::Duration;
use shared::history::Cadence;
use shared::page::Tone;
use shared::reading::{Source, Why};
use shared::sample::{Basis, Exactness};
use shared::state::State;

sentences! { "label";
    state_word(state: Words);
    tone_word(tone: Words);
    title(sign: Words, word: Words, page: Name);
    title_about(sign: Words, word: Words, subject: Name, page: Name);
    dependency(n: Number);
    not_measured();
    confirming(word: Words);
    paused(word: Words);
    quiet(word: Words);

    workers();
    workers_in_window(window: Words);
    workers_connected();
    workers_at_most();
    workers_says_the_application();
    at_least(n: Number);
    latest(age: Words);
    longest_silence(longest: Words);
    counts_no_further();
    a_dead_one_shows_within(window: Words);
    latest_dead_letter(age: Words);
    told_by_the_application(age: Words);
    were_here_until(n: Number, at: Words);
    never_signed_in();
    last_sign_of_life(at: Words);
    counted_at(at: Words);
    not_readable(reason: Words);
    not_readable_last_counted(reason: Words, n: Number, at: Words);
    cannot_count();
    seat(age: Number);
    seats_from_to(n: Number, first: Number, last: Number);
    seats(n: Number, ages: Words, last: Number);
    comma(before: Words, next: Number);
    each_a_tenth(n: Number);
    empty_seats(n: Number, at: Words);

    waiting();
    failed();
    in_hand();
    overdue();
    delayed();
    oldest();
    worker_gone(n: Number);
    witnesses();
    witnesses_agree();
    witnesses_disagree();
    side_by_side(app: Words, store: Words, ours: Words);
    store_word(store: Words);
    unknown_number();
    unknown_for(reason: Words);

    parts();
    works_without();
    before_restart();
    process();
    milliseconds(ms: Number);

    checked();
    valid_until();
    as_of(at: Words);
    since(at: Words);
    offline();
    operator_view();
    history_unavailable();
    checked_every(every: Words);
    a_colour_is_a_claim();
    plain_text();
    json();
    other_forms();

    text_line(sign: Words, name: Name, state: Words);
    text_checked(at: Words);
    text_fresh(checked: Words, zone: Words);
    text_fresh_until(checked: Words, until: Words, zone: Words);
}

/// The word beside a mark.
pub fn state(l: &Locale, state: State) -> String {
    state_word(l, state.word())
}

/// The word in the document's title.
pub fn tone(l: &Locale, tone: Tone) -> String {
    tone_word(l, tone.word())
}

/// "■ Not working: Background jobs · Trip planner".
pub fn document_title(l: &Locale, tone: Tone, what: &str, page: &str) -> String {
    let (sign, word) = (tone.sign().to_string(), self::tone(l, tone));
    if what.is_empty() || what == page {
        title(l, &sign, &word, page)
    } else {
        title_about(l, &sign, &word, what, page)
    }
}

/// What nobody has named: "Dependency 2".
pub fn dependency_number(l: &Locale, n: usize) -> String {
    dependency(l, n as u64)
}

/// "Workers, last 5 min"; `told_by_app` where the application counts in our stead.
pub fn workers_counted(
    l: &Locale,
    (basis, exactness): (Basis, Exactness),
    window: Duration,
    told_by_app: bool,
) -> String {
    match (basis, exactness) {
        _ if told_by_app => workers_says_the_application(l),
        (_, Exactness::AtMost) => workers_at_most(l),
        (Basis::Beat | Basis::PollIdle, _) => workers_in_window(l, &l.configured(window)),
        (Basis::Connection, _) => workers_connected(l),
        (Basis::App, _) => workers_says_the_application(l),
        (Basis::Expiry | Basis::TtlRecord | Basis::None, _) => workers(l),
    }
}

/// "3 workers, latest sign of life 2, 8 and 141 seconds ago". The ages: freshest first; of a large crew only the
/// first and the last are read out.
pub fn seats_label(l: &Locale, ages: &[u64]) -> String {
    let n = ages.len() as u64;
    match ages {
        [] => String::new(),
        [one] => seat(l, *one),
        [first, .., last] if n > 6 => seats_from_to(l, n, *first, *last),
        [first, rest @ .., last] => {
            let ages = rest.iter().fold(l.number(*first), |before, next| comma(l, &before, *next));
            seats(l, n, &ages, *last)
        }
    }
}

/// What both count: "application 0 · Redis 0"; "?" where that is not known.
pub fn witnesses_side_by_side(l: &Locale, app: Option<u64>, store: &str, ours: Option<u64>) -> String {
    let [app, ours] = [app, ours].map(|n| n.map_or_else(|| unknown_number(l), |n| l.number(n)));
    side_by_side(l, &app, store, &ours)
}

/// What we ask when we count ourselves.
pub fn store(l: &Locale, source: Source) -> String {
    let key = match source {
        Source::Redis | Source::App => "redis",
        Source::Rabbitmq => "rabbitmq",
        Source::Sql => "sql",
    };
    store_word(l, key)
}

/// "? (not answering)".
pub fn unknown_because(l: &Locale, why: Why) -> String {
    unknown_for(l, &say::reason(l, why))
}

/// How often is checked: as configured, and as measured where that is known.
pub fn footer(l: &Locale, every: Duration, measured: Option<Cadence>) -> String {
    let measured = measured.map(|cadence| history::cadence(l, cadence));
    let says = [Some(checked_every(l, &l.configured(every))), measured, Some(a_colour_is_a_claim(l))];
    says.into_iter().flatten().collect::<Vec<_>>().join(" ")
}
