/** The list of the server's public games. */

import { get, variants } from "/js/api.js";
import { complain } from "/js/announce.js";
import { byId, field, h, select } from "/js/dom.js";
import { entry, moveCount, showOwnGames } from "/js/gamelist.js";
import { startPage } from "/js/page.js";
import { seatFile } from "/js/seatfile.js";

/** Games of one answer. */
const LIMIT = 30;
/** Wait after a letter before the list is asked for, in milliseconds. */
const PAUSE = 250;

class GamesPage {
    constructor(known) {
        this.known = known;
        /** Number of times that the list was asked for. */
        this.asked = 0;
        const changed = () => this.load(false).catch(complain);
        const all = known.map((variant) => [variant.name, variant.title]);
        this.variant = select([["", "All games"], ...all], "", { onchange: changed, id: "by-variant" });
        const states = [
            ["", "Played and over"],
            ["live", "Somebody is there"],
            ["playing", "Being played"],
            ["over", "Over"],
        ];
        this.status = select(states, "", { onchange: changed, id: "by-status" });
        this.query = h("input", { type: "search", maxlength: 40, id: "by-player" });
        this.query.addEventListener("input", () => {
            clearTimeout(this.timer);
            this.timer = setTimeout(changed, PAUSE);
        });
        byId("filter").addEventListener("submit", (event) => event.preventDefault());
        byId("filter").replaceChildren(
            field("Game", this.variant),
            field("State", this.status),
            field("Player", this.query),
        );
        byId("more").addEventListener("click", () => this.load(true).catch(complain));
    }

    /** Shows the first games, or those that follow the ones on the page. */
    async load(isMore) {
        this.asked += 1;
        const number = this.asked;
        if (!isMore) {
            // It would lead on from the last answer.
            byId("more").hidden = true;
        }
        const query = new URLSearchParams({ limit: LIMIT });
        const wanted = { variant: this.variant.value, status: this.status.value, q: this.query.value.trim() };
        Object.entries({ ...wanted, before: isMore ? this.next : "" }).forEach(
            ([key, value]) => value && query.set(key, value),
        );
        const { games, next } = await get(`/api/games?${query}`);
        if (number !== this.asked) {
            return;
        }
        this.next = next;
        byId("more").hidden = !next;
        const rows = games.map((game) => this.row(game));
        const found = [...(isMore ? byId("list").querySelectorAll(".entry") : []), ...rows];
        // A page of the server may be empty though older games follow.
        const words = next ? "No game like this among the newest." : "No game like this. Start one on the first page.";
        byId("list").replaceChildren(...(found.length ? found : [h("p", {}, words)]));
    }

    row(game) {
        const state = game.result ? `${game.result.score}, ${game.result.reason}` : "being played";
        const date = new Date(game.created).toLocaleString("en", { dateStyle: "medium", timeStyle: "short" });
        return entry(game, this.known, `${state}, ${moveCount(game.moves)}, ${date}`);
    }
}

let page = null;

async function showOwn() {
    await showOwnGames(byId("own"), await variants(), false);
}

const refresh = () => showOwn().catch(complain);

const begin = async () => {
    const known = await variants();
    refresh();
    byId("along").replaceChildren(...seatFile(refresh));
    page ??= new GamesPage(known);
    await page.load(false);
};

startPage("games", begin, refresh);
