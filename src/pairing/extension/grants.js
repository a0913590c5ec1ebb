// What a session may do, from what was asked and what the person pressed: never wider than either.
//
//   narrow(request, chosen)          -> the granted {sites, capability, ttl_minutes, interact_approval}
//   refusalOf(session, tool, now)    -> a fault, or null when the session may run the tool now
//   asksPerson(session, kind, site, now) -> whether the person is asked about an action of this kind
//   countSend(counts, site, day, limit)  -> the counts with one more send, or null when the limit is reached

import { covers, readSite } from './origin.js';
import { isCoverable } from './classify.js';
import { fault } from './protocol.js';

const OBSERVING = new Set(['tabs', 'snapshot', 'text', 'screenshot', 'wait', 'navigate', 'back', 'forward', 'reload']);
const ACTING = new Set(['scroll', 'hover', 'click', 'type', 'press', 'select', 'request_user', 'approve_batch']);
const MOST_MINUTES = 480;
const MOST_SITES = 50;

export function narrow(request, chosen) {
  const asked = request.sites.slice(0, MOST_SITES).map(readSite);
  const sites = (chosen.sites ?? request.sites).map(readSite).filter((site) => asked.some((one) => covers(one, site)));
  if (sites.length === 0) throw new Error('Leave at least one site, or deny the request.');
  const most = Math.min(MOST_MINUTES, request.ttl_minutes);
  return {
    sites: sites.map((site) => site.text),
    capability: request.capability === 'act' && chosen.capability !== 'observe' ? 'act' : 'observe',
    ttl_minutes: Math.max(1, Math.min(most, Math.trunc(chosen.ttl_minutes ?? most) || 1)),
    interact_approval: request.interact_approval === 'ask' || chosen.interact_approval === 'ask' ? 'ask' : null,
  };
}

export function refusalOf(session, tool, now) {
  if (!session) return fault('SESSION_NOT_FOUND');
  if (session.state === 'pending') return fault('SESSION_PENDING');
  if (session.state !== 'active') return fault(session.reason === 'stopped' ? 'USER_STOPPED' : 'SESSION_EXPIRED');
  if (now >= session.expires) return fault('SESSION_EXPIRED');
  if (session.left <= 0) return fault('BUDGET_EXCEEDED', { limit: 'commands' });
  if (OBSERVING.has(tool)) return null;
  if (!ACTING.has(tool)) return fault('INVALID_ARGUMENT');
  return session.capability === 'act' ? null : fault('CAPABILITY_DENIED');
}

export function asksPerson(session, kind, site, now) {
  if (kind === null) return false;
  return !(isCoverable(kind) && kind !== 'interact' && (session.full?.[site] ?? 0) > now);
}

export function countSend(counts, site, day, limit) {
  const today = counts.day === day ? counts.sites : {};
  const sent = today[site] ?? 0;
  return sent >= limit ? null : { day, sites: { ...today, [site]: sent + 1 } };
}
