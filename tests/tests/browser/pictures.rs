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

/// Takes the picture of a game in a position, with White to move.
async fn draws(window: &Window, variant: &str, fen: &str) {
    player::begin_at(window, variant, fen).await;
    window.script(BUSIEST, Vec::new()).await;
    window.appears(".targets circle").await;
    window.script("document.activeElement?.blur();", Vec::new()).await;
    window.shoot_window(&format!("picture-{variant}")).await;
    window.is_clean().await;
}

#[test]
fn games_of_squares_are_drawn() {
    play("pictures-squares", async |table| {
        let window = table.window(Look { size: SIZE, ..Look::DESK }).await;
        let fen = "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 6 5";
        draws(&window, "chess", fen).await;
        let fen = "r1bqk2r/pppp1ppp/2n2n2/4p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 0 5";
        draws(&window, "knightrelay", fen).await;
        let fen = "r7k1/2n1q2nr1/cflwg1glf1/1p3w1t1c/3t1p4/10/CNWT1WPT2/1F1GPG1LFC/2R1Q2N1R/6L1K1[] w - - 1 18";
        draws(&window, "quex", fen).await;
        let dark = table.window(Look { size: SIZE, ..Look::DESK.dark() }).await;
        draws(&dark, "keyles", "10/k2r2q3/10/3g6/4r5/2t7/QRLNP5/FTGWC5/10/10[Kl] w - - 0 30").await;
    });
}

#[test]
fn games_on_other_boards_are_drawn() {
    play("pictures-others", async |table| {
        let window = table.window(Look { size: SIZE, ..Look::DESK }).await;
        let fen = "2b4p/1P1R3B/r2PK1P1/3pPnbp[QRBNNPPPPkqrnppppp] w - - 1 12";
        draws(&window, "chex", fen).await;
        let fen = "RW1E5L1/2VPDL3RH/P1p1v3T2/3tw3p2/rdrl3l1e1/1vpp5t1/1P1H4e2/1VET5P1/h w3 8E-2E 4C-4E 16 18";
        draws(&window, "kaleidodice", fen).await;
        let fen = "1W1R5LE/L3'P3P2/'R'W1'L'P4T'D/3'T7/1'r9/2't1'p6/1'w2'l6/'e7P't1/1 w 1C-1D 3I-2E - 6J-5B 1 9";
        draws(&window, "kaleido4", fen).await;
        let phone = table.window(Look::PHONE.dark()).await;
        draws(&phone, "kaleido", "RWRL5LD/EVPP5TH/11/pvet5ph/rwrl5ld/evpp5th/11/PVET5PH/1 w - - 0 1").await;
    });
}

#[test]
fn siblings_are_drawn() {
    play("pictures-siblings", async |table| {
        let window = table.window(Look { size: SIZE, ..Look::DESK }).await;
        draws(&window, "chexpbm", "2N/1q1/Kk1/N2/1n1[QRRBBPPPPPPPPrbbpppppppp] w - - 0 6").await;
        let fen = "RWRLP3PLD/E1'E'T5T1/'R'W'R'L'P3'P'L'D/'E1et5'T1/rwrlp3pld/e8t1/11/2ET7/1 w - - - 0 1";
        draws(&window, "kaleido3", fen).await;
        let fen = "RWRL7/EVDPL4TH/11/pppp6p/1ppp5pp/pppp5pp/11/PVET5PH/1 w 1J-2E 5A-4C 0 3";
        draws(&window, "kaleidopawns", fen).await;
        let fen = "RWRLD4L1/EVP6TP/11/1vvv5vv/vvvv6v/vvvv5vv/11/PVET5PH/1 w 2D-2K 5J-5K 0 3";
        draws(&window, "kaleidoravens", fen).await;
    });
}

/// The relatives of chess, each in a position of its opening.
const RELATIVES: [(&str, &str); 10] = [
    ("amazon", "rnbakb1r/pppp1ppp/5n2/4p3/4P3/5A2/PPPP1PPP/RNB1KBNR w KQkq - 2 3"),
    ("capablanca", "rn1bqkbcnr/pppppppppp/3a6/10/10/2N3C3/PPPPPPPPPP/R1ABQKB1NR w KQkq - 4 3"),
    ("kingofthehill", "r1bq1bnr/ppp2kpp/2n5/3pp3/4P3/4K3/PPPP1PPP/RNBQ1BNR w - - 0 5"),
    ("3check", "rnbq1bnr/ppppkBpp/8/4p3/4P3/8/PPPP1PPP/RNBQK1NR w KQ - 2+3 1 4"),
    ("extinction", "r3kb1r/ppp2ppp/2n2n2/3qp3/3P2b1/4BN2/PPP1BPPP/RN1QK2R w KQkq - 2 8"),
    ("madrasi", "rnb1kbnr/ppp1pppp/8/3q4/8/2N5/PPP1PPPP/R1BQKBNR w KQkq - 2 4"),
    ("circe", "r1bqkbnr/pppp1ppp/2n5/8/3pP3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 4"),
    ("dunsany", "r1bqkbnr/pppppppp/2n5/8/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 1 2"),
    ("monster", "rnbqkbnr/pp1ppppp/8/2p5/3P4/4P3/2P2P2/4K3 w kq - 2 0 2"),
    ("progressive", "rnbqkb1r/pppp1ppp/5n2/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 3/3 1 2"),
];

#[test]
fn relatives_of_chess_are_drawn() {
    play("pictures-relatives", async |table| {
        let window = table.window(Look { size: SIZE, ..Look::DESK }).await;
        for (variant, fen) in RELATIVES {
            draws(&window, variant, fen).await;
        }
    });
}
