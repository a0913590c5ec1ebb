// Requests to the server. Every failure becomes a sentence that says what to do.

import { token } from "./person.js";

/** How long the server may take to answer, in ms. */
const PATIENCE = 15_000;

/** Why a request failed: a sentence, and the HTTP status (0 if there was no answer). */
export class Failure extends Error {
  constructor(says, status) {
    super(says);
    this.status = status;
  }

  /** Whether asking again will not help. */
  get isFinal() {
    return this.status >= 400 && this.status < 500 && this.status !== 429;
  }
}

let refused = () => {};

/** Calls `then` with the failure whenever the server does not take the token. */
export function onRefused(then) {
  refused = then;
}

/** Asks the server; the answer's JSON. `patience`: how long it may take, in ms. */
export async function ask(method, path, { body, patience = PATIENCE } = {}) {
  const headers = authorization();
  if (body !== undefined) headers["Content-Type"] = "application/json";
  let response;
  try {
    const [text, signal] = [JSON.stringify(body), AbortSignal.timeout(patience)];
    response = await fetch(`/admin/${path}`, { method, headers, body: text, signal, cache: "no-store" });
  } catch {
    throw new Failure("The server does not answer. Check that it is running and that you are online.", 0);
  }
  return judge(response.status, await response.json().catch(() => null));
}

/**
 * Uploads one file for the page's file chooser. `progress` is told the part that was sent, 0 to 1. The `signal` stops it.
 * Fetch cannot tell how much of a body it has sent.
 */
export function upload(path, file, progress, signal) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", `/admin/${path}`);
    for (const [name, value] of Object.entries(authorization())) request.setRequestHeader(name, value);
    request.responseType = "json";
    request.upload.onprogress = (event) => progress(event.loaded / (event.total || file.size || 1));
    request.onload = () => {
      try {
        resolve(judge(request.status, request.response));
      } catch (failure) {
        reject(failure);
      }
    };
    request.onerror = () => reject(new Failure("The upload broke off. Check that you are online, then try again.", 0));
    request.onabort = () => reject(new Failure("The upload was stopped.", 0));
    signal.addEventListener("abort", () => request.abort());
    request.send(file);
  });
}

function authorization() {
  return token() === null ? {} : { Authorization: `Bearer ${token()}` };
}

function judge(status, answer) {
  if (status >= 200 && status < 300) return answer;
  const failure = new Failure(answer?.error ?? `The server answered ${status}. Try again, or look into its log.`, status);
  if (status === 401) refused(failure);
  throw failure;
}
