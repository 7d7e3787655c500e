//! Health documents and a broker over HTTPS, with certificates that only their own authority knows.

use serde_json::{Value, json};
use tests::app::ALL_WELL;
use tests::headcount::Files;
use tests::https::Https;
use tests::redis_tls::{Clients, NAME};

use super::told_of;

#[test]
fn documents_and_brokers_over_https_go_by_the_same_keys() {
    const MAIL: &str = "api/queues/%2F/mail?columns=name,state,messages_ready,messages_unacknowledged,consumers,\
                        head_message_timestamp";
    let told = [
        ("health", ALL_WELL),
        (
            MAIL,
            r#"{"name":"mail","state":"running","messages_ready":3,"messages_unacknowledged":0,"consumers":1}"#,
        ),
    ];
    let open = Https::start(Clients::Anybody, true, &told);
    let named = Https::start(Clients::Anybody, false, &told);
    let closed = Https::start(Clients::Known, true, &told);
    let at = |server: &Https, name: &str| server.file(name).display().to_string();
    let ca = |server: &Https| format!("ca = \"{}\"", at(server, "ca.pem"));
    let known = format!(
        "{}\ncert = \"{}\"\nkey = \"{}\"",
        ca(&closed),
        at(&closed, "client.pem"),
        at(&closed, "client.key")
    );
    let cases = [
        (&open, ca(&open), true),
        (&open, String::new(), false),
        (&open, ca(&named), false),
        (&named, ca(&named), false),
        (&named, format!("{}\nserver_name = \"{NAME}\"", ca(&named)), true),
        (&closed, ca(&closed), false),
        (&closed, known, true),
    ];
    let services = cases.iter().enumerate().map(|(nth, (server, tls, _))| {
        let url = server.url();
        format!(
            "[[service]]\nid = \"s{nth}\"\n[service.health]\nurl = \"{url}/health\"\nformat = \"adr075\"\n{tls}\n\
             [[service.queue]]\nid = \"q\"\nsystem = \"rabbitmq\"\nurl = \"{url}\"\nqueues = [\"mail\"]\n{tls}\n"
        )
    });
    let files = Files::new(&format!("page = {{ title = \"t\" }}\n{}", services.collect::<String>()), &[]);
    let board: Value = serde_json::from_str(&files.run(&["check", "--json"]).out).unwrap();
    for (service, (_, tls, is_read)) in board["services"].as_array().unwrap().iter().zip(&cases) {
        let depth = &service["queues"][0]["queue_depth"];
        let (verdict, value) = if *is_read { ("operational", json!(3)) } else { ("down", Value::Null) };
        assert_eq!((&service["verdict"], &depth["value"]), (&json!(verdict), &value), "{tls}: {service:#}");
        assert!(*is_read || depth["why"] == "not_answering", "{tls}: {depth}");
    }
    let tried = files.run(&["try", &format!("{}/health", open.url()), "--once"]);
    assert!(tried.code == 3 && tried.err.contains("ca = \"/path/ca.pem\""), "{tried:?}");
    let told = told_of(&files);
    assert!(told.contains("TLS: invalid peer certificate"), "{told}");
}
