//! What queue systems have in Redis, and which right which reading needs. Some are in `presets`.

use std::collections::BTreeMap;

/// A system that has been at work.
pub struct Case {
    /// Its name in the configuration.
    pub system: &'static str,
    /// Its other lines there.
    pub lines: &'static str,
    /// What fills Redis; `NOW`, `OLD` and `LATER` are seconds, with zeros behind them milliseconds and so on.
    pub keys: &'static str,
    /// What each of its workers has said on its connection.
    pub connections: &'static [&'static str],
    /// The readings that are known.
    pub offers: &'static str,
    /// Rights, and the readings that are not permitted without any one of them.
    pub needs: &'static [(&'static str, &'static str)],
}

impl Case {
    /// The commands that fill Redis.
    pub fn keys(&self, now: u64) -> String {
        let at = |time: u64| time.to_string();
        self.keys.replace("NOW", &at(now)).replace("OLD", &at(now - 600)).replace("LATER", &at(now + 3600))
    }

    /// Each right, and what needs it.
    pub fn needed(&self) -> BTreeMap<&'static str, String> {
        let each = self.needs.iter().flat_map(|(rights, lost)| rights.split(' ').map(|right| (right, *lost)));
        each.map(|(right, lost)| (right, lost.to_owned())).collect()
    }
}

/// Everything.
pub const ALL: &str = "workers_alive queue_depth failed_depth in_flight delayed overdue oldest_waiting_s";
/// Everything but how old the oldest message is.
pub const ALL_BUT_AGE: &str = "workers_alive queue_depth failed_depth in_flight delayed overdue";

/// All that are on Redis, with the presets of `presets`.
pub const CASES: &[Case] = &[
    Case {
        system: "heartbeat",
        lines: "heartbeat = \"beats\"",
        keys: "ZADD beats NOW w1 OLD w2",
        connections: &[],
        offers: "workers_alive",
        needs: &[("+time +zrevrange ~beats", "workers_alive"), ("+zcard +zcount", "")],
    },
    Case {
        system: "streams",
        lines: "stream = \"jobs\"\ngroup = \"crew\"\nfailed = \"dead\"\ndelayed = \"later\"\nheartbeat = \"beats\"",
        keys: "XGROUP CREATE jobs crew 0 MKSTREAM\nXADD jobs * a 1\nXADD jobs * a 2\nXADD dead * a 3\n\
               XREADGROUP GROUP crew w1 COUNT 1 STREAMS jobs >\nZADD later OLD000 a LATER000 b\nZADD beats NOW w1",
        connections: &[],
        offers: ALL_BUT_AGE,
        needs: &[
            ("+zcard", "delayed"),
            ("~later", "delayed overdue"),
            ("~dead", "failed_depth"),
            ("+zcount", "overdue"),
            ("+xlen", "queue_depth failed_depth"),
            ("+xinfo|groups ~jobs", "queue_depth in_flight"),
            ("+zrevrange ~beats", "workers_alive"),
            ("+time", "workers_alive overdue"),
        ],
    },
    Case {
        system: "symfony",
        lines: "heartbeat = \"health.workers.prod\"",
        keys: "XGROUP CREATE messages symfony 0 MKSTREAM\nXADD messages * a 1\nXADD messages * a 2\nXADD failed * a 3\n\
               XREADGROUP GROUP symfony w1 COUNT 1 STREAMS messages >\nZADD messages__queue OLD000 a LATER000 b\n\
               ZADD health.workers.prod NOW w1",
        connections: &[],
        offers: ALL_BUT_AGE,
        needs: &[
            ("+zcard", "delayed"),
            ("~messages__queue", "delayed overdue"),
            ("~failed", "failed_depth"),
            ("+zcount", "overdue"),
            ("+xlen", "queue_depth failed_depth"),
            ("+xinfo|groups ~messages", "queue_depth in_flight"),
            ("+zrevrange ~health.workers.prod", "workers_alive"),
            ("+time", "workers_alive overdue"),
        ],
    },
    Case {
        system: "sidekiq",
        lines: "oldest_from_messages = true",
        keys: "SADD processes web:1:aa gone:2:bb\nHSET web:1:aa info {} beat NOW.5 quiet false busy 1 concurrency 5\n\
               SADD queues default mail\nLPUSH queue:default \"{\\\"enqueued_at\\\":OLD.5}\"\nLPUSH queue:mail \"{\\\"enqueued_at\\\":NOW.5}\"\n\
               ZADD dead 1 a\nZADD retry OLD a\nZADD schedule LATER b",
        connections: &[],
        offers: ALL,
        needs: &[
            ("~retry ~schedule", "delayed overdue"),
            ("~dead", "failed_depth"),
            ("+zcard", "failed_depth delayed"),
            ("+lindex", "oldest_waiting_s"),
            ("+zcount", "overdue"),
            ("+time", "overdue oldest_waiting_s"),
            ("+llen", "queue_depth"),
            ("~queue:* ~queues", "queue_depth oldest_waiting_s"),
            ("+hmget ~*:[0-9]*:* ~processes", "workers_alive in_flight"),
            ("+srandmember", "workers_alive queue_depth in_flight oldest_waiting_s"),
            ("+sismember ~paused", ""),
        ],
    },
    Case {
        system: "bullmq",
        lines: "queues = [\"mail\"]",
        keys: "LPUSH bull:mail:wait 1 2\nHSET bull:mail:1 timestamp OLD000\nZADD bull:mail:prioritized 1 7\n\
               HSET bull:mail:7 timestamp NOW000\nZADD bull:mail:failed OLD000 8\nZADD bull:mail:delayed 5 9 1e30 10\n\
               LPUSH bull:mail:active 11\nLPUSH bull:mail:paused 12\nHSET bull:mail:12 timestamp OLD000",
        connections: &["CLIENT SETNAME bull:bWFpbA==\r\nBZPOPMIN bull:mail:marker 0"],
        offers: ALL,
        needs: &[
            ("+hget +zrange", "oldest_waiting_s"),
            ("+zcount", "overdue"),
            ("+time", "overdue oldest_waiting_s"),
            ("+zcard", "queue_depth failed_depth delayed"),
            ("~bull:mail:*", "queue_depth failed_depth in_flight delayed overdue oldest_waiting_s"),
            ("+llen", "queue_depth in_flight"),
            ("+lindex", "queue_depth oldest_waiting_s"),
            ("+client|list", "workers_alive"),
            ("+exists +hexists", ""),
        ],
    },
    Case {
        system: "rq",
        lines: "",
        keys: "SADD rq:workers rq:worker:w1 rq:worker:gone\n\
               HSET rq:worker:w1 last_heartbeat 2999-01-01T00:00:00.5Z state idle\n\
               SADD rq:queues rq:queue:default\nRPUSH rq:queue:default a b\n\
               ZADD rq:failed:default OLD x LATER y\nZADD rq:wip:default LATER c\n\
               RPUSH rq:queue:default:intermediate d\nZADD rq:scheduled:default OLD e LATER f",
        connections: &["SUBSCRIBE rq:pubsub:w1"],
        offers: ALL_BUT_AGE,
        needs: &[
            ("~rq:scheduled:*", "delayed overdue"),
            ("+hmget ~rq:worker:*", "exactness"),
            ("~rq:failed:*", "failed_depth"),
            ("+time +zcount", "failed_depth overdue"),
            ("~rq:wip:*", "in_flight"),
            ("+zcard", "in_flight delayed"),
            ("~rq:queues", "queue_depth failed_depth in_flight delayed overdue"),
            ("+llen ~rq:queue:*", "queue_depth in_flight"),
            ("~rq:workers", "workers_alive"),
            ("+srandmember", "workers_alive queue_depth failed_depth in_flight delayed overdue"),
            ("+exists +pubsub|numsub ~rq:suspended", ""),
        ],
    },
    Case {
        system: "rq",
        lines: "queues = [\"default\"]",
        keys: "SADD rq:workers:default rq:worker:w1\n\
               HSET rq:worker:w1 last_heartbeat 2999-01-01T00:00:00.5Z state idle\n\
               RPUSH rq:queue:default a b\nHSET rq:job:a enqueued_at 2026-01-01T00:00:00.5Z",
        connections: &[],
        offers: ALL,
        needs: &[
            ("~rq:scheduled:default", "delayed overdue"),
            ("~rq:failed:default", "failed_depth"),
            ("+zcount", "failed_depth overdue"),
            ("+time", "failed_depth overdue oldest_waiting_s"),
            ("~rq:queue:default:intermediate ~rq:wip:default", "in_flight"),
            ("+zcard", "in_flight delayed"),
            ("+hget +lindex ~rq:job:*", "oldest_waiting_s"),
            ("+llen", "queue_depth in_flight"),
            ("~rq:queue:default", "queue_depth oldest_waiting_s"),
            ("+hmget +srandmember ~rq:worker:* ~rq:workers:default", "workers_alive"),
            ("+exists +pubsub|numsub ~rq:suspended", ""),
        ],
    },
    Case {
        system: "rq",
        lines: "window = \"90s\"\nqueues = [\"default\"]",
        keys: "SADD rq:workers:default rq:worker:w1\nHSET rq:worker:w1 last_heartbeat 2026-01-01T00:00:00.5Z state idle\n\
               RPUSH rq:queue:default a\nHSET rq:job:a enqueued_at 2026-01-01T00:00:00.5Z",
        connections: &["SUBSCRIBE rq:pubsub:w1"],
        offers: ALL,
        needs: &[
            ("~rq:scheduled:default", "delayed overdue"),
            ("~rq:failed:default", "failed_depth"),
            ("+zcount", "failed_depth overdue"),
            ("+time", "failed_depth overdue oldest_waiting_s"),
            ("~rq:queue:default:intermediate ~rq:wip:default", "in_flight"),
            ("+zcard", "in_flight delayed"),
            ("+hget +lindex ~rq:job:*", "oldest_waiting_s"),
            ("+llen", "queue_depth in_flight"),
            ("~rq:queue:default", "queue_depth oldest_waiting_s"),
            ("+pubsub|numsub +srandmember ~rq:workers:default", "workers_alive"),
            ("+exists +hmget ~rq:suspended ~rq:worker:*", ""),
        ],
    },
    Case {
        system: "celery",
        lines: "",
        keys: "LPUSH celery 1 2\nLPUSH \"celery\\x06\\x163\" 1\nHSET unacked a b",
        connections: &["BRPOP nothing 0"],
        offers: "workers_alive queue_depth in_flight",
        needs: &[
            ("+hlen ~unacked", "in_flight"),
            (
                "\"~celery\\x06\\x161\" \"~celery\\x06\\x162\" \"~celery\\x06\\x163\" \
              \"~celery\\x06\\x164\" \"~celery\\x06\\x165\" \"~celery\\x06\\x166\" \
              \"~celery\\x06\\x167\" \"~celery\\x06\\x168\" \"~celery\\x06\\x169\" +llen \
              ~celery",
                "queue_depth",
            ),
            ("+client|list", "workers_alive"),
            ("+time", ""),
        ],
    },
    Case {
        system: "laravel",
        lines: "prefix = \"app_\"\noldest_from_messages = true\nheartbeat = \"beats\"",
        keys: "RPUSH app_queues:default \"{\\\"createdAt\\\":OLD}\"\nZADD app_queues:default:delayed OLD a LATER b\n\
               ZADD app_queues:default:reserved LATER c\nZADD beats NOW w1",
        connections: &[],
        offers: "workers_alive queue_depth in_flight delayed overdue oldest_waiting_s",
        needs: &[
            ("~app_queues:default:delayed", "delayed overdue"),
            ("~app_queues:default:reserved", "in_flight"),
            ("+zcard", "in_flight delayed"),
            ("+lindex", "oldest_waiting_s"),
            ("+zcount", "overdue"),
            ("+llen", "queue_depth"),
            ("~app_queues:default", "queue_depth oldest_waiting_s"),
            ("+zrevrange ~beats", "workers_alive"),
            ("+time", "workers_alive overdue oldest_waiting_s"),
        ],
    },
    Case {
        system: "horizon",
        lines: "prefix = \"app_\"",
        keys: "ZADD laravel_horizon:supervisors NOW web:1 OLD gone\n\
               HSET laravel_horizon:supervisor:web:1 status running processes \"{\\\"redis:default\\\":3}\"\n\
               ZADD laravel_horizon:failed_jobs -600 a\nRPUSH app_queues:default a b\n\
               ZADD app_queues:default:delayed OLD a LATER b\nZADD app_queues:default:reserved LATER c",
        connections: &[],
        offers: ALL_BUT_AGE,
        needs: &[
            ("~app_queues:default:delayed", "delayed overdue"),
            ("~laravel_horizon:failed_jobs", "failed_depth"),
            ("+zcard", "failed_depth in_flight delayed"),
            ("~app_queues:default:reserved", "in_flight"),
            ("+time +zcount", "overdue"),
            ("+llen ~app_queues:default", "queue_depth"),
            ("+hmget +zrevrange ~laravel_horizon:supervisor:* ~laravel_horizon:supervisors", "workers_alive"),
        ],
    },
    Case {
        system: "lists",
        lines: "waiting = \"jobs\"\nfailed = \"dead\"\nfailed_kind = \"set\"\nin_flight = \"taken\"\n\
                in_flight_kind = \"hash\"\ndelayed = \"later\"\ndelayed_unit = \"ms\"\nheartbeat = \"beats\"",
        keys: "LPUSH jobs 1 2\nSADD dead 1\nHSET taken a b\nZADD later OLD000 a LATER000 b\nZADD beats NOW w1",
        connections: &[],
        offers: ALL_BUT_AGE,
        needs: &[
            ("+zcard", "delayed"),
            ("~later", "delayed overdue"),
            ("+scard ~dead", "failed_depth"),
            ("+hlen ~taken", "in_flight"),
            ("+zcount", "overdue"),
            ("+llen ~jobs", "queue_depth"),
            ("+zrevrange ~beats", "workers_alive"),
            ("+time", "workers_alive overdue"),
        ],
    },
];
