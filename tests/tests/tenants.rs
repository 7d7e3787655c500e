//! Tenants of Fetcher: each is a line by its name, asked at an address of its own, and its id is never public.

#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use serde_json::{Value, json};
use tests::app::App;
use tests::canary;
use tests::headcount::native;
use tests::routes;

/// Ids that would be fit for the public if they were not customers'.
const CONFIG_OF_TENANTS: &str = r#"
page = { title = "Fetcher", every = "5s", admin_token = "${HEADCOUNT_TOKEN}" }
[[service]]
id = "fetcher"
[service.health]
url = "${HEALTH_URL}/readyz/tenant"
format = "fetcher-tenant"
tenants = [
  { id = "canary-acme", name = "Acme" },
  { id = "canary bolt/2", name = "Bolt" },
  { id = "canary-cope", name = "Cope" },
]
"#;

fn document(mongodb: &str) -> String {
    let status = if mongodb == "up" { "healthy" } else { "unhealthy" };
    json!({"status": status, "tenant_id": "canary-acme", "version": "1", "deployment_mode": "saas",
        "checks": {"mongodb": {"status": mongodb, "error": "canary-error"}, "canary/rabbitmq": {"status": "up"}}})
    .to_string()
}

/// Three tenants that work, and what Headcount then says.
fn well() -> (App, tests::headcount::Headcount) {
    let app = App::start();
    app.set(404, r#"{"error":"tenant not found","tenant_id":"canary-other"}"#);
    for path in ["canary-acme", "canary%20bolt%2F2", "canary-cope"] {
        app.set_at(&format!("/readyz/tenant/{path}"), 200, &document("up"));
    }
    let origin = app.url().replace("/api/health", "");
    let headcount = native(CONFIG_OF_TENANTS, &[("HEALTH_URL", &origin)]);
    headcount.shows("three tenants that work", |status| status["verdict"] == "operational");
    (app, headcount)
}

fn lines(status: &Value) -> Vec<(Value, Value)> {
    let lines = status["services"][0]["dependencies"].as_array().unwrap();
    lines.iter().map(|line| (line["name"].clone(), line["state"].clone())).collect()
}

fn named(states: [&str; 3]) -> Vec<(Value, Value)> {
    ["Acme", "Bolt", "Cope"]
        .into_iter()
        .zip(states)
        .map(|(name, state)| (name.into(), state.into()))
        .collect()
}

#[test]
fn each_tenant_is_a_line_and_the_worst_of_them_is_the_verdict() {
    let (app, headcount) = well();
    assert_eq!(lines(&headcount.status()), named(["operational", "operational", "operational"]));

    app.set_at("/readyz/tenant/canary%20bolt%2F2", 503, &document("down"));
    let status = headcount.shows("one tenant that is down", |status| status["verdict"] == "down");
    assert_eq!(lines(&status), named(["operational", "down", "operational"]));

    app.set_at("/readyz/tenant/canary%20bolt%2F2", 400, r#"{"error":"multi-tenant mode is disabled"}"#);
    let status = headcount.shows("two tenants alone", |status| status["verdict"] == "operational");
    assert_eq!(lines(&status), named(["operational", "not_applicable", "operational"]));

    app.set_at(
        "/readyz/tenant/canary-cope",
        404,
        r#"{"error":"tenant not found","tenant_id":"canary-cope"}"#,
    );
    let status = headcount.shows("a tenant that is not active", |status| status["verdict"] == "unknown");
    assert_eq!(lines(&status), named(["operational", "not_applicable", "unknown"]));
}

#[test]
fn the_operator_sees_tenants_by_their_ids_and_the_public_never() {
    let (app, headcount) = well();
    app.set_at("/readyz/tenant/canary-cope", 503, &document("down"));
    headcount.shows("one tenant that is down", |status| status["verdict"] == "down");

    let ops = headcount.get_as_operator("/ops.json").json();
    let told = ops["services"][0]["dependencies"].as_array().unwrap();
    let keys: Vec<&str> = told.iter().map(|line| line["key"].as_str().unwrap()).collect();
    assert_eq!(keys, ["canary-acme", "canary bolt/2", "canary-cope"]);
    assert_eq!(told[2]["error_class"], "mongodb: canary-error");

    for path in routes::BOARDS {
        for method in ["GET", "HEAD"] {
            let answer = headcount.ask(method, path, &[]).unwrap();
            let text = format!("{:?}\n{}", answer.headers, answer.text());
            assert_eq!(canary::found_in(&text), None, "{method} {path}");
        }
    }
    assert!(headcount.get("/").text().contains("Acme"), "the name is public");
}
