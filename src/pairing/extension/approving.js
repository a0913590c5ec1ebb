// Whether an action needs the person, asking them, and making sure that what they allowed is what happens.
//
//   approve(command, page, target, again)  -> resolves when the action may run; rejects with a fault otherwise. `again`
//                                  finds the target anew: after a yes it must be the same as on the card
//   permit(command, origin)      -> whether a form that nobody was asked about may be sent there

import { cardOf, takeFrom } from './approvals.js';
import { ask } from './asks.js';
import { classify, isCoverable } from './classify.js';
import { run, send } from './driver.js';
import { asksPerson, countSend } from './grants.js';
import { composed, recipientsBy } from './inpage.js';
import { fault } from './protocol.js';
import { keep, lasting, note, save, state } from './store.js';

const ANSWER_MS = 120_000;
const SENDS_A_DAY = 30;
const INTERACTING = new Set(['click', 'type', 'press', 'select']);
const COUNTED = new Set(['send', 'submit', 'pay']);

export async function approve(command, page, target, again) {
  const { tool, args, session } = command;
  const { facts, world, node } = target;
  const seen = { ...facts, name: facts.pressedName || facts.name };
  let kind = classify({ tool, key: args.key, modifiers: args.modifiers, submit: args.submit, target: seen });
  if (kind === null && session.interact_approval === 'ask' && INTERACTING.has(tool)) kind = 'interact';
  command.kind = kind;
  if (kind === null) return;
  const site = world.origin;
  if (asksPerson(session, kind, site, Date.now()) && !await isOnList(command, page, target, site)) {
    const before = whatIs(target);
    const card = { name: seen.name, role: facts.role, goesTo: facts.form?.action ?? facts.href, text: textOf(command, facts), page: facts.title };
    await put(command, { ...card, kind, site });
    const now = await again().catch((error) => { throw error.code === 'REF_NOT_FOUND' ? fault('STALE_REF') : error; });
    if (now.world.name !== world.name || now.node !== node || whatIs(now) !== before) throw fault('STALE_REF', { hint: 'The page changed while the person was deciding. Nothing was done.' });
  }
  await count(kind, site);
  command.approved = kind;
  // The person picks the file in Chrome's own dialog; no path comes from anywhere else.
  if (kind === 'upload') await send(page.tab, 'Page.setInterceptFileChooserDialog', { enabled: false });
}

function whatIs({ world, node, facts }) {
  return cardOf({
    frame: world.name, node, role: facts.role, name: facts.name + '\n' + facts.pressedName, address: facts.address,
    action: [facts.form?.action, facts.form?.method, facts.form?.submitter, facts.href], text: facts.text,
  });
}

function textOf({ tool, args }, facts) {
  return tool === 'type' ? args.text : facts.text;
}

async function put(command, card) {
  const { session } = command;
  await command.waits(card.kind);
  const { answer } = await ask({ ...card, session: command.sessionId, agent: session.agent, purpose: session.purpose, tool: command.tool }, ANSWER_MS, command.signal);
  if (answer === 'timeout') throw fault('APPROVAL_TIMEOUT');
  await note((answer === 'allow' ? 'Allowed: ' : 'Denied: ') + card.kind, card.site);
  if (answer !== 'allow') throw fault('APPROVAL_DENIED');
}

// A line of an approved list is used up by the first send that matches it.
async function isOnList(command, page, { world, node }, site) {
  const batch = state.batches[command.sessionId];
  if (!batch || !isCoverable(command.kind) || command.kind === 'interact') return false;
  const text = command.tool === 'type' ? command.args.text : await run(page.tab, world.context, composed, node);
  if (typeof text !== 'string') return false;
  const place = takeFrom(batch, { site, text, recipients: await run(page.tab, world.context, recipientsBy, node) });
  if (place < 0) return false;
  batch[place].used = true;
  await save('batches');
  return true;
}

async function count(kind, site) {
  if (!COUNTED.has(kind)) return;
  const day = new Date().toISOString().slice(0, 10);
  const limit = await lasting('limit') ?? SENDS_A_DAY;
  const counts = countSend(await lasting('sends') ?? { day, sites: {} }, site, day, limit);
  if (!counts) throw fault('BUDGET_EXCEEDED', { limit: 'site_sends' });
  await keep('sends', counts);
}

export async function permit(command, origin) {
  if (command.approved && command.approved !== 'interact') return true;
  const kind = 'submit';
  if (asksPerson(command.session, kind, origin, Date.now())) {
    await put(command, { kind, site: command.site, name: '', role: '', goesTo: origin, text: '', page: '' });
  }
  await count(kind, origin);
  command.kind = command.approved = kind;
  return true;
}
