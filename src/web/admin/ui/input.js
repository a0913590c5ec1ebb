// A person's hand on the page: pointer, fingers, keys and texts, while they have control. Whatever is held down is let
// go when the keyboard's focus leaves the screen, when control ends and when this page is hidden.

import { Keys } from "./keys.js";
import { Mouse } from "./mouse.js";
import { Touch } from "./touch.js";
import { Typing } from "./typing.js";

export class Input {
  #screen;
  #send;
  #invite;
  #isOn = false;
  #isHolding = false;
  #mouse;
  #keys;
  #typing;

  /** `invite()` is called when somebody who has no control uses the screen. */
  constructor(screen, send, invite) {
    [this.#screen, this.#send, this.#invite] = [screen, send, invite];
    const hand = (message, mayDrop) => this.#isOn && send(message, mayDrop);
    this.#mouse = new Mouse(screen, hand);
    this.#keys = new Keys(hand);
    this.#typing = new Typing(hand, this.#keys, { focused: () => this.#mark(), blurred: () => this.#blur() });
    const touch = new Touch(screen, hand);
    screen.glass.append(this.#typing.element);
    const { element } = screen;
    // Fingers and mice both come as pointer events; what each means is told apart once, here.
    const route = (event) => this.#route(event, event.pointerType === "touch" ? touch : this.#mouse);
    for (const type of ["pointerdown", "pointermove", "pointerup", "pointercancel"]) element.addEventListener(type, route);
    element.addEventListener("lostpointercapture", (event) => event.pointerType !== "touch" && this.#mouse.lost(event));
    element.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    element.addEventListener("contextmenu", (event) => this.#isOn && onScreen(event) && event.preventDefault());
  }

  /** Whether the keyboard goes to the page. */
  get hasFocus() {
    return this.#typing.hasFocus;
  }

  update({ state, isHolding }) {
    this.#isHolding = isHolding;
    this.enable(isHolding && state.dialog === null && state.chooser === null && state.watching !== null);
  }

  enable(isOn) {
    if (isOn === this.#isOn) return;
    if (!isOn) this.letGo();
    this.#isOn = isOn;
    this.#screen.element.dataset.hand = isOn ? "on" : "off";
    if (!isOn) this.#screen.cursor("");
    this.#typing.enable(isOn);
  }

  /** Gives the keyboard to the page. */
  focus() {
    if (this.#isOn) this.#typing.focus();
  }

  letGo() {
    if (!this.#isOn) return;
    this.#keys.forget();
    this.#mouse.forget();
    // Whoever has no control any more holds nothing down: the server saw to that.
    if (this.#isHolding) this.#send({ type: "release" });
  }

  /** A key of the row under the screen. */
  press(key, code) {
    this.#keys.press(key, code);
  }

  #route(event, to) {
    if (!onScreen(event)) return;
    if (!this.#isOn && event.type === "pointerup" && !this.#screen.zoom.isMoving) this.#invite();
    // The focus must not go where the browser would put it; a finger leaves the keyboard as it is.
    if (this.#isOn && event.type === "pointerdown") {
      event.preventDefault();
      this.#typing.moveTo(this.#screen.place(event), this.#screen.viewport);
      if (event.pointerType !== "touch") this.#typing.focus();
    }
    to.take(event, this.#isOn);
  }

  #wheel(event) {
    if (!onScreen(event)) return;
    if (event.ctrlKey) {
      event.preventDefault();
      this.#screen.zoom.by(Math.exp(-event.deltaY / 300), event);
    } else if (this.#isOn) {
      event.preventDefault();
      this.#mouse.wheel(event);
    }
  }

  #mark() {
    this.#screen.element.dataset.focus = "on";
  }

  #blur() {
    this.#screen.element.dataset.focus = "off";
    this.letGo();
  }
}

/** Whether it happened on the screen itself, not on what lies over it. */
function onScreen({ target }) {
  return target.closest(".over, .invitation") === null;
}
