// The tools that read: tabs, snapshot, text and wait.

import { framesOf, run, send, worldOf } from './driver.js';
import { framesBelow, visibleText, walk } from './inpage.js';
import { fault } from './protocol.js';
import { numberIn, openPage, tabsOf, targetOf } from './page.js';
import { issue } from './refs.js';
import { isCardNumber, isSecretField } from './sensitive.js';
import { save, state } from './store.js';

const WALK_MS = 4_000;
const POLL_MS = 200;
const HIDDEN = '[hidden]';

export async function tabs(command) {
  const list = await tabsOf(command.session);
  return { tabs: list.map((tab) => ({ tab_id: String(tab.id), url: tab.url, title: tab.title, active: tab.active, current: tab.id === command.session.tab })) };
}

export async function snapshot(command) {
  const page = await openPage(command);
  const trees = [], hidden = [], worlds = new Map();
  for (const frame of await framesOf(page.tab)) {
    const holder = worlds.get(frame.parent);
    if (frame.parent && !holder) continue;
    const world = await worldOf(page.tab, frame.id, page.sites).catch((error) => {
      if (frame.parent) return null;
      throw error;
    });
    if (!world) continue;
    worlds.set(frame.id, world);
    const tree = withoutSecrets(JSON.parse(await run(page.tab, world.context, walk, WALK_MS)));
    const parent = holder ? { frame: holder.name, node: await numberOfFrame(page.tab, frame.id, holder) } : undefined;
    trees.push({ frame: world.name, parent, origin: world.origin, url: tree.url, tree });
    issue(state.refs[command.sessionId] ??= {}, world.name, tree);
  }
  for (const world of worlds.values()) {
    for (const { node, origin } of await run(page.tab, world.context, framesBelow)) {
      const isShown = trees.some(({ parent }) => parent?.frame === world.name && parent.node === node);
      if (!isShown) hidden.push({ parent: { frame: world.name, node }, origin });
    }
  }
  await save('refs');
  return { tab_id: String(page.tab), trees, hidden_frames: hidden };
}

async function numberOfFrame(tab, frame, holder) {
  const { backendNodeId } = await send(tab, 'DOM.getFrameOwner', { frameId: frame });
  return numberIn(tab, holder, backendNodeId);
}

// What the collector does not know as a secret, its name may tell; what is below such a field goes with its value.
export function withoutSecrets(tree) {
  const nodes = [];
  let below = Infinity;
  for (const entry of tree.nodes) {
    const [role, depth, number, bits, name, extras] = entry;
    if (depth > below) continue;
    below = Infinity;
    const kind = tree.roles[role];
    const isField = kind === 'textbox' || kind === 'searchbox' || kind === 'spinbutton' || kind === 'combobox';
    if (isField && (isSecretField({ label: name ?? '' }) || isCardNumber(extras?.v ?? ''))) {
      below = depth;
      const { v: _, ...rest } = extras ?? {};
      nodes.push([role, depth, number, bits, name ?? '', { ...rest, v: HIDDEN }]);
    } else {
      nodes.push(kind === 'text' && name ? [role, depth, number, bits, withoutCards(name), ...entry.slice(5)] : entry);
    }
  }
  return { ...tree, nodes };
}

export function withoutCards(text) {
  return text.replace(/\d[\d -]{11,22}\d/g, (digits) => isCardNumber(digits) ? HIDDEN : digits);
}

export async function text(command) {
  const page = await openPage(command);
  const { at } = command.args;
  const target = at ? await targetOf(command, page, at) : null;
  if (target?.facts.isText) throw fault(isSecretField(target.facts.field) ? 'SENSITIVE_FIELD' : 'INVALID_ARGUMENT');
  const [main] = await framesOf(page.tab);
  const world = target?.world ?? await worldOf(page.tab, main.id, page.sites);
  const whole = withoutCards(await run(page.tab, world.context, visibleText, target?.node ?? 0) ?? '');
  const most = Math.min(200_000, command.args.max_chars ?? 20_000);
  return { text: whole.slice(0, most), truncated: whole.length > most, chars: whole.length };
}

export async function wait(command) {
  const { until, value, ms } = command.args;
  if (until === 'time') {
    await pause(Math.min(30_000, ms ?? 1_000), command.signal);
    return { waited: 'time' };
  }
  const end = Date.now() + Math.min(30_000, command.args.timeout_ms ?? 15_000);
  for (;;) {
    const page = await openPage(command);
    const { status } = await chrome.tabs.get(page.tab);
    if (until === 'load' ? status === 'complete' : await isThere(page, value ?? '')) return { waited: until, found: true };
    if (Date.now() >= end) return { waited: until, found: false };
    await pause(POLL_MS, command.signal);
  }
}

async function isThere(page, wanted) {
  const [main] = await framesOf(page.tab);
  const world = await worldOf(page.tab, main.id, page.sites);
  return run(page.tab, world.context, function (words) { return (document.body?.innerText ?? '').includes(words); }, wanted);
}

function pause(ms, signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => { clearTimeout(timer); reject(signal.reason); });
  });
}
