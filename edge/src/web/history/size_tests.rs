//! The budget of the first response (DESIGN 9) with a past that is as varied as a bad quarter is: 8 dependencies,
//! 2 queues, 90 days, five events, four sparklines.

use super::tests::{TODAY, day};
use crate::config::PageSettings;
use crate::web::page::Around;
use crate::web::{Site, document, element, embed};
use crate::words::tests::{START, Watch, document as heard_document, heard, line, planner, queue, workers};
use core::time::Duration;
use shared::history::{Cadence, Gauge, Numbers, SubjectPast, Tally};
use shared::incident::{PublicEvent, PublicWhat};
use shared::plan::{QueuePlan, ServicePlan};
use shared::public::PublicBoard;
use shared::sample::QueueSample;
use shared::state::{State, Verdict};
use shared::trend::Trend;
use std::io::Write as _;
use std::sync::Arc;

/// What natively a rendering a second is compressed with.
const QUALITY: u32 = 6;
const BUDGET: usize = 14_000;

const PARTS: [&str; 8] =
    ["postgres", "redis", "mercure", "search", "routing", "storage", "mail", "reference_data"];

/// Numbers that look like chance and are the same each time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }

    /// A day, of which one in so many is not well.
    fn day(&mut self, one_in: u64) -> Tally {
        const STATES: [State; 4] = [State::Down, State::Degraded, State::Unknown, State::Draining];
        if self.below(one_in) > 0 {
            return day(&[]);
        }
        let state = STATES[usize::try_from(self.below(4)).unwrap()];
        let and = STATES[usize::try_from(self.below(4)).unwrap()];
        let (long, short) = (1 + self.below(20_000), self.below(900));
        day(&[(state, long), (and, short)])
    }

    fn past(&mut self, one_in: u64) -> Arc<SubjectPast> {
        let days: Vec<Tally> = (0..90).map(|_| self.day(one_in)).collect();
        let mut failed = 3;
        let hours = (0..25).map(|_| {
            let n = self.below(5_000);
            failed += self.below(2);
            let gauge = |n: u64| Some(Gauge { min: n / 2, median: n, max: n * 2, last: n });
            Numbers { waiting: gauge(n), failed: gauge(failed), ..Numbers::default() }
        });
        let hours = hours.collect();
        Arc::new(SubjectPast { last_24_h: days[89], days, hours, failed_yesterday: Some(3) })
    }
}

fn board(one_in: u64) -> PublicBoard {
    let mail = QueuePlan { id: "mail".into(), name: "Mail".into(), ..queue() };
    let planner = planner();
    let queues = vec![planner.queues[0].clone(), mail];
    let mut watch = Watch::over([ServicePlan { queues, ..planner }]);
    let lines = PARTS.map(|key| line(key, State::Operational));
    let sample = |id: &str| QueueSample { id: id.into(), ..workers(START, 12, 58) };
    watch.hear([heard(
        "planner",
        heard_document(Verdict::Operational, lines),
        [sample("async"), sample("mail")],
    )]);
    let mut board = watch.board();
    let mut dice = Dice(7);
    board.past.today = TODAY;
    board.past.cadence =
        Cadence { rounds: 5_000, mean: Duration::from_millis(15_140), worst_gap: Duration::from_secs(31) };
    let service = &mut board.services[0];
    service.past = dice.past(one_in);
    for queue in &mut service.queues {
        queue.past = dice.past(one_in);
        queue.trend = Trend {
            waiting_10_min: Some(31),
            latest_dead_letter_at: Some(START),
            joined_last_hour: 2,
            left_last_hour: 1,
            oldest_worker_since: Some(START - Duration::from_hours(70)),
            ..Trend::default()
        };
    }
    for part in &mut service.dependencies {
        part.past = dice.past(one_in);
    }
    let event = |n: u64| PublicEvent {
        id: n,
        at: START - Duration::from_secs(n * 4_321),
        service: "planner".into(),
        service_name: "Trip planner".into(),
        incident: None,
        edited_at: None,
        what: PublicWhat::Mark { text: format!("Deployed planner 4.{n}.{}", n * 7 % 5) },
    };
    board.events = (1..=5).map(event).collect();
    board
}

fn site() -> Site {
    Site::new(&PageSettings {
        origin: "https://status.example.com".into(),
        base: String::new(),
        time_zone: "UTC".into(),
        lang: crate::words::Language::english(),
        alive_url: None,
        probe_from: None,
        frame_ancestors: None,
        admin_token: None,
        runbooks: shared::map::Map::new(),
    })
}

const AROUND: Around<'_> = Around { notice: "", filter: "" };

/// The whole first response, compressed.
fn size(one_in: u64) -> usize {
    let html = document::render(&site(), &site().locale, &board(one_in), AROUND);
    packed(&format!("one day in {one_in} is not well"), &html)
}

fn packed(what: &str, bytes: &[u8]) -> usize {
    let mut writer = brotli::CompressorWriter::new(Vec::new(), 4096, QUALITY, 22);
    writer.write_all(bytes).unwrap();
    let packed = writer.into_inner().len();
    println!("{what}: {packed} bytes, {} before compression", bytes.len());
    packed
}

#[test]
fn with_a_past_as_varied_as_a_bad_quarter_the_first_response_keeps_to_its_budget() {
    assert!(size(6) <= BUDGET);
}

#[test]
fn even_a_quarter_in_which_no_day_was_well_does_not_double_it() {
    assert!(size(1) <= 2 * BUDGET);
}

#[test]
fn what_is_for_other_peoples_pages_keeps_to_its_budgets_too() {
    let board = board(6);
    for parts in ["", "verdict,dependencies,queues", "verdict", "history"] {
        let frame = embed::render(&site(), &site().locale, &board, AROUND, &format!("parts={parts}"));
        assert!(packed(&format!("/embed?parts={parts}"), &frame.body) <= 8_000);
    }
    assert!(packed("/headcount.js", element::SCRIPT.as_bytes()) <= 3_000);
}
