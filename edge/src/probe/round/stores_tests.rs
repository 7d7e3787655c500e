//! Queues elsewhere than in Redis, within a round.

use super::fake::{Does, World};
use super::*;
use crate::config::{HostKind, NoVariables, parse};
use shared::reading::{Reading, Source, Why};
use shared::sample::{Basis, Workers};

const BROKER: &str = "[[service.queue]]\nid = \"mail\"\nsystem = \"rabbitmq\"\nurl = \"http://u:p@rabbit:15672/shop\"\n\
                      queues = [\"a\", \"b\"]\ndead_letters = [\"dead\"]\ntimeout = \"2s\"\n";
const TABLE: &str = "[[service.queue]]\nid = \"async\"\nsystem = \"symfony-doctrine\"\n\
                     url = \"postgresql://u:p@db/shop\"\nfailed = \"\"\ntimeout = \"2s\"\n";
const HEARTBEAT: &str = "heartbeat = \"beats\"\nheartbeat_url = \"redis://redis/3\"\n";

async fn ask(queues: &[&str], world: &World, limit: Option<usize>) -> Round {
    let text = format!("page = {{ title = \"t\" }}\n[[service]]\nid = \"shop\"\n{}", queues.concat());
    let config = match parse(&text, "test", HostKind::Native, &NoVariables) {
        Ok(loaded) => loaded.config,
        Err(errors) => panic!("{}", errors[0]),
    };
    tokio::task::LocalSet::new().run_until(round(&config, &Waits::new(), world, limit)).await
}

fn rabbit(value: u64) -> Reading {
    Reading::Known { value, source: Source::Rabbitmq }
}

fn sql(value: u64) -> Reading {
    Reading::Known { value, source: Source::Sql }
}

#[tokio::test(start_paused = true)]
async fn each_queue_of_a_broker_is_asked_once_and_all_at_the_same_time() {
    let world = World::new(|_, _| Does::Answers(100));
    let round = ask(&[BROKER, TABLE], &world, None).await;
    let attempts = world.seen.attempts.borrow();
    assert_eq!(attempts.iter().filter(|host| *host == "rabbit").count(), 3);
    assert_eq!(attempts.iter().filter(|host| *host == "db").count(), 1);
    assert_eq!(round.took.as_millis(), 100);
    let [mail, table] = round.services[0].queues.as_slice() else { panic!("two queues") };
    assert_eq!((mail.id.as_str(), mail.host.as_str(), mail.round_trip.as_millis()), ("mail", "rabbit", 100));
    assert_eq!((mail.numbers.queue_depth, mail.numbers.failed_depth), (rabbit(8), rabbit(5)));
    assert_eq!((table.id.as_str(), table.host.as_str()), ("async", "db"));
    assert_eq!((table.numbers.queue_depth, table.workers), (sql(5), Workers::NotMeasured));
}

#[tokio::test(start_paused = true)]
async fn with_a_limit_no_more_connections_are_open_at_once() {
    let world = World::new(|_, _| Does::Answers(100));
    ask(&[BROKER, TABLE], &world, Some(2)).await;
    assert_eq!(world.seen.most_open.get(), 2);
}

#[tokio::test(start_paused = true)]
async fn two_tables_of_one_database_share_a_connection() {
    let world = World::new(|_, _| Does::Answers(1));
    let other = TABLE.replace("\"async\"", "\"other\"").replace("timeout", "table = \"jobs\"\ntimeout");
    let round = ask(&[TABLE, &other], &world, None).await;
    assert_eq!(*world.seen.attempts.borrow(), ["db"]);
    let depths: Vec<_> = round.services[0].queues.iter().map(|q| q.numbers.queue_depth).collect();
    assert_eq!(depths, [sql(5), sql(5)]);
}

#[tokio::test(start_paused = true)]
async fn a_heartbeat_in_a_redis_tells_who_is_alive_and_the_other_store_what_waits() {
    let world = World::new(|_, _| Does::Answers(10));
    let (broker, table) = (format!("{BROKER}{HEARTBEAT}"), format!("{TABLE}{HEARTBEAT}"));
    let round = ask(&[&broker, &table], &world, None).await;
    assert_eq!(world.seen.attempts.borrow().iter().filter(|host| *host == "redis").count(), 1);
    let [mail, table] = round.services[0].queues.as_slice() else { panic!("two queues") };
    for (queue, depth) in [(mail, rabbit(8)), (table, sql(5))] {
        let Workers::Counted { alive, .. } = queue.workers else { panic!("not counted") };
        assert_eq!(
            (alive, queue.numbers.queue_depth, queue.standing),
            (Reading::redis(3), depth, Standing::Said)
        );
        assert!(!Flag::is_said(&queue.flags, FlagWord::LivenessNotMeasured), "{:?}", queue.flags);
        assert_eq!((queue.host.as_str(), queue.beats.len()), ("redis", 3));
    }
    assert_eq!(mail.parts.len(), 2);
}

#[tokio::test(start_paused = true)]
async fn a_store_that_hangs_costs_its_own_line_and_no_more_than_its_own_time() {
    let world = World::new(|host, _| if host == "db" { Does::Hangs } else { Does::Answers(10) });
    let table = format!("{TABLE}{HEARTBEAT}");
    let round = ask(&[BROKER, &table, TABLE.replace("\"async\"", "\"bare\"").as_str()], &world, None).await;
    assert_eq!(round.took.as_millis(), 2000);
    let [mail, beating, bare] = round.services[0].queues.as_slice() else { panic!("three queues") };
    assert_eq!(mail.numbers.queue_depth, rabbit(8));
    let unknown = Reading::Unknown { why: Why::NotAnswering, source: Source::Sql };
    assert_eq!((beating.numbers.queue_depth, bare.numbers.queue_depth), (unknown, unknown));
    assert!(matches!(beating.workers, Workers::Counted { alive: Reading::Known { value: 3, .. }, .. }));
    assert_eq!((beating.standing, bare.standing), (Standing::Said, Standing::Unreached));
    assert_eq!(bare.evidence, "no answer within 2000 ms");
}

#[tokio::test(start_paused = true)]
async fn a_refused_connection_is_tried_once_more() {
    let world = World::new(|_, nth| match nth {
        1 => Does::Fails(NoAnswer::Refused),
        _ => Does::Answers(1),
    });
    let round = ask(&[TABLE], &world, None).await;
    assert_eq!(round.services[0].queues[0].numbers.queue_depth, sql(5));
    let nobody = World::new(|_, _| Does::Fails(NoAnswer::Refused));
    let round = ask(&[TABLE, BROKER], &nobody, None).await;
    assert_eq!(nobody.seen.attempts.borrow().len(), 8);
    assert!(round.services[0].queues.iter().all(|queue| queue.standing == Standing::Unreached));
}

#[tokio::test(start_paused = true)]
async fn consumers_are_counted_where_clients_subscribe() {
    let world = World::new(|_, _| Does::Answers(1));
    let round = ask(&[&format!("{BROKER}subscribed = true\n")], &world, None).await;
    let queue = &round.services[0].queues[0];
    assert!(matches!(queue.workers, Workers::Counted { alive: Reading::Known { value: 2, .. }, .. }));
    assert_eq!(queue.basis, None::<Basis>, "the plan says it");
}
