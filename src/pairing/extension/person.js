// The tools that only ask the person: to do something themselves, or to approve a list of sends.

import { newBatch } from './approvals.js';
import { ask } from './asks.js';
import { handOver } from './guard.js';
import { originOf, siteOf } from './origin.js';
import { openPage, pageAnswer } from './page.js';
import { fault } from './protocol.js';
import { note, save, state } from './store.js';

const LIST_MS = 120_000;

export async function request_user(command) {
  const page = await openPage(command);
  const { session, sessionId, args } = command;
  const ms = Math.min(600, Math.max(10, args.wait_s ?? 300)) * 1_000;
  await command.waits('user');
  handOver(page.tab, true);
  try {
    const card = { kind: 'user', instruction: String(args.instruction ?? '').slice(0, 1_000), site: command.site };
    const { answer } = await ask({ ...card, session: sessionId, agent: session.agent, purpose: session.purpose, tab: page.tab }, ms, command.signal);
    if (answer === 'timeout') throw fault('USER_TIMEOUT');
    if (answer !== 'done') throw fault('USER_DECLINED');
  } finally {
    handOver(page.tab, false);
  }
  return pageAnswer(page.tab, page.sites, { status: 'done' });
}

export async function approve_batch(command) {
  const { session, sessionId, args } = command;
  const items = args.items;
  const isLine = (one) => typeof one?.to === 'string' && typeof one.text === 'string' && one.to.trim() !== '';
  if (!Array.isArray(items) || items.length === 0 || items.length > 50 || !items.every(isLine)) throw fault('INVALID_ARGUMENT');
  if (!args.site) await openPage(command);
  const site = args.site ? originOf(args.site) : command.site;
  if (!site || !siteOf(session.sites, site)) throw fault('SITE_NOT_GRANTED', { origin: site });
  await command.waits('batch');
  const card = { kind: 'batch', site, items: items.map(({ to, text }) => ({ to, text })) };
  const { answer, lines } = await ask({ ...card, session: sessionId, agent: session.agent, purpose: session.purpose }, LIST_MS, command.signal);
  if (answer === 'timeout') throw fault('APPROVAL_TIMEOUT');
  if (answer !== 'allow') throw fault('APPROVAL_DENIED');
  const kept = items.filter((_, i) => !Array.isArray(lines) || lines.includes(i));
  state.batches[sessionId] = [...state.batches[sessionId] ?? [], ...newBatch(kept, site)];
  await save('batches');
  await note(`Approved a list of ${kept.length}`, site);
  return { approved: kept.length, of: items.length };
}
