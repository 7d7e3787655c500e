//! What is sent when, with channels that answer, hang, fail and refuse, on a clock that the tests move.

use super::*;
use crate::config::secret::Secret;
use crate::host::native::sql::Database;
use crate::notify::tests::{answer, message};
use crate::notify::{slack, webhook};
use crate::ports::{HttpAnswer, Letter};
use crate::store;
use core::cell::RefCell;
use shared::alert::{AlertState, Kind};
use tokio::time::Instant;

const START: Timestamp = Timestamp::from_secs(1_796_047_203);
const MOST: u32 = 100;

/// What a host does with a POST, by its name and the number of the attempt from 1.
type Behaviour = fn(&str, usize) -> Does;

enum Does {
    Says(u16, &'static str),
    AsksToWait(&'static str),
    Hangs,
    HangsUp,
}

struct World {
    behave: Behaviour,
    began: Instant,
    /// Every POST: host and body.
    posts: RefCell<Vec<(String, String)>>,
}

impl World {
    fn new(behave: Behaviour) -> Self {
        Self { behave, began: Instant::now(), posts: RefCell::default() }
    }

    fn posts_to(&self, host: &str) -> Vec<String> {
        let posts = self.posts.borrow();
        posts.iter().filter(|(to, _)| to == host).map(|(_, body)| body.clone()).collect()
    }
}

impl Clock for World {
    fn now(&self) -> Timestamp {
        START + self.began.elapsed()
    }
    async fn sleep(&self, time: Duration) {
        tokio::time::sleep(time).await;
    }
}

impl Post for World {
    async fn post(&self, request: &HttpRequest<'_>, body: &[u8]) -> Result<HttpAnswer, NoAnswer> {
        let host = request.url.host_str().unwrap().to_owned();
        self.posts.borrow_mut().push((host.clone(), String::from_utf8(body.to_vec()).unwrap()));
        match (self.behave)(&host, self.posts_to(&host).len()) {
            Does::Says(status, body) => Ok(answer(status, body)),
            Does::AsksToWait(seconds) => Ok(HttpAnswer {
                headers: vec![("retry-after".to_owned(), seconds.to_owned())],
                ..answer(429, "")
            }),
            Does::Hangs => core::future::pending().await,
            Does::HangsUp => Err(NoAnswer::Reset),
        }
    }
}

impl Mail for World {
    async fn mail(&self, letter: &Letter) -> Result<(), Undelivered> {
        Err(Undelivered::Later(format!("no mail here for {}", letter.to.len())))
    }
}

fn hook(id: &str) -> Channel {
    let url = Secret::new(format!("https://{id}/"));
    let settings = Settings::Webhook(webhook::Settings { url, secret: Secret::new("s") });
    Channel { id: id.to_owned(), services: Vec::new(), only: Vec::new(), settings }
}

fn bot(id: &str) -> Channel {
    let api = format!("https://{id}/");
    let settings =
        Settings::Slack(slack::Settings::Bot { token: Secret::new("t"), channel: "C".to_owned(), api });
    Channel { settings, ..hook(id) }
}

fn outbox() -> Database {
    let database = Database::open(":memory:").unwrap();
    store::prepare(&database).unwrap();
    database
}

fn enqueue(sql: &Database, channel: &str, messages: &[Message], now: Timestamp) {
    let messages: Vec<_> = messages.iter().map(|m| (channel.to_owned(), m.clone())).collect();
    outbox::enqueue(sql, None, &messages, now).unwrap();
}

fn numbered(n: usize) -> Message {
    Message { id: format!("planner.verdict.1.{n}"), ..message(Kind::Down, false) }
}

fn came(deliveries: &[Delivery]) -> Vec<&'static str> {
    deliveries.iter().map(|delivery| delivery.came.word()).collect()
}

#[tokio::test(start_paused = true)]
async fn what_waits_is_sent_once_and_in_its_order() {
    let (sql, world) = (outbox(), World::new(|_, _| Does::Says(200, "")));
    enqueue(&sql, "a", &[numbered(1), numbered(2), numbered(1)], START);
    assert_eq!(came(&drain(&sql, &[hook("a")], &world, MOST).await), ["sent", "sent"]);
    let posts = world.posts_to("a");
    assert!(posts[0].contains("planner.verdict.1.1") && posts[1].contains("planner.verdict.1.2"));
    assert_eq!(drain(&sql, &[hook("a")], &world, MOST).await, []);
}

#[tokio::test(start_paused = true)]
async fn a_channel_that_hangs_holds_up_no_other_and_is_given_its_time() {
    let (sql, world) =
        (outbox(), World::new(|host, _| if host == "hangs" { Does::Hangs } else { Does::Says(200, "") }));
    for channel in ["hangs", "works"] {
        enqueue(&sql, channel, &[numbered(1), numbered(2)], START);
    }
    let channels = [hook("hangs"), hook("works")];
    let deliveries = drain(&sql, &channels, &world, MOST).await;
    assert_eq!(came(&deliveries), ["failed", "sent", "sent"]);
    assert_eq!(world.now().since(START), DEADLINE);
    assert!(deliveries[0].to_string().contains("no answer within 10000 ms"), "{}", deliveries[0]);
}

#[tokio::test(start_paused = true)]
async fn a_channel_that_fails_is_left_alone_for_twice_as_long_each_time() {
    let (sql, world) = (outbox(), World::new(|_, _| Does::Says(503, "busy")));
    enqueue(&sql, "a", &[numbered(1)], START);
    let mut pauses = Vec::new();
    while pauses.len() < 10 {
        for delivery in drain(&sql, &[hook("a")], &world, MOST).await {
            let Came::Failed { next, .. } = delivery.came else { panic!("{delivery}") };
            pauses.push(next.since(world.now()).as_secs());
        }
        tokio::time::advance(Duration::from_secs(5)).await;
    }
    assert_eq!(pauses, [5, 10, 20, 40, 80, 160, 320, 640, 900, 900]);
}

#[tokio::test(start_paused = true)]
async fn after_a_success_the_pauses_begin_anew() {
    let (sql, world) =
        (outbox(), World::new(|_, nth| if nth == 3 { Does::Says(200, "") } else { Does::HangsUp }));
    enqueue(&sql, "a", &[numbered(1), numbered(2)], START);
    let mut pauses = Vec::new();
    while pauses.len() < 4 {
        for delivery in drain(&sql, &[hook("a")], &world, MOST).await {
            if let Came::Failed { next, .. } = delivery.came {
                pauses.push(next.since(world.now()).as_secs());
            }
        }
        tokio::time::advance(Duration::from_secs(5)).await;
    }
    assert_eq!(pauses, [5, 10, 5, 10]);
}

#[tokio::test(start_paused = true)]
async fn a_channel_is_left_alone_for_as_long_as_it_asks() {
    let (sql, world) =
        (outbox(), World::new(|_, nth| if nth == 1 { Does::AsksToWait("120") } else { Does::Says(200, "") }));
    enqueue(&sql, "a", &[numbered(1)], START);
    assert_eq!(came(&drain(&sql, &[hook("a")], &world, MOST).await), ["failed"]);
    tokio::time::advance(Duration::from_secs(119)).await;
    assert_eq!(drain(&sql, &[hook("a")], &world, MOST).await, []);
    tokio::time::advance(Duration::from_secs(1)).await;
    assert_eq!(came(&drain(&sql, &[hook("a")], &world, MOST).await), ["sent"]);
}

#[test]
fn nobody_is_obeyed_who_asks_for_so_long_that_what_waits_would_be_given_up() {
    let sql = outbox();
    enqueue(&sql, "a", &[numbered(1)], START);
    let next = outbox::failed(&sql, "a", Duration::MAX, START).unwrap();
    assert_eq!(next, START + Duration::from_hours(1));
    assert!(outbox::due(&sql, "a", next).unwrap().is_some());
}

#[tokio::test(start_paused = true)]
async fn what_is_refused_for_good_does_not_stand_in_the_way() {
    let (sql, world) =
        (outbox(), World::new(|_, nth| Does::Says(if nth == 1 { 400 } else { 200 }, "no such field")));
    enqueue(&sql, "a", &[numbered(1), numbered(2)], START);
    assert_eq!(came(&drain(&sql, &[hook("a")], &world, MOST).await), ["refused", "sent"]);
}

#[tokio::test(start_paused = true)]
async fn a_process_that_ended_while_it_was_sending_sends_the_same_again_later() {
    let (sql, world) =
        (outbox(), World::new(|_, nth| if nth == 1 { Does::Hangs } else { Does::Says(200, "") }));
    enqueue(&sql, "a", &[numbered(1)], START);
    let channels = [hook("a")];
    {
        let mut ends = pin!(drain(&sql, &channels, &world, MOST));
        assert!(futures_util::poll!(ends.as_mut()).is_pending());
        assert_eq!(drain(&sql, &channels, &world, MOST).await, [], "nobody else sends it meanwhile");
    }
    tokio::time::advance(outbox::HOLD).await;
    assert_eq!(came(&drain(&sql, &channels, &world, MOST).await), ["sent"]);
    let posts = world.posts_to("a");
    assert_eq!(posts[0], posts[1]);
}

#[tokio::test(start_paused = true)]
async fn what_follows_answers_in_the_thread_of_the_first() {
    let (sql, world) = (
        outbox(),
        World::new(|_, nth| {
            Does::Says(200, if nth == 1 { r#"{"ok":true,"ts":"1.1"}"# } else { r#"{"ok":true,"ts":"2.2"}"# })
        }),
    );
    enqueue(&sql, "a", &[message(Kind::Down, false)], START);
    drain(&sql, &[bot("a")], &world, MOST).await;
    enqueue(&sql, "a", &[message(Kind::Recovered, true), numbered(3)], START);
    drain(&sql, &[bot("a")], &world, MOST).await;
    let posts = world.posts_to("a");
    assert!(!posts[0].contains("thread_ts"));
    assert!(
        posts[1].contains(r#""thread_ts":"1.1""#) && posts[2].contains(r#""thread_ts":"1.1""#),
        "{posts:?}"
    );
}

#[tokio::test(start_paused = true)]
async fn what_waits_for_a_day_is_tried_once_more_given_up_and_said() {
    let (sql, world) = (outbox(), World::new(|_, _| Does::HangsUp));
    enqueue(&sql, "a", &[numbered(1)], START);
    enqueue(&sql, "gone-from-the-configuration", &[numbered(2)], START);
    tokio::time::advance(outbox::GIVE_UP + Duration::from_secs(1)).await;
    assert_eq!(came(&drain(&sql, &[hook("a")], &world, MOST).await), ["failed", "given_up", "given_up"]);
    assert_eq!(world.posts_to("a").len(), 1);
    assert!(drain(&sql, &[hook("a")], &world, MOST).await.is_empty());
}

#[tokio::test(start_paused = true)]
async fn no_more_is_sent_than_is_allowed_at_once() {
    let (sql, world) = (outbox(), World::new(|_, _| Does::Says(200, "")));
    enqueue(&sql, "a", &[numbered(1), numbered(2), numbered(3)], START);
    enqueue(&sql, "b", &[numbered(1), numbered(2), numbered(3)], START);
    let channels = [hook("a"), hook("b")];
    assert_eq!(drain(&sql, &channels, &world, 4).await.len(), 4);
    assert_eq!(drain(&sql, &channels, &world, 4).await.len(), 2);
}

#[test]
fn more_than_a_thousand_do_not_wait_and_the_oldest_make_room() {
    let sql = outbox();
    let many: Vec<_> = (0..1005).map(|n| ("a".to_owned(), numbered(n))).collect();
    let gone = outbox::enqueue(&sql, None, &many, START).unwrap();
    let gone: Vec<&str> = gone.iter().map(|gone| gone.notice.as_str()).collect();
    assert_eq!(gone.len(), 5);
    assert!(gone.contains(&"planner.verdict.1.0") && gone.contains(&"planner.verdict.1.4"), "{gone:?}");
}

#[test]
fn what_alerts_remember_is_kept_with_the_messages() {
    let sql = outbox();
    assert_eq!(outbox::load(&sql), Ok(None));
    let state: AlertState = serde_json::from_str(r#"{"last_round":1796047203000}"#).unwrap();
    outbox::enqueue(&sql, Some(&state), &[], START).unwrap();
    outbox::enqueue(&sql, None, &[], START).unwrap();
    assert_eq!(outbox::load(&sql), Ok(Some(state)));
}

#[test]
fn a_channel_that_was_held_when_the_process_ended_is_free_again_and_one_that_rests_is_not() {
    let sql = outbox();
    enqueue(&sql, "a", &[numbered(1)], START);
    enqueue(&sql, "b", &[numbered(2)], START);
    let due = |channel| outbox::due(&sql, channel, START).unwrap().map(|due| due.message.id);
    assert!(due("a").is_some() && due("b").is_some());
    outbox::failed(&sql, "b", Duration::ZERO, START).unwrap();
    assert_eq!((due("a"), due("b")), (None, None));
    outbox::release(&sql).unwrap();
    assert_eq!((due("a"), due("b")), (Some("planner.verdict.1.1".to_owned()), None));
}

#[test]
fn a_clock_that_is_set_back_makes_no_channel_rest_for_longer() {
    let sql = outbox();
    let later = START + Duration::from_hours(12);
    let due = |channel, now| outbox::due(&sql, channel, now).unwrap();
    enqueue(&sql, "a", &[numbered(1)], later);
    let first = due("a", later).unwrap();
    outbox::sent(&sql, "a", &first, None, later).unwrap();
    enqueue(&sql, "b", &[numbered(2)], later);
    assert!(due("b", later).is_some());
    let next = outbox::failed(&sql, "b", Duration::ZERO, later).unwrap();
    assert_eq!(due("b", next - Duration::from_millis(1)), None);
    // The clock is set right: one that took its last message is free, and one that fails is tried again.
    enqueue(&sql, "a", &[numbered(3)], START);
    assert_eq!(due("a", START).unwrap().message, numbered(3));
    assert_eq!(due("b", START).unwrap().message, numbered(2));
    let next = outbox::failed(&sql, "b", Duration::ZERO, START).unwrap();
    assert_eq!(due("b", next - Duration::from_millis(1)), None);
    assert!(due("b", next).is_some());
}
