// The Live tab of one workspace: puts its parts together, tells them every new state, and sends what they ask for.

import { ask as request } from "./api.js";
import { AddressBar } from "./address-bar.js";
import { Banners } from "./banners.js";
import { Calls } from "./calls.js";
import { Chooser } from "./chooser.js";
import * as clock from "./clock.js";
import { ControlBar } from "./control-bar.js";
import { el } from "./dom.js";
import { Foot } from "./foot.js";
import { HandBack } from "./hand-back.js";
import { Input } from "./input.js";
import { Live } from "./live.js";
import { notify } from "./notices.js";
import { PageDialog } from "./page-dialog.js";
import { Request } from "./request.js";
import { Screen } from "./screen.js";
import * as sheet from "./sheet.js";
import { ending } from "./standing.js";
import { TabStrip } from "./tab-strip.js";
import { Watchers } from "./watchers.js";

export class Workspace {
  #name;
  #grace;
  #live;
  #parts;
  #held = false;
  #leaving = false;
  #stopTicking;
  #keys = (event) => this.#chord(event);
  #unload = (event) => this.#live.isHolding && !this.#leaving && event.preventDefault();
  #seen = () => this.#live.send({ type: document.hidden ? "pause" : "resume" });

  constructor(name, info) {
    [this.#name, this.#grace, this.title] = [name, info.grace_seconds, name];
    this.heading = el("h1", { tabindex: "-1" }, name);
    this.crumbs = [el("a", { href: "#/" }, "Workspaces"), el("span", { "aria-hidden": "true" }, "/"), this.heading];
    this.#build();
    this.#live = new Live(name, {
      changed: (state) => this.#change(state),
      line: (status) => this.#turn(status),
      picture: (picture) => this.screen.picture(picture),
      refused: (says) => notify(says, "bad"),
      ended: (how, by) => this.#end(how, by),
      cursor: (keyword) => this.screen.cursor(keyword),
    });
    this.screen.connect(this.#live);
    this.#stopTicking = clock.everySecond(() => this.#tick());
    document.addEventListener("keydown", this.#keys, true);
    document.addEventListener("visibilitychange", this.#seen);
    window.addEventListener("beforeunload", this.#unload);
  }

  #build() {
    const send = (message, mayDrop) => this.#live.send(message, mayDrop);
    const act = (what) => this.#act(what);
    this.screen = new Screen();
    this.input = new Input(this.screen, send, () => this.bar.invite());
    this.handBack = new HandBack((note) => send({ type: "hand_back", note }));
    this.banners = new Banners(() => this.#live.again(), () => this.#live.isHolding && this.#grace);
    this.bar = new ControlBar(act, this.screen);
    const parts = {
      request: new Request(() => send({ type: "dismiss_call" })),
      tabs: new TabStrip(send, (tab) => this.#live.watch(tab)),
      address: new AddressBar(send, () => this.input.focus()),
      dialog: new PageDialog(send, () => this.input.focus()),
      chooser: new Chooser(this.#name, send, () => this.input.focus()),
      foot: new Foot(this.screen, this.input, send),
      watchers: new Watchers(() => this.#endBrowser()),
      calls: new Calls(),
    };
    this.#parts = [this.bar, this.input, ...Object.values(parts)];
    this.screen.over(parts.dialog.element, parts.chooser.element);
    const { request: wanted, tabs, address, foot, watchers, calls } = parts;
    const view = el("section", { class: "view", "aria-label": "Browser" });
    view.append(tabs.element, address.element, this.screen.element, foot.element);
    const side = el("aside", { class: "side", "aria-label": "Activity" }, calls.element, watchers.element);
    const body = el("div", { class: "live-body" }, view, side);
    this.element = el("div", { class: "live" }, this.bar.element, this.banners.element, wanted.element, body);
  }

  focus() {
    this.heading.focus();
  }

  renamed() {
    this.#live.again();
  }

  /** Asks the person who has control what becomes of it before another page is shown. */
  async mayLeave() {
    if (!this.#live.isHolding) return true;
    const text = [`You have control of ${this.#name}, and its agent waits for you.`];
    const leave = { title: "Hand back before you leave?", text, yes: "Hand back and leave", no: "Stay", kind: "give" };
    if (!(await sheet.confirm(leave))) return false;
    this.#live.send({ type: "hand_back", note: "" });
    return true;
  }

  stop() {
    this.#leaving = true;
    this.input.enable(false);
    this.screen.stop();
    this.#live.stop();
    this.#stopTicking();
    document.removeEventListener("keydown", this.#keys, true);
    document.removeEventListener("visibilitychange", this.#seen);
    window.removeEventListener("beforeunload", this.#unload);
  }

  #change(state) {
    const context = { state, isHolding: this.#live.isHolding, grace: this.#grace };
    this.element.dataset.you = state.you;
    for (const part of this.#parts) part.update(context);
    this.screen.update(context);
    if (context.isHolding && !this.#held) this.#begin();
    this.#held = context.isHolding;
    this.#tick();
  }

  /** Control is this person's from now on. */
  #begin() {
    this.banners.clear();
    const { activeElement } = document;
    const isFree = activeElement === document.body || this.bar.element.contains(activeElement) || activeElement === this.heading;
    // A finger opens the keyboard on the screen itself when it is wanted.
    if (isFree && matchMedia("(pointer: fine)").matches) this.input.focus();
  }

  #turn(status) {
    this.banners.line(status);
    this.element.dataset.line = status.state;
    // Once it is open again the first state says what may be done.
    if (status.state === "open") return;
    this.bar.reach(false);
    this.input.enable(false);
  }

  #end(how, by) {
    this.handBack.forget();
    if (how === "handed_back") notify("Handed back. The agent goes on.", "good");
    else this.banners.say(ending(how, by, this.#live.state, this.#grace));
    if (document.activeElement === document.body) this.bar.focus();
  }

  async #act(what) {
    const { control } = this.#live.state;
    if (what === "hand_back") return this.handBack.open();
    if (what !== "take_over") return this.#live.send({ type: what });
    const has = control.state === "held" ? "has control" : "waits for control";
    const text = [`${control.by} ${has} since ${clock.timeOfDay(control.since)}. Both your names are kept, and they see that you took over.`];
    if (await sheet.confirm({ title: `Take over from ${control.by}?`, text, yes: "Take over" })) {
      this.#live.send({ type: "take" });
    }
  }

  async #endBrowser() {
    const text = [`The browser of ${this.#name} closes with everything in it, for the agent too. Its saved site data stays.`];
    if (!(await sheet.confirm({ title: "End this browser?", text, yes: "End browser", kind: "stop" }))) return;
    try {
      await request("DELETE", `workspaces/${encodeURIComponent(this.#name)}/browser`, { patience: 60_000 });
    } catch (failure) {
      notify(failure.message, "bad");
    }
  }

  /** The two chords work everywhere on this page, also while every other key goes to the screen. */
  #chord(event) {
    if (!event.ctrlKey || !event.altKey || event.metaKey || event.getModifierState("AltGraph")) return;
    const does = { KeyH: () => this.#hand(), Period: () => this.#leave() }[event.code];
    if (does === undefined || event.repeat) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    this.input.letGo();
    does();
  }

  #hand() {
    if (this.handBack.isOpen) this.handBack.send();
    else if (!sheet.isOpen()) this.bar.first();
  }

  #leave() {
    if (sheet.isOpen()) return;
    if (this.input.hasFocus) this.bar.focus();
    else this.input.focus();
  }

  #tick() {
    this.bar.tick();
    this.banners.tick();
    for (const part of this.#parts) part.tick?.();
  }
}
