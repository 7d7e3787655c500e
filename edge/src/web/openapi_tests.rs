//! The description against the answers: every example has exactly the fields that real answers have.

use crate::web::specimen::{everything, get, header, json, site, states};
use serde_json::Value;
use shared::board::Board;
use std::collections::BTreeSet;

fn description() -> Value {
    serde_json::from_slice(&super::render(&site())).unwrap()
}

/// The paths of all fields in a document; those of lists without their numbers.
fn fields(value: &Value, at: &str, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(object) => {
            for (key, value) in object {
                let at = format!("{at}.{key}");
                fields(value, &at, found);
                found.insert(at);
            }
        }
        Value::Array(values) => values.iter().for_each(|value| fields(value, &format!("{at}[]"), found)),
        _ => {}
    }
}

/// The examples of all JSON documents.
fn examples(description: &Value) -> Vec<(String, &Value)> {
    let paths = description["paths"].as_object().unwrap();
    let examples = paths.iter().filter_map(|(path, item)| {
        let answers = item["get"]["responses"]["200"]["content"].as_object().unwrap();
        let example = answers.values().find_map(|content| content.get("example"))?;
        Some((path.clone(), example))
    });
    examples.filter(|(_, example)| !example.is_string()).collect()
}

#[test]
fn every_example_has_all_the_fields_of_a_real_answer_and_none_that_no_answer_has() {
    let description = description();
    let examples = examples(&description);
    assert!(examples.len() >= 10, "{} examples", examples.len());
    let fields_of = |board: &Board, path: &str| {
        let mut found = BTreeSet::new();
        fields(&json(board, path), "", &mut found);
        found
    };
    for (path, example) in examples {
        let mut described = BTreeSet::new();
        fields(example, "", &mut described);
        let real = fields_of(&everything(), &path);
        assert_eq!(real.difference(&described).collect::<Vec<_>>(), Vec::<&String>::new(), "{path}");
        let at_times = states().iter().fold(real, |all, (_, board)| &all | &fields_of(board, &path));
        assert_eq!(described.difference(&at_times).collect::<Vec<_>>(), Vec::<&String>::new(), "{path}");
    }
}

#[test]
fn every_answer_is_of_the_type_that_is_described() {
    let description = description();
    let board = everything();
    for (path, item) in description["paths"].as_object().unwrap() {
        let target = path.replace("{service}", "planner");
        let answer = get(&board, &target);
        let responses = item["get"]["responses"].as_object().unwrap();
        let described = &responses[&answer.status.to_string()]["content"];
        let content_type = header(&answer, "content-type");
        let bare = content_type.split(';').next().unwrap();
        assert!(described.get(bare).is_some(), "{path}: {bare} is not among {described}");
        let takes_a_service = item["get"]["parameters"]
            .as_array()
            .is_some_and(|all| all.iter().any(|p| p["$ref"] == "#/components/parameters/service"));
        if takes_a_service {
            assert!(responses.contains_key("404"), "{path}");
            assert_eq!(get(&board, &format!("{target}?service=nobody")).status, 404, "{path}");
        }
    }
}

#[test]
fn it_names_the_page_it_is_served_from_and_the_version_of_the_program() {
    let description = description();
    assert_eq!(description["openapi"], "3.1.0");
    assert_eq!(description["servers"][0]["url"], "https://status.example.com");
    assert_eq!(description["info"]["version"], env!("CARGO_PKG_VERSION"));
    // Every reference leads somewhere.
    let text = description.to_string();
    for rest in text.split("\"$ref\":\"#").skip(1) {
        let pointer = rest.split('"').next().unwrap();
        assert!(description.pointer(pointer).is_some(), "{pointer}");
    }
}

#[test]
fn it_may_be_read_from_anywhere_and_is_not_sent_twice() {
    let answer = get(&everything(), "/openapi.json");
    assert_eq!(header(&answer, "content-type"), "application/json");
    assert_eq!(header(&answer, "access-control-allow-origin"), "*");
    assert!(answer.is_known_to(&header(&answer, "etag")));
}
