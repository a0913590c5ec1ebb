// Tabs through chrome.debugger: attaching, commands, and worlds of our own in documents.
//
//   attach(tab)            -> attaches once, after checking that the page may be automated
//   detach(tab)            -> lets go
//   send(tab, method, params)   -> one command of the protocol, with a bound on its time
//   worldOf(tab, frame, sites)  -> {name, context, frame} of a frame's document; throws SITE_NOT_GRANTED outside the grant
//   run(tab, context, work, ...args)  -> runs a function that ships with the extension in a world
//   framesOf(tab)          -> [{id, url, parent}] of the frames in the tab's own process, the main one first
//   onEvent(take), listen()     -> events of attached tabs

import { originOf, siteOf } from './origin.js';
import { fault } from './protocol.js';
import { save, state } from './store.js';

const ANSWER_MS = 20_000;
const BUSY_MS = 1_000;
const MOST_DOCUMENTS = 200;
let collector = null;
let take = () => {};

export const onEvent = (taker) => { take = taker; };

export function listen() {
  chrome.debugger.onEvent.addListener((source, method, params) => { if (source.tabId) take(source.tabId, method, params); });
}

export async function attach(tab) {
  const { url, pendingUrl } = await tabOf(tab);
  // A tab that was just made has no address yet.
  if (!originOf(url) && (url || pendingUrl) !== 'about:blank') throw fault('RESTRICTED_PAGE');
  if (state.attached[tab]) {
    // After a restart of the worker the debugger is still there; after one of Chrome's own it is not.
    if (await chrome.debugger.sendCommand({ tabId: tab }, 'Page.enable').then(() => true, () => false)) return;
    delete state.attached[tab];
  }
  await waitForOthers(tab);
  await chrome.debugger.attach({ tabId: tab }, '1.3').catch((error) => { throw refusal(error); });
  state.attached[tab] = 'unknown';
  await send(tab, 'Page.enable');
  // Asked now: while a document is on its way, a tab answers nothing that its page would have to answer.
  state.attached[tab] = (await framesOf(tab))[0].id;
  await save('attached');
  await send(tab, 'DOM.enable');
  await send(tab, 'Emulation.setFocusEmulationEnabled', { enabled: true });
  await send(tab, 'Page.setInterceptFileChooserDialog', { enabled: true });
  await send(tab, 'Fetch.enable', { patterns: [{ resourceType: 'Document', requestStage: 'Request' }] });
}

export async function detach(tab) {
  delete state.attached[tab];
  await save('attached');
  await chrome.debugger.detach({ tabId: tab }).catch(() => {});
}

async function tabOf(tab) {
  return chrome.tabs.get(tab).catch(() => { throw fault('RESTRICTED_PAGE'); });
}

// Chrome lets several clients attach; a person who looks into a page with DevTools is left alone with it.
async function waitForOthers(tab) {
  const until = Date.now() + BUSY_MS;
  for (;;) {
    const targets = await chrome.debugger.getTargets();
    if (!targets.some((target) => target.tabId === tab && target.attached)) return;
    if (Date.now() >= until) throw fault('DEBUGGER_BUSY');
    await new Promise((resolve) => { setTimeout(resolve, 100); });
  }
}

function refusal(error) {
  const text = String(error?.message ?? error);
  if (/different extension/.test(text)) return fault('EXTENSION_CONFLICT');
  if (/Another debugger/.test(text)) return fault('DEBUGGER_BUSY');
  if (/Cannot (access|attach)|cannot be scripted|restricted|No tab|Detached|not attached/i.test(text)) return fault('RESTRICTED_PAGE');
  return fault('COMMAND_TIMEOUT');
}

export async function send(tab, method, params = {}, ms = ANSWER_MS) {
  let timer = 0;
  const late = new Promise((_, reject) => { timer = setTimeout(() => reject(fault('COMMAND_TIMEOUT')), ms); });
  try {
    return await Promise.race([chrome.debugger.sendCommand({ tabId: tab }, method, params), late]);
  } catch (error) {
    throw error.code && error.guidance ? error : refusal(error);
  } finally {
    clearTimeout(timer);
  }
}

export async function run(tab, context, work, ...args) {
  const answer = await send(tab, 'Runtime.callFunctionOn', {
    functionDeclaration: work.toString(), executionContextId: context, arguments: args.map((value) => ({ value })),
    returnByValue: true, awaitPromise: true,
  });
  // What went wrong in the page may quote it, and is not passed on.
  if (answer.exceptionDetails) throw fault('STALE_REF');
  return answer.result.value;
}

export async function framesOf(tab) {
  const { frameTree } = await send(tab, 'Page.getFrameTree');
  const frames = [], stack = [frameTree];
  while (stack.length > 0) {
    const { frame, childFrames = [] } = stack.pop();
    frames.push({ id: frame.id, url: frame.url, parent: frame.parentId });
    stack.push(...childFrames.toReversed());
  }
  return frames;
}

export async function worldOf(tab, frame, sites) {
  const { executionContextId: context } = await send(tab, 'Page.createIsolatedWorld', { frameId: frame, worldName: 'handback' });
  const fresh = crypto.randomUUID();
  const [origin, kept] = await run(tab, context, function () {
    return [self.origin, globalThis.hb?.document === document ? globalThis.hb.token : null];
  });
  if (!siteOf(sites, origin)) throw fault('SITE_NOT_GRANTED', { origin });
  if (kept) return { name: kept, context, frame, origin };
  collector ??= fetch(chrome.runtime.getURL('collector.js')).then((answer) => answer.text());
  await send(tab, 'Runtime.evaluate', { expression: await collector, contextId: context, returnByValue: true });
  await run(tab, context, function (token) { globalThis.hb.token = token; }, fresh);
  state.documents[fresh] = { tab, frame };
  for (const old of Object.keys(state.documents).slice(0, -MOST_DOCUMENTS)) delete state.documents[old];
  await save('documents');
  return { name: fresh, context, frame, origin };
}
