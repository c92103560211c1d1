/** Position editor: pieces of a palette are put by clicks, or dragged; the text of the position follows. */

import { position } from "/js/api.js";
import { icon } from "/js/choice.js";
import { button, field, h, select } from "/js/dom.js";
import { Placement } from "/js/analysis/placement.js";

/** Letter of a piece for a player's colour. */
const LETTER = {
    white: (letter) => letter.toUpperCase(),
    black: (letter) => letter.toLowerCase(),
    red: (letter) => `'${letter.toUpperCase()}`,
    green: (letter) => `'${letter.toLowerCase()}`,
};

export class Editor {
    /**
     * @param host element of the tools
     * @param playground whose board is used
     * @param onDone is called with the text of a position that the server accepts
     */
    constructor(host, playground, onDone) {
        Object.assign(this, { host, playground, onDone });
        this.placement = null;
        /** Number of times that the server was asked about a position. */
        this.asked = 0;
        this.rest();
    }

    /** Tools before anything is edited. */
    rest() {
        this.host.replaceChildren(button("Edit the position", () => this.begin(), { id: "edit" }));
    }

    get isActive() {
        return this.placement !== null;
    }

    begin() {
        const { variant, position: shown, board } = this.playground;
        this.variant = variant;
        this.read(shown.fen);
        this.chosen = null;
        this.error = h("p", { class: "error", role: "status" });
        this.words = h("input", { "aria-label": "Text of the position (FEN)", spellcheck: "false", id: "edit-fen" });
        this.words.addEventListener("change", () => this.typed());
        this.done = button("Use this position", () => this.finish(), { class: "main", id: "edit-done" });
        const sides = variant.seats.map((seat) => [seat.colour[0], seat.name]);
        this.side = select(sides, this.placement.side, {});
        this.side.addEventListener("change", () => this.change(() => (this.placement.side = this.side.value)));
        board.handlers = this.handlers();
        this.host.replaceChildren(
            h(
                "p",
                { class: "faint" },
                "Choose a piece, then click on fields. Drag a piece off the board to remove it.",
            ),
            this.palette(),
            h("div", { class: "row" }, field("To move", this.side)),
            this.words,
            this.error,
            h(
                "div",
                { class: "buttons" },
                this.done,
                button("Empty board", () => this.change(() => this.placement.clear())),
                button("Start position", () => this.restart()),
                button("Cancel", () => this.cancel(), { class: "quiet" }),
            ),
        );
        this.show();
    }

    read(fen) {
        this.placement = new Placement(this.variant, fen);
    }

    palette() {
        const choose = (piece) => (event) => {
            this.chosen = piece;
            this.host.querySelectorAll(".palette button").forEach((other) => {
                other.setAttribute("aria-pressed", other === event.currentTarget);
            });
        };
        const entry = (seat, piece) => {
            const name = `${seat.name} ${piece.name}`;
            const element = button("", choose(LETTER[seat.colour](piece.letter)), {
                "aria-label": name,
                title: name,
                "aria-pressed": "false",
                class: "man",
            });
            element.append(icon(`${seat.colour}-${piece.figure}`, 25));
            return element;
        };
        const rows = this.variant.seats.map((seat) =>
            h(
                "div",
                {},
                this.variant.pieces.map((piece) => entry(seat, piece)),
            ),
        );
        const remove = button("Remove", choose(null), { "aria-pressed": "true" });
        return h("div", { class: "palette" }, rows, remove);
    }

    handlers() {
        const has = (name) => this.placement.pieces.has(name);
        return {
            onPick: (name) => {
                const same = this.placement.pieces.get(name) === this.chosen;
                this.change(() => this.placement.put(name, same ? null : this.chosen));
            },
            onDrop: (from, to) => {
                const piece = this.placement.pieces.get(from);
                this.change(() => {
                    this.placement.put(from, null);
                    if (to) {
                        this.placement.put(to, piece);
                    }
                });
            },
            canLift: has,
        };
    }

    /** Makes a change, and reads the position again, because names of a plane's cells may be others. */
    change(work) {
        work();
        this.read(this.placement.text());
        this.show();
    }

    typed() {
        this.check(this.words.value.trim()).then((accepted) => {
            if (accepted) {
                this.read(accepted.fen);
                this.show();
            }
        });
    }

    restart() {
        this.read(this.variant.start);
        this.show();
    }

    show() {
        const { board, angle } = this.playground;
        const { kind } = this.variant.geometry;
        const cells = kind === "plane" ? this.placement.cells() : this.variant.geometry.fields;
        const places = new Map(cells.map((cell) => [cell.name, cell]));
        const pieces = [...this.placement.pieces].map(([name, letter]) => this.entry(places.get(name), letter));
        this.words.value = this.placement.text();
        this.side.value = this.placement.side;
        board.show({ pieces, fields: kind === "plane" ? cells : undefined, beside: [] }, { turn: angle });
        this.check(this.placement.text());
    }

    entry({ name, x, y }, letter) {
        const owner = this.variant.seats.findIndex((seat) => LETTER[seat.colour](letter.at(-1)) === letter);
        const seat = this.variant.seats[owner];
        const piece = this.variant.pieces.find((known) => known.letter.toLowerCase() === letter.at(-1).toLowerCase());
        return {
            field: name,
            x,
            y,
            owner,
            figure: `${seat.colour}-${piece.figure}`,
            name: `${seat.name} ${piece.name}`,
        };
    }

    /**
     * Asks the server whether a position is sound. Returns its answer; null after showing why it is not, and if another
     * position was asked about meanwhile, or the editor was closed.
     */
    async check(fen) {
        this.asked += 1;
        const number = this.asked;
        let [accepted, why] = [null, ""];
        try {
            accepted = await position(this.variant.name, fen, []);
        } catch (error) {
            why = error.message;
        }
        if (number !== this.asked) {
            return null;
        }
        this.error.textContent = why;
        this.done.disabled = accepted === null;
        return accepted;
    }

    close() {
        this.asked += 1;
        this.placement = null;
        this.playground.board.handlers = this.playground.mover.handlers();
        this.rest();
    }

    /** Uses the position, with what has just been typed. */
    async finish() {
        const accepted = await this.check(this.words.value.trim());
        if (accepted) {
            this.close();
            this.onDone(accepted.fen);
        }
    }

    cancel() {
        this.close();
        this.playground.show(false);
    }
}
