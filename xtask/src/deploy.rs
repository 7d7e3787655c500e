//! Task `deploy`: to Cloudflare, or with `--dry-run` everything short of it. It stores no secret and sets none.

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::path::Path;

use crate::args::Args;
use crate::run::{self, Outcome, at, say};
use crate::tree::Tree;
use crate::{build, tools, worker};

/// Waits until a round is newer than the first answer, for two periods and a minute; then prints the board.
const FIRST_ROUND: &str = r#"
const base = process.argv[1].replace(/\/+$/, "");
const start = Date.now();
let since, every = 60, why = "no answer";
for (;;) {
  try {
    const answer = await fetch(base + "/status.json");
    if (!answer.ok) throw new Error("HTTP " + answer.status);
    const board = await answer.json();
    every = board.every_s;
    since ??= Date.parse(board.served_at);
    if (board.checked_at && Date.parse(board.checked_at) >= since) break;
    why = "no round yet";
  } catch (error) { why = error.message; }
  if (Date.now() - start > (2 * every + 60) * 1000) {
    console.error(base + ": " + why);
    process.exit(1);
  }
  await new Promise((done) => setTimeout(done, 1000));
}
console.log(await (await fetch(base + "/status.txt")).text());
"#;

/// Checks, builds and deploys; then waits for the first round and prints the board.
pub fn deploy(tree: &Tree, words: Vec<String>) -> Outcome {
    let mut args = Args::new(words);
    let config = worker::config_of(tree, &mut args)?;
    let dry_run = args.flag("--dry-run");
    args.end()?;
    let text = fs::read_to_string(&config).map_err(at(&config))?;
    tools::for_worker(tree)?;
    build::page(tree)?;
    build::native(tree)?;
    bindings(tree, &config, dry_run)?;
    worker::build(tree, &config)?;
    if dry_run {
        return rehearse(tree);
    }
    run::loud(worker::wrangler(tree).arg("deploy"))?;
    let Some(url) = page_url(&text) else {
        say("deployed; [page] has no url, so the first round cannot be waited for: open the address above");
        return Ok(());
    };
    say(format_args!("deployed; waiting for the first round on {url}"));
    run::loud(tree.command("node").args(["--input-type=module", "-e", FIRST_ROUND, url]))
}

/// All that wrangler does of a deployment but sending it, with the Worker that is built.
pub fn rehearse(tree: &Tree) -> Outcome {
    let out = tree.at("target/worker");
    run::loud(worker::wrangler(tree).args(["deploy", "--dry-run", "--outdir"]).arg(out))?;
    say("dry run: nothing was deployed");
    Ok(())
}

/// Checks the configuration and says which bindings it needs; a missing one ends the task.
fn bindings(tree: &Tree, config: &Path, dry_run: bool) -> Outcome {
    let listed = run::output(&mut worker::check(tree, config))?;
    let needed: BTreeSet<&str> = listed.split_whitespace().collect();
    if needed.is_empty() {
        say("the configuration needs no bindings");
        return Ok(());
    }
    let known = if dry_run { environment(&needed) } else { deployed_secrets(tree) };
    let mut missing = Vec::new();
    for name in needed {
        let there = known.contains(name);
        say(format_args!("binding {name}: {}", if there { "there" } else { "MISSING" }));
        if !there {
            missing.push(name);
        }
    }
    if missing.is_empty() {
        return Ok(());
    }
    let remedy =
        if dry_run { "set in the environment" } else { "set with `cargo xtask wrangler secret put NAME`" };
    Err(format!("bindings that the configuration needs, to be {remedy}: {}", missing.join(", ")).into())
}

fn environment(needed: &BTreeSet<&str>) -> BTreeSet<String> {
    needed.iter().filter(|name| env::var_os(name).is_some()).map(|&name| name.to_owned()).collect()
}

/// Names only; Cloudflare gives no values. Before the first deployment there is no Worker to ask about.
fn deployed_secrets(tree: &Tree) -> BTreeSet<String> {
    let listed = run::output(worker::wrangler(tree).args(["secret", "list", "--format", "json"]));
    if listed.is_err() {
        say("no secrets are listed: not deployed yet, or not signed in (`cargo xtask wrangler login`)");
    }
    listed.map(|json| names_in(&json)).unwrap_or_default()
}

/// The values of every `"name"` in wrangler's JSON.
fn names_in(json: &str) -> BTreeSet<String> {
    let quoted: Vec<&str> = json.split('"').collect();
    let pairs =
        quoted.windows(3).filter(|window| matches!(window, ["name", colon, _] if colon.trim() == ":"));
    pairs.filter_map(|window| window.last()).map(|&name| name.to_owned()).collect()
}

/// `url` of `[page]`, if it is written out.
fn page_url(config: &str) -> Option<&str> {
    let lines = config.lines().map(without_comment).map(str::trim);
    let page = lines.skip_while(|line| *line != "[page]").skip(1).take_while(|line| !line.starts_with('['));
    let value = page.filter_map(|line| line.split_once('=')).find(|(key, _)| key.trim() == "url")?.1;
    Some(value.trim().trim_matches(['"', '\''])).filter(|url| !url.contains("${"))
}

/// A TOML line up to a `#` that is not inside a string.
fn without_comment(line: &str) -> &str {
    let mut quote = None;
    for (at, character) in line.char_indices() {
        match (quote, character) {
            (None, '#') => return line.get(..at).unwrap_or(line),
            (None, '"' | '\'') => quote = Some(character),
            (Some(open), _) if open == character => quote = None,
            _ => {}
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comment_begins_outside_strings() {
        assert_eq!(without_comment("a = \"x#y\" # z"), "a = \"x#y\" ");
        assert_eq!(without_comment("# z"), "");
    }

    #[test]
    fn the_pages_address_is_that_of_its_own_table() {
        let config = "[page] # x\ntitle = \"t\"\nurl = \"https://a.example/s\" # y\n[[service]]\nurl = \"https://b.example\"\n";
        assert_eq!(page_url(config), Some("https://a.example/s"));
        assert_eq!(page_url("[page]\n[[service]]\nurl = \"https://b.example\"\n"), None);
        assert_eq!(page_url("[page]\nurl = \"${URL}\"\n"), None);
    }

    #[test]
    fn secrets_are_known_by_their_names() {
        let json = r#"[ { "name": "PASS", "type": "secret_text" }, {"name":"type","type":"name"} ]"#;
        assert_eq!(names_in(json), BTreeSet::from(["PASS".to_owned(), "type".to_owned()]));
    }
}
