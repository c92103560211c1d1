//! Tests of the screen layout.

use super::*;
use crate::play::client_game::Note;
use crate::play::command;
use crate::play::fixture::game;
use crate::registry::NAMES;

fn text(line: &Line) -> String {
    line.iter().map(|piece| piece.content().as_str()).collect()
}

fn drawn(game: &ClientGame, log: &Log, (columns, rows): (usize, usize), scroll: Scroll) -> Vec<String> {
    let mut editor = Editor::default();
    editor.insert("moves e2");
    let layout = ScreenLayout { game, log, editor: &editor, scroll, paint: Paint::Text, figures: false };
    let picture = layout.draw(columns, rows);
    check_board(&layout, &picture, (columns, rows));
    assert!(picture.lines.len() <= rows.max(1) && picture.lines.iter().all(|line| width(line) <= columns.max(1)));
    assert!(picture.cursor.0 < columns.max(1) && picture.cursor.1 < rows.max(1));
    picture.lines.iter().map(text).collect()
}

#[test]
fn piles_wrap_and_lose_nothing() {
    let (game, editor) = (game("chex"), Editor::default());
    let (log, scroll, paint) = (Log::default(), Scroll::default(), Paint::Text);
    let layout = ScreenLayout { game: &game, log: &log, editor: &editor, scroll, paint, figures: false };
    let letters = |text: &str| text.split_whitespace().collect::<String>();
    let told: Vec<String> = layout.facts(30, 100).iter().map(text).collect();
    assert!(told.iter().all(|line| line.chars().count() <= 30), "{told:?}");
    let facts = game.facts();
    assert!(told.len() > 1 && facts.concat().contains("pile"), "{facts:?} as {told:?}");
    assert_eq!(letters(&told.concat()), letters(&facts.concat()));
}

/// The whole board is on the screen, in the middle of what the moves leave, with nothing upon it; or the screen
/// says how to see the rest.
fn check_board(layout: &ScreenLayout, picture: &Picture, (columns, rows): (usize, usize)) {
    if rows < 10 || columns < 20 {
        return;
    }
    let Arrangement { place, view, .. } = layout.arrange(columns, rows);
    let lines: Vec<String> = picture.lines.iter().map(text).collect();
    let help = &lines[rows - 2];
    assert!(help.contains("help"), "{columns}x{rows}: {help}");
    let told = match (help.contains("scroll") || help.contains("Cut"), help.contains("Enter")) {
        (true, false) => View::Cut,
        (false, true) => View::Covered,
        _ => View::Whole,
    };
    assert_eq!(told, view, "{columns}x{rows}: {help}");
    if view != View::Whole {
        return;
    }
    let board: Vec<String> =
        place.diagram.rows.iter().map(|row| row.iter().map(ToString::to_string).collect()).collect();
    let margin = (columns - place.columns - if place.has_panel { BESIDE } else { 0 }) / 2;
    let is_here = |lines: &[String]| {
        lines.iter().zip(&board).all(|(line, row)| {
            let seen: String = line.chars().skip(margin).take(place.columns).collect();
            seen.trim_end() == row.trim_end() && line.chars().take(margin).all(|c| c == ' ')
        })
    };
    assert!(lines.windows(board.len()).any(is_here), "{columns}x{rows}:\n{}", lines.join("\n"));
}

/// Sizes of windows from 20x10 to 300x100.
fn sizes() -> impl Iterator<Item = (usize, usize)> {
    let columns = [20, 31, 40, 54, 62, 69, 70, 80, 81, 97, 98, 120, 132, 200, 300];
    let rows = [10, 11, 13, 16, 20, 24, 25, 30, 43, 60, 100];
    columns.into_iter().flat_map(move |columns| rows.map(|rows| (columns, rows)))
}

#[test]
fn nothing_is_cut_without_a_sign() {
    for variant in NAMES {
        let mut game = game(variant);
        let mut log = Log::default();
        log.add_answer(game.take_notes());
        for size in sizes() {
            drawn(&game, &log, size, Scroll::default());
        }
        for ply in 0..12 {
            let moves = game.host.session.legal_moves();
            let Some(&mv) = moves.get(ply * 7 % moves.len().max(1)) else { break };
            let text = game.host.session.write_move(mv, crate::session::MoveFormat::OWN);
            assert!(game.execute(&text));
            log.add_answer(game.take_notes());
        }
        for size in [(20, 10), (40, 16), (80, 24), (200, 60), (300, 100)] {
            drawn(&game, &log, size, Scroll::default());
        }
    }
}

#[test]
fn boards_of_all_games_are_whole_in_usual_windows() {
    for variant in NAMES {
        let game = game(variant);
        for (columns, rows) in [(80, 24), (200, 60)] {
            let editor = Editor::default();
            let (log, scroll) = (Log::default(), Scroll::default());
            let layout =
                ScreenLayout { game: &game, log: &log, editor: &editor, scroll, paint: Paint::Text, figures: false };
            let Arrangement { place, view, .. } = layout.arrange(columns, rows);
            assert_eq!(view, View::Whole, "{variant} {columns}x{rows}");
            // The plane of Chex begins with one field.
            assert!(
                rows == 24 || place.rows >= 49 || variant.starts_with("chex"),
                "{variant} fills a large window: {}",
                place.rows
            );
        }
    }
}

#[test]
fn scrolling_ends_at_the_edges() {
    let game = game("kaleido");
    let (editor, log) = (Editor::default(), Log::default());
    let draw = |scroll| {
        let layout =
            ScreenLayout { game: &game, log: &log, editor: &editor, scroll, paint: Paint::Text, figures: false };
        layout.draw(50, 14)
    };
    let end = draw(Scroll { down: 999, right: -999 }).scroll;
    assert!(end.down > 0 && end.down < 15 && end.right < 0 && end.right > -40, "{end:?}");
    let back = draw(Scroll { down: end.down - 1, right: end.right }).lines;
    assert_ne!(back, draw(end).lines, "one step back is seen at once");
}

#[test]
fn the_labels_of_a_board_stay_when_it_is_scrolled() {
    let game = game("quex");
    let log = Log::default();
    let lines = drawn(&game, &log, (20, 12), Scroll { down: -99, right: 99 });
    assert!(lines[1].starts_with("10 ") && lines.iter().any(|line| line.ends_with(" j")), "{lines:?}");
}

#[test]
fn every_game_fits_on_screens_of_every_size() {
    for variant in NAMES {
        let mut game = game(variant);
        let first = game.host.session.legal_moves()[0];
        let first = game.host.session.write_move(first, crate::session::MoveFormat::OWN);
        assert!(game.execute(&first) && game.execute("help"));
        let mut log = Log::default();
        log.add_answer(game.take_notes());
        for size in [(0, 0), (1, 1), (2, 3), (10, 4), (20, 5), (40, 12), (80, 24), (81, 25), (132, 43), (300, 100)] {
            for scroll in [Scroll::default(), Scroll { down: -99, right: 5 }, Scroll { down: 3, right: 999 }] {
                drawn(&game, &log, size, scroll);
            }
        }
    }
}

#[test]
fn a_large_screen_shows_board_moves_clocks_and_input() {
    let mut game = game("keyles");
    for text in ["e3e4", "e8e7"] {
        assert!(game.execute(text));
    }
    let mut log = Log::default();
    log.add_answer(game.take_notes());
    let lines = drawn(&game, &log, (100, 40), Scroll::default());
    assert_eq!(lines.len(), 40);
    assert!(lines[0].starts_with(" keyles: White to move") && lines[0].contains("White 5:0"), "{}", lines[0]);
    assert!(lines.iter().any(|line| line.starts_with(&" ".repeat(5)) && line.contains(" 10   .")), "{lines:?}");
    assert!(lines.iter().any(|line| line.contains("   1. e3e4     e8e7")), "{lines:?}");
    assert!(!lines.iter().any(|line| line.contains("captured") || line.contains(": -")), "{lines:?}");
    assert_eq!([&lines[38], &lines[39]], ["Type a move, or help for the list of commands.", "> moves e2"]);
}

#[test]
fn a_check_does_not_shrink_the_board() {
    let mut game = game("chess");
    for text in ["e2e4", "e7e5", "d2d4", "f8b4"] {
        assert!(game.execute(text));
    }
    let lines = drawn(&game, &Log::default(), (80, 24), Scroll::default());
    assert!(lines.iter().any(|line| line.contains("check from b4")), "{lines:?}");
    assert!(lines.iter().any(|line| line.contains(" 8  r   n   b ")), "{lines:?}");
}

#[test]
fn four_players_have_clocks_and_moves_of_two_lines_a_round() {
    let mut game = game("kaleido4");
    for text in ["2A-2K", "4A-4K", "6A-6K", "8A-8K", "1E-1F"] {
        assert!(game.execute(text));
    }
    let log = Log::default();
    let wide = drawn(&game, &log, (120, 30), Scroll::default());
    assert!(wide[0].starts_with(" kaleido4: Red to move "), "{}", wide[0]);
    let has_faces = |line: &str, names: [&str; 4]| names.iter().all(|name| line.contains(&format!(" {name} 5:0")));
    assert!(has_faces(&wide[0], ["White", "Red", "Black", "Green"]), "{}", wide[0]);
    assert!(wide.iter().any(|line| line.ends_with("   1. 2A-2K    4A-4K")), "{wide:?}");
    assert!(wide.iter().any(|line| line.ends_with("      6A-6K    8A-8K")), "{wide:?}");
    assert!(wide.iter().any(|line| line.ends_with("   2. 1E-1F")), "{wide:?}");
    let narrow = drawn(&game, &log, (60, 30), Scroll::default());
    assert!(has_faces(&narrow[0], ["W", "R", "B", "G"]), "{}", narrow[0]);
}

#[test]
fn the_round_board_is_scrolled() {
    let mut game = game("kaleido");
    assert!(game.execute("1K-2K"), "wherever the focus is");
    let log = Log::default();
    let seen = |down| drawn(&game, &log, (80, 16), Scroll { down, right: 0 })[1..].join("\n");
    assert!(seen(-99).contains("[5B w]") && !seen(-99).contains("[1B W]"), "{}", seen(-99));
    assert!(seen(99).contains("[1B W]") && !seen(99).contains("[5B w]"), "{}", seen(99));
}

#[test]
fn the_plane_is_scrolled() {
    let mut game = game("chex");
    let plane = "26P/25p1/24P2/23n3/22Q4/19Ppp5/18r8/17N9/18k8/17P9/16p10/15P11/14p12/13N13/12p14/11R15/10p16/9P17/\
                 8B18/7B19/6b20/5K21/P3n22/1P1R23/2p24[] b - - 0 33";
    game.set_up(plane).unwrap();
    let seen = |size, scroll| drawn(&game, &Log::default(), size, scroll);
    let has_rank = |lines: &[String], rank: &str| lines.iter().any(|line| line.trim_start().starts_with(rank));
    let high = seen((80, 24), Scroll { down: -99, right: 0 });
    assert!(has_rank(&high, "27 ") && !has_rank(&high, "1 "), "{high:?}");
    let low = seen((80, 24), Scroll { down: 99, right: 0 });
    assert!(has_rank(&low, "1 ") && !has_rank(&low, "27 "), "{low:?}");
    let left = seen((40, 24), Scroll { down: 0, right: -99 });
    assert!(left.iter().any(|line| line.starts_with("    a b c ")), "{left:?}");
    let right = seen((40, 24), Scroll { down: 0, right: 99 });
    assert!(right.iter().any(|line| line.ends_with(" y zaaabac")), "{right:?}");
}

#[test]
fn the_list_of_commands_fits_into_the_usual_window() {
    for variant in NAMES {
        let mut game = game(variant);
        let mut log = Log::default();
        log.add_answer(game.take_notes());
        log.end_answer();
        assert!(game.execute("help"));
        log.add_answer(game.take_notes());
        let lines = drawn(&game, &log, (80, 24), Scroll::default());
        for (word, ..) in command::COMMANDS {
            let is_listed = lines.iter().any(|line| line.contains(&format!("{word} ")));
            assert!(is_listed, "{variant}, {word}: {lines:?}");
        }
        assert!(!lines.iter().any(|line| line.contains("too low")), "{variant}: {lines:?}");
    }
}

#[test]
fn moves_are_numbered_from_the_first_position_on() {
    let mut game = game("chess");
    game.set_up("4k3/8/8/8/8/8/4P3/4K3 b - - 0 40").unwrap();
    assert!(game.execute("e8e7") && game.execute("e2e4") && game.execute("e7e6"));
    let lines = drawn(&game, &Log::default(), (100, 30), Scroll::default());
    assert!(lines.iter().any(|line| line.ends_with(" 40. ...      e8e7")), "{lines:?}");
    assert!(lines.iter().any(|line| line.ends_with(" 41. e2e4     e7e6")), "{lines:?}");
}

#[test]
fn a_game_that_is_over_says_how_to_go_on() {
    let mut game = game("chess");
    for text in ["f2f3", "e7e5", "g2g4", "d8h4"] {
        assert!(game.execute(text));
    }
    let over = |game: &ClientGame| {
        let lines = drawn(game, &Log::default(), (80, 24), Scroll::default());
        lines.iter().any(|line| line == "The game is over: undo, new, save, or help.")
    };
    assert!(over(&game));
    assert!(game.execute("undo") && !over(&game));
    assert!(game.execute("resign") && over(&game));
}

#[test]
fn the_cursor_stands_behind_wide_characters() {
    let (game, mut editor) = (game("chess"), Editor::default());
    editor.insert("日本語日本語");
    let log = Log::default();
    let (scroll, paint) = (Scroll::default(), Paint::Text);
    let layout = ScreenLayout { game: &game, log: &log, editor: &editor, scroll, paint, figures: false };
    for columns in 2..20 {
        let (line, cursor) = layout.typed(columns);
        assert_eq!(width(&line), cursor, "{columns}: {line:?}");
    }
    assert_eq!(text(&layout.typed(8).0), " 日本語");
}

#[test]
fn moves_of_the_engines_leave_the_board_in_sight() {
    let game = game("kaleido4");
    let said = |text: String| vec![Note::Said(text)];
    let mut log = Log::default();
    log.add_answer(said("White engine, Red engine, Black engine, Green engine".to_string()));
    for number in 1..=40 {
        log.add_news(said(format!("{number}... Red 4A-4K  (depth 5, Red 26%)")));
    }
    log.add_news(said("1-0-0-0 {White is the last one in}".to_string()));
    for size in [(80, 24), (120, 40)] {
        let screen = drawn(&game, &log, size, Scroll::default()).join("\n");
        assert!(screen.contains("[1B W]") && screen.contains("[5B w]"), "{screen}");
        assert!(screen.contains("40... Red ") && screen.contains("1-0-0-0 {"), "{screen}");
    }
}

#[test]
fn the_letters_of_the_pieces_are_explained_where_there_is_room() {
    let legends = [
        ("quex", "L lord, P prince, G grand, C crux, W wyse, T trez, F fote"),
        ("kaleido", "W wizard, D dragon, R roc, E eagle, V raven, L elephant, T tiger, H horse"),
        ("amazon", "A amazon"),
    ];
    for (variant, legend) in legends {
        for size in [(80, 24), (120, 40), (200, 60)] {
            let lines = drawn(&game(variant), &Log::default(), size, Scroll::default());
            assert!(lines.iter().any(|line| line == legend), "{size:?}: {lines:?}");
        }
        let lines = drawn(&game(variant), &Log::default(), (40, 10), Scroll::default());
        assert!(!lines.iter().any(|line| line == legend), "{lines:?}");
    }
    assert_eq!([game("chess").legend(), game("chex").legend()], [None, None]);
}

#[test]
fn an_answer_too_long_for_the_window_says_so() {
    let mut game = game("chess");
    game.execute("help");
    let mut log = Log::default();
    log.add_answer(vec![Note::Said("before".to_string())]);
    log.add_answer(game.take_notes());
    let low = drawn(&game, &log, (80, 14), Scroll::default()).join("\n");
    assert!(low.contains("too low for the rest") && low.contains("MOVE"), "{low}");
    let usual = drawn(&game, &log, (80, 24), Scroll::default()).join("\n");
    assert!(usual.contains("MOVE") && usual.contains("quit  ") && !usual.contains("too low"), "{usual}");
    assert!(usual.contains("Enter shows it again"), "{usual}");
    let high = drawn(&game, &log, (80, 40), Scroll::default()).join("\n");
    assert!(high.contains(" 8  r   n ") && high.contains("quit  ") && !high.contains("too low"), "{high}");
    log.end_answer();
    let again = drawn(&game, &log, (80, 24), Scroll::default()).join("\n");
    assert!(again.contains(" 8  r   n ") && !again.contains("Enter"), "{again}");
    assert!(again.contains("before") && !again.contains("quit  "), "the list is gone: {again}");
}
