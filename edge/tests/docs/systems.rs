//! Holds `docs/systems.md` against the table of queue systems.
//!
//! Not what it says of each: the systems' own tests see to that.

use super::papers::text;
use edge::probe::systems;

const DOCUMENT: &str = "docs/systems.md";

#[test]
fn every_queue_system_has_its_section_in_the_order_of_the_table() {
    let document = text(DOCUMENT);
    let headings: Vec<&str> = document.lines().filter_map(|line| line.strip_prefix("## ")).collect();
    assert_eq!(headings, systems().map(|name| format!("`{name}`")).collect::<Vec<_>>());
}

#[test]
fn each_section_says_in_ten_lines_what_is_read_how_fast_a_death_shows_what_is_not_known_and_what_to_configure()
 {
    for section in text(DOCUMENT).split("\n## ").skip(1) {
        assert!(section.trim_end().lines().count() <= 11, "a heading and ten lines: {section}");
        let points: Vec<&str> = section
            .lines()
            .filter_map(|line| line.strip_prefix("- **")?.split_once("**"))
            .map(|(point, _)| point)
            .collect();
        assert_eq!(points, ["Reads", "A death shows", "Cannot know", "Configure"], "{section}");
    }
}
