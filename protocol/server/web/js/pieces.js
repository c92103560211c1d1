/** How pieces move, in a few words, where it is not as in chess. */

const ROUND = {
    wizard: "flies 3 steps, and changes rings as it likes",
    dragon: "flies 4 steps",
    roc: "flies 3 steps",
    eagle: "flies 2 steps",
    raven: "flies 1 step",
    elephant: "walks 4 steps",
    tiger: "walks 3 steps",
    horse: "walks 2 steps",
    pawn: "walks 1 step",
};
const SQUARES = {
    amazon: "queen and knight in one",
    chancellor: "rook and knight in one",
    archbishop: "bishop and knight in one",
    lord: "like a bishop",
    prince: "two steps, the second to the left or right of the first",
    grand: "one square in any direction",
    crux: "one square along a rank or file",
    wyse: "one square diagonally",
    trez: "one square straight or diagonally forward",
    fote: "one square straight forward, captures one diagonally forward",
};

/** Name of a piece's kind, in lower case. */
export function kindOf(piece, variant) {
    return variant.pieces.find(({ letter }) => letter === piece.letter).name;
}

/** A piece in words: its owner, its kind, and how it moves if that is not as in chess. */
export function pieceText(piece, variant) {
    const ways = variant.geometry.kind === "round" ? ROUND : SQUARES;
    const way = ways[kindOf(piece, variant)];
    return way ? `${piece.name}: ${way}` : piece.name;
}
