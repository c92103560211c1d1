/**
 * Positions of the pictures in the rules, so that one can play on.
 *
 * The pictures are named as `scripts/draw-pictures` names them. A diagram of one piece leaves out what a position must
 * have besides (kings, holders of castles); here they stand at the edge.
 */

const PICTURES = {
    chess: ["chess", null],
    knightrelay: ["knightrelay", "3k4/1N6/4P3/p7/3N4/Q1n5/2n5/4K3 w - - 0 1"],
    quex: ["quex", null],
    keyles: ["keyles", "10/k2r2q3/10/3g6/4r5/2t7/QRLNP5/FTGWC5/10/10[Kl] w - - 0 30"],
    chex: ["chex", "2P1/k1Nn/1r2[KQRRBBNPPPPPPPqrbbnpppppppp] w - - 0 4"],
    "chex-tied": ["chex", "2P1/k1Nn/1r2[KQRRBBNPPPPPPPqrbbnpppppppp] b - - 0 4"],
    "chex-free": ["chex", "2P1/kPNn/1r2[KQRRBBNPPPPPPqrbbnpppppppp] b - - 0 5"],
    kaleido: ["kaleido", null],
    kaleido4: ["kaleido4", null],
};
const CHAMPIONS = { king: "K", queen: "Q", rook: "R", lord: "L", knight: "N", prince: "P" };
const PIONS = { grand: "G", crux: "C", wyse: "W", trez: "T", fote: "F" };
const FLIERS = { wizard: "W", dragon: "D", roc: "R", eagle: "E", raven: "V" };
const WALKERS = { elephant: "L", tiger: "T", horse: "H", pawn: "P" };
const LETTERS = { quex: { ...CHAMPIONS, ...PIONS }, kaleido: { ...FLIERS, ...WALKERS } };

/** Position with one piece of Quex on e5, and pions to capture. */
function quexPiece(letter) {
    const king = letter === "K" ? "10" : "9K";
    return `9k/10/10/2f1f5/10/4${letter}5/6t3/10/10/${king}[] w - - 0 1`;
}

/** Position with one piece of KaleidoChess on 1K. */
function kaleidoPiece(letter) {
    return `10${letter}/11/1P9/11/1w9/11/11/11/1 w - - 0 1`;
}

/** Game and position of a picture by its address, `[variant, fen]`; null if nothing can be played on it. */
export function pictured(address) {
    const name = /([\w-]+)\.svg$/.exec(address)?.[1];
    if (name in PICTURES) {
        return PICTURES[name];
    }
    const [game, kind] = name?.split("-") ?? [];
    const letter = LETTERS[game]?.[kind];
    if (!letter) {
        return null;
    }
    return [game, game === "quex" ? quexPiece(letter) : kaleidoPiece(letter)];
}
