//! Queues whose workers come only when there is work: for how long work may wait for one.

use super::load;
use crate::config::print::redacted;
use core::time::Duration;
use shared::plan::QueuePlan;

fn queue(lines: &str) -> QueuePlan {
    let text = format!(
        "[page]\ntitle = \"t\"\n[[service]]\nid = \"a\"\n[[service.queue]]\nid = \"q\"\nsystem = \"symfony\"\n\
         url = \"redis://r\"\n{lines}"
    );
    let config = load(&text);
    assert_eq!(load(&redacted(&config)).plan, config.plan, "{lines}");
    config.plan.services[0].queues[0].clone()
}

#[test]
fn work_may_wait_as_long_as_a_worker_counts_after_its_last_sign_of_life() {
    let beats = "heartbeat = \"health.workers.prod\"\n";
    assert_eq!(queue(beats).scale_to_zero, None);
    assert_eq!(queue(&format!("{beats}scale_to_zero = false")).scale_to_zero, None);
    let five = Some(Duration::from_mins(5));
    assert_eq!(queue(&format!("{beats}scale_to_zero = true")).scale_to_zero, five);
    let two = queue(&format!("{beats}scale_to_zero = true\nwindow = \"2m\""));
    assert_eq!((two.scale_to_zero, two.window), (Some(Duration::from_mins(2)), Duration::from_mins(2)));
}

#[test]
fn where_nothing_outlives_a_worker_work_may_wait_for_five_minutes() {
    let queue = queue("scale_to_zero = true");
    assert_eq!(queue.scale_to_zero, Some(Duration::from_mins(5)));
}
