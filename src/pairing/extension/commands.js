// Commands of the server: each held against the record of what the person allowed, and run at most once.
//
//   take(message)           -> runs a `cmd` and says what became of it
//   cancel(id)              -> the server wants it no more
//   endOf(session, code)    -> ends what runs in a session
//   recover()               -> after a restart of the worker: what was running has an unknown outcome

import * as acting from './acting.js';
import { approve, permit } from './approving.js';
import { detach } from './driver.js';
import { refusalOf } from './grants.js';
import * as moving from './moving.js';
import { currentTab } from './page.js';
import * as person from './person.js';
import { screenshot } from './picture.js';
import { fault, told } from './protocol.js';
import * as reading from './reading.js';
import { expire } from './sessions.js';
import { say } from './socket.js';
import { save, state } from './store.js';

const { click, type, press, select } = acting;
const { navigate, back, forward, reload, scroll, hover } = moving;
const { tabs, snapshot, text, wait } = reading;
const { request_user, approve_batch } = person;
const TOOLS = new Map(Object.entries({
  tabs, snapshot, text, wait, screenshot, navigate, back, forward, reload, scroll, hover, click, type, press, select, request_user, approve_batch,
}));
// Doing them twice changes nothing, so they need no record of having begun.
const READS = new Set(['tabs', 'snapshot', 'text', 'wait', 'screenshot']);
const MOST_REPLY = 64 * 1024; // characters of a reply that is kept
const MOST_REPLIES = 50;

const running = new Map(); // by command: {session, end}
const queues = new Map(); // by tab: the end of the last command

export async function take(message) {
  const id = String(message.command), sessionId = String(message.session), tool = String(message.tool);
  if (Object.hasOwn(state.commands, id)) { repeat(id); return; }
  await expire();
  const session = Object.hasOwn(state.sessions, sessionId) ? state.sessions[sessionId] : undefined;
  const refusal = refusalOf(session, tool, Date.now());
  if (refusal) { say({ t: 'cmd.failed', command: id, error: told(refusal), site: null, kind: null }); return; }
  session.left--;
  const end = new AbortController();
  state.commands[id] = { state: 'waiting', session: sessionId };
  running.set(id, { session: sessionId, end });
  await save('commands', 'sessions');
  const command = {
    id, session, sessionId, tool, args: message.args ?? {}, signal: end.signal, site: null, kind: null, parts: [],
    begin: () => begin(command),
    waits: async (card) => { say({ t: 'cmd.state', command: id, state: 'waiting', card }); },
    approve: (...about) => approve(command, ...about),
    permit: (origin) => permit(command, origin),
  };
  await finish(command, await outcome(command));
}

async function outcome(command) {
  const { signal } = command;
  const aborted = new Promise((_, reject) => { signal.addEventListener('abort', () => reject(signal.reason)); });
  try {
    return { result: await Promise.race([inTurn(command), aborted]) };
  } catch (error) {
    return { error: told(error) };
  }
}

// Commands of one tab run one after the other; those of different tabs side by side.
async function inTurn(command) {
  const isApart = command.tool === 'tabs' || command.tool === 'navigate' && command.args.new_tab;
  const key = isApart ? command.id : await currentTab(command).catch(() => command.sessionId);
  const before = queues.get(key) ?? Promise.resolve();
  const work = before.then(async () => {
    command.signal.throwIfAborted();
    // Acting tools begin when the person has agreed; the others at once.
    if (!acting[command.tool]) await begin(command);
    return TOOLS.get(command.tool)(command);
  });
  const settled = work.then(() => {}, () => {});
  queues.set(key, settled);
  settled.then(() => { if (queues.get(key) === settled) queues.delete(key); });
  return work;
}

async function begin(command) {
  command.signal.throwIfAborted();
  if (READS.has(command.tool)) return;
  state.commands[command.id].state = 'executing';
  await save('commands');
  say({ t: 'cmd.state', command: command.id, state: 'executing' });
}

async function finish(command, { result, error }) {
  const { id, site, kind, parts } = command;
  running.delete(id);
  const reply = error ? { t: 'cmd.failed', command: id, error, site, kind } : { t: 'cmd.done', command: id, result, site, kind, parts };
  const record = state.commands[id];
  record.state = 'done';
  if (!READS.has(command.tool) && JSON.stringify(reply).length <= MOST_REPLY) record.reply = reply;
  const kept = Object.values(state.commands).filter((one) => one.reply);
  for (const old of kept.slice(0, -MOST_REPLIES)) delete old.reply;
  // Kept before it is said: a worker that dies in between knows what it did.
  await save('commands');
  say(reply);
}

// A command that comes again is answered from the record; one that still runs answers by itself.
function repeat(id) {
  const { state: stage, reply } = state.commands[id];
  if (reply) say(reply);
  else if (!running.has(id)) say({ t: 'cmd.failed', command: id, error: told(fault('UNKNOWN_OUTCOME')), site: null, kind: null });
  else say({ t: 'cmd.state', command: id, state: stage });
}

export function cancel(id) {
  running.get(id)?.end.abort(fault('APPROVAL_TIMEOUT'));
}

export async function endOf(sessionId, code) {
  for (const { session, end } of running.values()) if (session === sessionId) end.abort(fault(code));
  const isUsed = (tab) => Object.values(state.sessions).some((one) => one.state === 'active' && String(one.tab) === tab);
  for (const tab of Object.keys(state.attached)) if (!isUsed(tab)) await detach(Number(tab));
}

export async function recover() {
  for (const [id, command] of Object.entries(state.commands)) {
    if (command.state === 'waiting' && !running.has(id)) delete state.commands[id];
    if (command.state === 'executing' && !running.has(id)) {
      command.state = 'done';
      command.reply = { t: 'cmd.failed', command: id, error: told(fault('UNKNOWN_OUTCOME')), site: null, kind: null };
    }
  }
  state.asks = {};
  await save('commands', 'asks');
}

// After a new connection: what came to an end while nobody listened.
export function report() {
  for (const { reply } of Object.values(state.commands)) if (reply) say(reply);
}
