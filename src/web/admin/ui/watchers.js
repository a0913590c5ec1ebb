// Who watches, and the browser itself.

import { button, el, keep, say, show } from "./dom.js";
import * as person from "./person.js";
import { titled } from "./standing.js";

export class Watchers {
  #list = el("ul", { class: "people" });
  #browser = el("span");
  #foot;

  constructor(end) {
    this.#foot = el("p", { class: "browser-line" }, this.#browser, button("End browser…", "quiet stop small", end));
    this.element = el("section", {}, el("h2", {}, "Watching"), this.#list, this.#foot);
  }

  update({ state }) {
    const { control, browser } = state;
    const others = [...state.watchers];
    const own = others.indexOf(person.name());
    if (own >= 0) others.splice(own, 1);
    const people = [
      { name: person.name(), says: state.you === "holding" ? "you, in control" : "you" },
      ...others.map((name) => ({ name, says: control.state === "held" && state.you !== "holding" && control.by === name ? "in control" : "" })),
    ];
    // Two people may have the same name.
    keep(this.#list, people.map((one, index) => ({ ...one, index })), ({ index }) => index, () => this.#person());
    show(this.#foot, browser !== null);
    say(this.#browser, browser === null ? "" : titled(browser));
  }

  #person() {
    const [initial, name, says] = [el("span", { class: "initial", "aria-hidden": "true" }), el("span"), el("span", { class: "faint" })];
    return {
      element: el("li", {}, initial, name, says),
      update: (one) => {
        say(initial, [...one.name][0].toUpperCase());
        say(name, one.name);
        say(says, one.says);
      },
    };
  }
}
