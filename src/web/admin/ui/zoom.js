// Enlarging the picture for this person alone: the glass is scaled and moved inside the screen.

/** The largest factor. */
const MOST = 5;
/** What one press of a button does. */
const STEP = 1.5;

export class Zoom {
  factor = 1;
  /** Whether one finger, or the pointer, moves the picture instead of reaching the page. */
  isMoving = false;
  #screen;
  #changed;
  #at = { x: 0, y: 0 };

  constructor(screen, changed) {
    [this.#screen, this.#changed] = [screen, changed];
  }

  more() {
    this.#step(STEP);
  }

  less() {
    this.#step(1 / STEP);
  }

  whole() {
    this.by(0, { clientX: 0, clientY: 0 });
  }

  /** Scales by a factor about a place in the window, which stays where it is. */
  by(factor, { clientX, clientY }) {
    const next = Math.min(Math.max(this.factor * factor, 1), MOST);
    const box = this.#screen.glass.getBoundingClientRect();
    const ratio = next / this.factor;
    this.#at.x += (clientX - box.left) * (1 - ratio);
    this.#at.y += (clientY - box.top) * (1 - ratio);
    this.factor = next;
    if (next === 1) this.isMoving = false;
    this.#changed();
  }

  /** Moves the picture by so many pixels of the window. */
  move(x, y) {
    this.#at.x += x;
    this.#at.y += y;
    this.apply();
  }

  /** Puts the glass where it belongs: no further than its edges, and in the middle where there is room. */
  apply() {
    const { element, glass } = this.#screen;
    const place = (at, room, size) => {
      const spare = room - size * this.factor;
      return spare >= 0 ? spare / 2 : Math.min(0, Math.max(spare, at));
    };
    this.#at.x = place(this.#at.x, element.clientWidth, glass.offsetWidth);
    this.#at.y = place(this.#at.y, element.clientHeight, glass.offsetHeight);
    glass.style.transform = `translate(${this.#at.x}px, ${this.#at.y}px) scale(${this.factor})`;
  }

  #step(factor) {
    const box = this.#screen.element.getBoundingClientRect();
    this.by(factor, { clientX: box.left + box.width / 2, clientY: box.top + box.height / 2 });
  }
}
