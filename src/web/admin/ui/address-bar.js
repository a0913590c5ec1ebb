// The address of the tab that is shown, with back, forward and reload for whoever has control.

import { el, iconButton } from "./dom.js";

export class AddressBar {
  #url = "";
  #input = el("input", {
    class: "address", type: "text", inputmode: "url", "aria-label": "Address", autocomplete: "off",
    autocapitalize: "off", spellcheck: "false", enterkeyhint: "go",
    onfocus: () => !this.#input.readOnly && this.#input.select(),
    onblur: () => this.#restore(),
    onkeydown: (event) => this.#key(event),
  });
  #buttons;

  /** `done()` is called when an address was asked for: the keyboard belongs to the screen then. */
  constructor(send, done) {
    const go = (type) => () => send({ type });
    this.#buttons = [
      iconButton("back", "Back", go("back")),
      iconButton("forward", "Forward", go("forward")),
      iconButton("reload", "Load again", go("reload")),
    ];
    const submit = (event) => {
      event.preventDefault();
      const url = this.#input.value.trim();
      if (url === "" || this.#input.readOnly) return;
      send({ type: "go", url });
      this.#url = url;
      done();
    };
    this.element = el("form", { class: "address-bar", onsubmit: submit }, ...this.#buttons, this.#input);
  }

  update({ state, isHolding }) {
    const tab = state.tabs.find(({ id }) => id === state.watching);
    this.#url = tab?.url ?? "";
    this.element.hidden = state.browser === null;
    this.element.dataset.loading = tab?.loading ?? false;
    this.element.setAttribute("aria-busy", String(tab?.loading ?? false));
    this.#input.readOnly = !isHolding;
    this.#input.placeholder = isHolding ? "Type an address" : "";
    for (const button of this.#buttons) button.disabled = !isHolding;
    // What a person is typing there stays.
    if (document.activeElement !== this.#input || !isHolding) this.#restore();
  }

  #restore() {
    if (this.#input.value !== this.#url) this.#input.value = this.#url;
  }

  #key(event) {
    if (event.key !== "Escape") return;
    this.#restore();
    this.#input.select();
  }
}
