/** The dialog that begins a game: who sits where, how strong the engine is, how much time there is. */

import { post } from "/js/api.js";
import { button, field, h, select } from "/js/dom.js";
import { howToPanel } from "/js/howto.js";
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
function drawn(seated, seat) {
    const other = Math.floor(Math.random() * seated.length);
    return seated.map((one, index) => (index === seat ? seated[other] : index === other ? seated[seat] : one));
}

/** Box for a name. */
function nameBox(value, attributes) {
    return h("input", { maxlength: 40, value, ...attributes });
}

class Form {
    /** @param like what is known of the game: `seats` by who sits there, `skill` of the engine, `clock` */
    constructor(variant, mode, like) {
        this.variant = variant;
        const isWatched = mode === "watch";
        this.seats = variant.seats.map((seat, index) =>
            select(WHO, like.seats?.[index] ?? MODES[mode].seats(index), {
                "data-seat": index,
                onchange: (event) => this.seat(event.target),
            }),
        );
        this.name = nameBox(setting("name", ""), { autocomplete: "nickname" });
        this.friends = variant.seats.map((seat, index) =>
            nameBox(setting("friends", [])[index] ?? "", { "data-friend": index, autocomplete: "off" }),
        );
        this.skill = h("input", {
            type: "range",
            min: 0,
            max: STRONGEST,
            value: like.skill ?? (isWatched ? STRONGEST : setting("skill", 6)),
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
        this.listed = h("input", { type: "checkbox", name: "listed", onchange: () => (this.isListedChosen = true) });
        /** True once the user has decided whether the game is listed. */
        this.isListedChosen = false;
        if (like.clock !== undefined) {
            this.setTime(like.clock);
        }
        this.showClock();
    }

    /** Takes over a time as the server tells it. */
    setTime(clock) {
        const [minutes, seconds] = clock ? [clock.initial_ms / 60000, clock.increment_ms / 1000] : [];
        const name = clock ? `${minutes}+${seconds}` : "none";
        const isKnown = CLOCKS.some(([known]) => known === name);
        this.clock.value = isKnown ? name : "own";
        if (!isKnown) {
            this.minutes.value = minutes;
            this.seconds.value = seconds;
        }
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

    /** True if somebody sits on a seat. */
    has(who) {
        return this.seats.some((element) => element.value === who);
    }

    /** Setting that says whether such games are listed: those with friends elsewhere, and others. */
    get listedSetting() {
        return this.has("friend") ? "listed.friend" : "listed.alone";
    }

    /** Shows what matters to the choice of seats. */
    showParts() {
        this.engineParts.hidden = !this.has("engine");
        this.nameField.hidden = !this.has("me");
        this.sideField.hidden = !this.has("me");
        this.friendFields.forEach((element, index) => (element.hidden = this.seats[index].value !== "here"));
        if (!this.isListedChosen) {
            this.listed.checked = setting(this.listedSetting, this.has("friend"));
        }
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
        this.friendFields = this.friends.map((control, index) =>
            field(`Name of ${this.variant.seats[index].name}`, control),
        );
        const parts = [
            h("div", { class: "seats" }, seats),
            this.sideField,
            this.nameField,
            ...this.friendFields,
            this.engineParts,
            field("Clock", this.clock, "Without a clock a game may take days: nobody loses on time."),
            this.ownClock,
            h("label", { class: "check" }, this.listed, "Show the game in the list of games"),
        ];
        this.remember();
        this.showParts();
        return parts;
    }

    /** Occupants of the seats, `{who, name}`: as chosen, or the person on a seat that is drawn now. */
    seated() {
        const boxes = (seat) => ({ me: this.name, here: this.friends[seat] });
        const seated = this.seats.map(({ value: who }, seat) => ({ who, name: boxes(seat)[who]?.value.trim() }));
        const own = seated.findIndex(({ who }) => who === "me");
        return own >= 0 && this.side.value === "random" ? drawn(seated, own) : seated;
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

    /** @param seated occupants of the seats */
    request(seated) {
        const engine = { kind: "engine", skill: Number(this.skill.value), move_ms: Number(this.thinking.value) };
        const person = (name) => ({ kind: "person", ...(name ? { name } : {}) });
        const seats = seated.map(({ who, name }) => (who === "engine" ? engine : person(name)));
        return { variant: this.variant.name, seats, clock: this.time(), public: this.listed.checked };
    }

    keep() {
        setSetting("name", this.name.value.trim());
        setSetting("clock", this.clock.value);
        if (this.has("here")) {
            setSetting(
                "friends",
                this.friends.map(({ value }) => value.trim()),
            );
        }
        if (this.isListedChosen) {
            setSetting(this.listedSetting, this.listed.checked);
        }
        if (this.clock.value === "own") {
            setSetting("minutes", Number(this.minutes.value));
            setSetting("seconds", Number(this.seconds.value));
        }
        if (this.has("me")) {
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
async function begin(request, own) {
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
 * @param like what is known of the game: `{seats, skill, clock}`
 */
export function newGame(variant, mode, extra = {}, like = {}) {
    const form = new Form(variant, mode, like);
    const title = mode === "watch" && variant.seats.length > 2 ? "Watch the engines" : MODES[mode].title;
    const dialog = h("dialog", { class: "new-game", "aria-label": `${variant.title}: ${title}` });
    const submit = h("button", { type: "submit", class: "main" }, "Start");
    // Notices lie below the dialog, and cannot be read.
    const refusal = h("p", { class: "refusal", role: "alert" });
    const start = async (event) => {
        event.preventDefault();
        // Pressed twice, it would begin two games.
        submit.disabled = true;
        refusal.textContent = "";
        form.keep();
        const seated = form.seated();
        const own = [...seated.keys()].filter((seat) => AT_SCREEN.has(seated[seat].who));
        try {
            const address = await begin({ ...form.request(seated), ...extra }, own);
            // The browser's Back shows the page as it is left.
            dialog.close();
            location.href = address;
        } catch (error) {
            refusal.textContent = error.message;
            submit.disabled = false;
        }
    };
    const buttons = h("div", { class: "buttons" }, submit, button("Cancel", () => dialog.close(), { class: "quiet" }));
    const heading = h("h2", {}, variant.title, h("small", {}, title));
    dialog.append(h("form", { onsubmit: start }, heading, howToPanel(variant), form.elements(), refusal, buttons));
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
}
