//! A page that is asked for one service alone stays with it: in the tab, in its refreshes, in its links.

use serde_json::json;
use std::fmt::Write as _;
use tests::app::App;
use tests::browser::{Browser, Scripting};
use tests::faults::GOOD_DOCUMENT;
use tests::headcount::{SOON, native};
use tests::wait::eventually;

#[test]
fn a_tab_on_one_service_stays_on_it() {
    let (shop, index) = (App::start(), App::start());
    let mut config = String::from("[page]\ntitle = \"Two\"\nevery = \"5s\"\npoll = \"1s\"\n");
    for (id, app) in [("shop", &shop), ("index", &index)] {
        app.set(200, GOOD_DOCUMENT);
        let _ = write!(
            config,
            "[[service]]\nid = \"{id}\"\nname = \"The {id}\"\n[service.health]\nurl = \"{}\"\nformat = \"adr075\"\n",
            app.url()
        );
    }
    let headcount = native(&config, &[]);
    headcount.shows("both", |status| status["verdict"] == "operational");
    let browser = Browser::start(Scripting::On);
    browser.open(&format!("{}/?service=shop", headcount.url()));
    let asked = "return performance.getEntriesByType('resource').map(e => e.name)\
                 .filter(name => name.includes('page.json'))";
    let refreshes = eventually("a refresh", SOON, || {
        let names = browser.execute(asked, &json!([]));
        names.as_array().filter(|names| names.len() > 1).cloned()
    });
    for name in &refreshes {
        assert!(name.as_str().is_some_and(|n| n.contains("page.json?service=shop")), "{name}");
    }
    let text = browser.text("body");
    assert!(text.contains("Working for") && !text.contains("The index"), "{text}");
    let links =
        browser.execute("return [...document.querySelectorAll('footer a')].map(a => a.search)", &json!([]));
    assert_eq!(links, json!(["?service=shop", "?service=shop"]));
}
