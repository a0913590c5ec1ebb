// What goes over the wire, by PROTOCOL.md: proofs, faults and the parts of pictures.
//
//   socketAddress(server)   -> the address to dial; throws a sentence when the server is not one to trust
//   proofText(word, server, nonce, last)  -> what is signed
//   fault(code, details)    -> an Error that carries {code, message, guidance, retryable, details}
//   told(error)             -> what the other side is told of an error; what is no fault says nothing of itself
//   isName(text)            -> whether the server may call a session or a command so: names are keys of records here
//   tidyCode(text)          -> a pairing code as it is signed and sent
//   pictureParts(head, bytes)  -> the binary messages that carry a picture
//   toBase64Url(bytes)

export const PROTO = 1;
const PART_BYTES = 512 * 1024;

const FAULTS = {
  SESSION_NOT_FOUND: ['There is no such session.', 'Open one with browser_session_open.'],
  SESSION_PENDING: ['The person has not decided yet.', 'Call browser_session_wait.', true],
  SESSION_EXPIRED: ['The session is over.', 'Open a new session if more work is needed.'],
  BUDGET_EXCEEDED: ['A limit of the session or of the site is used up.', 'Respect the limit; the person can change it.'],
  CAPABILITY_DENIED: ['This session may only read.', 'Open a session with capability act.'],
  SITE_NOT_GRANTED: ['The address is outside the approved sites.', 'Stay on them, or open a session that includes the site.'],
  RESTRICTED_PAGE: ['This page cannot be automated.', 'Navigate to an approved site.'],
  DEBUGGER_BUSY: ['DevTools is open on that tab.', 'Ask the person to close it.', true],
  EXTENSION_CONFLICT: ['Another extension has put a frame into the page.', 'Ask the person to close it, often a password manager.', true],
  STALE_REF: ['The page has changed since that ref was given.', 'Call browser_snapshot and use the new refs.'],
  REF_NOT_FOUND: ['That ref was not given in this session.', 'Call browser_snapshot and use its refs.'],
  NOT_INTERACTABLE: ['The element is hidden, disabled or covered.', 'Take a snapshot or screenshot first.'],
  SENSITIVE_FIELD: ['This is for a password, a code or a card.', 'Ask the person with browser_request_user.'],
  APPROVAL_DENIED: ['The person said no.', 'Do not repeat it; ask them what they want instead.'],
  APPROVAL_TIMEOUT: ['Nobody answered in time.', 'Ask again only if the person is around.'],
  USER_STOPPED: ['The person pressed Stop.', 'Do not retry without asking them.'],
  USER_DECLINED: ['The person could not do it.', 'Ask them what they want instead.'],
  USER_TIMEOUT: ['The person did not finish in time.', 'Ask again only if they are around.'],
  DIALOG_OPEN: ['A dialog of the page is open.', 'Try again in some seconds: it is dismissed by itself.', true],
  NAVIGATION_FAILED: ['The page could not be loaded.', 'Check the address, or try another.', true],
  COMMAND_TIMEOUT: ['The browser did not answer in time.', 'It may have happened: take a snapshot before repeating it.'],
  UNKNOWN_OUTCOME: ['The browser was interrupted in the middle of this.', 'It may have happened: take a snapshot before repeating it.'],
  INVALID_ARGUMENT: ['An argument cannot be used.', 'Correct it by the description of the tool.'],
};

export function fault(code, details = {}) {
  const [message, guidance, retryable = false] = FAULTS[code];
  return Object.assign(new Error(message), { code, guidance, retryable, details });
}

export function told(error) {
  if (!error.code || !FAULTS[error.code]) error = fault('COMMAND_TIMEOUT');
  const { code, message, guidance, retryable, details } = error;
  return { code, message, guidance, retryable, details };
}

export function isName(text) {
  return typeof text === 'string' && /^[\w.:-]{1,100}$/.test(text) && !(text in Object.prototype);
}

export function socketAddress(server) {
  const text = server.trim();
  if (!URL.canParse(text)) throw new Error('Write the server as https://handback.example.com.');
  const url = new URL(text);
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isHere)) {
    throw new Error('The server must be reached over https; http is for this machine only.');
  }
  return { origin: url.origin, socket: url.origin.replace(/^http/, 'ws') + '/paired/socket' };
}

export function proofText(word, server, nonce, last) {
  return `handback-${word}\n${PROTO}\n${server}\n${nonce}\n${last}`;
}

export function tidyCode(text) {
  const letters = text.toUpperCase().replace(/[^A-Z0-9]/g, '');
  if (letters.length !== 8) throw new Error('A pairing code has eight characters, such as ABCD-EFGH.');
  return letters.slice(0, 4) + '-' + letters.slice(4);
}

export function pictureParts(head, bytes) {
  const parts = Math.max(1, Math.ceil(bytes.length / PART_BYTES));
  return Array.from({ length: parts }, (_, part) => {
    const text = new TextEncoder().encode(JSON.stringify({ ...head, part, parts }));
    const piece = bytes.subarray(part * PART_BYTES, (part + 1) * PART_BYTES);
    const message = new Uint8Array(4 + text.length + piece.length);
    new DataView(message.buffer).setUint32(0, text.length);
    message.set(text, 4);
    message.set(piece, 4 + text.length);
    return message;
  });
}

export function toBase64Url(bytes) {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}
