/** Hint for a player: the move that the engine of the analysis would make. */

import { socketAddress } from "/js/api.js";

/** Time of the search, in milliseconds. */
const TIME = 1000;

/** Best move of a position: `{from, to, moves, notation}`, or null if there is none. Fails in words. */
export function bestMove(variant, fen) {
    return new Promise((resolve, reject) => {
        const socket = new WebSocket(socketAddress("/api/analysis"));
        let best = null;
        const answers = {
            lines: ({ lines }) => (best = lines[0]),
            done: () => resolve(best),
            error: ({ message }) => reject(new Error(message)),
        };
        const task = { type: "analyse", id: 1, variant, fen, moves: [], lines: 1, time_ms: TIME };
        socket.addEventListener("open", () => socket.send(JSON.stringify(task)));
        socket.addEventListener("message", (event) => {
            const message = JSON.parse(event.data);
            answers[message.type]?.(message);
            if (message.type === "done" || message.type === "error") {
                socket.close();
            }
        });
        // After an answer this changes nothing.
        socket.addEventListener("close", () => reject(new Error("The server gives no hint now.")));
    });
}
