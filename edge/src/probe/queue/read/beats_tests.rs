//! Who counts as alive, and what a strange score proves.

use super::*;
use crate::probe::queue::recipe::Unit;
use proptest::prelude::*;

const NOW_S: i64 = 1_796_047_203;
const WINDOW: Duration = Duration::from_mins(5);

fn set() -> BeatSet {
    BeatSet {
        key: "beats".to_owned(),
        window: WINDOW,
        score: Score::Beat,
        time: Time::SecondsOrMillis,
        exactness: Exactness::Exact,
    }
}

fn now() -> Timestamp {
    Timestamp::from_secs(NOW_S)
}

/// RESP2's reply to `ZREVRANGE … WITHSCORES`.
fn range(beats: &[(&str, &str)]) -> Reply {
    let bulk = |text: &str| Value::BulkString(text.as_bytes().to_vec());
    Reply::Value(Value::Array(beats.iter().flat_map(|(name, score)| [bulk(name), bulk(score)]).collect()))
}

fn ago(seconds: i64) -> String {
    (NOW_S - seconds).to_string()
}

fn missing(why: Why) -> Reply {
    Reply::None(reply::Missing::new(why, ""))
}

const NOT_RECENT: Reply = Reply::Value(Value::Int(0));

fn read_range(range: &Reply) -> Signs {
    read_with(range, &Reply::Value(Value::Int(1)), Ok(now()))
}

fn read_with(range: &Reply, card: &Reply, now: Result<Timestamp, Why>) -> Signs {
    judge(Asked { range, card, recent: &NOT_RECENT }, now, true, &set())
}

fn alive(signs: &Signs) -> (Reading, Exactness) {
    match signs.workers {
        Workers::Counted { alive, exactness } => (alive, exactness),
        Workers::NotMeasured => panic!("a heartbeat is always measured"),
    }
}

#[test]
fn workers_inside_the_window_count_bounds_included_freshest_first() {
    let (fresh, edge, old) = (ago(7), ago(300), ago(301));
    let signs = read_range(&range(&[("a:1", &fresh), ("b:1", &edge), ("c:1", &old)]));
    assert_eq!(alive(&signs), (Reading::redis(2), Exactness::Exact));
    assert_eq!(signs.last_beat_at, Some(Timestamp::from_secs(NOW_S - 7)));
    let seen: Vec<_> = signs.beats.iter().map(|b| (b.name.as_str(), b.age.as_secs())).collect();
    assert_eq!(seen, [("a:1", 7), ("b:1", 300)]);
}

#[test]
fn the_newest_beat_is_told_even_when_it_is_too_old_to_count() {
    let signs = read_range(&range(&[("a:1", &ago(900))]));
    assert_eq!(alive(&signs), (Reading::redis(0), Exactness::Exact));
    assert_eq!(signs.last_beat_at, Some(Timestamp::from_secs(NOW_S - 900)));
}

#[test]
fn where_scores_say_until_when_a_worker_counts_it_counts_until_then() {
    let expiring = |time| BeatSet { window: Duration::from_secs(10), score: Score::Expiry, time, ..set() };
    let read = |scores: &[(&str, &str)], time| {
        let asked = Asked { range: &range(scores), card: &Reply::Value(Value::Int(2)), recent: &NOT_RECENT };
        judge(asked, Ok(now()), true, &expiring(time))
    };
    let signs = read(&[("a", &ago(-6)), ("b", &ago(1))], Time::SecondsOrMillis);
    assert_eq!(alive(&signs), (Reading::redis(1), Exactness::Exact));
    assert_eq!(signs.last_beat_at, Some(Timestamp::from_secs(NOW_S - 4)));
    let gone = read(&[("b", "1796047202999")], Time::In(Unit::Millis));
    assert_eq!(alive(&gone).0, Reading::redis(0));
    assert_eq!(window(&expiring(Time::In(Unit::Millis)), now()), ("1796047203000".into(), "+inf".into()));
}

#[test]
fn where_others_sign_in_too_the_number_is_an_upper_bound_also_when_there_are_many() {
    let shared = BeatSet { exactness: Exactness::AtMost, ..set() };
    let beats = vec![("w", ago(1)); 256];
    let beats: Vec<_> = beats.iter().map(|(name, at)| (*name, at.as_str())).collect();
    let asked = Asked { range: &range(&beats), card: &Reply::Value(Value::Int(900)), recent: &NOT_RECENT };
    assert_eq!(alive(&judge(asked, Ok(now()), true, &shared)), (Reading::redis(256), Exactness::AtMost));
}

#[test]
fn a_missing_key_is_a_known_zero() {
    let signs = read_with(&range(&[]), &Reply::Value(Value::Int(0)), Ok(now()));
    assert_eq!(alive(&signs), (Reading::redis(0), Exactness::Exact));
    assert_eq!((signs.last_beat_at, signs.beats.len()), (None, 0));
}

#[test]
fn an_empty_set_is_zero_also_when_its_members_may_not_be_read_and_only_then() {
    let with_card = |n| read_with(&missing(Why::NotPermitted), &Reply::Value(Value::Int(n)), Ok(now()));
    assert_eq!(alive(&with_card(0)).0, Reading::redis(0));
    assert_eq!(alive(&with_card(3)).0, Reading::not_in_redis(Why::NotPermitted));
}

#[test]
fn without_the_stores_clock_nobody_can_say_how_old_a_beat_is() {
    for range in [range(&[("a:1", &ago(1))]), range(&[])] {
        let signs = read_with(&range, &Reply::Value(Value::Int(1)), Err(Why::NotPermitted));
        assert_eq!(alive(&signs).0, Reading::not_in_redis(Why::NotPermitted));
    }
}

#[test]
fn beats_from_the_future_count_and_have_no_age() {
    let signs = read_range(&range(&[("fast:1", &ago(-3600))]));
    assert_eq!(alive(&signs).0, Reading::redis(1));
    assert_eq!(signs.beats[0].age, Duration::ZERO);
}

#[test]
fn a_score_that_is_no_time_proves_nothing_and_alone_it_is_not_understood() {
    for strange in ["inf", "-inf", "nan", "soon", "1e300", "-5", ""] {
        let beside = read_range(&range(&[("x", strange), ("a:1", &ago(1))]));
        assert_eq!(alive(&beside).0, Reading::redis(1), "{strange}");
        let alone = read_range(&range(&[("x", strange)]));
        assert_eq!(alive(&alone).0, Reading::not_in_redis(Why::NotUnderstood), "{strange}");
        assert_eq!(alone.last_beat_at, None);
    }
}

#[test]
fn no_worker_is_counted_as_0_while_a_later_score_is_not_understood() {
    let mixed = read_range(&range(&[("micro:1", "1796047202500000"), ("a:1", &ago(999))]));
    assert_eq!(alive(&mixed).0, Reading::not_in_redis(Why::NotUnderstood));
    assert_eq!(mixed.last_beat_at, Some(now() - Duration::from_secs(999)));
    let tombstone = read_range(&range(&[("a:1", &ago(999)), ("gone:1", "-1")]));
    assert_eq!(alive(&tombstone).0, Reading::redis(0));
}

#[test]
fn milliseconds_and_fractions_are_times_too() {
    for score in ["1796047202.5", "1796047202500", "1.7960472025e12"] {
        let signs = read_range(&range(&[("a:1", score)]));
        assert_eq!(signs.last_beat_at, Some(Timestamp::from_millis(1_796_047_202_500)), "{score}");
    }
    let dead = read_range(&range(&[("a:1", "1796046000000")]));
    assert_eq!(alive(&dead).0, Reading::redis(0), "milliseconds must not look like the far future");
}

#[test]
fn as_many_as_were_asked_for_all_inside_the_window_is_at_least_that_many() {
    let crew = |inside: usize, outside: usize| {
        let (fresh, old) = (ago(1), ago(999));
        let beats = [vec![("w", fresh.as_str()); inside], vec![("w", old.as_str()); outside]].concat();
        alive(&read_range(&range(&beats)))
    };
    assert_eq!(crew(256, 0), (Reading::redis(256), Exactness::AtLeastOne));
    assert_eq!(crew(255, 0), (Reading::redis(255), Exactness::Exact));
    assert_eq!(crew(255, 1), (Reading::redis(255), Exactness::Exact));
}

#[test]
fn resp3_pairs_are_the_same_and_what_is_neither_is_not_understood() {
    let pair = Value::Array(vec![Value::BulkString(b"a:1".to_vec()), Value::Double(1_796_047_200.0)]);
    assert_eq!(alive(&read_range(&Reply::Value(Value::Array(vec![pair])))).0, Reading::redis(1));
    let odd = Value::Array(vec![Value::BulkString(b"a:1".to_vec())]);
    for value in [odd, Value::Int(2), Value::Nil, Value::Array(vec![Value::Int(1), Value::Int(2)])] {
        let signs = read_range(&Reply::Value(value));
        assert_eq!(alive(&signs).0, Reading::not_in_redis(Why::NotUnderstood));
    }
}

proptest! {
    // A case that fails is printed: on wasm there is no folder to keep it in.
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn as_many_are_alive_as_have_beaten_within_the_window(ages in proptest::collection::vec(-100..1000i64, 0..40)) {
        let mut ages = ages;
        ages.sort_unstable();
        let scores: Vec<_> = ages.iter().map(|a| ago(*a)).collect();
        let signs = read_range(&range(&scores.iter().map(|s| ("w", s.as_str())).collect::<Vec<_>>()));
        let inside = ages.iter().filter(|a| **a <= 300).count();
        prop_assert_eq!(alive(&signs).0, Reading::redis(inside as u64));
        prop_assert_eq!(signs.beats.len(), inside);
    }
}

#[test]
fn members_that_are_too_large_do_not_hide_that_somebody_lives_and_never_prove_that_nobody_does() {
    let (range, card) = (missing(Why::TooLarge), Reply::Value(Value::Int(9)));
    let with = |recent, clocks_agree| {
        let asked = Asked { range: &range, card: &card, recent: &Reply::Value(Value::Int(recent)) };
        alive(&judge(asked, Ok(now()), clocks_agree, &set())).0
    };
    assert_eq!(with(4, true), Reading::redis(4));
    assert_eq!(with(0, true), Reading::not_in_redis(Why::TooLarge), "the scores may be milliseconds");
    assert_eq!(with(4, false), Reading::not_in_redis(Why::TooLarge), "the window was ours");
}
