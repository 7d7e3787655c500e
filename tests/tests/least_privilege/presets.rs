//! The same as `cases`, of systems that are little more than a few lists and sorted sets.

use crate::cases::{ALL, ALL_BUT_AGE, Case};

/// All of them.
pub const PRESETS: &[Case] = &[
    Case {
        system: "resque",
        lines: "",
        keys: "SADD resque:workers h:1:mail\nHSET resque:workers:heartbeat h:1:mail 2999-01-01T00:00:00+02:00\n\
               SET resque:worker:h:1:mail {}\nSADD resque:queues mail\nRPUSH resque:queue:mail 1 2\nRPUSH resque:failed 1\n\
               SADD resque:failed_queues mail_failed\nRPUSH resque:mail_failed 2\n\
               ZADD resque:delayed_queue_schedule OLD OLD LATER LATER\nRPUSH resque:delayed:OLD 1\n\
               RPUSH resque:delayed:LATER 2",
        connections: &[],
        offers: ALL_BUT_AGE,
        needs: &[
            ("+zrangebyscore ~resque:delayed:[0-9]* ~resque:delayed_queue_schedule", "delayed overdue"),
            ("~resque:*_failed ~resque:failed ~resque:failed_queues", "failed_depth"),
            ("+exists ~resque:worker:* ~resque:workers", "in_flight"),
            ("~resque:queue:* ~resque:queues", "queue_depth"),
            ("+llen", "queue_depth failed_depth delayed overdue"),
            ("+srandmember", "queue_depth failed_depth in_flight"),
            ("+hgetall ~resque:workers:heartbeat", "workers_alive"),
            ("+time", "workers_alive overdue"),
        ],
    },
    Case {
        system: "resque",
        lines: "flavour = \"node\"\nqueues = [\"mail\"]",
        keys: "SADD resque:workers h:1+1:mail\nSET resque:worker:ping:h:1+1 \"{\\\"time\\\":NOW}\"\nRPUSH resque:queue:mail 1 2\n\
               SET resque:worker:h:1+1:mail {}\nRPUSH resque:failed 1\nSADD resque:failed_queues mail_failed\n\
               RPUSH resque:mail_failed 2\nZADD resque:delayed_queue_schedule OLD OLD\nRPUSH resque:delayed:OLD 1",
        connections: &[],
        offers: ALL_BUT_AGE,
        needs: &[
            ("+zrangebyscore ~resque:delayed:[0-9]* ~resque:delayed_queue_schedule", "delayed overdue"),
            ("~resque:*_failed ~resque:failed ~resque:failed_queues", "failed_depth"),
            ("+exists", "in_flight"),
            ("~resque:queue:mail", "queue_depth"),
            ("+llen", "queue_depth failed_depth delayed overdue"),
            ("+get", "workers_alive"),
            ("+srandmember", "workers_alive failed_depth in_flight"),
            ("~resque:worker:* ~resque:workers", "workers_alive in_flight"),
            ("+time", "workers_alive overdue"),
        ],
    },
    Case {
        system: "asynq",
        lines: "",
        keys: "ZADD asynq:servers LATER s1 OLD s2\nSADD asynq:queues mail\nLPUSH asynq:{mail}:pending 1 2\n\
               LPUSH asynq:{mail}:active 3\nZADD asynq:{mail}:archived OLD 4\nZADD asynq:{mail}:scheduled LATER 5\n\
               ZADD asynq:{mail}:retry OLD 6",
        connections: &[],
        offers: ALL_BUT_AGE,
        needs: &[
            ("~asynq:{*}:retry ~asynq:{*}:scheduled", "delayed overdue"),
            ("~asynq:{*}:archived", "failed_depth"),
            ("+zcard", "failed_depth delayed"),
            ("~asynq:{*}:active", "in_flight"),
            ("+zcount", "overdue"),
            ("~asynq:{*}:pending", "queue_depth"),
            ("+srandmember ~asynq:queues", "queue_depth failed_depth in_flight delayed overdue"),
            ("+llen", "queue_depth in_flight"),
            ("+zrevrange ~asynq:servers", "workers_alive"),
            ("+time", "workers_alive overdue"),
            ("+exists ~asynq:{*}:paused", ""),
        ],
    },
    Case {
        system: "asynq",
        lines: "queues = [\"mail\"]",
        keys: "ZADD asynq:servers LATER s1\nLPUSH asynq:{mail}:pending 1\nHSET asynq:{mail}:t:1 pending_since OLD000000000",
        connections: &[],
        offers: ALL,
        needs: &[
            ("~asynq:{mail}:retry ~asynq:{mail}:scheduled", "delayed overdue"),
            ("~asynq:{mail}:archived", "failed_depth"),
            ("+zcard", "failed_depth delayed"),
            ("~asynq:{mail}:active", "in_flight"),
            ("+hget +lindex ~asynq:{mail}:t:*", "oldest_waiting_s"),
            ("+zcount", "overdue"),
            ("+llen", "queue_depth in_flight"),
            ("~asynq:{mail}:pending", "queue_depth oldest_waiting_s"),
            ("+zrevrange ~asynq:servers", "workers_alive"),
            ("+time", "workers_alive overdue oldest_waiting_s"),
            ("+exists ~asynq:{mail}:paused", ""),
        ],
    },
    Case {
        system: "saq",
        lines: "queues = [\"mail\"]\noldest_from_messages = true",
        keys: "ZADD saq:mail:stats LATER000 w1\nRPUSH saq:mail:queued saq:job:mail:1\n\
               SET saq:job:mail:1 \"{\\\"queued\\\":OLD000}\"\nRPUSH saq:mail:active 2\n\
               ZADD saq:mail:incomplete 0 a OLD b LATER c",
        connections: &[],
        offers: "workers_alive queue_depth in_flight delayed overdue oldest_waiting_s",
        needs: &[
            ("+zcount ~saq:mail:incomplete", "delayed overdue"),
            ("~saq:mail:active", "in_flight"),
            ("+get +lindex ~saq:job:mail:*", "oldest_waiting_s"),
            ("+llen", "queue_depth in_flight"),
            ("~saq:mail:queued", "queue_depth oldest_waiting_s"),
            ("+zrevrange ~saq:mail:stats", "workers_alive"),
            ("+time", "workers_alive overdue oldest_waiting_s"),
            ("+zcard", ""),
        ],
    },
    Case {
        system: "dramatiq",
        lines: "queues = [\"mail\"]\noldest_from_messages = true",
        keys: "ZADD dramatiq:__heartbeats__ LATER000 w1 OLD000 w2\nRPUSH dramatiq:mail 1\n\
               HSET dramatiq:mail.msgs 1 \"{\\\"message_timestamp\\\":OLD000}\" 2 {}\nHSET dramatiq:mail.DQ.msgs 3 {}\n\
               ZADD dramatiq:mail.XQ OLD000 4",
        connections: &[],
        offers: "workers_alive queue_depth failed_depth in_flight delayed oldest_waiting_s",
        needs: &[
            ("~dramatiq:mail.DQ.msgs", "delayed"),
            ("+zcard ~dramatiq:mail.XQ", "failed_depth"),
            ("+hlen", "in_flight delayed"),
            ("~dramatiq:mail.msgs", "in_flight oldest_waiting_s"),
            ("+hget +lindex", "oldest_waiting_s"),
            ("+llen", "queue_depth in_flight"),
            ("~dramatiq:mail", "queue_depth in_flight oldest_waiting_s"),
            ("+zrevrange ~dramatiq:__heartbeats__", "workers_alive"),
            ("+time", "workers_alive oldest_waiting_s"),
            ("+zcount", ""),
        ],
    },
    Case {
        system: "arq",
        lines: "health_check_interval = \"10s\"",
        keys: "ZADD arq:queue OLD000 a NOW000 b LATER000 c\nSET arq:in-progress:a 1\nSET arq:queue:health-check x EX 11",
        connections: &[],
        offers: "workers_alive queue_depth in_flight delayed",
        needs: &[
            ("+time +zcount", "queue_depth delayed"),
            ("+exists +zrangebyscore ~arq:in-progress:*", "queue_depth in_flight"),
            ("~arq:queue", "queue_depth in_flight delayed"),
            ("+pttl ~arq:queue:health-check", "workers_alive"),
        ],
    },
    Case {
        system: "apalis",
        lines: "queues = [\"app::Mail\"]",
        keys: "ZADD app::Mail:workers NOW w1 OLD w2\nSADD app::Mail:inflight:w2 x\nRPUSH app::Mail:active 1 2\n\
               ZADD app::Mail:consumers OLD app::Mail:inflight:c1\nZADD app::Mail:scheduled OLD a LATER c\n\
               ZADD app::Mail:dead 1 d",
        connections: &[],
        offers: "workers_alive queue_depth failed_depth in_flight delayed",
        needs: &[
            ("+zcard ~app::Mail:dead", "failed_depth"),
            ("+scard ~app::Mail:inflight:*", "in_flight"),
            ("~app::Mail:consumers", "in_flight exactness"),
            ("+llen ~app::Mail:active", "queue_depth"),
            ("+zcount ~app::Mail:scheduled", "queue_depth delayed"),
            ("+zrevrange ~app::Mail:workers", "workers_alive in_flight"),
            ("+time", "workers_alive queue_depth delayed"),
        ],
    },
    Case {
        system: "huey",
        lines: "queues = [\"my-app\"]\nheartbeat = \"beats\"",
        keys: "LPUSH huey.redis.myapp 1 2\nZADD huey.schedule.myapp OLD a LATER b\nZADD beats NOW w1",
        connections: &[],
        offers: "workers_alive queue_depth delayed overdue",
        needs: &[
            ("+zcard", "delayed"),
            ("~huey.schedule.myapp", "delayed overdue"),
            ("+zcount", "overdue"),
            ("+llen ~huey.redis.myapp", "queue_depth"),
            ("+zrevrange ~beats", "workers_alive"),
            ("+time", "workers_alive overdue"),
        ],
    },
    Case {
        system: "bee-queue",
        lines: "queues = [\"mail\"]\noldest_from_messages = true\nheartbeat = \"beats\"",
        keys: "LPUSH bq:mail:waiting 2\nHSET bq:mail:jobs 2 \"{\\\"options\\\":{\\\"timestamp\\\":OLD000}}\"\nLPUSH bq:mail:active 1\n\
               SADD bq:mail:failed 9\nZADD bq:mail:delayed OLD000 7 LATER000 8\nZADD beats NOW w1",
        connections: &[],
        offers: ALL,
        needs: &[
            ("+zcard", "delayed"),
            ("~bq:mail:delayed", "delayed overdue"),
            ("+scard ~bq:mail:failed", "failed_depth"),
            ("~bq:mail:active", "in_flight"),
            ("+hget +lindex ~bq:mail:jobs", "oldest_waiting_s"),
            ("+zcount", "overdue"),
            ("+llen", "queue_depth in_flight"),
            ("~bq:mail:waiting", "queue_depth oldest_waiting_s"),
            ("+zrevrange ~beats", "workers_alive"),
            ("+time", "workers_alive overdue oldest_waiting_s"),
        ],
    },
    Case {
        system: "taskiq",
        lines: "heartbeat = \"beats\"",
        keys: "XGROUP CREATE taskiq taskiq 0 MKSTREAM\nXADD taskiq * data 1\nXADD taskiq * data 2\n\
               XREADGROUP GROUP taskiq 8f1c COUNT 1 STREAMS taskiq >\nZADD beats NOW w1",
        connections: &[],
        offers: "workers_alive queue_depth in_flight",
        needs: &[
            ("+xlen", "queue_depth"),
            ("+xinfo|groups ~taskiq", "queue_depth in_flight"),
            ("+time +zrevrange ~beats", "workers_alive"),
            ("+zcard +zcount", ""),
        ],
    },
];
