// The browser's tabs: which there are, which is shown, which the agent is on.

import { button, el, iconButton, keep, say, show } from "./dom.js";

export class TabStrip {
  #send;
  #watch;
  #holds = false;
  #list = el("ul", { class: "tabs" });
  #open = iconButton("plus", "Open a tab", () => this.#send({ type: "open_tab" }));
  #follow = button("Follow the current tab", "quiet small", () => this.#watch(null));

  /** `watch(tab)` shows a tab to this person alone; `null` follows the current one. */
  constructor(send, watch) {
    [this.#send, this.#watch] = [send, watch];
    this.element = el("nav", { class: "tab-strip", "aria-label": "Tabs" }, this.#list, this.#open, this.#follow);
  }

  update({ state, isHolding }) {
    this.#holds = isHolding;
    show(this.element, state.tabs.length > 0 || isHolding);
    show(this.#open, isHolding);
    show(this.#follow, !state.follows);
    const tabs = state.tabs.map((tab) => ({ ...tab, shown: tab.id === state.watching }));
    keep(this.#list, tabs, (tab) => tab.id, (tab) => this.#tab(tab.id));
  }

  #tab(id) {
    const name = el("span", { class: "tab-name" });
    const mark = el("span", { class: "tab-mark" });
    const pick = el("button", { type: "button", class: "tab-pick", onclick: () => this.#pick(id) }, mark, name);
    const close = iconButton("close", "Close tab", () => this.#send({ type: "close_tab", tab: id }));
    const element = el("li", { class: "tab" }, pick, close);
    let wasShown = false;
    return {
      element,
      update: ({ title, url, shown, current, dialog, loading }) => {
        const words = title || url || "New tab";
        say(name, words);
        pick.title = url;
        say(mark, dialog ? "asks" : current ? "current" : "");
        show(mark, !shown && (dialog || current));
        element.dataset.loading = loading;
        if (shown) pick.setAttribute("aria-current", "true");
        else pick.removeAttribute("aria-current");
        show(close, this.#holds);
        close.setAttribute("aria-label", `Close ${words}`);
        if (shown && !wasShown) element.scrollIntoView({ block: "nearest", inline: "nearest" });
        wasShown = shown;
      },
    };
  }

  /** Whoever has control turns the browser to the tab; others only look at it. */
  #pick(id) {
    if (this.#holds) this.#send({ type: "switch_tab", tab: id });
    else this.#watch(id);
  }
}
