/** The engine's work for the analysis page: lines, scores of a game, perft. One task at a time. */

import { complain, notice } from "/js/announce.js";
import { button, field, h, select } from "/js/dom.js";
import { hasWords, readScore, showBar } from "/js/analysis/score.js";
import { Socket } from "/js/socket.js";
import { setSetting, setting } from "/js/store.js";

/** Longest search, in milliseconds. */
const TIME = 60000;
/** Nodes of each position of a graph. */
const NODES = 20000;
/** Greatest depth of perft. */
const DEPTH = 8;
/** Wait after a change before the search begins, in milliseconds: a held key makes many of them. */
const PAUSE = 100;
/** Words for a task that waits for a connection. */
const LOST = "There is no connection to the server. It is tried again…";

export class Engine {
    /**
     * @param host element of the panel
     * @param bar element of the evaluation bar
     * @param actions `play(text)`, `hint(from, to)`, `score(ply, told, share)`, `perft(answer)`, `perftFails(why)`
     */
    constructor(host, bar, actions) {
        Object.assign(this, { host, bar, actions });
        this.task = 0;
        /** Task that the server works on, or that it will be given; null without one. */
        this.current = null;
        /** Timer of a search that is to begin; null without one. */
        this.pause = null;
        this.isOn = false;
        this.named = null;
        this.socket = null;
        this.build();
    }

    build() {
        this.power = button("Engine on", () => this.toggle(), { id: "engine-on" });
        const counts = [1, 2, 3, 5].map((count) => [count, `${count} ${count === 1 ? "line" : "lines"}`]);
        this.count = select(counts, setting("lines", 3), { "aria-label": "Number of lines" });
        this.count.addEventListener("change", () => {
            setSetting("lines", Number(this.count.value));
            this.restart();
        });
        this.facts = h("p", { class: "faint facts" });
        this.lines = h("ol", { class: "lines" });
        const hint = button("Hint", () => this.hint(), { id: "hint" });
        this.host.replaceChildren(
            h("div", { class: "buttons" }, this.power, hint, this.count),
            this.facts,
            this.lines,
        );
        showBar(this.bar, null);
    }

    connect() {
        this.socket ??= new Socket("/api/analysis", {
            open: () => this.greet(),
            message: (message) => this.receive(message),
            lost: () => this.lose(),
        });
    }

    /** Begins a connection with the task that waits for it. */
    greet() {
        if (this.facts.textContent === LOST) {
            this.facts.textContent = "";
        }
        this.sendTask();
    }

    lose() {
        if (this.current) {
            this.facts.textContent = LOST;
        }
    }

    /** Starts a task; the one before it ends. */
    start(task) {
        if (task.type !== "perft") {
            this.dropCount();
        }
        this.cancel();
        this.task += 1;
        this.current = { ...task, id: this.task };
        this.connect();
        this.sendTask();
    }

    sendTask() {
        if (this.current && this.socket.isOpen) {
            this.socket.send(this.current);
        }
    }

    /** Tells that a count, if one runs, ends without a result. */
    dropCount() {
        if (this.current?.type === "perft") {
            this.actions.perftFails("The count was stopped.");
        }
    }

    /** Gives up the search that is to begin. */
    cancel() {
        clearTimeout(this.pause);
        this.pause = null;
    }

    stop() {
        this.dropCount();
        this.cancel();
        this.current = null;
        this.socket?.send({ type: "stop" });
    }

    toggle() {
        this.isOn = !this.isOn;
        this.power.textContent = this.isOn ? "Engine off" : "Engine on";
        this.restart();
    }

    /**
     * Looks at another position.
     * @param position as the server describes it
     * @param isFinal there is nothing to search
     */
    look(named, variant, position, isFinal) {
        Object.assign(this, { named, variant, isFinal });
        this.left = variant.seats.length - position.board.out.length;
        this.lines.classList.toggle("wordy", hasWords(variant));
        this.restart();
    }

    restart() {
        this.lines.replaceChildren();
        this.facts.textContent = "";
        showBar(this.bar, null);
        this.isHint = false;
        this.best = null;
        this.lines.style.setProperty("--rows", this.isOn ? this.count.value : 0);
        if (this.isOn && !this.isFinal) {
            // What the server says of the last position is not heard any more.
            this.dropCount();
            this.current = null;
            this.cancel();
            this.pause = setTimeout(() => this.analyse(), PAUSE);
        } else if (this.current || this.pause !== null) {
            this.stop();
        }
    }

    analyse() {
        this.start({ type: "analyse", ...this.named, lines: Number(this.count.value), time_ms: TIME });
    }

    /** Shows the best move on the board after a short search. */
    hint() {
        if (this.best && this.isOn) {
            this.actions.hint(this.best.from, this.best.to);
        } else if (!this.isFinal) {
            this.isHint = true;
            this.start({ type: "analyse", ...this.named, lines: 1, time_ms: 1000 });
        }
    }

    /** Scores all positions of a line. */
    graph(named) {
        this.facts.textContent = "The game is being scored…";
        this.start({ type: "graph", ...named, nodes: NODES });
    }

    perft(named, depth) {
        this.start({ type: "perft", ...named, depth });
    }

    receive(message) {
        if (message.type === "error") {
            notice(message.message, "error");
            if (this.current && message.re === this.current.id) {
                this.fail(message.message);
            }
            return;
        }
        if (message.id !== this.current?.id) {
            return;
        }
        const answers = {
            queued: () => (this.facts.textContent = `Waiting: ${message.ahead} before this.`),
            lines: () => this.showLines(message),
            score: () => this.actions.score(message.move, this.read(message), message.bar),
            perft: () => this.showPerft(message),
            done: () => this.finish(message),
        };
        answers[message.type]?.();
    }

    /** The score of a message as it is read. */
    read({ score, bar }) {
        return readScore(score, bar, this.variant, this.left);
    }

    showLines({ depth, nodes, time_ms: time, lines }) {
        this.best = lines[0];
        const speed = time > 0 ? `, ${Math.round(nodes / time).toLocaleString("en")} kN/s` : "";
        const worst = this.read(lines[0]).isWorst ? " Worst case: all others join." : "";
        this.facts.textContent = `Depth ${depth}, ${nodes.toLocaleString("en")} nodes${speed}.${worst}`;
        const play = (line) => this.actions.play(line.moves[0]).catch(complain);
        const item = (line) => {
            const { text, words } = this.read(line);
            const moves = button(line.notation.join(" "), () => play(line), {
                class: "line",
                title: "Play the first move",
            });
            return h("li", {}, h("strong", {}, text), moves, words && h("small", {}, words));
        };
        this.lines.replaceChildren(...lines.map(item));
        showBar(this.bar, lines[0]?.bar, lines[0] && this.read(lines[0]));
    }

    showPerft(message) {
        this.current = null;
        this.actions.perft(message);
    }

    /** The present task is refused, or has been broken off. */
    fail(why) {
        const task = this.current;
        this.current = null;
        this.isHint = false;
        if (task.type === "perft") {
            this.actions.perftFails(why);
        } else {
            this.facts.textContent = why;
        }
    }

    finish({ stopped }) {
        const task = this.current;
        if (stopped && task.type !== "analyse") {
            this.fail("It took too long, and was stopped.");
            return;
        }
        this.current = null;
        if (task.type === "analyse" && this.isHint && this.best) {
            this.actions.hint(this.best.from, this.best.to);
        } else if (task.type === "graph") {
            this.facts.textContent = "The game is scored: click on the graph to go to a move.";
        }
        this.isHint = false;
    }
}

/** Panel that counts the positions below one, by depth. */
export function perftPanel(onCount) {
    const depth = h("input", { type: "number", min: 1, max: DEPTH, value: 3, required: true, id: "perft-depth" });
    const output = h("div", {
        class: "perft-output",
        role: "region",
        "aria-label": "Counts",
        "aria-live": "polite",
        tabindex: 0,
    });
    const start = () => {
        if (!depth.checkValidity()) {
            fail(`The depth is a whole number from 1 to ${DEPTH}.`);
            return;
        }
        output.textContent = "Counting…";
        onCount(Number(depth.value));
    };
    const count = button("Count", start, { id: "perft-count" });
    const show = ({ nodes, time_ms: time, divide, depth: counted }) => {
        const rows = divide.map(({ move, nodes: below }) =>
            h("tr", {}, h("td", {}, h("code", {}, move)), h("td", {}, below.toLocaleString("en"))),
        );
        const head = h("tr", {}, h("th", { scope: "col" }, "Move"), h("th", { scope: "col" }, "Positions"));
        const table = h("table", {}, h("thead", {}, head), h("tbody", {}, rows));
        output.replaceChildren(h("p", {}, `perft(${counted}) = ${nodes.toLocaleString("en")}, ${time} ms`), table);
    };
    const fail = (why) => {
        output.textContent = why;
    };
    const row = h("div", { class: "row" }, field("Depth", depth), count);
    return { element: h("div", { class: "perft" }, row, output), show, fail };
}
