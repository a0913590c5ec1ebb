// One workspace as the server tells it, over a line that may break and come back: the newest state, the pictures, and
// what became of this person's control in the meantime.

import * as clock from "./clock.js";
import { Line } from "./line.js";
import * as person from "./person.js";

/** The bytes before a picture: number u32, format u16, reserved u16, width f32, height f32, little endian. */
const HEAD = 16;
const FORMATS = ["image/jpeg", "image/png"];

/**
 * `on`: `changed(state)`, `line(status)`, `picture({number, width, height, image})`, `refused(says)`,
 * `ended(how, by)`, `cursor(keyword)`. `how` is the server's word, or `away` when it ended while the line was lost.
 */
export class Live {
  state = null;
  status = { state: "connecting" };
  #on;
  #line;
  #tab = null;
  #size = null;
  #held = false;

  constructor(workspace, on) {
    this.#on = on;
    this.#line = new Line("live", { for: "live", workspace }, {
      opened: () => this.#greet(),
      message: (data) => (typeof data === "string" ? this.#hear(JSON.parse(data)) : this.#see(data)),
      changed: (status) => this.#turn(status),
    });
  }

  get isHolding() {
    return this.state?.you === "holding";
  }

  /** Sends a message; `mayDrop` leaves it out where the line is full. */
  send(message, mayDrop) {
    return this.#line.send(message, mayDrop);
  }

  /** Shows a tab, or follows the current one (`null`). Said again after every connection. */
  watch(tab) {
    this.#tab = tab;
    this.send({ type: "watch", tab });
  }

  /** How many device pixels the canvas has. Said again after every connection. */
  size(width, height) {
    this.#size = { type: "size", width, height };
    this.send(this.#size);
  }

  again() {
    this.#line.again();
  }

  stop() {
    this.#line.stop();
  }

  #greet() {
    this.send({ type: "hello", person: { key: person.key(), name: person.name() } });
    if (this.#size !== null) this.send(this.#size);
    if (this.#tab !== null) this.send({ type: "watch", tab: this.#tab });
    if (document.hidden) this.send({ type: "pause" });
  }

  #turn(status) {
    const before = this.status;
    // Since when it is lost; attempts that fail do not begin it anew.
    const lostAt = status.state === "lost" ? (before.lostAt ?? Date.now()) : undefined;
    this.status = { ...status, lostAt };
    this.#on.line(this.status);
  }

  #hear(message) {
    switch (message.type) {
      case "state": {
        clock.correct(message.now);
        this.state = message;
        const lostIt = this.#held && !this.isHolding;
        this.#held = this.isHolding;
        if (!message.follows) this.#tab = message.watching;
        else this.#tab = null;
        this.#on.changed(message);
        if (lostIt) this.#on.ended("away", message.control.by ?? null);
        break;
      }
      case "handed_back":
        this.#held = false;
        this.#on.ended(message.how, message.by ?? null);
        break;
      case "refused":
        this.#on.refused(message.says);
        break;
      case "cursor":
        this.#on.cursor(message.cursor);
        break;
      // A newer server may say more.
    }
  }

  #see(buffer) {
    if (buffer.byteLength <= HEAD) return;
    const head = new DataView(buffer, 0, HEAD);
    const [number, format] = [head.getUint32(0, true), head.getUint16(4, true)];
    const [width, height] = [head.getFloat32(8, true), head.getFloat32(12, true)];
    const image = new Blob([new Uint8Array(buffer, HEAD)], { type: FORMATS[format] ?? FORMATS[0] });
    this.#on.picture({ number, width, height, image });
  }
}
