/** Words for screen readers, and notices that everybody sees. */

import { button, h } from "/js/dom.js";

/** How long a notice stays, in milliseconds. Errors stay until they are closed. */
const STAY = 8000;
/** Greatest number of errors that stay. */
const MOST_ERRORS = 3;

// What is there already is not read again with each sentence or notice.
const live = h("div", { id: "live", class: "unseen", "aria-live": "polite", role: "status", "aria-atomic": "false" });
const notices = h("div", { class: "notices", role: "alert", "aria-atomic": "false" });

/** Prepares the page for words. Screen readers miss those that come with the region for them. */
export function prepareWords() {
    document.body.append(live, notices);
}

/** Speaks a sentence to screen readers. */
export function say(text) {
    live.append(h("p", {}, text));
    while (live.childElementCount > 4) {
        live.firstElementChild.remove();
    }
}

/** Box with a text, which can be closed. */
function boxOf(text, kind, ...more) {
    const close = button("×", () => box.remove(), { "aria-label": "Close this notice", class: "close" });
    const box = h("div", { class: `notice ${kind}` }, h("p", {}, text), ...more, close);
    return box;
}

/** Shows a notice, in place of the last one. Only errors stay beside it. */
export function notice(text, kind = "plain") {
    const box = boxOf(text, kind);
    const stays = (other) => other.classList.contains("error") && other.firstElementChild.textContent !== text;
    const [gone, kept] = [false, true].map((wanted) => [...notices.children].filter((it) => stays(it) === wanted));
    [...gone, ...kept.slice(0, 1 - MOST_ERRORS)].forEach((other) => other.remove());
    notices.append(box);
    if (kind !== "error") {
        setTimeout(() => box.remove(), STAY);
    }
}

/** Shows an error in the words that it carries. */
export function complain(error) {
    notice(wordsOf(error), "error");
}

/** Shows in a part of the page that it could not be furnished, and a button that tries again. */
export function admit(host, error, again) {
    const retry = () => {
        box.remove();
        again();
    };
    const box = boxOf(wordsOf(error), "error lasting", button("Try again", retry, { class: "main" }));
    box.setAttribute("role", "alert");
    host.prepend(box);
}

function wordsOf(error) {
    return error.message ?? String(error);
}
