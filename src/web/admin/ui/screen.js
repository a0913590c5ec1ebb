// The screen: the newest picture of the tab on a canvas, where on it a place is, and what lies over it.

import { el, say, show } from "./dom.js";
import { Zoom } from "./zoom.js";

/** CSS's words for the pointer; what the server says is taken only if it is one of them. */
const CURSORS = new Set(
  ("default pointer text move wait progress help crosshair not-allowed no-drop grab grabbing cell copy alias none " +
    "context-menu vertical-text all-scroll zoom-in zoom-out col-resize row-resize n-resize e-resize s-resize w-resize " +
    "ne-resize nw-resize se-resize sw-resize ew-resize ns-resize nesw-resize nwse-resize").split(" "),
);
/** Pictures are not made larger than this: they only get blurred. */
const LARGEST = 1.5;
/** How long the size must stand still before the server is told, in ms. */
const SETTLED = 150;

export class Screen {
  canvas = el("canvas", { role: "img", "aria-label": "The browser’s screen", width: 1, height: 1 });
  glass = el("div", { class: "glass", hidden: true }, this.canvas);
  #note = el("p", { class: "screen-note" }, "Connecting…");
  element = el("div", { class: "screen" }, this.glass, this.#note);
  zoom = new Zoom(this, () => this.#changed());
  /** The viewport that the picture shows, in its CSS pixels; zero before the first. */
  viewport = { width: 0, height: 0 };
  /** Called when the scale changes. */
  onscale = () => {};
  #context = this.canvas.getContext("2d", { alpha: false, desynchronized: true });
  #live = null;
  #newest = null;
  #isDrawing = false;
  #timer = null;
  #told = "";
  #shape = new ResizeObserver(() => this.#changed());

  connect(live) {
    this.#live = live;
    this.#shape.observe(this.element);
  }

  /** Lays elements over the screen. */
  over(...elements) {
    this.element.append(...elements);
  }

  stop() {
    this.#shape.disconnect();
    clearTimeout(this.#timer);
  }

  update({ state }) {
    const tab = state.tabs.find(({ id }) => id === state.watching);
    this.canvas.setAttribute("aria-label", `The browser’s screen: ${tab?.title || tab?.url || "no tab"}`);
    if (state.browser === null || tab === undefined) this.#blank(state);
    else if (this.viewport.width === 0) say(this.#note, "Waiting for the first picture…");
  }

  /** Shows what the pointer looks like there. */
  cursor(keyword) {
    this.element.style.cursor = CURSORS.has(keyword) ? keyword : "";
  }

  /** Takes a picture. While one is being drawn only the newest of those that come is kept. */
  async picture(picture) {
    this.#newest = picture;
    if (this.#isDrawing) return;
    this.#isDrawing = true;
    while (this.#newest !== null) {
      const next = this.#newest;
      this.#newest = null;
      await this.#draw(next);
      this.#live.send({ type: "seen", frame: next.number });
    }
    this.#isDrawing = false;
  }

  /** Where a place in the window is on the page, in its CSS pixels; kept inside. */
  place({ clientX, clientY }) {
    const box = this.canvas.getBoundingClientRect();
    const { width, height } = this.viewport;
    const inside = (part, size) => Math.min(Math.max(part * size, 0), Math.max(size - 1, 0));
    return { x: inside((clientX - box.left) / box.width, width), y: inside((clientY - box.top) / box.height, height) };
  }

  /** How large a CSS pixel of the page is here; 0 before the first picture. */
  get scale() {
    const { width } = this.viewport;
    return width === 0 ? 0 : (this.glass.offsetWidth / width) * this.zoom.factor;
  }

  async #draw({ image, width, height }) {
    let bitmap;
    try {
      bitmap = await createImageBitmap(image);
    } catch {
      // A picture that is broken is not worth more than the next one.
      return;
    }
    if (this.canvas.width !== bitmap.width || this.canvas.height !== bitmap.height) {
      [this.canvas.width, this.canvas.height] = [bitmap.width, bitmap.height];
    }
    this.#context.drawImage(bitmap, 0, 0);
    bitmap.close();
    const isOther = this.viewport.width !== width || this.viewport.height !== height;
    show(this.glass, true);
    show(this.#note, false);
    if (!isOther) return;
    this.viewport = { width, height };
    this.#changed();
  }

  #blank(state) {
    this.viewport = { width: 0, height: 0 };
    show(this.glass, false);
    show(this.#note, true);
    say(this.#note, state.browser === null ? state.why_over || "No browser is open in this workspace." : "No tab is open.");
    this.onscale();
  }

  /** The room or the viewport is another: fits the picture in and tells the server how much it can show. */
  #changed() {
    const { clientWidth, clientHeight } = this.element;
    const { width, height } = this.viewport;
    if (width > 0 && height > 0) {
      const fit = Math.min(clientWidth / width, clientHeight / height, LARGEST);
      this.glass.style.width = `${Math.floor(width * fit)}px`;
      this.glass.style.height = `${Math.floor(height * fit)}px`;
      this.zoom.apply();
    }
    this.onscale();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#tell(clientWidth, clientHeight), SETTLED);
  }

  #tell(width, height) {
    const pixels = (length) => Math.round(length * devicePixelRatio * this.zoom.factor);
    const size = [pixels(width), pixels(height)];
    if (width === 0 || height === 0 || String(size) === this.#told) return;
    this.#told = String(size);
    this.#live.size(...size);
  }
}
