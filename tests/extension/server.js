// A server that speaks src/pairing/PROTOCOL.md as far as a test says, and hides nothing: what the extension sends can be
// awaited, and anything at all can be sent to it. And a site on loopback that keeps what it was asked.
//
//   startServer()   -> {origin, sent(kind), send(message), command(tool, args), stop()}
//   startSite(pages)   -> {port, asked, stop()}

import { createHash, createPublicKey, randomBytes, verify } from 'node:crypto';
import { createServer } from 'node:http';

export async function startServer() {
  const http = createServer((_, answer) => answer.writeHead(404).end());
  const heard = [], waiters = [];
  let socket = null, key = null, owner = { kind: 'person', name: 'ann@example.org' };
  const server = { proofs: [], origins: [], sessions: [] };
  const send = (message) => socket.write(frame(JSON.stringify(message)));
  const isSigned = (text, sig) => verify('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(sig, 'base64url'));
  http.on('upgrade', (request, opened) => {
    server.origins.push(request.headers.origin);
    const accept = createHash('sha1').update(request.headers['sec-websocket-key'] + '258EAFA5-E914-47DA-95CA-C5AB0DC85B11').digest('base64');
    opened.write(`HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`);
    socket = opened;
    opened.on('error', () => {});
    const nonce = randomBytes(32).toString('base64url');
    let bytes = Buffer.alloc(0);
    opened.on('data', (data) => {
      bytes = Buffer.concat([bytes, data]);
      for (;;) {
        const message = takeFrame(bytes);
        if (!message) break;
        bytes = bytes.subarray(message.size);
        if (message.opcode === 8) opened.end();
        else if (message.opcode === 2) hear({ t: 'binary', bytes: message.payload });
        else if (message.opcode === 1) onText(JSON.parse(message.payload), nonce);
      }
    });
    send({ t: 'challenge', nonce, server: server.origin, proto: 1 });
  });

  function onText(message, nonce) {
    if (message.t === 'pair') {
      key = createPublicKey({ key: Buffer.from(message.key, 'base64url'), format: 'der', type: 'spki' });
      server.proofs.push(isSigned(`handback-pair\n1\n${server.origin}\n${nonce}\n${message.code}`, message.sig));
      send({ t: 'offer', browser: 'b1', owner, server_name: 'Test' });
    } else if (message.t === 'auth') {
      server.proofs.push(isSigned(`handback-auth\n1\n${server.origin}\n${nonce}\n${message.browser}`, message.sig));
      welcome();
    } else if (message.t === 'confirm' && message.accept) welcome();
    hear(message);
  }

  const welcome = () => send({ t: 'welcome', conn: 1, heartbeat_ms: 20_000, owner, sessions: server.sessions });

  function hear(message) {
    const place = waiters.findIndex((waiter) => waiter.fits(message));
    if (place >= 0) waiters.splice(place, 1)[0].resolve(message);
    else heard.push(message);
  }

  function sent(fits, ms = 10_000) {
    const test = typeof fits === 'string' ? (message) => message.t === fits : fits;
    const place = heard.findIndex(test);
    if (place >= 0) return Promise.resolve(heard.splice(place, 1)[0]);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`never sent: ${fits}; heard ${JSON.stringify(heard).slice(0, 600)}`)), ms);
      waiters.push({ fits: test, resolve: (message) => { clearTimeout(timer); resolve(message); } });
    });
  }

  let commands = 0;
  function begin(session, tool, args = {}, id = `c${++commands}`) {
    send({ t: 'cmd', command: id, session, tool, args, deadline_ms: 30_000 });
    return { id, end: () => sent((message) => message.command === id && (message.t === 'cmd.done' || message.t === 'cmd.failed')) };
  }

  await new Promise((resolve) => { http.listen(0, '127.0.0.1', resolve); });
  return Object.assign(server, {
    origin: `http://127.0.0.1:${http.address().port}`, send, sent, begin, heard,
    run: (session, tool, args) => begin(session, tool, args).end(),
    stop: () => { http.closeAllConnections(); socket?.destroy(); return new Promise((resolve) => { http.close(resolve); }); },
  });
}

// One unmasked frame (https://www.rfc-editor.org/rfc/rfc6455#section-5.2).
function frame(text) {
  const payload = Buffer.from(text);
  const head = payload.length < 126 ? Buffer.from([0x81, payload.length]) : Buffer.from([0x81, 126, payload.length >> 8, payload.length & 255]);
  return Buffer.concat([head, payload]);
}

function takeFrame(bytes) {
  if (bytes.length < 6) return null;
  let length = bytes[1] & 127, at = 2;
  if (length === 126) { length = bytes.readUInt16BE(2); at = 4; }
  else if (length === 127) { if (bytes.length < 14) return null; length = Number(bytes.readBigUInt64BE(2)); at = 10; }
  if (bytes.length < at + 4 + length) return null;
  const mask = bytes.subarray(at, at + 4);
  const payload = Buffer.from(bytes.subarray(at + 4, at + 4 + length));
  for (let i = 0; i < payload.length; i++) payload[i] ^= mask[i & 3];
  return { opcode: bytes[0] & 15, payload, size: at + 4 + length };
}

export async function startSite(pages) {
  const asked = [];
  const http = createServer((request, answer) => {
    asked.push(`${request.method} ${request.headers.host?.split(':')[0]} ${request.url}`);
    const page = pages[request.url.split('?')[0]];
    const body = typeof page === 'function' ? page(http.address().port) : page;
    if (body?.to) answer.writeHead(302, { location: body.to }).end();
    else answer.writeHead(body ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' }).end(body ?? '');
  });
  await new Promise((resolve) => { http.listen(0, resolve); });
  return { port: http.address().port, asked, stop: () => { http.closeAllConnections(); return new Promise((resolve) => { http.close(resolve); }); } };
}
