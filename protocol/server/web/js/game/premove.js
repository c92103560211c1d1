/**
 * Premove: a step that is planned while others are to move, and played when the turn comes if it is legal then. Only
 * in games with a clock, where the time to make it counts.
 */

import { say } from "/js/announce.js";
import { isOwnTurn, isPlaying } from "/js/game/actions.js";
import { isShared } from "/js/game/seats.js";

export class Premove {
    /**
     * @param mover who plays the step
     * @param stateOf gives the state on the board, null for a past position
     */
    constructor(mover, stateOf) {
        Object.assign(this, { mover, stateOf });
        /** Field of the piece that is chosen. */
        this.from = null;
        /** Step that is planned: points `from` and `to` of White's view, for names of a plane's fields change. */
        this.plan = null;
    }

    get board() {
        return this.mover.board;
    }

    /** True while a step can be planned. */
    get isOpen() {
        const state = this.stateOf();
        return Boolean(state?.clock) && isPlaying(state) && !isOwnTurn(state) && !isShared(state);
    }

    /** Handlers for a `Board`: those of the mover, but for the time in which a step can be planned. */
    handlers() {
        const own = this.mover.handlers();
        return {
            onPick: (field) => (this.isOpen ? this.pick(field) : own.onPick(field)),
            onLift: (field) => (this.isOpen ? this.choose(field) : own.onLift(field)),
            onDrop: (from, to) => (this.isOpen ? this.drop(from, to) : own.onDrop(from, to)),
            canLift: (field) => (this.isOpen ? this.isOwn(field) : own.canLift(field)),
            onCancel: () => this.cancel() || own.onCancel(),
        };
    }

    isOwn(field) {
        return this.board.ownerOn(field) === this.stateOf().you;
    }

    choose(field) {
        this.from = field;
        this.plan = null;
        this.show();
    }

    pick(field) {
        const { from } = this;
        if (from && !this.isOwn(field)) {
            this.set(from, field);
        } else {
            this.choose(this.isOwn(field) && field !== from ? field : null);
            this.mover.name(this.board.pieceEntry(field));
        }
    }

    drop(from, to) {
        this.board.putBack();
        if (to && to !== from) {
            this.set(from, to);
        }
    }

    set(from, to) {
        const { fields } = this.board.layout;
        this.from = null;
        this.plan = { from: fields.get(from).white, to: fields.get(to).white };
        say(`Planned: ${from} to ${to}.`);
        this.show();
    }

    /** Drops the plan and the choice; false if there was none. */
    cancel() {
        const isBusy = this.plan !== null || this.from !== null;
        Object.assign(this, { plan: null, from: null });
        if (isBusy && this.isOpen) {
            this.show();
        }
        return isBusy;
    }

    /** Names of the fields of the plan; null if they are no longer on the board. */
    step() {
        const [from, to] = [this.plan?.from, this.plan?.to].map((place) => this.board.fieldAt(place));
        return from && to ? { from, to } : null;
    }

    show() {
        this.board.mark({ selected: this.from, plan: this.step() });
    }

    /** Takes over the state that is on the board: plays the plan if the turn has come. */
    update() {
        if (this.isOpen) {
            this.from = this.from && this.isOwn(this.from) ? this.from : null;
            this.show();
            return;
        }
        const [step, { from }] = [this.step(), this];
        this.cancel();
        const meant = this.mover.moves.filter((move) => step && move.from === step.from && move.to === step.to);
        const [move] = this.mover.inOrder(meant);
        if (move && !this.mover.ownVictim(move)) {
            this.mover.finish(move);
        } else if (from) {
            this.mover.select(from);
        }
    }
}
