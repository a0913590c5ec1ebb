// The field that has the keyboard while it belongs to the page. Nobody sees it; it takes keys, texts of input methods
// and of keyboards on the screen, and pastes. What is typed is sent on and kept nowhere.

import { el } from "./dom.js";
import { notify } from "./notices.js";
import { CHORDS } from "./platform.js";

/** A keyboard on the screen says that it deletes only where there is something to delete. Words do not join with it. */
const BALLAST = "\n\n";
/** The longest text that is pasted, in UTF-16 units. */
const LONGEST = 1_000_000;

/** What an editing step without a key means as one: key, code, and whether Control goes with it. */
const STEPS = {
  deleteContentBackward: ["Backspace", "Backspace"],
  deleteContentForward: ["Delete", "Delete"],
  deleteWordBackward: ["Backspace", "Backspace", true],
  deleteWordForward: ["Delete", "Delete", true],
  insertLineBreak: ["Enter", "Enter"],
  insertParagraph: ["Enter", "Enter"],
};

export class Typing {
  #send;
  #keys;
  #isComposing = false;
  #from = 0;
  element = el("textarea", {
    class: "typing", autocomplete: "off", autocapitalize: "off", autocorrect: "off", spellcheck: "false", tabindex: "-1",
    disabled: true,
    "aria-label": `The browser’s screen. Keys go to the page; ${CHORDS.leave} leaves it.`,
  });

  constructor(send, keys, { focused, blurred }) {
    [this.#send, this.#keys] = [send, keys];
    const on = (type, then) => this.element.addEventListener(type, then);
    on("keydown", (event) => keys.take(event));
    on("keyup", (event) => keys.take(event));
    on("beforeinput", (event) => this.#edit(event));
    on("input", () => this.#compose());
    on("compositionstart", () => this.#start());
    on("compositionend", (event) => this.#end(event));
    on("paste", (event) => this.#paste(event));
    on("focus", focused);
    on("blur", () => {
      this.#isComposing = false;
      blurred();
    });
    this.#clear();
  }

  get hasFocus() {
    return document.activeElement === this.element;
  }

  enable(isOn) {
    this.element.disabled = !isOn;
    this.element.tabIndex = isOn ? 0 : -1;
  }

  focus() {
    this.element.focus({ preventScroll: true });
  }

  /** Puts the field where the page was touched: input methods open their windows there, and phones scroll to it. */
  moveTo({ x, y }, { width, height }) {
    this.element.style.left = `${(100 * x) / (width || 1)}%`;
    this.element.style.top = `${(100 * y) / (height || 1)}%`;
  }

  #start() {
    this.#isComposing = true;
    this.#from = this.element.selectionStart;
  }

  /** The text so far, and where the caret is in it. */
  #compose() {
    if (!this.#isComposing) return this.#clear();
    const { value, selectionStart, selectionEnd } = this.element;
    const text = value.slice(this.#from, value.length);
    const inside = (offset) => Math.min(Math.max(offset - this.#from, 0), text.length);
    this.#send({ type: "compose", text, from: inside(selectionStart), to: inside(selectionEnd) });
  }

  #end({ data }) {
    this.#isComposing = false;
    // Without a text it was given up: so is what the page shows of it.
    this.#send(data ? { type: "text", text: data } : { type: "compose", text: "", from: 0, to: 0 });
    this.#clear();
  }

  /** A change that came from no key: keyboards on a screen, dictation, emoji, corrections. */
  #edit(event) {
    if (this.#isComposing || /Composition/.test(event.inputType)) return;
    event.preventDefault();
    const text = event.data ?? event.dataTransfer?.getData("text/plain") ?? "";
    const [key, code, control] = STEPS[event.inputType] ?? [];
    if (control) this.#keys.chord(key, code);
    else if (key) this.#keys.press(key, code);
    else if (event.inputType.startsWith("insert") && text !== "") this.#send({ type: "text", text });
  }

  #paste(event) {
    event.preventDefault();
    const text = event.clipboardData.getData("text/plain");
    if (text === "") notify("There is no text to paste in your clipboard.", "bad");
    else if (text.length > LONGEST) notify("This text is too long to be pasted: paste it in parts.", "bad");
    else this.#send({ type: "text", text });
  }

  #clear() {
    if (this.element.value !== BALLAST) this.element.value = BALLAST;
    this.element.setSelectionRange(BALLAST.length, BALLAST.length);
  }
}
