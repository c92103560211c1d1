/** The dialog that begins a game: who sits where, how strong the engine is, how much time there is. */

import { post } from "/js/api.js";
import { complain } from "/js/announce.js";
import { button, field, h, select } from "/js/dom.js";
import { joined, setInvitations, setSecret, setSetting, setting } from "/js/store.js";

const WHO = [
    ["me", "You"],
    ["engine", "The engine"],
    ["friend", "A friend by link"],
    ["here", "A friend at this screen"],
];
/** Who plays at this screen. */
const AT_SCREEN = new Set(["me", "here"]);
const MODES = {
    engine: { title: "Play the engine", seats: (seat) => (seat === 0 ? "me" : "engine") },
    friend: { title: "Play a friend", seats: (seat) => (seat === 0 ? "me" : "friend") },
    watch: { title: "Watch two engines", seats: () => "engine" },
};
const SIDES = [
    ["chosen", "As chosen above"],
    ["random", "Random"],
];
/** Clocks: a name, the time at the beginning in minutes, and what each move adds in seconds. */
const CLOCKS = [
    ["none", "No clock"],
    ["3+2", "3 minutes + 2 seconds a move"],
    ["5+3", "5 minutes + 3 seconds a move"],
    ["10+5", "10 minutes + 5 seconds a move"],
    ["30+20", "30 minutes + 20 seconds a move"],
    ["own", "Another one"],
];
/** Limits of a clock of one's own, which are the server's: minutes at the beginning, seconds a move. */
const OWN_CLOCK = { minutes: { min: 0.05, max: 1440 }, seconds: { min: 0, max: 600 } };
const THINKING = [
    [100, "0.1 seconds"],
    [500, "half a second"],
    [1000, "1 second"],
    [3000, "3 seconds"],
    [10000, "10 seconds"],
];
/** What the time of the engine depends on: its level, and the clock. */
const THINKING_NOTES = {
    weak: "Only at full strength: a lower level looks at few positions, and answers at once.",
    clock: "Only without a clock: now the engine divides the time of its own.",
    free: "For each move, as there is no clock.",
};
/** Words for the engine's skill, each from a level on. */
const LEVELS = [
    [0, "for the first game"],
    [4, "easy"],
    [8, "medium"],
    [12, "hard"],
    [16, "very hard"],
    [20, "full strength"],
];
/** Greatest skill of the engine. */
const STRONGEST = 20;

function levelWords(level) {
    return LEVELS.filter(([least]) => level >= least).at(-1)[1];
}

/** Box for a part of a clock of one's own. */
function clockBox(name, otherwise) {
    const value = setting(name, otherwise);
    return h("input", { type: "number", name, step: "any", required: true, value, ...OWN_CLOCK[name] });
}

/** Exchanges whoever sits on a seat with somebody by chance, perhaps with nobody. */
function drawn(who, seat) {
    const other = Math.floor(Math.random() * who.length);
    return who.map((one, index) => (index === seat ? who[other] : index === other ? who[seat] : one));
}

class Form {
    constructor(variant, mode) {
        this.variant = variant;
        const isWatched = mode === "watch";
        this.seats = variant.seats.map((seat, index) =>
            select(WHO, MODES[mode].seats(index), {
                "data-seat": index,
                onchange: (event) => this.seat(event.target),
            }),
        );
        this.name = h("input", { maxlength: 40, value: setting("name", ""), autocomplete: "nickname" });
        this.skill = h("input", {
            type: "range",
            min: 0,
            max: STRONGEST,
            value: isWatched ? STRONGEST : setting("skill", 6),
        });
        this.words = h("output", {});
        this.skill.addEventListener("input", () => this.showLevel());
        this.side = select(SIDES, setting("side", "chosen"), { name: "side" });
        this.clock = select(CLOCKS, setting("clock", "none"), { name: "clock", onchange: () => this.showClock() });
        this.minutes = clockBox("minutes", 15);
        this.seconds = clockBox("seconds", 10);
        this.ownClock = h(
            "div",
            { class: "seats" },
            field("Minutes for the game", this.minutes),
            field("Seconds for each move", this.seconds),
        );
        this.thinking = select(THINKING, isWatched ? 1000 : setting("thinking", 500), { name: "thinking" });
        this.thinkingNote = h("span", {});
        this.listed = h("input", { type: "checkbox", checked: setting("listed", true) });
        this.showClock();
    }

    showClock() {
        const isOwn = this.clock.value === "own";
        this.ownClock.hidden = !isOwn;
        // What is hidden is not judged.
        this.minutes.disabled = !isOwn;
        this.seconds.disabled = !isOwn;
        this.showLevel();
    }

    showLevel() {
        const level = Number(this.skill.value);
        this.words.textContent = `${level}, ${levelWords(level)}`;
        const hasClock = this.clock.value !== "none";
        this.thinking.disabled = level < STRONGEST || hasClock;
        this.thinkingNote.textContent =
            level < STRONGEST ? THINKING_NOTES.weak : hasClock ? THINKING_NOTES.clock : THINKING_NOTES.free;
    }

    /** Nobody sits on two seats: whoever had the seat that is taken gets the other one's. */
    seat(changed) {
        const others = this.seats.filter((element) => element !== changed && element.value === "me");
        if (changed.value === "me") {
            others.forEach((element) => (element.value = changed.dataset.before ?? "engine"));
        }
        this.remember();
        this.showParts();
    }

    /** Keeps what each seat had, for the next change. */
    remember() {
        this.seats.forEach((element) => (element.dataset.before = element.value));
    }

    /** Shows what matters to the choice of seats. */
    showParts() {
        const has = (who) => this.seats.some((element) => element.value === who);
        this.engineParts.hidden = !has("engine");
        this.nameField.hidden = !has("me");
        this.sideField.hidden = !has("me");
    }

    elements() {
        this.nameField = field("Your name", this.name, "The other players see it. It may stay empty.");
        this.sideField = field("Your side", this.side, "By chance you may change seats with another player.");
        this.engineParts = h(
            "div",
            { class: "parts" },
            field("Level of the engine", h("span", { class: "range" }, this.skill, this.words)),
            field("It thinks for", this.thinking, this.thinkingNote),
        );
        const seats = this.seats.map((control, index) => field(this.variant.seats[index].name, control));
        const parts = [
            h("div", { class: "seats" }, seats),
            this.sideField,
            this.nameField,
            this.engineParts,
            field("Clock", this.clock, "Without a clock a game may take days: nobody loses on time."),
            this.ownClock,
            h("label", { class: "check" }, this.listed, "Show the game in the list of games"),
        ];
        this.remember();
        this.showParts();
        return parts;
    }

    /** Who sits on each seat: as chosen, or the person on a seat that is drawn now. */
    seated() {
        const who = this.seats.map((element) => element.value);
        const own = who.indexOf("me");
        return own >= 0 && this.side.value === "random" ? drawn(who, own) : who;
    }

    /** Time as the server wants it, or null for a game without clocks. */
    time() {
        if (this.clock.value === "none") {
            return null;
        }
        const isOwn = this.clock.value === "own";
        const parts = isOwn ? [this.minutes.value, this.seconds.value] : this.clock.value.split("+");
        const [minutes, seconds] = parts.map(Number);
        return { initial_ms: Math.round(minutes * 60000), increment_ms: Math.round(seconds * 1000) };
    }

    /** @param who sits on each seat */
    request(who) {
        const name = this.name.value.trim();
        const engine = { kind: "engine", skill: Number(this.skill.value), move_ms: Number(this.thinking.value) };
        const seats = who.map((one) => {
            const own = one === "me" && name ? { name } : {};
            return one === "engine" ? engine : { kind: "person", ...own };
        });
        return { variant: this.variant.name, seats, clock: this.time(), public: this.listed.checked };
    }

    keep() {
        setSetting("name", this.name.value.trim());
        setSetting("clock", this.clock.value);
        setSetting("listed", this.listed.checked);
        if (this.clock.value === "own") {
            setSetting("minutes", Number(this.minutes.value));
            setSetting("seconds", Number(this.seconds.value));
        }
        if (this.seats.some((element) => element.value === "me")) {
            setSetting("side", this.side.value);
            setSetting("skill", Number(this.skill.value));
            setSetting("thinking", Number(this.thinking.value));
        }
    }
}

/**
 * Begins a game on the server, keeps the secrets of the own seats and the links for friends, and returns its address.
 * @param own indices of the seats that are played at this screen; none to watch
 */
export async function begin(request, own) {
    const game = await post("/api/games", request);
    const [mine, others] = [true, false].map((wanted) =>
        game.seats.filter(({ seat }) => own.includes(seat) === wanted),
    );
    const secret = joined(mine.map((entry) => entry.secret));
    if (secret) {
        setSecret(game.id, secret);
    }
    setInvitations(
        game.id,
        others.map(({ seat, link }) => ({ seat, link })),
    );
    // The secret is also in the address, for a browser that stores nothing.
    return secret ? `${game.watch}#${secret}` : game.watch;
}

/**
 * Asks how a game is to be played, and goes to it.
 * @param mode `engine`, `friend` or `watch`
 * @param extra part of the request that begins elsewhere than at the start: `{fen, moves}`
 */
export function newGame(variant, mode, extra = {}) {
    const form = new Form(variant, mode);
    const title = mode === "watch" && variant.seats.length > 2 ? "Watch the engines" : MODES[mode].title;
    const dialog = h("dialog", { class: "new-game", "aria-label": `${variant.title}: ${title}` });
    const start = async (event) => {
        event.preventDefault();
        form.keep();
        const who = form.seated();
        const own = [...who.keys()].filter((seat) => AT_SCREEN.has(who[seat]));
        try {
            location.href = await begin({ ...form.request(who), ...extra }, own);
        } catch (error) {
            dialog.close();
            complain(error);
        }
    };
    const buttons = h(
        "div",
        { class: "buttons" },
        h("button", { type: "submit", class: "main" }, "Start"),
        button("Cancel", () => dialog.close(), { class: "quiet" }),
    );
    const heading = h("h2", {}, variant.title, h("small", {}, title));
    dialog.append(h("form", { onsubmit: start }, heading, form.elements(), buttons));
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
}
