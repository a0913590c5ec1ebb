// The tools that move: navigate, back, forward, reload, scroll and hover.

import { attach, framesOf, run, send, worldOf } from './driver.js';
import { during, takeBlocked } from './guard.js';
import { reach, scroll as scrollPage } from './inpage.js';
import { siteOf, originOf } from './origin.js';
import { fault } from './protocol.js';
import { currentTab, openPage, pageAnswer, targetOf } from './page.js';
import { pointOf } from './pointer.js';
import { save, state } from './store.js';

const LOAD_MS = 15_000;

export async function navigate(command) {
  const { session, sessionId, args } = command;
  if (!originOf(args.url)) throw fault('RESTRICTED_PAGE');
  if (!siteOf(session.sites, args.url)) throw fault('SITE_NOT_GRANTED', { origin: originOf(args.url) });
  command.site = originOf(args.url);
  const tab = args.new_tab ? await newTab(command) : await currentTab(command).catch(() => newTab(command));
  session.tab = tab;
  await save('sessions');
  await attach(tab);
  return during(tab, sessionId, refusing, async () => {
    const { errorText } = await send(tab, 'Page.navigate', { url: args.url });
    return arrived(tab, session, errorText);
  });
}

async function newTab({ sessionId }) {
  const { id } = await chrome.tabs.create({ url: 'about:blank', active: false });
  state.owned[id] = sessionId;
  await save('owned');
  return id;
}

// Moving sends no forms.
const refusing = async () => false;

async function arrived(tab, session, errorText) {
  const until = Date.now() + LOAD_MS;
  for (;;) {
    const { status } = await chrome.tabs.get(tab);
    if (status === 'complete' || Date.now() >= until) break;
    await new Promise((resolve) => { setTimeout(resolve, 100); });
  }
  const blocked = takeBlocked(tab);
  if (blocked) throw fault(blocked.why === 'left' ? 'SITE_NOT_GRANTED' : 'APPROVAL_DENIED', { origin: blocked.origin });
  if (errorText) throw fault('NAVIGATION_FAILED', { net_error: errorText });
  const answer = await pageAnswer(tab, session.sites);
  if (answer.blocked) throw fault('SITE_NOT_GRANTED');
  return answer;
}

export const back = (command) => go(command, -1);
export const forward = (command) => go(command, 1);

async function go(command, step) {
  const page = await openPage(command);
  const { currentIndex, entries } = await send(page.tab, 'Page.getNavigationHistory');
  const entry = entries[currentIndex + step];
  if (!entry) throw fault('NAVIGATION_FAILED', { hint: 'There is no such step in the history.' });
  if (!siteOf(page.sites, entry.url)) throw fault('SITE_NOT_GRANTED', { origin: originOf(entry.url) });
  return during(page.tab, command.sessionId, refusing, async () => {
    await send(page.tab, 'Page.navigateToHistoryEntry', { entryId: entry.id });
    return arrived(page.tab, command.session);
  });
}

// A page that came from a form would send it again: the guard asks about that.
export async function reload(command) {
  const page = await openPage(command);
  return during(page.tab, command.sessionId, (origin) => command.permit(origin), async () => {
    await send(page.tab, 'Page.reload');
    return arrived(page.tab, command.session);
  });
}

export async function scroll(command) {
  const page = await openPage(command);
  const { at, dx = 0, dy = 0 } = command.args;
  if (at) {
    const target = await targetOf(command, page, at);
    await run(page.tab, target.world.context, reach, target.node);
    return pageAnswer(page.tab, page.sites);
  }
  const [main] = await framesOf(page.tab);
  const world = await worldOf(page.tab, main.id, page.sites);
  return pageAnswer(page.tab, page.sites, { scrolled: await run(page.tab, world.context, scrollPage, dx, dy) });
}

export async function hover(command) {
  const page = await openPage(command);
  const target = await targetOf(command, page, command.args.at);
  const point = await pointOf(page, target);
  await during(page.tab, command.sessionId, refusing, () => send(page.tab, 'Input.dispatchMouseEvent', { type: 'mouseMoved', ...point }));
  return pageAnswer(page.tab, page.sites);
}
