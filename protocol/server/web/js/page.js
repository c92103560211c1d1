/** Frame of all pages: the head with its links and switches, and the last resort for errors. */

import { get } from "/js/api.js";
import { admit, complain, prepareWords, say } from "/js/announce.js";
import { byId, h } from "/js/dom.js";
import { soundSwitch } from "/js/sound.js";
import { themeSwitch } from "/js/theme.js";

const LINKS = [
    ["/", "Play", "index"],
    ["/games", "Games", "games"],
    ["/analysis", "Analysis", "analysis"],
    ["/rules", "Rules", "rules"],
];

function head(current) {
    const links = LINKS.map(([href, text, page]) =>
        h("a", { href, "data-page": page, "aria-current": page === current ? "page" : null }, text),
    );
    const theme = h("button", { type: "button", class: "switch" });
    const sound = h("button", { type: "button", class: "switch" });
    themeSwitch(theme);
    soundSwitch(sound);
    const mark = h("img", { src: "/mark.svg", alt: "", width: 28, height: 28 });
    return h(
        "header",
        { class: "site" },
        h("a", { href: "#main", class: "skip" }, "Skip to the page"),
        h("a", { href: "/", class: "mark" }, mark, "Motley"),
        h("nav", { "aria-label": "Pages" }, links),
        h("div", { class: "switches" }, sound, theme),
    );
}

/**
 * Furnishes the page, then does what is its own. If that fails, the page says so until it is tried again: `work` must
 * stand to be called once more.
 * @param refresh is called when the browser's Back shows the page as it was left
 */
export function startPage(name, work, refresh = () => {}) {
    document.body.prepend(head(name));
    prepareWords();
    window.addEventListener("unhandledrejection", (event) => complain(event.reason));
    window.addEventListener("pageshow", (event) => event.persisted && refresh());
    const begin = () =>
        Promise.resolve()
            .then(work)
            .catch((error) => admit(byId("main"), error, begin));
    begin();
}

/** Lets the head's link to the rules lead to those of a game. */
export function linkRules(variant) {
    document.querySelector('header.site [data-page="rules"]').href = `/rules/${variant.name}`;
}

/** Shows the page for what does not exist in place of this one. */
export async function showMissing() {
    const page = new DOMParser().parseFromString(await get("/404.html"), "text/html");
    document.title = page.title;
    document.body.className = page.body.className;
    byId("main").replaceWith(page.querySelector("main"));
}

/** The last part of the page's path: a game's name or id. */
export function pathTail() {
    return decodeURIComponent(location.pathname.split("/").filter(Boolean).at(1) ?? "");
}

/** A short path of the same server as a whole address. */
export function absolute(path) {
    return new URL(path, location.href).href;
}

/** Copies by the way that needs no secure context: the selection of a box beside the button. True if it worked. */
function copySelected(text, button) {
    const box = h("textarea", { class: "unseen", readonly: true, tabindex: -1 }, text);
    button.after(box);
    box.focus({ preventScroll: true });
    box.select();
    const isCopied = document.execCommand("copy");
    box.remove();
    button.focus({ preventScroll: true });
    return isCopied;
}

/** Copies a text and says so on the button. */
export async function copy(text, button) {
    try {
        await navigator.clipboard.writeText(text);
    } catch {
        if (!copySelected(text, button)) {
            window.prompt("Copy this text:", text);
            return;
        }
    }
    button.dataset.label ??= button.textContent;
    button.textContent = "Copied";
    say("Copied.");
    setTimeout(() => (button.textContent = button.dataset.label), 1500);
}

/** Gives a text to the user as a file. */
export function save(text, name, type) {
    const address = URL.createObjectURL(new Blob([text], { type }));
    h("a", { href: address, download: name }).click();
    URL.revokeObjectURL(address);
}
