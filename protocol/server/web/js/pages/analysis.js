/** The page that analyses positions and games. */

import { get, post, variant as variantNamed, variants } from "/js/api.js";
import { complain, notice, say } from "/js/announce.js";
import { Editor } from "/js/analysis/editor.js";
import { Engine, perftPanel } from "/js/analysis/engine.js";
import { fenPanel, pgnPanel } from "/js/analysis/files.js";
import { Graph } from "/js/analysis/score.js";
import { button, byId, h, replaceChildren, select } from "/js/dom.js";
import { beside } from "/js/game/players.js";
import { beginsWith, Line } from "/js/line.js";
import { MoveList } from "/js/movelist.js";
import { newGame } from "/js/newgame.js";
import { absolute, copy, linkRules, startPage } from "/js/page.js";
import { Playground } from "/js/playground.js";

/** Wait before the address follows a step, in milliseconds: browsers allow few changes of it in a second. */
const PAUSE = 300;

class AnalysisPage {
    constructor(known) {
        this.known = known;
        this.playground = new Playground(byId("board"), byId("status"), { onChange: () => this.changed() });
        this.list = new MoveList(byId("moves"), byId("steps"), (entry) => this.goTo(this.line.pliesOf(entry)));
        this.graph = new Graph(byId("graph"), (ply) => this.goTo(ply));
        /** Line of the present entry of the browser's history; null if that is still to be shown. */
        this.recorded = null;
        /** Change of the entry that is to be made, and its timer. */
        this.change = null;
        this.timer = null;
        this.engine = new Engine(byId("engine"), byId("bar"), {
            play: (text) => this.play(text),
            hint: (from, to) => this.playground.board.mark({ hint: { from, to } }),
            score: (ply, told, share) => this.graph.add(ply, told, share),
            perft: (answer) => this.perft.show(answer),
            perftFails: (why) => this.perft.fail(why),
        });
        this.chooseVariant();
        this.tools();
        byId("type").addEventListener("submit", (event) => {
            event.preventDefault();
            this.typeMove(byId("typed")).catch(complain);
        });
        window.addEventListener("popstate", () => this.travel().catch(complain));
        window.addEventListener("pagehide", () => this.write());
    }

    chooseVariant() {
        const entries = this.known.map((variant) => [variant.name, variant.title]);
        this.choice = select(entries, "", { id: "variant", onchange: (event) => this.restart(event.target.value) });
        byId("variant").replaceWith(this.choice);
    }

    tools() {
        this.fen = fenPanel((fen) => this.setUp(new Line(this.variant.name, fen)));
        this.perft = perftPanel((depth) => this.engine.perft(this.line.named, depth));
        const editing = h("div", { class: "editing" });
        this.editor = new Editor(editing, this.playground, (fen) => {
            this.setUp(new Line(this.variant.name, fen)).catch(complain);
        });
        const pgn = pgnPanel(
            (game) => this.load(game),
            () => ({ variant: this.variant.name, fen: this.line.fen, moves: this.line.moves, tags: [], result: "*" }),
        );
        const section = (title, ...content) => h("details", {}, h("summary", {}, title), ...content);
        byId("tools").replaceChildren(
            h(
                "div",
                { class: "buttons" },
                button("Score the game", () => this.score(), { id: "score-game" }),
                button("Turn the board", () => this.turnBoard()),
                button("Play from here", () => this.playOn()),
                button("Copy link", (event) => copy(absolute(this.address()), event.target)),
            ),
            this.fen.element,
            editing,
            section("Games as text (PGN)", pgn),
            section("Perft: count positions", this.perft.element),
        );
    }

    get variant() {
        return this.playground.variant;
    }

    get line() {
        return this.playground.line;
    }

    /** Shows another line, of the same game or of another. False if one more was asked for meanwhile. */
    async setUp(line, variant = this.variant) {
        if (this.editor.isActive) {
            this.editor.close();
        }
        const isShown = await this.playground.set(variant, line);
        if (isShown) {
            this.graph.clear(line.moves.length);
            this.choice.value = variant.name;
            linkRules(variant);
        }
        return isShown;
    }

    async load({ variant, fen, moves }) {
        if (await this.setUp(new Line(variant, fen, moves), await variantNamed(variant))) {
            await this.playground.goTo(0);
        }
    }

    restart(name) {
        variantNamed(name)
            .then((variant) => this.setUp(new Line(name), variant))
            .catch(complain);
    }

    /** Something else is on the board. */
    changed() {
        const { line, variant, playground } = this;
        const { position } = playground;
        this.record();
        if (this.graph.plies !== line.moves.length) {
            this.graph.clear(line.moves.length);
        }
        this.showVariation();
        this.list.show(line.entries, variant.seats.length, line.place);
        this.graph.mark(line.at);
        this.fen.show(position.fen);
        byId("beside").replaceChildren(...variant.seats.flatMap((_, seat) => beside(position.board, seat)));
        byId("type").hidden = position.status === "over";
        this.engine.look(line.named, variant, position, position.status === "over" || position.chance !== null);
    }

    /** Writes the line in the address. If moves would be lost, the browser's Back leads to them. */
    record() {
        const { variant, fen, moves, main } = this.line;
        const before = this.recorded;
        this.recorded = { variant, fen, moves };
        const isSame = before?.variant === variant && before.fen === fen;
        const isLost = before?.moves.length > 0 && !(isSame && beginsWith(moves, before.moves));
        const address = this.address();
        if (!isLost) {
            this.change = () => history.replaceState({ main }, "", address);
            clearTimeout(this.timer);
            this.timer = setTimeout(() => this.write(), PAUSE);
            return;
        }
        // The entry that is left keeps its last place.
        this.write();
        this.change = () => history.pushState({ main }, "", address);
        this.write();
        this.graph.clear(moves.length);
        if (main) {
            say("This is a variation. The main line is kept.");
        }
    }

    /** Makes the change of the entry that is to be made. */
    write() {
        clearTimeout(this.timer);
        try {
            this.change?.();
        } catch {
            // There were too many changes for this browser: the next one has the address.
        }
        this.change = null;
    }

    /** The browser has gone to another entry of its history. */
    async travel() {
        // A change that is still to be made was for the entry that is left.
        clearTimeout(this.timer);
        this.change = null;
        if (location.hash !== "#main") {
            await this.open();
        } else if (this.line) {
            // The link that skips the head: the line stays, and gets its address back.
            this.record();
        }
    }

    /** Shows what the address asks for. */
    async open() {
        const main = history.state?.main ?? null;
        this.recorded = null;
        const { variant, fen, moves, at } = await wanted();
        const game = await variantNamed(variant);
        const line = new Line(game.name, fen, moves);
        line.at = Math.min(at ?? moves.length, moves.length);
        line.main = main;
        await this.setUp(line, game);
    }

    /** The way back from a variation. */
    showVariation() {
        const host = byId("variation");
        host.hidden = !this.line.main;
        const leave = async () => {
            if (this.editor.isActive) {
                this.editor.close();
            }
            await this.playground.returnToMain();
            this.list.focus();
        };
        const back = button("Back to the main line", () => leave().catch(complain), { class: "main" });
        replaceChildren(host, ...(this.line.main ? ["A variation. ", back] : []));
    }

    /** Address of what is on the board. The moves are in the fragment, which is not sent: they may be many. */
    address() {
        const { variant, fen, moves, at } = this.line;
        const words = new URLSearchParams({ variant });
        if (fen) {
            words.set("fen", fen);
        }
        const line = new URLSearchParams({ moves: moves.join(" "), at });
        return moves.length > 0 ? `/analysis?${words}#${line}` : `/analysis?${words}`;
    }

    /** Goes to the place after some plies, but not while another position is edited. */
    async goTo(ply) {
        if (!this.editor.isActive) {
            await this.playground.goTo(ply).catch(complain);
        }
    }

    /** Turns the board with the position on it, the one that is edited or that of the line. */
    turnBoard() {
        if (this.editor.isActive) {
            this.playground.turnBoard(() => this.editor.show());
        } else {
            this.playground.turnBoard();
        }
    }

    /** True if another position is edited, so that no move is played: it says so. */
    refusesMoves() {
        if (this.editor.isActive) {
            notice("First use or cancel the position that is being edited.");
        }
        return this.editor.isActive;
    }

    /** Plays the first move of a line of the engine. */
    async play(text) {
        if (!this.refusesMoves()) {
            await this.playground.play(text);
        }
    }

    score() {
        const { line } = this;
        this.graph.clear(line.moves.length);
        this.engine.graph({ variant: line.variant, fen: line.fen, moves: line.moves });
    }

    playOn() {
        const { fen, moves } = this.line.named;
        newGame(this.variant, "engine", { fen, moves });
    }

    /** Plays what was typed. What cannot be played stays in the box, to be mended. */
    async typeMove(box) {
        if (this.refusesMoves()) {
            return;
        }
        const text = box.value.trim();
        if (text && !this.playground.mover.playText(text)) {
            await this.playground.play(text);
        }
        box.value = "";
    }
}

/** Content that the address asks for: a game of the server, or a line. */
async function wanted() {
    const words = new URLSearchParams(location.search);
    const game = words.get("game");
    if (game) {
        const pgn = await get(`/api/games/${encodeURIComponent(game)}/pgn`);
        return (await post("/api/pgn", { pgn })).games[0];
    }
    const line = new URLSearchParams(location.hash.slice(1));
    const part = (name) => line.get(name) ?? words.get(name);
    const moves = part("moves")?.split(" ").filter(Boolean) ?? [];
    return {
        variant: words.get("variant"),
        fen: words.get("fen"),
        moves,
        at: Number(part("at") ?? moves.length),
    };
}

let page = null;

startPage("analysis", async () => {
    page ??= new AnalysisPage(await variants());
    await page.open();
});
