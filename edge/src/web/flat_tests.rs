//! Tests of the flat object: the worst queue's numbers, and totals that are null where a part is not known.

use super::*;
use crate::words::tests::{START, Watch, application, heard, planner, queue, silent, up, workers};
use serde_json::{Value, json};
use shared::plan::{QueuePlan, ServicePlan};
use shared::sample::QueueSample;

fn flat(watch: &Watch, queue: Option<&str>) -> Option<Value> {
    render(&watch.board(), queue).map(|bytes| serde_json::from_slice(&bytes).unwrap())
}

fn two_queues(first: QueueSample, second: QueueSample) -> Watch {
    let mail = QueuePlan { id: "mail".into(), name: "Mail".into(), ..queue() };
    let mut watch = Watch::over([ServicePlan { queues: vec![queue(), mail], ..planner() }]);
    watch.hear([heard("planner", up(), [first, QueueSample { id: "mail".into(), ..second }])]);
    watch.wait(9);
    watch
}

#[test]
fn it_has_the_numbers_of_the_worst_queue_and_the_totals_of_all() {
    let watch = two_queues(workers(START, 2, 3), workers(START, 0, 58));
    let expected = json!({
        "state": "down", "workers_alive": 0, "queue_depth": 58, "failed_depth": 4,
        "checked_at": "2026-11-30T14:00:15Z", "age_s": 9,
        "workers_alive_total": 2, "queue_depth_total": 61, "failed_depth_total": 8,
    });
    assert_eq!(flat(&watch, None), Some(expected));
}

#[test]
fn of_equals_it_has_the_first() {
    let watch = two_queues(workers(START, 2, 3), workers(START, 1, 58));
    assert_eq!(flat(&watch, None).unwrap()["queue_depth"], 3);
}

#[test]
fn a_total_with_an_unknown_part_is_null() {
    let all = flat(&two_queues(workers(START, 2, 3), silent()), None).unwrap();
    let numbers =
        [&all["state"], &all["workers_alive"], &all["workers_alive_total"], &all["queue_depth_total"]];
    assert_eq!(numbers, [&json!("unknown"), &Value::Null, &Value::Null, &Value::Null]);
}

#[test]
fn a_total_beyond_every_number_is_the_greatest_one() {
    let all = flat(&two_queues(workers(START, 2, u64::MAX), workers(START, 2, 3)), None).unwrap();
    assert_eq!(all["queue_depth_total"], json!(u64::MAX));
}

#[test]
fn one_queue_can_be_asked_for_and_a_strange_one_is_not_there() {
    let watch = two_queues(workers(START, 2, 3), workers(START, 0, 58));
    let one = flat(&watch, Some("async")).unwrap();
    assert_eq!([&one["state"], &one["queue_depth_total"]], [&json!("operational"), &json!(3)]);
    assert_eq!(flat(&watch, Some("strange")), None);
}

#[test]
fn without_queues_everything_is_null_but_the_time() {
    let mut watch = Watch::over([application("planner", "Trip planner")]);
    watch.hear([heard("planner", up(), [])]);
    let all = flat(&watch, None).unwrap();
    let known: Vec<&String> =
        all.as_object().unwrap().iter().filter(|(_, v)| !v.is_null()).map(|(k, _)| k).collect();
    assert_eq!(known, ["age_s", "checked_at"]);
}
