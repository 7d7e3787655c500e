//! Task `worker`: the Worker, built around a checked configuration and run in workerd. Deploying it is in `deploy`.

use std::path::{Path, PathBuf, absolute};
use std::process::Command;

use crate::args::Args;
use crate::run::{self, Outcome, at, say};
use crate::tree::Tree;
use crate::{build, tools};

/// What a Worker is built around, unless another file is named.
pub const CONFIG: &str = "headcount.toml";

/// Builds the page and the Worker, then becomes `wrangler dev`.
pub fn worker(tree: &Tree, words: Vec<String>) -> Outcome {
    let mut args = Args::new(words);
    let config = config_of(tree, &mut args)?;
    let port = args.value::<u16>("--port")?.unwrap_or(8787);
    let build_only = args.flag("--build-only");
    let mut bindings = Vec::new();
    while let Some(binding) = args.value::<String>("--var")? {
        let (name, value) = binding.split_once('=').ok_or("--var needs NAME=VALUE")?;
        bindings.push(format!("{name}:{value}"));
    }
    args.end()?;
    build::page(tree)?;
    build::native(tree)?;
    build(tree, &config)?;
    if build_only {
        return Ok(());
    }
    say(format_args!("the Worker runs on http://127.0.0.1:{port}"));
    let mut dev = wrangler(tree);
    dev.args([
        "dev",
        "--ip",
        "127.0.0.1",
        "--show-interactive-dev-session=false",
        "--port",
        &port.to_string(),
    ]);
    for binding in &bindings {
        dev.args(["--var", binding]);
    }
    run::replace(&mut dev).map(|never| match never {})
}

/// The configuration named by `--config`, as an absolute path.
pub fn config_of(tree: &Tree, args: &mut Args) -> Outcome<PathBuf> {
    let named: Option<PathBuf> = args.value("--config")?;
    match named {
        Some(path) => absolute(&path).map_err(at(&path)),
        None => Ok(tree.at(CONFIG)),
    }
}

/// Builds the Worker into `edge/build`. The native binary must be there: it checks the configuration first, so that
/// a wrong one is never built in.
pub fn build(tree: &Tree, config: &Path) -> Outcome {
    run::output(&mut check(tree, config))?;
    tools::for_worker(tree)?;
    say("building the Worker (about 3 minutes the first time)");
    // worker-build looks for its tools nowhere but in these variables.
    let mut command = tree.command("worker-build");
    command
        .args(["--profile", "worker"])
        .current_dir(tree.at("edge"))
        .env("HEADCOUNT_CONFIG", config)
        .env("WASM_BINDGEN_BIN", tree.tool("cargo/bin/wasm-bindgen"))
        .env("WASM_OPT_BIN", tree.tool("npm/node_modules/.bin/wasm-opt"))
        .env("ESBUILD_BIN", tree.tool("npm/node_modules/.bin/esbuild"));
    run::loud(&mut command)?;
    // worker-build keeps the functions' names, a fifth of the bundle, which the platform has no use for.
    let wasm = tree.at("edge/build/index_bg.wasm");
    let mut strip = tree.command(tree.tool("npm/node_modules/.bin/wasm-opt"));
    strip.args(FEATURES).args(SMALL).arg("-o").arg(&wasm).arg(&wasm);
    run::loud(&mut strip)
}

/// `--low-memory-unused` lets offsets move into loads, as long as no object lies below address 1024: there is the far
/// end of the stack, which rustc puts below everything else.
const SMALL: [&str; 6] =
    ["-Oz", "-Oz", "--converge", "--low-memory-unused", "--strip-debug", "--strip-producers"];

/// What rustc's wasm uses, which wasm-opt must be told.
const FEATURES: [&str; 6] = [
    "--enable-bulk-memory",
    "--enable-nontrapping-float-to-int",
    "--enable-sign-ext",
    "--enable-mutable-globals",
    "--enable-reference-types",
    "--enable-multivalue",
];

/// The check of a Worker's configuration. It prints the bindings that the file needs, one a line.
pub fn check(tree: &Tree, config: &Path) -> Command {
    let mut command = tree.command(tree.binary());
    command.args(["config", "check", "--worker", "--config"]).arg(config);
    command
}

/// Becomes wrangler with these arguments.
pub fn pass_to_wrangler(tree: &Tree, args: &[String]) -> Outcome {
    tools::for_worker(tree)?;
    run::replace(wrangler(tree).args(args)).map(|never| match never {})
}

/// wrangler, where it finds the Worker's `wrangler.toml`.
pub fn wrangler(tree: &Tree) -> Command {
    let mut command = tree.command("node");
    command.arg(tree.wrangler()).current_dir(tree.at("edge"));
    command
}
