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
    // Many cards have these buttons: by their names they can be told apart.
    const starter = (text, mode, look) =>
        button(text, () => newGame(chosen, mode), { class: look, "aria-label": `${text}: ${family.title}` });
    const view = h("button", {
        type: "button",
        class: "picture",
        "aria-label": `Play ${family.title}`,
        onclick: () => newGame(chosen, "engine"),
    });
    let asked = 0;
    const show = async (fen = null) => {
        asked += 1;
        const number = asked;
        const variant = chosen;
        const { board } = fen === null ? variant : await position(variant.name, fen, []);
        // Another game may have been chosen meanwhile.
        if (number === asked) {
            draw(view, variant, board);
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
        h("p", {}, family.text, " ", h("a", { href: rules, "aria-label": `Rules: ${family.title}` }, "Rules")),
        members.length > 1 && choose,
        h(
            "div",
            { class: "buttons" },
            starter("Play the engine", "engine", "main"),
            starter("Play a friend", "friend"),
            starter("Watch", "watch", "quiet"),
        ),
    );
}

/** The families, and each game that belongs to none as a family of its own. */
function families(known) {
    const others = known.filter((variant) => !familyOf(variant.name));
    const alone = (variant) => ({ title: variant.title, names: [variant.name], rules: variant.name, text: "" });
    return [...FAMILIES, ...others.map(alone)];
}

async function showOwn() {
    await showOwnGames(byId("own"), await variants(), true);
}

const refresh = () => showOwn().catch(complain);

const begin = async () => {
    const known = await variants();
    refresh();
    const cards = families(known).map((family) => card(family, known));
    byId("cards").replaceChildren(...cards.filter(Boolean));
};

startPage("index", begin, refresh);
