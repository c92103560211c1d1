/** Links of a game: for friends who are asked to play, and for everybody to watch. */

import { button, h, replaceChildren } from "/js/dom.js";
import { absolute, copy } from "/js/page.js";
import { invitations } from "/js/store.js";

/** What a link is worth whose server is reached by this computer only. */
const LOCAL =
    "It works on this computer only. For friends elsewhere start the server with --listen 0.0.0.0, and open the page " +
    "at the address that it prints: docs/server.md says more, under “With a friend at home”.";

/** True if the page was opened at an address that means this computer, wherever it is typed. */
function isLocal() {
    return /^(localhost|127\..*|\[::1\])$/.test(location.hostname);
}

/** A link that can be read and copied. */
function linkRow(label, address) {
    const box = h("input", {
        readonly: true,
        value: address,
        "aria-label": label,
        onfocus: (event) => event.target.select(),
    });
    const copyButton = button("Copy", (event) => copy(address, event.target));
    return h("div", { class: "link" }, h("span", {}, label), box, copyButton);
}

/** Links for the friends who have not come yet. */
export function showInvitations(host, state, variant) {
    const missing = invitations(state.id).filter(({ seat }) => !state.seats[seat].connected);
    const rows = missing.map(({ seat, link }) => linkRow(`Play ${variant.seats[seat].name}`, absolute(link)));
    host.hidden = rows.length === 0 || state.status === "over";
    const key = missing.map(({ seat }) => seat).join();
    if (host.dataset.shown !== key) {
        host.dataset.shown = key;
        const words = rows.length > 1 ? "Send each friend one of these links" : "Send this link to your friend";
        host.replaceChildren(h("h2", {}, words), ...rows, ...(isLocal() ? [h("small", {}, LOCAL)] : []));
    }
}

/** The link of the own seat, hidden until it is asked for. */
function ownLink(id, secret) {
    const words = "It takes you to your seat on another device. Whoever has it can play for you.";
    return h(
        "details",
        { class: "own-link" },
        h("summary", {}, "Your own link (keep it secret)"),
        linkRow("Your seat", absolute(`/game/${id}#${secret}`)),
        h("small", {}, words, isLocal() && ` ${LOCAL}`),
    );
}

/** Links to watch, to analyse and to keep the game; with the secret of the own seat also to play on elsewhere. */
export function showLinks(host, id, secret = null) {
    const key = secret ? "own" : "public";
    if (host.dataset.shown === key) {
        return;
    }
    host.dataset.shown = key;
    host.replaceChildren(
        linkRow("Watch", absolute(`/game/${id}`)),
        h(
            "div",
            { class: "buttons" },
            h("a", { class: "button", href: `/analysis?game=${id}` }, "Analyse"),
            h("a", { class: "button", href: `/api/games/${id}/pgn`, download: `${id}.pgn` }, "Download PGN"),
        ),
        ...(secret ? [ownLink(id, secret)] : []),
    );
}

/** What was played before the game began, and so follows from no seed. */
function givenText(opening) {
    return opening === 1 ? "The first ply was given, not dealt." : `The first ${opening} plies were given, not dealt.`;
}

/** The proof that tiles and dice were dealt fairly. */
export function showLuck(host, { luck, opening }) {
    host.hidden = !luck;
    if (!luck) {
        return;
    }
    const seed = luck.seed
        ? h("p", {}, "Seed: ", h("code", {}, luck.seed))
        : h("p", {}, "The seed is published when the game is over.");
    replaceChildren(
        host,
        h("summary", {}, "Fair luck"),
        h("p", {}, "Every tile and throw follows from a secret seed. Its hash was fixed before the first move:"),
        h("code", {}, luck.commitment),
        ...(opening > 0 ? [h("p", {}, givenText(opening))] : []),
        seed,
    );
}
