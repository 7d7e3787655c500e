//! What the frame scan promises: it never panics, never believes a length, and agrees with the parser.

use super::*;
use proptest::prelude::*;

const LIMITS: Limits = Limits { bytes: 64 * 1024, depth: DEPTH_LIMIT };

#[test]
fn every_prefix_of_a_recorded_reply_is_incomplete_and_says_how_much_is_missing_at_least() {
    for reply in [
        &include_bytes!("../../../testdata/redis/xinfo_groups_ok_resp2.resp")[..],
        include_bytes!("../../../testdata/redis/xinfo_groups_lag_null_resp3.resp"),
        include_bytes!("../../../testdata/redis/err_masterdown.resp"),
        include_bytes!("../../../testdata/redis/heartbeat_two.resp"),
        include_bytes!("../../../testdata/redis/ping_ok.resp"),
    ] {
        assert_eq!(scan(reply, LIMITS), Ok(Scan::Complete { len: reply.len() }));
        for cut in 0..reply.len() {
            match scan(&reply[..cut], LIMITS) {
                Ok(Scan::Incomplete { at_least }) => assert!(cut < at_least && at_least <= reply.len()),
                other => panic!("{other:?} after {cut} bytes"),
            }
        }
    }
}

#[test]
fn a_declared_length_beyond_the_limit_is_refused_before_its_bytes_come() {
    for declared in
        ["$4611686018427387904\r\n", "*4611686018427387904\r\n", "%9223372036854775807\r\n", "=70000\r\n"]
    {
        match scan(declared.as_bytes(), LIMITS) {
            Err(FrameError::TooLarge { at_least, limit }) => assert!(at_least > limit),
            other => panic!("{other:?} for {declared}"),
        }
    }
}

#[test]
fn what_cannot_become_a_reply_is_refused_at_once() {
    for (bytes, error) in [
        ("HTTP/1.1 400 Bad Request", FrameError::NoSuchType { byte: b'H' }),
        ("$three\r\n", FrameError::NotANumber { at: 0 }),
        ("*1\r\n:1e3\r\n", FrameError::NotANumber { at: 4 }),
        (":9223372036854775808\r\n", FrameError::NotANumber { at: 0 }),
        ("*-2\r\n", FrameError::NotANumber { at: 0 }),
        ("%-1\r\n", FrameError::NotANumber { at: 0 }),
        ("$2\r\nabcd", FrameError::NoLineEnd { at: 6 }),
    ] {
        assert_eq!(scan(bytes.as_bytes(), LIMITS), Err(error), "{bytes:?}");
    }
    let endless = [b"+".as_slice(), &[b'a'; LINE_LIMIT]].concat();
    assert_eq!(scan(&endless, LIMITS), Err(FrameError::LineTooLong { limit: LINE_LIMIT }));
}

#[test]
fn nesting_ends_at_its_limit_and_the_parser_survives_the_deepest_that_is_allowed() {
    let nested = |depth: usize| ["*1\r\n".repeat(depth - 1), "_\r\n".to_owned()].concat();
    let deepest = nested(DEPTH_LIMIT);
    assert_eq!(scan(deepest.as_bytes(), LIMITS), Ok(Scan::Complete { len: deepest.len() }));
    assert!(redis::parse_redis_value(deepest.as_bytes()).is_ok());
    let deeper = nested(DEPTH_LIMIT + 1);
    assert_eq!(scan(deeper.as_bytes(), LIMITS), Err(FrameError::TooDeep { limit: DEPTH_LIMIT }));
}

#[test]
fn a_reply_of_exactly_the_limit_passes_and_one_byte_more_does_not() {
    let reply = b"*2\r\n$5\r\nabcde\r\n:12\r\n";
    let limits = |bytes| Limits { bytes, depth: DEPTH_LIMIT };
    assert_eq!(scan(reply, limits(reply.len())), Ok(Scan::Complete { len: reply.len() }));
    assert!(matches!(scan(reply, limits(reply.len() - 1)), Err(FrameError::TooLarge { .. })));
}

/// Any reply a server may write, as bytes.
fn reply() -> impl Strategy<Value = Vec<u8>> {
    let text = proptest::collection::vec(any::<u8>(), 0..12);
    let bulk = |mark: char| {
        move |t: Vec<u8>| [format!("{mark}{}\r\n", t.len()).into_bytes(), t, b"\r\n".to_vec()].concat()
    };
    let leaf = prop_oneof![
        "[a-z ]{0,9}".prop_map(|s| format!("+{s}\r\n").into_bytes()),
        "[A-Z]{1,9}( [a-z]{0,9})?".prop_map(|s| format!("-{s}\r\n").into_bytes()),
        any::<i64>().prop_map(|n| format!(":{n}\r\n").into_bytes()),
        any::<f64>().prop_map(|n| format!(",{n}\r\n").into_bytes()),
        any::<bool>().prop_map(|b| format!("#{}\r\n", if b { 't' } else { 'f' }).into_bytes()),
        text.prop_map(bulk('$')),
        "txt:[a-z]{0,9}".prop_map(String::into_bytes).prop_map(bulk('=')),
        Just(b"_\r\n".to_vec()),
        Just(b"$-1\r\n".to_vec()),
        Just(b"*-1\r\n".to_vec()),
    ];
    leaf.prop_recursive(4, 40, 6, |inner| {
        let many = |mark: char, each: usize| {
            move |all: Vec<Vec<u8>>| {
                let whole = all.len() / each;
                let values = all.into_iter().take(whole * each).flatten();
                format!("{mark}{whole}\r\n").into_bytes().into_iter().chain(values).collect()
            }
        };
        let values = proptest::collection::vec(inner, 0..6);
        prop_oneof![
            values.clone().prop_map(many('*', 1)),
            values.clone().prop_map(many('~', 1)),
            values.prop_map(many('%', 2)),
        ]
    })
}

proptest! {
    // A case that fails is printed: on wasm there is no folder to keep it in.
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_scan_finds_the_end_that_the_parser_finds(reply in reply(), behind in "[+:$*a-z0-9\r\n]{0,9}") {
        let followed = [reply.clone(), behind.into_bytes()].concat();
        prop_assert_eq!(scan(&followed, LIMITS), Ok(Scan::Complete { len: reply.len() }));
        prop_assert!(redis::parse_redis_value(&reply).is_ok());
    }

    #[test]
    fn every_prefix_of_a_reply_is_incomplete(reply in reply(), cut in 0.0..1.0) {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss,
                 reason = "a fraction of a short length")]
        let cut = (reply.len() as f64 * cut) as usize;
        let is_incomplete = matches!(scan(&reply[..cut], LIMITS), Ok(Scan::Incomplete { .. }));
        prop_assert!(is_incomplete);
    }

    #[test]
    fn arbitrary_bytes_never_panic_and_what_is_complete_can_be_given_to_the_parser(
        bytes in "[-+:,#_$!=*~%|>(\r\n0-9a-z]{0,60}",
        noise in proptest::collection::vec(any::<u8>(), 0..60),
    ) {
        for bytes in [bytes.as_bytes(), &noise] {
            if let Ok(Scan::Complete { len }) = scan(bytes, LIMITS) {
                prop_assert!(len <= bytes.len());
                let _ = redis::parse_redis_value(&bytes[..len]); // may refuse a word such as `#x`; must return
            }
        }
    }
}
