// The sheet of keyboard and touch.

import { button, el } from "./dom.js";
import { APPLE, CHORDS } from "./platform.js";
import { isOpen, open } from "./sheet.js";

const PARTS = [
  ["Anywhere", [
    ["?", "This sheet"],
    [CHORDS.hand, "Takes control; when you have it, opens the hand-back, and once more hands back"],
    [CHORDS.leave, "Moves the keyboard to the screen, or from the screen to the buttons"],
  ]],
  ["On the screen, while you have control", [
    ["Every other key", "Goes to the page, except those that your own browser keeps for itself"],
    [APPLE ? "⌘ V" : "Ctrl+V", "Types the text of your clipboard into the page"],
    ...(APPLE ? [["⌘", "Is Ctrl for the page"]] : []),
    ["Ctrl+wheel", "Enlarges the picture for you alone"],
  ]],
  ["With fingers", [
    ["Tap", "Clicks"],
    ["Long press", "Right click"],
    ["Drag", "Scrolls"],
    ["Two fingers", "Enlarge and move the picture for you alone"],
  ]],
];

/** Opens it. */
export function shortcuts() {
  if (isOpen()) return;
  open("Keyboard and touch", (close) => [
    ...PARTS.flatMap(([title, rows]) => [
      el("h3", {}, title),
      el("dl", { class: "keys" }, ...rows.flatMap(([keys, does]) => [
        el("dt", {}, el("kbd", {}, keys)),
        el("dd", {}, does),
      ])),
    ]),
    el("div", { class: "answers" }, button("Close", "first", () => close(null), { autofocus: true })),
  ]);
}
