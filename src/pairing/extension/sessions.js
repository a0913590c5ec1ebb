// Sessions, from request to end: the record of what the person pressed, which every command is held against.
//
//   requested(message)         -> takes a request of the server's
//   decide(id, allow, chosen)  -> the person's decision
//   end(id, reason, tell)      -> ends one; `tell` says whether the server is to hear of it
//   stop(why)                  -> ends all, at the person's word
//   expire()                   -> ends those whose time is over
//   reconcile(listed)          -> after a welcome: ends what the server no longer holds, and tells it what is unknown here
//   onEnd(take)                -> told (id, code) when one ends, before its tabs are let go

import { narrow } from './grants.js';
import { readSite } from './origin.js';
import { say } from './socket.js';
import { note, save, state } from './store.js';

const LAPSE_MS = 10 * 60_000;
const CODES = { stopped: 'USER_STOPPED' };
let ended = async () => {};

export const onEnd = (take) => { ended = take; };

export async function requested(message) {
  const id = String(message.session);
  // A session is asked about once: what was decided is not opened again by asking again.
  if (state.sessions[id]) return;
  try {
    message.sites.forEach(readSite);
  } catch {
    say({ t: 'session.decision', session: id, allow: false });
    return;
  }
  state.sessions[id] = {
    state: 'pending', asked: Date.now(), agent: text(message.agent, 100), purpose: text(message.purpose, 300),
    request: {
      sites: message.sites.slice(0, 50), capability: message.capability === 'act' ? 'act' : 'observe',
      ttl_minutes: Number(message.ttl_minutes) || 30, interact_approval: message.interact_approval === 'ask' ? 'ask' : null,
    },
    left: Math.min(10_000, Number(message.max_commands) || 500), full: {}, tabs: [],
  };
  await save('sessions');
}

function text(value, most) {
  return String(value ?? '').slice(0, most);
}

export async function decide(id, allow, chosen) {
  const session = state.sessions[id];
  if (session?.state !== 'pending') return;
  if (!allow) {
    Object.assign(session, { state: 'ended', reason: 'denied' });
    say({ t: 'session.decision', session: id, allow: false });
  } else {
    const granted = narrow(session.request, chosen);
    Object.assign(session, granted, { state: 'active', expires: Date.now() + granted.ttl_minutes * 60_000 });
    const { sites, capability, ttl_minutes, interact_approval } = granted;
    say({ t: 'session.decision', session: id, allow: true, sites, capability, ttl_minutes, interact_approval });
    await note(`Allowed ${session.agent} to ${capability === 'act' ? 'act' : 'read'}`, sites.join(', '));
  }
  await save('sessions');
}

export async function end(id, reason, tell = true) {
  const session = state.sessions[id];
  if (!session || session.state === 'ended') return;
  Object.assign(session, { state: 'ended', reason, full: {} });
  delete state.refs[id];
  delete state.batches[id];
  await save('sessions', 'refs', 'batches');
  await ended(id, CODES[reason] ?? 'SESSION_EXPIRED');
  if (tell) say({ t: 'session.ended', session: id, reason });
  await note(`The session of ${session.agent} ended`);
}

export async function stop(why) {
  say({ t: 'stop', why });
  for (const id of Object.keys(state.sessions)) await end(id, 'stopped', false);
}

export async function expire(now = Date.now()) {
  for (const [id, session] of Object.entries(state.sessions)) {
    if (session.state === 'active' && now >= session.expires) await end(id, 'expired');
    if (session.state === 'pending' && now >= session.asked + LAPSE_MS) await end(id, 'expired');
  }
}

export async function reconcile(listed) {
  const held = new Set(listed.map((one) => one.session));
  for (const [id, session] of Object.entries(state.sessions)) if (session.state !== 'ended' && !held.has(id)) await end(id, 'closed', false);
  for (const one of listed) {
    const ours = state.sessions[one.session];
    // What was decided or ended while nobody listened is said again.
    if (ours?.state === 'ended') say({ t: 'session.ended', session: one.session, reason: ours.reason === 'stopped' ? 'stopped' : 'closed_by_person' });
    else if (!ours && one.state === 'active') say({ t: 'session.ended', session: one.session, reason: 'chrome_restart' });
    else if (ours?.state === 'active' && one.state === 'pending') {
      const { sites, capability, ttl_minutes, interact_approval } = ours;
      say({ t: 'session.decision', session: one.session, allow: true, sites, capability, ttl_minutes, interact_approval });
    }
  }
}
