// Building and updating elements. What a page, an agent or another person said is only ever set as text: nothing
// here or elsewhere parses it as markup.

/**
 * An element. Attributes named `on…` are listeners; `true` and `false` set and leave out; `null` leaves out.
 * Style attributes are refused by the page's security policy: set styles through `element.style` or a class.
 */
export function el(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (typeof value === "boolean") element.toggleAttribute(name, value);
    else if (value != null) element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child != null));
  return element;
}

/** Sets an element's text if it is another: a live region speaks, and a selection is lost, at every set. */
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Shows or hides an element. */
export function show(element, shown) {
  element.hidden = !shown;
}

const SHAPES = {
  back: ["M15 5l-7 7 7 7"],
  forward: ["M9 5l7 7-7 7"],
  reload: ["M19 12a7 7 0 1 1-2-4.9", "M19 4v4h-4"],
  close: ["M6 6l12 12", "M18 6L6 18"],
  plus: ["M12 5v14", "M5 12h14"],
  minus: ["M5 12h14"],
  keyboard: ["M3 7h18v10H3z", "M7 11h.01M11 11h.01M15 11h.01M18 11h.01M8 14h8"],
  move: ["M12 3v18M3 12h18", "M9 6l3-3 3 3M9 18l3 3 3-3M6 9l-3 3 3 3M18 9l3 3-3 3"],
  whole: ["M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5"],
  person: ["M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8", "M4 20c1.5-4 4.5-5.5 8-5.5s6.5 1.5 8 5.5"],
  help: ["M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18", "M9.4 9.6a2.6 2.6 0 1 1 3.7 2.4c-.7.4-1.1.9-1.1 1.7v.2", "M12 17h.01"],
};

/** A drawing of 24 by 24 that stands beside words and is not read aloud. */
export function icon(name) {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  for (const shape of SHAPES[name]) {
    const path = document.createElementNS(space, "path");
    path.setAttribute("d", shape);
    svg.append(path);
  }
  return svg;
}

/** A button with words. `kind`: `first`, `second`, `stop`, `quiet` (see parts.css). */
export function button(label, kind, onclick, attributes) {
  return el("button", { type: "button", class: `button ${kind}`, onclick, ...attributes }, label);
}

/** A button with a drawing only; the label is its name and its tip. */
export function iconButton(name, label, onclick, attributes) {
  const named = { type: "button", class: "icon-button", "aria-label": label, title: label, onclick };
  return el("button", { ...named, ...attributes }, icon(name));
}

const kept = new WeakMap();

/**
 * Makes `parent` hold one child an item, in order, keeping the children of items that stay: focus, scroll and
 * selection in them live on. `make(item)` gives `{element, update(item)}`; all of these are returned.
 */
export function keep(parent, items, keyOf, make) {
  const before = kept.get(parent) ?? new Map();
  const after = new Map();
  for (const item of items) {
    const key = keyOf(item);
    const child = before.get(key) ?? make(item);
    before.delete(key);
    child.update(item);
    after.set(key, child);
  }
  for (const child of before.values()) child.element.remove();
  let place = parent.firstElementChild;
  for (const child of after.values()) {
    if (child.element === place) place = place.nextElementSibling;
    else parent.insertBefore(child.element, place);
  }
  kept.set(parent, after);
  return [...after.values()];
}
