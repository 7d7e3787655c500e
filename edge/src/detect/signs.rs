//! The keys that queue systems keep in Redis whatever their queues are called, and the names that queues and
//! environments usually have.
//!
//! Not how they are asked and what is made of the answers: `queues` does that. Keys are guessed by name, never listed.

/// A key that tells of a system.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sign {
    /// The system's name.
    pub system: &'static str,
    /// The key; `*` stands for a queue's name.
    pub key: &'static str,
    /// What kind of key it is, as `TYPE` says it.
    pub kind: &'static str,
    /// What stands before every key where this one is found.
    pub prefix: &'static str,
}

const fn sign(system: &'static str, key: &'static str, kind: &'static str) -> Sign {
    prefixed(system, "", key, kind)
}

const fn prefixed(system: &'static str, prefix: &'static str, key: &'static str, kind: &'static str) -> Sign {
    Sign { system, key, kind, prefix }
}

/// A line for each key. Streams are told by their groups, apalis' queues are written down, BullMQ's are told also by their
/// connections.
pub static SIGNS: &[Sign] = &[
    sign("sidekiq", "processes", "set"),
    sign("sidekiq", "queues", "set"),
    sign("sidekiq", "stat:processed", "string"),
    sign("rq", "rq:workers", "set"),
    sign("rq", "rq:queues", "set"),
    sign("celery", "_kombu.binding.*", "set"),
    sign("bullmq", "bull:*:meta", "hash"),
    sign("bullmq", "bull:*:id", "string"),
    sign("bullmq", "{bull}:*:meta", "hash"),
    prefixed("horizon", "laravel_horizon:", "masters", "zset"),
    prefixed("horizon", "laravel-horizon:", "masters", "zset"),
    prefixed("horizon", "horizon:", "masters", "zset"),
    prefixed("laravel", "laravel_database_", "queues:*", "list"),
    prefixed("laravel", "laravel_database_", "queues:*:delayed", "zset"),
    prefixed("laravel", "laravel_database_", "queues:*:reserved", "zset"),
    prefixed("laravel", "laravel-database-", "queues:*", "list"),
    prefixed("laravel", "laravel-database-", "queues:*:delayed", "zset"),
    prefixed("laravel", "laravel-database-", "queues:*:reserved", "zset"),
    sign("laravel", "queues:*", "list"),
    sign("laravel", "queues:*:delayed", "zset"),
    sign("laravel", "queues:*:reserved", "zset"),
    prefixed("resque", "resque:", "workers", "set"),
    prefixed("resque", "resque:", "queues", "set"),
    sign("asynq", "asynq:queues", "set"),
    sign("asynq", "asynq:servers", "zset"),
    sign("saq", "saq:*:stats", "zset"),
    sign("dramatiq", "dramatiq:__heartbeats__", "zset"),
    sign("dramatiq", "dramatiq:*.msgs", "hash"),
    sign("dramatiq", "dramatiq:*.DQ.msgs", "hash"),
    sign("arq", "arq:queue:health-check", "string"),
    sign("huey", "huey.redis.*", "list"),
    sign("huey", "huey.schedule.*", "zset"),
    sign("bee-queue", "bq:*:id", "string"),
    sign("taskiq", "taskiq", "stream"),
];

/// The systems that are looked for in a Redis, each once.
pub fn looked_for() -> impl Iterator<Item = &'static str> {
    let by_keys = SIGNS
        .iter()
        .enumerate()
        .filter(|(nth, sign)| SIGNS.iter().take(*nth).all(|earlier| earlier.system != sign.system));
    [SYMFONY, OWN_STREAMS, APALIS].into_iter().chain(by_keys.map(|(_, sign)| sign.system))
}

/// The system that is told by the group of its streams.
pub const SYMFONY: &str = "symfony";
/// What streams of Symfony's transports are usually called.
pub static STREAMS: &[&str] =
    &["messages", "async", "high", "low", "default", "priority", "emails", "messenger"];
/// Symfony's group unless somebody has named another.
pub const SYMFONY_GROUP: &str = "symfony";
/// The group of taskiq's streams, which have a sign of their own.
pub const TASKIQ_GROUP: &str = "taskiq";
/// Streams with any other group.
pub const OWN_STREAMS: &str = "streams";
/// What streams of an application's own are called besides, and besides `NAMES`.
pub static MORE_STREAMS: &[&str] =
    &["events", "stream", "work", "commands", "messages:stream", "queue:stream"];
/// What the stream of dead letters is usually called.
pub static FAILED_STREAMS: &[&str] = &["failed", "failure", "messages_failed", "failed_messages"];

/// The system that writes its queues down under one key.
pub const APALIS: &str = "apalis";
/// That key: a sorted set of the keys of workers.
pub const APALIS_QUEUES: &str = "core:apalis:queues:list";
/// What those keys end with, in its versions.
pub static APALIS_WORKERS: &[&str] = &[":workers", ":consumers"];

/// What queues are usually called.
pub static NAMES: &[&str] = &[
    "default",
    "celery",
    "huey",
    "main",
    "queue",
    "jobs",
    "tasks",
    "mail",
    "mails",
    "mailer",
    "email",
    "emails",
    "high",
    "low",
    "critical",
    "notifications",
    "images",
    "video",
    "webhooks",
    "payments",
    "orders",
    "reports",
    "imports",
    "exports",
];

/// Systems that keep nothing of their workers, or not on every server.
pub static COUNTED_BY_HEARTBEAT: &[&str] =
    &["symfony", "streams", "laravel", "huey", "bee-queue", "taskiq", "rabbitmq", "symfony-doctrine"];

/// The sorted set that workers sign in to, but for the name of the environment.
pub const HEARTBEAT: &str = "health.workers.";
