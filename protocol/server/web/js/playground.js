/** A board on which one plays for all sides: for analysis, and to try the rules. */

import { complain, say } from "/js/announce.js";
import { Board } from "/js/board/board.js";
import { throwDie } from "/js/die.js";
import { button, h, replaceChildren } from "/js/dom.js";
import { icon } from "/js/choice.js";
import { alertsOf, countersOf, dieOf, dueTexts, handText, notesOf, resultText, showNamed } from "/js/game/status.js";
import { Line } from "/js/line.js";
import { Mover } from "/js/moves.js";
import { play as playSound } from "/js/sound.js";

/** Wait before chance decides by itself, in milliseconds. */
const PAUSE = 350;

/** One of the outcomes of chance, by their weights. */
function randomOutcome(outcomes) {
    const total = outcomes.reduce((sum, outcome) => sum + (outcome.weight ?? 1), 0);
    let left = Math.random() * total;
    return outcomes.find((outcome) => (left -= outcome.weight ?? 1) < 0) ?? outcomes.at(-1);
}

export class Playground {
    /**
     * @param host element of the board, `status` the line of words
     * @param options `isRandom`: chance decides by itself; `onChange(playground)` after each change
     */
    constructor(host, status, { isRandom = false, onChange = () => {} } = {}) {
        Object.assign(this, { host, status, isRandom, onChange });
        this.turn = 0;
        /** Line that was asked for last. */
        this.wanted = null;
        const play = (move) =>
            this.play(move.text).catch((error) => {
                this.mover.giveUp();
                complain(error);
            });
        this.mover = new Mover(play, (piece) => showNamed(status, piece, this.variant));
    }

    /** Sets a game and a line of it. False if another line was asked for meanwhile. */
    async set(variant, line = new Line(variant.name)) {
        this.wanted = line;
        await line.load();
        if (this.wanted !== line) {
            return false;
        }
        if (this.variant !== variant) {
            this.variant = variant;
            this.turn = 0;
            this.host.replaceChildren();
            this.board = new Board(this.host, variant, this.mover.handlers());
            this.mover.board = this.board;
        }
        this.line = line;
        this.show(false);
        return true;
    }

    get position() {
        return this.line.position;
    }

    async play(text) {
        const known = this.line.entry;
        const before = this.position.board;
        const old = dueTexts(this.position, this.variant);
        await this.line.play(text);
        this.line.entries.slice(known, this.line.entry).forEach((entry) => say(entry.spoken));
        dueTexts(this.position, this.variant)
            .filter((due) => this.hasRolled || !old.includes(due))
            .forEach(say);
        playSound(this.position.last?.plies.at(-1)?.captures ? "capture" : "move");
        this.show(true);
        const { die } = this.position.board;
        if (die && die !== before.die) {
            throwDie(this.host, die);
        }
    }

    /** True if chance has just decided. */
    get hasRolled() {
        return this.position.last?.plies.at(-1)?.kind === "roll";
    }

    async goTo(at) {
        await this.line.goTo(at);
        this.show(false);
    }

    /** Leaves a variation. */
    async returnToMain() {
        await this.line.returnToMain();
        this.show(false);
    }

    /** Degrees by which the board is turned. */
    get angle() {
        return this.variant.seats[this.turn].turn;
    }

    /** Puts the next seat at the lower edge. `show` draws what is on the board. */
    turnBoard(show = () => this.show(false)) {
        this.turn = (this.turn + 1) % this.variant.seats.length;
        show();
    }

    /** Shows everything; `isNews` if the last ply has just been played. */
    show(isNews) {
        const { position, status } = this;
        const fresh = isNews ? 1 : 0;
        this.board.show(position.board, { turn: this.angle, last: position.last, fresh });
        const outcomes = position.legal.filter((move) => move.kind === "roll");
        const hadFocus = status.contains(document.activeElement);
        this.showStatus(outcomes);
        this.mover.offer(position.legal);
        // A button that is gone leaves the focus to what comes next: an outcome of chance, or else the board.
        if (hadFocus && !status.contains(document.activeElement)) {
            (status.querySelector("button") ?? this.board).focus();
        }
        this.onChange(this);
        if (outcomes.length > 0 && this.isRandom) {
            const { line } = this;
            setTimeout(() => {
                if (this.line === line && this.position === position) {
                    this.play(randomOutcome(outcomes).text).catch(complain);
                }
            }, PAUSE);
        }
    }

    showStatus(outcomes) {
        const { position, variant, status } = this;
        const { board, result, turn } = position;
        const words = result ? resultText(result) : `${variant.seats[turn].name} is to move`;
        const parts = [h("strong", {}, words), ...dieOf(position, variant)];
        if (board.hand) {
            const due = `${handText(board.hand, false)}: choose a marked field`;
            parts.push(h("span", { class: "hand" }, icon(board.hand.figure, 40), due));
        }
        parts.push(...(result ? [] : countersOf(board, variant)), ...alertsOf(board, variant));
        parts.push(...this.extraMoves(outcomes), ...notesOf(board));
        replaceChildren(status, ...parts);
    }

    /** Buttons for what is on no field: drawing, passing, the outcomes of chance. */
    extraMoves(outcomes) {
        const play = (text) => () => this.play(text).catch(complain);
        const { legal } = this.position;
        const draw = legal.find((move) => move.kind === "draw");
        const pass = legal.find((move) => move.kind === "pass");
        const chance = this.isRandom ? [] : outcomes;
        return [
            draw && button("Draw a tile", play(draw.text), { class: "main" }),
            pass && button("Pass", play(pass.text), { class: "main" }),
            chance.length > 0 && button("At random", () => play(randomOutcome(chance).text)(), { class: "main" }),
            ...chance.map((move) => button(move.notation ?? move.text, play(move.text))),
        ].filter(Boolean);
    }
}
