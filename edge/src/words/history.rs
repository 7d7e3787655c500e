//! What is said of the past: percentages, days, trends of a number, how often was checked.
//!
//! Not the verdict's sentences, which are about now.

use super::sentence::sentences;
use super::time::Locale;
use core::time::Duration;
use shared::history::Cadence;
use shared::page::drawing::Stripe;

const NBSP: char = '\u{a0}';

sentences! { "history";
    heading();
    read_a_day();
    today();
    today_axis();
    nothing_but_working();
    before_the_first_check();
    happened();
    last_24_h();

    date_in_year(day: Number, month: Number);
    first_check(date: Words);
    /// "7 days"
    days(n: Number);
    parts_of(service: Name);

    percent(n: Words);
    observed_share(share: Words);
    share_in(share: Words, span: Words);
    uptime_over(shares: Words, observed: Words);
    /// One more of a list whose end is a list of one.
    comma(before: Words, next: Words);

    stripe_word(stripe: Words);
    stretch(what: Words, kind: Words, time: Words);
    nothing_known(kind: Words, time: Words);
    told_of(name: Name, stretches: Words);
    told_of_part(service: Name, part: Name, stretches: Words);
    /// "And 2 more"
    and_more(n: Number);
    sentence(says: Words);
    /// "Days with trouble (4)"
    troubled(n: Number);

    always(n: Number);
    between(least: Number, most: Number);
    course(label: Words, hours: Number, range: Words, now: Number);
    course_and_now_not_known(label: Words, hours: Number, range: Words);

    steady();
    changed_in_ten_minutes(change: Words);
    unchanged_since_yesterday();
    changed_since_yesterday(change: Words);
    none_since_the_start();
    already_here(n: Number);
    changed_since_the_start(change: Words);

    last_hour();
    longest_here();
    came(n: Number);
    left(n: Number);
    came_and_others_left(came: Number, left: Number);

    decimal_seconds(n: Words);
    measured(every: Words, longest: Words);
}

/// "14 September"; the month from 1 to 12.
pub fn date(l: &Locale, day: u8, month: u8) -> String {
    date_in_year(l, u64::from(day), u64::from(month))
}

// Percentages.

/// "99.91 %": two decimals of the share in millionths, rounded down, so that 100 % is said only of all of it.
pub fn uptime(l: &Locale, ppm: u32) -> String {
    hundredths(l, ppm / 100, 100)
}

/// "of 99.2 % observed": one decimal is enough for how much was looked at.
pub fn observed(l: &Locale, ppm: u32) -> String {
    observed_share(l, &hundredths(l, ppm / 1000, 10))
}

/// A number of hundredths of a percent (`parts` 100) or tenths (10), without zeros at its end.
fn hundredths(l: &Locale, n: u32, parts: u32) -> String {
    let (whole, rest) = (n / parts, n % parts);
    let digits = if parts == 100 { format!("{rest:02}") } else { rest.to_string() };
    let digits = digits.trim_end_matches('0');
    let mark = if digits.is_empty() { "" } else { l.language().decimal_mark() };
    percent(l, &format!("{whole}{mark}{digits}"))
}

/// The line of the text board: "uptime 100 % in 24 h, 99.91 % in 30 days (of 99.2 % observed)".
pub fn uptime_line(l: &Locale, spans: &[(String, String)], observed: &str) -> String {
    let shares = spans.iter().map(|(label, share)| share_in(l, share, label));
    uptime_over(l, &list(l, shares), observed)
}

/// All of them, with commas between.
fn list(l: &Locale, each: impl Iterator<Item = String>) -> String {
    each.reduce(|before, next| comma(l, &before, &next)).unwrap_or_default()
}

// Days.

/// "not working", in the key and in the sentence of a day.
pub fn stripe(l: &Locale, stripe: Stripe) -> String {
    let key = match stripe {
        Stripe::Working => "working",
        Stripe::Restarting => "restarting",
        Stripe::Maintenance => "maintenance",
        Stripe::Problems => "problems",
        Stripe::NotKnown => "not_known",
        Stripe::NotWorking => "not_working",
        Stripe::Nothing => "nothing",
    };
    stripe_word(l, key)
}

/// How long something lasted on a day.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lasted {
    /// For all of the day that was recorded.
    AllDay,
    /// So long.
    For(Duration),
}

impl Lasted {
    /// What sentences choose by, and the time that stands in them.
    fn words(self, l: &Locale) -> (&'static str, String) {
        match self {
            Self::AllDay => ("all_day", String::new()),
            Self::For(time) if time < Duration::from_secs(1) => ("no_second", String::new()),
            Self::For(time) => ("so_long", l.exact(time)),
        }
    }
}

/// "Background jobs: not working for 1 min 49 s, not known for 5 min".
pub fn day_of(l: &Locale, name: &str, stretches: &[(Stripe, Lasted)]) -> String {
    told_of(l, name, &all(l, stretches))
}

/// The same of a part among the parts of several services: "Trip planner, Background jobs: not working all day".
pub fn day_of_part(l: &Locale, service: &str, part: &str, stretches: &[(Stripe, Lasted)]) -> String {
    told_of_part(l, service, part, &all(l, stretches))
}

fn all(l: &Locale, stretches: &[(Stripe, Lasted)]) -> String {
    let each = stretches.iter().map(|(of, lasted)| {
        let (kind, time) = lasted.words(l);
        stretch(l, &stripe(l, *of), kind, &time)
    });
    list(l, each)
}

/// A time in which no subject was known: this page's own gap.
pub fn nothing_was_known(l: &Locale, lasted: Lasted) -> String {
    let (kind, time) = lasted.words(l);
    nothing_known(l, kind, &time)
}

/// A day as one text: "29 November. Mail: not working for 2 min." So it stands on the page, and so it is read out.
pub fn day(l: &Locale, date: &str, says: &[String]) -> String {
    let sentences = core::iter::once(date).chain(says.iter().map(String::as_str));
    sentences.map(|says| sentence(l, says)).collect::<Vec<_>>().join(" ")
}

// Numbers.

/// "Waiting, last 24 hours: between 0 and 14, now 58".
pub fn spark(l: &Locale, label: &str, hours: usize, (least, most): (u64, u64), now: Option<u64>) -> String {
    let hours = hours as u64;
    let range = if least == most { always(l, least) } else { between(l, least, most) };
    match now {
        Some(now) => course(l, label, hours, &range, now),
        None => course_and_now_not_known(l, label, hours, &range),
    }
}

/// "▲ 31 in 10 min", "steady".
pub fn in_ten_minutes(l: &Locale, change: i64) -> String {
    if change == 0 { steady(l) } else { changed_in_ten_minutes(l, &changed(l, change)) }
}

/// "▲ 1 since yesterday".
pub fn since_yesterday(l: &Locale, change: i64) -> String {
    if change == 0 { unchanged_since_yesterday(l) } else { changed_since_yesterday(l, &changed(l, change)) }
}

/// On the first day: what was there before this page looked is not news.
pub fn since_the_start(l: &Locale, at_start: u64, change: i64) -> String {
    match (at_start, change) {
        (0, 0) => none_since_the_start(l),
        (n, 0) => already_here(l, n),
        (_, change) => changed_since_the_start(l, &changed(l, change)),
    }
}

/// "2 came, 1 left".
pub fn came_and_left(l: &Locale, came: u32, left: u32) -> String {
    match (u64::from(came), u64::from(left)) {
        (came, 0) => self::came(l, came),
        (0, left) => self::left(l, left),
        (came, left) => came_and_others_left(l, came, left),
    }
}

/// "▲ 31".
fn changed(l: &Locale, change: i64) -> String {
    let sign = if change > 0 { '▲' } else { '▼' };
    format!("{sign}{NBSP}{}", l.number(change.unsigned_abs()))
}

// The footer.

/// "In the last 24 h: every 15.1 s, longest gap 31 s."
pub fn cadence(l: &Locale, cadence: Cadence) -> String {
    let mean = match cadence.mean.as_millis() {
        ms @ 0..60_000 => {
            let mark = l.language().decimal_mark();
            decimal_seconds(l, &format!("{}{mark}{}", ms / 1000, ms / 100 % 10))
        }
        _ => l.exact(cadence.mean),
    };
    measured(l, &mean, &l.exact(cadence.worst_gap))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::Language;

    fn en() -> Locale {
        Locale::english("UTC")
    }

    fn plain(text: &str) -> String {
        text.replace(NBSP, " ")
    }

    #[test]
    fn a_percentage_is_rounded_down_and_has_no_needless_zeros() {
        let told = [1_000_000, 999_999, 999_000, 990_000, 0, 500_100].map(|ppm| plain(&uptime(&en(), ppm)));
        assert_eq!(told, ["100 %", "99.99 %", "99.9 %", "99 %", "0 %", "50.01 %"]);
        let french = Locale::new(Language::named("fr").unwrap(), "UTC");
        assert!(plain(&uptime(&french, 999_100)).starts_with("99,91"), "{}", uptime(&french, 999_100));
        assert_eq!(
            [999_999, 970_000].map(|ppm| plain(&observed(&en(), ppm))),
            ["of 99.9 % observed", "of 97 % observed"]
        );
    }

    #[test]
    fn a_day_is_told_by_what_was_not_working_and_for_how_long() {
        let stretches = [
            (Stripe::NotWorking, Lasted::For(Duration::from_secs(109))),
            (Stripe::NotKnown, Lasted::For(Duration::from_millis(300))),
        ];
        let told = plain(&day_of(&en(), "Mail", &stretches));
        assert_eq!(told, "Mail: not working for 1 min 49 s, not known for less than 1 s");
        assert_eq!(day_of(&en(), "Mail", &[(Stripe::NotKnown, Lasted::AllDay)]), "Mail: not known all day");
    }

    #[test]
    fn a_change_is_told_with_its_direction_and_none_is_told_as_none() {
        let told = [31, 0, -4812].map(|n| plain(&in_ten_minutes(&en(), n)));
        assert_eq!(told, ["▲ 31 in 10 min", "steady", "▼ 4,812 in 10 min"]);
        assert_eq!(
            [1, 0].map(|n| plain(&since_yesterday(&en(), n))),
            ["▲ 1 since yesterday", "no change since yesterday"]
        );
    }

    #[test]
    fn what_was_there_before_this_page_looked_is_not_news() {
        let told = [(3, 0), (1, 0), (0, 0), (3, 2), (3, -3)]
            .map(|(n, change)| plain(&since_the_start(&en(), n, change)));
        assert_eq!(
            told,
            [
                "3 were already here when we started",
                "1 was already here when we started",
                "none since we started",
                "▲ 2 since we started",
                "▼ 3 since we started"
            ]
        );
    }

    #[test]
    fn a_sparkline_is_told_to_those_who_do_not_see_it() {
        assert_eq!(
            spark(&en(), "Waiting", 24, (0, 14), Some(58)),
            "Waiting, last 24 hours: between 0 and 14, now 58"
        );
        assert_eq!(spark(&en(), "Waiting", 1, (3, 3), None), "Waiting, last hour: always 3, now not known");
    }

    #[test]
    fn the_measured_cadence_has_a_decimal_and_the_longest_gap() {
        let measured =
            Cadence { rounds: 5700, mean: Duration::from_millis(15_140), worst_gap: Duration::from_secs(31) };
        assert_eq!(plain(&cadence(&en(), measured)), "In the last 24 h: every 15.1 s, longest gap 31 s.");
    }
}
