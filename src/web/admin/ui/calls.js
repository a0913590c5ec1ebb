// The agent's calls as they happen: name, time, how long, how it ended. No page data.

import * as clock from "./clock.js";
import { el, keep, say, show } from "./dom.js";

export class Calls {
  #state = null;
  #name = el("span", { class: "call-name" });
  #time = el("span", { class: "call-time" });
  #driving = el("div", { class: "call driving" }, el("span", { class: "spinner", "aria-hidden": "true" }), this.#name, this.#time);
  #waiting = el("p", { class: "faint" });
  #list = el("ol", { class: "calls" });
  #none = el("p", { class: "faint" }, "None yet.");

  constructor() {
    this.element = el("section", {}, el("h2", {}, "The agent’s calls"), this.#driving, this.#waiting, this.#list, this.#none);
  }

  update({ state }) {
    this.#state = state;
    show(this.#driving, state.driving !== null);
    say(this.#name, state.driving?.action ?? "");
    const waiting = state.underway - (state.driving === null ? 0 : 1);
    show(this.#waiting, waiting > 0);
    say(this.#waiting, waiting === 1 ? "1 call waits." : `${waiting} calls wait.`);
    show(this.#none, state.last.length === 0 && state.driving === null);
    keep(this.#list, state.last, (call) => `${call.since} ${call.action} ${call.ms}`, (call) => done(call));
  }

  tick() {
    const driving = this.#state?.driving;
    if (driving) say(this.#time, clock.running(clock.now() - driving.since));
  }
}

/** A call that is over never changes. */
function done({ action, since, ms, code }) {
  const good = code === "OK";
  const element = el(
    "li",
    { class: "call" },
    el("span", { class: "call-name" }, action),
    el("span", { class: "call-code", "data-good": String(good) }, good ? "ok" : code),
    el("time", { class: "call-time", datetime: new Date(since).toISOString() }, clock.timeOfDay(since, true)),
    el("span", { class: "call-took" }, clock.took(ms)),
  );
  return { element, update() {} };
}
