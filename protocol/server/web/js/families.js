/**
 * The games as the start page groups them: games that differ in one rule share a card.
 *
 * `fen` is the position of the picture, where the start would show little.
 */

export const FAMILIES = [
    { title: "Chess", names: ["chess"], rules: "chess", text: "The game that everybody knows, as the yardstick." },
    {
        title: "Knight relay chess",
        names: ["knightrelay"],
        rules: "knightrelay",
        text: "Pieces that a knight guards leap like knights themselves.",
        fen: "r1bqk2r/pppp1ppp/2n2n2/4p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 0 5",
    },
    {
        title: "Quex",
        names: ["quex"],
        rules: "quex",
        text: "Eleven kinds of pieces on ten by ten squares, and what was captured may come back.",
    },
    {
        title: "Keyles",
        names: ["keyles"],
        rules: "keyles",
        text: "A race of kings: the one that reaches the far side wins, and a captured king returns.",
        fen: "10/rpnl1k1npr/c1tw1g1tfc/2f1g1w3/4q1l3/3LG5/2W2G1T2/CF1WQ1T1FC/RPN2KLNPR/10[] w - - 0 8",
    },
    {
        title: "Chex",
        names: ["chex", "chexpbm"],
        rules: "chex",
        text: "Chess men as tiles, drawn blindly and laid on a plane without edges. They must stay connected.",
        fen: "2P1/k1Nn/1r2[KQRRBBNPPPPPPPqrbbnpppppppp] b - - 0 5",
    },
    {
        title: "KaleidoChess",
        names: ["kaleido", "kaleidodice", "kaleidopawns", "kaleidoravens"],
        rules: "kaleido",
        text: "A round board, pieces that walk and fly an exact number of steps, and castles to hold.",
    },
    {
        title: "KaleidoChess for three and four",
        names: ["kaleido4", "kaleido3"],
        rules: "kaleido",
        text: "Everyone plays for itself around one board, until one is left.",
    },
];

/** The family that a game belongs to. */
export function familyOf(name) {
    return FAMILIES.find((family) => family.names.includes(name));
}
