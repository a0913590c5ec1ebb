// A WebSocket that stays: a one-use ticket for every connection, a growing pause between attempts, and a way to notice
// that the other end is gone though nothing said so.

import { Failure, ask } from "./api.js";

/** The first pause before another attempt, and the longest, in ms. */
const [SHORTEST, LONGEST] = [400, 15_000];
/** How long a connection may take to open, in ms. */
const OPENING = 10_000;
/** After so long without a word from the server it is asked whether it is there, in ms. */
const QUIET = 25_000;
/** More than this unsent, in bytes: what may be left out is left out. */
const FULL = 64 * 1024;

const REASONS = { 1001: "The server is stopping.", 1013: "This page was too slow for the server." };

/**
 * `path`: below `/admin/`. `purpose`: the body of the ticket's request. `on`: `opened()`, `message(data)` and
 * `changed({state, retryAt, says})` with the states `connecting`, `open`, `lost` (it goes on trying) and `refused`.
 */
export class Line {
  #path;
  #purpose;
  #on;
  #socket = null;
  #attempt = 0;
  #failures = 0;
  #retry = null;
  #heard = 0;
  #watch;
  #wake = () => (document.hidden ? undefined : this.#probe());

  constructor(path, purpose, on) {
    [this.#path, this.#purpose, this.#on] = [path, purpose, on];
    this.#watch = setInterval(() => Date.now() - this.#heard > QUIET && this.#probe(), 5_000);
    document.addEventListener("visibilitychange", this.#wake);
    window.addEventListener("online", this.#wake);
    this.#connect();
  }

  /** Sends a message; `false` if there is no connection, or it is full and the message `mayDrop`. */
  send(message, mayDrop = false) {
    const open = this.#socket?.readyState === WebSocket.OPEN;
    if (!open || (mayDrop && this.#socket.bufferedAmount > FULL)) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  /** Connects at once instead of after the pause. */
  again() {
    this.#drop();
    this.#connect();
  }

  /** Closes for good. */
  stop() {
    clearInterval(this.#watch);
    document.removeEventListener("visibilitychange", this.#wake);
    window.removeEventListener("online", this.#wake);
    this.#drop();
  }

  async #connect() {
    const attempt = ++this.#attempt;
    const isOld = () => attempt !== this.#attempt;
    if (this.#failures === 0) this.#on.changed({ state: "connecting" });
    let ticket;
    try {
      ({ ticket } = await ask("POST", "tickets", { body: this.#purpose }));
    } catch (failure) {
      if (isOld()) return;
      if (failure instanceof Failure && failure.isFinal) this.#on.changed({ state: "refused", says: failure.message });
      else this.#later(failure.message);
      return;
    }
    if (isOld()) return;
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}/admin/${this.#path}?ticket=${encodeURIComponent(ticket)}`);
    this.#socket = socket;
    socket.binaryType = "arraybuffer";
    const opening = setTimeout(() => socket.close(), OPENING);
    socket.onopen = () => {
      clearTimeout(opening);
      this.#heard = Date.now();
      this.#on.opened();
      this.#on.changed({ state: "open" });
    };
    socket.onmessage = ({ data }) => {
      this.#heard = Date.now();
      this.#failures = 0;
      this.#on.message(data);
    };
    socket.onclose = ({ code }) => {
      clearTimeout(opening);
      if (!isOld()) this.#later(REASONS[code] ?? "");
    };
  }

  #later(says) {
    this.#drop();
    const longest = Math.min(LONGEST, SHORTEST * 2 ** this.#failures++);
    // Many pages must not come back at the same moment.
    const pause = longest * (0.7 + 0.3 * Math.random());
    this.#retry = setTimeout(() => this.#connect(), pause);
    this.#on.changed({ state: "lost", says, retryAt: Date.now() + pause });
  }

  /** Forgets the connection and the attempt that are there. */
  #drop() {
    this.#attempt += 1;
    clearTimeout(this.#retry);
    this.#retry = null;
    this.#socket?.close();
    this.#socket = null;
  }

  /** A network that went away says nothing: a server that does not answer a request is not at the socket either. */
  async #probe() {
    if (this.#retry !== null) return this.again();
    const socket = this.#socket;
    if (socket?.readyState !== WebSocket.OPEN) return;
    this.#heard = Date.now();
    const unsent = socket.bufferedAmount;
    const answers = await ask("GET", "info", { patience: 8_000 }).then(() => true, (failure) => failure.status !== 0);
    const isStuck = unsent > 0 && socket.bufferedAmount >= unsent;
    if (socket === this.#socket && (!answers || isStuck)) this.#later("");
  }
}
