//! KaleidoChess, played by clicks.

use std::collections::{BTreeMap, BTreeSet};

use engine::game::Game;
use engine::record::Record;
use engine::text::Notation;
use engine::variants::{Kaleido, KaleidoDice};
use protocol::layout::{Layout, OnSquares};
use protocol::picture::figures::{KALEIDO, Man};
use tests::properties::legal;
use tests::xboard::ELEVEN;

use super::{Parts, Window, highlighted};

/// The round board behind the pieces, as `scripts/motley-xboard` lays it there.
const BACKDROP: [&str; 6] = {
    let picture = concat!(env!("CARGO_MANIFEST_DIR"), "/../assets/xboard/kaleido-11x11.png");
    ["-useBoardTexture", "true", "-liteBackTextureFile", picture, "-darkBackTextureFile", picture]
};

#[test]
fn a_walker_a_flier_over_others_and_a_knock_out_of_an_own_piece_are_clicked_and_answered() {
    let Some(window) = Window::open::<Kaleido>("xboard-round", Parts::Board, ELEVEN, None, &BACKDROP) else { return };
    let mut record = Record::<Kaleido>::default();
    let play = |record: &mut Record<Kaleido>, text: &str| {
        let mv = record.position().read_on_squares(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        record.play(mv);
    };
    for (own, from, to, colour) in [
        // The horse walks by way of the empty field 8I.
        ("8K-7E", "j3", "i5", 'Y'),
        // The roc flies over the eagle on 8C and the raven on 8B.
        ("1A-8K", "g1", "j3", 'Y'),
        // The other raven knocks out the pawn beside it.
        ("2B+2C", "c1", "a4", 'R'),
    ] {
        assert_eq!(record.position().read_move(own), record.position().read_on_squares(&format!("{from}{to}")));
        window.click(from);
        let shown = window.xboard.expect_after('>', "highlight ", &format!("< lift {from}"));
        assert!(highlighted::<Kaleido>(&shown).contains(&(to.to_string(), colour)), "{own}: {shown}");
        window.picture(&format!("{from}.png"));
        window.click(to);
        let said = format!("< usermove {from}{to}");
        let answer = window.xboard.expect_after('>', "move ", &said);
        play(&mut record, own);
        play(&mut record, answer.trim_start_matches("move "));
    }
    window.picture("answered.png");
    assert!(!window.xboard.debug().contains("llegal move"), "{}", window.xboard.debug());
}

#[test]
fn the_throw_is_told_in_the_title_and_what_it_lets_move_is_clicked() {
    let options = [&BACKDROP[..], &["-searchDepth", "1"]].concat();
    let Some(window) = Window::open::<KaleidoDice>("xboard-throw", Parts::Board, ELEVEN, None, &options) else {
        return;
    };
    let said = window.xboard.expect_after('>', "feature myname", "< variant");
    let name = said.trim_start_matches("feature myname=").trim_matches('"');
    let (throw, movable) =
        name.split_once(" - White throws ").and_then(|told| told.1.split_once(": ")).expect("a throw");
    assert!("123456".contains(throw), "{name}");
    window.picture("thrown.png");
    window.xboard.expect_title(&format!("xboard: {name}"));
    assert_eq!(window.xboard.dialogs(), [""; 0]);

    let position = KaleidoDice::start().to_string().replacen(" w ", &format!(" w{throw} "), 1);
    let mut record = Record::<KaleidoDice>::new(position.parse().expect("a position"));
    let men = Layout::of(KaleidoDice::name()).expect("a layout").men(&record.position().to_squares());
    let mut sources = BTreeMap::new();
    for mv in legal(record.position()) {
        let text = record.position().write_on_squares(mv);
        let from = text[..text.rfind(|c: char| c.is_ascii_lowercase()).expect("two squares")].to_string();
        sources.insert(from.clone(), Man::of_letter(KALEIDO, men[&from]).expect("a figure").name);
    }
    let kinds: BTreeSet<&str> = sources.values().copied().collect();
    let all: BTreeSet<char> = men.values().copied().filter(char::is_ascii_uppercase).collect();
    let told: BTreeSet<&str> = movable.split(", ").collect();
    assert!(told == kinds || movable == "any piece" && kinds.len() == all.len(), "{name}: {kinds:?}");
    let from = sources.keys().next().expect("something can move");
    window.click(from);
    let shown = window.xboard.expect_after('>', "highlight ", &format!("< lift {from}"));
    let targets = highlighted::<KaleidoDice>(&shown);
    let (to, _) = targets.first().expect("it has somewhere to go");
    window.click(to);
    let answer = window.xboard.expect_after('>', "move ", &format!("< usermove {from}{to}"));
    for text in [&format!("{from}{to}"), answer.trim_start_matches("move ")] {
        let mv = record.position().read_on_squares(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        record.play(mv);
    }
}
