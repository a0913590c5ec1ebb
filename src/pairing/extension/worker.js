// The service worker: it joins the rooms to Chrome's events, to the server and to the panel, and decides nothing itself.

import { answer, onAsks, shown } from './asks.js';
import { cancel, endOf, recover, report, take } from './commands.js';
import { listen, onEvent, send } from './driver.js';
import { onRequest, watch } from './guard.js';
import { isName } from './protocol.js';
import { lasting, keep, note, ready, save, state } from './store.js';
import { decide, end, expire, onEnd, reconcile, requested, stop } from './sessions.js';
import { answerOffer, dial, link, onLink, onMessage, pair, unpair } from './socket.js';

const DIALOG_MS = 10_000;
const PANEL = chrome.runtime.getURL('panel.html');
const MOST_LIMIT = 10_000;

// Listeners are set before anything is awaited: Chrome wakes a worker only for those.
chrome.runtime.onInstalled.addListener(wake);
chrome.runtime.onStartup.addListener(wake);
chrome.alarms.onAlarm.addListener(async () => { await wake(); await expire(); tellPanel(); });
chrome.commands.onCommand.addListener(async (name) => { await started; if (name === 'stop') await stop('shortcut'); tellPanel(); });
chrome.notifications.onClicked.addListener(() => { chrome.tabs.create({ url: PANEL }); });
chrome.tabs.onRemoved.addListener(async (tab) => { await started; delete state.owned[tab]; delete state.attached[tab]; await save('owned', 'attached'); });
chrome.debugger.onDetach.addListener(async ({ tabId }, reason) => {
  await started;
  delete state.attached[tabId];
  await save('attached');
  if (reason === 'canceled_by_user') { await stop('cancel_bar'); tellPanel(); }
});
chrome.runtime.onMessage.addListener((message, sender, reply) => {
  if (sender.id !== chrome.runtime.id || sender.url?.split(/[?#]/)[0] !== PANEL) return false;
  started.then(() => fromPanel(message)).then((told) => reply(told ?? {}), (error) => reply({ error: error.message }));
  return true;
});
listen();
watch();
onEvent(fromTab);
onMessage((message) => { started.then(() => fromServer(message)).finally(tellPanel); });
onLink(tellPanel);
onAsks(tellPanel);
onEnd(endOf);
chrome.alarms.create('wake', { periodInMinutes: 0.5 });
chrome.sidePanel.setPanelBehavior({ openPanelOnActionClick: true });
const started = ready().then(recover);
wake();

async function wake() {
  await started;
  await dial();
}

async function fromServer(message) {
  if ([message.session, message.command].some((name) => name !== undefined && !isName(name))) return;
  switch (message.t) {
    case 'welcome': await reconcile(message.sessions ?? []); report(); break;
    case 'session.request': await requested(message); break;
    case 'session.end': await end(String(message.session), String(message.reason ?? 'closed'), false); break;
    case 'cmd': await take(message); break;
    case 'cmd.cancel': cancel(String(message.command)); break;
    default: // A newer server may say more than this version knows.
  }
}

async function fromTab(tab, method, params) {
  await started;
  if (method === 'Fetch.requestPaused') await onRequest(tab, params).catch(() => {});
  else if (method === 'Page.screencastFrame') await send(tab, 'Page.screencastFrameAck', { sessionId: params.sessionId }).catch(() => {});
  else if (method === 'Page.javascriptDialogOpening') {
    // An alert has one answer. What asks is the person's to answer, and else is declined.
    const dismiss = () => send(tab, 'Page.handleJavaScriptDialog', { accept: false }).catch(() => {});
    if (params.type === 'alert') await dismiss();
    else setTimeout(dismiss, DIALOG_MS);
  }
}

async function fromPanel(message) {
  switch (message.do) {
    case 'look': return look();
    case 'shown': shown(message.id); return {};
    case 'answer': answer(message.id, message.word, message.lines); break;
    case 'decide': await decide(message.id, message.allow === true, message.chosen ?? {}); break;
    case 'end': await end(message.id, 'closed_by_person'); break;
    case 'stop': await stop('button'); break;
    case 'pair': await pair(message.server, message.code, message.label); break;
    case 'offer': await answerOffer(message.accept === true); break;
    case 'unpair': await stop('button'); await unpair(); break;
    case 'full': await giveFull(message); break;
    case 'limit': await keep('limit', Math.min(MOST_LIMIT, Math.max(0, Math.trunc(Number(message.limit)) || 0))); break;
    default:
  }
  tellPanel();
  return {};
}

// Full control is for one site of one session, and ends with a time; none ends it at once.
async function giveFull({ id, site, minutes }) {
  const session = state.sessions[id];
  if (session?.state !== 'active' || session.capability !== 'act') return;
  if (minutes > 0) session.full[site] = Math.min(session.expires, Date.now() + minutes * 60_000);
  else delete session.full[site];
  await save('sessions');
  await note(minutes > 0 ? 'Gave full control' : 'Took full control back', site);
}

async function look() {
  const open = Object.entries(state.sessions).filter(([, one]) => one.state !== 'ended');
  return {
    link: { ...link }, pairing: await lasting('pairing') ?? null, limit: await lasting('limit') ?? 30,
    sessions: open.map(([id, { tab: _, ...session }]) => ({ id, ...session })),
    asks: Object.values(state.asks), activity: state.activity,
  };
}

let told = 0;

function tellPanel() {
  chrome.runtime.sendMessage({ changed: true }).catch(() => {}); // Nobody listens while no panel is open.
  const waiting = Object.keys(state.asks).length + Object.values(state.sessions).filter((one) => one.state === 'pending').length;
  chrome.action.setBadgeText({ text: waiting > 0 ? String(waiting) : '' });
  if (waiting > told) {
    chrome.notifications.create('waiting', { type: 'basic', iconUrl: 'icon.png', title: 'Handback', message: 'An agent is waiting for your decision.' }).catch(() => {});
  }
  told = waiting;
}
