//! Badges and cards, read by an XML parser, of a board in each state.

use crate::web::specimen::{CANARY, everything, get, header, hostile, json, states, text};
use crate::words::Language;
use crate::words::tests::Watch;
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};
use shared::board::Board;
use shared::page::Dir;

const PICTURES: [&str; 4] =
    ["/badge.svg", "/badge.svg?show=workers,waiting,failed,time", "/card.svg", "/badge/nobody.svg"];

/// What is drawn of a picture: its title, its texts, and all its elements' names. Panics where it is not well formed,
/// or has what `<img>` would refuse.
#[track_caller]
fn read(svg: &str) -> (String, Vec<String>) {
    let mut reader = Reader::from_str(svg);
    reader.config_mut().check_end_names = true;
    let (mut open, mut title, mut texts): (Vec<String>, String, Vec<String>) = Default::default();
    loop {
        let mut now = String::new();
        match reader.read_event().unwrap_or_else(|e| panic!("{e}: {svg}")) {
            Event::Start(tag) => {
                attributes(&tag, svg);
                let name = tag.name().as_ref().to_owned();
                assert!(
                    ["svg", "title", "style", "path", "g", "text", "rect", "circle"].contains(&&*name),
                    "{svg}"
                );
                if name == "text" {
                    texts.push(String::new());
                }
                open.push(name);
            }
            Event::End(_) => {
                open.pop().unwrap();
            }
            Event::Empty(tag) => attributes(&tag, svg),
            Event::Text(part) => now.push_str(&part),
            Event::GeneralRef(entity) => {
                now = quick_xml::escape::unescape(&format!("&{};", &*entity)).unwrap().into_owned();
            }
            Event::Eof => break,
            other => panic!("{other:?} in {svg}"),
        }
        match open.last().map(String::as_str) {
            Some("title") => title.push_str(&now),
            Some("text") => texts.last_mut().unwrap().push_str(&now),
            _ => {}
        }
    }
    assert!(open.is_empty(), "{open:?} is left open in {svg}");
    (title, texts)
}

#[track_caller]
fn attributes(tag: &BytesStart<'_>, svg: &str) {
    for attribute in tag.attributes() {
        let attribute = attribute.unwrap_or_else(|e| panic!("{e}: {svg}"));
        let key = attribute.key.as_ref();
        assert!(!key.starts_with("on") && !key.ends_with("href"), "{svg}");
    }
}

fn plain(text: &str) -> String {
    text.replace('\u{a0}', " ")
}

#[test]
fn a_badge_says_the_state_in_a_word_and_in_a_shape_of_its_own() {
    let mut shapes: Vec<(&str, String)> = Vec::new();
    for (word, board) in states() {
        let answer = get(&board, "/badge.svg");
        let svg = String::from_utf8(answer.body).unwrap();
        let (title, texts) = read(&svg);
        assert_eq!(
            (answer.status, texts.as_slice()),
            (200, ["Trip planner".to_owned(), word.to_owned()].as_slice())
        );
        assert!(title.starts_with("Trip planner: "), "{title}");
        let shape = svg.split("<g ").nth(1).unwrap().split_once('>').unwrap().1.split("</g>").next().unwrap();
        shapes.push((word, shape.to_owned()));
    }
    for (word, shape) in &shapes {
        for (other, of_other) in &shapes {
            assert_eq!(word == other, shape == of_other, "{word}, {other}");
        }
    }
}

#[test]
fn a_badge_is_a_kilobyte_at_most_whatever_the_names_are() {
    let hostile = hostile();
    let all = states().into_iter().map(|(_, board)| board).chain([hostile.clone(), everything()]);
    let mut most = 0;
    for board in all {
        let of_services = board.services.iter().map(|service| format!("/badge/{}.svg", service.id));
        for target in ["/badge.svg".to_owned()].into_iter().chain(of_services) {
            for language in Language::all() {
                let target = format!("{target}?show=workers,waiting,failed,time&lang={}", language.tag());
                let size = get(&board, &target).body.len();
                assert!(size <= 1024, "{target} is {size} bytes: {}", text(&board, &target));
                most = most.max(size);
            }
        }
    }
    println!("the largest badge is {most} bytes");
}

#[test]
fn every_picture_is_a_document_of_its_own_that_nothing_can_break_out_of() {
    let boards = states().into_iter().map(|(_, board)| board).chain([hostile(), everything()]);
    for board in boards {
        let cards = board.services.iter().map(|service| format!("/card.svg?service={}", service.id));
        for target in PICTURES.iter().map(ToString::to_string).chain(cards) {
            let svg = text(&board, &target);
            let (title, texts) = read(&svg);
            assert!(!title.is_empty() && !texts.is_empty(), "{svg}");
            assert!(
                svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"")
                    && svg.contains(" role=\"img\">")
            );
            assert_eq!(svg.matches("http").count(), 1, "{svg}");
            assert!(svg.contains("@media(prefers-color-scheme:dark)") && !svg.contains("url("), "{svg}");
            assert!(!svg.contains(CANARY), "{svg}");
        }
    }
}

#[test]
fn a_picture_comes_with_a_policy_for_its_style_alone_and_is_not_kept_beyond_its_time() {
    let (_, mut board) = states().remove(0);
    for target in PICTURES {
        let answer = get(&board, target);
        let policy = header(&answer, "content-security-policy");
        assert!(
            policy.starts_with("default-src 'none'; style-src 'sha256-") && !policy.contains("unsafe"),
            "{policy}"
        );
        assert_eq!(header(&answer, "content-type"), "image/svg+xml");
        assert_eq!(header(&answer, "access-control-allow-origin"), "*");
        assert_eq!(header(&answer, "cross-origin-resource-policy"), "cross-origin");
        assert_eq!(header(&answer, "x-content-type-options"), "nosniff");
    }
    board.expires_at = Some(board.served_at + core::time::Duration::from_secs(3));
    assert_eq!(header(&get(&board, "/badge.svg"), "cache-control"), "public, max-age=3");
    board.expires_at = Some(board.served_at);
    assert_eq!(header(&get(&board, "/badge.svg"), "cache-control"), "no-cache");
}

#[test]
fn an_unknown_service_is_not_found_and_the_answer_is_a_picture_all_the_same() {
    let (_, board) = states().remove(0);
    for target in [
        "/badge/nobody.svg",
        "/badge/.svg",
        "/badge/SERVICE.svg",
        "/badge.svg?service=nobody",
        "/card.svg?service=",
    ] {
        let answer = get(&board, target);
        assert_eq!(
            (answer.status, header(&answer, "content-type").as_str()),
            (404, "image/svg+xml"),
            "{target}"
        );
        let (_, texts) = read(&String::from_utf8(answer.body).unwrap());
        assert_eq!(texts, ["Headcount", "not found"], "{target}");
    }
    for target in ["/badge/planner", "/badge/", "/badge/a/b.svg", "/badge/planner.png"] {
        assert_eq!(header(&get(&board, target), "content-type"), "text/plain; charset=utf-8", "{target}");
        assert_eq!(get(&board, target).status, 404, "{target}");
    }
    let shields = get(&board, "/badge.json?service=nobody");
    assert_eq!((shields.status, header(&shields, "content-type").as_str()), (404, "application/json"));
}

#[test]
fn a_badge_shows_the_numbers_that_are_asked_for_and_always_the_state() {
    let (_, board) = states().remove(0);
    let says = |show: &str| plain(&read(&text(&board, &format!("/badge/planner.svg?show={show}"))).1[1]);
    assert_eq!(says("workers"), "working · 2 workers");
    assert_eq!(says("failed,workers,waiting"), "working · 4 failed · 2 workers · 3 waiting");
    assert_eq!(says("workers,workers,state,<x>,,"), "working · 2 workers");
    assert_eq!(says("time"), "working · 15:00 Europe/Paris");
}

#[test]
fn a_number_that_is_not_known_is_a_question_mark_and_never_0() {
    for (word, board) in states() {
        let said = plain(&read(&text(&board, "/badge.svg?show=workers")).1[1]);
        match board.services.iter().flat_map(|s| &s.queues).map(|_| word).next() {
            None => assert_eq!(said, word),
            Some("working?") => assert_eq!(said, "working? · ? workers"),
            Some("not working") => assert_eq!(said, "not working · 0 workers"),
            Some("not known") => assert_eq!(said, "not known · ? workers"),
            Some(_) => assert_eq!(said, "working · 2 workers"),
        }
    }
}

#[test]
fn planned_work_stands_beside_the_state_and_never_in_its_place() {
    let (_, texts) = read(&text(&everything(), "/badge.svg"));
    assert_eq!(texts[1], "not working · maintenance");
    // The window is over the shop alone.
    assert_eq!(read(&text(&everything(), "/badge/planner.svg")).1, ["Trip planner", "not working"]);
}

#[test]
fn a_card_has_the_headline_and_the_numbers_of_every_queue() {
    let board = everything();
    let (title, texts) = read(&text(&board, "/card.svg"));
    let texts: Vec<String> = texts.iter().map(|text| plain(text)).collect();
    assert!(plain(&title).contains("no sign of life from any worker"), "{title}");
    let headline = texts.join(" ");
    assert!(headline.contains("no sign of life from any worker"), "{headline}");
    let at = texts.iter().position(|text| text.starts_with("Trip planner · Backg")).unwrap();
    assert_eq!(texts[at + 1..at + 4], ["0", "58", "4"], "{texts:?}");
    assert!(texts.last().unwrap().starts_with("Checked 15:01:15, valid until 15:02"), "{texts:?}");
}

#[test]
fn shields_gets_what_its_schema_requires() {
    let boards = states().into_iter().chain([("not working", everything()), ("not working", hostile())]);
    for (word, board) in boards {
        let badge = json(&board, "/badge.json");
        let known = ["schemaVersion", "label", "message", "color", "isError"];
        assert!(badge.as_object().unwrap().keys().all(|key| known.contains(&key.as_str())), "{badge}");
        assert_eq!(badge["schemaVersion"], 1);
        assert!(
            badge["label"].is_string() && badge["message"].as_str().unwrap().starts_with(word),
            "{badge}"
        );
        let colour = badge["color"].as_str().unwrap();
        assert!(colour.len() == 7 && colour.starts_with('#'), "{badge}");
        let is_grave = matches!(word, "not working" | "not known");
        assert_eq!(badge["isError"], is_grave, "{badge}");
    }
}

#[test]
fn a_badge_changes_its_validator_with_what_it_says_alone() {
    let tag = |board: &Board| header(&get(board, "/badge.svg"), "etag");
    let mut watch = Watch::over([crate::words::tests::planner()]);
    watch.hear([crate::words::tests::heard("planner", crate::words::tests::up(), [])]);
    let first = tag(&watch.look());
    assert_eq!(tag(&watch.wait(2).look()), first);
    assert_ne!(tag(&watch.wait(90).look()), first);
}

/// The whole number behind a key, as attributes and paths have it.
fn number(svg: &str, key: &str) -> u32 {
    let (_, rest) = svg.split_once(key).unwrap_or_else(|| panic!("{key} is not in {svg}"));
    rest.split(|c: char| !c.is_ascii_digit()).next().unwrap().parse().unwrap()
}

#[test]
fn a_picture_names_its_language_and_is_read_from_where_that_begins() {
    for language in Language::all() {
        let board = everything();
        let of = |picture: &str| text(&board, &format!("{picture}?lang={}", language.tag()));
        let (badge, card) = (of("/badge.svg"), of("/card.svg"));
        for svg in [&badge, &card] {
            read(svg);
            assert!(svg.contains(&format!(" xml:lang=\"{}\" ", language.tag())), "{svg}");
            let mirrored = language.direction() == Dir::Rtl;
            assert_eq!(svg.contains(";direction:rtl}"), mirrored, "{svg}");
        }
        let label_at = number(&badge, "class=\"a\" d=\"M");
        let name_at = number(&badge, "class=\"t\" x=\"");
        let message_at = number(&badge, "class=\"m\" x=\"");
        let headline_at = number(&card, "class=\"h\" x=\"");
        match language.direction() {
            Dir::Ltr => {
                assert_eq!((label_at, headline_at), (0, 64));
                assert!(name_at < message_at, "{badge}");
            }
            Dir::Rtl => {
                assert_eq!(headline_at, 440 - 64);
                assert!(label_at > message_at && message_at < name_at, "{badge}");
            }
        }
    }
}

#[test]
fn the_heads_of_a_cards_columns_stand_apart_and_are_whole_in_every_language() {
    for language in Language::all() {
        let svg = text(&everything(), &format!("/card.svg?lang={}", language.tag()));
        let heads: Vec<(u32, &str)> = svg
            .split("<text class=\"c\" x=\"")
            .skip(1)
            .map(|rest| (number(rest, ""), rest.split_once('>').unwrap().1.split('<').next().unwrap()))
            .take(3)
            .collect();
        for pair in heads.windows(2) {
            let [(one, _), (other, head)] = pair else { unreachable!() };
            assert!(one.abs_diff(*other) > super::picture::width(head, 12) - 1, "{language:?}: {heads:?}");
        }
        assert!(heads.iter().all(|(_, head)| !head.ends_with('…')), "{language:?}: {heads:?}");
    }
}
