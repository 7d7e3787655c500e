//! A day of a Worker's object, counted as Cloudflare counts, against what `headcount config check` foretells.
//!
//! The real ledger on the real statements, with the clock as a parameter: the object falls asleep, forgets and wakes up
//! as the platform has it. Not the platform itself, whose own count of rows `docs/performance.md` compares.

use super::{DAY, START, config_of, round};
use core::cell::Cell;
use core::time::Duration;
use edge::config::Config;
use edge::config::budget::{self, DailyUse};
use edge::host::ledger::{self, Ledger};
use edge::host::native::sql::Database;
use edge::ports::{Sql, SqlError, SqlValue};
use edge::store::outbox;
use shared::reduce::advance;
use shared::time::Timestamp;

/// How long a round takes here.
const ROUND: Duration = Duration::from_millis(400);
/// After so long without work the object is taken out of memory.
const LINGERS: Duration = Duration::from_secs(10);
/// An alarm is set anew when it goes off, a little late: so in a day the watchdog has come at every moment of the time
/// between two rounds.
const LATE: Duration = Duration::from_millis(75);
const WATCHDOG: Duration = Duration::from_mins(1);

/// A database whose rows are counted: one that is written for each that is inserted, updated or deleted, and one more
/// for each index that has it (Cloudflare, "D1 pricing", which Durable Objects share). Rows that are read are counted as
/// workerd does, which `tests/tests/workers_day.rs` asks: an empty table is looked at, and a row that is deleted twice.
struct Counting<'a> {
    database: &'a Database,
    written: Cell<u64>,
    read: Cell<u64>,
}

impl Counting<'_> {
    fn figure(&self, statement: &str) -> u64 {
        match self.database.run(statement, &[]).unwrap().first().map(Vec::as_slice) {
            Some([SqlValue::Integer(n)]) => u64::try_from(*n).unwrap(),
            other => panic!("{statement}: {other:?}"),
        }
    }
}

impl Sql for Counting<'_> {
    fn run(&self, statement: &str, values: &[SqlValue]) -> Result<Vec<Vec<SqlValue>>, SqlError> {
        let words: Vec<&str> = statement.split_whitespace().collect();
        let table = match words[0] {
            "INSERT" => words[1..].iter().skip_while(|word| **word != "INTO").nth(1),
            "DELETE" => words.get(2),
            "UPDATE" => words.get(1),
            _ => None,
        };
        let Some(table) = table else {
            let rows = self.database.run(statement, values)?;
            let least = usize::from(words[0] == "SELECT");
            self.read.set(self.read.get() + u64::try_from(rows.len().max(least)).unwrap());
            return Ok(rows);
        };
        let rows_of = format!("SELECT count(*) FROM {table}");
        let before = self.figure(&rows_of);
        let rows = self.database.run(statement, values)?;
        let changed = self.figure("SELECT changes()");
        let is_update = self.figure(&rows_of) == before && words[0] != "DELETE";
        let indexes = self.figure(&format!("SELECT count(*) FROM pragma_index_list('{table}')"));
        self.written.set(self.written.get() + changed * if is_update { 1 } else { 1 + indexes });
        let read = match words[0] {
            "DELETE" => (2 * changed).max(if words.contains(&"RETURNING") { 2 } else { 1 }),
            "UPDATE" => changed.max(1),
            _ => 1,
        };
        self.read.set(self.read.get() + read);
        Ok(rows)
    }

    fn atomically<T, E: From<SqlError>>(&self, work: impl FnOnce(&Self) -> Result<T, E>) -> Result<T, E> {
        work(self)
    }
}

/// An object, and what is counted of it.
struct Object<'a> {
    config: &'a Config,
    sql: Counting<'a>,
    ledger: Option<Ledger>,
    awake_until: Timestamp,
    awake: Duration,
    requests: u64,
    rounds: u64,
}

impl Object<'_> {
    /// Something comes, and is done with after `takes`.
    fn is_asked(&mut self, at: Timestamp, takes: Duration) {
        self.requests += 1;
        let until = at + takes + LINGERS;
        if at >= self.awake_until {
            let mut ledger = Ledger::new(at);
            ledger::prepare(&self.sql).unwrap();
            ledger.recall(&self.sql, self.config, |e| panic!("{e}")).unwrap();
            self.ledger = Some(ledger);
            self.awake += until.since(at);
        } else if until > self.awake_until {
            self.awake += until.since(self.awake_until);
        }
        self.awake_until = self.awake_until.max(until);
    }

    fn makes_a_round(&mut self, at: Timestamp) {
        self.is_asked(at, ROUND);
        self.rounds += 1;
        self.sql.written.set(self.sql.written.get() + 1); // the alarm
        keep_round(self.ledger.as_mut().unwrap(), self.config, &self.sql, self.rounds, at + ROUND);
        // As sending begins, with nothing to send.
        outbox::give_up(&self.sql, at + ROUND).unwrap();
        for channel in &self.config.channels {
            assert!(outbox::due(&self.sql, &channel.id, at + ROUND).unwrap().is_none());
        }
    }
}

fn keep_round(ledger: &mut Ledger, config: &Config, sql: &impl Sql, n: u64, at: Timestamp) {
    let memory = advance(&config.plan, ledger.memory(), &round(n % 1000, at));
    let entry = ledger.take(config, memory);
    ledger.write(sql, config, &entry).unwrap();
}

/// A day of a page that has been watching for months. Rounds are kept for two hours here, so that it does not take two
/// days until there are any to delete.
fn day_of(page: &str) -> (DailyUse, Object<'static>) {
    let config: &'static Config =
        Box::leak(Box::new(config_of(&format!("{page}\n[history]\nrounds = \"2h\""))));
    let database: &'static Database = Box::leak(Box::new(Database::open(":memory:").unwrap()));
    ledger::prepare(database).unwrap();
    let mut before = Ledger::new(START);
    // Within the outage of the fifth day, and after it; then, after three months, the hours before the day.
    for (n, at) in [(4, 36_060_u64), (5, 50_000)] {
        keep_round(&mut before, config, database, n, START + DAY * 4 + Duration::from_secs(at));
    }
    let every = config.plan.every;
    let morning = START + DAY * 99;
    let hours = u32::try_from(Duration::from_hours(3).as_secs() / every.as_secs()).unwrap();
    for n in 0..hours {
        keep_round(&mut before, config, database, u64::from(n), morning - every * (hours - n));
    }
    assert!(before.annals().incidents.len() == 1 && before.annals().past.subjects.len() == 11);

    database.run("DELETE FROM alert_message", &[]).unwrap();
    let sql = Counting { database, written: Cell::new(0), read: Cell::new(0) };
    let (rounds, requests) = (0, 0);
    let mut object =
        Object { config, sql, ledger: None, awake_until: START, awake: Duration::ZERO, requests, rounds };
    let mut watchdog = morning + Duration::from_millis(23_456);
    let mut next = morning;
    while next < morning + DAY {
        while watchdog < next {
            object.is_asked(watchdog, Duration::from_millis(5));
            watchdog = watchdog + WATCHDOG;
        }
        object.makes_a_round(next);
        next = next + every + LATE;
    }
    (budget::daily_use(config), object)
}

#[test]
fn a_day_on_workers_uses_what_config_check_foretells() {
    let channel = "[[channel]]\nid = \"hook\"\nkind = \"webhook\"\nurl = \"https://x.org\"\nsecret = \"s\"";
    let slow = [format!("every = \"1m\" \n{channel}"), "every = \"5m\"".to_owned()];
    let quick = [15, 5, 20].map(|seconds| format!("every = \"{seconds}s\""));
    let pages = if cfg!(debug_assertions) { slow.to_vec() } else { [slow.as_slice(), &quick].concat() };
    for page in pages {
        let (foretold, object) = day_of(&page);
        let gb_s = object.awake.as_secs() * 128 / 1000;
        for (what, foretold, counted) in [
            ("rounds", foretold.rounds, object.rounds),
            ("requests", foretold.object_requests, object.requests),
            ("rows written", foretold.rows_written, object.sql.written.get()),
            ("rows read", foretold.rows_read, object.sql.read.get()),
            ("GB-s", foretold.object_gb_s, gb_s),
        ] {
            println!("{page:14.14}: {what:12} {foretold:>9} foretold, {counted:>9} counted");
            assert!(
                foretold.abs_diff(counted) * 10 <= counted,
                "{page}: {what} {foretold}, {counted} counted"
            );
        }
    }
}
