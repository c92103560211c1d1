/** Mouse, pen and fingers on a board: clicks, pieces that are dragged, and on a plane the ground that is. */

/** Way in pixels that makes a drag of a click. */
const SLACK = 6;
/** Main button of a mouse among those that are held. */
const MAIN = 1;

export class Pointer {
    /** @param board the `Board` that is operated */
    constructor(board) {
        this.board = board;
        this.fingers = new Map();
        this.drag = null;
        this.moved = false;
        const { svg } = board;
        svg.addEventListener("pointerdown", (event) => this.down(event));
        svg.addEventListener("pointermove", (event) => this.move(event));
        svg.addEventListener("pointerup", (event) => this.up(event));
        svg.addEventListener("pointercancel", (event) => this.cancel(event));
        svg.addEventListener("contextmenu", (event) => this.menu(event));
        svg.addEventListener("click", (event) => this.click(event));
    }

    fieldOf(target) {
        return target?.closest?.("[data-field]")?.dataset.field ?? null;
    }

    down(event) {
        if (event.isPrimary) {
            // Of an earlier finger the end may not have been told.
            this.fingers.clear();
        }
        if (event.button !== 0) {
            return;
        }
        this.drop();
        this.moved = false;
        this.fingers.set(event.pointerId, event);
        const from = this.fieldOf(event.target);
        const lifted = from && this.fingers.size === 1 && this.board.handlers.canLift?.(from);
        const { clientX: x, clientY: y, pointerType: type } = event;
        this.drag = { from: lifted ? from : null, x, y, type, started: false };
    }

    move(event) {
        const before = this.fingers.get(event.pointerId);
        if (!before || !this.drag) {
            return;
        }
        if (event.pointerType === "mouse" && !(event.buttons & MAIN)) {
            // The button was let go beyond the board.
            this.cancel(event);
            return;
        }
        const way = Math.hypot(event.clientX - this.drag.x, event.clientY - this.drag.y);
        if (!this.drag.started && way > SLACK) {
            this.drag.started = true;
            this.board.svg.setPointerCapture(event.pointerId);
            if (this.drag.from) {
                this.board.handlers.onLift?.(this.drag.from);
            }
        }
        if (this.drag.started) {
            this.moved = true;
            this.carry(event, before);
        }
        this.fingers.set(event.pointerId, event);
    }

    carry(event, before) {
        if (this.fingers.size === 2) {
            this.pinch(event, before);
        } else if (this.drag.from) {
            this.board.carry(this.drag.from, this.board.camera.at(event.clientX, event.clientY));
        } else if (this.board.isPlane) {
            this.board.camera.pan(event.clientX - before.clientX, event.clientY - before.clientY);
        }
    }

    pinch(event, before) {
        const other = [...this.fingers.values()].find((finger) => finger.pointerId !== event.pointerId);
        const distance = (one) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
        if (this.board.isPlane && distance(before) > 0) {
            const middle = [(event.clientX + other.clientX) / 2, (event.clientY + other.clientY) / 2];
            this.board.camera.zoom(distance(event) / distance(before), this.board.camera.at(...middle));
        }
    }

    up(event) {
        this.fingers.delete(event.pointerId);
        const drag = this.drag;
        this.drag = null;
        if (drag?.from && drag.started) {
            const below = document.elementFromPoint(event.clientX, event.clientY);
            this.board.letLie();
            this.board.handlers.onDrop?.(drag.from, this.fieldOf(below));
        }
    }

    cancel(event) {
        this.fingers.delete(event.pointerId);
        this.drop();
    }

    /** Ends a drag, and puts its piece back; false if there was none. */
    drop() {
        const isDragged = Boolean(this.drag?.from && this.drag.started);
        this.drag = null;
        if (isDragged) {
            this.board.putBack();
            this.board.handlers.onCancel?.();
        }
        return isDragged;
    }

    /** Ends the drag of a piece that cannot be lifted any more. */
    check() {
        if (this.drag?.from && !this.board.handlers.canLift?.(this.drag.from)) {
            this.drop();
        }
    }

    /** The right button cancels: its menu comes if there is nothing to cancel. A long touch on a piece does neither. */
    menu(event) {
        const isTouched = this.drag?.from && this.drag.type === "touch";
        if (isTouched || this.drop() || this.board.handlers.onCancel?.()) {
            event.preventDefault();
        }
    }

    /** A click is also what screen readers and the Enter key send. After a drag it means nothing. */
    click(event) {
        const name = this.fieldOf(event.target);
        if (name && !this.moved) {
            this.board.focusOn(name, false);
            this.board.handlers.onPick?.(name);
        }
        this.moved = false;
    }
}
