//! Several tenants of Fetcher in one service: each was asked by itself, and is a line.
//!
//! Not reading a tenant's document: `fetcher_tenant` does. No document speaks of all tenants, so the verdict is the worst
//! of the tenants', each of which is the application's own aggregate. A line's key is the tenant's id, which is customer
//! data: the plan keeps it from the public.

use super::common;
use shared::flag::{Flag, FlagWord};
use shared::sample::{DependencyReport, HealthReport, Standing};
use shared::state::{State, Verdict};

/// What the answers about all tenants, each with its id and in the order of their lines, come to.
///
/// Where one could not be asked and nobody said worse, the whole waits for confirmation as any document does; the others
/// keep what they said.
pub fn together(answers: &[(&str, HealthReport)]) -> HealthReport {
    let heard: Vec<State> =
        answers.iter().filter(|(_, report)| is_said(report)).map(|(_, report)| state(report)).collect();
    let standing = if heard.contains(&State::Down) {
        Standing::Said
    } else {
        let standings = [Standing::Unreached, Standing::OurFault, Standing::Refused];
        let any = |standing: &Standing| answers.iter().any(|(_, report)| report.standing == *standing);
        standings.into_iter().find(any).unwrap_or(Standing::Said)
    };
    // Nobody was heard: then there is no line either, and the former ones become unknown.
    let lines: Vec<DependencyReport> = if heard.is_empty() {
        Vec::new()
    } else {
        answers.iter().map(|(id, report)| line(id, report, standing)).collect()
    };
    let verdict = match standing {
        Standing::Unreached => Verdict::Down,
        Standing::Refused | Standing::OurFault => Verdict::Unknown,
        Standing::Said => Verdict::worst_of(lines.iter().map(|line| line.state)),
    };
    let mut together = HealthReport { standing, dependencies: lines, ..HealthReport::said(verdict) };
    for (id, report) in answers {
        together.retry_after = together.retry_after.max(report.retry_after);
        for flag in &report.flags {
            common::remark(&mut together.flags, about(id, flag));
        }
    }
    together.because(evidence(answers, heard.len()))
}

fn is_said(report: &HealthReport) -> bool {
    report.standing == Standing::Said
}

/// Where multi-tenant mode is off there is nothing to judge.
fn state(report: &HealthReport) -> State {
    if Flag::is_said(&report.flags, FlagWord::NotApplicable) {
        State::NotApplicable
    } else {
        report.state.into()
    }
}

fn line(id: &str, report: &HealthReport, standing: Standing) -> DependencyReport {
    let mut line = common::unknown_line(id);
    line.state = match report.standing {
        Standing::Said => state(report),
        // Shown once it is confirmed only.
        Standing::Unreached if standing == Standing::Unreached => State::Down,
        Standing::Unreached | Standing::Refused | Standing::OurFault => State::Unknown,
    };
    let failed = report.dependencies.iter().filter(|part| part.state == State::Down);
    let failed: Vec<String> = failed
        .map(|part| {
            let why = part.evidence.error_class.as_ref().or(part.evidence.reason.as_ref());
            why.map_or_else(|| part.key.clone(), |why| format!("{}: {why}", part.key))
        })
        .collect();
    line.evidence.error_class = (!failed.is_empty()).then(|| common::cut(&failed.join("; ")));
    let is_explained = line.state == State::Operational || !failed.is_empty();
    line.evidence.reason = (!is_explained).then(|| report.evidence.clone());
    let breakers = report.dependencies.iter().filter_map(|part| part.evidence.breaker_state.as_ref());
    line.evidence.breaker_state =
        breakers.clone().find(|word| *word != "closed").or(breakers.clone().next()).cloned();
    line
}

/// A remark on a tenant; what it was about within is its detail.
fn about(id: &str, flag: &Flag) -> Flag {
    let within = [&flag.subject, &flag.detail].into_iter().flatten().map(String::as_str).collect::<Vec<_>>();
    let about = Flag::about(flag.word, id);
    if within.is_empty() { about } else { about.saying(within.join("=")) }
}

/// How many answered, and what the worst of them came back with.
fn evidence(answers: &[(&str, HealthReport)], heard: usize) -> String {
    let count = format!("{heard} of {} tenants answered", answers.len());
    let worst = answers.iter().rev().max_by_key(|(_, report)| (Verdict::of(state(report)), !is_said(report)));
    match worst {
        Some((id, report)) => format!("{count}; {id}: {}", report.evidence),
        None => count,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::time::Duration;

    fn said(state: Verdict) -> HealthReport {
        HealthReport::said(state).because("HTTP 200")
    }

    fn states(report: &HealthReport) -> Vec<State> {
        report.dependencies.iter().map(|line| line.state).collect()
    }

    #[test]
    fn each_tenant_is_a_line_and_the_worst_of_them_is_the_verdict() {
        let off = said(Verdict::Unknown).flag(Flag::new(FlagWord::NotApplicable));
        let all = [("a", said(Verdict::Operational)), ("b", off), ("c", said(Verdict::Draining))];
        let report = together(&all);
        assert_eq!((report.standing, report.state), (Standing::Said, Verdict::Draining));
        assert_eq!(states(&report), [State::Operational, State::NotApplicable, State::Draining]);
        assert_eq!(report.dependencies[1].key, "b");
        assert_eq!(report.flags, [Flag::about(FlagWord::NotApplicable, "b")]);
    }

    #[test]
    fn where_no_tenant_can_be_judged_the_verdict_is_unknown() {
        let off = || said(Verdict::Unknown).flag(Flag::new(FlagWord::NotApplicable));
        assert_eq!(together(&[("a", off()), ("b", off())]).state, Verdict::Unknown);
    }

    #[test]
    fn a_tenant_that_said_down_binds_at_once_whatever_became_of_the_others() {
        let report = together(&[("a", said(Verdict::Down)), ("b", HealthReport::unreached())]);
        assert_eq!((report.standing, report.state), (Standing::Said, Verdict::Down));
        assert_eq!(states(&report), [State::Down, State::Unknown]);
    }

    #[test]
    fn a_tenant_that_was_not_reached_waits_for_confirmation_and_the_others_keep_their_word() {
        let all = [
            ("a", said(Verdict::Operational)),
            ("b", HealthReport::unreached()),
            ("c", HealthReport::refused()),
        ];
        let report = together(&all);
        assert_eq!((report.standing, report.state), (Standing::Unreached, Verdict::Down));
        assert_eq!(states(&report), [State::Operational, State::Down, State::Unknown]);
        let refused = HealthReport { retry_after: Duration::from_secs(9), ..HealthReport::refused() };
        let report = together(&[("a", said(Verdict::Operational)), ("b", refused)]);
        assert_eq!((report.standing, report.state), (Standing::Refused, Verdict::Unknown));
        assert_eq!(states(&report), [State::Operational, State::Unknown]);
        assert_eq!(report.retry_after, Duration::from_secs(9));
    }

    #[test]
    fn where_nobody_was_heard_there_are_no_lines() {
        let report = together(&[("a", HealthReport::unreached()), ("b", HealthReport::refused())]);
        assert_eq!((report.standing, report.dependencies.len()), (Standing::Unreached, 0));
        assert!(report.evidence.starts_with("0 of 2 tenants answered"), "{}", report.evidence);
    }

    #[test]
    fn what_failed_within_a_tenant_is_told_on_its_line() {
        let mut tenant = said(Verdict::Down).flag(Flag::about(FlagWord::BreakerOpen, "rabbitmq"));
        for (key, error) in [("mongodb", Some("timeout")), ("rabbitmq", None)] {
            let mut part = common::unknown_line(key);
            part.state = State::Down;
            part.evidence.error_class = error.map(str::to_owned);
            part.evidence.breaker_state = error.is_none().then(|| "open".to_owned());
            tenant.dependencies.push(part);
        }
        let report = together(&[("a", tenant)]);
        let evidence = &report.dependencies[0].evidence;
        assert_eq!(evidence.error_class.as_deref(), Some("mongodb: timeout; rabbitmq"));
        assert_eq!(evidence.breaker_state.as_deref(), Some("open"));
        assert_eq!(report.flags, [Flag::about(FlagWord::BreakerOpen, "a").saying("rabbitmq")]);
    }
}
