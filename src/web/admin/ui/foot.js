// The line under the screen: its scale, what the keyboard does, and the tools for fingers and for enlarging.

import { el, icon, iconButton, say, show } from "./dom.js";
import { CHORDS } from "./platform.js";

/** Keys that keyboards on a screen lack: label, key, code. */
const KEYS = [
  ["Esc", "Escape", "Escape"],
  ["Tab", "Tab", "Tab"],
  ["←", "ArrowLeft", "ArrowLeft"],
  ["↑", "ArrowUp", "ArrowUp"],
  ["↓", "ArrowDown", "ArrowDown"],
  ["→", "ArrowRight", "ArrowRight"],
];

export class Foot {
  #screen;
  #scale = el("span", { class: "foot-scale" });
  #hint = el("span", { class: "foot-hint" });
  #keyboard;
  #keys;
  #move;
  #less;
  #more;
  #whole;

  constructor(screen, input) {
    this.#screen = screen;
    const { zoom } = screen;
    // The field keeps the focus, and so the keyboard on the screen, while these are pressed.
    const stay = { onpointerdown: (event) => event.preventDefault() };
    this.#keyboard = el("button", { type: "button", class: "button second small touch", onclick: () => input.focus() }, icon("keyboard"), el("span", {}, "Keyboard"));
    this.#keys = el("span", { class: "foot-keys touch", role: "group", "aria-label": "Keys" });
    for (const [label, key, code] of KEYS) {
      const press = () => input.press(key, code);
      this.#keys.append(el("button", { type: "button", class: "button second small", "aria-label": key, onclick: press, ...stay }, label));
    }
    this.#move = iconButton("move", "Move the picture", () => this.#toggle(), { "aria-pressed": "false" });
    this.#less = iconButton("minus", "Smaller", () => zoom.less());
    this.#more = iconButton("plus", "Larger", () => zoom.more());
    this.#whole = iconButton("whole", "Whole picture", () => zoom.whole());
    const tools = el("span", { class: "foot-tools" }, this.#move, this.#less, this.#more, this.#whole);
    this.element = el("div", { class: "foot" }, this.#scale, this.#hint, this.#keyboard, this.#keys, tools);
    screen.onscale = () => this.#draw();
  }

  update({ state, isHolding }) {
    show(this.element, state.browser !== null);
    show(this.#keyboard, isHolding);
    show(this.#keys, isHolding);
    say(this.#hint, isHolding ? `Click the screen to type into the page; ${CHORDS.leave} leaves it` : "");
    this.#draw();
  }

  #toggle() {
    this.#screen.zoom.isMoving = !this.#screen.zoom.isMoving;
    this.#draw();
  }

  #draw() {
    const { viewport, scale, zoom } = this.#screen;
    const size = `${Math.round(viewport.width)} × ${Math.round(viewport.height)}`;
    say(this.#scale, scale === 0 ? "" : `${size} at ${Math.round(scale * 100)} %`);
    const isLarger = zoom.factor > 1;
    for (const button of [this.#less, this.#whole]) button.disabled = !isLarger;
    show(this.#move, isLarger);
    this.#move.setAttribute("aria-pressed", String(zoom.isMoving));
    this.#screen.element.dataset.moving = zoom.isMoving ? "on" : "off";
  }
}
