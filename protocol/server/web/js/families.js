/**
 * The games as the start page groups them: games that differ in one rule share a card.
 *
 * `rules` is the chapter of the rules, `chapter` its title, where that is not the family's. `fen` is the position of
 * the picture, where the start would show little.
 */

/** Relative of chess: a card of its own, and a part of their chapter. */
function relative(name, title, text) {
    return { title, names: [name], rules: "related", chapter: "Relatives of chess", text };
}

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
    relative("amazon", "Amazon chess", "The queen leaps like a knight as well."),
    relative("capablanca", "Capablanca chess", "Ten files, with an archbishop and a chancellor on each side."),
    relative("kingofthehill", "King of the hill", "The king that reaches the centre wins at once."),
    relative("3check", "Three-check chess", "Who gives check for the third time wins."),
    relative("extinction", "Extinction chess", "A side that has lost the last piece of any kind has lost."),
    relative("madrasi", "Madrasi chess", "A piece that is attacked by an enemy of its own kind cannot move."),
    relative("circe", "Circe chess", "Captured pieces are reborn on their home squares."),
    relative("dunsany", "Dunsany's chess", "Thirty-two pawns without a king against the army of chess."),
    relative("monster", "Monster chess", "A king and four pawns, with two moves a turn, against the army of chess."),
    relative("progressive", "Scottish progressive chess", "White makes one move, Black two, White three, and so on."),
];

/** The family that a game belongs to. */
export function familyOf(name) {
    return FAMILIES.find((family) => family.names.includes(name));
}
