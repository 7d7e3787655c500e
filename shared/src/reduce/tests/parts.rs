//! Documents that were asked for part by part (tenants): some parts may be missing, and the others keep their word.

use crate::plan::HealthPlan;
use crate::reduce::testkit::*;
use crate::sample::{HealthReport, Standing};
use crate::state::{State, Verdict};

/// One part that works, and one that was not reached.
fn half_heard(standing: Standing) -> HealthReport {
    let missing = if standing == Standing::Unreached { State::Down } else { State::Unknown };
    let whole = up().line(line("t-1", State::Operational)).line(line("t-2", missing));
    HealthReport { standing, ..whole }
}

fn states(board: &crate::board::Board) -> Vec<State> {
    only(board).dependencies.iter().map(|line| line.state).collect()
}

fn watch() -> Watch {
    let mut watch = Watch::over([service("app").with_health()]);
    watch
        .hear([heard("app")
            .health(up().line(line("t-1", State::Operational)).line(line("t-2", State::Operational)))]);
    watch
}

#[test]
fn a_part_that_is_missing_is_shown_once_it_is_confirmed_and_the_others_as_they_are() {
    for (standing, verdict, missing) in [
        (Standing::Unreached, Verdict::Down, State::Down),
        (Standing::Refused, Verdict::Unknown, State::Unknown),
    ] {
        let mut watch = watch();
        let first = watch.hear([heard("app").health(half_heard(standing))]);
        assert_eq!((first.verdict, only(&first).confirming), (Verdict::Operational, true));
        assert_eq!(states(&first), [State::Operational, State::Operational]);
        let second = watch.hear([heard("app").health(half_heard(standing))]);
        assert_eq!((second.verdict, states(&second)), (verdict, vec![State::Operational, missing]));
    }
}

#[test]
fn where_every_part_is_missing_all_lines_become_unknown() {
    let mut watch = watch();
    watch.hear([heard("app").health(HealthReport::unreached())]);
    let board = watch.hear([heard("app").health(HealthReport::unreached())]);
    assert_eq!((board.verdict, states(&board)), (Verdict::Down, vec![State::Unknown, State::Unknown]));
}

#[test]
fn whoever_heard_one_part_is_not_offline() {
    let both = || [service("app").with_health(), service("other").with_health()];
    let hear = |first: fn() -> HealthReport| {
        let mut watch = Watch::over(both()).with_confirm(1);
        let others = heard("other").health_from("other.example.com", HealthReport::unreached());
        watch.hear([heard("app").health_from("app.example.com", first()), others]).verdict
    };
    assert_eq!(hear(HealthReport::unreached), Verdict::Unknown, "offline");
    assert_eq!(hear(|| half_heard(Standing::Unreached)), Verdict::Down);
}

#[test]
fn a_private_key_is_no_public_id_and_its_name_is_shown() {
    let mut plan = service("app").with_health().naming("t-1", "Acme");
    let private = ["t-1".to_owned()].into();
    plan.health = plan.health.map(|health| HealthPlan { private, ..health });
    let board = Watch::over([plan]).hear([heard("app").health(up().line(line("t-1", State::Operational)))]);
    let line = &only(&board).dependencies[0];
    assert_eq!((line.key.as_str(), line.public_id.as_str()), ("t-1", "dependency-1"));
    assert_eq!(line.name, crate::name::PublicName::Given("Acme".to_owned()));
}
