//! The experiment on the queue systems that are not in `systems`, for `cargo xtask test --systems` only.

tests::experiments! {
    laravel: LARAVEL,
    bullmq_4: BULLMQ_4,
    bullmq_6: BULLMQ_6,
    arq: ARQ,
    arq_alone: ARQ_ALONE,
    dramatiq: DRAMATIQ,
    saq: SAQ,
    asynq: ASYNQ,
}
