//! English: what is said of the past: percentages, days, trends of a number, how often was checked.
//!
//! Not the verdict's sentences, which are about now.

use super::time::{exact, number};
use core::time::Duration;
use shared::history::Cadence;
use shared::page::drawing::Stripe;

const NBSP: char = '\u{a0}';

pub const HEADING: &str = "90 days";
pub const READ_A_DAY: &str = "Read a day";
pub const TODAY: &str = "Today";
pub const TODAY_AXIS: &str = "today";
pub const NOTHING_BUT_WORKING: &str = "Nothing but working was seen";
pub const BEFORE_THE_FIRST_CHECK: &str = "Before the first check";
pub const HAPPENED: &str = "What happened";
pub const LAST_24_H: &str = "24\u{a0}h";

/// 1 to 12.
pub fn month(month: u8) -> &'static str {
    const MONTHS: [&str; 12] = [
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ];
    MONTHS.get(usize::from(month).saturating_sub(1)).copied().unwrap_or_default()
}

/// "14 September".
pub fn date(day: u8, month: u8) -> String {
    format!("{day}{NBSP}{}", self::month(month))
}

pub fn first_check(date: &str) -> String {
    format!("first check {date}")
}

/// "7 days".
pub fn days(n: usize) -> String {
    format!("{n}{NBSP}{}", if n == 1 { "day" } else { "days" })
}

pub fn parts_of(service: &str) -> String {
    format!("Queues and parts of {service}")
}

/// A part among the parts of several services.
pub fn part_of(service: &str, part: &str) -> String {
    format!("{service}, {part}")
}

// Percentages.

/// "99.91 %": two decimals of the share in millionths, rounded down, so that 100 % is said only of all of it.
pub fn uptime(ppm: u32) -> String {
    percent(ppm / 100, 100)
}

/// "of 99.2 % observed": one decimal is enough for how much was looked at.
pub fn observed(ppm: u32) -> String {
    format!("of {} observed", percent(ppm / 1000, 10))
}

/// A number of hundredths of a percent (`parts` 100) or tenths (10), without zeros at its end.
fn percent(n: u32, parts: u32) -> String {
    let (whole, rest) = (n / parts, n % parts);
    let digits = if parts == 100 { format!("{rest:02}") } else { rest.to_string() };
    let digits = digits.trim_end_matches('0');
    let point = if digits.is_empty() { "" } else { "." };
    format!("{whole}{point}{digits}{NBSP}%")
}

/// The line of the text board: "uptime 100 % in 24 h, 99.91 % in 30 days (of 99.2 % observed)".
pub fn uptime_line(spans: &[(String, String)], observed: &str) -> String {
    let spans: Vec<String> = spans.iter().map(|(label, share)| format!("{share} in {label}")).collect();
    format!("uptime {} ({observed})", spans.join(", "))
}

// Days.

/// "not working", in the key and in the sentence of a day.
pub const fn stripe(stripe: Stripe) -> &'static str {
    match stripe {
        Stripe::Working => "working",
        Stripe::Restarting => "restarting",
        Stripe::Maintenance => "planned maintenance",
        Stripe::Problems => "with problems",
        Stripe::NotKnown => "not known",
        Stripe::NotWorking => "not working",
        Stripe::Nothing => "before the first check, or not checked",
    }
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
    fn words(self) -> String {
        match self {
            Self::AllDay => "all day".into(),
            Self::For(time) if time < Duration::from_secs(1) => format!("for less than 1{NBSP}s"),
            Self::For(time) => format!("for {}", exact(time)),
        }
    }
}

/// "Background jobs: not working for 1 min 49 s, not known for 5 min".
pub fn day_of(name: &str, stretches: &[(Stripe, Lasted)]) -> String {
    let said: Vec<String> =
        stretches.iter().map(|(of, lasted)| format!("{} {}", stripe(*of), lasted.words())).collect();
    format!("{name}: {}", said.join(", "))
}

/// A time in which no subject was known: this page's own gap.
pub fn nothing_was_known(lasted: Lasted) -> String {
    format!("Nothing was known {}", lasted.words())
}

pub fn and_more(n: usize) -> String {
    format!("And {n} more")
}

/// A day as one text: "29 November. Mail: not working for 2 min." So it stands on the page, and so it is read out.
pub fn day(date: &str, says: &[String]) -> String {
    let mut text = format!("{date}.");
    for says in says {
        text.push(' ');
        text.push_str(says);
        text.push('.');
    }
    text
}

/// "Days with trouble (4)".
pub fn troubled(n: usize) -> String {
    format!("Days with trouble ({n})")
}

// Numbers.

/// "Waiting, last 24 hours: between 0 and 14, now 58".
pub fn spark(label: &str, hours: usize, least: u64, most: u64, now: Option<u64>) -> String {
    let hours = if hours == 1 { "hour".into() } else { format!("{hours} hours") };
    let range = if least == most {
        format!("always {}", number(least))
    } else {
        format!("between {} and {}", number(least), number(most))
    };
    let now = now.map_or_else(|| "not known".into(), number);
    format!("{label}, last {hours}: {range}, now {now}")
}

/// "▲ 31 in 10 min", "steady".
pub fn in_ten_minutes(change: i64) -> String {
    if change == 0 { "steady".into() } else { format!("{} in 10{NBSP}min", changed(change)) }
}

/// "▲ 1 since yesterday".
pub fn since_yesterday(change: i64) -> String {
    if change == 0 {
        "no change since yesterday".into()
    } else {
        format!("{} since yesterday", changed(change))
    }
}

/// On the first day: what was there before this page looked is not news.
pub fn since_the_start(at_start: u64, change: i64) -> String {
    match (at_start, change) {
        (0, 0) => "none since we started".into(),
        (n, 0) => format!("{} already here when we started", were(n)),
        (_, change) => format!("{} since we started", changed(change)),
    }
}

pub const LATEST: &str = "latest";
pub const LAST_HOUR: &str = "Workers in the last hour";
pub const LONGEST_HERE: &str = "Longest here";

/// "2 came, 1 left".
pub fn came_and_left(came: u32, left: u32) -> String {
    match (came, left) {
        (came, 0) => format!("{came} came"),
        (0, left) => format!("{left} left"),
        (came, left) => format!("{came} came, {left} left"),
    }
}

fn were(n: u64) -> String {
    if n == 1 { "1 was".into() } else { format!("{} were", number(n)) }
}

fn changed(change: i64) -> String {
    let sign = if change > 0 { '▲' } else { '▼' };
    format!("{sign}{NBSP}{}", number(change.unsigned_abs()))
}

// The footer.

/// "In the last 24 h: every 15.1 s, longest gap 31 s."
pub fn cadence(cadence: Cadence) -> String {
    let mean = match cadence.mean.as_millis() {
        ms @ 0..60_000 => format!("{}.{}{NBSP}s", ms / 1000, ms / 100 % 10),
        _ => exact(cadence.mean),
    };
    format!("In the last {LAST_24_H}: every {mean}, longest gap {}.", exact(cadence.worst_gap))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(text: &str) -> String {
        text.replace(NBSP, " ")
    }

    #[test]
    fn a_percentage_is_rounded_down_and_has_no_needless_zeros() {
        let told = [1_000_000, 999_999, 999_000, 990_000, 0, 500_100].map(|ppm| plain(&uptime(ppm)));
        assert_eq!(told, ["100 %", "99.99 %", "99.9 %", "99 %", "0 %", "50.01 %"]);
        assert_eq!(
            [999_999, 970_000].map(|ppm| plain(&observed(ppm))),
            ["of 99.9 % observed", "of 97 % observed"]
        );
    }

    #[test]
    fn a_day_is_told_by_what_was_not_working_and_for_how_long() {
        let stretches = [
            (Stripe::NotWorking, Lasted::For(Duration::from_secs(109))),
            (Stripe::NotKnown, Lasted::For(Duration::from_millis(300))),
        ];
        let told = plain(&day_of("Mail", &stretches));
        assert_eq!(told, "Mail: not working for 1 min 49 s, not known for less than 1 s");
        assert_eq!(day_of("Mail", &[(Stripe::NotKnown, Lasted::AllDay)]), "Mail: not known all day");
    }

    #[test]
    fn a_change_is_told_with_its_direction_and_none_is_told_as_none() {
        let told = [31, 0, -4812].map(|n| plain(&in_ten_minutes(n)));
        assert_eq!(told, ["▲ 31 in 10 min", "steady", "▼ 4,812 in 10 min"]);
        assert_eq!(
            [1, 0].map(|n| plain(&since_yesterday(n))),
            ["▲ 1 since yesterday", "no change since yesterday"]
        );
    }

    #[test]
    fn what_was_there_before_this_page_looked_is_not_news() {
        let told =
            [(3, 0), (1, 0), (0, 0), (3, 2), (3, -3)].map(|(n, change)| plain(&since_the_start(n, change)));
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
        assert_eq!(spark("Waiting", 24, 0, 14, Some(58)), "Waiting, last 24 hours: between 0 and 14, now 58");
        assert_eq!(spark("Waiting", 1, 3, 3, None), "Waiting, last hour: always 3, now not known");
    }

    #[test]
    fn the_measured_cadence_has_a_decimal_and_the_longest_gap() {
        let measured =
            Cadence { rounds: 5700, mean: Duration::from_millis(15_140), worst_gap: Duration::from_secs(31) };
        assert_eq!(plain(&cadence(measured)), "In the last 24 h: every 15.1 s, longest gap 31 s.");
    }
}
