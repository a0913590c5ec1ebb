// The admin page: who sits here, which page is shown, and the bar above it.

import { ask, onRefused } from "./api.js";
import { button, el, icon, iconButton, say, show } from "./dom.js";
import { List } from "./list.js";
import * as person from "./person.js";
import * as sheet from "./sheet.js";
import { shortcuts } from "./shortcuts.js";
import { nameCard, tokenCard, troubleCard } from "./signin.js";
import { Workspace } from "./workspace.js";

const main = el("main", { id: "main", tabindex: "-1" });
const crumbs = el("nav", { class: "crumbs", "aria-label": "Where you are" });
const who = el("button", { type: "button", class: "button quiet", onclick: rename, title: "Change your name" });
const out = button("Sign out", "quiet", signOut);
const mine = el("div", { class: "mine" }, iconButton("help", "Keyboard shortcuts (?)", shortcuts), who, out);
const mark = el("img", { src: "/admin/assets/mark.svg", alt: "", width: 28, height: 28 });
const home = el("a", { class: "brand", href: "#/" }, mark, el("span", {}, "Handback"));
const skip = button("Skip to the content", "first skip", () => main.focus());
document.body.prepend(skip, el("header", { class: "top" }, home, crumbs, mine), main);

/** What the server told of itself. */
let info = null;
/** What is shown: `{element, title, focus?(), stop?(), mayLeave?()}`. */
let shown = null;
let address = location.hash;

function put(next) {
  shown?.stop?.();
  shown = next;
  main.replaceChildren(next.element);
  const isIn = info !== null && person.name() !== null;
  show(mine, isIn);
  show(out, info?.auth !== "off");
  crumbs.replaceChildren(...(next.crumbs ?? []));
  who.replaceChildren(icon("person"), el("span", {}, person.name() ?? ""));
  document.title = next.title ? `${next.title} · Handback` : "Handback";
  next.focus?.();
}

async function begin() {
  if (info === null) {
    try {
      info = await ask("GET", "info");
    } catch (failure) {
      return failure.status === 401 ? signIn() : put(troubleCard(failure, begin));
    }
  }
  if (person.name() === null) return put(nameCard(route));
  route();
}

function signIn(says) {
  info = null;
  put(tokenCard((told) => {
    info = told;
    begin();
  }, says));
}

async function signOut() {
  if (!(await mayLeave())) return;
  person.setToken(null);
  signIn();
}

onRefused((failure) => {
  // At the start and at the form a refusal is an answer like others.
  if (info === null) return;
  person.setToken(null);
  signIn(`You were signed out: ${failure.message}`);
});

async function rename() {
  const text = "Others who watch, and the agent, see it while you have control of a browser.";
  const asked = { title: "Your name", text, label: "Name", longest: person.LONGEST_NAME, yes: "Save" };
  const name = await sheet.askText({ ...asked, value: person.name() });
  if (name === null) return;
  person.setName(name);
  say(who.lastElementChild, name);
  shown?.renamed?.();
}

async function mayLeave() {
  return (await shown?.mayLeave?.()) ?? true;
}

function route() {
  address = location.hash;
  const [, kind, name] = /^#\/(workspaces)\/([^/]+)/.exec(address) ?? [];
  put(kind ? new Workspace(decoded(name), info) : new List(info));
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

window.addEventListener("hashchange", async () => {
  if (location.hash === address) return;
  const wanted = location.hash;
  if (info === null || person.name() === null) return;
  if (shown?.mayLeave !== undefined) {
    // The address stays what is shown until the person has answered.
    history.replaceState(null, "", address || "#/");
    if (!(await mayLeave())) return;
    history.replaceState(null, "", wanted);
  }
  route();
});

window.addEventListener("keydown", (event) => {
  const typing = event.target instanceof Element && event.target.closest("input, textarea, select") !== null;
  if (event.key !== "?" || typing || event.ctrlKey || event.metaKey || sheet.isOpen() || info === null) return;
  event.preventDefault();
  shortcuts();
});

begin();
