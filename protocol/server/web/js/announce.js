/** Words for screen readers, and notices that everybody sees. */

import { button, h } from "/js/dom.js";

/** How long a notice stays, in milliseconds. */
const STAY = 8000;

let live = null;
let notices = null;

function regions() {
    if (!live) {
        live = h("div", { id: "live", class: "unseen", "aria-live": "polite", role: "status" });
        notices = h("div", { class: "notices", role: "alert" });
        document.body.append(live, notices);
    }
}

/** Speaks a sentence to screen readers. */
export function say(text) {
    regions();
    live.append(h("p", {}, text));
    while (live.childElementCount > 4) {
        live.firstElementChild.remove();
    }
}

/** Shows a notice. */
export function notice(text, kind = "plain") {
    regions();
    const close = button("×", () => box.remove(), { "aria-label": "Close this notice", class: "close" });
    const box = h("div", { class: `notice ${kind}` }, h("p", {}, text), close);
    notices.replaceChildren(box);
    setTimeout(() => box.remove(), STAY);
}

/** Shows an error in the words that it carries. */
export function complain(error) {
    notice(error.message ?? String(error), "error");
}
