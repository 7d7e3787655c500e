//! The least that a user of a broker or a database needs so that Headcount can read its queues, as commands of theirs.
//!
//! Not Redis: `acl` knows that.

use super::acl::{LeastRights, PASSWORD, USER};
use super::{Config, OtherTarget, QueueSource, Store};
use crate::ports::Dialect;
use crate::probe::doctrine::{COLUMNS, Transport};
use crate::probe::rabbitmq::Broker;

/// What each user needs, each once.
pub fn least_grants(config: &Config) -> Vec<LeastRights> {
    let mut all: Vec<LeastRights> = Vec::new();
    for target in config.services.iter().flat_map(|s| &s.queues).filter_map(QueueSource::other) {
        let grant = grant(target);
        if !all.contains(&grant) {
            all.push(grant);
        }
    }
    all
}

fn grant(target: &OtherTarget) -> LeastRights {
    match &target.store {
        Store::Broker(broker) => LeastRights { place: broker_place(broker), line: of_broker(&broker.vhost) },
        Store::Table(transport) => {
            LeastRights { place: transport.server.endpoint.to_string(), line: of_table(transport) }
        }
    }
}

fn broker_place(broker: &Broker) -> String {
    let host = broker.base.host_str().unwrap_or_default();
    broker.base.port().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"))
}

/// Whoever has the tag may use the API; any right in a virtual host, even to nothing, lets its queues be seen.
fn of_broker(vhost: &str) -> String {
    let vhost = shell(vhost);
    format!(
        "rabbitmqctl add_user {USER} '{PASSWORD}'\nrabbitmqctl set_user_tags {USER} management\n\
         rabbitmqctl set_permissions -p {vhost} {USER} '^$' '^$' '^$'"
    )
}

/// Columns, not the table: no body and no header can be read.
fn of_table(transport: &Transport) -> String {
    let (table, columns) = (&transport.table, COLUMNS.join(", "));
    match transport.server.dialect {
        Dialect::PostgreSql => {
            let schema = table
                .split_once('.')
                .map(|(schema, _)| format!("GRANT USAGE ON SCHEMA {schema} TO {USER};\n"));
            format!(
                "CREATE ROLE {USER} LOGIN PASSWORD '{PASSWORD}';\n{}GRANT SELECT ({columns}) ON {table} TO {USER};",
                schema.unwrap_or_default()
            )
        }
        Dialect::MySql => {
            let database = transport.server.database.replace('`', "``");
            let table = if table.contains('.') { table.clone() } else { format!("`{database}`.{table}") };
            format!(
                "CREATE USER {USER}@'%' IDENTIFIED BY '{PASSWORD}';\nGRANT SELECT ({columns}) ON {table} TO {USER}@'%';"
            )
        }
    }
}

/// A word as a shell reads it back.
fn shell(word: &str) -> String {
    format!("'{}'", word.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::super::tests::load;
    use super::*;
    use core::fmt::Write as _;

    fn of(queues: &[&str]) -> Vec<(String, String)> {
        let mut text = "page = { title = \"t\" }\n[[service]]\nid = \"a\"\n".to_owned();
        for (n, queue) in queues.iter().enumerate() {
            _ = write!(text, "[[service.queue]]\nid = \"q{n}\"\n{queue}\n");
        }
        least_grants(&load(&text)).into_iter().map(|acl| (acl.place, acl.line)).collect()
    }

    #[test]
    fn a_user_of_a_broker_needs_the_tag_and_no_right_in_the_virtual_host() {
        let queue = "system = \"rabbitmq\"\nurl = \"http://u:p@r:15672/it's\"\nqueues = [\"a\"]";
        let line = "rabbitmqctl add_user headcount '<password>'\nrabbitmqctl set_user_tags headcount management\n\
                    rabbitmqctl set_permissions -p 'it'\\''s' headcount '^$' '^$' '^$'";
        assert_eq!(of(&[queue, queue]), [("r:15672".to_owned(), line.to_owned())], "once for both");
    }

    #[test]
    fn a_user_of_a_database_needs_four_columns() {
        let postgres =
            "system = \"symfony-doctrine\"\nurl = \"postgresql://u:p@db/shop\"\ntable = \"app.jobs\"";
        let mysql = "system = \"symfony-doctrine\"\nurl = \"mysql://u:p@db/shop\"";
        let found = of(&[postgres, mysql]);
        assert_eq!(
            found[0].1,
            "CREATE ROLE headcount LOGIN PASSWORD '<password>';\nGRANT USAGE ON SCHEMA app TO headcount;\n\
             GRANT SELECT (queue_name, created_at, available_at, delivered_at) ON app.jobs TO headcount;"
        );
        assert_eq!(
            found[1].1,
            "CREATE USER headcount@'%' IDENTIFIED BY '<password>';\nGRANT SELECT (queue_name, created_at, available_at, \
             delivered_at) ON `shop`.messenger_messages TO headcount@'%';"
        );
        assert_eq!((found[0].0.as_str(), found[1].0.as_str()), ("db:5432", "db:3306"));
    }
}
