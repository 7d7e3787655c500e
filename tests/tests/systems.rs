//! The experiment on the queue systems that most people run, in every `cargo xtask test`. What is done, and what is true
//! of each of them, is in `systems` of the harness; all the other systems are in `every_system`.

tests::experiments! {
    symfony: SYMFONY,
    sidekiq: SIDEKIQ,
    bullmq: BULLMQ_5,
    rq: RQ,
    celery: CELERY,
}
