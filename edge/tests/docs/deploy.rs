//! Holds what `docs/deploy` gives people to run against the program: where the binary lies, whose it is, how it is
//! asked whether it lives, and how long it has to stop.
//!
//! No engine and no systemd: the files are read as text.

use super::papers::{blocks, code, headcount, options, text};

const UNIT: &str = "docs/deploy/headcount.service";
const IMAGE: &str = "docs/deploy/Dockerfile";
const COMPOSE: &str = "docs/deploy/compose.yaml";
const GUIDE: &str = "docs/deploy/README.md";

#[test]
fn every_way_to_stop_leaves_three_times_the_drain() {
    let drain =
        seconds(&text("edge/src/host/native/serve.rs"), "const DRAIN: Duration = Duration::from_secs(");
    for (file, key) in
        [(UNIT, "TimeoutStopSec="), (COMPOSE, "stop_grace_period: "), (IMAGE, "docker stop --time ")]
    {
        let grace = seconds(&text(file), key);
        assert!(grace >= 3 * drain, "{file}: {grace} s for {drain} s of draining");
    }
    assert_eq!(seconds(&text(GUIDE), "terminationGracePeriodSeconds: "), 20);
    assert_eq!(seconds(&text("README.md"), "says *draining* for "), drain);
    assert_eq!(seconds(&text(GUIDE), "Stopping takes "), drain);
}

#[test]
fn the_unit_runs_the_installed_binary_as_nobody_who_matters() {
    let unit = text(UNIT);
    let start = line(&unit, "ExecStart=");
    assert!(start.starts_with("/usr/local/bin/headcount serve "));
    assert!(text(GUIDE).contains("target/dist/headcount /usr/local/bin/headcount"));
    serve_takes(start);
    assert!(line(&unit, "ExecReload=").contains("-HUP $MAINPID"));
    for setting in [
        "DynamicUser=yes",
        "StateDirectory=headcount",
        "NoNewPrivileges=yes",
        "ProtectSystem=strict",
        "CapabilityBoundingSet=",
    ] {
        assert!(unit.lines().any(|line| line == setting), "{setting}");
    }
    let environment = line(&unit, "EnvironmentFile=").trim_start_matches('-');
    assert!(text(GUIDE).contains(&format!("0600 /dev/null {environment}")));
}

#[test]
fn the_image_holds_what_dist_makes_and_runs_it_without_root() {
    let image = text(IMAGE);
    let dist = text("xtask/src/dist.rs");
    let copied: Vec<&str> = line(&image, "COPY ").split(' ').collect();
    let (to, from) = copied.split_last().unwrap();
    assert_eq!(*to, "/");
    for file in from {
        assert!(dist.contains(&format!("\"{file}\"")), "{file}");
    }
    assert_eq!(line(&image, "FROM "), "scratch");
    assert!(
        image.lines().all(|line| !line.starts_with("RUN") && !line.starts_with("ADD")),
        "nothing to fetch or to run"
    );
    let user = line(&image, "USER ").split(':').next().unwrap();
    assert!(user.parse::<u32>().unwrap() > 0);
    assert!(text(GUIDE).contains(&format!("The container's user is {user}.")));
    // In this order the folder belongs to that user.
    assert!(image.find("\nUSER ").unwrap() < image.find("\nWORKDIR /data").unwrap());
    assert_eq!(line(&image, "ENTRYPOINT "), "[\"/headcount\"]");
    serve_takes(line(&image, "CMD "));
}

#[test]
fn containers_are_asked_whether_they_live_and_not_what_they_observe() {
    assert!(text(IMAGE).contains("CMD [\"/headcount\", \"alive\"]"));
    assert_eq!(line(&text(COMPOSE), "test: "), "[\"CMD\", \"/headcount\", \"alive\"]");
    assert!(headcount(&["--help"]).contains("\n  alive "));
    for file in [UNIT, IMAGE, COMPOSE] {
        assert!(!text(file).contains("/verdict"), "{file}");
    }
    // It asks the address that the container listens on.
    assert!(headcount(&["alive", "--help"]).contains("HEADCOUNT_LISTEN"));
    assert_eq!(line(&text(IMAGE), "ENV "), "HEADCOUNT_LISTEN=0.0.0.0:8080");
}

#[test]
fn the_compose_file_fits_the_image_and_the_configuration_beside_it() {
    let (compose, image) = (text(COMPOSE), text(IMAGE));
    // Relative to the context, which is two folders down.
    assert_eq!(
        (line(&compose, "context: "), line(&compose, "dockerfile: ")),
        ("../../target/dist", &*format!("../../{IMAGE}"))
    );
    assert_eq!(line(&compose, "read_only: "), "true");
    let command = line(&image, "CMD ");
    let mounted = compose.lines().find_map(|line| line.trim().strip_prefix("- ./headcount.toml:")).unwrap();
    assert!(command.contains(mounted.trim_end_matches(":ro")));
    assert!(command.contains("/data/headcount.db") && compose.contains("- data:/data"));
    let example = blocks(&text(GUIDE), "toml").remove(0);
    let secret =
        example.split("${file:/run/secrets/").nth(1).and_then(|rest| rest.split('}').next()).unwrap();
    assert!(compose.contains(&format!("\n  {secret}:\n    file: ./secrets/{secret}")));
    assert!(code(&text(GUIDE)).contains(&format!("secrets/{secret}")));
}

/// Asserts that `headcount serve` knows every option of a command line.
fn serve_takes(line: &str) {
    let help = headcount(&["serve", "--help"]);
    let given = options(line);
    assert!(!given.is_empty());
    for option in given {
        assert!(options(&help).contains(&option), "{option}");
    }
}

/// What follows `start` on the first line that begins with it, spaces aside.
fn line<'a>(text: &'a str, start: &str) -> &'a str {
    text.lines()
        .find_map(|line| line.trim_start().strip_prefix(start))
        .unwrap_or_else(|| panic!("no line {start}"))
}

/// The number that follows `before`.
fn seconds(text: &str, before: &str) -> u64 {
    let rest = text.split(before).nth(1).unwrap_or_else(|| panic!("nothing about {before}"));
    rest.chars().take_while(char::is_ascii_digit).collect::<String>().parse().unwrap()
}
