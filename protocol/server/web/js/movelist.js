/**
 * List of a game's moves, a row for each number and a column for each seat. A click shows the position after it; so do
 * the buttons below and, anywhere on the page, the keys Left, Right, Home and End.
 */

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

/** Ways through the moves: a sign, words, a key, and the next goal of a list. */
const STEPS = [
    ["|‹", "First position", "Home", () => 0],
    ["‹", "Back one move", "ArrowLeft", ({ goal }) => Math.max(Math.ceil(goal) - 1, 0)],
    ["›", "Forward one move", "ArrowRight", ({ goal, length }) => (goal < length ? Math.floor(goal) + 1 : goal)],
    // Where a part of the next move has been made, that is the end.
    ["›|", "Last position", "End", ({ goal, length }) => Math.max(goal, length)],
];
/** Elements that need these keys while they have the focus; a board does not after a click on it. */
const OWN_KEYS = "input, select, textarea, dialog, [role=region], .board:not(.by-mouse)";

export class MoveList {
    /**
     * @param host element of the list, `steps` that of the buttons
     * @param onGo is called with the number of moves after which the position is wanted; promises to show it
     */
    constructor(host, steps, onGo) {
        Object.assign(this, { host, onGo });
        this.length = 0;
        /** Number of moves that have been made; a half more if a part of the next one has. */
        this.at = 0;
        /** Place that is wanted; `at` until the reader asks for another one. */
        this.goal = 0;
        this.isGoing = false;
        host.tabIndex = -1;
        host.setAttribute("role", "group");
        this.steps = STEPS.map(([sign, words, , goal]) =>
            button(sign, () => this.go(goal(this)), { "aria-label": words, title: words, disabled: true }),
        );
        steps.replaceChildren(...this.steps);
        document.addEventListener("keydown", (event) => this.key(event));
    }

    key(event) {
        const isOther = event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey;
        const step = STEPS.find(([, , key]) => key === event.key);
        const isTaken = event.target.closest?.(OWN_KEYS) || document.querySelector("dialog[open]");
        if (isOther || !step || isTaken) {
            return;
        }
        const goal = step.at(-1)(this);
        if (goal !== this.goal) {
            this.go(goal);
        }
        if (this.length > 0) {
            event.preventDefault();
        }
    }

    /** Goes to a place. Of those that are asked for meanwhile, as a held key does, only the last one is gone to. */
    async go(goal) {
        this.goal = goal;
        if (this.isGoing) {
            return;
        }
        this.isGoing = true;
        let asked;
        try {
            do {
                asked = this.goal;
                await this.onGo(asked);
            } while (this.goal !== asked);
        } finally {
            this.isGoing = false;
            this.goal = this.at;
        }
    }

    /** Gives the focus to the move that is shown. */
    focus() {
        (this.host.querySelector('[tabindex="0"]') ?? this.host).focus({ preventScroll: true });
    }

    /** Shows the moves; `at` of them have been made in the position on the board, or a half more. */
    show(moves, seats, at) {
        this.length = moves.length;
        this.at = at;
        if (!this.isGoing) {
            this.goal = at;
        }
        const item = (index) => {
            const isCurrent = index + 1 === Math.floor(at);
            const text = moves[index].notation ?? moves[index].text;
            return button(text, () => this.go(index + 1), {
                class: "ply",
                "aria-current": isCurrent ? "true" : null,
                title: moves[index].spoken,
                // One stop of the Tab key for the whole list: the move that is shown, or else the first one.
                tabindex: index === Math.max(Math.floor(at) - 1, 0) ? 0 : -1,
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
            this.focus();
        }
        this.reveal(this.host.querySelector('[aria-current="true"]'));
        this.showSteps();
    }

    /** Disables the buttons that lead nowhere. One that has the focus hands it on to its opposite. */
    showSteps() {
        const focused = this.steps.find((step) => step === document.activeElement);
        const [isFirst, isLast] = [this.at === 0, this.at >= this.length];
        this.steps.forEach((step, index) => (step.disabled = index < 2 ? isFirst : isLast));
        if (focused?.disabled) {
            const opposite = this.steps[isFirst ? 2 : 1];
            (opposite.disabled ? this.host : opposite).focus();
        }
    }

    /** Scrolls the list, but not the page, so far that an entry is seen. */
    reveal(entry) {
        if (entry) {
            const place = entry.getBoundingClientRect().top - this.host.getBoundingClientRect().top;
            this.host.scrollTop += place - this.host.clientHeight / 2;
        }
    }
}
