//! What the page makes of what is pushed: shown, expired, followed, kept, and told in words.

use super::*;
use shared::board::Link;
use shared::history::Subject;
use shared::state::Verdict;

#[test]
fn pushed_services_stand_after_the_pages_own_and_name_their_source() {
    let mut receiver = Receiver::new(CONFIG);
    receiver.hears(&sender());
    let board = receiver.board();
    let ids: Vec<&str> = board.services.iter().map(|service| service.id.as_str()).collect();
    assert_eq!(ids, ["shop", "planner"]);
    let source = board.services[1].source.clone().unwrap();
    assert_eq!((source.name.as_str(), source.heard_at), ("Inner network", Some(receiver.now)));
    assert_eq!((board.services[0].source.is_none(), board.services[1].verdict), (true, Verdict::Operational));
}

#[test]
fn a_source_that_was_never_heard_of_is_not_known_and_not_well() {
    let mut receiver = Receiver::new(ONLY);
    receiver.round();
    let board = receiver.board();
    assert_eq!((board.verdict, board.fully_observed), (Verdict::Unknown, false));
    assert_eq!(receiver.says().headline, "Nothing has been heard from inside yet");

    let mut receiver = Receiver::new(CONFIG);
    receiver.hears(&sender());
    assert_eq!(receiver.board().verdict, Verdict::Unknown, "the other one is still awaited");
    let spoken = receiver.says();
    let all = [&[spoken.headline][..], &spoken.also].concat().join("\n");
    assert!(all.contains("Nothing has been heard from cellar yet"), "{all}");
}

#[test]
fn losing_the_link_is_unknown_and_never_down_and_ends_by_itself() {
    for round in [works as fn(&mut Watch), nobody_works] {
        let (mut watch, mut receiver) = (sender(), Receiver::new(ONLY));
        round(&mut watch);
        receiver.hears(&watch);
        let last = receiver.board().verdict;
        receiver.round();
        for _ in 0..4 {
            receiver.now = receiver.now + seconds(15);
            receiver.round();
            assert_eq!(receiver.board().verdict, last, "as long as it is valid");
        }
        receiver.now = receiver.now + seconds(15);
        receiver.round();
        let board = receiver.board();
        assert_eq!((board.verdict, board.services[0].expired), (Verdict::Unknown, true));
        assert_eq!(board.services[0].source.as_ref().unwrap().link, Link::Lost);
        let spoken = receiver.says();
        assert_eq!(spoken.headline, "Nothing has been heard from inside since 14:00:30");
        let second = "The watcher inside the network does not report. The application may be fine.";
        assert_eq!(spoken.says, [second]);
        let incidents = &receiver.ledger.annals().incidents;
        assert!(incidents.iter().all(|incident| incident.worst == last), "{incidents:?}");

        watch.now = receiver.now;
        works(&mut watch);
        receiver.hears(&watch);
        receiver.round();
        assert_eq!(receiver.board().verdict, Verdict::Operational);
        assert!(!receiver.says().headline.starts_with("Nothing"), "{:?}", receiver.says());
    }
}

#[test]
fn silence_is_told_once_for_all_that_a_source_watches() {
    let mut watch = Watch::over([planner(), crate::words::tests::application("mail", "Mail")]);
    watch.hear([heard("planner", up(), [workers(START, 2, 3)]), heard("mail", up(), [])]);
    let mut receiver = Receiver::new(ONLY);
    receiver.hears(&watch);
    receiver.now = receiver.now + seconds(90);
    receiver.round();
    let spoken = receiver.says();
    assert_eq!(spoken.headline, "Nothing has been heard from inside since 14:00:15");
    assert_eq!(spoken.also, Vec::<String>::new());
}

#[test]
fn what_a_slower_sender_says_is_valid_for_as_long_as_there() {
    let (mut watch, mut receiver) = (sender(), Receiver::new(ONLY));
    watch.plan.expires_after = seconds(600);
    receiver.hears(&watch);
    let heard_at = receiver.now;
    receiver.now = heard_at + seconds(599);
    let board = receiver.board();
    assert_eq!(board.verdict, Verdict::Operational);
    assert_eq!(board.expires_at, Some(heard_at + seconds(600)));
    receiver.now = heard_at + seconds(601);
    assert_eq!(receiver.board().verdict, Verdict::Unknown);
}

#[test]
fn no_sender_makes_its_word_valid_for_longer_than_an_hour() {
    let (mut watch, mut receiver) = (sender(), Receiver::new(ONLY));
    watch.plan.expires_after = seconds(86_400);
    receiver.hears(&watch);
    receiver.now = receiver.now + seconds(3_601);
    assert_eq!(receiver.board().verdict, Verdict::Unknown);
}

#[test]
fn incidents_and_history_are_kept_of_what_is_pushed() {
    let (mut watch, mut receiver) = (sender(), Receiver::new(ONLY));
    receiver.hears(&watch);
    receiver.round();
    nobody_works(&mut watch);
    receiver.hears(&watch);
    receiver.round();
    let open = receiver.ledger.annals().incidents.clone();
    assert_eq!(open.len(), 1);
    assert_eq!((open[0].service.as_str(), open[0].closed_at), ("planner", None));
    works(&mut watch);
    receiver.hears(&watch);
    receiver.round();
    assert!(receiver.ledger.annals().incidents[0].closed_at.is_some());
    let subjects: Vec<Subject> = receiver.ledger.annals().past.subjects.keys().cloned().collect();
    assert!(subjects.contains(&Subject::Service("planner".into())), "{subjects:?}");
}

#[test]
fn a_restart_forgets_nothing_of_what_was_pushed() {
    let (mut watch, mut receiver) = (sender(), Receiver::new(CONFIG));
    receiver.hears(&watch);
    receiver.round();
    nobody_works(&mut watch);
    receiver.hears(&watch);
    let before = receiver.board();
    receiver.restart();
    let after = receiver.board();
    assert_eq!(after.services[1], before.services[1]);
    assert_eq!(after.services[1].verdict, Verdict::Down);
    // Whatever came after the last round is followed by the next.
    receiver.now = receiver.now + seconds(5);
    receiver.round();
    assert_eq!(receiver.ledger.annals().incidents.len(), 1);
    receiver.now = receiver.now + seconds(90);
    assert_eq!(receiver.board().services[1].verdict, Verdict::Unknown, "it expires like anything else");
}

#[test]
fn what_is_kept_of_a_source_goes_with_its_configuration() {
    let mut receiver = Receiver::new(CONFIG);
    receiver.hears(&sender());
    let with_it =
        core::mem::replace(&mut receiver.config, config(&CONFIG.replace("\"inside\"", "\"other\"")));
    receiver.restart();
    assert_eq!(receiver.board().services.len(), 1);
    receiver.config = with_it;
    receiver.restart();
    assert_eq!(receiver.board().services.len(), 1, "the row is gone");
}

#[test]
fn a_page_that_comes_to_watch_a_pushed_service_itself_shows_its_own() {
    let mut receiver = Receiver::new(CONFIG);
    receiver.hears(&sender());
    receiver.config = config(&CONFIG.replace("\"shop\"", "\"planner\""));
    receiver.restart();
    let board = receiver.board();
    assert_eq!((board.services.len(), board.services[0].source.is_none()), (1, true));
}

#[test]
fn what_is_still_valid_stays_so_beside_what_has_expired() {
    let (watch, mut receiver) = (sender(), Receiver::new(ONLY));
    receiver.hears(&watch);
    let first = receiver.board();
    assert_eq!(first.valid_until, Some(receiver.now + seconds(60)));
    receiver.now = receiver.now + seconds(61);
    receiver.round();
    let lost = receiver.board();
    assert!(lost.expires_at.is_some_and(|at| at < receiver.now));
    assert_eq!(lost.valid_until, None, "that nothing is heard does not expire");
}
