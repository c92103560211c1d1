/** Pieces in words. */

/** Kinds of chess, which need no explanation on boards of squares. */
const OF_CHESS = new Set(["king", "queen", "rook", "bishop", "knight", "pawn"]);

function look(piece, variant) {
    return variant.pieces.find(({ letter }) => letter === piece.letter);
}

/** Name of a piece's kind, in lower case. */
export function kindOf(piece, variant) {
    return look(piece, variant).name;
}

/** A piece in words: its owner, its kind, and how it moves if that is not as in chess. */
export function pieceText(piece, variant) {
    const { name, moves } = look(piece, variant);
    const isKnown = variant.geometry.kind !== "round" && OF_CHESS.has(name);
    return moves && !isKnown ? `${piece.name}: ${moves}` : piece.name;
}
