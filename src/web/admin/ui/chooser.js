// The page asks for a file: it is chosen on this person's machine and uploaded.

import { upload } from "./api.js";
import { button, el, say, show } from "./dom.js";
import * as person from "./person.js";

/** The largest file that the server takes, in bytes. */
const LARGEST = 64 * 1024 * 1024;

export class Chooser {
  #workspace;
  #send;
  #done;
  #holds = false;
  #stop = null;
  #isOpen = false;
  /** Files whose upload broke off: those before them are with the server already. */
  #left = [];
  #title = el("h2", { id: "chooser-title" });
  #hint = el("p");
  #problem = el("p", { class: "problem", role: "alert", hidden: true });
  #bar = el("progress", { max: 1, "aria-label": "Uploaded" });
  #input = el("input", { type: "file", id: "chooser-input", class: "unseen", onchange: () => this.#take([...this.#input.files]) });
  #pick = button("Choose from this device", "first", () => this.#choose(), { "aria-controls": "chooser-input" });
  #cancel = button("Cancel", "second", () => this.#leave());

  /** `done()` gives the keyboard back to the screen. */
  constructor(workspace, send, done) {
    [this.#workspace, this.#send, this.#done] = [workspace, send, done];
    const box = el("div", { class: "over-box", role: "dialog", "aria-labelledby": "chooser-title" });
    // The picker is opened by its button, which has the words and the focus.
    this.#input.tabIndex = -1;
    this.#input.setAttribute("aria-hidden", "true");
    box.append(this.#title, this.#hint, this.#problem, this.#bar, el("div", { class: "answers" }, this.#cancel, this.#input, this.#pick));
    this.element = el("div", { class: "over", hidden: true, ondragover: (event) => event.preventDefault(), ondrop: (event) => this.#drop(event) }, box);
  }

  update({ state, isHolding }) {
    const { chooser } = state;
    const isNew = chooser !== null && (!this.#isOpen || (isHolding && !this.#holds));
    if (chooser === null && this.#isOpen && isHolding && document.activeElement === document.body) this.#done();
    if (chooser === null || !isHolding) this.#stop?.abort();
    [this.#isOpen, this.#holds] = [chooser !== null, isHolding];
    show(this.element, chooser !== null);
    if (chooser === null) return;
    this.#input.multiple = chooser.multiple;
    say(this.#title, chooser.multiple ? "The page asks for files" : "The page asks for a file");
    show(this.#cancel, isHolding);
    show(this.#pick, isHolding && this.#stop === null);
    if (isNew) {
      this.#left = [];
      this.#wait();
    }
    if (isNew && isHolding) this.#pick.focus();
  }

  #wait(problem = "") {
    say(this.#hint, this.#holds ? "What you choose goes to this page only. Up to 64 MiB a file." : "Whoever has control can choose.");
    show(this.#bar, false);
    show(this.#pick, this.#holds);
    show(this.#problem, problem !== "");
    say(this.#problem, problem);
    say(this.#pick, this.#left.length > 0 ? "Try again" : "Choose from this device");
    this.#input.value = "";
  }

  #choose() {
    if (this.#left.length > 0) this.#take(this.#left);
    else this.#input.click();
  }

  #drop(event) {
    event.preventDefault();
    const files = [...event.dataTransfer.files];
    if (files.length > 0) this.#take(this.#input.multiple ? files : files.slice(0, 1));
  }

  async #take(files) {
    if (files.length === 0 || !this.#holds || this.#stop !== null) return;
    const large = files.find((file) => file.size > LARGEST);
    if (large !== undefined) return this.#wait(`${large.name} is larger than 64 MiB: choose a smaller one.`);
    const stop = (this.#stop = new AbortController());
    show(this.#pick, false);
    show(this.#problem, false);
    show(this.#bar, true);
    this.#left = [...files];
    let problem = "";
    try {
      while (this.#left.length > 0) {
        await this.#upload(this.#left[0], files.length, stop.signal);
        this.#left.shift();
      }
      this.#send({ type: "choose_files" });
    } catch (failure) {
      problem = failure.message;
    }
    this.#stop = null;
    if (problem !== "" && this.#isOpen) this.#wait(problem);
  }

  #upload(file, count, signal) {
    const which = count === 1 ? file.name : `${file.name} (${count - this.#left.length + 1} of ${count})`;
    say(this.#hint, `Uploading ${which}`);
    const query = new URLSearchParams({ key: person.key(), name: file.name });
    const path = `workspaces/${encodeURIComponent(this.#workspace)}/files?${query}`;
    return upload(path, file, (part) => (this.#bar.value = part), signal);
  }

  #leave() {
    this.#stop?.abort();
    this.#send({ type: "cancel_files" });
    document.activeElement?.blur();
  }
}
