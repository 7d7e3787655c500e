//! Puts the built page into the crate: the template for both hosts, the assets (with their compressed form) for
//! the native one, the scripts for other people's pages, and the configuration that a Worker carries.
//!
//! Not building the page: `cargo xtask page` does. Without it the page is served complete, but not live.

#[path = "src/squeeze.rs"]
mod squeeze;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let manifest = PathBuf::from(variable("CARGO_MANIFEST_DIR"));
    let out = PathBuf::from(variable("OUT_DIR"));
    let root = manifest.parent().unwrap_or(&manifest).to_owned();

    println!("cargo:rerun-if-env-changed=HEADCOUNT_DIST");
    println!("cargo:rerun-if-env-changed=HEADCOUNT_CONFIG");
    let dist = env::var_os("HEADCOUNT_DIST").map_or_else(|| root.join("dist"), PathBuf::from);
    let source = root.join("app/index.html");
    println!("cargo:rerun-if-changed={}", source.display());
    println!("cargo:rerun-if-changed={}", dist.display());

    let template = fs::read_to_string(dist.join("index.html")).unwrap_or_else(|_| without_program(&source));
    write(&out.join("template.html"), template.as_bytes());
    write(&out.join("assets.rs"), assets(&dist, &out).as_bytes());
    write(&out.join("pictures.rs"), pictures(&dist).as_bytes());

    let languages = manifest.join("src/words/languages");
    println!("cargo:rerun-if-changed={}", languages.display());
    write(&out.join("languages.rs"), table_of(&languages, &out).as_bytes());

    for script in ["embed/frame.js", "embed/element.js", "offline.js", "ops.js"] {
        let source = root.join("app").join(script);
        let script = script.rsplit('/').next().unwrap_or(script);
        println!("cargo:rerun-if-changed={}", source.display());
        let text = fs::read_to_string(&source).unwrap_or_default();
        write(&out.join(script), squeeze::squeezed(&text).as_bytes());
    }

    let config = env::var_os("HEADCOUNT_CONFIG").map_or_else(|| root.join("headcount.toml"), PathBuf::from);
    println!("cargo:rerun-if-changed={}", config.display());
    write(&out.join("headcount.toml"), &fs::read(&config).unwrap_or_default());
}

/// The template as it is before the browser's program is built: no script, nothing to hydrate.
fn without_program(source: &Path) -> String {
    let text = fs::read_to_string(source).unwrap_or_default();
    text.split_inclusive('\n').filter(|line| !line.contains("data-trunk")).collect()
}

fn assets(dist: &Path, out: &Path) -> String {
    let mut table = String::from("/// The built page's files.\npub static ASSETS: &[Asset] = &[\n");
    if variable("CARGO_CFG_TARGET_ARCH") != "wasm32" {
        for name in names(dist) {
            let Some(kind) = content_type(&name) else { continue };
            let file = dist.join(&name);
            let bytes = fs::read(&file).unwrap_or_default();
            let compressed = out.join(format!("{name}.br"));
            let packed = Some(brotli(&bytes)).filter(|packed| packed.len() < bytes.len());
            write(&compressed, &packed.unwrap_or_default());
            let (file, compressed) = (file.to_string_lossy(), compressed.to_string_lossy());
            let _ = writeln!(
                table,
                "    Asset {{ name: {name:?}, content_type: {kind:?}, bytes: include_bytes!({file:?}), \
                 brotli: include_bytes!({compressed:?}) }},"
            );
        }
    }
    table.push_str("];\n");
    table
}

/// The names of the pictures, by what they show: `headcount-app-working-0123456789abcdef.png` shows `working`.
fn pictures(dist: &Path) -> String {
    let mut table = String::from(
        "/// What each picture shows, and its name.\npub static PICTURES: &[(&str, &str)] = &[\n",
    );
    for name in names(dist) {
        let shown = name.strip_prefix("headcount-app-").and_then(|rest| rest.strip_suffix(".png"));
        if let Some((shown, _)) = shown.and_then(|shown| shown.rsplit_once('-')) {
            let _ = writeln!(table, "    ({shown:?}, {name:?}),");
        }
    }
    table.push_str("];\n");
    table
}

/// Every language that there is a file of, by its tag; without what is said to translators, which every new isolate of
/// a Worker would download.
fn table_of(languages: &Path, out: &Path) -> String {
    let names = names(languages);
    let mut files: Vec<(&str, PathBuf)> = Vec::new();
    for name in &names {
        let Some(tag) = name.strip_suffix(".ftl") else { continue };
        let text = fs::read_to_string(languages.join(name)).unwrap_or_default();
        let said: String = text.split_inclusive('\n').filter(|line| !line.starts_with('#')).collect();
        let file = out.join(name);
        write(&file, said.as_bytes());
        files.push((tag, file));
    }
    let mut table = format!(
        "/// How many languages there are.\nconst COUNT: usize = {};\n\
         /// Their tags, and what is written in each.\nstatic FILES: [(&str, &str); COUNT] = [\n",
        files.len()
    );
    for (tag, file) in files {
        let _ = writeln!(table, "    ({tag:?}, include_str!({:?})),", file.to_string_lossy());
    }
    table.push_str("];\n");
    table
}

/// The names of a folder's files, in order.
fn names(dist: &Path) -> Vec<String> {
    let entries = fs::read_dir(dist).into_iter().flatten().flatten();
    let mut names: Vec<String> =
        entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

fn content_type(name: &str) -> Option<&'static str> {
    match name.rsplit_once('.')?.1 {
        "js" => Some("text/javascript; charset=utf-8"),
        "wasm" => Some("application/wasm"),
        "svg" => Some("image/svg+xml"),
        "png" => Some("image/png"),
        "webmanifest" => Some("application/manifest+json"),
        _ => None,
    }
}

fn brotli(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let parameters = ::brotli::enc::BrotliEncoderParams { quality: 11, ..Default::default() };
    let mut input = bytes;
    // Writing into memory cannot fail.
    let _ = ::brotli::BrotliCompress(&mut input, &mut out, &parameters);
    out
}

fn variable(name: &str) -> String {
    env::var(name).unwrap_or_default()
}

fn write(path: &Path, bytes: &[u8]) {
    if let Err(e) = fs::write(path, bytes) {
        println!("cargo:warning=cannot write {}: {e}", path.display());
    }
}
