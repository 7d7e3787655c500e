//! Holds `openapi.json` against the routes there are: it describes every one that is public, and no other.

use super::papers::text;
use std::collections::BTreeSet;

#[test]
fn the_description_has_exactly_the_public_routes() {
    let source = text("edge/src/web/route.rs");
    let routes = source.split("Route { path: \"").skip(1).filter_map(|rest| rest.split('"').next());
    let is_public = |path: &&str| !path.starts_with("/ops") && *path != "/ingest";
    let public: BTreeSet<String> =
        routes.filter(is_public).map(|path| path.replace("SERVICE", "{service}")).collect();
    let description: serde_json::Value = serde_json::from_str(&text("edge/src/web/openapi.json")).unwrap();
    let described: BTreeSet<String> = description["paths"].as_object().unwrap().keys().cloned().collect();
    assert_eq!(described, public);
}
