// The agent's request for a person (`call` in the state), with its reason.

import * as clock from "./clock.js";
import { button, el, say, show } from "./dom.js";

export class Request {
  #call = null;
  #when = el("span", { class: "request-when", "aria-live": "off" });
  #reason = el("p", { class: "request-reason" });
  #dismiss;

  constructor(dismiss) {
    this.#dismiss = button("Dismiss", "second", dismiss, { title: "Tells the agent that nobody is coming for this" });
    const title = el("p", { class: "request-title" }, el("strong", {}, "The agent asks for a person "), this.#when);
    const words = el("div", { role: "status" }, title, this.#reason);
    this.element = el("div", { class: "request", "data-tone": "waiting", hidden: true }, words, this.#dismiss);
  }

  update({ state, isHolding }) {
    this.#call = state.call;
    show(this.element, state.call !== null);
    show(this.#dismiss, !isHolding);
    say(this.#reason, state.call?.reason ?? "");
  }

  tick() {
    if (this.#call !== null) say(this.#when, clock.ago(this.#call.since));
  }
}
