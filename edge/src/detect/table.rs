//! Recognises Symfony's Doctrine transport in a database by the table that it makes, and its queues by the values of one
//! column.
//!
//! Not asking. A table of another name is not seen: nothing is listed.

use super::queues::Found;
use crate::ports::{NoRows, SqlRows};
use crate::probe::doctrine::{self, DEFAULT_TABLE};

/// So many queues are written down.
const MOST_QUEUES: usize = 16;

/// What the failure transport's `queue_name` usually is.
const FAILED: [&str; 3] = ["failed", "failure", "failed_messages"];

/// What asks for the queues: of the columns only the one that names them.
pub fn statement() -> String {
    format!("SELECT DISTINCT queue_name FROM {DEFAULT_TABLE} ORDER BY queue_name LIMIT {MOST_QUEUES}")
}

/// What came of the statement.
///
/// # Errors
/// Why nothing is known. The text says what to do.
pub fn found(rows: Result<SqlRows, NoRows>) -> Result<Found, String> {
    let rows = match rows {
        Ok(rows) => rows,
        Err(NoRows::NoAnswer(e)) => {
            return Err(format!("{e}; check that it runs, the host, the port, user and password"));
        }
        Err(NoRows::Refused(refusal)) => {
            return Err(format!(
                "{} ({}); looked for Symfony's table {DEFAULT_TABLE}: try it once with the application's own user, or name the \
                 table and the queues yourself (docs/systems.md)",
                refusal.words, refusal.code
            ));
        }
    };
    let names: Vec<String> = rows.into_iter().filter_map(|row| row.into_iter().next().flatten()).collect();
    let (failed, names): (Vec<_>, Vec<_>) =
        names.into_iter().partition(|name| FAILED.contains(&name.as_str()));
    Ok(Found { system: doctrine::NAME, names, failed: failed.into_iter().next(), ..Found::default() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ports::{NoAnswer, SqlRefusal};

    fn row(name: &str) -> Vec<Option<String>> {
        vec![Some(name.to_owned())]
    }

    #[test]
    fn queues_are_told_by_their_names_and_the_failure_transport_by_its_own() {
        let found = super::found(Ok(vec![row("default"), row("failed"), row("high")])).unwrap();
        assert_eq!(
            (found.names, found.failed.as_deref()),
            (vec!["default".to_owned(), "high".to_owned()], Some("failed"))
        );
        let empty = super::found(Ok(Vec::new())).unwrap();
        assert_eq!(
            (empty.names, empty.failed),
            (Vec::new(), None),
            "a table without messages is one all the same"
        );
    }

    #[test]
    fn what_is_no_table_says_what_was_looked_for() {
        let refusal = SqlRefusal { code: "42P01".to_owned(), words: "relation does not exist".to_owned() };
        let told = super::found(Err(NoRows::Refused(refusal))).unwrap_err();
        assert!(
            told.contains("relation does not exist (42P01)") && told.contains("messenger_messages"),
            "{told}"
        );
        assert!(
            super::found(Err(NoRows::NoAnswer(NoAnswer::Refused)))
                .unwrap_err()
                .contains("check that it runs")
        );
        assert!(statement().starts_with("SELECT DISTINCT queue_name "));
    }
}
