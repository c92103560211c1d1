/** WebSocket of JSON messages that notices when it is dead, and connects again by itself. */

import { socketAddress } from "/js/api.js";

/** Shortest and longest wait before another attempt, in milliseconds. */
const WAIT = [300, 8000];
/** Interval of heartbeats, in milliseconds. */
const HEARTBEAT = 10000;
/** Wait for the answer to a message before a heartbeat asks for a sign of life, in milliseconds. */
const PATIENCE = 3000;
/** Timeout of a heartbeat, and of a connection that is being made, in milliseconds. */
const TIMEOUT = 8000;

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
        /** Timers: of the next attempt, of an answer that is due, and of a connection that is in doubt. */
        Object.assign(this, { retrial: null, due: null, doubt: null });
        this.connect();
        this.heart = setInterval(() => this.beat(), HEARTBEAT);
        this.end = new AbortController();
        const { signal } = this.end;
        window.addEventListener("online", () => this.wake(), { signal });
        document.addEventListener("visibilitychange", () => document.hidden || this.wake(), { signal });
        // The others see at once that nobody is here. The page may come back from the browser's cache.
        window.addEventListener("pagehide", () => this.retrial === null && this.retry(), { signal });
        window.addEventListener("pageshow", ({ persisted }) => persisted && this.wake(), { signal });
    }

    connect() {
        this.retrial = null;
        const socket = new WebSocket(socketAddress(this.path));
        this.socket = socket;
        // A connection that was given up may still have something to say.
        const listen = (type, work) =>
            socket.addEventListener(type, (event) => {
                if (socket === this.socket) {
                    work(event);
                }
            });
        listen("open", () => {
            this.trust();
            this.handlers.open?.();
        });
        listen("message", ({ data }) => this.receive(JSON.parse(data)));
        listen("close", () => this.retry());
    }

    receive(message) {
        this.trust();
        if (message.type !== "error") {
            this.wait = WAIT[0];
        }
        if (message.type !== "pong") {
            this.handlers.message(message);
        }
    }

    /** Ends all doubts: the server has given a sign of life. */
    trust() {
        clearTimeout(this.due);
        clearTimeout(this.doubt);
        Object.assign(this, { due: null, doubt: null });
    }

    /** Heartbeat: asks for a sign of life. A connection without one is given up. */
    beat() {
        if (this.retrial === null) {
            this.write({ type: "ping" });
            this.doubt ??= setTimeout(() => this.retry(), TIMEOUT);
        }
    }

    /** The network or the user has come back: looks after the connection at once. */
    wake() {
        if (this.retrial === null) {
            this.beat();
        } else {
            clearTimeout(this.retrial);
            this.connect();
        }
    }

    /** Gives the connection up, and makes another one after a wait. */
    retry() {
        const { socket } = this;
        this.socket = null;
        this.trust();
        socket.close();
        this.handlers.lost?.();
        this.retrial = setTimeout(() => this.connect(), this.wait);
        this.wait = Math.min(2 * this.wait, WAIT[1]);
    }

    /** True if a message can be sent. */
    get isOpen() {
        return this.socket?.readyState === WebSocket.OPEN;
    }

    write(message) {
        if (this.isOpen) {
            this.socket.send(JSON.stringify(message));
        }
    }

    /** Sends a message; false if there is no connection. */
    send(message) {
        if (!this.isOpen) {
            return false;
        }
        this.write(message);
        this.due ??= setTimeout(() => this.beat(), PATIENCE);
        return true;
    }

    /** Ends the connection for good. */
    close() {
        this.closed = true;
        this.end.abort();
        this.trust();
        clearInterval(this.heart);
        clearTimeout(this.retrial);
        this.socket?.close();
        this.socket = null;
    }
}
