// Where control of a browser stands, in words, and what a person may do about it. Nothing here touches the page.

import * as clock from "./clock.js";

/** What a person may do: the word that is sent, the label, and how it looks. */
export const OFFERS = {
  ask: { what: "ask", label: "Take control", kind: "first" },
  wait: { what: "ask", label: "Take when it ends", kind: "second" },
  stop: { what: "take", label: "Stop and take", kind: "stop" },
  over: { what: "take_over", label: "Take over", kind: "second" },
  withdraw: { what: "withdraw", label: "Do not wait", kind: "second" },
  back: { what: "hand_back", label: "Hand back", kind: "give" },
};

/**
 * `state`: a workspace of the list or the state of a live view. Gives `tone` (a colour's name), `word` (a few words),
 * `says()` (the rest, with times that run) and `offers`.
 */
export function standing(state, graceSeconds) {
  const { control, driving, you = "watching" } = state;
  const since = () => `since ${clock.timeOfDay(control.since)}`;
  const run = () => `${driving.action} · ${clock.running(clock.now() - driving.since)}`;
  if (state.browser === null) return closed(state);
  if (control.state === "held") {
    if (you === "holding") return yours(control, since);
    return you === "waiting" ? passing(control) : held(control, since, graceSeconds);
  }
  if (control.state === "asked") {
    return you === "waiting" ? waiting(control, driving, run) : asked(control, driving, since, run);
  }
  if (driving?.changes) {
    return { tone: "agent", word: "The agent acts", says: run, offers: [OFFERS.stop, OFFERS.wait] };
  }
  const says = () => (driving ? `The agent reads: ${run()}` : "Nobody has control; the agent may act.");
  return { tone: "free", word: "Free", says, offers: [OFFERS.ask] };
}

function closed(state) {
  const says = () => state.why_over ?? "The agent opens one with open_session; it shows here at once.";
  return { tone: "none", word: "No browser is open", says, offers: [] };
}

function yours(control, since) {
  const says = () => {
    const parts = [`${since()} · ${clock.running(clock.now() - control.since)}`];
    if (control.before?.length > 0) parts.push(`before you: ${control.before.join(", ")}`);
    if (control.next) parts.push(`${control.next} takes over when you let the mouse button go`);
    return parts.join(" · ");
  };
  return { tone: "yours", word: "You have control", says, offers: [OFFERS.back] };
}

function held(control, since, graceSeconds) {
  const says = () => {
    if (control.lost_since == null) return `${since()} · ${clock.roughly(clock.now() - control.since)}`;
    if (graceSeconds === undefined) return "Their page is lost.";
    const left = control.lost_since + graceSeconds * 1000 - clock.now();
    return `Their page is lost; control ends in ${clock.running(left)} unless they come back.`;
  };
  return { tone: "held", word: `${control.by} has control`, says, offers: [OFFERS.over] };
}

function passing(control) {
  const says = () => `as soon as ${control.by} lets the mouse button go`;
  return { tone: "waiting", word: "You take over", says, offers: [OFFERS.withdraw] };
}

function waiting(control, driving, run) {
  const says = () => {
    if (!driving) return "It is yours in a moment.";
    return control.stop ? `Stopping ${run()}` : `It is yours when this call ends: ${run()}`;
  };
  const offers = control.stop ? [OFFERS.withdraw] : [OFFERS.stop, OFFERS.withdraw];
  return { tone: "waiting", word: "You wait for control", says, offers };
}

function asked(control, driving, since, run) {
  const says = () => (driving ? `for this call to end: ${run()}` : since());
  return { tone: "held", word: `${control.by} waits for control`, says, offers: [OFFERS.over] };
}

/** A browser as people call it. */
export function titled({ name, version }) {
  return `${name.charAt(0).toUpperCase()}${name.slice(1)} ${version}`;
}

/** Why control ended, for the person who had it, and what happens next. */
export function ending(how, by, state, graceSeconds) {
  const next = by === null ? "The agent has the browser again." : `${by} has control now.`;
  switch (how) {
    case "taken_over":
      return `${by ?? "Somebody"} took control over from you. What you held down was let go.`;
    case "page_lost":
      return `Your control ended: this page was away for more than ${graceSeconds} s. ${next}`;
    case "browser_ended":
      return `Your control ended with the browser. ${state?.why_over ?? ""} The agent is told and can open another.`;
    case "away":
      return `Your control ended while the connection was lost. ${next}`;
    default:
      return "Your control ended.";
  }
}
