//! What Symfony's keys say: the numbers of recorded replies, and what each failure costs.

use crate::config::QueueTarget;
use crate::probe::queue::read::{self, Desk, Heard};
use crate::probe::queue::testkit::{self, NOW, at_least, exactly, store, unknown, words};
use crate::probe::redis::reply::{Missing, Reply};
use core::time::Duration;
use shared::reading::{Reading, Why};
use shared::sample::{Basis, Exactness, QueueNumbers, QueueSample, Standing, Workers};
use shared::time::Timestamp;

const GROUPS: &[u8] = include_bytes!("../../../testdata/redis/xinfo_groups_ok_resp2.resp");
const GROUPS_RESP3: &[u8] = include_bytes!("../../../testdata/redis/xinfo_groups_lag_null_resp3.resp");
const GROUPS_V62: &[u8] = include_bytes!("../../../testdata/redis/xinfo_groups_v62_no_lag.resp");
const GROUPS_STALE: &[u8] =
    include_bytes!("../../../testdata/redis/xinfo_groups_stale_lag_empty_stream.resp");
const TWO_GROUPS: &[u8] = include_bytes!("../../../testdata/redis/xinfo_groups_two_groups.resp");
const GROUPS_FUTURE: &[u8] = include_bytes!("../../../testdata/redis/xinfo_groups_unknown_field.resp");
const NO_SUCH_KEY: &[u8] = include_bytes!("../../../testdata/redis/err_no_such_key.resp");
const WRONGTYPE: &[u8] = include_bytes!("../../../testdata/redis/err_wrongtype.resp");
const NOAUTH: &[u8] = include_bytes!("../../../testdata/redis/err_noauth.resp");
const MOVED: &[u8] = include_bytes!("../../../testdata/redis/err_moved.resp");
const MASTERDOWN: &[u8] = include_bytes!("../../../testdata/redis/err_masterdown.resp");
const NOPERM: &[u8] = b"-NOPERM this user has no permissions to run the command\r\n";

/// One beat seven seconds old.
const ONE_BEAT: &[u8] = b"*2\r\n$3\r\na:1\r\n$10\r\n1796047196\r\n";
const NO_BEAT: &[u8] = b"*0\r\n";

const HEARTBEAT: &str = "heartbeat = \"health.workers.prod\"\n";

/// With a heartbeat and these lines.
fn target(lines: &str) -> QueueTarget {
    testkit::target("symfony", &format!("{HEARTBEAT}{lines}"))
}

/// The replies to each command in turn, and to `TIME`.
#[derive(Clone)]
struct Replies {
    each: Vec<Reply>,
    time: Reply,
    asked_at: Timestamp,
    round_trip: Duration,
}

fn replies(each: &[&[u8]]) -> Replies {
    let time = b"*2\r\n$10\r\n1796047203\r\n$6\r\n500000\r\n";
    Replies {
        each: each.iter().map(|bytes| Reply::parse(bytes)).collect(),
        time: Reply::parse(time),
        asked_at: NOW,
        round_trip: Duration::from_millis(3),
    }
}

fn commands(target: &QueueTarget) -> Vec<crate::probe::queue::Command> {
    let mut desk = Desk::new(NOW);
    read::read(&target.recipe, &mut desk.talk(0));
    desk.into_commands()
}

fn read(target: &QueueTarget, replies: &Replies) -> QueueSample {
    let mut desk = Desk::new(replies.asked_at);
    read::read(&target.recipe, &mut desk.talk(0));
    let batch = desk.batch(false);
    assert_eq!(batch.asks.iter().map(|a| a.commands.len()).sum::<usize>(), replies.each.len());
    desk.take(batch, vec![replies.each.clone()]);
    desk.hear(Heard { time: replies.time.clone(), asked_at: replies.asked_at, within: replies.round_trip });
    read::read(&target.recipe, &mut desk.talk(0))
}

/// What is read with one beat, this stream length and these groups, one delayed, none overdue, four dead letters.
fn read_stream(target: &QueueTarget, length: &str, groups: &[u8]) -> QueueSample {
    let length = format!(":{length}\r\n");
    read(
        target,
        &replies(&[
            ONE_BEAT,
            b":1\r\n",
            b":1\r\n",
            length.as_bytes(),
            groups,
            b":1\r\n",
            b":0\r\n",
            b":4\r\n",
        ]),
    )
}

fn depths(sample: &QueueSample) -> (Reading, Reading) {
    (sample.numbers.queue_depth, sample.numbers.in_flight)
}

fn known(waiting: u64, pending: u64) -> (Reading, Reading) {
    (Reading::redis(waiting), Reading::redis(pending))
}

#[test]
fn the_commands_are_read_only_and_name_exactly_the_configured_keys() {
    let asked: Vec<String> = commands(&target("")).iter().map(|c| c.words.join(" ")).collect();
    assert_eq!(
        asked,
        [
            "ZREVRANGE health.workers.prod 0 255 WITHSCORES",
            "ZCARD health.workers.prod",
            "ZCOUNT health.workers.prod 1796046903 99999999999",
            "XLEN messages",
            "XINFO GROUPS messages",
            "ZCARD messages__queue",
            "ZCOUNT messages__queue -inf 1796047203000",
            "XLEN failed",
        ]
    );
    let keys: Vec<_> = commands(&target("")).iter().map(|c| c.key().unwrap().to_owned()).collect();
    assert_eq!(keys[..3], ["health.workers.prod"; 3]);
}

#[test]
fn a_healthy_queue_gives_every_number() {
    let sample = read_stream(&target(""), "9", GROUPS);
    assert_eq!(sample.workers, exactly(1));
    assert_eq!(depths(&sample), known(7, 2));
    assert_eq!(sample.numbers.failed_depth, Reading::redis(4));
    assert_eq!(sample.numbers.delayed, Reading::redis(1));
    assert_eq!(sample.numbers.overdue, Reading::redis(0));
    assert_eq!(sample.numbers.oldest_waiting_s, unknown(Why::NotOffered));
    assert_eq!(sample.position, "1764500000123-0");
    assert_eq!((sample.standing, words(&sample)), (Standing::Said, vec![]));
    assert_eq!(sample.evidence, "9 replies");
}

#[test]
fn waiting_is_length_minus_pending_in_every_recorded_form() {
    for (length, groups, expected) in [
        ("9", GROUPS, known(7, 2)),
        ("3", GROUPS_RESP3, known(3, 0)),
        ("8", GROUPS_V62, known(5, 3)),
        ("0", GROUPS_STALE, known(0, 0)),
        ("9", GROUPS_FUTURE, known(7, 2)),
        ("4", b"*0\r\n", known(4, 0)),
        ("0", NO_SUCH_KEY, known(0, 0)),
    ] {
        assert_eq!(depths(&read_stream(&target(""), length, groups)), expected);
    }
}

#[test]
fn with_a_second_group_or_entries_that_stay_the_lag_is_used_and_its_null_is_unknown() {
    assert_eq!(depths(&read_stream(&target(""), "50", TWO_GROUPS)), known(7, 1));
    let kept = target("delete_after_ack = false");
    assert_eq!(depths(&read_stream(&kept, "40", GROUPS)), known(7, 2));
    assert_eq!(
        depths(&read_stream(&kept, "0", GROUPS_STALE)),
        known(0, 0),
        "no more can wait than are there"
    );
    for without_lag in [GROUPS_RESP3, GROUPS_V62] {
        assert_eq!(read_stream(&kept, "9", without_lag).numbers.queue_depth, unknown(Why::NotOffered));
    }
    assert_eq!(depths(&read_stream(&kept, "0", NO_SUCH_KEY)), known(0, 0));
}

#[test]
fn more_in_hand_than_there_are_is_never_read_as_nothing_waiting() {
    assert_eq!(
        depths(&read_stream(&target(""), "1", GROUPS)),
        known(1, 2),
        "the lag is 7, one entry is there"
    );
    let sample = read_stream(&target(""), "2", GROUPS_V62);
    assert_eq!(depths(&sample), (unknown(Why::NotOffered), Reading::redis(3)));
}

#[test]
fn a_group_that_is_not_there_while_others_are_is_a_mistake_in_the_configuration() {
    let sample = read_stream(&target("group = \"other\""), "9", GROUPS);
    assert_eq!(depths(&sample), (unknown(Why::NoSuchKey), unknown(Why::NoSuchKey)));
    assert_eq!(words(&sample), ["probe_misconfigured:messages=no group other"]);
}

#[test]
fn no_beat_is_a_known_zero_and_says_so() {
    let all: [&[u8]; 8] = [NO_BEAT, b":0\r\n", b":0\r\n", b":9\r\n", GROUPS, b":0\r\n", b":0\r\n", b":0\r\n"];
    let sample = read(&target(""), &replies(&all));
    assert_eq!(sample.workers, exactly(0));
    assert_eq!((sample.standing, words(&sample)), (Standing::Said, vec!["no_consumer".to_owned()]));
}

#[test]
fn without_a_heartbeat_an_older_server_does_not_measure_workers_and_the_numbers_are_known() {
    let target = testkit::target("symfony", "failed = \"\"");
    assert_eq!((target.recipe.basis().0, commands(&target).len()), (Basis::None, 5));
    // Redis 7.0: no field `inactive`. A missing stream or group: nobody has polled yet.
    let seven = format!("*1\r\n{}", consumer("consumer", 6_014, false));
    for consumers in [seven.as_bytes(), NO_SUCH_KEY, b"-NOGROUP No such consumer group\r\n", b"*0\r\n"] {
        let sample = read(&target, &replies(&[consumers, b":9\r\n", GROUPS, b":0\r\n", b":0\r\n"]));
        assert_eq!((sample.workers, sample.standing), (Workers::NotMeasured, Standing::Said));
        assert_eq!((sample.basis, depths(&sample)), (None, known(7, 2)));
        assert_eq!(sample.numbers.failed_depth, unknown(Why::NotOffered));
        assert_eq!(words(&sample), ["liveness_not_measured"]);
    }
}

/// One consumer of `XINFO CONSUMERS`.
fn consumer(name: &str, idle: u64, with_inactive: bool) -> String {
    let fields = format!("$4\r\nname\r\n{}$7\r\npending\r\n:0\r\n", testkit::bulk(name));
    let inactive = if with_inactive { "$8\r\ninactive\r\n:-1\r\n" } else { "" };
    let fields = format!("{fields}$4\r\nidle\r\n:{idle}\r\n{inactive}");
    format!("*{}\r\n{fields}", if with_inactive { 8 } else { 6 })
}

#[test]
fn without_a_heartbeat_a_newer_server_tells_whether_somebody_polls() {
    let target = testkit::target("symfony", "window = \"30s\"");
    let read = |all: &[String]| {
        let consumers = format!("*{}\r\n{}", all.len(), all.concat());
        store(&[("XINFO CONSUMERS messages symfony", &consumers)]).read(&target).0
    };
    let sample = read(&[consumer("a", 190, true), consumer("killed", 900_000, true)]);
    assert_eq!((sample.workers, sample.basis), (at_least(1), Some(Basis::PollIdle)));
    assert_eq!((sample.beats.len(), sample.beats[0].age), (1, Duration::from_millis(190)));
    let dead = read(&[consumer("killed", 31_000, true)]);
    assert_eq!((dead.workers, words(&dead)), (at_least(0), vec!["no_consumer".to_owned()]));
    assert_eq!(dead.last_beat_at, Some(Timestamp::from_millis(NOW.millis() + 500 - 31_000)));
    let refused = store(&[("XINFO CONSUMERS messages symfony", testkit::NOPERM)]).read(&target).0;
    let alive = unknown(Why::NotPermitted);
    assert_eq!(refused.workers, Workers::Counted { alive, exactness: Exactness::AtLeastOne });
    assert_eq!((refused.standing, refused.numbers.queue_depth), (Standing::Refused, Reading::redis(0)));
}

#[test]
fn one_poller_on_any_of_a_crews_streams_is_alive_and_silence_on_one_that_cannot_be_read_proves_nothing() {
    let target = testkit::target("symfony", "streams = [\"high\", \"low\"]");
    let fresh = format!("*1\r\n{}", consumer("a", 5, true));
    let old = format!("*1\r\n{}", consumer("a", 999_999, true));
    let read = |high: &str, low: &str| {
        let answers = [("XINFO CONSUMERS high symfony", high), ("XINFO CONSUMERS low symfony", low)];
        store(&answers).read(&target).0.workers
    };
    assert_eq!(read(&old, &fresh), at_least(1));
    assert_eq!(read(&fresh, testkit::NOPERM), at_least(1));
    let alive = unknown(Why::NotPermitted);
    assert_eq!(read(&old, testkit::NOPERM), Workers::Counted { alive, exactness: Exactness::AtLeastOne });
    assert_eq!(store(&[]).read(&target).0.workers, Workers::NotMeasured);
}

#[test]
fn one_crew_for_several_streams_is_counted_once_and_what_waits_is_summed() {
    let keys = target("streams = [\"high\", \"messages\"]");
    let (one, none): (&[u8], &[u8]) = (b":1\r\n", b":0\r\n");
    let sample = read(
        &keys,
        &replies(&[ONE_BEAT, one, one, b":9\r\n", GROUPS, one, none, one, NO_SUCH_KEY, one, one, b":4\r\n"]),
    );
    assert_eq!(depths(&sample), known(8, 2));
    assert_eq!((sample.numbers.delayed, sample.numbers.overdue), (Reading::redis(2), Reading::redis(1)));
    assert_eq!(sample.position, "1764500000123-0,0-0");
    let each: Vec<_> = sample.parts.iter().map(|s| (s.name.as_str(), s.queue_depth)).collect();
    assert_eq!(each, [("high", Reading::redis(7)), ("messages", Reading::redis(1))]);

    let broken = read(
        &keys,
        &replies(&[ONE_BEAT, one, one, b":9\r\n", GROUPS, one, none, one, NOPERM, one, one, b":4\r\n"]),
    );
    assert_eq!(depths(&broken), (unknown(Why::NotPermitted), unknown(Why::NotPermitted)));
    assert_eq!(broken.position, "", "what cannot be read has no position that could seem to move");
    assert_eq!(broken.parts[0].queue_depth, Reading::redis(7));
}

#[test]
fn a_command_that_is_not_permitted_costs_its_own_number_only() {
    let sample = read(
        &target(""),
        &replies(&[ONE_BEAT, b":1\r\n", b":1\r\n", b":9\r\n", GROUPS, NOPERM, b":0\r\n", NOPERM]),
    );
    assert_eq!(depths(&sample), known(7, 2));
    assert_eq!(sample.numbers.delayed, unknown(Why::NotPermitted));
    assert_eq!(sample.numbers.failed_depth, unknown(Why::NotPermitted));
    assert_eq!(sample.standing, Standing::Said);
    let detail = "NOPERM this user has no permissions to run the command";
    assert_eq!(
        words(&sample),
        [
            format!("probe_unauthorized:ZCARD messages__queue={detail}"),
            format!("probe_unauthorized:XLEN failed={detail}"),
        ]
    );
    assert_eq!(sample.evidence, format!("ZCARD messages__queue: {detail}"));
}

#[test]
fn workers_that_cannot_be_read_leave_the_numbers_known() {
    let all: [&[u8]; 8] =
        [WRONGTYPE, WRONGTYPE, WRONGTYPE, b":9\r\n", GROUPS, b":0\r\n", b":0\r\n", b":4\r\n"];
    let sample = read(&target(""), &replies(&all));
    let alive = unknown(Why::WrongKindOfKey);
    assert_eq!(sample.workers, Workers::Counted { alive, exactness: Exactness::Exact });
    assert_eq!((depths(&sample), sample.standing), (known(7, 2), Standing::Refused));
    assert_eq!(words(&sample), ["probe_misconfigured:health.workers.prod"]);
}

#[test]
fn without_time_neither_workers_nor_overdue_are_known() {
    let all: [&[u8]; 8] =
        [ONE_BEAT, b":1\r\n", b":1\r\n", b":9\r\n", GROUPS, b":1\r\n", b":0\r\n", b":4\r\n"];
    let sample = read(&target(""), &Replies { time: Reply::parse(NOPERM), ..replies(&all) });
    let alive = unknown(Why::NotPermitted);
    assert_eq!(sample.workers, Workers::Counted { alive, exactness: Exactness::Exact });
    assert_eq!((sample.numbers.overdue, sample.numbers.delayed), (alive, Reading::redis(1)));
    assert!(words(&sample)[0].starts_with("probe_unauthorized:TIME="));
}

#[test]
fn a_store_with_another_clock_still_counts_workers_but_not_what_is_overdue() {
    let all: [&[u8]; 8] =
        [ONE_BEAT, b":1\r\n", b":1\r\n", b":9\r\n", GROUPS, b":1\r\n", b":1\r\n", b":4\r\n"];
    for (ours, flag) in
        [(NOW - Duration::from_mins(1), "+60497 ms"), (NOW + Duration::from_mins(1), "-59500 ms")]
    {
        let sample = read(&target(""), &Replies { asked_at: ours, ..replies(&all) });
        assert_eq!(sample.workers, exactly(1));
        assert_eq!(sample.numbers.overdue, unknown(Why::ClockSkew));
        assert_eq!(words(&sample), [format!("clock_skew:{flag}")]);
    }
    let slow = Replies {
        asked_at: NOW - Duration::from_secs(6),
        round_trip: Duration::from_secs(6),
        ..replies(&all)
    };
    assert_eq!(
        read(&target(""), &slow).numbers.overdue,
        Reading::redis(1),
        "a slow answer is not a wrong clock"
    );
}

#[test]
fn what_the_whole_connection_suffers_is_said_once() {
    for (error, why, flags) in [
        (NOAUTH, Why::NoPassword, vec!["probe_unauthorized:NOAUTH Authentication required."]),
        (MASTERDOWN, Why::NotServing, vec![]),
        (MOVED, Why::ElsewhereInCluster, vec!["cluster_redirect:MOVED 3999 10.0.0.12:6381"]),
    ] {
        let sample = read(&target(""), &Replies { time: Reply::parse(error), ..replies(&[error; 8]) });
        assert_eq!(sample.workers, Workers::Counted { alive: unknown(why), exactness: Exactness::Exact });
        assert_eq!(
            sample.numbers,
            QueueNumbers { oldest_waiting_s: unknown(Why::NotOffered), ..QueueNumbers::unknown(why) }
        );
        assert_eq!(
            (sample.standing, words(&sample)),
            (Standing::Refused, flags.iter().map(ToString::to_string).collect())
        );
    }
}

#[test]
fn nothing_at_all_is_unreached_and_our_own_fault_is_ours_measured_or_not() {
    for target in [target(""), testkit::target("symfony", "")] {
        for (why, standing) in [(Why::NotAnswering, Standing::Unreached), (Why::OurFault, Standing::OurFault)]
        {
            let none = Reply::None(Missing::new(why, "connection refused"));
            let each = vec![none.clone(); commands(&target).len()];
            let sample = read(&target, &Replies { each, time: none, ..replies(&[]) });
            assert_eq!((sample.standing, sample.numbers.queue_depth), (standing, unknown(why)));
            assert_eq!(sample.evidence, "connection refused");
        }
    }
}

#[test]
fn beats_that_exceed_the_limit_cost_the_workers_only() {
    let mut replies =
        replies(&[b"*0\r\n", b":900\r\n", b":0\r\n", b":9\r\n", GROUPS, b":0\r\n", b":0\r\n", b":4\r\n"]);
    replies.each[0] = Reply::None(Missing::new(Why::TooLarge, "the replies exceed 65536 bytes"));
    let sample = read(&target(""), &replies);
    let alive = unknown(Why::TooLarge);
    assert_eq!(sample.workers, Workers::Counted { alive, exactness: Exactness::Exact });
    assert_eq!((depths(&sample), words(&sample)), (known(7, 2), vec!["too_large".to_owned()]));
}
