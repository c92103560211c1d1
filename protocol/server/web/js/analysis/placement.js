/**
 * Pieces of a position's text (FEN), so that they can be put and taken by the names of their fields.
 *
 * Three forms of the first word: rows of squares, north first; the rows of a plane's smallest rectangle, with tiles
 * that are not drawn in brackets; the sectors of a round board. A piece is a letter, of some players after an
 * apostrophe.
 */

import { Rights } from "/js/analysis/castling.js";

const TOKEN = /'?[A-Za-z]|\d+/g;
const SECTORS = 8;
const LETTERS = "ABCDEFGHIJK";

/** Label of a file, from 0: `a` to `z`, then `aa` and so on. */
function fileLabel(file) {
    const letter = (number) => String.fromCharCode(97 + number);
    return file < 26 ? letter(file) : letter(Math.floor(file / 26) - 1) + letter(file % 26);
}

/** File of a label, from 0. */
function fileOf(label) {
    return [...label].reduce((sum, letter) => 26 * sum + letter.charCodeAt(0) - 96, 0) - 1;
}

/** Row of pieces and empty fields (null). */
function readRow(text) {
    return (text.match(TOKEN) ?? []).flatMap((token) =>
        /\d/.test(token) ? Array(Number(token)).fill(null) : [token],
    );
}

function writeRow(row) {
    const parts = [];
    for (const piece of row) {
        if (piece) {
            parts.push(piece);
        } else if (typeof parts.at(-1) === "number") {
            parts.push(parts.pop() + 1);
        } else {
            parts.push(1);
        }
    }
    return parts.join("");
}

/** The pieces of a position by the names of their fields. */
export class Placement {
    /** @param variant whose position it is; `fen` a position that the server has accepted */
    constructor(variant, fen) {
        const { kind } = variant.geometry;
        const [board, ...rest] = fen.split(" ");
        const [, places, , heap] = /^([^[]*)(\[(.*)\])?$/.exec(board);
        this.kind = kind;
        this.rest = rest;
        this.heap = heap ?? null;
        this.pieces = new Map();
        this.rows = places.split("/").map(readRow);
        this.read();
        const size = [this.rows[0].length, this.rows.length];
        this.rights = kind === "squares" ? new Rights(rest[1], this.pieces, size, variant.name === "circe") : null;
    }

    read() {
        const border = this.kind === "plane" && this.rows.flat().some(Boolean) ? 1 : 0;
        this.rows.forEach((row, index) => {
            row.forEach((piece, column) => {
                if (piece) {
                    this.pieces.set(this.nameOf(index, column, border), piece);
                }
            });
        });
    }

    nameOf(index, column, border) {
        if (this.kind === "round") {
            return index === SECTORS ? "00" : `${index + 1}${LETTERS[column]}`;
        }
        return `${fileLabel(column + border)}${this.rows.length - index + border}`;
    }

    /** Puts a piece on a field, or takes the one there (null). */
    put(name, piece) {
        const before = this.pieces.get(name);
        if (before && this.kind === "plane") {
            this.heap += before;
        }
        this.pieces.delete(name);
        if (piece) {
            this.pieces.set(name, piece);
            this.heap = this.kind === "plane" ? this.heap.replace(piece, "") : this.heap;
        }
        this.forget();
    }

    /**
     * State that depends on the moves before: a square of en passant, last moves. Castling rights stay while king and
     * rook do, and counters: of checks (`3+3`), of plies (`2`, `2/3`).
     */
    forget() {
        this.changeState((word) => (/^\d+([+/]\d+)?$/.test(word) ? word : "-"));
        if (this.rights) {
            this.rest[1] = this.rights.text(this.pieces);
        }
    }

    /** Changes the words between the side to move and the two clocks. */
    changeState(change) {
        const isState = (index) => index > 0 && index < this.rest.length - 2;
        this.rest = this.rest.map((word, index) => (isState(index) ? change(word) : word));
    }

    clear() {
        for (const name of [...this.pieces.keys()]) {
            this.put(name, null);
        }
    }

    /** Side to move, by the letter of its colour. */
    get side() {
        return this.rest[0][0];
    }

    set side(letter) {
        this.rest[0] = letter + this.rest[0].slice(1);
        // Monster chess: White's turn has two plies, Black's one.
        const plies = letter === "w" ? "2" : "1";
        this.changeState((word) => (/^\d$/.test(word) ? plies : word));
    }

    /** Text of the position. Names of the plane's fields change with it, so the pieces are to be read again. */
    text() {
        const heap = this.heap === null ? "" : `[${this.heap}]`;
        return [this.places() + heap, ...this.rest].join(" ");
    }

    places() {
        if (this.kind === "round") {
            const sector = (number) => [...LETTERS].map((letter) => this.pieces.get(`${number}${letter}`) ?? null);
            const sectors = Array.from({ length: SECTORS }, (_, index) => sector(index + 1));
            return [...sectors, [this.pieces.get("00") ?? null]].map(writeRow).join("/");
        }
        return this.kind === "plane" ? this.plane() : this.squares(0, 0, this.rows[0].length, this.rows.length);
    }

    squares(left, bottom, files, ranks) {
        const row = (rank) =>
            Array.from({ length: files }, (_, file) => this.pieces.get(`${fileLabel(left + file)}${rank}`));
        return Array.from({ length: ranks }, (_, index) => writeRow(row(bottom + ranks - index))).join("/");
    }

    plane() {
        const places = [...this.pieces.keys()].map((name) => {
            const [, file, rank] = /^([a-z]+)(\d+)$/.exec(name);
            return [fileOf(file), Number(rank) - 1];
        });
        if (places.length === 0) {
            return "1";
        }
        const [files, ranks] = [0, 1].map((axis) => places.map((place) => place[axis]));
        const [left, bottom] = [Math.min(...files), Math.min(...ranks)];
        return this.squares(left, bottom, Math.max(...files) - left + 1, Math.max(...ranks) - bottom + 1);
    }

    /** The cells of the plane with their names and places; the tiles lie in the middle. */
    cells() {
        const border = this.pieces.size > 0 ? 2 : 0;
        const files = Math.max(...this.rows.map((row) => row.length)) + border;
        const ranks = this.rows.length + border;
        const cells = [];
        for (let rank = 0; rank < ranks; rank += 1) {
            for (let file = 0; file < files; file += 1) {
                cells.push({ name: `${fileLabel(file)}${rank + 1}`, x: 100 * file, y: -100 * rank });
            }
        }
        return cells;
    }
}
