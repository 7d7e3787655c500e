//! A system's keys as a table: what is known with every reply, what each of them is worth, and what is known of a
//! store that nobody has used.
//!
//! Only for tests. What is special about a system stands beside it.

use super::testkit::{NOPERM, store, unknown};
use crate::config::QueueTarget;
use shared::reading::{Reading, Why};
use shared::sample::{QueueNumbers, QueueSample, Workers};

/// One system, read whole.
pub struct Case<'a> {
    /// Its configuration.
    pub target: QueueTarget,
    /// Every command that is sent, its reply, and the names of all readings that need it.
    pub answers: &'a [(&'a str, &'a String, &'a str)],
    /// Who is alive.
    pub workers: Workers,
    /// Its numbers.
    pub numbers: QueueNumbers,
    /// Who is alive when nothing was ever written.
    pub nobody: Workers,
}

/// Depth, dead letters, in hand, delayed, overdue, age of the oldest; nothing is what the system does not offer.
pub fn numbers(each: [Option<u64>; 6]) -> QueueNumbers {
    let [queue_depth, failed_depth, in_flight, delayed, overdue, oldest_waiting_s] =
        each.map(|number| number.map_or(unknown(Why::NotOffered), Reading::redis));
    QueueNumbers { queue_depth, failed_depth, in_flight, delayed, overdue, oldest_waiting_s }
}

impl Case<'_> {
    /// Reads it whole, with each command refused in turn, and empty.
    pub fn check(&self) {
        let whole: Vec<_> = self.answers.iter().map(|(words, reply, _)| (*words, reply.as_str())).collect();
        let (sample, writes) = store(&whole).read(&self.target);
        assert_eq!((sample.workers, sample.numbers), (self.workers, self.numbers));
        assert!(writes.len() <= 2, "{writes:?}");
        let (mut sent, mut told): (Vec<_>, Vec<_>) =
            (writes.concat(), whole.iter().map(|(words, _)| (*words).to_owned()).collect());
        sent.sort_unstable();
        told.sort_unstable();
        assert_eq!(sent, told);

        for (at, (words, _, worth)) in self.answers.iter().enumerate() {
            let mut answers = whole.clone();
            answers[at].1 = NOPERM;
            let refused = store(&answers).read(&self.target).0;
            for ((name, before), (_, after)) in readings(&sample).into_iter().zip(readings(&refused)) {
                let is_lost = worth.split(' ').any(|lost| lost == name);
                let expected = if is_lost { unknown(Why::NotPermitted) } else { before };
                assert_eq!(after, expected, "{name} without {words}");
            }
        }

        let empty = store(&[]).read(&self.target).0;
        assert_eq!(empty.workers, self.nobody);
        for ((name, whole), (_, empty)) in readings(&sample).into_iter().zip(readings(&empty)).skip(1) {
            let expected = if whole.known().is_some() { Reading::redis(0) } else { whole };
            assert_eq!(empty, expected, "{name} of an empty store");
        }
    }
}

fn readings(sample: &QueueSample) -> [(&'static str, Reading); 7] {
    let QueueNumbers { queue_depth, failed_depth, in_flight, delayed, overdue, oldest_waiting_s } =
        sample.numbers;
    let alive = match sample.workers {
        Workers::Counted { alive, .. } => alive,
        Workers::NotMeasured => unknown(Why::NotOffered),
    };
    [
        ("workers", alive),
        ("queue_depth", queue_depth),
        ("failed_depth", failed_depth),
        ("in_flight", in_flight),
        ("delayed", delayed),
        ("overdue", overdue),
        ("oldest_waiting_s", oldest_waiting_s),
    ]
}
