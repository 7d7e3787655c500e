//! What alerts say, from rounds that the real reducer judged and the real decision told.

use super::{
    EVERY, IMPACT, Watch, application, document, heard, line, no_permission, planner, unreached, up, workers,
};
use crate::config::{HostKind, NoVariables, PageSettings, parse};
use crate::notify::Message;
use crate::words::{Language, alert};
use core::time::Duration;
use shared::alert::{AlertState, Kind, Rules, decide};
use shared::reading::Reading;
use shared::sample::ServiceSample;
use shared::state::{State, Verdict};

fn page() -> PageSettings {
    let text = "[page]\ntitle = \"t\"\nurl = \"https://status.example.com/trips\"\n[[service]]\nid = \"a\"\n\
                [service.health]\nurl = \"https://a.example.com\"\nformat = \"adr075\"\n";
    parse(text, "headcount.toml", HostKind::Native, &NoVariables).unwrap().config.page
}

/// A page that watches, and tells what its alerts say with plain spaces.
struct Told {
    page: PageSettings,
    watch: Watch,
    state: AlertState,
}

impl Told {
    fn over(service: shared::plan::ServicePlan) -> Self {
        Self { page: page(), watch: Watch::over([service]), state: AlertState::default() }
    }

    fn round(&mut self, hear: impl Fn(&Watch) -> ServiceSample) -> Vec<Message> {
        let next = Watch {
            plan: self.watch.plan.clone(),
            memory: self.watch.memory.clone(),
            now: self.watch.now + EVERY,
        };
        let sample = hear(&next);
        self.watch.hear([sample]);
        let board = self.watch.look();
        let (state, notices) = decide(&Rules::default(), &self.state, &board, self.watch.now);
        self.state = state;
        notices.iter().map(|notice| alert::message(&self.page, &board, notice)).collect()
    }

    fn rounds(&mut self, many: u32, hear: impl Fn(&Watch) -> ServiceSample) -> Vec<Message> {
        (0..many).flat_map(|_| self.round(&hear)).collect()
    }
}

fn plain(text: &str) -> String {
    text.replace('\u{a0}', " ")
}

#[track_caller]
fn says(message: &Message, kind: Kind, title: &str, lines: &[&str]) {
    assert_eq!((message.kind, plain(&message.title).as_str()), (kind, title));
    assert_eq!(message.lines.iter().map(|line| plain(line)).collect::<Vec<_>>(), lines);
}

#[test]
fn silence_is_told_with_the_pages_headline_and_its_end_in_the_same_thread() {
    let mut service = planner();
    service.impact = IMPACT.to_owned();
    service.runbook = "https://wiki.example.com/planner".to_owned();
    service.queues[0].reported_as = None;
    service.queues[0].runbook = "https://wiki.example.com/jobs".to_owned();
    let mut told = Told::over(service);
    assert!(told.rounds(3, |w| heard("planner", up(), [workers(w.now, 2, 3)])).is_empty());
    let down = told.rounds(3, |w| heard("planner", up(), [workers(w.now, 0, 58)]));
    assert_eq!(down.len(), 1);
    says(
        &down[0],
        Kind::Down,
        "Background jobs: no sign of life from any worker for 22 seconds",
        &[
            IMPACT,
            "58 jobs are waiting.",
            "The application itself answers.",
            "Seen: Background jobs: 0 workers, 58 waiting, 4 failed for good (c4nary)",
            "Since 14:01:00 UTC.",
        ],
    );
    assert_eq!(down[0].url, "https://status.example.com/trips/");
    assert_eq!(down[0].runbook, "https://wiki.example.com/jobs", "that of what is down");
    assert!(down[0].text().ends_with("https://status.example.com/trips/\nhttps://wiki.example.com/jobs"));
    let end = told.rounds(3, |w| heard("planner", up(), [workers(w.now, 2, 3)]));
    assert_eq!((end.len(), end[0].runbook.as_str()), (1, "https://wiki.example.com/planner"));
    says(
        &end[0],
        Kind::Recovered,
        "Trip planner works again",
        &[
            "Everything works, and 2 workers are at it.",
            "3 jobs are waiting.",
            "The trouble began at 14:01:00 UTC and lasted 45 s.",
        ],
    );
    assert_eq!((&end[0].key, down[0].follows, end[0].follows), (&down[0].key, false, true));
}

#[test]
fn a_broken_part_is_told_with_what_it_said_of_itself() {
    let mut told = Told::over(application("planner", "Trip planner"));
    told.rounds(2, |_| heard("planner", up(), []));
    let down = told.round(|_| heard("planner", document(Verdict::Down, [line("postgres", State::Down)]), []));
    says(
        &down[0],
        Kind::Down,
        "Database is not working",
        &["The application itself says so.", "Database: c4nary", "Since 14:00:45 UTC."],
    );
}

#[test]
fn an_application_that_does_not_answer_is_told_once_that_is_confirmed() {
    let mut told = Told::over(application("planner", "Trip planner"));
    told.rounds(2, |_| heard("planner", up(), []));
    assert!(told.round(|_| heard("planner", unreached(), [])).is_empty());
    let down = told.round(|_| heard("planner", unreached(), []));
    assert_eq!((down.len(), down[0].title.as_str()), (1, "Trip planner does not answer"));
}

#[test]
fn an_end_that_is_told_later_does_not_make_the_trouble_longer() {
    let mut told = Told::over(application("planner", "Trip planner"));
    let down = |_: &Watch| heard("planner", document(Verdict::Down, []), []);
    let well = |_: &Watch| heard("planner", up(), []);
    told.rounds(2, well);
    told.rounds(30, down);
    assert_eq!(told.rounds(1, well).len() + told.rounds(1, down).len(), 2);
    let end = told.rounds(22, well);
    assert_eq!((end.len(), end[0].kind), (1, Kind::Recovered));
    let lasted = end[0].lines.iter().any(|line| plain(line).ends_with(" and lasted 15 s."));
    assert!(lasted, "{:?}", end[0].lines);
}

#[test]
fn new_dead_letters_are_counted() {
    let mut told = Told::over(planner());
    let failed = |n: u64| {
        move |w: &Watch| {
            let mut queue = workers(w.now, 2, 0);
            queue.numbers.failed_depth = Reading::redis(n);
            heard("planner", up(), [queue])
        }
    };
    told.rounds(2, failed(3));
    let first = told.round(failed(8));
    says(
        &first[0],
        Kind::DeadLetters,
        "Background jobs: 5 more jobs have failed for good",
        &[
            "8 in all, in Trip planner.",
            "3 of them had failed before this page began to watch.",
            "Seen at 14:00:45 UTC.",
        ],
    );
    let end = told.rounds(30, failed(0));
    says(
        &end[0],
        Kind::Recovered,
        "Background jobs: the new failed jobs are gone",
        &["In Trip planner.", "The trouble began at 14:00:45 UTC and lasted 15 s."],
    );
}

#[test]
fn workers_that_cannot_be_read_are_told_after_their_time() {
    let mut told = Told::over(planner());
    told.rounds(2, |w| heard("planner", up(), [workers(w.now, 2, 0)]));
    let rounds = u32::try_from(Duration::from_mins(11).as_secs() / EVERY.as_secs()).unwrap();
    let unknown = told.rounds(rounds, |_| heard("planner", up(), [no_permission()]));
    assert_eq!(unknown.len(), 1);
    assert_eq!(plain(&unknown[0].title), "Background jobs: the workers could not be counted");
    let seen = unknown[0]
        .lines
        .iter()
        .any(|line| plain(line).contains("Seen: Background jobs: ? (no permission) workers"));
    assert!(seen, "{:?}", unknown[0].lines);
}

#[test]
fn what_is_watched_no_longer_is_said() {
    let mut told = Told::over(application("planner", "Trip planner"));
    told.rounds(2, |_| heard("planner", up(), []));
    told.round(|_| heard("planner", document(Verdict::Down, []), []));
    told.watch.plan.services[0].id = "other".to_owned();
    let gone = told.round(|_| heard("other", up(), []));
    assert_eq!((gone.len(), gone[0].title.as_str()), (1, "planner is watched no longer"));
}

#[test]
fn an_alert_is_in_the_language_of_the_page_but_for_what_a_server_said() {
    let told = |language| {
        let mut told = Told::over(planner());
        told.page.lang = language;
        told.rounds(2, |w| heard("planner", up(), [workers(w.now, 2, 3)]));
        let message = told.rounds(3, |w| heard("planner", up(), [workers(w.now, 0, 58)])).remove(0);
        assert!(message.lines.iter().any(|line| line.contains("c4nary")), "{:?}", message.lines);
        core::iter::once(message.title).chain(message.lines).collect::<Vec<_>>()
    };
    let english = told(Language::english());
    for language in Language::all().filter(|language| *language != Language::english()) {
        let told = told(language);
        assert_eq!(told.len(), english.len(), "{told:?}");
        for (here, there) in told.iter().zip(&english) {
            assert_ne!(here, there, "{language:?}");
        }
    }
}
