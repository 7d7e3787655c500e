//! Holds `docs/formats.md` against the table of health formats.
//!
//! Not what it says of each: the formats' own tests see to that.

use super::papers::text;
use edge::probe::health::FORMATS;

const DOCUMENT: &str = "docs/formats.md";

#[test]
fn every_health_format_has_its_section_in_the_order_of_the_table() {
    let document = text(DOCUMENT);
    let headings: Vec<&str> = document.lines().filter_map(|line| line.strip_prefix("## ")).collect();
    assert_eq!(headings, FORMATS.iter().map(|format| format!("`{}`", format.name)).collect::<Vec<_>>());
}

#[test]
fn each_section_says_in_ten_lines_what_is_read_which_words_what_is_not_known_and_what_to_configure() {
    for section in text(DOCUMENT).split("\n## ").skip(1) {
        assert!(section.trim_end().lines().count() <= 10, "{section}");
        let points: Vec<&str> = section
            .lines()
            .filter_map(|line| line.strip_prefix("- **")?.split_once("**"))
            .map(|(point, _)| point)
            .collect();
        assert_eq!(points, ["Reads", "Words", "Cannot know", "Configure"], "{section}");
    }
}
