//! Pictures of the games for the documentation, in `target/browser`; `scripts/browser-pictures` takes them from there.

use super::player;
use super::table::play;
use super::window::{Look, Window};

/// Size of the pictures.
const SIZE: (u32, u32) = (1280, 880);

/// Chooses the piece that can go to the most empty fields, so that its targets are marked.
const BUSIEST: &str = "const all = [...document.querySelectorAll('[data-field]')];
    const label = (it) => it.getAttribute('aria-label');
    if (all.some((it) => label(it).includes('can be'))) return;
    const click = (it) => it.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    const counts = all.filter((it) => it.classList.contains('able')).map((it) => {
        click(it);
        const count = all.filter((it) => label(it).includes('can be reached')).length;
        if (label(it).includes('chosen')) click(it);
        return [count, it];
    });
    const best = counts.sort((one, other) => other[0] - one[0])[0];
    click(best[1]);";

/// Games of the pictures: a name, and indented lines of moves that lead to a position with White to move.
const GAMES: &str = include_str!("pictures.txt");

/// Moves of a game of the pictures.
fn moves_of(variant: &str) -> String {
    let lines = GAMES.lines().skip_while(|line| *line != variant).skip(1);
    let moves: Vec<_> = lines.take_while(|line| line.starts_with(' ')).flat_map(str::split_whitespace).collect();
    assert!(!moves.is_empty(), "no game of {variant}");
    moves.join(" ")
}

/// Takes the picture of a game.
async fn draws(window: &Window, variant: &str) {
    player::begin_after(window, variant, &moves_of(variant)).await;
    // A picture shows the game, not how it is played.
    window.script("document.querySelector('#pieces').open = false;", Vec::new()).await;
    window.script(BUSIEST, Vec::new()).await;
    window.appears(".targets circle").await;
    window.script("document.activeElement?.blur();", Vec::new()).await;
    window.shoot_window(&format!("picture-{variant}")).await;
    window.is_clean().await;
}

/// Takes the pictures of some games at a desk.
fn draw_all(table: &'static str, variants: &'static [&'static str]) {
    play(table, async |table| {
        let window = table.window(Look { size: SIZE, ..Look::DESK }).await;
        for variant in variants {
            draws(&window, variant).await;
        }
    });
}

#[test]
fn games_of_squares_are_drawn() {
    draw_all("pictures-squares", &["chess", "knightrelay", "quex"]);
}

#[test]
fn games_on_other_boards_are_drawn() {
    draw_all("pictures-others", &["chex", "kaleidodice", "kaleido4"]);
}

#[test]
fn games_are_drawn_in_the_dark_and_on_a_phone() {
    play("pictures-dark", async |table| {
        let dark = table.window(Look { size: SIZE, ..Look::DESK.dark() }).await;
        draws(&dark, "keyles").await;
        let phone = table.window(Look::PHONE.dark()).await;
        draws(&phone, "kaleido").await;
    });
}

#[test]
fn siblings_are_drawn() {
    draw_all("pictures-siblings", &["chexpbm", "kaleido3", "kaleidopawns", "kaleidoravens"]);
}

#[test]
fn relatives_of_chess_are_drawn() {
    draw_all("pictures-relatives", &["amazon", "capablanca", "kingofthehill", "3check", "extinction"]);
}

#[test]
fn odder_relatives_of_chess_are_drawn() {
    draw_all("pictures-odd-relatives", &["madrasi", "circe", "dunsany", "monster", "progressive"]);
}
