//! Holds the documents against the program: the keys, ranges, routes, commands, numbers and files that they name.
//!
//! Not their wording, and not what the program does: other tests see to that. What `docs/deploy` holds is checked in
//! `deploy`.

#![expect(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test fails by panicking")]

mod deploy;
mod formats;
mod metrics;
mod openapi;
mod papers;
mod systems;

use edge::config::{Config, Fault, HostKind, Variables, budget, duration, parse, print};
use edge::probe::health::FORMATS;
use edge::probe::systems;
use papers::{DOCUMENTS, blocks, code, headcount, options, root, rows, text};
use std::collections::{BTreeMap, BTreeSet};

const REFERENCE: &str = "docs/configuration.md";

/// The tables of the configuration: how a file opens them, which is their heading too, and the path of their keys.
const TABLES: [(&str, &str); 10] = [
    ("[page]", "page"),
    ("[[service]]", "service"),
    ("[service.liveness]", "service.liveness"),
    ("[service.health]", "service.health"),
    ("[[service.queue]]", "service.queue"),
    ("[[maintenance]]", "maintenance"),
    ("[alerts]", "alerts"),
    ("[[channel]]", "channel"),
    ("[push]", "push"),
    ("[[ingest]]", "ingest"),
];

#[test]
fn every_example_is_a_configuration_without_mistakes() {
    let examples: Vec<String> =
        DOCUMENTS.iter().flat_map(|document| blocks(&text(document), "toml")).collect();
    assert!(examples.len() >= 2, "{} examples", examples.len());
    for example in examples {
        match example.strip_prefix("[[service.queue]]") {
            Some(_) => config(&format!("[page]\ntitle = \"t\"\n[[service]]\nid = \"a\"\n{example}")),
            None => config(&example),
        };
    }
    config(&text("headcount.toml"));
}

#[test]
fn the_first_example_has_ten_lines_and_runs_on_a_worker_too() {
    let example = first_example();
    assert_eq!(example.lines().count(), 10);
    let loaded = parse(&example, "README.md", HostKind::Worker, &Examples).unwrap();
    assert!(loaded.warnings.is_empty(), "{:?}", loaded.warnings);
}

#[test]
fn the_reference_lists_exactly_the_keys_that_the_parser_knows() {
    // An unknown key in each table makes the parser name those that it knows.
    let faults = faults(&TABLES.map(|(opening, _)| format!("{opening}\nunknown = 1\n")).concat());
    for (opening, table) in TABLES {
        let path = format!("{table}.unknown");
        let known = faults.iter().find_map(|(key, fault)| match fault {
            Fault::UnknownKey { known, .. } if *key == path => Some(known),
            _ => None,
        });
        let known: BTreeSet<String> = known.unwrap().iter().map(ToString::to_string).collect();
        assert_eq!(reference(opening).into_keys().collect::<BTreeSet<_>>(), known, "{opening}");
    }
}

#[test]
fn the_reference_calls_exactly_those_keys_required_that_the_parser_misses() {
    let empty = TABLES.map(|(opening, _)| format!("{opening}\n")).concat();
    let missing = faults(&empty).into_iter().filter(|(_, fault)| matches!(fault, Fault::Missing { .. }));
    let mut required = BTreeSet::new();
    for (opening, table) in TABLES {
        let rows = reference(opening).into_iter().filter(|(_, row)| row.default == "required");
        required.extend(rows.map(|(key, _)| format!("{table}.{key}")));
    }
    assert_eq!(required, missing.map(|(key, _)| key).collect());
}

#[test]
fn the_ranges_of_the_reference_are_the_parsers() {
    let mut checked = 0;
    for (opening, table) in TABLES {
        for (key, row) in reference(opening).into_iter().filter(|(_, row)| row.value.contains("` to `")) {
            let ends = code(&row.value);
            let (least, most) = (ends.first().unwrap(), ends.last().unwrap());
            let (below, above) = beyond(least, most);
            for (value, is_outside) in [(least, false), (most, false), (&below, true), (&above, true)] {
                let found = faults(&with_key(opening, &key, value));
                let outside = found.iter().any(|(at, fault)| {
                    *at == format!("{table}.{key}")
                        && matches!(
                            fault,
                            Fault::TooShort { .. } | Fault::TooLong { .. } | Fault::OutOfRange { .. }
                        )
                });
                assert_eq!(outside, is_outside, "{table}.{key} = {value}: {found:?}");
            }
            checked += 1;
        }
    }
    assert!(checked >= 12, "{checked} ranges");
}

#[test]
fn the_closed_lists_of_the_reference_are_the_parsers() {
    for (opening, key) in [
        ("[page]", "lang"),
        ("[page]", "probe_from"),
        ("[service.health]", "format"),
        ("[[service.queue]]", "system"),
        ("[[channel]]", "kind"),
    ] {
        let faults = faults(&with_key(opening, key, "nonsense"));
        let known = faults.iter().find_map(|(_, fault)| match fault {
            Fault::NotOneOf { known, .. } => Some(known.clone()),
            _ => None,
        });
        let row = &reference(opening)[key];
        assert_eq!(code(&row.value), known.unwrap(), "{key}");
    }
}

#[test]
fn the_defaults_of_the_reference_are_in_force() {
    let given = "[page]\ntitle = \"t\"\n[[service]]\nid = \"a\"\nname = \"A\"\n\
                 [service.liveness]\nurl = \"https://a.example.com/l\"\n\
                 [service.health]\nurl = \"https://a.example.com/h\"\nformat = \"adr075\"\n\
                 [[service.queue]]\nid = \"q\"\nname = \"Q\"\nsystem = \"symfony\"\nurl = \"redis://a.example.com:6379\"\n";
    let mut in_force = assignments(&print::redacted(&config(given)));
    for place in assignments(given).keys() {
        in_force.remove(place);
    }
    assert!(in_force.len() >= 18, "{in_force:?}");
    for ((opening, key), value) in in_force {
        let row = &reference(&opening)[&key];
        let value = value.trim_matches('"');
        assert!(
            code(&row.default).iter().any(|word| word == value),
            "{opening} {key}: {value}, not {}",
            row.default
        );
    }
}

#[test]
fn the_readme_names_every_format_and_system() {
    let rows = rows(&text("README.md"), "A real configuration");
    let named = |word: &str| rows.iter().find(|row| row[0].contains(word)).map(|row| code(&row[1])).unwrap();
    assert_eq!(named("`format`"), FORMATS.iter().map(|f| f.name).collect::<Vec<_>>());
    assert_eq!(named("`system`"), systems().collect::<Vec<_>>());
}

#[test]
fn the_readme_lists_exactly_the_routes_there_are() {
    let source = text("edge/src/web/route.rs");
    let routes = source.split("Route { path: \"").skip(1).filter_map(|rest| rest.split('"').next());
    let answers = rows(&text("README.md"), "What it answers");
    let listed: BTreeMap<&str, &str> = answers
        .iter()
        .filter(|row| row[0].starts_with("`/"))
        .map(|row| (row[0].trim_matches('`'), &*row[1]))
        .collect();
    assert_eq!(listed.keys().copied().collect::<BTreeSet<_>>(), routes.collect());
    assert!(listed["/verdict"].contains("Never an orchestrator's probe"));
}

#[test]
fn the_readme_lists_exactly_the_commands_there_are_with_all_their_options() {
    let readme = text("README.md");
    let listed = rows(&readme, "What it answers")
        .into_iter()
        .filter_map(|row| Some(row[0].trim_matches('`').strip_prefix("headcount ")?.to_owned()));
    let help = headcount(&["--help"]);
    let commands =
        help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let commands: BTreeSet<String> = commands
        .filter_map(|line| line.split_whitespace().next())
        .filter(|name| *name != "help")
        .map(Into::into)
        .collect();
    assert_eq!(listed.collect::<BTreeSet<_>>(), commands);
    let nested = [["config", "check", "--help"], ["config", "init", "--help"]].map(|words| headcount(&words));
    let helps = commands.iter().map(|name| headcount(&[name, "--help"])).chain(nested);
    for option in helps.flat_map(|help| options(&help)).filter(|option| option != "--help") {
        assert!(readme.contains(&format!("`{option}")), "{option}");
    }
}

#[test]
fn every_task_that_is_named_exists() {
    let tasks = text("xtask/src/main.rs");
    let mut named = 0;
    for document in DOCUMENTS {
        for rest in text(document).split("cargo xtask ").skip(1) {
            let name: String = rest.chars().take_while(char::is_ascii_lowercase).collect();
            // `cargo xtask` alone lists them.
            if !name.is_empty() && !rest.starts_with("alone") {
                assert!(tasks.contains(&format!("\"{name}\" =>")), "{document}: cargo xtask {name}");
                named += 1;
            }
        }
    }
    assert!(named >= 5, "{named} tasks");
}

#[test]
fn every_link_leads_to_a_file() {
    for document in DOCUMENTS {
        let path = root().join(document);
        for rest in text(document).split("](").skip(1) {
            let target = rest.split([')', '#']).next().unwrap();
            if !target.contains("://") {
                assert!(path.parent().unwrap().join(target).is_file(), "{document}: {target}");
            }
        }
    }
}

#[test]
fn every_file_and_test_that_the_architecture_names_is_there() {
    let document = text("docs/ARCHITECTURE.md");
    let sources = papers::sources();
    for word in code(&document).iter().flat_map(|word| word.split(' ')) {
        if word.contains('/') && !word.starts_with('/') {
            let places = ["", "edge/src", "shared/src", "app/src"].map(|place| root().join(place).join(word));
            assert!(places.iter().any(|place| place.exists()), "{word}");
        }
        if word.matches('_').count() >= 2 {
            assert!(sources.contains(word), "{word}");
        }
    }
}

#[test]
fn what_the_readme_says_of_costs_is_what_its_example_costs() {
    let day = budget::daily_use(&config(&first_example()));
    let costs = rows(&text("README.md"), "What it costs");
    let figures = [
        (day.rounds, None),
        (day.object_requests, Some(budget::FREE_REQUESTS)),
        (day.rows_written, Some(budget::FREE_ROWS_WRITTEN)),
        (day.rows_read, Some(budget::FREE_ROWS_READ)),
        (day.object_gb_s, Some(budget::FREE_GB_S)),
        (day.requests_per_tab, None),
    ];
    assert_eq!(costs.len(), figures.len());
    for (row, (used, free)) in costs.iter().zip(figures) {
        assert_eq!(row[1], grouped(used), "{row:?}");
        if let Some(free) = free {
            assert_eq!(row[2], grouped(free), "{row:?}");
        }
    }
    assert!(costs[5][2].contains(&format!("about {} such tabs", day.open_tabs)));
}

/// The README's configuration.
fn first_example() -> String {
    blocks(&text("README.md"), "toml").remove(0)
}

/// A key of the reference.
struct Row {
    value: String,
    default: String,
}

/// The keys of one table, as the reference has them.
fn reference(opening: &str) -> BTreeMap<String, Row> {
    let rows = rows(&text(REFERENCE), &format!("`{opening}`")).into_iter();
    rows.map(|row| {
        (row[0].trim_matches('`').to_owned(), Row { value: row[1].clone(), default: row[2].clone() })
    })
    .collect()
}

/// A file in which the only key of a table is this one.
fn with_key(opening: &str, key: &str, value: &str) -> String {
    let is_number = value.parse::<i64>().is_ok();
    let line = if is_number { format!("{key} = {value}\n") } else { format!("{key} = \"{value}\"\n") };
    let parents = match opening {
        "[page]" => "",
        "[[service]]" | "[[maintenance]]" | "[alerts]" | "[[channel]]" => "[page]\n",
        _ => "[page]\n[[service]]\n",
    };
    format!("{parents}{opening}\n{line}")
}

/// The nearest values outside a range of numbers or of durations.
fn beyond(least: &str, most: &str) -> (String, String) {
    if let (Ok(least), Ok(most)) = (least.parse::<i64>(), most.parse::<i64>()) {
        return ((least - 1).to_string(), (most + 1).to_string());
    }
    let millis = |text| duration(text).unwrap().as_millis();
    (format!("{}ms", millis(least) - 1), format!("{}ms", millis(most) + 1))
}

/// The values of a file by table and key.
fn assignments(toml: &str) -> BTreeMap<(String, String), String> {
    let mut opening = "";
    let mut found = BTreeMap::new();
    for line in toml.lines() {
        if line.starts_with('[') {
            opening = line;
        } else if let Some((key, value)) = line.split_once(" = ") {
            found.insert((opening.to_owned(), key.to_owned()), value.to_owned());
        }
    }
    found
}

fn config(toml: &str) -> Config {
    match parse(toml, "example", HostKind::Native, &Examples) {
        Ok(loaded) => loaded.config,
        Err(errors) => panic!("{}", errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")),
    }
}

/// Every mistake in a file, with the path of its key.
fn faults(toml: &str) -> Vec<(String, Fault)> {
    let errors = parse(toml, "example", HostKind::Native, &Examples).unwrap_err();
    errors.into_iter().map(|error| (error.key, error.fault)).collect()
}

/// A value for each variable and secret that an example names.
struct Examples;

impl Variables for Examples {
    fn get(&self, name: &str) -> Option<String> {
        Some(
            if name.starts_with("REDIS") { "rediss://redis.example.com" } else { "https://app.example.com" }
                .into(),
        )
    }

    fn file(&self, _: &str) -> Result<String, String> {
        Ok("rediss://redis.example.com".into())
    }
}

/// `17280` as `17,280`.
fn grouped(number: u64) -> String {
    match number {
        0..1000 => number.to_string(),
        _ => format!("{},{:03}", grouped(number / 1000), number % 1000),
    }
}
