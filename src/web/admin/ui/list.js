// The list of workspaces: who holds what, who is asked for and why, what runs; as it changes.

import * as clock from "./clock.js";
import { el, keep, say, show } from "./dom.js";
import { Line } from "./line.js";
import { LineBanner } from "./line-banner.js";
import { standing, titled } from "./standing.js";

/** From so many workspaces on there is a field to find one by. */
const MANY = 7;

export class List {
  title = "Workspaces";
  #line;
  #grace;
  #told = null;
  #rows = el("ul", { class: "rows" });
  #shown = [];
  #count = el("p", { class: "count" });
  #wanted = el("p", { class: "unseen", role: "status" });
  #none = el("div", { class: "none" });
  #find = el("input", { type: "search", placeholder: "Name or address", oninput: () => this.#draw() });
  #banner = new LineBanner(() => this.#line.again());
  #stopTicking = clock.everySecond(() => this.#tick());

  constructor(info) {
    this.#grace = info.grace_seconds;
    this.heading = el("h1", { tabindex: "-1" }, "Workspaces");
    const find = el("label", { class: "find" }, el("span", { class: "unseen" }, "Find"), this.#find);
    const head = el("div", { class: "list-head" }, this.heading, this.#count, find);
    this.element = el("div", { class: "list" }, head, this.#banner.element, this.#wanted, this.#rows, this.#none);
    this.#draw();
    this.#line = new Line("events", { for: "events" }, {
      opened: () => {},
      message: (data) => this.#hear(JSON.parse(data)),
      changed: (status) => this.#banner.tell(status),
    });
  }

  focus() {
    this.heading.focus();
  }

  stop() {
    this.#line.stop();
    this.#stopTicking();
  }

  #hear(message) {
    if (message.type !== "workspaces") return;
    clock.correct(message.now);
    this.#told = message.workspaces;
    this.#draw();
  }

  #draw() {
    const all = this.#told ?? [];
    const wanted = all.filter((workspace) => workspace.call !== null).length;
    const text = this.#find.value.trim().toLowerCase();
    const found = all.filter(({ name, url }) => `${name} ${url ?? ""}`.toLowerCase().includes(text));
    // Those that ask for a person come first.
    found.sort((a, b) => Number(b.call !== null) - Number(a.call !== null) || a.name.localeCompare(b.name));
    show(this.#find.parentElement, all.length >= MANY || text !== "");
    this.#shown = keep(this.#rows, found, (workspace) => workspace.name, () => row(this.#grace));
    say(this.#count, counted(all));
    say(this.#wanted, asking(wanted));
    document.title = `${wanted > 0 ? `(${wanted}) ` : ""}Workspaces · Handback`;
    this.#tell(all.length, found.length);
    this.#tick();
  }

  /** What stands where no row is. */
  #tell(all, found) {
    show(this.#none, found === 0);
    if (this.#told === null) this.#none.replaceChildren(el("p", {}, "Connecting…"));
    else if (all > 0) this.#none.replaceChildren(el("p", {}, "No workspace has this in its name or address."));
    else this.#none.replaceChildren(...newcomer());
  }

  #tick() {
    for (const each of this.#shown) each.tick();
    this.#banner.tick();
  }
}

function newcomer() {
  return [
    el("h2", {}, "No browser is open"),
    el("p", {}, "An agent opens one with the tool open_session; it shows here at once. Agents connect over MCP to"),
    el("p", {}, el("code", {}, `${location.origin}/mcp`)),
  ];
}

function counted(all) {
  const open = all.filter((workspace) => workspace.browser !== null).length;
  if (all.length === 0) return "";
  return open === 1 ? "1 browser is open" : `${open} browsers are open`;
}

function asking(wanted) {
  if (wanted === 0) return "";
  return wanted === 1 ? "One agent asks for a person." : `${wanted} agents ask for a person.`;
}

function row(grace) {
  const link = el("a", { class: "row-name" });
  const pill = el("span", { class: "pill" });
  const says = el("span", { class: "row-says" });
  const url = el("p", { class: "row-url" });
  const facts = el("p", { class: "row-facts" });
  const [asked, reason] = [el("span", { class: "row-asked" }), el("p", { class: "row-reason" })];
  const call = el("div", { class: "row-call", "data-tone": "waiting" }, asked, reason);
  const head = el("div", { class: "row-head" }, link, pill, says);
  const element = el("li", { class: "row" }, head, call, el("div", { class: "row-page" }, url, facts));
  let [shown, stands] = [null, null];
  return {
    element,
    update(workspace) {
      [shown, stands] = [workspace, standing(workspace, grace)];
      say(link, workspace.name);
      link.href = `#/workspaces/${encodeURIComponent(workspace.name)}`;
      say(pill, stands.word);
      pill.dataset.tone = stands.tone;
      element.dataset.wanted = workspace.call !== null;
      say(url, workspace.url ?? "");
      show(url, Boolean(workspace.url));
      show(call, workspace.call !== null);
      say(reason, workspace.call?.reason ?? "");
    },
    tick() {
      say(says, stands.says());
      say(facts, known(shown));
      if (shown.call !== null) say(asked, `The agent asks for a person · ${clock.ago(shown.call.since)}`);
    },
  };
}

function known({ browser, tabs, watchers, last, underway, driving }) {
  const parts = [];
  if (browser !== null) parts.push(titled({ ...browser, version: browser.version.split(".")[0] }));
  if (browser !== null) parts.push(tabs === 1 ? "1 tab" : `${tabs} tabs`);
  if (watchers > 0) parts.push(watchers === 1 ? "1 person watches" : `${watchers} people watch`);
  const waiting = underway - (driving === null ? 0 : 1);
  if (waiting > 0) parts.push(waiting === 1 ? "1 call waits" : `${waiting} calls wait`);
  if (last !== null) {
    parts.push(`last: ${last.action}, ${last.code === "OK" ? "ok" : last.code}, ${clock.ago(last.since + last.ms)}`);
  }
  return parts.join(" · ");
}
