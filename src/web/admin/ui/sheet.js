// Sheets: questions and small forms above the page, which wait until they are answered.

import { button, el } from "./dom.js";

/**
 * Opens a sheet with these children. The promise is fulfilled with the value that `close(value)` gets, or `null` when
 * the sheet is left with Escape. `fill(close)` makes the children.
 */
export function open(title, fill) {
  return new Promise((resolve) => {
    const before = document.activeElement;
    let answer = null;
    const close = (value) => {
      answer = value;
      dialog.close();
    };
    const heading = el("h2", { id: "sheet-title" }, title);
    const dialog = el("dialog", { class: "sheet", "aria-labelledby": "sheet-title" }, heading, ...fill(close));
    dialog.addEventListener("close", () => {
      dialog.remove();
      if (before?.isConnected) before.focus({ preventScroll: true });
      resolve(answer);
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}

/** Whether a sheet is open. */
export function isOpen() {
  return document.querySelector("dialog[open]") !== null;
}

/** Asks a yes-or-no question; `false` unless the person says yes. `kind`: how the button that says yes looks. */
export async function confirm({ title, text, yes, no = "Cancel", kind = "first" }) {
  const answer = await open(title, (close) => [
    ...text.map((line) => el("p", {}, line)),
    el("div", { class: "answers" }, button(no, "second", () => close(false)), button(yes, kind, () => close(true))),
  ]);
  return answer === true;
}

/** Asks for a short text. `null` if the person does not say. */
export function askText({ title, text, label, value, longest, yes }) {
  return open(title, (close) => {
    const input = el("input", { value, maxlength: longest, required: true, autocomplete: "nickname" });
    const send = (event) => {
      event.preventDefault();
      if (input.value.trim() !== "") close(input.value.trim());
    };
    const answers = el(
      "div",
      { class: "answers" },
      button("Cancel", "second", () => close(null)),
      el("button", { class: "button first" }, yes),
    );
    const field = el("label", { class: "field" }, label, input);
    return [el("p", {}, text), el("form", { onsubmit: send }, field, answers)];
  });
}
