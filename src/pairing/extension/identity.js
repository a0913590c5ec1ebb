// The key that proves which browser this is. It cannot be read out of Chrome, not even by this extension.
//
//   newKey()               -> a key pair that is not kept yet
//   keepKey(pair)          -> keeps it in place of an older one
//   keptKey()              -> the kept pair, or null
//   wipeKey()              -> forgets it
//   publicPart(pair)       -> its public key, SPKI in base64url
//   sign(pair, text)       -> ECDSA P-256 with SHA-256 over the text, raw r‖s in base64url

import { toBase64Url } from './protocol.js';

const CURVE = { name: 'ECDSA', namedCurve: 'P-256' };

export function newKey() {
  return crypto.subtle.generateKey(CURVE, false, ['sign', 'verify']);
}

export async function publicPart(pair) {
  return toBase64Url(new Uint8Array(await crypto.subtle.exportKey('spki', pair.publicKey)));
}

export async function sign(pair, text) {
  const signed = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, pair.privateKey, new TextEncoder().encode(text));
  return toBase64Url(new Uint8Array(signed));
}

export const keepKey = (pair) => inStore('readwrite', (store) => store.put(pair, 'key'));
export const keptKey = async () => (await inStore('readonly', (store) => store.get('key'))) ?? null;
export const wipeKey = () => inStore('readwrite', (store) => store.delete('key'));

async function inStore(mode, work) {
  const database = await settled(indexedDB.open('identity', 1), (request) => request.result.createObjectStore('keys'));
  try {
    return await settled(work(database.transaction('keys', mode).objectStore('keys')));
  } finally {
    database.close();
  }
}

function settled(request, upgrade) {
  return new Promise((resolve, reject) => {
    if (upgrade) request.onupgradeneeded = () => upgrade(request);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
