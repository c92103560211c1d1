/** Requests to the server. A refusal becomes an `Error` whose message is fit for the reader. */

const UNREACHABLE = "The server does not answer. Is it still running?";

async function request(path, options) {
    let response;
    try {
        response = await fetch(path, { cache: "no-store", ...options });
    } catch {
        throw new Error(UNREACHABLE);
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
export function get(path) {
    return request(path);
}

/** Answer to a POST request with a JSON body. */
export function post(path, value) {
    return request(path, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(value),
    });
}

let listed = null;

/** All games of the server with their geometry. Asked for until there is an answer. */
export async function variants() {
    listed ??= get("/api/variants");
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
    return post("/api/position", { variant: variantName, fen, moves });
}

/** Address of a WebSocket of this server. */
export function socketAddress(path) {
    const address = new URL(path, location.href);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    return address.href;
}
