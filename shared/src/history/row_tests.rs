//! What a round leaves of a board that planned work lies over, and what becomes of that time.

use super::*;
use crate::annals::Annals;
use crate::history::{Chronicle, Day, Past, Slot};
use crate::maintenance::Window;
use crate::reduce::testkit::{EVERY, START, Watch, heard, line, queue, service, workers};
use crate::sample::HealthReport;
use crate::state::Verdict;
use std::sync::Arc;

/// Two services that are down from the first round on; work is planned on one, from the third to the seventh.
fn past() -> Past {
    let app = service("app").with_health().with_queue(queue("jobs"));
    let mut watch = Watch::over([app, service("other").with_health()]);
    let from = START + EVERY * 3;
    let window = Window {
        id: "w".to_owned(),
        title: String::new(),
        services: vec!["app".to_owned()],
        from,
        until: from + EVERY * 4,
    };
    let annals = Arc::new(Annals { windows: vec![window], ..Annals::default() });
    let mut chronicle = Chronicle::default();
    for _ in 0..10 {
        let down = || HealthReport::said(Verdict::Down).line(line("postgres", State::Down));
        let board = watch
            .hear([heard("app").health(down()).queue(workers("jobs", 0)), heard("other").health(down())]);
        let row = Row::of(&board.with(Arc::clone(&annals)));
        chronicle.advance(row, &|_| Slot { hour_start: START, day: Day(0) });
    }
    Past::of(&chronicle, START)
}

#[test]
fn the_time_of_a_window_is_left_out_of_the_uptime_of_its_services_parts_included() {
    let past = past();
    let seconds = |subject: Subject| {
        let time = past.subjects[&subject].last_24_h;
        (time.maintenance / 1000, time.down / 1000)
    };
    let (planned, all) = ((EVERY * 4).as_secs(), (EVERY * 9).as_secs());
    for subject in [
        Subject::Service("app".to_owned()),
        Subject::Queue("app".to_owned(), "jobs".to_owned()),
        Subject::Dependency("app".to_owned(), "postgres".to_owned()),
    ] {
        assert_eq!(seconds(subject.clone()), (planned, all - planned), "{subject:?}");
    }
    assert_eq!(seconds(Subject::Service("other".to_owned())), (0, all));
}
