/** Sounds of moves and of little time, made by WebAudio. Off unless the switch is on. */

import { setSetting, setting } from "/js/store.js";

/** Pitch in hertz, length in seconds, and waveform of each sound. */
const SOUNDS = {
    move: [420, 0.06, "triangle"],
    capture: [240, 0.1, "square"],
    roll: [160, 0.16, "sawtooth"],
    short: [880, 0.25, "triangle"],
    over: [520, 0.5, "sine"],
};
const LOUDNESS = 0.08;
/** Events with which a person allows a page to sound. */
const GESTURES = ["pointerdown", "pointerup", "keydown"];

let context = null;

function isOn() {
    return setting("sound", false);
}

/** Makes the context within a gesture: some browsers keep one silent that an opponent's move has made. */
function unlock() {
    if (isOn() && context?.state !== "running") {
        context ??= new AudioContext();
        // Not every gesture is one for every browser: the next one tries again.
        context.resume().catch(() => {});
    }
}

for (const gesture of GESTURES) {
    document.addEventListener(gesture, unlock, { capture: true });
}

/** Plays a sound by its name. */
export function play(name) {
    if (!isOn()) {
        return;
    }
    context ??= new AudioContext();
    const [pitch, length, waveform] = SOUNDS[name];
    const oscillator = new OscillatorNode(context, { type: waveform, frequency: pitch });
    const gain = new GainNode(context, { gain: LOUDNESS });
    gain.gain.exponentialRampToValueAtTime(0.0001, context.currentTime + length);
    oscillator.connect(gain).connect(context.destination);
    oscillator.start();
    oscillator.stop(context.currentTime + length);
}

/** Turns a button into the switch of sounds. */
export function soundSwitch(button) {
    const show = () => {
        const on = isOn();
        button.textContent = on ? "♪" : "♪̸";
        button.setAttribute("aria-pressed", on);
        button.title = on ? "Sounds are on" : "Sounds are off";
    };
    button.setAttribute("aria-label", "Sounds");
    show();
    button.addEventListener("click", () => {
        setSetting("sound", !isOn());
        show();
        play("move");
    });
}
