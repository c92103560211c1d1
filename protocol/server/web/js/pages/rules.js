/** The rules of a game, with a board beside them on which every picture can be played on. */

import { get, variant as variantNamed } from "/js/api.js";
import { complain } from "/js/announce.js";
import { pictured } from "/js/diagrams.js";
import { button, byId, h, select } from "/js/dom.js";
import { FAMILIES, familyOf } from "/js/families.js";
import { beside } from "/js/game/players.js";
import { howToPanel } from "/js/howto.js";
import { Line } from "/js/line.js";
import { newGame } from "/js/newgame.js";
import { pathTail, showMissing, startPage } from "/js/page.js";
import { Playground } from "/js/playground.js";

function chapters(current) {
    return FAMILIES.filter(
        (family, index) => FAMILIES.findIndex((other) => other.rules === family.rules) === index,
    ).map(({ rules, title, chapter }) =>
        h("a", { href: `/rules/${rules}`, "aria-current": rules === current ? "page" : null }, chapter ?? title),
    );
}

/** The board beside the text. */
class Trial {
    constructor(host, rules) {
        this.names = FAMILIES.filter((family) => family.rules === rules).flatMap((family) => family.names);
        this.board = h("div", { id: "board" });
        this.status = h("div", { class: "status", id: "status" });
        this.heaps = h("div", { class: "seats" });
        this.playground = new Playground(this.board, this.status, { isRandom: true, onChange: () => this.changed() });
        host.replaceChildren(h("h2", {}, "Try it"), this.board, this.heaps, this.status);
        this.host = host;
    }

    async furnish() {
        const known = await Promise.all(this.names.map(variantNamed));
        const choice = select(
            known.map((variant) => [variant.name, variant.title]),
            this.names[0],
            {
                "aria-label": "Game on the board",
                onchange: (event) => this.show(event.target.value, null).catch(complain),
            },
        );
        this.choice = choice;
        this.host.append(
            known.length > 1 ? choice : "",
            h(
                "div",
                { class: "buttons" },
                button("Take back", () => this.playground.goTo(this.previous()).catch(complain), { id: "back" }),
                button("Start again", () => this.show(choice.value, this.fen).catch(complain)),
                button("Turn the board", () => this.playground.turnBoard()),
                button("Play the engine", () => newGame(this.playground.variant, "engine"), { class: "main" }),
            ),
        );
    }

    /** Shows a position of a game. */
    async show(name, fen) {
        this.fen = fen;
        this.choice.value = name;
        await this.playground.set(await variantNamed(name), new Line(name, fen));
    }

    /** Plies up to the entry before the last one. */
    previous() {
        const { line } = this.playground;
        return line.entry > 0 ? line.pliesOf(line.entry - 1) : 0;
    }

    changed() {
        const { variant, position } = this.playground;
        this.heaps.replaceChildren(...variant.seats.flatMap((_, seat) => beside(position.board, seat)));
    }
}

/** Puts a button below each picture that can be played on. */
function enliven(text, trial) {
    for (const image of text.querySelectorAll("img")) {
        const found = pictured(image.src);
        if (found) {
            const go = () => {
                trial.show(...found).catch(complain);
                trial.board.scrollIntoView({ block: "center" });
            };
            image.after(button("Play on", go, { class: "play-on", "aria-label": `Play on: ${image.alt}` }));
        }
    }
}

/** All games, with links to their rules. */
function overview() {
    const rows = FAMILIES.map(({ title, names, text }) =>
        h("li", {}, h("a", { href: `/rules/${names[0]}` }, title), h("p", { class: "faint" }, text)),
    );
    return [h("h1", {}, "Rules of the games"), h("ul", { class: "overview" }, rows)];
}

/** Page of the rules by its name; null if the server knows that it has none. */
async function pageOf(name) {
    try {
        return await get(`/api/rules/${encodeURIComponent(name)}`);
    } catch (error) {
        if (error.code === "not-found") {
            return null;
        }
        throw error;
    }
}

startPage("rules", async () => {
    const name = pathTail();
    if (!name) {
        byId("chapters").hidden = true;
        byId("try").hidden = true;
        byId("text").replaceChildren(...overview());
        return;
    }
    const page = await pageOf(name);
    if (!page) {
        await showMissing();
        return;
    }
    const rules = familyOf(name)?.rules ?? name;
    byId("chapters").replaceChildren(...chapters(rules));
    const trial = new Trial(byId("try"), rules);
    await trial.furnish();
    document.title = `${page.title}: rules – Motley`;
    const text = new DOMParser().parseFromString(page.html, "text/html").body;
    enliven(text, trial);
    byId("text").replaceChildren(...text.childNodes);
    if (page.variant) {
        byId("text").querySelector("h1").after(howToPanel(await variantNamed(page.variant)));
    }
    await trial.show(trial.names.includes(name) ? name : trial.names[0], null);
    // The heading that the address names was not there when the page was loaded.
    document.getElementById(location.hash.slice(1))?.scrollIntoView();
});
