//! Who signed, and when: what is signed with another key, at another time or for another body is not taken.

use super::super::{BODY_LIMIT, NONCE, SIGNATURE, TIMESTAMP};
use super::*;

#[test]
fn the_code_covers_timestamp_nonce_and_body() {
    let posted = Posted::signed_with(KEY, br#"{"schema":1}"#.to_vec(), "a-nonce-1", START);
    assert_eq!(posted.header(TIMESTAMP), "1796047200");
    assert_eq!(posted.header(NONCE), "a-nonce-1");
    assert_eq!(
        posted.header(SIGNATURE),
        "v1=2102b9c9c92a2a9c02e7eec31be41eefbdf8ec9505dc827f5eb2257786b00238"
    );
}

#[test]
fn whose_key_signed_is_whose_it_is() {
    let config = config(CONFIG);
    let body = Posted::of(&sender(), "a-nonce-1").body;
    for (key, source) in [(KEY, "inside"), ("fedcba9876543210", "cellar")] {
        let posted = Posted::signed_with(key, body.clone(), "a-nonce-1", START);
        assert_eq!(posted.opened(&config, START).unwrap().source, source);
    }
    let posted = Posted::signed_with("another key altogether", body, "a-nonce-1", START);
    assert_eq!(posted.opened(&config, START), Err(Refusal::WrongSignature));
}

#[test]
fn whatever_of_it_is_changed_on_the_way_is_noticed() {
    let config = config(CONFIG);
    let posted = Posted::of(&sender(), "a-nonce-1");
    let now = START + seconds(15);
    assert!(posted.opened(&config, now).is_ok());
    let post = posted.post();
    let cut = &post.body[..post.body.len() - 1];
    let mut flipped = posted.body.clone();
    flipped[10] ^= 1;
    let later = now.secs().to_string();
    let signature = post.signature.to_uppercase().replace("V1=", "v1=");
    for changed in [
        Post { body: cut, ..post },
        Post { body: &flipped, ..post },
        Post { body: b"", ..post },
        Post { nonce: "a-nonce-2", ..post },
        Post { timestamp: &format!("0{}", post.timestamp), ..post },
        Post { timestamp: &format!("+{later}"), ..post },
        Post { signature: &signature, ..post },
        Post { signature: "v1=", ..post },
    ] {
        assert_eq!(open(&config.ingest, &changed, now), Err(Refusal::WrongSignature));
    }
}

#[test]
fn headers_that_are_missing_or_odd_are_named() {
    let config = config(CONFIG);
    let posted = Posted::of(&sender(), "a-nonce-1");
    let (post, long) = (posted.post(), "n".repeat(65));
    for (changed, header) in [
        (Post { timestamp: "", ..post }, TIMESTAMP),
        (Post { timestamp: "2026-11-30T14:00:00Z", ..post }, TIMESTAMP),
        (Post { nonce: "", ..post }, NONCE),
        (Post { nonce: "short", ..post }, NONCE),
        (Post { nonce: "with a space", ..post }, NONCE),
        (Post { nonce: &long, ..post }, NONCE),
        (Post { signature: "", ..post }, SIGNATURE),
        (Post { signature: "v2=00", ..post }, SIGNATURE),
    ] {
        let refused = open(&config.ingest, &changed, START).unwrap_err();
        assert_eq!(refused, Refusal::Unsigned { header });
        assert!(refused.status() == 401 && refused.to_string().starts_with(header), "{refused}");
    }
}

#[test]
fn clocks_may_be_a_minute_apart_in_either_direction_and_no_more() {
    let config = config(CONFIG);
    let posted = Posted::signed_with(KEY, Posted::of(&sender(), "nonce-1").body, "a-nonce-1", START);
    let after = |s: u64| posted.opened(&config, START + seconds(s)).map(drop);
    let before = |s: u64| posted.opened(&config, START - seconds(s)).map(drop);
    assert_eq!((after(60), before(60)), (Ok(()), Ok(())));
    assert_eq!(after(61), Err(Refusal::Skewed { by_s: 61 }));
    assert_eq!(before(61), Err(Refusal::Skewed { by_s: -61 }));
    let said = [after(61), before(75)].map(|refused| refused.unwrap_err().to_string());
    assert!(said[0].contains("61 s ago") && said[1].contains("75 s in the future"), "{said:?}");
    for timestamp in ["-9223372036854775808", "9223372036854775807"] {
        let refused = open(&config.ingest, &Post { timestamp, ..posted.post() }, START).unwrap_err();
        assert!(matches!(refused, Refusal::Skewed { .. }), "{refused:?}");
    }
}

#[test]
fn a_body_beyond_the_limit_is_refused_before_it_is_looked_at() {
    let body = vec![b' '; BODY_LIMIT + 1];
    let posted = Posted::signed_with(KEY, body, "a-nonce-1", START);
    let refused = posted.opened(&config(CONFIG), START).unwrap_err();
    assert_eq!((&refused, refused.status()), (&Refusal::TooLarge, 413));
}

#[test]
fn what_is_signed_and_is_no_snapshot_is_refused_in_words() {
    let config = config(CONFIG);
    let right = String::from_utf8(Posted::of(&sender(), "a-nonce-1").body).unwrap();
    let changed = |from: &str, to: &str| {
        assert!(right.contains(from), "{from}");
        right.replace(from, to)
    };
    for (body, says) in [
        (String::new(), "not a snapshot"),
        ("[]".into(), "not a snapshot"),
        (right[..right.len() / 2].to_owned(), "not a snapshot"),
        (changed("\"schema\":1", "\"schema\":2"), "version 2, and version 1 is read here"),
        (changed("\"version\":1", "\"version\":9"), "version 9, and version 1 is read here"),
        (changed("\"id\":\"planner\"", "\"id\":\"<script>\""), "is not an id"),
        (changed("\"id\":\"async\"", "\"id\":\"a/b\""), "is not an id"),
        (changed("\"basis\":\"beat\"", "\"basis\":\"hearsay\""), "hearsay"),
        (changed("\"schema\":1", "\"schema\":1,\"schema\":1"), "\"schema\" is there twice"),
        (changed("\"names\":{", "\"names\":{\"a\":\"A\",\"a\":\"B\""), "\"a\" is there twice"),
        (changed("\"name\":\"Trip planner\"", "\"name\":\"\""), "the name of \"planner\" is empty"),
        (changed("\"name\":\"Trip planner\"", "\"name\":\" \\u00a0\""), "the name of \"planner\" is empty"),
        (changed("\"name\":\"Trip planner\"", "\"name\":\"\\u200b\""), "the name of \"planner\" is empty"),
        (changed("\"name\":\"Background jobs\"", "\"name\":\"a\\nb\""), "the name of \"async\" is empty"),
        (
            changed("\"name\":\"Trip planner\"", &format!("\"name\":\"{}\"", "x".repeat(201))),
            "200 characters",
        ),
    ] {
        let posted = Posted::signed_with(KEY, body.into_bytes(), "a-nonce-1", START);
        let refused = posted.opened(&config, START).unwrap_err();
        assert_eq!(refused.status(), 422, "{refused}");
        assert!(refused.to_string().contains(says), "{says}: {refused}");
    }
}

#[test]
fn no_part_of_a_snapshot_is_taken_for_a_whole_one() {
    let (config, whole) = (config(CONFIG), Posted::of(&sender(), "a-nonce-1").body);
    for length in (0..whole.len()).step_by(7) {
        let part = Posted::signed_with(KEY, whole[..length].to_vec(), "a-nonce-1", START);
        assert!(matches!(part.opened(&config, START), Err(Refusal::NotASnapshot { .. })), "{length}");
    }
}

#[test]
fn a_round_of_the_future_does_not_lock_its_sender_out() {
    let mut watch = sender();
    watch.memory.checked_at = Some(watch.now + seconds(3_600));
    let refused = Posted::of(&watch, "a-nonce-1").opened(&config(CONFIG), watch.now).unwrap_err();
    assert_eq!(refused.status(), 422);
    assert!(refused.to_string().contains("after it was signed"), "{refused}");
}
