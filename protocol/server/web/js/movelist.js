/** List of a game's moves, a row for each number and a column for each seat. A click shows the position after it. */

import { button, h } from "/js/dom.js";

/** Rows of the list: `{number, cells}`, a cell for each seat with the indices of its moves. */
function rowsOf(moves, seats) {
    const rows = [];
    moves.forEach((move, index) => {
        if (rows.at(-1)?.number !== move.number) {
            rows.push({ number: move.number, cells: Array.from({ length: seats }, () => []) });
        }
        rows.at(-1).cells[move.seat].push(index);
    });
    return rows;
}

export class MoveList {
    /** @param onGo is called with the number of moves after which the position is wanted */
    constructor(host, onGo) {
        this.host = host;
        this.onGo = onGo;
        this.length = 0;
        this.at = 0;
        host.tabIndex = 0;
        host.setAttribute("role", "group");
        host.addEventListener("keydown", (event) => this.key(event));
    }

    key(event) {
        const goal = { ArrowLeft: this.at - 1, ArrowRight: this.at + 1, Home: 0, End: this.length }[event.key];
        if (goal !== undefined) {
            event.preventDefault();
            this.onGo(Math.min(Math.max(goal, 0), this.length));
        }
    }

    /** Shows the moves; `at` of them have been made in the position on the board. */
    show(moves, seats, at) {
        this.length = moves.length;
        this.at = at;
        const item = (index) => {
            const isCurrent = index + 1 === at;
            const text = moves[index].notation ?? moves[index].text;
            return button(text, () => this.onGo(index + 1), {
                class: "ply",
                "aria-current": isCurrent ? "true" : null,
                title: moves[index].spoken,
            });
        };
        const rows = rowsOf(moves, seats).map(({ number, cells }) =>
            h(
                "li",
                {},
                h("span", { class: "number" }, `${number}.`),
                cells.map((cell) => h("span", { class: "cell" }, cell.map(item))),
            ),
        );
        const empty = h("p", { class: "faint" }, "No moves yet.");
        const hadFocus = this.host.contains(document.activeElement);
        this.host.replaceChildren(rows.length ? h("ol", { class: `seats-${seats}` }, rows) : empty);
        if (hadFocus) {
            // The arrow keys go on from the move that was clicked.
            this.host.focus({ preventScroll: true });
        }
        this.reveal(this.host.querySelector('[aria-current="true"]'));
    }

    /** Scrolls the list, but not the page, so far that an entry is seen. */
    reveal(entry) {
        if (entry) {
            const place = entry.getBoundingClientRect().top - this.host.getBoundingClientRect().top;
            this.host.scrollTop += place - this.host.clientHeight / 2;
        }
    }
}
