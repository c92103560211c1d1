/** The page of a game: plays a seat, or watches. */

import { get, variant as variantNamed, variants } from "/js/api.js";
import { complain, notice, say } from "/js/announce.js";
import { Board } from "/js/board/board.js";
import { Clocks } from "/js/clock.js";
import { throwDie } from "/js/die.js";
import { button, byId, replaceChildren } from "/js/dom.js";
import { declined, isOwnTurn, isPlaying, openOffers, showActions, showOffers } from "/js/game/actions.js";
import { showTitle } from "/js/game/attention.js";
import { confirmChoice, Confirmation, confirmsMoves } from "/js/game/confirmation.js";
import { showAgain, showResult } from "/js/game/ending.js";
import { bestMove } from "/js/game/hint.js";
import { OwnSeat } from "/js/game/own_seat.js";
import { Players } from "/js/game/players.js";
import { Premove } from "/js/game/premove.js";
import { isOwnSeat, isShared, progress, seatOfYou } from "/js/game/seats.js";
import { findAddress, showInvitations, showLinks, showLuck } from "/js/game/share.js";
import { dueTexts, news, resultText, showNamed, showStatus } from "/js/game/status.js";
import { keepAwake } from "/js/game/wake_lock.js";
import { showWatching, Welcome } from "/js/game/welcome.js";
import { introduce } from "/js/howto.js";
import { commonLength } from "/js/line.js";
import { MoveList } from "/js/movelist.js";
import { Mover } from "/js/moves.js";
import { linkRules, pathTail, showMissing, startPage } from "/js/page.js";
import { Recent } from "/js/recent.js";
import { Socket } from "/js/socket.js";
import { play as playSound } from "/js/sound.js";
import { noteGame, secretInAddress, separate, setSetting, setting } from "/js/store.js";

/** Errors after which to connect again would be of no use. */
const FINAL = new Set(["not-found", "bad-request"]);
/** Time after which a lost connection is told, in milliseconds: most come back at once. */
const LOSS_DELAY = 1000;

class GamePage {
    constructor(seat) {
        this.id = seat.id;
        this.seat = seat;
        this.state = null;
        this.moves = [];
        /** Past position that is looked at, with its number of moves; null while the game itself is shown. */
        this.past = null;
        this.positions = new Recent(300);
        /** Seat at the lower edge; null for the own one, or White's. */
        this.below = null;
        /** Move that was typed and is not among the legal ones, until the server answers. */
        this.typed = null;
        /** Offer or answer to one that has been sent, until the server answers: `{type, accept}`. */
        this.offered = null;
        /** Ends the questions about a position that is gone. */
        this.questions = new AbortController();
        /** True while a hint is looked for. */
        this.isAsking = false;
        /** True once the server has answered the hello of this connection. */
        this.isWelcome = false;
        this.mover = new Mover(
            (move, seq) => this.play(move, seq),
            (piece) => showNamed(byId("status"), piece, this.variant),
            { confirms: () => confirmsMoves(this.state), hold: (move) => this.confirmation.show(move) },
        );
        this.confirmation = new Confirmation(byId("status"), this.mover);
        this.premove = new Premove(this.mover, () => (this.past ? null : this.state));
        this.list = new MoveList(byId("moves"), byId("steps"), (at) => this.goTo(at).catch(complain));
        this.welcome = new Welcome(byId("welcome"), byId("name"), () => this.show(false));
        this.lossTimer = null;
        this.socket = new Socket(`/api/games/${this.id}/live`, {
            open: () => this.greet(),
            message: (message) => this.receive(message).catch(complain),
            lost: () => this.lose(),
        });
        this.listen();
    }

    listen() {
        byId("turn-board").addEventListener("click", () => this.turnBoard());
        byId("turning").checked = setting("turning", false);
        byId("turning").addEventListener("change", (event) => {
            setSetting("turning", event.target.checked);
            this.below = null;
            this.show(false);
        });
        byId("type").addEventListener("submit", (event) => {
            event.preventDefault();
            this.typeMove(byId("typed"));
        });
        byId("own-name").value = setting("name", "");
        byId("name").addEventListener("submit", (event) => {
            event.preventDefault();
            this.tellName(byId("own-name").value.trim());
        });
    }

    /** Secret of the own seat, or null. */
    get secret() {
        return this.seat.secret;
    }

    lose() {
        this.lossTimer ??= setTimeout(() => this.showLoss(true), LOSS_DELAY);
    }

    /** Shows and says that the connection is lost, or that it is back. */
    showLoss(isLost) {
        const line = byId("lost");
        if (line.hidden === isLost) {
            say(isLost ? line.textContent : "The connection is back.");
        }
        line.hidden = !isLost;
    }

    greet() {
        clearTimeout(this.lossTimer);
        this.lossTimer = null;
        this.showLoss(false);
        this.isWelcome = false;
        // It may have been lost with the connection: no later state answers it.
        this.offered = null;
        this.mover.giveUp();
        this.socket.send({ type: "hello", seats: separate(this.secret) });
    }

    async receive(message) {
        if (message.type === "state") {
            await this.update(message);
        } else if (message.type === "error") {
            this.refuse(message);
        }
    }

    refuse({ code, message }) {
        if (code === "bad-message" && !this.isWelcome) {
            // The hello came late, as from a telephone that slept. That of the next connection will not.
            return;
        }
        if (this.typed !== null) {
            byId("typed").select();
        }
        this.typed = null;
        this.offered = null;
        if (code === "forbidden" && this.secret) {
            // The server ends the connection; the next one begins with the secret that is left.
            this.seat.withdraw();
        } else if (FINAL.has(code)) {
            this.socket.close();
        }
        notice(message, "error");
        this.mover.giveUp();
    }

    /** Keeps the secret of a seat that the server has accepted. */
    keepSecret() {
        const isSeated = this.state !== null && this.state.you !== null;
        if (isSeated) {
            this.seat.keep(this.state.has_moved);
        }
    }

    /** Keeps the own game in the list of this browser. */
    note() {
        const { you, yours, status, offers, next } = this.state;
        if (you !== null) {
            const waits = !next && offers.rematch.some((seat) => yours.includes(seat));
            noteGame({ id: this.id, seats: yours, isOver: status === "over", waits, isFollowed: Boolean(next) });
        }
    }

    /** Closes the questions that were asked before the last state, if it is another position. */
    closeQuestions(before) {
        if (["fen", "status", "you"].some((key) => before?.[key] !== this.state[key])) {
            this.questions.abort();
            this.questions = new AbortController();
        }
    }

    /** Takes over a state of the game, and shows what has happened since the last one. */
    async update(state) {
        const before = this.state;
        this.isWelcome = true;
        this.variant ??= await variantNamed(state.variant);
        const earlier = this.moves;
        this.moves = [...earlier.slice(0, state.moves_from), ...state.moves];
        // After a new connection the server sends all moves once more.
        const known = commonLength(earlier, this.moves);
        this.keepPast(known);
        this.state = { ...state, ...progress(state, this.moves) };
        if (known < earlier.length) {
            // Moves were taken back: what was planned was meant for another position.
            this.premove.cancel();
        }
        this.closeQuestions(before);
        this.keepSecret();
        this.note();
        if (this.turnsToMover && before?.turn !== state.turn) {
            this.below = null;
        }
        const isNews = before !== null && state.seq !== before.seq;
        if (isNews) {
            this.report(before, known);
            declined(before, this.state, this.offered).forEach((text) => notice(text));
            this.offered = null;
        }
        if (isNews && this.typed !== null && isOwnSeat(state, state.last?.seat)) {
            byId("typed").value = "";
            this.typed = null;
        }
        showLinks(byId("links"), this.state, this.variant, this.secret);
        this.clocks ??= new Clocks((seat, seconds) => this.warn(seat, seconds));
        this.clocks.set(state);
        keepAwake(isPlaying(state) && (state.clock !== null || isShared(state)));
        this.prepareBoard();
        this.show(isNews);
        if (isNews && !this.past && this.hasRolled && state.board.die) {
            throwDie(byId("board"), state.board.die);
        }
        // A page that is opened later stays.
        if (state.next && before && !before.next && this.secret) {
            location.href = this.seat.rematch(state.next);
        }
    }

    /** The past position is looked at as long as the game has all its moves, and more; `known` moves have stayed. */
    keepPast(known) {
        if (this.past && (this.past.at >= this.moves.length || this.past.at > known)) {
            this.past = null;
        }
    }

    /** True if a die has been thrown, or a tile drawn, just now. */
    get hasRolled() {
        return this.freshPlies.some((ply) => ply.kind === "roll");
    }

    /** Plies that have just been played. */
    get freshPlies() {
        const { last, fresh } = this.state;
        return last && fresh > 0 ? last.plies.slice(-fresh) : [];
    }

    prepareBoard() {
        if (this.board) {
            return;
        }
        const canPlay = this.state.you !== null;
        this.board = new Board(byId("board"), this.variant, canPlay ? this.premove.handlers() : {});
        this.mover.board = this.board;
        if (canPlay) {
            byId("turn-board").parentElement.after(confirmChoice());
        }
        this.players = new Players(this.variant, byId("top"), byId("bottom"), this.clocks);
        introduce(byId("pieces"), this.variant, this.id, this.variant.seats[this.state.yours[0] ?? 0].colour);
    }

    /** Says and sounds that a seat of this screen has little time left. */
    warn(seat, seconds) {
        const who = isShared(this.state) ? `${this.variant.seats[seat].name}: ` : "";
        say(`${who}${seconds} seconds left.`);
        playSound("short");
    }

    /** Says and sounds what has changed; `known` moves have been there before. */
    report(before, known) {
        const { state, variant } = this;
        const you = seatOfYou(state);
        const sayNew = (textsOf) => {
            const old = textsOf(before);
            textsOf(state)
                .filter((text) => !old.includes(text))
                .forEach(say);
        };
        const gone = before.moves_total - known;
        if (gone > 0) {
            say(gone === 1 ? "The last move is taken back." : `The last ${gone} moves are taken back.`);
        }
        for (const move of this.moves.slice(known)) {
            say(move.spoken);
        }
        sayNew(({ board }) => news(board, variant, you));
        if (state.status === "playing") {
            // The same may be thrown again.
            sayNew((one) => (one === before && this.hasRolled ? [] : dueTexts(one, variant, you)));
        }
        sayNew((one) => openOffers(one, variant).map(({ text }) => text));
        if (state.status === "over" && before.status !== "over") {
            say(`The game is over: ${resultText(state.result, you)}`);
            showResult(byId("result"), state);
            playSound("over");
        } else if (this.hasRolled) {
            playSound("roll");
        } else if (this.freshPlies.some((ply) => ply.captures)) {
            playSound("capture");
        } else if (this.freshPlies.length > 0) {
            playSound("move");
        }
    }

    /** True if the board turns to whoever is to move, as several persons at this screen may want it. */
    get turnsToMover() {
        return isShared(this.state) && setting("turning", false);
    }

    get seatBelow() {
        const { you, yours } = this.state;
        return this.below ?? (this.turnsToMover ? you : yours[0]) ?? 0;
    }

    turnBoard() {
        this.below = (this.seatBelow + 1) % this.variant.seats.length;
        this.show(false);
    }

    /** Position on the board: the game's, or a past one. */
    get shown() {
        return this.past ?? this.state;
    }

    /** Legal moves on the board: none in a past position. */
    get legal() {
        return this.past ? [] : this.state.legal;
    }

    /** Shows everything; `isNews` if something has been played since the last time. */
    show(isNews) {
        const { state, variant, shown } = this;
        const { board } = shown;
        const fresh = isNews && !this.past ? (state.fresh ?? 0) : 0;
        const hadFocus = !isFocusLost();
        this.showTitle();
        byId("title").textContent = variant.title;
        byId("rules").href = `/rules/${variant.name}`;
        linkRules(variant);
        this.board.show(board, { turn: variant.seats[this.seatBelow].turn, last: shown.last, fresh });
        this.players.show(state, board, this.seatBelow);
        const play = (move) => this.play(move);
        showStatus(byId("status"), { state, variant, position: shown, play, isPast: this.past !== null });
        byId("type").hidden = !isPlaying(state);
        // Engines do not ask for it.
        const isAmongPersons = state.seats.filter((seat) => seat.kind === "person").length > 1;
        byId("name").hidden = !state.can_name || !isAmongPersons || isShared(state);
        const hint = () => this.advise().catch(complain);
        const send = (message) => this.act(message);
        showActions(byId("actions"), { state, variant, send, hint, signal: this.questions.signal });
        showOffers(byId("offers"), { state, variant, send });
        showAgain(byId("again"), state, variant);
        byId("result").hidden = this.past !== null;
        byId("turning").parentElement.hidden = !isShared(state);
        this.welcome.show(state, variant, this.seat.isByLink);
        showWatching(byId("watching"), state);
        showInvitations(byId("invitations"), state, variant);
        showLuck(byId("luck"), state);
        this.list.show(this.moves, variant.seats.length, this.past?.at ?? this.moves.length);
        this.showPast();
        this.showNext();
        this.mover.offer(this.legal, state.seq);
        this.premove.update();
        // What is gone, as the button for a tile after the draw, leaves the focus to the board.
        if (hadFocus && isFocusLost()) {
            this.board.focus();
        }
    }

    showTitle() {
        const { state, variant } = this;
        const isYourTurn = isOwnTurn(state) && !isShared(state);
        const offers = state.you === null ? [] : openOffers(state, variant).filter(({ isOwn }) => !isOwn);
        showTitle(isYourTurn ? "Your turn" : variant.title, Number(isYourTurn) + offers.length);
    }

    showPast() {
        const host = byId("past");
        host.hidden = !this.past;
        const leave = async () => {
            await this.list.go(this.moves.length);
            this.list.focus();
        };
        const back = button("Back to the game", leave, { class: "main" });
        replaceChildren(host, ...(this.past ? [`After ${this.past.at} of ${this.moves.length} moves. `, back] : []));
    }

    showNext() {
        const host = byId("next");
        const { next } = this.state;
        host.hidden = !next;
        if (next) {
            host.href = this.seat.rematch(next);
        }
    }

    /** Shows the position after some moves. */
    async goTo(at) {
        const line = this.moves.slice(0, at).map(({ text }) => text);
        const ask = () => get(`/api/games/${this.id}/position?move=${at}`);
        const position = at < this.moves.length ? await this.positions.get(line.join(" "), ask) : null;
        // Meanwhile moves may have been taken back.
        this.past = at < this.moves.length ? { ...position, at } : null;
        this.show(false);
    }

    /** Sends a message about the state that is shown. */
    send(message) {
        if (!this.socket.send({ seq: this.state.seq, ...message })) {
            const words = this.socket.closed ? "Load the page again to try it." : "It is tried again; nothing is lost.";
            notice(`There is no connection to the server. ${words}`);
            this.mover.giveUp();
        }
    }

    /** Sends what a button of the game asks for. */
    act(message) {
        this.offered = "accept" in message ? message : null;
        this.send(message);
    }

    /** Plays a move that was chosen in the state of a number. */
    play(move, seq = this.state.seq) {
        this.send({ type: "move", text: move.text, seq });
    }

    /** Shows the move that the engine would make. */
    async advise() {
        if (this.isAsking) {
            return;
        }
        this.isAsking = true;
        notice("The engine looks for a hint…");
        const { seq, variant, fen, legal } = this.state;
        const best = await bestMove(variant, fen).finally(() => (this.isAsking = false));
        if (!best || this.state.seq !== seq) {
            return;
        }
        const known = legal.find(({ text }) => text === best.moves[0]);
        notice(`Hint: ${known?.spoken || best.notation[0]}.`);
        if (!this.past) {
            this.mover.hint(best);
        }
    }

    /** Gives a name to the own seat, as an invited player may, and keeps it for other games. */
    tellName(name) {
        if (name) {
            setSetting("name", name);
            this.send({ type: "name", text: name });
        }
    }

    /** Plays what was typed. What the server refuses stays in the box, to be mended. */
    typeMove(box) {
        const text = box.value.trim();
        if (this.mover.playText(text)) {
            box.value = "";
        } else if (text) {
            this.typed = text;
            this.send({ type: "move", text });
        }
    }
}

/** True if the focus is on nothing that is seen: what had it has gone. */
function isFocusLost() {
    const { activeElement, body } = document;
    return !activeElement || activeElement === body || !activeElement.checkVisibility();
}

/** True if the server knows that it has no such game. Otherwise the page connects, and tries again if it must. */
async function isMissing(id) {
    try {
        await get(`/api/games/${encodeURIComponent(id)}`);
        return false;
    } catch (error) {
        return error.code === "not-found";
    }
}

startPage("game", async () => {
    const id = pathTail();
    if (await isMissing(id)) {
        await showMissing();
    } else {
        // Without them nothing could be shown. The secret is in the address until it is kept.
        await Promise.all([variants(), findAddress()]);
        const page = new GamePage(await OwnSeat.choose(id));
        // A link to a seat of the same game; other links within the page do not take the own secret's place.
        addEventListener("hashchange", () => (secretInAddress() ? location.reload() : page.keepSecret()));
    }
});
