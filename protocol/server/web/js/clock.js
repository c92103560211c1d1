/** Clocks of the players: the server says what is left, and between its messages they run here. */

/** Time left from which tenths of a second are shown, in milliseconds. */
const TENTHS = 20000;
const TICK = 100;

/** Time as it is read: `1:02:03`, `4:59`, `9.3`. */
export function timeText(milliseconds) {
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
    constructor() {
        /** Elements by seat. */
        this.faces = [];
        this.left = [];
        this.running = null;
        setInterval(() => this.draw(), TICK);
    }

    /** Takes over what the server says. */
    set(state) {
        this.left = state.seats.map((seat) => seat.clock_ms);
        this.running = state.status === "playing" ? (state.clock?.running ?? null) : null;
        this.since = performance.now();
        this.draw();
    }

    draw() {
        this.faces.forEach((face, seat) => {
            if (this.left[seat] === null || this.left[seat] === undefined) {
                return;
            }
            const gone = seat === this.running ? performance.now() - this.since : 0;
            const left = this.left[seat] - gone;
            const text = timeText(left);
            if (face.textContent !== text) {
                face.textContent = text;
            }
            face.classList.toggle("running", seat === this.running);
            face.classList.toggle("short", left < TENTHS);
        });
    }
}
