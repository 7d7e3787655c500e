//! The `headcount` binary. Everything it does is in the library's native host.

#[cfg(not(target_arch = "wasm32"))]
fn main() -> std::process::ExitCode {
    edge::host::native::cli::run()
}

/// On a Worker the library is the program.
#[cfg(target_arch = "wasm32")]
fn main() {}
