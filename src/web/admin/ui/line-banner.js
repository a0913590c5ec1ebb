// The banner of a lost connection: what it means and what happens next.

import * as clock from "./clock.js";
import { button, el, say, show } from "./dom.js";

/** `again()` connects at once. `held(now)`: what the loss means for this person's control, if they have it. */
export class LineBanner {
  #status = { state: "connecting" };
  #title = el("strong");
  #text = el("span");
  #next = el("span", { "aria-live": "off" });
  #again;
  #held;

  constructor(again, held = () => "") {
    this.#held = held;
    this.#again = button("Try now", "second", again);
    const words = el("p", { role: "alert" }, this.#title, this.#text);
    this.element = el("div", { class: "banner", "data-tone": "lost", hidden: true }, words, this.#next, this.#again);
  }

  tell(status) {
    this.#status = status;
    const { state, says } = status;
    show(this.element, state === "lost" || state === "refused");
    show(this.#again, state === "lost");
    if (state === "refused") {
      say(this.#title, "This cannot be shown. ");
      say(this.#text, says);
    } else if (state === "lost") {
      say(this.#title, "Connection lost. ");
      say(this.#text, says);
    } else {
      // Empty while hidden, so that the next loss is read aloud again.
      say(this.#title, "");
      say(this.#text, "");
    }
    this.tick();
  }

  tick() {
    const { state, retryAt } = this.#status;
    if (state !== "lost") return say(this.#next, "");
    const left = Math.ceil((retryAt - Date.now()) / 1000);
    say(this.#next, `${this.#held()} ${left > 0 ? `Trying again in ${left} s.` : "Trying again…"}`.trim());
  }
}
