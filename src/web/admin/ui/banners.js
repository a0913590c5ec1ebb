// Banners of a Live tab: the connection, and the end of this person's control. They stay until they are over or read.

import { el, iconButton, say, show } from "./dom.js";
import { LineBanner } from "./line-banner.js";

export class Banners {
  #lostAt = null;
  #line;
  #text = el("p", { role: "alert" });
  #end = el("div", { class: "banner", "data-tone": "lost", hidden: true }, this.#text, iconButton("close", "Dismiss", () => this.clear()));

  /** `again()` connects at once. `grace()`: the seconds that this person's control outlives the connection, or `false`. */
  constructor(again, grace) {
    this.#line = new LineBanner(again, () => this.#held(grace()));
    this.element = el("div", { class: "banners" }, this.#line.element, this.#end);
  }

  /** The connection changed. */
  line(status) {
    this.#lostAt = status.lostAt ?? null;
    this.#line.tell(status);
  }

  /** This person's control ended, and why. */
  say(text) {
    show(this.#end, true);
    say(this.#text, text);
  }

  clear() {
    show(this.#end, false);
    say(this.#text, "");
  }

  tick() {
    this.#line.tick();
  }

  #held(grace) {
    if (grace === false || this.#lostAt === null) return "";
    const left = Math.ceil(grace - (Date.now() - this.#lostAt) / 1000);
    return left > 0
      ? `You keep control for ${left} s; it goes on when you are connected again.`
      : "Your control has probably ended by now.";
  }
}
