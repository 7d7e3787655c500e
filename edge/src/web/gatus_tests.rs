//! The list as dashboards read it: a line is up by the `success` of its last result, and by nothing else.

use crate::web::specimen::{CANARY, everything, get, header, hostile, json, states};
use serde_json::Value;
use std::collections::BTreeSet;

const PATH: &str = "/api/v1/endpoints/statuses";

/// What Homepage's widget counts.
fn up_and_down(list: &Value) -> (usize, usize) {
    let is_up = |site: &&Value| site["results"].as_array().unwrap().last().unwrap()["success"] == true;
    let sites = list.as_array().unwrap();
    let up = sites.iter().filter(is_up).count();
    (up, sites.len() - up)
}

#[test]
fn what_is_not_known_is_down_and_says_why() {
    for (word, board) in states() {
        let list = json(&board, PATH);
        let Some(service) = list.as_array().unwrap().first() else { continue };
        let outcome = &service["results"][0];
        assert_eq!(outcome["success"], !matches!(word, "not working" | "not known"), "{word}");
        assert_eq!(outcome["errors"].is_null(), word != "not known", "{word}: {outcome}");
    }
    let (_, board) = &states()[6];
    let list = json(board, PATH);
    assert_eq!(up_and_down(&list), (0, 2));
    assert_eq!(list[1]["results"][0]["errors"], serde_json::json!(["No data: not answering"]));
}

#[test]
fn every_service_queue_and_part_has_a_line_with_a_key_of_its_own() {
    let board = everything();
    let answer = get(&board, PATH);
    assert_eq!(header(&answer, "content-type"), "application/json");
    assert_eq!(header(&answer, "access-control-allow-origin"), "*");
    let list = json(&board, PATH);
    let keys: Vec<&str> = list.as_array().unwrap().iter().map(|e| e["key"].as_str().unwrap()).collect();
    assert_eq!(
        keys,
        [
            "planner_planner",
            "planner_queue-async",
            "planner_postgres",
            "planner_search",
            "planner_messenger",
            "shop_shop",
            "shop_search",
        ]
    );
    assert_eq!(keys.iter().collect::<BTreeSet<_>>().len(), keys.len());
    assert_eq!(list[1]["group"], "Trip planner");
    assert_eq!(json(&board, &format!("{PATH}?service=shop")).as_array().unwrap().len(), 2);
}

#[test]
fn each_line_has_what_clients_in_typed_languages_expect_and_no_host() {
    for board in states().into_iter().map(|(_, board)| board).chain([hostile(), everything()]) {
        for endpoint in json(&board, PATH).as_array().unwrap() {
            assert!(
                endpoint["name"].is_string() && endpoint["group"].is_string() && endpoint["key"].is_string()
            );
            let results = endpoint["results"].as_array().unwrap();
            assert_eq!(results.len(), 1);
            let result = &results[0];
            assert!(result["success"].is_boolean() && result["duration"].is_u64(), "{result}");
            assert!(result["timestamp"].as_str().unwrap().ends_with('Z'), "{result}");
            assert_eq!(result["conditionResults"][0]["success"], result["success"]);
            assert!(result["hostname"].is_null() && !endpoint.to_string().contains(CANARY), "{endpoint}");
        }
    }
}
