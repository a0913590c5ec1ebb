// The tab that a command is about, held against the grant anew at each use.
//
//   tabsOf(session)        -> the tabs that a session may use
//   currentTab(command)    -> the tab; throws when the session may not use it
//   openPage(command)      -> {tab, sites} attached and on an approved site
//   targetOf(command, page, at)  -> {world, node, facts}: a node that is still what it was told as
//   targetHere(page, frame, number)  -> the same for a node without a ref; number 0 is what has the focus
//   pageAnswer(tab, sites, more)     -> what an action answers with: no address outside the grant
//   numberIn(tab, world, node)       -> our number of a node that the browser names
//   objectIn(page, world, work, number)  -> the browser's id of what a function returns

import { attach, run, send, worldOf } from './driver.js';
import { originOf, siteOf } from './origin.js';
import { fault } from './protocol.js';
import { isAsTold, issued } from './refs.js';
import { save, state } from './store.js';
import { facts, numberOf } from './inpage.js';

export async function tabsOf(session) {
  const tabs = await chrome.tabs.query({});
  return tabs.filter((tab) => siteOf(session.sites, tab.url ?? '') && !heldByOther(tab.id, session));
}

// A tab that another session opened is that session's.
function heldByOther(tab, session) {
  const owner = state.sessions[state.owned[tab]];
  return owner !== undefined && owner !== session && owner.state === 'active';
}

export async function currentTab({ session, args }) {
  if (args.tab_id !== undefined && args.tab_id !== null) {
    const id = Number(args.tab_id);
    const tab = Number.isInteger(id) ? await chrome.tabs.get(id).catch(() => null) : null;
    if (!tab || heldByOther(id, session) || !mayUse(tab, session)) throw fault('SITE_NOT_GRANTED');
    return id;
  }
  if (session.tab !== undefined && await chrome.tabs.get(session.tab).then(() => true, () => false)) return session.tab;
  const [first] = await tabsOf(session);
  if (!first) throw fault('SITE_NOT_GRANTED', { hint: 'No tab is on an approved site: open one with browser_navigate.' });
  return first.id;
}

// A tab of the session's own may be empty yet, or stand at an error of its own.
function mayUse(tab, session) {
  return siteOf(session.sites, tab.url ?? '') !== null || state.sessions[state.owned[tab.id]] === session;
}

export async function openPage(command) {
  const tab = await currentTab(command);
  const { url } = await chrome.tabs.get(tab);
  if (!siteOf(command.session.sites, url ?? '')) throw fault('SITE_NOT_GRANTED', { origin: originOf(url ?? '') });
  await attach(tab);
  command.session.tab = tab;
  await save('sessions');
  command.site = originOf(url);
  return { tab, sites: command.session.sites };
}

export async function targetOf(command, page, at) {
  const told = issued(state.refs[command.sessionId] ?? {}, at);
  const where = state.documents[at.frame];
  if (!where || where.tab !== page.tab) throw fault('STALE_REF');
  // A frame that is gone has no world.
  const world = await worldOf(page.tab, where.frame, page.sites).catch((error) => { throw error.code === 'SITE_NOT_GRANTED' ? error : fault('STALE_REF'); });
  if (world.name !== at.frame) throw fault('STALE_REF');
  const now = await run(page.tab, world.context, facts, at.node);
  if (!now || !isAsTold(told, now)) throw fault('STALE_REF');
  return { world, node: at.node, facts: now };
}

// A node that nobody gave a ref for: what has the focus, or lies at a point.
export async function targetHere(page, frame, number) {
  const world = await worldOf(page.tab, frame, page.sites);
  const now = await run(page.tab, world.context, facts, number);
  if (!now) throw fault('NOT_INTERACTABLE');
  return { world, node: now.number, facts: now };
}

export async function pageAnswer(tab, sites, more = {}) {
  const { url = '', title = '', status } = await chrome.tabs.get(tab);
  return siteOf(sites, url) ? { tab_id: String(tab), url, title, loading: status === 'loading', ...more } : { tab_id: String(tab), blocked: true, ...more };
}

export async function numberIn(tab, world, backendNodeId) {
  const { object } = await send(tab, 'DOM.resolveNode', { backendNodeId, executionContextId: world.context });
  const { result } = await send(tab, 'Runtime.callFunctionOn', {
    functionDeclaration: numberOf.toString(), objectId: object.objectId, returnByValue: true,
  });
  return result.value;
}

export async function objectIn(page, world, work, number) {
  const { result } = await send(page.tab, 'Runtime.callFunctionOn', {
    functionDeclaration: work.toString(), executionContextId: world.context, arguments: [{ value: number }],
  });
  if (!result.objectId) throw fault('STALE_REF');
  return result.objectId;
}
