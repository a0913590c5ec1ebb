// What keeps a tab inside the grant while an agent acts: requests for documents that would leave it do not.
//
//   during(tab, session, permit, work)  -> does the work with the guard up; it stays up for a while after. `permit(origin)`
//                               promises whether a form may be sent there
//   onRequest(tab, params)   -> answers a paused request for a document
//   takeBlocked(tab)         -> the origin that was refused since the last call, or null
//   handOver(tab, isHanded)  -> while the person has the tab nothing of theirs is stopped
//   watch()                  -> listens for new tabs, and takes away what a worker before this one left

import { hasAddress, originOf, readSite, siteOf } from './origin.js';
import { send } from './driver.js';
import { note, save, state } from './store.js';

const AFTER_MS = 2_000;
const SETTLE_MS = 250;
const windows = new Map(); // by tab: {session, sites, permit, count, held}
const blocked = new Map();
const handed = new Set();
// Rules of this worker come after those of any before it, so that old ones are told apart.
const firstRule = Math.floor(Date.now() / 1_000);
let lastRule = firstRule;

export async function during(tab, session, permit, work) {
  const { sites } = state.sessions[session];
  const rule = await keepTabsIn(sites);
  const window = windows.get(tab) ?? { count: 0 };
  Object.assign(window, { session, sites, permit, count: window.count + 1, held: [] });
  windows.set(tab, window);
  blocked.delete(tab);
  try {
    const result = await work();
    // What the page asks for because of the work comes a moment after it.
    await new Promise((resolve) => { setTimeout(resolve, SETTLE_MS); });
    await Promise.all(window.held);
    return result;
  } finally {
    setTimeout(() => {
      if (--window.count === 0) windows.delete(tab);
      chrome.declarativeNetRequest.updateSessionRules({ removeRuleIds: [rule] });
    }, AFTER_MS);
  }
}

// A new tab's first request leaves before anybody can attach to it; this rule is there before it. Wildcards are the
// same in Chrome's rules: a domain stands for all below it, and the exact check follows when the tab is known.
async function keepTabsIn(sites) {
  const tabs = await chrome.tabs.query({});
  const granted = sites.map((site) => readSite(site).host.replace(/^\[|\]$/g, ''));
  const id = ++lastRule;
  await chrome.declarativeNetRequest.updateSessionRules({
    removeRuleIds: [id],
    addRules: [{
      id, action: { type: 'block' },
      condition: { resourceTypes: ['main_frame'], initiatorDomains: granted, excludedRequestDomains: granted, excludedTabIds: tabs.map((one) => one.id) },
    }],
  });
  return id;
}

export function handOver(tab, isHanded) {
  if (isHanded) handed.add(tab);
  else handed.delete(tab);
}

export async function onRequest(tab, { requestId, request, frameId }) {
  if (handed.has(tab)) {
    await send(tab, 'Fetch.continueRequest', { requestId });
    return;
  }
  const window = windows.get(tab);
  const owner = state.sessions[state.owned[tab]];
  const sites = window?.sites ?? (owner?.state === 'active' ? owner.sites : null);
  const isMain = frameId === state.attached[tab];
  const leaves = sites !== null && isMain && !siteOf(sites, request.url);
  if (leaves) {
    await refuse(tab, requestId, request.url, 'left');
    await note('Stopped a page from leaving the approved sites', originOf(request.url) ?? '');
    return;
  }
  if (window !== undefined && request.method !== 'GET') {
    const permitted = window.permit(originOf(request.url) ?? '');
    window.held.push(permitted.catch(() => {}));
    if (!await permitted.catch(() => false)) {
      await refuse(tab, requestId, request.url, 'send');
      await note('Stopped a form that nobody had approved', originOf(request.url) ?? '');
      return;
    }
  }
  await send(tab, 'Fetch.continueRequest', { requestId });
}

async function refuse(tab, requestId, url, why) {
  blocked.set(tab, { origin: originOf(url), why });
  await send(tab, 'Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' });
}

export function takeBlocked(tab) {
  const refused = blocked.get(tab) ?? null;
  blocked.delete(tab);
  return refused;
}

export async function watch() {
  chrome.webNavigation.onCreatedNavigationTarget.addListener(async ({ sourceTabId, tabId, url }) => {
    const window = windows.get(sourceTabId);
    if (!window) return;
    if (!window.sites.some((site) => hasAddress(readSite(site), url))) {
      blocked.set(sourceTabId, { origin: originOf(url), why: 'left' });
      await chrome.tabs.remove(tabId).catch(() => {});
      await note('Closed a new tab outside the approved sites', originOf(url) ?? '');
      return;
    }
    state.owned[tabId] = window.session;
    await save('owned');
  });
  const left = await chrome.declarativeNetRequest.getSessionRules();
  const stale = left.map(({ id }) => id).filter((id) => id < firstRule);
  if (stale.length > 0) await chrome.declarativeNetRequest.updateSessionRules({ removeRuleIds: stale });
}

