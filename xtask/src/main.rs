//! `cargo xtask …`: everything a person or a pipeline runs. This file reads the command line and starts one task;
//! each task is a file of its own. Nothing here is part of the product.

mod app;
mod args;
mod bench;
mod build;
mod check;
mod deploy;
mod digest;
mod dist;
mod fuzz;
mod http;
mod lighthouse;
mod packages;
mod pictures;
mod run;
mod running;
mod rustup;
mod shots;
mod size;
mod sources;
mod systems;
mod test;
mod tidy;
mod tools;
mod tree;
mod wasm_tests;
mod worker;

use std::env;
use std::process::ExitCode;

use run::Outcome;
use tree::Tree;

const HELP: &str = "\
cargo xtask TASK: each task first installs what it needs and lacks, and says what and why.

  demo [ARGS]       build the page and the binary, serve `headcount demo` on http://127.0.0.1:8080
  test [FILTER]     every check, build and test; with FILTER only the builds and the tests it names
      --systems     only the experiment with every queue system there is, about 2 minutes once it is installed
  check             rustfmt, clippy (native and wasm32), rustdoc, tidy rules
  tidy              the tidy rules alone, in no time

  page              build the page into dist/ (skipped when nothing it is made of has changed)
  build             the page, then the native release binary with the page inside
  worker            build the Worker and run it in workerd on http://127.0.0.1:8787
      --config F    the configuration to build in (default: headcount.toml)
      --port N      another port
      --var K=V     a binding, as often as needed
      --build-only  build it, do not run it
  dist              a static release binary with licences and checksum in target/dist/

  size              bytes that browsers and Cloudflare receive, against their budgets
  shots [WORD]      pictures of every state in every theme and width, in shots/; WORD: a part of their names
  lighthouse        what Lighthouse 12.2.3 says of the page on a phone: 98 of 100 at least, four times
  bench [PART]      processor time and rounds against their budgets; PART: serving, rounds, workerd, year
  fuzz              every fuzz target, 10 minutes in all; --seconds N for another time
  deploy            to Cloudflare: check, build, deploy, wait for the first round, print the board
      --config F    the configuration to build in (default: headcount.toml)
      --dry-run     all but the deployment itself; bindings are looked up in the environment
  wrangler ARGS     Cloudflare's own tool, for the Worker in edge/: login, secret put NAME, tail

Tools are kept in ~/.cache/headcount (or $XDG_CACHE_HOME/headcount): deleting it is always safe.
";

fn main() -> ExitCode {
    let mut args = env::args().skip(1);
    let Some(task) = args.next() else {
        print!("{HELP}");
        return ExitCode::SUCCESS;
    };
    match start(&task, args.collect()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("xtask: {failure}");
            ExitCode::FAILURE
        }
    }
}

fn start(task: &str, args: Vec<String>) -> Outcome {
    let tree = Tree::here()?;
    match task {
        "bench" => bench::bench(&tree, args),
        "build" => args::none(&args).and_then(|()| build::all(&tree)),
        "check" => args::none(&args).and_then(|()| check::check(&tree)),
        "demo" => build::demo(&tree, &args),
        "deploy" => deploy::deploy(&tree, args),
        "dist" => args::none(&args).and_then(|()| dist::dist(&tree)),
        "fuzz" => fuzz::fuzz(&tree, args),
        "help" | "--help" | "-h" => {
            print!("{HELP}");
            Ok(())
        }
        "lighthouse" => args::none(&args).and_then(|()| lighthouse::lighthouse(&tree)),
        "page" => args::none(&args).and_then(|()| build::page(&tree)),
        "shots" => shots::shots(&tree, args),
        "size" => args::none(&args).and_then(|()| size::size(&tree)),
        "test" => test::test(&tree, args),
        "tidy" => args::none(&args).and_then(|()| tidy::tidy(&tree)),
        "worker" => worker::worker(&tree, args),
        "wrangler" => worker::pass_to_wrangler(&tree, &args),
        other => Err(format!("no task is called {other:?}; `cargo xtask` alone lists them").into()),
    }
}
