/** A line of play from a position: moves, and the place in it that is looked at. The server judges every move. */

import { position } from "/js/api.js";

export class Line {
    /**
     * @param variant name of the game
     * @param fen first position, or null for the start
     * @param moves texts of moves and chance outcomes
     */
    constructor(variant, fen = null, moves = []) {
        Object.assign(this, { variant, fen, moves, at: moves.length });
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

    /** Plays a move at the place that is looked at. What came after it is forgotten. */
    async play(text) {
        const before = [this.moves, this.at];
        const isSame = this.moves[this.at] === text;
        this.moves = isSame ? this.moves : [...this.moves.slice(0, this.at), text];
        this.at += 1;
        try {
            return await this.load();
        } catch (error) {
            [this.moves, this.at] = before;
            throw error;
        }
    }

    /** Goes to the place after some plies. */
    async goTo(at) {
        this.at = Math.min(Math.max(at, 0), this.moves.length);
        return this.load();
    }

    /** Number of entries of the list that are before the place. */
    get entry() {
        return this.entries.filter((entry) => entry.plies <= this.at).length;
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
