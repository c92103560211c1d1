/** WebSocket of JSON messages that connects again by itself. */

import { socketAddress } from "/js/api.js";

/** Shortest and longest wait before another attempt, in milliseconds. */
const WAIT = [300, 8000];
/** Interval of signs of life, in milliseconds. */
const HEARTBEAT = 25000;

export class Socket {
    /**
     * @param path path of the WebSocket
     * @param handlers `open()` after each connection, `message(object)`, `lost()` after each disconnection. Until the
     *     server has answered by more than an error, the wait before the next attempt grows.
     */
    constructor(path, handlers) {
        this.path = path;
        this.handlers = handlers;
        this.wait = WAIT[0];
        this.closed = false;
        this.connect();
        this.heart = setInterval(() => this.send({ type: "ping" }), HEARTBEAT);
    }

    connect() {
        this.socket = new WebSocket(socketAddress(this.path));
        this.socket.addEventListener("open", () => this.handlers.open?.());
        this.socket.addEventListener("message", (event) => {
            const message = JSON.parse(event.data);
            if (message.type !== "error") {
                this.wait = WAIT[0];
            }
            if (message.type !== "pong") {
                this.handlers.message(message);
            }
        });
        this.socket.addEventListener("close", () => this.retry());
    }

    retry() {
        if (this.closed) {
            return;
        }
        this.handlers.lost?.();
        setTimeout(() => this.connect(), this.wait);
        this.wait = Math.min(2 * this.wait, WAIT[1]);
    }

    /** True if a message can be sent. */
    get isOpen() {
        return this.socket.readyState === WebSocket.OPEN;
    }

    /** Sends a message; false if there is no connection. */
    send(message) {
        if (!this.isOpen) {
            return false;
        }
        this.socket.send(JSON.stringify(message));
        return true;
    }

    /** Ends the connection for good. */
    close() {
        this.closed = true;
        clearInterval(this.heart);
        this.socket.close();
    }
}
