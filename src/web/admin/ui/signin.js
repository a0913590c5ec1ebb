// Signing in: the token, then once the name that others see.

import { ask } from "./api.js";
import { el, say, show } from "./dom.js";
import * as person from "./person.js";

/** A form with one field. `send(value)` says what is wrong, or nothing. */
function card({ title, lead, label, field, submit, send, says }) {
  const problem = el("p", { class: "problem", id: "problem", role: "alert" });
  const input = el("input", { required: true, "aria-describedby": "lead problem", spellcheck: "false", ...field });
  const go = el("button", { class: "button first" }, submit);
  const form = el(
    "form",
    {
      class: "card",
      async onsubmit(event) {
        event.preventDefault();
        if (go.disabled) return;
        go.disabled = true;
        say(problem, "");
        const wrong = await send(input.value.trim());
        go.disabled = false;
        tell(wrong);
      },
    },
    el("img", { src: "/admin/assets/mark.svg", alt: "", width: 48, height: 48 }),
    el("h1", { tabindex: "-1" }, title),
    el("p", { id: "lead" }, lead),
    el("label", { class: "field" }, label, input),
    problem,
    go,
  );
  function tell(wrong) {
    say(problem, wrong ?? "");
    show(problem, Boolean(wrong));
    if (!wrong) return;
    input.setAttribute("aria-invalid", "true");
    input.select();
  }
  tell(says);
  return { element: el("div", { class: "middle" }, form), focus: () => input.focus() };
}

/** Asks for the token; `done(info)` once the server takes it. `says`: why it is asked for again. */
export function tokenCard(done, says) {
  return card({
    title: "Sign in to Handback",
    lead: "Use the token that the server printed when it started. It is kept until you close this tab.",
    label: "Token",
    field: { type: "password", autocomplete: "current-password", autocapitalize: "off" },
    submit: "Sign in",
    says,
    async send(token) {
      person.setToken(token);
      try {
        done(await ask("GET", "info"));
      } catch (failure) {
        person.setToken(null);
        return failure.status === 401 ? "The server does not take this token. Copy it whole and try again." : failure.message;
      }
    },
  });
}

/** Asks for the name; `done()` once there is one. */
export function nameCard(done) {
  return card({
    title: "What is your name?",
    lead: "Others who watch, and the agent, see it while you have control of a browser.",
    label: "Your name",
    field: { autocomplete: "nickname", maxlength: person.LONGEST_NAME },
    submit: "Continue",
    async send(name) {
      if (name === "") return "Type a name.";
      person.setName(name);
      done();
    },
  });
}

/** Says that the server cannot be reached, or refuses this page. */
export function troubleCard(failure, again) {
  const retry = el("button", { class: "button first", type: "button", onclick: again }, "Try again");
  return {
    element: el(
      "div",
      { class: "middle" },
      el(
        "div",
        { class: "card" },
        el("img", { src: "/admin/assets/mark.svg", alt: "", width: 48, height: 48 }),
        el("h1", { tabindex: "-1" }, "Handback cannot be used now"),
        el("p", { role: "alert" }, failure.message),
        retry,
      ),
    ),
    focus: () => retry.focus(),
  };
}
