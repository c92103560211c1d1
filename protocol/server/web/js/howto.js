/** Short rules of a game: its goal, and the moves of its pieces. */

import { icon } from "/js/choice.js";
import { h } from "/js/dom.js";
import { setSetting, setting } from "/js/store.js";

/** Size of a figure, in pixels. */
const SIZE = 34;

/**
 * Words and figures, with a link to the whole rules.
 * @param colour of the figures
 */
function howTo(variant, colour = "white") {
    const kinds = variant.pieces.map(({ name, figure, moves }) =>
        h("li", {}, icon(`${colour}-${figure}`, SIZE), h("span", {}, h("strong", {}, name), moves && `: ${moves}`)),
    );
    return [
        h("p", { class: "goal" }, variant.goal),
        h("div", { class: "kinds", role: "group", "aria-label": "Pieces", tabindex: 0 }, h("ul", {}, kinds)),
        h("a", { href: `/rules/${variant.name}`, target: "_blank" }, "All rules"),
    ];
}

/** The same, to be unfolded. */
export function howToPanel(variant) {
    return h("details", { class: "how-to" }, h("summary", {}, "How to play"), howTo(variant));
}

/** Fills the panel of a game by its id. In the first game of its kind in this browser it is open until it is closed. */
export function introduce(panel, variant, id, colour) {
    const name = `seen.${variant.name}`;
    const first = setting(name, id);
    setSetting(name, first);
    panel.append(h("summary", {}, "How to play"), ...howTo(variant, colour));
    panel.open = first === id;
    panel.hidden = false;
    panel.addEventListener("toggle", () => panel.open || setSetting(name, "closed"));
}
