/** Castling rights of a position's text (FEN): they last while king and rook stay where they are. */

const FILES = "abcdefghij";

/** Letter of a piece or of a right, in the case of a side. */
function cased(letter, isWhite) {
    return isWhite ? letter.toUpperCase() : letter.toLowerCase();
}

export class Rights {
    /**
     * @param field of the text: `KQkq`, or letters of the rooks' files (X-FEN, Shredder-FEN)
     * @param pieces by the names of their fields, `files` and `ranks` of the board
     * @param hasInnocence in Circe chess `E` and `e` say that a king without rights has never moved
     */
    constructor(field, pieces, [files, ranks], hasInnocence) {
        Object.assign(this, { files, ranks, hasInnocence });
        const letters = field === "-" ? [] : [...field];
        /** Each right with its letter, and the names of the fields of king and rook; of innocence without a rook. */
        this.rights = letters.map((letter) => this.read(letter, pieces));
    }

    read(letter, pieces) {
        const isWhite = letter === letter.toUpperCase();
        const kings = this.standing(pieces, "k", isWhite);
        // In extinction chess there can be several kings, of which that at home castles.
        const king = kings.find((name) => name[0] === FILES[Math.floor(this.files / 2)]) ?? kings[0];
        return { letter, isWhite, king, rook: this.rookOf(letter, king, pieces) };
    }

    /** Fields of the first rank of a side with its pieces of a kind, from the left. */
    standing(pieces, kind, isWhite) {
        const names = [...FILES.slice(0, this.files)].map((file) => `${file}${isWhite ? 1 : this.ranks}`);
        return names.filter((name) => pieces.get(name) === cased(kind, isWhite));
    }

    /** Field of the rook that a letter means: the outermost one of a side, or that of a file. */
    rookOf(letter, king, pieces) {
        const kind = letter.toLowerCase();
        const rooks = this.standing(pieces, "r", letter !== kind);
        if (this.hasInnocence && kind === "e") {
            return null;
        }
        const isSought = { k: (name) => name > king, q: (name) => name < king }[kind] ?? ((name) => name[0] === kind);
        const found = rooks.filter(isSought);
        return (kind === "k" ? found.at(-1) : found[0]) ?? null;
    }

    /** The field of the text after changes of the pieces. */
    text(pieces) {
        return this.ofSide(true, pieces) + this.ofSide(false, pieces) || "-";
    }

    ofSide(isWhite, pieces) {
        const isThere = (name, kind) => pieces.get(name) === cased(kind, isWhite);
        const own = this.rights.filter((right) => right.isWhite === isWhite && isThere(right.king, "k"));
        const letters = own.filter(({ rook }) => isThere(rook, "r")).map((right) => this.letterOf(right, pieces));
        return letters.join("") || (this.hasInnocence && own.length > 0 ? cased("e", isWhite) : "");
    }

    /** Letter of a right: the file of its rook, if another one stands beyond it now. */
    letterOf({ letter, isWhite, king, rook }, pieces) {
        return this.rookOf(letter, king, pieces) === rook ? letter : cased(rook[0], isWhite);
    }
}
