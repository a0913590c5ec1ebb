// The bar of control: where it stands, in words and colour, and the buttons that change it.

import { button, el, keep, say, show } from "./dom.js";
import { standing } from "./standing.js";

/** How long the offer over the screen stays, in ms. */
const INVITED = 8_000;

export class ControlBar {
  #act;
  #stands = null;
  #isReachable = false;
  #word = el("strong", { class: "bar-word", role: "status" });
  #says = el("span", { class: "bar-says" });
  #offers = el("div", { class: "offers" });
  #invited = el("div", { class: "offers" });
  #invitation = el("div", { class: "invitation", hidden: true }, el("p", {}, "You are watching."), this.#invited);
  #timer = null;

  /** `act(what)` does what an offer of standing.js says. Offers also stand over the screen when they are needed. */
  constructor(act, screen) {
    this.#act = act;
    const words = el("div", { class: "bar-words" }, el("span", { class: "dot", "aria-hidden": "true" }), this.#word, this.#says);
    this.element = el("div", { class: "bar", role: "region", "aria-label": "Control" }, words, this.#offers);
    screen.over(this.#invitation);
  }

  update({ state, grace }) {
    this.#isReachable = true;
    this.#stands = standing(state, grace);
    this.element.dataset.tone = this.#stands.tone;
    say(this.#word, this.#stands.word);
    this.#put(this.#offers);
    this.#put(this.#invited);
    if (state.you !== "watching") show(this.#invitation, false);
  }

  /** Whether what is asked for now reaches the server. */
  reach(isReachable) {
    this.#isReachable = isReachable;
    if (this.#stands === null) return;
    this.#put(this.#offers);
    show(this.#invitation, false);
  }

  tick() {
    if (this.#stands !== null) say(this.#says, this.#stands.says());
  }

  /** A person used the screen without having control: offers it there. */
  invite() {
    if (!this.#isReachable || this.#stands.offers.length === 0) return;
    show(this.#invitation, true);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => show(this.#invitation, false), INVITED);
  }

  /** Does what the first offer says. */
  first() {
    const offers = this.#stands?.offers ?? [];
    // A chord must not stop a call: that is asked for with its button.
    const offer = offers.find(({ what }) => what === "ask" || what === "hand_back" || what === "take_over");
    if (offer !== undefined && this.#isReachable) this.#act(offer.what);
  }

  focus() {
    (this.#offers.querySelector("button") ?? document.getElementById("main")).focus();
  }

  #put(parent) {
    keep(parent, this.#stands.offers, ({ label }) => label, ({ what, label, kind }) => {
      const element = button(label, kind, () => this.#act(what));
      return { element, update: () => (element.disabled = !this.#isReachable) };
    });
  }
}
