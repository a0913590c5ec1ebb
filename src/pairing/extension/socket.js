// The one connection to the server: dialling, proving, keeping it alive and making it again.
//
//   dial()                 -> connects if the browser is paired and no connection is there
//   pair(server, code, label)  -> asks for a pairing; the offer then waits for answerOffer()
//   answerOffer(accept)    -> the person's answer; the key is kept only after a yes
//   unpair()               -> forgets key and server
//   say(message) / sayBytes(bytes)  -> sends when connected; true if it was sent
//   link                   -> {status: 'unpaired' | 'connecting' | 'offered' | 'online' | 'offline', offer, problem}
//   onMessage(take)        -> where messages of a welcomed connection go
//   onLink(take)           -> told of each change of link

import { keepKey, keptKey, newKey, publicPart, sign, wipeKey } from './identity.js';
import { PROTO, proofText, socketAddress, tidyCode } from './protocol.js';
import { keep, lasting } from './store.js';

const SILENCE_MS = 45_000;
const PAUSES_MS = [500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000];
const REVOKED = 4002;
const REPLACED = 4001;

export const link = { status: 'unpaired', offer: null, problem: '' };
let take = () => {};
let changed = () => {};
let socket = null;
let pending = null; // of a pairing: {pair, code, label, server}
let tries = 0;
let silence = 0;

export const onMessage = (taker) => { take = taker; };
export const onLink = (taker) => { changed = taker; };

export async function dial() {
  if (socket) return;
  const pairing = await lasting('pairing');
  if (!pairing) return;
  if (!socket) open(pairing.server);
}

export async function pair(server, code, label) {
  const { origin } = socketAddress(server);
  pending = { pair: await newKey(), code: tidyCode(code), label: String(label).slice(0, 64), server: origin };
  shut();
  open(origin);
}

export async function answerOffer(accept) {
  if (!pending || !link.offer) return;
  // The key is kept before the server is told: a pairing that it believes in can then be proven again.
  if (accept) {
    await keepKey(pending.pair);
    await keep('pairing', { server: pending.server, browser: link.offer.browser, label: pending.label, owner: link.offer.owner });
  }
  say({ t: 'confirm', accept });
  pending = null;
  if (!accept) { shut(); set('unpaired'); }
}

export async function unpair() {
  shut();
  pending = null;
  await wipeKey();
  await keep('pairing', null);
  set('unpaired');
}

export function say(message) {
  if (socket?.readyState !== WebSocket.OPEN) return false;
  socket.send(JSON.stringify(message));
  return true;
}

export function sayBytes(bytes) {
  if (socket?.readyState === WebSocket.OPEN) socket.send(bytes);
}

function set(status, problem = '') {
  Object.assign(link, { status, problem, offer: status === 'offered' ? link.offer : null });
  changed();
}

function shut() {
  const old = socket;
  socket = null;
  clearTimeout(silence);
  old?.close();
}

function open(server) {
  set('connecting');
  const opened = new WebSocket(socketAddress(server).socket);
  opened.binaryType = 'arraybuffer';
  socket = opened;
  heard(opened);
  opened.onmessage = (event) => {
    if (socket !== opened || typeof event.data !== 'string') return;
    heard(opened);
    read(event.data, server).catch(() => set(link.status, 'The server said something that could not be used.'));
  };
  opened.onclose = (event) => { if (socket === opened) lost(event.code); };
}

function heard(opened) {
  clearTimeout(silence);
  silence = setTimeout(() => { if (socket === opened) { shut(); lost(0); } }, SILENCE_MS);
}

async function read(text, server) {
  const message = JSON.parse(text);
  switch (message.t) {
    case 'ping': say({ t: 'pong', n: message.n }); break;
    case 'challenge': await prove(message, server); break;
    case 'offer':
      if (!pending) break;
      link.offer = { browser: String(message.browser), owner: message.owner, name: String(message.server_name ?? ''), server };
      set('offered');
      break;
    case 'refused':
      pending = null;
      link.refusal = String(message.message ?? 'The server refused.');
      break;
    case 'welcome':
      if (pending) break;
      tries = 0;
      set('online');
      take(message);
      break;
    default: if (link.status === 'online') take(message);
  }
}

// The address is signed as it was dialled, whatever the server calls itself: a proof is good for no other server.
async function prove({ nonce, proto }, server) {
  if (proto !== PROTO) throw new Error('The server speaks another version.');
  const about = { version: chrome.runtime.getManifest().version, chrome: chromeVersion(), platform: navigator.platform };
  if (pending) {
    const { pair: keys, code, label } = pending;
    say({ t: 'pair', code, key: await publicPart(keys), label, ...about, sig: await sign(keys, proofText('pair', server, nonce, code)) });
    return;
  }
  const [pairing, keys] = [await lasting('pairing'), await keptKey()];
  if (!pairing || !keys) { await unpair(); return; }
  const { browser, label } = pairing;
  say({ t: 'auth', browser, label, ...about, sig: await sign(keys, proofText('auth', server, nonce, browser)) });
}

function chromeVersion() {
  return /Chrome\/([\d.]+)/.exec(navigator.userAgent)?.[1] ?? '';
}

async function lost(code) {
  socket = null;
  clearTimeout(silence);
  const problem = link.refusal ?? '';
  link.refusal = undefined;
  pending = null;
  if (code === REVOKED) { await unpair(); set('unpaired', 'This browser was unpaired by the server.'); return; }
  const pairing = await lasting('pairing');
  if (!pairing) { set('unpaired', problem || 'The server could not be reached.'); return; }
  set('offline', problem || (code === REPLACED ? 'Another connection of this browser took over.' : ''));
  const pause = PAUSES_MS[Math.min(tries++, PAUSES_MS.length - 1)];
  setTimeout(dial, pause * (0.8 + Math.random() * 0.4));
}
