//! Tenants in a round: each is asked at its own address, all at once, and none takes another's time.

use super::fake::{Does, Service, World, config};
use super::*;
use crate::config::Tenant;
use shared::state::{State, Verdict};

/// A service with health alone, whose tenants these are.
fn with_tenants(ids: &[&str]) -> Config {
    let mut config = config(&[Service { id: "fetcher", health: Some("app"), ..Service::default() }]);
    if let Some(health) = &mut config.services[0].health {
        let tenant = |id: &&str| Tenant { id: (*id).to_owned(), url: health.url.join(id).unwrap() };
        health.tenants = ids.iter().map(tenant).collect();
    }
    config
}

async fn ask(config: &Config, world: &World, limit: Option<usize>) -> (HealthReport, Duration) {
    let round = round(config, &Waits::new(), world, limit).await;
    match &round.services[0].health {
        Asked::Answer { host, took, report } => {
            assert_eq!(host, "app");
            (report.clone(), *took)
        }
        other => panic!("{other:?}"),
    }
}

#[tokio::test(start_paused = true)]
async fn a_tenant_that_hangs_is_its_own_line_and_takes_its_own_time_alone() {
    let world = World::new(|_, nth| if nth == 2 { Does::Hangs } else { Does::Answers(10) });
    let (report, took) = ask(&with_tenants(&["t-1", "t-2", "t-3"]), &world, None).await;
    assert_eq!(took, Duration::from_secs(1), "the timeout of one, not of three");
    assert_eq!(world.seen.attempts.borrow().len(), 3);
    assert_eq!(world.seen.most_open.get(), 3, "all at once");
    let lines: Vec<_> = report.dependencies.iter().map(|line| (line.key.as_str(), line.state)).collect();
    assert_eq!(lines, [("t-1", State::Operational), ("t-2", State::Down), ("t-3", State::Operational)]);
    assert_eq!((report.standing, report.state), (Standing::Unreached, Verdict::Down));
}

#[tokio::test(start_paused = true)]
async fn tenants_share_the_connections_that_a_host_allows_and_keep_their_order() {
    let world = World::new(|_, nth| Does::Answers(if nth == 1 { 500 } else { 10 }));
    let (report, _) = ask(&with_tenants(&["t-1", "t-2", "t-3"]), &world, Some(2)).await;
    assert_eq!(world.seen.most_open.get(), 2);
    let keys: Vec<_> = report.dependencies.iter().map(|line| line.key.as_str()).collect();
    assert_eq!((keys, report.state), (vec!["t-1", "t-2", "t-3"], Verdict::Operational));
}
