//! `kill -9` at any moment of a start, a round or a write: nothing is lost, nothing is torn, nothing is told twice.
//!
//! 200 times on one database, over services that go down once and come back once. The moments are left to chance,
//! so that they fall before, into and after a round and its transaction; between two lives the database is looked at.

#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use core::fmt::Write as _;
use core::time::Duration;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;
use tests::app::{ALL_WELL, App};
use tests::chance::Chance;
use tests::database::Copy;
use tests::headcount::{Files, SOON};
use tests::http;
use tests::process::{Process, free_port};
use tests::receiver::Receiver;
use tests::wait::{eventually, meanwhile, within};

const KILLS: u64 = 200;
const SERVICES: usize = 24;
/// So many are down at a time.
const AT_A_TIME: usize = 4;
const DOWN: &str = r#"{"status":"degraded","deps":{"postgres":{"status":"down"}}}"#;
/// A first round is over long before, unless the machine is very busy.
const LONGEST_LIFE: Duration = Duration::from_secs(5);

#[test]
fn two_hundred_kills_lose_nothing_tear_nothing_and_tell_nothing_twice() {
    let mut chance = Chance::new();
    let mut stage = Stage::set();
    let usual = stage.a_whole_life();
    let mut seen = Seen::default();
    let mut moments: BTreeMap<&str, u32> = BTreeMap::new();
    let began = Instant::now();
    for number in 0..KILLS {
        stage.change_something(&mut chance, &seen);
        let life = stage.live_until(moment(number), usual, &mut chance);
        let before = seen.checked_at;
        seen.look_again(&stage, &life, number);
        let killed = match life.has_asked {
            _ if seen.checked_at > before => "after its round was kept",
            true => "in its round",
            false => "before its round",
        };
        *moments.entry(killed).or_default() += 1;
    }
    println!(
        "{KILLS} kills in {:?}; a start with its first round takes {usual:?}; killed: {moments:?}",
        began.elapsed()
    );
    assert!(moments.values().all(|n| *n >= 5) && moments.len() == 3, "no fair spread: {moments:?}");
    stage.finish(&mut seen);
}

/// When a life is to end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Moment {
    /// Before it has asked anybody.
    AtStart,
    /// While a round waits for an answer that does not come.
    WhileAsking,
    /// At any time from its start to a little after its first round.
    Whenever,
    /// When a round has begun: while it waits, judges, writes.
    InRound,
    /// When something was told, or if nothing is to be told, published.
    WhileTelling,
}

const fn moment(number: u64) -> Moment {
    match number % 10 {
        0 => Moment::AtStart,
        1 => Moment::WhileAsking,
        2..=4 => Moment::Whenever,
        5..=7 => Moment::InRound,
        _ => Moment::WhileTelling,
    }
}

/// What one life of the process came to.
struct Life {
    /// `/status.json`, as it was first answered and last answered.
    answers: Option<(Value, Value)>,
    /// Whether the applications were asked.
    has_asked: bool,
}

struct Stage {
    apps: Vec<App>,
    states: Vec<Went>,
    receiver: Receiver,
    files: Files,
    port: u16,
}

/// How far a service has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Went {
    Nowhere,
    Down,
    Back,
}

impl Stage {
    fn set() -> Self {
        let apps: Vec<App> = (0..SERVICES).map(|_| App::start()).collect();
        let receiver = Receiver::start();
        let mut config = "[page]\ntitle = \"Killed\"\nevery = \"5s\"\nexpires_after = \"5m\"\n".to_owned();
        for (n, app) in apps.iter().enumerate() {
            let url = app.url();
            let _ = write!(
                config,
                "[[service]]\nid = \"s{n}\"\nhealth = {{ url = \"{url}\", format = \"adr075\", timeout = \"2s\" }}\n"
            );
        }
        let hook = receiver.url("/hook");
        let _ = write!(
            config,
            "[[channel]]\nid = \"hook\"\nkind = \"webhook\"\nurl = \"{hook}\"\nsecret = \"s\"\n"
        );
        let states = vec![Went::Nowhere; SERVICES];
        Self { apps, states, receiver, files: Files::new(&config, &[]), port: free_port() }
    }

    fn start(&self) -> Process {
        self.files.start(&["serve", "--listen", &format!("127.0.0.1:{}", self.port)])
    }

    fn database(&self) -> Option<Copy> {
        Copy::of(&self.files.at("headcount.db"))
    }

    fn status(&self) -> Option<Value> {
        let answer = http::ask("GET", self.port, "/status.json", &[]).ok()?;
        (answer.status == 200).then(|| answer.json())
    }

    fn questions(&self) -> usize {
        self.apps.iter().map(App::requests).sum()
    }

    /// How long it takes from a start to the first published round.
    fn a_whole_life(&self) -> Duration {
        let began = Instant::now();
        let _process = self.start();
        within(SOON, || self.status().filter(|status| status["checked_at"].is_string())).unwrap();
        began.elapsed()
    }

    /// Something is well no more, or well again: the latter only once that it was not is known for certain.
    fn change_something(&mut self, chance: &mut Chance, seen: &Seen) {
        let down = self.states.iter().filter(|state| **state == Went::Down).count();
        if let Some(next) = self.states.iter().position(|state| *state == Went::Nowhere)
            && down < AT_A_TIME
            && chance.below(2) == 0
        {
            self.apps[next].set(503, DOWN);
            self.states[next] = Went::Down;
        }
        for n in 0..SERVICES {
            if self.states[n] == Went::Down
                && seen.was_down.contains(&format!("s{n}"))
                && chance.below(3) == 0
            {
                self.apps[n].set(200, ALL_WELL);
                self.states[n] = Went::Back;
            }
        }
    }

    /// Starts it, and kills it at that moment.
    fn live_until(&self, moment: Moment, usual: Duration, chance: &mut Chance) -> Life {
        let (asked_before, told_before) = (self.questions(), self.receiver.received().len());
        let held = if moment == Moment::WhileAsking { LONGEST_LIFE } else { Duration::ZERO };
        self.apps[0].delay(held);
        let mut process = self.start();
        let mut answers: Option<(Value, Value)> = None;
        let mut look = || {
            if let Some(answer) = self.status() {
                let (_, last) = answers.get_or_insert_with(|| (answer.clone(), Value::Null));
                *last = answer;
            }
        };
        match moment {
            Moment::AtStart => {}
            Moment::WhileAsking => {
                let asked = within(LONGEST_LIFE, || (self.questions() > asked_before).then_some(()));
                asked.unwrap();
            }
            Moment::Whenever => meanwhile(chance.shorter_than(usual), &mut look),
            Moment::InRound => {
                let asked = within(LONGEST_LIFE, || {
                    look();
                    (self.questions() > asked_before).then_some(())
                });
                asked.unwrap();
                meanwhile(chance.shorter_than(Duration::from_millis(15)), &mut look);
            }
            Moment::WhileTelling => {
                // What is told is told at once after a round; most rounds have nothing to tell.
                let told = within(usual.mul_f32(1.5), || {
                    look();
                    (self.receiver.received().len() > told_before).then_some(())
                });
                if told.is_some() {
                    meanwhile(chance.shorter_than(Duration::from_millis(10)), &mut look);
                }
            }
        }
        process.kill();
        Life { answers, has_asked: self.questions() > asked_before }
    }

    /// Everything is well in the end, and everybody has heard of it.
    fn finish(&mut self, seen: &mut Seen) {
        for (n, app) in self.apps.iter().enumerate() {
            if !seen.was_down.contains(&format!("s{n}")) && self.states[n] == Went::Down {
                // It never came to be known, so it never was.
                self.states[n] = Went::Nowhere;
            }
            app.set(200, ALL_WELL);
        }
        let ids = |service: &str, kind: &str| -> BTreeSet<String> {
            let received = self.receiver.received();
            let bodies = received.iter().map(tests::receiver::Received::json);
            let theirs = bodies.filter(|body| body["service"]["id"] == service && body["kind"] == kind);
            theirs.map(|body| body["id"].as_str().unwrap().to_owned()).collect()
        };
        let mut process = self.start();
        eventually("every trouble that was kept to be told and closed", SOON, || {
            let missing: Vec<String> = seen
                .was_down
                .iter()
                .filter(|service| ids(service, "down").is_empty() || ids(service, "recovered").is_empty())
                .cloned()
                .collect();
            if missing.is_empty() { Ok(()) } else { Err(missing) }
        });
        process.kill();
        let database = self.database().unwrap();
        assert_eq!(database.number("SELECT count(*) FROM incidents WHERE closed_at IS NULL"), 0);
        assert_eq!(
            database.number("SELECT count(*) FROM incidents"),
            i64::try_from(seen.was_down.len()).unwrap()
        );

        let mut contents: BTreeMap<String, Vec<u8>> = BTreeMap::new();
        let received = self.receiver.received();
        for message in &received {
            let id = message.header("headcount-id").to_owned();
            let first = contents.entry(id.clone()).or_insert_with(|| message.body.clone());
            assert_eq!(*first, message.body, "{id} with two contents");
        }
        for service in &seen.was_down {
            let (down, recovered) = (ids(service, "down"), ids(service, "recovered"));
            assert_eq!((down.len(), recovered.len()), (1, 1), "{service}: {down:?}, {recovered:?}");
            let key = |ids: &BTreeSet<String>| ids.first().unwrap().rsplit_once('.').unwrap().0.to_owned();
            assert_eq!(key(&down), key(&recovered), "{service}");
        }
        let (troubles, again) = (seen.was_down.len(), received.len() - contents.len());
        println!(
            "{troubles} services went and came back; {} notices, {again} of them received again",
            contents.len()
        );
        assert_eq!(contents.len(), 2 * troubles);
        assert!(troubles * 2 >= SERVICES, "too little happened: {troubles}");
    }
}

/// What was once known, and must be known for ever.
#[derive(Default)]
struct Seen {
    /// The last round that was kept.
    checked_at: Option<i64>,
    /// Rounds kept so far.
    rounds: i64,
    /// Services that a kept round showed to be down.
    was_down: BTreeSet<String>,
    /// By id: what does not change about an incident.
    incidents: BTreeMap<u64, (Value, Value)>,
    /// By id.
    events: BTreeMap<u64, Value>,
    /// By service: what the last kept round showed.
    shown: BTreeMap<String, (String, i64)>,
}

impl Seen {
    /// Looks at what a life has left, after it was killed.
    fn look_again(&mut self, place: &Stage, life: &Life, number: u64) {
        if let Some((first, _)) = &life.answers {
            self.is_what_it_began_with(first);
        }
        let Some(database) = place.database() else {
            assert!(self.checked_at.is_none(), "kill {number}: the database is gone");
            return;
        };
        let state = database.documents("SELECT body FROM state").pop();
        let checked_at = state.as_ref().and_then(|state| state["checked_at"].as_i64());
        // One transaction: a round is kept with its row of history, its log and its alerts, or not at all.
        assert_eq!(checked_at.unwrap_or(0), database.number("SELECT max(at) FROM rounds"), "kill {number}");
        assert!(checked_at >= self.checked_at, "kill {number}: an older round than {:?}", self.checked_at);
        if let Some((_, last)) = &life.answers {
            let published = seconds(&last["checked_at"]);
            assert!(
                published <= checked_at.map(|at| at / 1000),
                "kill {number}: published, and not kept: {last:#}"
            );
        }
        let rounds = database.number("SELECT count(*) FROM rounds");
        assert!(rounds >= self.rounds, "kill {number}: rows of history were lost");
        let Some(state) = state else { return };
        (self.checked_at, self.rounds) = (checked_at, rounds);

        let mut down = BTreeSet::new();
        for (id, service) in state["services"].as_object().unwrap() {
            let verdict = service["verdict"].as_str().unwrap().to_owned();
            if verdict == "down" {
                down.insert(id.clone());
            }
            self.shown.insert(id.clone(), (verdict, service["since"].as_i64().unwrap()));
        }
        self.was_down.extend(down.iter().cloned());
        let incidents = database.documents("SELECT body FROM incidents ORDER BY id");
        let open = incidents.iter().filter(|incident| incident["closed_at"].is_null());
        let open: BTreeSet<String> =
            open.map(|incident| incident["service"].as_str().unwrap().to_owned()).collect();
        assert_eq!(open, down, "kill {number}: what is down has an open incident, and nothing else has");
        for incident in &incidents {
            let fixed = (incident["service"].clone(), incident["opened_at"].clone());
            let before =
                self.incidents.entry(incident["id"].as_u64().unwrap()).or_insert_with(|| fixed.clone());
            assert_eq!(*before, fixed, "kill {number}: another incident under the same id");
        }
        assert_eq!(incidents.len(), self.incidents.len(), "kill {number}: an incident was lost");
        let events = database.documents("SELECT body FROM events ORDER BY id");
        for event in &events {
            let before = self.events.entry(event["id"].as_u64().unwrap()).or_insert_with(|| event.clone());
            assert_eq!(before, event, "kill {number}: another event under the same id");
        }
        assert_eq!(events.len(), self.events.len(), "kill {number}: an event was lost");
    }

    /// The first answer after a restart is what the last kept round showed, or already a newer round.
    fn is_what_it_began_with(&self, first: &Value) {
        let Some(checked_at) = self.checked_at else { return };
        let shown_at = seconds(&first["checked_at"]);
        assert!(shown_at >= Some(checked_at / 1000), "{checked_at} was forgotten: {first:#}");
        if shown_at > Some(checked_at / 1000) {
            return;
        }
        for service in first["services"].as_array().unwrap() {
            let (verdict, since) = &self.shown[service["id"].as_str().unwrap()];
            // A round in the same second may have been made by now.
            if seconds(&service["since"]) < Some(checked_at / 1000) {
                assert_eq!(
                    (service["verdict"].as_str(), seconds(&service["since"])),
                    (Some(verdict.as_str()), Some(since / 1000))
                );
            }
        }
    }
}

/// `2026-11-30T14:00:03Z` in seconds since 1970.
fn seconds(text: &Value) -> Option<i64> {
    let digits = |from: usize, to: usize| text.as_str()?.get(from..to)?.parse::<i64>().ok();
    let (year, month, day) = (digits(0, 4)?, digits(5, 7)?, digits(8, 10)?);
    // Days since 1970-01-01 of the Gregorian calendar, whose year begins in March here.
    let (years, months) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let days =
        years * 365 + years / 4 - years / 100 + years / 400 + (months * 153 + 2) / 5 + day - 1 - 719_468;
    Some(days * 86_400 + digits(11, 13)? * 3600 + digits(14, 16)? * 60 + digits(17, 19)?)
}
