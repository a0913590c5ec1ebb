// Short notices at the foot of the window: said once, gone by themselves. What must stay is a banner instead.

import { el, iconButton } from "./dom.js";

/** How long a notice stays, in ms: the time to read it twice. */
const STAY = 8_000;
/** More than this at once hide the page. */
const MOST = 3;

const tray = el("div", { class: "notices", role: "status", "aria-live": "polite" });
document.body.append(tray);

/** Says something. `tone`: `plain`, `good` or `bad`. */
export function notify(text, tone = "plain") {
  for (const other of tray.children) if (other.dataset.text === text) other.remove();
  while (tray.children.length >= MOST) tray.firstElementChild.remove();
  let timer = null;
  const close = () => notice.remove();
  const wait = () => (timer = setTimeout(close, STAY));
  const stay = () => clearTimeout(timer);
  const notice = el(
    "div",
    { class: "notice", "data-tone": tone, onpointerenter: stay, onpointerleave: wait, onfocusin: stay, onfocusout: wait },
    el("span", {}, text),
    iconButton("close", "Dismiss", close),
  );
  notice.dataset.text = text;
  tray.append(notice);
  wait();
}
