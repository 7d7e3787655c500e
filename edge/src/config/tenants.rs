//! Reads `tenants` of `[service.health]`: the tenants of Lerian's Fetcher, each of which is asked by itself.
//!
//! Their ids are customer data. What becomes of the answers is told in `probe::health::fetcher_tenants`.

use super::Tenant;
use super::fault::Fault;
use super::reader::{Reader, Table, Text};
use shared::map::Map;
use url::Url;

/// The only format that has tenants.
const FORMAT: &str = "fetcher-tenant";

/// The ids in their order, and their public names by id.
pub(super) fn read(
    reader: &Reader<'_>,
    table: &mut Table<'_>,
    format: Option<&Text>,
) -> (Vec<String>, Map<String, String>) {
    let (mut ids, mut names) = (Vec::new(), Map::new());
    if !table.has("tenants") {
        table.know("tenants");
        return (ids, names);
    }
    let tenants = table.tables("tenants");
    if tenants.is_empty() && table.count("tenants") == 0 {
        reader.fault(&table.place_of("tenants"), Fault::Empty);
    }
    let others = crate::probe::health::FORMATS
        .iter()
        .map(|f| f.name)
        .find(|name| *name != FORMAT && format.is_some_and(|format| format.value == *name));
    if let Some(is) = others {
        reader.fault(&table.place_of("tenants"), Fault::OtherFormat { belongs_to: FORMAT, is });
    }
    for mut tenant in tenants {
        let id = tenant.required("id", "id = \"the tenant's id\"");
        let name = tenant.required("name", "name = \"Acme\"");
        tenant.finish();
        let (Some(id), Some(name)) = (id, name) else { continue };
        // These two would lead to another path.
        if matches!(id.value.as_str(), "." | "..") {
            reader.fault(&id.place, Fault::NotATenant { shown: id.shown });
        } else if names.insert(id.value.clone(), name.value).is_some() {
            reader.fault(&id.place, Fault::ListedTwice { shown: id.shown });
        } else {
            ids.push(id.value);
        }
    }
    (ids, names)
}

/// Where to ask about each: its id is one more segment of the path.
pub(super) fn at(url: &Url, ids: Vec<String>) -> Vec<Tenant> {
    let tenants = ids.into_iter().map(|id| {
        let mut url = url.clone();
        if let Ok(mut path) = url.path_segments_mut() {
            path.pop_if_empty().push(&id);
        }
        Tenant { id, url }
    });
    tenants.collect()
}

#[cfg(test)]
mod tests {
    use super::super::tests::load;
    use super::super::{HostKind, NoVariables, parse, print};

    const PAGE: &str = "page = { title = \"t\" }\n[[service]]\nid = \"a\"\n";

    fn with(health: &str) -> String {
        format!("{PAGE}health = {{ url = \"https://f.example.com/readyz/tenant/?k=v\", {health} }}\n")
    }

    #[test]
    fn a_tenants_id_is_one_segment_of_its_own_url_and_its_name_is_public() {
        let text = with(
            "format = \"fetcher-tenant\", tenants = [{ id = \"t 1/x\", name = \"Acme\" }, { id = \"t-2\", name = \"Bolt\" }]",
        );
        let config = load(&text);
        let health = config.services[0].health.as_ref().unwrap();
        let urls: Vec<&str> = health.tenants.iter().map(|t| t.url.as_str()).collect();
        assert_eq!(
            urls,
            [
                "https://f.example.com/readyz/tenant/t%201%2Fx?k=v",
                "https://f.example.com/readyz/tenant/t-2?k=v"
            ]
        );
        let plan = config.plan.services[0].health.as_ref().unwrap();
        assert_eq!(plan.names["t-2"], "Bolt");
        assert!(plan.private.contains("t-2") && plan.private.contains("t 1/x"));
        let again = load(&print::redacted(&config));
        assert_eq!(again.services[0].health.as_ref().unwrap().tenants.len(), 2, "what is printed reads back");
    }

    #[test]
    fn each_mistake_about_tenants_is_named() {
        for (health, hint) in [
            ("format = \"adr075\", tenants = [{ id = \"a\", name = \"A\" }]", "belongs to the format"),
            ("format = \"fetcher-tenant\", tenants = []", "is empty"),
            ("format = \"fetcher-tenant\", tenants = [{ id = \"a\" }]", "name = \"Acme\""),
            (
                "format = \"fetcher-tenant\", tenants = [{ id = \"..\", name = \"A\" }]",
                "is not a tenant's id",
            ),
            (
                "format = \"fetcher-tenant\", tenants = [{ id = \"a\", name = \"A\" }, { id = \"a\", name = \"B\" }]",
                "listed twice",
            ),
            ("format = \"fetcher-tenant\", tenants = [{ id = \"a\", name = \"A\", nam = 1 }]", "unknown key"),
        ] {
            let errors = parse(&with(health), "f", HostKind::Native, &NoVariables).unwrap_err();
            let told: Vec<String> = errors.iter().map(ToString::to_string).collect();
            assert!(told.len() == 1 && told[0].contains(hint), "{health}: {told:?}");
            assert!(told[0].contains("service.health.tenants"), "{told:?}");
        }
    }

    #[test]
    fn each_tenant_is_a_target_of_a_worker() {
        let tenants = |n: usize| {
            let all: Vec<String> = (0..n).map(|i| format!("{{ id = \"t{i}\", name = \"T{i}\" }}")).collect();
            with(&format!("format = \"fetcher-tenant\", tenants = [{}]", all.join(", ")))
        };
        assert!(parse(&tenants(40), "f", HostKind::Worker, &NoVariables).is_ok());
        let errors = parse(&tenants(41), "f", HostKind::Worker, &NoVariables).unwrap_err();
        assert!(errors[0].to_string().contains("41 targets"), "{}", errors[0]);
        assert!(parse(&tenants(41), "f", HostKind::Native, &NoVariables).is_ok());
    }
}
