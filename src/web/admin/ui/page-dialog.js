// A dialog of the page (alert, confirm, prompt, leaving), shown over the screen. What it says is the page's text.

import { button, el, say, show } from "./dom.js";

const TITLES = {
  alert: "The page says",
  confirm: "The page asks",
  prompt: "The page asks for a text",
  beforeunload: "Leave this page?",
};
const YES = { alert: "OK", beforeunload: "Leave" };
const NO = { beforeunload: "Stay" };

export class PageDialog {
  #send;
  #done;
  #holds = false;
  #kind = null;
  #title = el("h2", { id: "page-dialog-title" });
  #text = el("p", { class: "page-text", id: "page-dialog-text", tabindex: "0" });
  #input = el("input", { autocomplete: "off", "aria-label": "Answer" });
  #hint = el("p", { class: "faint" }, "Whoever has control can answer.");
  #yes = el("button", { class: "button first" });
  #no = button("", "second", () => this.#answer(false));
  #answers = el("div", { class: "answers" }, this.#no, this.#yes);

  constructor(send, done) {
    [this.#send, this.#done] = [send, done];
    const submit = (event) => {
      event.preventDefault();
      this.#answer(true);
    };
    const role = { role: "alertdialog", "aria-labelledby": "page-dialog-title", "aria-describedby": "page-dialog-text" };
    const form = el("form", { class: "over-box", ...role, onsubmit: submit });
    form.append(this.#title, this.#text, this.#input, this.#hint, this.#answers);
    this.element = el("div", { class: "over", hidden: true }, form);
    form.addEventListener("keydown", (event) => event.key === "Escape" && this.#holds && this.#answer(false));
  }

  update({ state, isHolding }) {
    const { dialog } = state;
    const identity = dialog === null ? null : JSON.stringify([state.watching, dialog]);
    const isNew = identity !== null && (identity !== this.#kind || (isHolding && !this.#holds));
    const wasOpen = this.#kind !== null;
    [this.#holds, this.#kind] = [isHolding, identity];
    show(this.element, dialog !== null);
    if (dialog === null) {
      if (wasOpen && isHolding && document.activeElement === document.body) this.#done();
      return;
    }
    show(this.#input, dialog.kind === "prompt");
    show(this.#no, dialog.kind !== "alert");
    show(this.#answers, isHolding);
    show(this.#hint, !isHolding);
    this.#input.readOnly = !isHolding;
    say(this.#title, TITLES[dialog.kind] ?? "The page asks");
    const leaving = "What was entered there may be lost.";
    say(this.#text, dialog.kind === "beforeunload" ? leaving : dialog.message);
    say(this.#yes, YES[dialog.kind] ?? "OK");
    say(this.#no, NO[dialog.kind] ?? "Cancel");
    if (isNew) this.#input.value = dialog.default ?? "";
    if (isNew && isHolding) (dialog.kind === "prompt" ? this.#input : this.#yes).focus();
  }

  #answer(accept) {
    const isPrompt = !this.#input.hidden;
    this.#send({ type: "dialog", accept, text: isPrompt && accept ? this.#input.value : null });
    // The next state shows whether another is open.
    document.activeElement?.blur();
  }
}
