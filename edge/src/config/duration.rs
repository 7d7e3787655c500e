//! Durations as the configuration writes them: `500ms`, `15s`, `2m`, `1h`, `1d`.
//!
//! Not their limits: each key has its own.

use core::time::Duration;

/// Reads a whole number and its unit.
pub(super) fn parse(text: &str) -> Option<Duration> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (number, unit) = text.split_at_checked(digits)?;
    let number: u64 = number.parse().ok()?;
    let ms_per_unit = match unit {
        "ms" => 1,
        "s" => 1000,
        "m" => 60_000,
        "h" => 3_600_000,
        "d" => 86_400_000,
        _ => return None,
    };
    number.checked_mul(ms_per_unit).map(Duration::from_millis)
}

/// Writes a duration in the largest unit that leaves no rest.
pub(super) fn show(d: Duration) -> String {
    let ms = d.as_millis();
    for (ms_per_unit, unit) in [(86_400_000, "d"), (3_600_000, "h"), (60_000, "m"), (1000, "s")] {
        if ms != 0 && ms.is_multiple_of(ms_per_unit) {
            return format!("{}{unit}", ms / ms_per_unit);
        }
    }
    format!("{ms}ms")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_duration_is_a_whole_number_and_a_unit() {
        for (text, ms) in
            [("500ms", 500), ("15s", 15_000), ("2m", 120_000), ("1h", 3_600_000), ("1d", 86_400_000)]
        {
            assert_eq!(parse(text), Some(Duration::from_millis(ms)));
            assert_eq!(show(Duration::from_millis(ms)), text);
        }
        for text in
            ["", "15", "s", "1.5s", "-1s", "15 s", "15S", "99999999999999999999s", "18446744073709551615d"]
        {
            assert_eq!(parse(text), None, "{text}");
        }
    }

    #[test]
    fn the_largest_unit_without_a_rest_is_written() {
        assert_eq!(show(Duration::from_secs(90)), "90s");
        assert_eq!(show(Duration::from_mins(5)), "5m");
        assert_eq!(show(Duration::ZERO), "0ms");
    }
}
