//! Holds `docs/metrics.md` against the metrics there are: names, kinds, labels and what they say.

use super::papers::{code, rows, text};
use edge::web::metrics::FAMILIES;
use std::collections::BTreeSet;

const PAPER: &str = "docs/metrics.md";

#[test]
fn the_document_lists_exactly_the_metrics_there_are() {
    let listed: Vec<[String; 4]> = rows(&text(PAPER), "Names")
        .iter()
        .map(|row| {
            let labels = code(&row[2]).join(",");
            [row[0].trim_matches('`').to_owned(), row[1].clone(), labels, row[3].clone()]
        })
        .collect();
    let there: Vec<[String; 4]> = FAMILIES
        .iter()
        .map(|f| [f.name.to_owned(), f.kind.word().to_owned(), f.labels.join(","), f.help.to_owned()])
        .collect();
    assert_eq!(listed, there);
}

#[test]
fn the_document_says_what_every_label_may_be() {
    let rows = rows(&text(PAPER), "Labels");
    let explained: BTreeSet<String> = rows.iter().flat_map(|row| code(&row[0])).collect();
    let there: BTreeSet<String> =
        FAMILIES.iter().flat_map(|f| f.labels).map(|label| (*label).to_owned()).collect();
    assert_eq!(explained, there);
}
