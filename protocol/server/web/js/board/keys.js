/** The keyboard on a board: one field has the focus, arrow keys move it, Enter and the space bar click. */

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Makes a board listen to keys. */
export function listenToKeys(board) {
    board.svg.addEventListener("keydown", (event) => {
        const name = event.target.closest?.("[data-field]")?.dataset.field;
        if (!name || event.ctrlKey || event.altKey || event.metaKey) {
            return;
        }
        if (event.key in ARROWS) {
            const next = board.layout.neighbour(name, ...ARROWS[event.key]);
            if (next) {
                board.focusOn(next, true);
            }
        } else if (event.key === "Enter" || event.key === " ") {
            board.handlers.onPick?.(name);
        } else if (event.key === "Escape") {
            board.handlers.onCancel?.();
        } else {
            return;
        }
        event.preventDefault();
        event.stopPropagation();
    });
}
