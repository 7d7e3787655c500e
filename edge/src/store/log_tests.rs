//! The log of what happened comes back from the database as it was, whatever happened in between.

use super::*;
use crate::host::native::sql::Database;
use crate::store;
use crate::words::tests::{
    EVERY, START, application, document, heard, line, planner, queue, unreached, workers,
};
use core::time::Duration;
use proptest::collection::vec;
use proptest::prelude::*;
use shared::incident::{Command, Stage};
use shared::maintenance::Window;
use shared::memory::Memory;
use shared::plan::{Plan, ServicePlan};
use shared::reduce::advance;
use shared::sample::{Round, ServiceSample};
use shared::state::{State, Verdict};
use shared::time::Timestamp;

/// A page that watches and keeps what happens.
struct Keeper {
    database: Database,
    plan: Plan,
    memory: Memory,
    log: Log,
    now: Timestamp,
}

impl Keeper {
    fn new() -> Self {
        let database = Database::open(":memory:").unwrap();
        store::prepare(&database).unwrap();
        let services = vec![ServicePlan { queues: vec![queue()], ..planner() }, application("shop", "Shop")];
        let plan = crate::words::tests::Watch::over(services).plan;
        Self { database, plan, memory: Memory::new(START), log: Log::default(), now: START }
    }

    fn hear(&mut self, services: impl Into<Vec<ServiceSample>>) {
        self.now = self.now + EVERY;
        let round = Round { at: self.now, took: Duration::ZERO, services: services.into() };
        let after = advance(&self.plan, &self.memory, &round);
        let changes = self.log.follow(&self.plan, &self.memory, &after);
        write(&self.database, &changes).unwrap();
        self.memory = after;
    }

    /// From one row instead of many.
    fn loaded_whole(&self) -> Loaded {
        write_whole(&self.database, &self.log).unwrap();
        let loaded = self.loaded();
        self.database.run("DELETE FROM log", &[]).unwrap();
        loaded
    }

    fn ask(&mut self, command: Command) {
        let changes = self.log.apply(command, &self.plan, self.now).unwrap();
        write(&self.database, &changes).unwrap();
    }

    fn loaded(&self) -> Loaded {
        load(&self.database).unwrap()
    }

    fn count(&self, statement: &str) -> u64 {
        last_id(&self.database, statement).unwrap()
    }
}

fn says(verdict: Verdict, alive: u64) -> [ServiceSample; 1] {
    [heard("planner", document(verdict, [line("postgres", verdict.into())]), [workers(START, alive, 0)])]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn a_restart_after_any_round_finds_the_log_as_it_was(
        rounds in vec((0..6_usize, 0..3_u64, 0..200_u64), 1..30),
    ) {
        let mut keeper = Keeper::new();
        for (said, alive, pause) in rounds {
            let verdicts =
                [Verdict::Operational, Verdict::Degraded, Verdict::Down, Verdict::Draining, Verdict::Unknown];
            let report = match verdicts.get(said) {
                Some(verdict) => document(*verdict, [line("postgres", State::from(*verdict))]),
                None => unreached(),
            };
            keeper.hear([heard("planner", report, [workers(START, alive, 0)])]);
            let Loaded { log, damaged } = keeper.loaded();
            prop_assert_eq!((&log, damaged), (&keeper.log, 0));
            prop_assert_eq!(&keeper.loaded_whole().log, &keeper.log);
            keeper.log = log;
            keeper.now = keeper.now + Duration::from_secs(pause);
        }
    }
}

#[test]
fn what_people_wrote_and_announced_is_kept() {
    let mut keeper = Keeper::new();
    keeper.hear(says(Verdict::Down, 1));
    keeper.ask(Command::Stage { incident: 1, to: Stage::Found });
    keeper.ask(Command::Note { incident: 1, text: "It's \"full\"; DROP TABLE events; é".into() });
    let (id, title, services) = ("disks".to_owned(), "New disks".to_owned(), Vec::new());
    let (from, until) = (keeper.now + EVERY, keeper.now + EVERY * 2);
    keeper.ask(Command::Announce(Window { id, title, services, from, until }));
    assert_eq!(keeper.loaded(), Loaded { log: keeper.log.clone(), damaged: 0 });
    keeper.ask(Command::CallOff { window: "disks".into() });
    assert_eq!(keeper.loaded().log, keeper.log);
    assert_eq!(keeper.loaded().log.windows(), []);
}

#[test]
fn a_damaged_row_costs_that_row_alone() {
    let mut keeper = Keeper::new();
    for verdict in [Verdict::Down, Verdict::Operational, Verdict::Down] {
        keeper.hear(says(verdict, 1));
    }
    let before = keeper.loaded().log;
    keeper.database.run("UPDATE events SET body = '{\"id\":' WHERE id = 1", &[]).unwrap();
    keeper.database.run("UPDATE events SET body = x'ff00' WHERE id = 2", &[]).unwrap();
    keeper.database.run("UPDATE incidents SET body = '[]' WHERE id = 1", &[]).unwrap();
    let after = keeper.loaded();
    assert_eq!(after.damaged, 3);
    assert_eq!(after.log.events().len(), before.events().len() - 2);
    assert_eq!(after.log.incidents(), &before.incidents()[..1]);
}

#[test]
fn a_whole_log_that_cannot_be_read_is_put_together_from_its_rows() {
    let mut keeper = Keeper::new();
    keeper.hear(says(Verdict::Down, 1));
    for body in ["'{'", "x'ff00'", "'[]'", "7"] {
        keeper.database.run(&format!("INSERT OR REPLACE INTO log VALUES (1, {body})"), &[]).unwrap();
        assert_eq!(keeper.loaded(), Loaded { log: keeper.log.clone(), damaged: 0 }, "{body}");
    }
}

#[test]
fn an_id_is_never_given_twice_even_if_its_row_is_damaged() {
    let mut keeper = Keeper::new();
    keeper.hear(says(Verdict::Down, 1));
    keeper.database.run("UPDATE incidents SET body = ''", &[]).unwrap();
    keeper.database.run("UPDATE events SET body = ''", &[]).unwrap();
    let events = keeper.count("SELECT max(id) FROM events");
    keeper.log = keeper.loaded().log;
    keeper.hear(says(Verdict::Operational, 1));
    keeper.hear(says(Verdict::Down, 1));
    // The incident that was lost is opened anew, and dated by the memory.
    let ids: Vec<u64> = keeper.log.incidents().iter().map(|incident| incident.id).collect();
    assert_eq!(ids, [3, 2]);
    assert!(keeper.log.events().iter().all(|event| event.id > events));
}

#[test]
fn after_a_write_that_failed_everything_is_written_again() {
    let mut keeper = Keeper::new();
    let after = advance(
        &keeper.plan,
        &keeper.memory,
        &Round { at: START + EVERY, took: Duration::ZERO, services: says(Verdict::Down, 1).into() },
    );
    drop(keeper.log.follow(&keeper.plan, &keeper.memory, &after));
    assert_ne!(keeper.loaded().log, keeper.log);
    write(&keeper.database, &keeper.log.everything()).unwrap();
    assert_eq!(keeper.loaded().log, keeper.log);
}

#[test]
fn rows_stay_within_bounds() {
    let mut keeper = Keeper::new();
    for _ in 0..INCIDENTS + 5 {
        keeper.hear(says(Verdict::Down, 1));
        keeper.hear(says(Verdict::Operational, 2));
        keeper.hear(says(Verdict::Operational, 3));
    }
    assert_eq!(keeper.count("SELECT count(*) FROM incidents"), INCIDENTS);
    let rows = keeper.count("SELECT count(*) FROM events");
    assert!(rows > EVENTS / 2 && rows <= EVENTS, "{rows}");
    assert_eq!(keeper.loaded().log, keeper.log);
    let note = |n: u64| Command::Note { incident: INCIDENTS + 5, text: n.to_string() };
    for n in 0..EVENTS - rows + 3 {
        keeper.ask(note(n));
    }
    assert_eq!(keeper.count("SELECT count(*) FROM events"), EVENTS);
    assert_eq!(keeper.loaded().log, keeper.log);
}
