// Runs a WebAssembly program (WASI preview 1) in Node, as `cargo test` wants a runner to: with its arguments, the folder
// that it is started in, and its exit code. Not part of the product: a Worker's script is made by wasm-bindgen.

import { readFile } from "node:fs/promises";
import { WASI } from "node:wasi";

const [program, ...args] = process.argv.slice(2);
const folder = process.cwd();
const wasi = new WASI({ version: "preview1", args: [program, ...args], preopens: { [folder]: folder } });
const { instance } = await WebAssembly.instantiate(await readFile(program), wasi.getImportObject());
process.exitCode = wasi.start(instance);
