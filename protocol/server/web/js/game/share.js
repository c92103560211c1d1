/** Links of a game: for friends who are asked to play, and for everybody to watch. */

import { get, post } from "/js/api.js";
import { complain } from "/js/announce.js";
import { button, h, replaceChildren } from "/js/dom.js";
import { isAlone } from "/js/game/actions.js";
import { swatch } from "/js/game/players.js";
import { copy } from "/js/page.js";
import { amendGame, earlierSecret, invitations, ownGame } from "/js/store.js";

/** Reach of a link whose server is reached by this computer only. */
const LOCAL =
    "It works on this computer only. For friends elsewhere start the server with --listen 0.0.0.0: docs/server.md " +
    "says more, under “With a friend at home”.";
/** Use of a link to the own seat. */
const OWN = "It takes you to your seat on another device. Whoever has it can play for you.";
/** Width of a QR code, in pixels. */
const QR_WIDTH = 240;

/** Address that links begin with: that of this page, unless others reach the server at another one. */
let base = location.origin;

/** True for an address that means this computer, wherever it is typed. */
function isLocal(address) {
    return /^(localhost|127\..*|\[::1\])$/.test(new URL(address).hostname);
}

/** Finds out how others reach the server, if this page's address is of no use to them. */
export async function findAddress() {
    if (isLocal(base)) {
        try {
            const { addresses } = await get("/api/server");
            base = addresses.find((address) => !isLocal(address)) ?? base;
        } catch {
            // The links lead to this page's server in any case.
        }
    }
}

/** A path of the server as a link for others. */
function whole(path) {
    return new URL(path, base).href;
}

/** A link that can be read and copied. */
function linkRow(label, address, emblem = null) {
    const box = h("input", {
        readonly: true,
        value: address,
        "aria-label": label,
        onfocus: (event) => event.target.select(),
    });
    const copyButton = button("Copy", (event) => copy(address, event.target));
    return h("div", { class: "link" }, h("span", {}, emblem, label), box, copyButton);
}

/** Opens what the device shares links by. To turn back there is no error. */
async function share(text, url) {
    try {
        await navigator.share({ title: "Motley", text, url });
    } catch (error) {
        if (error.name !== "AbortError") {
            throw error;
        }
    }
}

/** QR code of a link, for the camera of a telephone. */
async function qrCode(address) {
    const drawing = await post("/api/qr", { text: address }, true);
    const source = `data:image/svg+xml,${encodeURIComponent(drawing)}`;
    return h("img", { class: "qr", src: source, alt: "QR code of the link", width: QR_WIDTH, height: QR_WIDTH });
}

/** Buttons that hand a link on: to another program, or to a camera. */
function handOn(text, address) {
    const picture = h("div", { hidden: true });
    const showCode = async (event) => {
        if (picture.childElementCount === 0) {
            picture.replaceChildren(await qrCode(address));
        }
        picture.hidden = !picture.hidden;
        event.target.setAttribute("aria-expanded", !picture.hidden);
    };
    return h(
        "div",
        { class: "hand-on" },
        h(
            "div",
            { class: "buttons" },
            navigator.share && button("Share", () => share(text, address).catch(complain)),
            button("QR code", (event) => showCode(event).catch(complain), { "aria-expanded": "false" }),
        ),
        picture,
    );
}

/** Invitation of a friend, or the word that the friend has come. */
function friendRow({ seat, link, isHere }, variant) {
    const { colour, name } = variant.seats[seat];
    if (isHere) {
        return h("p", { class: "friend" }, swatch(colour), `${name} is here ✓`);
    }
    const address = whole(link);
    return h(
        "div",
        { class: "friend" },
        linkRow(`Play ${name}`, address, swatch(colour)),
        handOn(`Play ${variant.title} with me`, address),
    );
}

/** Friends who were asked to the game, with their links, and if they are here. */
function friendsOf(state) {
    return invitations(state.id).map((one) => ({ ...one, isHere: state.seats[one.seat].connected }));
}

/** True once the invitations have done their work: later the links are among the others. */
function isUnderWay({ you, has_begun, has_moved }) {
    return you === null ? has_begun : has_moved;
}

/** Links for the friends, until all are here or the own seat has moved. */
export function showInvitations(host, state, variant) {
    const friends = friendsOf(state);
    host.hidden = state.status === "over" || isUnderWay(state) || friends.every(({ isHere }) => isHere);
    // On a narrow screen nothing matters more before the first move.
    host.classList.toggle("first", !state.has_begun);
    const key = friends.map(({ seat, isHere }) => `${seat} ${isHere}`).join();
    if (host.dataset.shown !== key) {
        host.dataset.shown = key;
        const words = friends.length > 1 ? "Send each friend one of these links" : "Send this link to your friend";
        const rows = friends.map((friend) => friendRow(friend, variant));
        host.replaceChildren(h("h2", {}, words), ...rows, ...(isLocal(base) ? [h("small", {}, LOCAL)] : []));
    }
}

/** Links for friends who have not come yet, or have gone. */
function againLinks(friends, variant) {
    const rows = friends.map((friend) => friendRow(friend, variant));
    return h("details", { class: "again-links" }, h("summary", {}, "Links for your friends"), rows);
}

/** The link of the own seat, hidden until it is asked for. */
function ownLink({ id, clock }, variant, secret) {
    const address = whole(`/game/${id}#${secret}`);
    const earlier = earlierSecret(id);
    return h(
        "details",
        { class: "own-link" },
        h("summary", {}, "Your own link (keep it secret)"),
        linkRow("Your seat", address),
        handOn(`My seat in ${variant.title}`, address),
        h("small", {}, OWN, isLocal(base) && ` ${LOCAL}`),
        !clock && h("p", { class: "keep" }, "Keep this link: your browser may forget the game."),
        earlier && h("p", {}, h("a", { class: "button", href: `#${earlier}` }, "Your earlier seat")),
    );
}

/** True the first time that a player of a long game should be told to keep the own link. */
function isReminderDue(state) {
    const isLong = state.you !== null && state.status === "playing" && !state.clock && !isAlone(state);
    const isDue = isLong && state.has_moved && !ownGame(state.id)?.isReminded;
    if (isDue) {
        amendGame(state.id, { isReminded: true });
    }
    return isDue;
}

/**
 * Links to watch and to keep the game; for those who would gain no advantage by it also to analyse it, with the secret
 * of the own seat to play on elsewhere, and under way those for friends who are not here.
 */
export function showLinks(host, state, variant, secret) {
    const { id, you, status } = state;
    const mayAnalyse = you === null || status === "over" || isAlone(state);
    const isAsking = isUnderWay(state) && status === "playing";
    const missing = isAsking ? friendsOf(state).filter(({ isHere }) => !isHere) : [];
    const isReminded = isReminderDue(state);
    const key = [you === null ? "" : secret, earlierSecret(id), mayAnalyse, ...missing.map(({ seat }) => seat)].join();
    if (host.dataset.shown !== key) {
        host.dataset.shown = key;
        const open = [...host.querySelectorAll("details[open]")].map((one) => one.className);
        replaceChildren(
            host,
            linkRow("Watch", whole(`/game/${id}`)),
            h(
                "div",
                { class: "buttons" },
                mayAnalyse && h("a", { class: "button", href: `/analysis?game=${id}` }, "Analyse"),
                h("a", { class: "button", href: `/api/games/${id}/pgn`, download: `${id}.pgn` }, "Download PGN"),
            ),
            ...(missing.length > 0 ? [againLinks(missing, variant)] : []),
            ...(you === null ? [] : [ownLink(state, variant, secret)]),
        );
        host.querySelectorAll("details").forEach((one) => (one.open = open.includes(one.className)));
    }
    if (isReminded) {
        host.querySelector(".own-link").open = true;
    }
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
