/** Requests to the server. A refusal becomes an `Error` whose message is fit for the reader. */

const UNREACHABLE = "The server does not answer. Is it still running?";

/** Repetitions of a request that changes nothing, while the server has had too many from this address. */
const REPEATS = 2;
/** Longest wait before a repetition, in seconds. */
const LONGEST_WAIT = 10;

function pause(seconds) {
    return new Promise((done) => setTimeout(done, 1000 * seconds));
}

async function reach(path, options) {
    try {
        return await fetch(path, { cache: "no-store", ...options });
    } catch {
        throw new Error(UNREACHABLE);
    }
}

/**
 * Answer to a request.
 * @param isSafe true if it changes nothing: then it is repeated if there were too many
 */
async function request(path, options, isSafe) {
    let response = await reach(path, options);
    for (let repeat = 1; isSafe && response.status === 429 && repeat <= REPEATS; repeat += 1) {
        const wait = Number(response.headers.get("retry-after")) || repeat;
        await pause(Math.min(wait, LONGEST_WAIT));
        response = await reach(path, options);
    }
    const type = response.headers.get("content-type") ?? "";
    const body = type.includes("json") ? await response.json() : await response.text();
    if (!response.ok) {
        const error = new Error(body?.error?.message ?? `The server refused this (status ${response.status}).`);
        error.code = body?.error?.code;
        throw error;
    }
    return body;
}

/** Answer to a GET request: parsed JSON, or text of any other kind. */
export function get(path, options) {
    return request(path, options, true);
}

/** Answer to a POST request with a JSON body; `isSafe` if it only asks. */
export function post(path, value, isSafe = false) {
    const options = {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(value),
    };
    return request(path, options, isSafe);
}

let listed = null;

/** All games of the server with their geometry. Asked for until there is an answer. */
export async function variants() {
    listed ??= get("/api/variants", { cache: "default" });
    try {
        return (await listed).variants;
    } catch (error) {
        listed = null;
        throw error;
    }
}

/** A game by its name; without one, the first of the list. */
export async function variant(name) {
    const all = await variants();
    const found = name ? all.find((entry) => entry.name === name) : all[0];
    if (!found) {
        throw new Error(`There is no game called "${name}".`);
    }
    return found;
}

/** Position with its board and legal moves: `fen` or the start, after `moves`. */
export function position(variantName, fen, moves) {
    return post("/api/position", { variant: variantName, fen, moves }, true);
}

/** Address of a WebSocket of this server. */
export function socketAddress(path) {
    const address = new URL(path, location.href);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    return address.href;
}
