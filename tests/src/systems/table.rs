//! What is true of each queue system before and after its workers are killed, with the settings that make a death show
//! sooner where it has such. The published times are those of `docs/systems.md`.
//!
//! Each has a database of its own, so that none is read from database 0 by accident.

use core::time::Duration;

use super::Number::{AtLeast, Is, Unknown, Varies};
use super::{Falls, Numbers, Runner, System};

/// What the system keeps nowhere.
const NOT_OFFERED: super::Number = Unknown("not_offered");

/// What is true of most systems while two workers are up.
const BEFORE: Numbers = Numbers {
    workers_alive: Is(2),
    queue_depth: Is(0),
    failed_depth: Is(1),
    delayed: Is(2),
    in_flight: Is(1),
};

/// What is true of most systems when nobody is. Something that was to be tried again may have become due meanwhile.
const AFTER: Numbers = Numbers {
    workers_alive: Is(0),
    queue_depth: Is(5),
    failed_depth: Is(1),
    delayed: Varies,
    in_flight: Is(1),
};

/// Symfony Messenger of Debian 12, with ADR-075's heartbeat in a window of half a minute instead of five.
pub const SYMFONY: System = System {
    name: "Symfony Messenger 5.4",
    runner: Runner::Path("php", "symfony.php"),
    variables: &[("HEARTBEAT", "health.workers.test"), ("BEAT", "1"), ("WINDOW", "30")],
    db: 1,
    config: "system = \"symfony\"\nheartbeat = \"health.workers.test\"\nwindow = \"30s\"",
    has_urgent: false,
    basis: "beat",
    exactness: "exact",
    before: BEFORE,
    after: AFTER,
    falls: Falls::Within(Duration::from_secs(30)),
};

/// Laravel's queue of Debian 12, without Horizon.
pub const LARAVEL: System = System {
    name: "Laravel 8.83",
    runner: Runner::Path("php", "laravel.php"),
    variables: &[("PREFIX", "laravel_database_")],
    db: 2,
    config: "system = \"laravel\"\nprefix = \"laravel_database_\"\nqueues = [\"default\"]",
    has_urgent: false,
    // Failed jobs are in a table of its SQL database.
    basis: "none",
    exactness: "exact",
    before: Numbers { workers_alive: NOT_OFFERED, failed_depth: NOT_OFFERED, ..BEFORE },
    after: Numbers { workers_alive: NOT_OFFERED, failed_depth: NOT_OFFERED, ..AFTER },
    falls: Falls::Never,
};

/// Sidekiq of Debian 12.
pub const SIDEKIQ: System = System {
    name: "Sidekiq 6.4",
    runner: Runner::Path("ruby", "sidekiq.rb"),
    variables: &[],
    db: 3,
    config: "system = \"sidekiq\"",
    has_urgent: false,
    basis: "ttl_record",
    exactness: "exact",
    before: BEFORE,
    // A job is gone with whoever was at it.
    after: Numbers { in_flight: Is(0), ..AFTER },
    falls: Falls::Within(Duration::from_mins(1)),
};

/// BullMQ in its last version 4.
pub const BULLMQ_4: System = System {
    name: "BullMQ 4.18",
    variables: &[("PACKAGE", "bullmq4"), ("PREFIX", "bull")],
    db: 4,
    ..BULLMQ_5
};

/// BullMQ 5.
pub const BULLMQ_5: System = System {
    name: "BullMQ 5.81",
    runner: Runner::Node("bullmq.js"),
    variables: &[("PACKAGE", "bullmq5"), ("PREFIX", "bull")],
    db: 5,
    config: "system = \"bullmq\"\nqueues = [\"mail\"]",
    has_urgent: true,
    basis: "connection",
    exactness: "exact",
    before: BEFORE,
    after: Numbers { queue_depth: Is(8), ..AFTER },
    falls: AT_ONCE,
};

/// BullMQ 6, with a prefix that is a hash tag.
pub const BULLMQ_6: System = System {
    name: "BullMQ 6.7",
    variables: &[("PACKAGE", "bullmq6"), ("PREFIX", "{shop}")],
    db: 6,
    config: "system = \"bullmq\"\nprefix = \"{shop}\"\nqueues = [\"mail\"]",
    ..BULLMQ_5
};

/// RQ, with a worker's time to live of 20 s instead of 420. A busy worker's last beat counts for 90 s all the same.
pub const RQ: System = System {
    name: "RQ 3.0",
    runner: Runner::Python("python", "rq_app.py"),
    variables: &[("WORKER_TTL", "20")],
    db: 7,
    config: "system = \"rq\"\nworker_ttl = \"20s\"",
    has_urgent: false,
    basis: "ttl_record",
    exactness: "exact",
    before: BEFORE,
    after: AFTER,
    falls: Falls::Within(Duration::from_secs(90)),
};

/// Celery. What its workers hold for later is in Redis as delivered, what they are doing is not.
pub const CELERY: System = System {
    name: "Celery 5.7",
    runner: Runner::Python("celery", "celery_app.py"),
    variables: &[("PREFIX", "")],
    db: 8,
    config: "system = \"celery\"\nqueues = [\"celery\"]",
    has_urgent: true,
    basis: "connection",
    exactness: "exact",
    before: Numbers { failed_depth: NOT_OFFERED, delayed: NOT_OFFERED, in_flight: Is(2), ..BEFORE },
    after: Numbers {
        queue_depth: Is(8),
        failed_depth: NOT_OFFERED,
        delayed: NOT_OFFERED,
        in_flight: Is(2),
        ..AFTER
    },
    falls: AT_ONCE,
};

/// arq, which looks at itself each 5 s instead of each hour. All workers share one sign of life, and whoever ends in
/// peace takes it away: that it is gone is nobody only where the configuration says that one worker runs.
pub const ARQ: System = System {
    name: "arq 0.28",
    runner: Runner::Python("python", "arq_app.py"),
    variables: &[("HEALTH_CHECK_INTERVAL", "5")],
    db: 9,
    config: "system = \"arq\"\nhealth_check_interval = \"5s\"",
    has_urgent: false,
    basis: "ttl_record",
    exactness: "at_least_one",
    before: Numbers { workers_alive: Is(1), failed_depth: NOT_OFFERED, ..BEFORE },
    after: Numbers { workers_alive: Unknown("no_such_key"), failed_depth: NOT_OFFERED, ..AFTER },
    falls: Falls::Never,
};

/// arq, told that one worker runs. Both are killed at once here, so the key dies as it does with one.
pub const ARQ_ALONE: System = System {
    name: "arq 0.28, one worker",
    db: 13,
    config: "system = \"arq\"\nhealth_check_interval = \"5s\"\nsingle_worker = true",
    after: Numbers { failed_depth: NOT_OFFERED, ..AFTER },
    falls: Falls::Within(Duration::from_secs(6)),
    ..ARQ
};

/// dramatiq. Whoever sends a message beats like a worker, so the five after the kill prolong it.
pub const DRAMATIQ: System = System {
    name: "dramatiq 2.2",
    runner: Runner::Python("python", "dramatiq_app.py"),
    variables: &[("NAMESPACE", "dramatiq")],
    db: 10,
    config: "system = \"dramatiq\"\nqueues = [\"default\"]\nwindow = \"10s\"",
    has_urgent: false,
    basis: "beat",
    exactness: "at_most",
    before: Numbers { workers_alive: AtLeast(2), ..BEFORE },
    after: AFTER,
    falls: Falls::Within(Duration::from_secs(14)),
};

/// SAQ. A job that failed is kept for ten minutes, and not in a list.
pub const SAQ: System = System {
    name: "SAQ 0.26",
    runner: Runner::Python("python", "saq_app.py"),
    variables: &[],
    db: 11,
    config: "system = \"saq\"\nqueues = [\"default\"]",
    has_urgent: false,
    basis: "expiry",
    exactness: "exact",
    before: Numbers { failed_depth: NOT_OFFERED, ..BEFORE },
    after: Numbers { failed_depth: NOT_OFFERED, ..AFTER },
    falls: Falls::Within(Duration::from_secs(11)),
};

/// asynq, by the crate that writes the same keys as Go's.
pub const ASYNQ: System = System {
    name: "asynq 0.1 (Rust)",
    runner: Runner::Built("asynq/release/asynq-driver"),
    variables: &[],
    db: 12,
    config: "system = \"asynq\"",
    has_urgent: false,
    basis: "expiry",
    exactness: "exact",
    before: BEFORE,
    after: AFTER,
    falls: Falls::Within(Duration::from_secs(10)),
};

/// A connection ends with its process.
const AT_ONCE: Falls = Falls::Within(Duration::from_secs(1));
