// Keys on their way to the page: which of them go, with which modifiers, and which are down.

import { APPLE } from "./platform.js";

const [ALT, CONTROL, META, SHIFT] = [1, 2, 4, 8];

/** Keys that say nothing by themselves: locks, steps of an input method, the way to a third character on a key. */
const SILENT = new Set(
  "AltGraph CapsLock Dead Fn FnLock NumLock Process ScrollLock Symbol SymbolLock Unidentified".split(" "),
);

/** The modifiers of an event, as the server counts them. */
export function modifiersOf(event) {
  let bits = (event.altKey ? ALT : 0) | (event.ctrlKey ? CONTROL : 0) | (event.shiftKey ? SHIFT : 0);
  if (event.metaKey) bits |= APPLE ? CONTROL : META;
  // Here Control and Alt, or Option, are how the keyboard types a character, not a shortcut.
  const isTyped = event.key !== undefined && [...event.key].length === 1;
  if (isTyped && event.getModifierState("AltGraph")) bits &= ~(ALT | CONTROL);
  if (isTyped && APPLE && bits === (bits & (ALT | SHIFT))) bits &= ~ALT;
  return bits;
}

/** Whether the event asks this browser to paste: what is pasted comes as a text. */
function pastes(event) {
  if (event.altKey) return false;
  return (event.code === "Insert" && event.shiftKey) || ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "v");
}

export class Keys {
  #send;
  #down = new Map();

  constructor(send) {
    this.#send = send;
  }

  /** Takes a `keydown` or `keyup`. */
  take(event) {
    // 229 is a key that an input method has already used.
    if (event.isComposing || event.keyCode === 229) return;
    if (event.type === "keyup") return this.#up(event);
    // Windows says Control before AltGraph.
    if (event.key === "AltGraph") this.#let("ControlLeft");
    if (SILENT.has(event.key) || pastes(event)) return;
    event.preventDefault();
    const named = APPLE && event.key === "Meta" ? { key: "Control", code: "ControlLeft" } : { key: event.key, code: event.code };
    const key = { ...named, location: event.location };
    this.#down.set(event.code || event.key, key);
    this.#send({ type: "key", kind: "down", ...key, repeat: event.repeat, modifiers: modifiersOf(event) });
  }

  /** Presses and lets go of a key that is not on this keyboard. */
  press(key, code) {
    for (const kind of ["down", "up"]) this.#send({ type: "key", kind, key, code, location: 0, repeat: false, modifiers: 0 });
  }

  /** Presses a key with Control. */
  chord(key, code) {
    const control = { type: "key", key: "Control", code: "ControlLeft", location: 1, repeat: false };
    const other = { type: "key", key, code, location: 0, repeat: false, modifiers: CONTROL };
    this.#send({ ...control, kind: "down", modifiers: CONTROL });
    for (const kind of ["down", "up"]) this.#send({ ...other, kind });
    this.#send({ ...control, kind: "up", modifiers: 0 });
  }

  /** Everything was let go by other means. */
  forget() {
    this.#down.clear();
  }

  #up(event) {
    event.preventDefault();
    this.#let(event.code || event.key, modifiersOf(event));
    // While Command is down Apple's systems do not say that other keys came up.
    if (event.key === "Meta") for (const code of [...this.#down.keys()]) this.#let(code);
  }

  /** Lets go of a key, with the value that it went down with. */
  #let(code, modifiers = 0) {
    const key = this.#down.get(code);
    if (key === undefined) return;
    this.#down.delete(code);
    this.#send({ type: "key", kind: "up", ...key, repeat: false, modifiers });
  }
}
