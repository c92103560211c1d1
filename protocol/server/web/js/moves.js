/**
 * Choosing a legal move on the board: the piece, then its target, then, if there are several, the promotion.
 *
 * `Mover` is given the legal moves and the board's clicks, and calls `play(move)` once with the move that was meant.
 */

import { choose } from "/js/choice.js";

/** Marks of the moves of one kind: field to `{captures}`. */
function targetsOf(moves) {
    const targets = new Map();
    for (const move of moves) {
        const before = targets.get(move.to)?.captures ?? false;
        targets.set(move.to, { captures: before || move.captures });
    }
    return targets;
}

/** Name of a field that the server names with its place. */
function nameOf(field) {
    return field?.name ?? null;
}

export class Mover {
    /**
     * @param play is called with the chosen legal move
     * @param name is called with the piece on the field that was clicked, or null
     */
    constructor(play, name) {
        this.play = play;
        this.name = name;
        this.board = null;
        this.moves = [];
        this.selected = null;
    }

    /** Handlers for a `Board`. */
    handlers() {
        return {
            onPick: (field) => this.pick(field),
            onLift: (field) => this.select(field),
            onDrop: (from, to) => this.drop(from, to),
            canLift: (field) => this.movesFrom(field).length > 0,
            onCancel: () => this.select(null),
        };
    }

    /** Sets the legal moves of the position on the board; none if it is not this player's turn. */
    offer(moves) {
        this.moves = moves.map((move) => ({ ...move, from: nameOf(move.from), to: nameOf(move.to) }));
        this.select(null);
    }

    movesFrom(field) {
        return this.moves.filter((move) => move.kind === "step" && move.from === field);
    }

    placements() {
        return this.moves.filter((move) => move.kind === "place");
    }

    /** Chooses a piece, or none; marks where it can go. Without a piece, placements are marked. */
    select(field) {
        this.selected = field && this.movesFrom(field).length > 0 ? field : null;
        const shown = this.selected ? this.movesFrom(this.selected) : this.placements();
        this.board.mark({ selected: this.selected, targets: targetsOf(shown), movable: this.movable() });
        this.name(this.board.pieceEntry(field));
    }

    /** Shows a move `{from, to}` beside what the player is about to do. */
    hint(move) {
        this.select(null);
        this.board.mark({ targets: targetsOf(this.placements()), movable: this.movable(), hint: move });
    }

    /** Fields whose pieces can move, if a throw of the die decides on that and none is chosen. */
    movable() {
        const isThrown = this.board.state.die !== null && !this.selected;
        return isThrown ? new Set(this.moves.map((move) => move.from).filter(Boolean)) : new Set();
    }

    /** Field that a step goes to, if it knocks out a piece of its own player there. */
    ownVictim({ from, to, captures }) {
        return captures && this.board.ownerOn(from) === this.board.ownerOn(to) ? to : null;
    }

    /** A click on a field. */
    async pick(field) {
        const steps = this.selected ? this.movesFrom(this.selected).filter((move) => move.to === field) : [];
        const meant = steps.length > 0 ? steps : this.placements().filter((move) => move.to === field);
        if (meant.length === 0) {
            this.select(field === this.selected ? null : field);
            return;
        }
        await this.settle(meant);
    }

    /** A piece was dragged from a field to another one, or beside the board. */
    async drop(from, to) {
        const meant = this.movesFrom(from).filter((move) => move.to === to);
        if (meant.length > 0) {
            await this.settle(meant);
        } else if (from !== to) {
            this.select(null);
        }
    }

    /** Plays one of some moves with the same target, after asking which, and whether it may cost an own piece. */
    async settle(meant) {
        const own = meant[0].kind === "step" && this.ownVictim(meant[0]);
        const options = this.inOrder(meant).map((move) => ({
            value: move,
            text: wordsOf(move),
            figure: figureOf(move),
        }));
        if (own) {
            options.forEach((option) => (option.text = "Knock out your own piece"));
            options.push({ value: own, text: "Choose that piece instead" });
        }
        const question = own ? "One of your own pieces stands there" : "What does it become?";
        const chosen = options.length === 1 ? options[0].value : await choose(question, options);
        if (own && chosen === own) {
            this.select(own);
        } else if (chosen) {
            this.finish(chosen);
        } else {
            this.select(null);
        }
    }

    /** Promotions in the order of the game's list of pieces, and last what stays as it is. */
    inOrder(moves) {
        const letters = this.board.variant.pieces.map((piece) => piece.letter.toLowerCase());
        const rank = ({ promotion }) =>
            promotion ? letters.indexOf(promotion.letter.toLowerCase()) : letters.length;
        return [...moves].sort((one, other) => rank(one) - rank(other));
    }

    finish(move) {
        this.moves = [];
        this.select(null);
        this.play(move);
    }

    /** Plays the legal move with such a text or notation. Returns false if there is none. */
    playText(text) {
        const strict = (words) => words.replace(/[\s+#]/g, "");
        const plain = (words) => strict(words).toLowerCase().replace(/[=x-]/g, "");
        const those = (form) =>
            this.moves.filter((move) => [move.text, move.notation].some((it) => it && form(it) === form(text)));
        // `bxc3` is a pawn's move and `Bxc3` a bishop's: letters are alike only where one move is meant.
        const [meant, ...others] = [(words) => words, strict, plain].map(those).find((found) => found.length) ?? [];
        if (!meant || others.length > 0) {
            return false;
        }
        this.finish(meant);
        return true;
    }
}

function wordsOf(move) {
    if (move.kind === "place") {
        return move.piece.name;
    }
    return move.promotion ? move.promotion.name : `stays a ${move.piece.name}`;
}

function figureOf(move) {
    return (move.promotion ?? move.piece)?.figure;
}
