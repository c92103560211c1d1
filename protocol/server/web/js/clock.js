/** Clocks of the players: the server says what is left, and between its messages they run here. */

/** Time left from which tenths of a second are shown, in milliseconds. */
const TENTHS = 20000;
/** Times left at which an own clock warns, in milliseconds. */
const WARNINGS = [30000, 10000];
const TICK = 100;

/** Time as it is read: `1:02:03`, `4:59`, `9.3`. */
function timeText(milliseconds) {
    const left = Math.max(0, milliseconds);
    if (left < TENTHS) {
        return (Math.floor(left / 100) / 10).toFixed(1);
    }
    const seconds = Math.floor(left / 1000);
    const two = (number) => String(number).padStart(2, "0");
    const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
    return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

export class Clocks {
    /** @param onShort is called with a seat of this screen and the seconds that it has left, once for each warning */
    constructor(onShort) {
        this.onShort = onShort;
        /** Elements by seat. */
        this.faces = [];
        this.left = [];
        this.running = null;
        /** Seats of this screen. */
        this.own = [];
        /** Warnings that have been given: `0 30000`. */
        this.warned = new Set();
        setInterval(() => this.draw(), TICK);
    }

    /** Takes over what the server says. */
    set(state) {
        this.left = state.seats.map((seat) => seat.clock_ms);
        this.running = state.status === "playing" ? (state.clock?.running ?? null) : null;
        this.own = state.yours;
        this.initial = state.clock?.initial_ms;
        // Not the time of `performance`, which may stand still while the computer sleeps.
        this.since = Date.now();
        this.draw();
    }

    draw() {
        this.left.forEach((told, seat) => {
            if (told === null) {
                return;
            }
            const gone = seat === this.running ? Math.max(0, Date.now() - this.since) : 0;
            const left = told - gone;
            this.warn(seat, left);
            this.show(this.faces[seat], seat, left);
        });
    }

    show(face, seat, left) {
        if (!face) {
            return;
        }
        const text = timeText(left);
        if (face.textContent !== text) {
            face.textContent = text;
        }
        face.classList.toggle("running", seat === this.running);
        face.classList.toggle("short", left < TENTHS);
    }

    /** Warns when the running clock of a seat of this screen falls below a limit for the first time. */
    warn(seat, left) {
        const names = WARNINGS.filter((limit) => left <= limit && limit < this.initial).map((it) => `${seat} ${it}`);
        const isOwn = seat === this.running && this.own.includes(seat);
        if (isOwn && left > 0 && names.some((name) => !this.warned.has(name))) {
            names.forEach((name) => this.warned.add(name));
            this.onShort(seat, Math.ceil(left / 1000));
        }
    }
}
