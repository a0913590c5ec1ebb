// A mouse or a pen over the screen, and its wheel.

import { modifiersOf } from "./keys.js";

/** A press within so many ms and pixels of the last one with the same button is the next of a double click. */
const [AGAIN, NEAR] = [500, 5];
/** Bits of `buttons` and the numbers of `button` that they stand for. */
const BUTTONS = [[1, 0], [4, 1], [2, 2]];
/** A line's and a page's height for wheels that count in these, in pixels. */
const LINE = 40;

export class Mouse {
  #screen;
  #send;
  #down = 0;
  #last = null;

  constructor(screen, send) {
    [this.#screen, this.#send] = [screen, send];
  }

  take(event, isOn) {
    if (this.#screen.zoom.isMoving) return this.#move(event);
    if (!isOn) return;
    if (event.type === "pointerdown") this.#screen.element.setPointerCapture(event.pointerId);
    const at = this.#screen.place(event);
    const modifiers = modifiersOf(event);
    // Only the first button has an event of its own; more of them, and their going, show in `buttons`.
    const buttons = event.type === "pointercancel" ? 0 : event.buttons;
    for (const [bit, button] of BUTTONS) {
      if ((this.#down ^ buttons) & bit) this.#press(buttons & bit ? "down" : "up", button, at, event, modifiers);
    }
    if (buttons === this.#down) this.#send({ type: "pointer", kind: "move", ...at, modifiers }, true);
    this.#down = buttons;
  }

  /** The pointer is out of reach: what is held down would never come up. */
  lost(event) {
    const [at, modifiers] = [this.#screen.place(event), modifiersOf(event)];
    for (const [bit, button] of BUTTONS) if (this.#down & bit) this.#press("up", button, at, event, modifiers);
    this.#down = 0;
  }

  wheel(event) {
    const unit = [1, LINE, this.#screen.viewport.height][event.deltaMode] ?? 1;
    const by = { dx: event.deltaX * unit, dy: event.deltaY * unit };
    this.#send({ type: "wheel", ...this.#screen.place(event), ...by, modifiers: modifiersOf(event) }, true);
  }

  /** Everything was let go by other means. */
  forget() {
    this.#down = 0;
  }

  #press(kind, button, at, event, modifiers) {
    if (kind === "down") {
      const last = this.#last;
      const near = last && Math.hypot(event.clientX - last.clientX, event.clientY - last.clientY) <= NEAR;
      const isNext = near && last.button === button && event.timeStamp - last.timeStamp < AGAIN;
      const { clientX, clientY, timeStamp } = event;
      this.#last = { button, clientX, clientY, timeStamp, clicks: isNext ? (last.clicks % 3) + 1 : 1 };
    }
    this.#send({ type: "pointer", kind, ...at, button, clicks: this.#last?.clicks ?? 1, modifiers });
  }

  #move(event) {
    if (event.type === "pointerdown") this.#screen.element.setPointerCapture(event.pointerId);
    if (event.type === "pointermove" && event.buttons & 1) this.#screen.zoom.move(event.movementX, event.movementY);
  }
}
