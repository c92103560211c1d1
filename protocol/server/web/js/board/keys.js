/**
 * The keyboard on a board: one field has the focus, arrow keys move it, Enter and the space bar click.
 *
 * After a click the arrow keys are not the board's, until the focus comes by keyboard or Enter is pressed: whoever
 * moves pieces by mouse goes through the game by these keys.
 */

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
/** Class of a board that is used by mouse or finger. */
const BY_MOUSE = "by-mouse";

/** Makes a board listen to keys. */
export function listenToKeys(board) {
    const { svg } = board;
    svg.addEventListener("pointerdown", () => svg.classList.add(BY_MOUSE));
    svg.addEventListener("focusin", (event) => {
        if (event.target.matches(":focus-visible")) {
            svg.classList.remove(BY_MOUSE);
        }
    });
    svg.addEventListener("keydown", (event) => {
        const name = event.target.closest?.("[data-field]")?.dataset.field;
        if (!name || event.ctrlKey || event.altKey || event.metaKey) {
            return;
        }
        if (event.key in ARROWS && !svg.classList.contains(BY_MOUSE)) {
            const next = board.layout.neighbour(name, ...ARROWS[event.key]);
            if (next) {
                board.focusOn(next, true);
            }
        } else if (event.key === "Enter" || event.key === " ") {
            svg.classList.remove(BY_MOUSE);
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
