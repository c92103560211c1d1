/** The start page: a card for each game. */

import { position, variants } from "/js/api.js";
import { complain } from "/js/announce.js";
import { Board } from "/js/board/board.js";
import { button, byId, h, select } from "/js/dom.js";
import { FAMILIES, familyOf } from "/js/families.js";
import { showOwnGames } from "/js/gamelist.js";
import { newGame } from "/js/newgame.js";
import { startPage } from "/js/page.js";

/** Draws the picture of a game: its board with a position, as the server describes it. */
function draw(host, variant, shown) {
    const board = new Board(host, variant, {}, true);
    board.show(shown);
    board.svg.setAttribute("role", "img");
    board.svg.setAttribute("aria-label", `A position of ${variant.title}`);
    board.svg.querySelector(".fields").remove();
}

function card(family, known) {
    const members = family.names.map((name) => known.find((variant) => variant.name === name)).filter(Boolean);
    if (members.length === 0) {
        return null;
    }
    let chosen = members[0];
    const rules = `/rules/${family.names[0]}`;
    const view = h("a", { class: "picture", href: rules, "aria-label": `${family.title}: rules` });
    let asked = 0;
    const show = async (fen = null) => {
        asked += 1;
        const number = asked;
        const shown = await position(chosen.name, fen, []);
        // Another game may have been chosen meanwhile.
        if (number === asked) {
            draw(view, chosen, shown.board);
        }
    };
    const choose = select(
        members.map((variant) => [variant.name, variant.title]),
        chosen.name,
        {
            "aria-label": `Kind of ${family.title}`,
            onchange: (event) => {
                chosen = members.find((variant) => variant.name === event.target.value);
                view.replaceChildren();
                show().catch(complain);
            },
        },
    );
    show(family.fen).catch(complain);
    return h(
        "article",
        { class: "card", "data-family": family.names[0] },
        view,
        h("h2", {}, family.title),
        h("p", {}, family.text, " ", h("a", { href: rules }, "Rules")),
        members.length > 1 && choose,
        h(
            "div",
            { class: "buttons" },
            button("Play the engine", () => newGame(chosen, "engine"), { class: "main" }),
            button("Play a friend", () => newGame(chosen, "friend")),
            button("Watch", () => newGame(chosen, "watch"), { class: "quiet" }),
        ),
    );
}

/** The families, and each game that belongs to none as a family of its own. */
function families(known) {
    const others = known.filter((variant) => !familyOf(variant.name));
    const alone = (variant) => ({ title: variant.title, names: [variant.name], rules: variant.name, text: "" });
    return [...FAMILIES, ...others.map(alone)];
}

startPage("index", async () => {
    const known = await variants();
    showOwnGames(byId("own"), known, true).catch(complain);
    const cards = families(known).map((family) => card(family, known));
    byId("cards").replaceChildren(...cards.filter(Boolean));
});
