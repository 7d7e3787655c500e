//! The eight documents, against the checks of programs that read Statuspage (openstatus' parser, OneUptime's monitor).

use crate::web::specimen::{CANARY, everything, get, header, hostile, json, states};
use crate::words::Language;
use serde_json::Value;
use shared::board::Board;
use std::collections::BTreeSet;

const DOCUMENTS: [(&str, &[&str]); 8] = [
    ("summary", &["components", "incidents", "page", "scheduled_maintenances", "status"]),
    ("status", &["page", "status"]),
    ("components", &["components", "page"]),
    ("incidents", &["incidents", "page"]),
    ("incidents/unresolved", &["incidents", "page"]),
    ("scheduled-maintenances", &["page", "scheduled_maintenances"]),
    ("scheduled-maintenances/upcoming", &["page", "scheduled_maintenances"]),
    ("scheduled-maintenances/active", &["page", "scheduled_maintenances"]),
];

fn document(board: &Board, name: &str) -> Value {
    json(board, &format!("/api/v2/{name}.json"))
}

fn list<'a>(value: &'a Value, key: &str) -> &'a Vec<Value> {
    value[key].as_array().unwrap_or_else(|| panic!("{key} in {value}"))
}

fn words<'a>(values: &'a [Value], key: &str) -> Vec<&'a str> {
    values.iter().map(|value| value[key].as_str().unwrap()).collect()
}

fn all() -> Vec<Board> {
    states().into_iter().map(|(_, board)| board).chain([hostile(), everything()]).collect()
}

/// `2026-11-30T14:00:00.000Z`: what the strictest of the parsers takes.
#[track_caller]
fn is_a_moment(value: &Value) {
    let text = value.as_str().unwrap_or_else(|| panic!("{value}"));
    let form: String = text.chars().map(|c| if c.is_ascii_digit() { '0' } else { c }).collect();
    assert_eq!(form, "0000-00-00T00:00:00.000Z", "{text}");
}

/// Every `…_at`, `scheduled_…` and `start_date` in a document is a moment or null.
fn moments(value: &Value) {
    match value {
        Value::Array(values) => values.iter().for_each(moments),
        Value::Object(fields) => {
            for (key, value) in fields {
                if key.ends_with("_at") || key == "scheduled_for" || key == "scheduled_until" {
                    let may_be_null = key == "monitoring_at" || key == "resolved_at";
                    if !(may_be_null && value.is_null()) {
                        is_a_moment(value);
                    }
                }
                moments(value);
            }
        }
        _ => {}
    }
}

#[test]
fn each_document_has_its_own_parts_and_the_page() {
    for board in all() {
        for (name, parts) in DOCUMENTS {
            let document = document(&board, name);
            let keys: Vec<&str> = document.as_object().unwrap().keys().map(String::as_str).collect();
            assert_eq!(keys, parts, "{name}");
            let page = &document["page"];
            assert!(url::Url::parse(page["url"].as_str().unwrap()).is_ok(), "{page}");
            assert_eq!(page["id"].as_str().unwrap().len(), 12, "{page}");
            assert!(page["name"].is_string() && page["time_zone"] == "Europe/Paris", "{page}");
            is_a_moment(&page["updated_at"]);
            moments(&document);
            assert!(!document.to_string().contains(CANARY), "{document}");
        }
    }
}

#[test]
fn no_indicator_and_no_state_is_invented() {
    for board in all() {
        let summary = document(&board, "summary");
        let indicator = summary["status"]["indicator"].as_str().unwrap();
        assert!(["none", "minor", "major", "critical"].contains(&indicator), "{indicator}");
        assert!(!summary["status"]["description"].as_str().unwrap().is_empty());
        for component in list(&summary, "components") {
            let status = component["status"].as_str().unwrap();
            let known = [
                "operational",
                "degraded_performance",
                "partial_outage",
                "major_outage",
                "under_maintenance",
            ];
            assert!(known.contains(&status), "{component}");
        }
        for incident in list(&document(&board, "incidents"), "incidents") {
            let (status, impact) =
                (incident["status"].as_str().unwrap(), incident["impact"].as_str().unwrap());
            assert!(
                ["investigating", "identified", "monitoring", "resolved", "postmortem"].contains(&status)
            );
            assert!(["none", "minor", "major", "critical"].contains(&impact));
        }
        for planned in list(&document(&board, "scheduled-maintenances"), "scheduled_maintenances") {
            let (status, impact) = (planned["status"].as_str().unwrap(), planned["impact"].as_str().unwrap());
            assert!(["scheduled", "in_progress", "verifying", "completed"].contains(&status));
            assert!(["none", "minor", "major", "critical"].contains(&impact));
        }
    }
}

#[test]
fn what_is_not_known_is_never_operational_and_says_that_there_is_no_data() {
    let mut unknown = 0;
    for (word, board) in states() {
        let status = &document(&board, "status")["status"];
        let is_known = word != "not known";
        let expected = match word {
            "working" | "working?" | "restarting" => "none",
            "problems" | "not known" => "minor",
            _ => "critical",
        };
        assert_eq!(status["indicator"], expected, "{word}");
        assert_eq!(
            status["description"].as_str().unwrap().starts_with("No data: "),
            !is_known,
            "{word}: {status}"
        );
        let components = document(&board, "components");
        for component in list(&components, "components").iter().filter(|c| c["id"] == "planner") {
            assert_eq!(component["status"] == "partial_outage", !is_known, "{word}: {component}");
            if !is_known {
                assert_eq!(component["description"], "No data");
                unknown += 1;
            }
        }
    }
    assert!(unknown >= 3, "{unknown} of them");
    let (_, board) = &states()[6];
    let components = document(board, "components");
    let queue = list(&components, "components").iter().find(|c| c["id"] == "planner.queue.async").unwrap();
    assert_eq!(
        (&queue["status"], &queue["description"]),
        (&"partial_outage".into(), &"No data: not answering".into())
    );
}

#[test]
fn one_of_several_that_is_down_is_major_and_all_of_them_are_critical() {
    let indicator = |board: &Board| document(board, "status")["status"]["indicator"].clone();
    let mut board = everything();
    assert_eq!(indicator(&board), "critical");
    board.services[1].verdict = shared::state::Verdict::Operational;
    assert_eq!(indicator(&board), "major");
}

#[test]
fn components_are_the_services_their_queues_and_parts_in_groups_under_ids_that_stay() {
    let components = document(&everything(), "components");
    let components = list(&components, "components");
    assert_eq!(
        words(components, "id"),
        [
            "planner.group",
            "planner",
            "planner.queue.async",
            "planner.part.postgres",
            "planner.part.search",
            "planner.part.messenger",
            "shop.group",
            "shop",
            "shop.part.search",
        ]
    );
    let ids: BTreeSet<&str> = words(components, "id").into_iter().collect();
    assert_eq!(ids.len(), components.len());
    for (position, component) in (1..).zip(components) {
        assert_eq!(component["position"], position);
        if component["group"] == false {
            assert!(ids.contains(component["group_id"].as_str().unwrap()), "{component}");
            continue;
        }
        assert!(component["group_id"].is_null());
        for member in list(component, "components") {
            let member = components.iter().find(|c| c["id"] == *member).unwrap();
            assert_eq!(member["group_id"], component["id"]);
        }
    }
    let queue = &components[2];
    assert_eq!(queue["status"], "major_outage");
    assert_eq!(
        queue["description"].as_str().unwrap().replace('\u{a0}', " "),
        "0 workers · 58 waiting · 4 failed"
    );
    // What is not checked here would have to be called something that it is not.
    let (_, uncounted) = &states()[1];
    assert_eq!(words(list(&document(uncounted, "components"), "components"), "id"), ["planner"]);
}

#[test]
fn incidents_come_newest_first_with_their_updates_newest_first() {
    let board = everything();
    let incidents = document(&board, "incidents");
    let incidents = list(&incidents, "incidents");
    assert_eq!(incidents.len(), 3);
    let created = words(incidents, "created_at");
    assert!(created.is_sorted_by(|a, b| a >= b), "{created:?}");
    let ours = incidents.iter().find(|i| i["name"].as_str().unwrap().starts_with("Background jobs")).unwrap();
    assert_eq!(ours["shortlink"], "https://status.example.com/?service=planner");
    assert_eq!((&ours["status"], &ours["impact"]), (&"monitoring".into(), &"major".into()));
    let updates = list(ours, "incident_updates");
    assert_eq!(words(updates, "status"), ["monitoring", "identified", "investigating", "investigating"]);
    assert_eq!(ours["monitoring_at"], updates[0]["created_at"]);
    assert_eq!(ours["started_at"], updates[3]["created_at"]);
    let affected = &updates[3]["affected_components"][0];
    assert_eq!((&affected["code"], &affected["new_status"]), (&"planner".into(), &"major_outage".into()));
    let ids: BTreeSet<&str> = words(updates, "id").into_iter().collect();
    assert_eq!(ids.len(), updates.len());
    let over = incidents.iter().find(|i| i["status"] == "resolved").unwrap();
    assert_eq!(over["incident_updates"][0]["status"], "resolved");
    assert_eq!(over["resolved_at"], over["incident_updates"][0]["created_at"]);
    assert_eq!(over["components"][0]["id"], "shop");
}

#[test]
fn open_incidents_are_a_document_of_their_own_and_stand_in_the_summary() {
    let board = everything();
    for (name, key) in [("incidents/unresolved", "incidents"), ("summary", "incidents")] {
        let document = document(&board, name);
        let open = list(&document, key);
        assert_eq!(open.len(), 2, "{name}");
        assert!(
            open.iter().all(|incident| incident["resolved_at"].is_null() && incident["status"] != "resolved")
        );
    }
}

#[test]
fn planned_work_is_announced_under_way_or_completed_and_changes_no_state() {
    let board = everything();
    let statuses = |name: &str| {
        let document = document(&board, name);
        let all = list(&document, "scheduled_maintenances");
        let told = all.iter().map(|m| format!("{} {}", m["name"], m["status"]).replace('"', ""));
        told.collect::<Vec<_>>()
    };
    let (database, network) = ("Work on the database scheduled", "Work on the network in_progress");
    assert_eq!(statuses("scheduled-maintenances"), [database, network, "Planned maintenance completed"]);
    assert_eq!(statuses("scheduled-maintenances/upcoming"), [database]);
    assert_eq!(statuses("scheduled-maintenances/active"), [network]);
    assert_eq!(statuses("summary"), [database, network]);
    let all = document(&board, "scheduled-maintenances");
    let network = &all["scheduled_maintenances"][1];
    assert_eq!(network["scheduled_until"], "2026-11-30T14:50:00.000Z");
    assert_eq!(words(list(network, "incident_updates"), "status"), ["in_progress", "scheduled"]);
    assert_eq!(network["shortlink"], "https://status.example.com/?service=shop");
    assert_eq!(document(&board, "components")["components"][7]["status"], "major_outage");
}

#[test]
fn a_filter_leaves_one_service_and_what_is_about_it() {
    let board = everything();
    let shop = json(&board, "/api/v2/summary.json?service=shop");
    assert_eq!(words(list(&shop, "components"), "id"), ["shop.group", "shop", "shop.part.search"]);
    assert!(words(list(&shop, "incidents"), "name").iter().all(|name| !name.contains("Background jobs")));
    assert_eq!(shop["page"]["url"], "https://status.example.com/?service=shop");
    assert_eq!(get(&board, "/api/v2/summary.json?service=nobody").status, 404);
}

#[test]
fn they_are_json_for_any_origin_and_other_paths_are_not_there() {
    let board = everything();
    for (name, _) in DOCUMENTS {
        let answer = get(&board, &format!("/api/v2/{name}.json"));
        assert_eq!(header(&answer, "content-type"), "application/json");
        assert_eq!(header(&answer, "access-control-allow-origin"), "*");
        assert!(header(&answer, "etag").starts_with("W/"));
    }
    for path in
        ["/api/v2", "/api/v2/", "/api/v2/status", "/api/v2/incidents/1.json", "/api/v2/subscribers.json"]
    {
        assert_eq!(get(&board, path).status, 404, "{path}");
    }
}

/// A document without the texts that people read.
fn for_programs(value: &Value) -> Value {
    match value {
        Value::Array(values) => values.iter().map(for_programs).collect(),
        Value::Object(fields) => {
            let kept = fields
                .iter()
                .filter(|(key, _)| !["name", "description", "body", "url"].contains(&key.as_str()));
            kept.map(|(key, value)| (key.clone(), for_programs(value))).collect()
        }
        plain => plain.clone(),
    }
}

#[test]
fn what_programs_go_by_is_the_same_in_every_language_and_what_people_read_is_not() {
    for board in all() {
        for language in Language::all() {
            let spoken = |name| json(&board, &format!("/api/v2/{name}.json?lang={}", language.tag()));
            for (name, _) in DOCUMENTS {
                assert_eq!(
                    for_programs(&spoken(name)),
                    for_programs(&document(&board, name)),
                    "{language:?}"
                );
            }
            let said = |status: &Value| status["status"]["description"].clone();
            let is_english = language == Language::english();
            assert_eq!(
                said(&spoken("status")) == said(&document(&board, "status")),
                is_english,
                "{language:?}"
            );
        }
    }
}
