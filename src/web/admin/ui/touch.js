// Fingers on the screen: a tap clicks, a long press is a right click, one finger scrolls, two enlarge and move the
// picture for this person alone.

/** A finger that moved less than this, in pixels, has not moved. */
const STILL = 10;
/** How long a finger rests for a right click, in ms. */
const LONG = 500;
/** Taps within so many ms and pixels count as a double click. */
const [AGAIN, NEAR] = [350, 30];

export class Touch {
  #screen;
  #send;
  #fingers = new Map();
  /** What the fingers do: `tap`, `scroll`, `pinch`, or `done` until all are up. */
  #does = "done";
  #timer = null;
  #last = null;

  constructor(screen, send) {
    [this.#screen, this.#send] = [screen, send];
  }

  take(event, isOn) {
    const finger = { clientX: event.clientX, clientY: event.clientY };
    if (event.type === "pointerdown") this.#down(event, finger, isOn);
    else if (event.type === "pointermove") this.#move(event, finger, isOn);
    else this.#up(event, finger, isOn);
  }

  #down(event, finger, isOn) {
    this.#screen.element.setPointerCapture(event.pointerId);
    this.#fingers.set(event.pointerId, { ...finger, start: finger });
    clearTimeout(this.#timer);
    if (this.#fingers.size === 2) this.#does = "pinch";
    if (this.#fingers.size !== 1) return;
    this.#does = "tap";
    if (isOn && !this.#screen.zoom.isMoving) this.#timer = setTimeout(() => this.#rest(finger), LONG);
  }

  #rest(finger) {
    this.#does = "done";
    navigator.vibrate?.(10);
    this.#click(finger, 2, 1);
  }

  #move(event, finger, isOn) {
    const known = this.#fingers.get(event.pointerId);
    if (known === undefined) return;
    const [dx, dy] = [finger.clientX - known.clientX, finger.clientY - known.clientY];
    if (this.#does === "pinch" && this.#fingers.size === 2) this.#pinch(event.pointerId, finger);
    const moved = Math.hypot(finger.clientX - known.start.clientX, finger.clientY - known.start.clientY);
    if (this.#does === "tap" && moved > STILL) {
      clearTimeout(this.#timer);
      this.#does = "scroll";
    }
    if (this.#does === "tap") return;
    if (this.#does === "scroll") this.#scroll(known.start, dx, dy, isOn);
    Object.assign(known, finger);
  }

  #scroll(start, dx, dy, isOn) {
    if (this.#screen.zoom.isMoving) return this.#screen.zoom.move(dx, dy);
    const { scale } = this.#screen;
    if (!isOn || scale === 0) return;
    // The page under the finger goes with it, whatever the picture's size.
    this.#send({ type: "wheel", ...this.#screen.place(start), dx: -dx / scale, dy: -dy / scale, modifiers: 0 });
  }

  #pinch(id, finger) {
    const [[, other]] = [...this.#fingers].filter(([known]) => known !== id);
    const known = this.#fingers.get(id);
    const span = (one) => Math.max(1, Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY));
    const middle = (one) => ({ clientX: (one.clientX + other.clientX) / 2, clientY: (one.clientY + other.clientY) / 2 });
    const [before, after] = [middle(known), middle(finger)];
    this.#screen.zoom.move(after.clientX - before.clientX, after.clientY - before.clientY);
    this.#screen.zoom.by(span(finger) / span(known), after);
  }

  #up(event, finger, isOn) {
    clearTimeout(this.#timer);
    this.#fingers.delete(event.pointerId);
    if (event.type === "pointerup" && this.#does === "tap" && isOn && !this.#screen.zoom.isMoving) this.#tap(event, finger);
    if (this.#does !== "pinch" || this.#fingers.size === 0) this.#does = "done";
  }

  #tap({ timeStamp }, finger) {
    const last = this.#last;
    const near = last && Math.hypot(finger.clientX - last.clientX, finger.clientY - last.clientY) <= NEAR;
    const isNext = near && timeStamp - last.timeStamp < AGAIN;
    const clicks = isNext ? (last.clicks % 3) + 1 : 1;
    // The second tap of two clicks where the first did: fingers are broad.
    const at = isNext ? last : finger;
    this.#last = { clientX: at.clientX, clientY: at.clientY, timeStamp, clicks };
    this.#click(at, 0, clicks);
  }

  #click(finger, button, clicks) {
    const at = this.#screen.place(finger);
    this.#send({ type: "pointer", kind: "move", ...at, modifiers: 0 });
    for (const kind of ["down", "up"]) this.#send({ type: "pointer", kind, ...at, button, clicks, modifiers: 0 });
  }
}
