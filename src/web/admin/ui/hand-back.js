// The hand-back: a sheet with an optional note for the agent.

import { button, el, say } from "./dom.js";
import * as sheet from "./sheet.js";

/** The longest note that the server takes, in characters. */
const LONGEST = 500;

export class HandBack {
  #give;
  #close = null;
  /** What was typed is there again if the sheet was left. */
  #draft = "";

  /** `give(note)` hands back; `false` if it cannot be sent now. */
  constructor(give) {
    this.#give = give;
  }

  get isOpen() {
    return this.#close !== null;
  }

  open() {
    if (this.isOpen) return;
    sheet.open("Hand back to the agent", (close) => {
      this.#close = close;
      return this.#form();
    }).then(() => (this.#close = null));
  }

  /** Hands back with what is typed so far. */
  send() {
    this.#give(this.#draft.trim());
    this.#close?.(true);
  }

  /** The hold is over: so is what was to be said about it. */
  forget() {
    this.#draft = "";
    this.#close?.(null);
  }

  #form() {
    const count = el("span", { class: "faint", id: "note-count" });
    const note = el("textarea", { rows: 4, maxlength: LONGEST, "aria-describedby": "note-count note-told", autofocus: true });
    note.value = this.#draft;
    const counted = () => say(count, `${note.value.length} of ${LONGEST} characters`);
    note.addEventListener("input", () => {
      this.#draft = note.value;
      counted();
    });
    note.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) this.send();
    });
    counted();
    const told = "The agent is told your name, how long you had control, the pages you reached and this note. What you typed is not told or kept.";
    return [
      el("label", { class: "field" }, "Note for the agent (optional)", note),
      count,
      el("p", { class: "faint", id: "note-told" }, told),
      el(
        "div",
        { class: "answers" },
        button("Keep control", "second", () => this.#close(null)),
        button("Hand back", "give", () => this.send()),
      ),
    ];
  }
}
