//! The program that Trunk builds for the browser. Everything it does is in `app::browser`.

fn main() {
    app::browser::start();
}
