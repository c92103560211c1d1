/** A line of play from a position: moves, and the place in it that is looked at. The server judges every move. */

import { position } from "/js/api.js";
import { Recent } from "/js/recent.js";

/** Past positions that are kept, so that none is asked for twice. */
const past = new Recent(300);

/** True if a line has the moves of another one at its beginning. */
export function beginsWith(moves, others) {
    return others.every((move, ply) => move === moves[ply]);
}

/** Number of moves that two lists of the server have in common at their beginning. */
export function commonLength(moves, others) {
    const end = moves.findIndex((move, index) => move.text !== others[index]?.text);
    return end < 0 ? moves.length : end;
}

export class Line {
    /**
     * @param variant name of the game
     * @param fen first position, or null for the start
     * @param moves texts of moves and chance outcomes
     */
    constructor(variant, fen = null, moves = []) {
        Object.assign(this, { variant, fen, moves, at: moves.length });
        /** Moves of the main line, while those of a variation are shown; else null. */
        this.main = null;
        /** Entries of the list of moves for the whole line, each with the number of `plies` up to its end. */
        this.entries = [];
        /** The position at `at`, as the server answers it. */
        this.position = null;
    }

    /** Asks for the position and the whole list. Fails in words if the position or a move is wrong. */
    async load() {
        const whole = await position(this.variant, this.fen, this.moves);
        const isWhole = this.at === this.moves.length;
        this.entries = whole.moves;
        this.moves = whole.plies ?? this.moves;
        this.at = isWhole ? this.moves.length : this.at;
        this.position = isWhole ? whole : await position(this.variant, this.fen, this.moves.slice(0, this.at));
        return this.position;
    }

    /** Plays a move at the place that is looked at. If another one came there, a variation begins. */
    async play(text) {
        const { moves, at, main } = this;
        const played = [...moves.slice(0, at), text];
        if (beginsWith(moves, played)) {
            this.at = played.length;
        } else if (main && beginsWith(main, played)) {
            Object.assign(this, { moves: main, at: played.length, main: null });
        } else {
            // Of variations of variations the main line is kept, from which all of them come.
            Object.assign(this, { moves: played, at: played.length, main: main ?? (at < moves.length ? moves : null) });
        }
        return this.loadOr({ moves, at, main });
    }

    /** Goes back to the main line, at the place where the variation leaves it. */
    async returnToMain() {
        const { moves, at, main } = this;
        const end = main.findIndex((move, ply) => move !== moves[ply]);
        Object.assign(this, { moves: main, at: end < 0 ? main.length : end, main: null });
        return this.loadOr({ moves, at, main });
    }

    /** Loads. If that fails, everything is as it was before. */
    async loadOr(before) {
        try {
            return await this.load();
        } catch (error) {
            Object.assign(this, before);
            throw error;
        }
    }

    /** Goes to the place after some plies. */
    async goTo(at) {
        const place = Math.min(Math.max(at, 0), this.moves.length);
        const moves = this.moves.slice(0, place);
        const key = JSON.stringify([this.variant, this.fen, moves]);
        this.position = await past.get(key, () => position(this.variant, this.fen, moves));
        this.at = place;
        return this.position;
    }

    /** Number of entries of the list that are before the place. */
    get entry() {
        return this.entries.filter((entry) => entry.plies <= this.at).length;
    }

    /** Number of entries before the place, and a half for one that is not complete there. */
    get place() {
        return this.entry + (this.at > this.pliesOf(this.entry) ? 0.5 : 0);
    }

    /** Plies up to the end of an entry, counted from 1. */
    pliesOf(entry) {
        return entry === 0 ? 0 : this.entries[entry - 1].plies;
    }

    /** Position as the messages of analysis name it. */
    get named() {
        return { variant: this.variant, fen: this.fen, moves: this.moves.slice(0, this.at) };
    }
}
