//! Recognises the queues of a RabbitMQ by what its management API lists: which are work, where dead letters end, and where
//! messages wait for their time.
//!
//! Not asking. What depends on exchanges of the application's own is not seen; names and a person's decision stand in.

use super::queues::Found;
use crate::ports::{BodyEnd, HttpAnswer};
use crate::probe::rabbitmq;
use serde_json::Value;
use url::Url;

/// So many queues are looked at.
pub const MOST_QUEUES: usize = 100;

/// So many are written down as work: each is a request in every round.
const MOST_WORK: usize = 16;

/// What queues of dead letters end with, after a separator or alone.
const DEAD: [&str; 7] = ["dead", "dead_letters", "dead-letters", "dlq", "failed", "failure", "xq"];

/// Where the queues of a virtual host are listed; `base` as `config::management` gives it.
pub fn listed(base: &Url) -> Url {
    let mut url = base.clone();
    let columns = "name,consumers,arguments,auto_delete,exclusive";
    url.set_query(Some(&format!("page=1&page_size={MOST_QUEUES}&columns={columns}")));
    url
}

/// The address of the management API beside a broker's own: `amqp://user:password@host/vhost`, as clients write it. Its
/// port is the usual one. Nothing if it is not a broker's.
pub fn management(text: &str) -> Option<String> {
    let (scheme, rest) = text.split_once("://")?;
    let (scheme, port) = match scheme {
        "amqp" => ("http", 15672),
        "amqps" => ("https", 15671),
        _ => return None,
    };
    let rest = rest.split(['?', '#']).next().unwrap_or_default();
    let (authority, path) = rest.split_once('/').unwrap_or((rest, ""));
    let (user, host) = authority.rsplit_once('@').unwrap_or((DEFAULT_USER, authority));
    let host = match host.rsplit_once(':') {
        // The port of a host, not a part of an address of version 6.
        Some((host, port)) if port.bytes().all(|b| b.is_ascii_digit()) => host,
        _ => host,
    };
    let host = if host.is_empty() { "localhost" } else { host };
    // Clients write the virtual host `/` as it is, too.
    let vhost = if path.trim_matches('/').is_empty() { "" } else { path };
    Some(format!("{scheme}://{user}@{host}:{port}/{vhost}"))
}

/// Who clients are unless they are told.
const DEFAULT_USER: &str = "guest:guest";

/// Why there is nothing to be found. The text says what to do.
pub type Nothing = String;

/// What an answer to [`listed`] tells.
///
/// # Errors
/// When it is no list of queues, or an empty one.
pub fn found(answer: &HttpAnswer) -> Result<Found, Nothing> {
    match answer.status {
        200 if answer.end == BodyEnd::Whole => {}
        200 => {
            return Err(
                "has more queues than can be looked at; name them yourself (docs/systems.md)".to_owned()
            );
        }
        401 | 403 => {
            return Err(
                "does not let us in: check user and password, and that this user has the tag management \
                        and rights in the virtual host (http://user:password@host:15672/vhost)"
                    .to_owned(),
            );
        }
        404 => {
            return Err(
                "has no such virtual host; its name is the path: http://user:password@host:15672/vhost"
                    .to_owned(),
            );
        }
        code => {
            return Err(format!(
                "does not answer as RabbitMQ's management API does (HTTP {code}); its port is not the broker's own: 15672, \
                 and the plugin rabbitmq_management must be on"
            ));
        }
    }
    let document: Value = crate::objects::any(&answer.body).unwrap_or_default();
    let items = document.get("items").and_then(Value::as_array);
    let Some(items) = items else {
        return Err(
            "is not RabbitMQ's management API; write http://user:password@host:15672/vhost".to_owned()
        );
    };
    let queues: Vec<Queue<'_>> = items.iter().filter_map(Queue::of).collect();
    if queues.is_empty() {
        return Err("has no queues that stay in this virtual host: start the application once and try again"
            .to_owned());
    }
    Ok(sorted(&queues))
}

/// A queue as it is listed.
struct Queue<'a> {
    name: &'a str,
    consumers: u64,
    /// Where its dead letters go through the default exchange.
    target: Option<&'a str>,
    /// It hands them on at all.
    hands_on: bool,
}

impl<'a> Queue<'a> {
    /// Nothing for one that comes and goes: a reply's, a client's own, a delay of Symfony's.
    fn of(item: &'a Value) -> Option<Self> {
        let is = |key: &str| item.get(key).and_then(Value::as_bool).unwrap_or(false);
        let argument = |key: &str| item.get("arguments").and_then(|all| all.get(key));
        let name = item.get("name").and_then(Value::as_str)?;
        if is("auto_delete") || is("exclusive") || argument("x-expires").is_some() || name.starts_with("amq.")
        {
            return None;
        }
        let exchange = argument("x-dead-letter-exchange").and_then(Value::as_str);
        let key = argument("x-dead-letter-routing-key").and_then(Value::as_str);
        Some(Self {
            name,
            consumers: item.get("consumers").and_then(Value::as_u64).unwrap_or(0),
            target: key.filter(|_| exchange == Some("")),
            hands_on: exchange.is_some(),
        })
    }

    /// By its name alone.
    fn is_called_dead(&self) -> bool {
        let name = self.name.to_ascii_lowercase();
        DEAD.iter().any(|end| {
            let before = name.strip_suffix(end);
            before.is_some_and(|rest| rest.is_empty() || rest.ends_with(['.', '_', '-', ':', '/']))
        })
    }
}

/// Dead letters end where others hand them, and nobody takes them or hands them on. What hands messages to work is where
/// they wait for their time.
fn sorted(queues: &[Queue<'_>]) -> Found {
    let is_end = |queue: &Queue<'_>| !queue.hands_on && queue.consumers == 0;
    let is_target = |queue: &Queue<'_>| queues.iter().any(|other| other.target == Some(queue.name));
    let is_dead = |queue: &Queue<'_>| is_end(queue) && (is_target(queue) || queue.is_called_dead());
    let leads_to_work = |queue: &Queue<'_>| {
        let target = queues.iter().find(|other| queue.target == Some(other.name) && other.name != queue.name);
        queue.consumers == 0 && target.is_some_and(|target| !is_dead(target))
    };
    let mut found = Found { system: rabbitmq::NAME, ..Found::default() };
    for queue in queues {
        let names = if is_dead(queue) {
            &mut found.dead_letters
        } else if leads_to_work(queue) {
            &mut found.delayed
        } else {
            found.subscribed |= queue.consumers > 0;
            &mut found.names
        };
        if names.len() < MOST_WORK {
            names.push(queue.name.to_owned());
        }
    }
    if found.names.is_empty() {
        // Something is to be looked at: what is there.
        found.names = if found.dead_letters.is_empty() {
            core::mem::take(&mut found.delayed)
        } else {
            core::mem::take(&mut found.dead_letters)
        };
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use shared::time::Timestamp;

    fn answer(status: u16, body: &Value) -> HttpAnswer {
        let (body, received_at) = (body.to_string().into_bytes(), Timestamp::from_secs(0));
        HttpAnswer { status, headers: Vec::new(), body, end: BodyEnd::Whole, received_at }
    }

    fn of(queues: &[Value]) -> Found {
        found(&answer(200, &json!({ "items": queues }))).unwrap()
    }

    fn queue(name: &str, consumers: u64, target: Option<&str>) -> Value {
        let arguments = target.map_or(
            json!({}),
            |target| json!({ "x-dead-letter-exchange": "", "x-dead-letter-routing-key": target }),
        );
        json!({ "name": name, "consumers": consumers, "arguments": arguments, "auto_delete": false, "exclusive": false })
    }

    #[test]
    fn work_dead_letters_and_delays_are_told_by_who_hands_on_to_whom() {
        let found = of(&[
            queue("mail {a}", 2, Some("dead")),
            queue("dead", 0, None),
            queue("later", 0, Some("mail {a}")),
            queue("news", 0, None),
            queue("orders.dlq", 0, None),
        ]);
        assert_eq!(found.names, ["mail {a}", "news"]);
        assert_eq!(
            (found.dead_letters, found.delayed),
            (vec!["dead".into(), "orders.dlq".into()], vec!["later".into()])
        );
        assert!(found.subscribed);
    }

    #[test]
    fn dead_letters_that_somebody_works_on_are_work_and_pollers_are_no_consumers() {
        let found = of(&[queue("mail", 0, Some("failed")), queue("failed", 1, None)]);
        assert_eq!((found.names, found.delayed), (vec!["failed".to_owned()], vec!["mail".to_owned()]));
        let found = of(&[queue("messages", 0, None), queue("failed", 0, None)]);
        assert_eq!(
            (found.names, found.dead_letters),
            (vec!["messages".to_owned()], vec!["failed".to_owned()])
        );
        assert!(!found.subscribed);
        assert_eq!(of(&[queue("failed", 0, None)]).names, ["failed"], "something is looked at");
    }

    #[test]
    fn queues_that_come_and_go_are_none() {
        let mut gone = [
            queue("celery.pidbox", 1, None),
            queue("amq.gen-x", 1, None),
            queue("reply", 1, None),
            queue("delay", 0, Some("a")),
        ];
        gone[0]["auto_delete"] = json!(true);
        gone[2]["exclusive"] = json!(true);
        gone[3]["arguments"]["x-expires"] = json!(1000);
        let told = found(&answer(200, &json!({ "items": gone }))).unwrap_err();
        assert!(told.contains("start the application"), "{told}");
    }

    #[test]
    fn what_is_no_list_of_queues_says_what_to_do() {
        for (status, body, told) in [
            (401, json!({}), "tag management"),
            (404, json!({}), "virtual host"),
            (200, json!({ "status": "ok" }), "is not RabbitMQ's management API"),
            (200, json!([]), "is not RabbitMQ's management API"),
            (500, json!({}), "HTTP 500"),
        ] {
            let said = found(&answer(status, &body)).unwrap_err();
            assert!(said.contains(told), "{status} {body}: {said}");
        }
        let mut cut = answer(200, &json!({ "items": [] }));
        cut.end = BodyEnd::TooLarge;
        assert!(found(&cut).unwrap_err().contains("name them yourself"));
    }

    #[test]
    fn beside_a_broker_is_its_management_api() {
        for (amqp, http) in [
            ("amqp://u:p%40@rabbit:5672/shop", "http://u:p%40@rabbit:15672/shop"),
            ("amqp://rabbit", "http://guest:guest@rabbit:15672/"),
            ("amqp://guest@localhost//", "http://guest@localhost:15672/"),
            ("amqps://u:p@r.example.com/%2F?heartbeat=10", "https://u:p@r.example.com:15671/%2F"),
            ("amqp://u:p@[::1]:5672/a", "http://u:p@[::1]:15672/a"),
            ("amqp://u:p@[::1]", "http://u:p@[::1]:15672/"),
        ] {
            assert_eq!(management(amqp).as_deref(), Some(http), "{amqp}");
        }
        assert_eq!(management("redis://r"), None);
    }
}
