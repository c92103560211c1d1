/**
 * Choosing a legal move on the board: the piece, then its target, then, if there are several, the promotion.
 *
 * `Mover` is given the legal moves and the board's clicks, and calls `play(move, seq)` once with the move that was
 * meant. The board shows it at once, ahead of the server's answer.
 */

import { choose } from "/js/choice.js";

/** Time after which a move that the server has not answered is taken back on the board, in milliseconds. */
const PATIENCE = 5000;

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
     * @param play is called with the chosen legal move, and the number of the state in which it was chosen
     * @param name is called with the piece on the field that was clicked, or null
     * @param options `confirms()`: true if moves by clicks wait until they are confirmed; `hold(move)` is called with
     *     the move that waits, or null
     */
    constructor(play, name, { confirms = () => false, hold = () => {} } = {}) {
        Object.assign(this, { play, name, confirms, hold });
        this.board = null;
        /** Legal moves of the position on the board, and the number of its state. */
        this.legal = [];
        this.seq = null;
        /** Text of the position and its legal moves. */
        this.key = null;
        /** Field that was chosen last, and the same if its piece can move. */
        this.field = null;
        this.selected = null;
        /** Move of a hint that is shown. */
        this.hinted = null;
        /** Move that the board shows though it is not played yet; it may wait to be confirmed, or for the server. */
        this.ahead = null;
        this.isHeld = false;
        this.isSent = false;
        /** Ends the questions about a position that is gone. */
        this.questions = new AbortController();
    }

    /** Handlers for a `Board`. */
    handlers() {
        return {
            onPick: (field) => this.pick(field),
            onLift: (field) => this.lift(field),
            onDrop: (from, to) => this.drop(from, to),
            canLift: (field) => this.movesFrom(field).length > 0,
            onCancel: () => this.cancel(),
        };
    }

    /**
     * Sets the legal moves of the position on the board; none if it is not this player's turn. If it is the same as
     * before, what the player is about to do stays.
     * @param seq number of the state, if the server counts them
     */
    offer(moves, seq = null) {
        this.legal = moves.map((move) => ({ ...move, from: nameOf(move.from), to: nameOf(move.to) }));
        this.seq = seq;
        const key = JSON.stringify([this.board.state, moves.map(({ text }) => text)]);
        if (key !== this.key) {
            this.key = key;
            this.questions.abort();
            this.questions = new AbortController();
            this.retract();
            Object.assign(this, { field: null, hinted: null });
        } else if (this.ahead) {
            this.board.settle(this.ahead, false);
        }
        this.board.checkDrag();
        this.show();
    }

    /** Legal moves; none while one has been sent. */
    get moves() {
        return this.isSent ? [] : this.legal;
    }

    movesFrom(field) {
        return this.moves.filter((move) => move.kind === "step" && move.from === field);
    }

    placements() {
        return this.moves.filter((move) => move.kind === "place");
    }

    /** Chooses a piece, or none. */
    select(field) {
        this.field = field;
        this.hinted = null;
        this.show();
    }

    /** Shows a move `{from, to}` beside what the player is about to do. */
    hint(move) {
        this.field = null;
        this.hinted = move;
        this.show();
    }

    /** Marks where the chosen piece can go, without one the placements, and names the piece. */
    show() {
        this.selected = this.field && this.movesFrom(this.field).length > 0 ? this.field : null;
        const waiting = this.isHeld ? this.ahead : null;
        const shown = this.selected ? this.movesFrom(this.selected) : this.placements();
        const marks = waiting
            ? { selected: waiting.from, targets: targetsOf(waiting.from ? [] : [waiting]) }
            : { selected: this.selected, targets: targetsOf(shown), movable: this.movable(), hint: this.hinted };
        this.board.mark(marks);
        this.name(this.board.pieceEntry(this.field));
        this.hold(waiting);
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
        this.release();
        const steps = this.selected ? this.movesFrom(this.selected).filter((move) => move.to === field) : [];
        const meant = steps.length > 0 ? steps : this.placements().filter((move) => move.to === field);
        if (meant.length === 0) {
            this.select(field === this.selected ? null : field);
            return;
        }
        await this.decide(meant);
    }

    /** A piece is being dragged. */
    lift(field) {
        this.release();
        this.select(field);
    }

    /** A piece was dragged from a field to another one, or beside the board. */
    async drop(from, to) {
        const meant = this.movesFrom(from).filter((move) => move.to === to);
        if (meant.length > 0) {
            this.goAhead(meant[0], false);
            await this.decide(meant);
            return;
        }
        this.board.putBack();
        if (from !== to) {
            this.select(null);
        }
    }

    /** Drops what the player is about to do; false if that was nothing. */
    cancel() {
        const isBusy = this.isHeld || this.selected !== null;
        this.release();
        this.select(null);
        return isBusy;
    }

    /** Chooses one of some moves with the same target, after asking which, and whether it may cost an own piece. */
    async decide(meant) {
        const { seq } = this;
        const { signal } = this.questions;
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
        const chosen = options.length === 1 ? options[0].value : await choose(question, options, { signal });
        if (signal.aborted) {
            return;
        }
        if (chosen === null || chosen === own) {
            this.retract();
            this.select(chosen);
        } else if (this.confirms()) {
            this.wait(chosen);
        } else {
            this.finish(chosen, seq);
        }
    }

    /** Shows a move on the board before it is played. */
    goAhead(move, glides) {
        this.ahead = move;
        this.board.settle(move, glides);
    }

    /** Takes a move back on the board that is not played yet. */
    retract() {
        clearTimeout(this.timer);
        Object.assign(this, { ahead: null, isHeld: false, isSent: false });
        this.board?.putBack();
    }

    /** Takes a move back that waits to be confirmed. */
    release() {
        if (this.isHeld) {
            this.retract();
        }
    }

    /** Lets a move wait until it is confirmed. */
    wait(move) {
        this.goAhead(move, true);
        this.isHeld = true;
        this.select(null);
    }

    /** Plays the move that waits. */
    confirm() {
        if (this.isHeld) {
            this.finish(this.ahead);
        }
    }

    /** Promotions in the order of the game's list of pieces, and last what stays as it is. */
    inOrder(moves) {
        const letters = this.board.variant.pieces.map((piece) => piece.letter.toLowerCase());
        const rank = ({ promotion }) =>
            promotion ? letters.indexOf(promotion.letter.toLowerCase()) : letters.length;
        return [...moves].sort((one, other) => rank(one) - rank(other));
    }

    finish(move, seq = this.seq) {
        this.goAhead(move, true);
        Object.assign(this, { isHeld: false, isSent: true });
        this.timer = setTimeout(() => this.giveUp(), PATIENCE);
        this.select(null);
        this.play(move, seq);
    }

    /** Offers the moves again, if one was sent: it is refused, or has no answer. */
    giveUp() {
        if (this.isSent) {
            this.retract();
            this.show();
        }
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
