//! "Did you mean …?": the known word nearest to one that is not known.
//!
//! Not a spelling checker: a word that is far from all of them has no nearest one.

/// The nearest of `known`, if a slip of the fingers explains the difference.
pub(super) fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_ascii_lowercase().replace('_', "-");
    known
        .into_iter()
        .map(|candidate| (distance(&word, &candidate.to_ascii_lowercase().replace('_', "-")), candidate))
        .filter(|(d, candidate)| *d <= 1 + candidate.len() / 4)
        .min_by_key(|(d, _)| *d)
        .map(|(_, candidate)| candidate)
}

/// How many characters must be put in, left out or replaced (Levenshtein).
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut next = Vec::with_capacity(row.len());
        let mut left = i + 1;
        next.push(left);
        for (y, (diagonal, above)) in b.iter().zip(row.iter().zip(row.iter().skip(1))) {
            left = (diagonal + usize::from(x != *y)).min(above + 1).min(left + 1);
            next.push(left);
        }
        row = next;
    }
    row.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_word_is_found_and_a_far_one_is_not() {
        let known = ["timeout", "title", "time_zone", "every"];
        assert_eq!(nearest("timout", known), Some("timeout"));
        assert_eq!(nearest("timezone", known), Some("time_zone"));
        assert_eq!(nearest("Every", known), Some("every"));
        assert_eq!(nearest("colour", known), None);
        assert_eq!(nearest("", known), None);
    }

    #[test]
    fn a_distance_counts_what_must_be_changed() {
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("abc", "abc"), 0);
    }
}
