// The extension in a real Chromium, against a server that does whatever it likes and a person with a mouse.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ID, startChromium } from './chromium.js';
import { startServer, startSite } from './server.js';

let server, site, chromium, panel, home;
const PAGES = {
  '/': (port) => `<title>Mail</title><h1>Ann</h1>
    <button onclick="document.title = 'opened'">Open menu</button>
    <form method=post action=/sent><label>Message <input name=message></label><button>Send</button></form>
    <label>Kennwort <input name=k value=hunter2></label>
    <label>Card <input autocomplete=cc-number value="4111 1111 1111 1111"></label>
    <a href="http://localhost:${port}/elsewhere?q=secret">Away</a>
    <a href="/hop">Hop</a>
    <a href="http://localhost:${port}/popup" target=_blank>Popup</a>
    <div id=closed style="width:300px;height:40px"></div>
    <script>document.getElementById('closed').attachShadow({ mode: 'closed' }).innerHTML = '<input value="5555 5555 5555 4444">'</script>
    <button onclick="document.forms[0].requestSubmit()">Continue</button>
    <iframe src="http://localhost:${port}/frame" title=ad></iframe>`,
  '/hop': (port) => ({ to: `http://localhost:${port}/hopped` }),
  '/frame': '<p>framed secret',
  '/sent': '<title>Sent</title><p>sent',
};

before(async () => {
  [server, site, chromium] = await Promise.all([startServer(), startSite(PAGES), startChromium()]);
  home = `http://127.0.0.1:${site.port}`;
  panel = await chromium.panel();
});
after(async () => {
  await chromium?.stop();
  await Promise.all([server?.stop(), site?.stop()]);
});

let sessions = 0;
async function ask(change = {}) {
  const session = `s${++sessions}`;
  server.send({ t: 'session.request', session, agent: 'Robot', purpose: 'Read the mail', sites: [home], capability: 'act', ttl_minutes: 30, max_commands: 500, ...change });
  await panel.has(`#card-${session}`);
  return session;
}

async function open(change) {
  const session = await ask(change);
  await panel.press('Allow', `#card-${session}`);
  const decision = await server.sent((message) => message.t === 'session.decision' && message.session === session);
  assert.equal(decision.allow, true);
  const { t, error } = await server.run(session, 'navigate', { url: home + '/' });
  assert.equal(t, 'cmd.done', JSON.stringify(error));
  return session;
}

async function look(session) {
  const { result, error } = await server.run(session, 'snapshot');
  assert.ok(result, JSON.stringify(error));
  const [{ frame, tree }] = result.trees;
  const at = (name) => {
    const node = tree.nodes.find((entry) => entry[4] === name && entry[2] > 0);
    assert.ok(node, `${name} is not in ${JSON.stringify(tree.nodes)}`);
    return { ref: 'e1', at: { frame, node: node[2] } };
  };
  return { result, at };
}

async function close(session) {
  server.send({ t: 'session.end', session, reason: 'closed' });
}

test('a pairing is proven, shown and confirmed', async () => {
  await panel.write('server', server.origin);
  await panel.write('code', 'abcdefgh');
  await panel.press('pair');
  const { code, label } = await server.sent('pair');
  assert.deepEqual([code, label], ['ABCD-EFGH', 'Chrome']);
  await panel.shows('Pair this browser with ann@example.org?');
  await panel.press('accept');
  assert.equal((await server.sent('confirm')).accept, true);
  await panel.shows('Online');
  assert.deepEqual([server.proofs, server.origins], [[true], [`chrome-extension://${ID}`]]);
});

test('nothing runs before the person allows it, and a script cannot allow it', async () => {
  const session = await ask();
  await panel.evaluate(`[...document.querySelectorAll('button')].forEach((button) => { if (button.textContent === 'Allow') button.click(); })`);
  assert.equal((await server.run(session, 'snapshot')).error.code, 'SESSION_PENDING');
  await panel.press('Deny', `#card-${session}`);
  assert.equal((await server.sent('session.decision')).allow, false);
  assert.equal((await server.run(session, 'snapshot')).error.code, 'SESSION_EXPIRED');
  assert.equal((await server.run('unknown', 'snapshot')).error.code, 'SESSION_NOT_FOUND');
});

test('the person narrows, and the extension holds the server to it', async () => {
  const session = await ask({ sites: [home, `http://localhost:${site.port}`] });
  await panel.evaluate(`document.querySelectorAll('#waiting input[type=checkbox]')[1].click(); document.querySelector('#waiting select').value = 'observe'`);
  await panel.press('Allow', `#card-${session}`);
  const { sites, capability } = await server.sent('session.decision');
  assert.deepEqual([sites, capability], [[home], 'observe']);
  const forged = { t: 'session.decision', session, allow: true, sites: [`http://localhost:${site.port}`], capability: 'act' };
  server.send(forged);
  server.send({ ...forged, t: 'session.request', purpose: 'x', agent: 'x' });
  assert.equal((await server.run(session, 'navigate', { url: `http://localhost:${site.port}/` })).error.code, 'SITE_NOT_GRANTED');
  assert.equal((await server.run(session, 'navigate', { url: 'chrome://version' })).error.code, 'RESTRICTED_PAGE');
  assert.equal((await server.run(session, 'click', { x: 1, y: 1 })).error.code, 'CAPABILITY_DENIED');
  server.send({ t: 'session.end', session: '__proto__', reason: 'stopped' });
  assert.equal((await server.run(session, 'evaluate', { expression: '1' })).error.code, 'INVALID_ARGUMENT');
  assert.deepEqual(site.asked, []);
  await close(session);
});

test('a snapshot tells the page without its secrets and without foreign frames', async () => {
  const session = await open();
  const { result } = await look(session);
  const told = JSON.stringify(result);
  assert.ok(told.includes('Open menu') && told.includes('Kennwort'));
  for (const secret of ['hunter2', '4111', '5555', 'framed secret']) assert.ok(!told.includes(secret), secret);
  assert.equal(result.hidden_frames[0].origin, `http://localhost:${site.port}`);
  await close(session);
});

test('clicks that only click run at once; what sends waits, and runs when allowed', async () => {
  const session = await open();
  const { at } = await look(session);
  const done = await server.run(session, 'click', at('Open menu'));
  assert.equal(done.result?.title, 'opened', JSON.stringify(done));
  const typed = await server.run(session, 'type', { ...at('Message'), text: 'Grüße' });
  assert.equal(typed.result?.value_matches, true, JSON.stringify(typed));
  const sending = server.begin(session, 'click', at('Send'));
  assert.equal((await server.sent((message) => message.command === sending.id)).state, 'waiting');
  await panel.shows('Grüße');
  assert.ok(!site.asked.some((line) => line.startsWith('POST')));
  await panel.press('Allow');
  const sent = await sending.end();
  assert.deepEqual([sent.t, sent.kind], ['cmd.done', 'send'], JSON.stringify(sent));
  assert.equal(site.asked.filter((line) => line.startsWith('POST')).length, 1);
  await close(session);
});

test('a denied send does not run, and a page that changed while it waited is stale', async () => {
  const session = await open();
  const posts = () => site.asked.filter((line) => line.startsWith('POST')).length;
  const count = posts();
  const { at } = await look(session);
  const denied = server.begin(session, 'click', at('Send'));
  await panel.shows('Send a message');
  await panel.press('Deny');
  assert.equal((await denied.end()).error.code, 'APPROVAL_DENIED');
  const stale = server.begin(session, 'click', at('Send'));
  assert.equal((await server.sent((message) => message.command === stale.id)).state, 'waiting');
  await panel.shows('Send a message');
  const { targetInfos } = await chromium.send('Target.getTargets');
  const { sessionId } = await chromium.send('Target.attachToTarget', { targetId: targetInfos.find((one) => one.url === home + '/').targetId, flatten: true });
  await chromium.send('Runtime.evaluate', { expression: `document.forms[0].action = '/other'` }, sessionId);
  await panel.press('Allow');
  assert.equal((await stale.end()).error.code, 'STALE_REF');
  assert.equal(posts(), count);
  await chromium.send('Target.detachFromTarget', { sessionId });
  await close(session);
});

test('a form that a harmless name hides is held, and asks', async () => {
  const session = await open();
  const { at } = await look(session);
  const hidden = server.begin(session, 'click', at('Continue'));
  await panel.shows('Submit a form');
  await panel.press('Deny');
  const posts = site.asked.filter((line) => line.startsWith('POST')).length;
  assert.equal((await hidden.end()).error.code, 'APPROVAL_DENIED');
  assert.equal(site.asked.filter((line) => line.startsWith('POST')).length, posts);
  await close(session);
});

test('a line of an approved list sends once, and another text asks', async () => {
  const session = await open();
  const posts = () => site.asked.filter((line) => line.startsWith('POST')).length;
  const count = posts();
  const batch = server.begin(session, 'approve_batch', { items: [{ to: 'Ann', text: 'Hello' }, { to: 'Bob', text: 'Secret' }] });
  await panel.shows('Approve 2 sends');
  await panel.press('Allow', '#waiting');
  assert.deepEqual((await batch.end()).result, { approved: 2, of: 2 });
  const send = async (text) => {
    await server.run(session, 'navigate', { url: home + '/' });
    const { at } = await look(session);
    return server.begin(session, 'type', { ...at('Message'), text, clear: true, submit: true });
  };
  const listed = await (await send('Hello')).end();
  assert.deepEqual([listed.t, listed.kind], ['cmd.done', 'send'], JSON.stringify(listed));
  assert.equal(posts(), count + 1);
  for (const text of ['Hello', 'Secret']) {
    const asked = await send(text);
    await server.sent((message) => message.command === asked.id && message.state === 'waiting');
    await panel.shows('Send a message');
    await panel.press('Deny', '#waiting');
    assert.equal((await asked.end()).error.code, 'APPROVAL_DENIED');
  }
  assert.equal(posts(), count + 1);
  await close(session);
});

test('full control is the person\'s to give, and only they can', async () => {
  const session = await open();
  const { at } = await look(session);
  server.send({ t: 'session.state', session, full_control: [{ site: home, until_ms: 9e15 }] });
  const asked = server.begin(session, 'click', at('Send'));
  await server.sent((message) => message.command === asked.id && message.state === 'waiting');
  await panel.press('Deny', '#waiting');
  assert.equal((await asked.end()).error.code, 'APPROVAL_DENIED');
  await panel.press('Full control for 15 minutes', `#card-${session}`);
  await panel.shows('Full control of');
  const free = await server.run(session, 'click', at('Send'));
  assert.deepEqual([free.t, free.kind], ['cmd.done', 'send'], JSON.stringify(free));
  await close(session);
});

test('secrets are not typed into, and cards are typed nowhere', async () => {
  const session = await open();
  const { at } = await look(session);
  for (const args of [{ ...at('Kennwort'), text: 'x' }, { ...at('Message'), text: '4111 1111 1111 1111' }]) {
    assert.equal((await server.run(session, 'type', args)).error.code, 'SENSITIVE_FIELD');
  }
  await close(session);
});

test('links, redirects and popups that leave the grant are stopped before they leave', async () => {
  const session = await open();
  for (const name of ['Away', 'Hop', 'Popup']) {
    await server.run(session, 'navigate', { url: home + '/' });
    const { at } = await look(session);
    const { error } = await server.run(session, 'click', at(name));
    assert.equal(error?.code, 'SITE_NOT_GRANTED', name);
  }
  for (const path of ['elsewhere', 'hopped', 'popup']) assert.ok(!site.asked.some((line) => line.includes(path)), path);
  await close(session);
});

test('a ref is good for the node and the document that it was given for', async () => {
  const session = await open();
  const { at } = await look(session);
  const old = at('Open menu');
  assert.equal((await server.run(session, 'click', { at: { ...old.at, node: 99_999 } })).error.code, 'REF_NOT_FOUND');
  await server.run(session, 'reload');
  assert.equal((await server.run(session, 'click', old)).error.code, 'STALE_REF');
  await close(session);
});

test('a picture comes as parts, with what is secret painted over', async () => {
  const session = await open();
  const taken = await server.run(session, 'screenshot', { format: 'png', max_width: 800 });
  assert.equal(taken.t, 'cmd.done', JSON.stringify(taken));
  const { bytes } = await server.sent('binary');
  const length = bytes.readUInt32BE(0);
  const head = JSON.parse(bytes.subarray(4, 4 + length));
  assert.deepEqual([head.mime, head.part, head.parts], ['image/png', 0, 1]);
  const picture = bytes.subarray(4 + length).toString('base64');
  const [black, grey] = await panel.evaluate(`fetch('data:image/png;base64,${picture}').then((answer) => answer.blob()).then(createImageBitmap).then((image) => {
    const pen = new OffscreenCanvas(image.width, image.height).getContext('2d');
    pen.drawImage(image, 0, 0);
    const { data } = pen.getImageData(0, 0, image.width, image.height);
    const counts = [0, 0];
    for (let i = 0; i < data.length; i += 4) {
      if (data[i] === 0 && data[i + 1] === 0 && data[i + 2] === 0) counts[0]++;
      if (data[i] === 0x8a && data[i + 1] === 0x8a && data[i + 2] === 0x8a) counts[1]++;
    }
    return counts;
  })`);
  // Two fields of some 150 by 20 pixels, the host of a closed tree of 300 by 40, and a frame of 300 by 150.
  assert.ok(black > 14_000, `${black} black pixels`);
  assert.ok(grey > 30_000, `${grey} grey pixels`);
  await close(session);
});

test('a command that was running when the worker died is not run again', async () => {
  const session = await open();
  server.sessions = [{ session, state: 'active' }];
  const { at } = await look(session);
  const sending = server.begin(session, 'type', { ...at('Message'), text: 'once' }, 'kept');
  await sending.end();
  const halfway = server.begin(session, 'request_user', { instruction: 'Sign in' });
  assert.equal((await server.sent((message) => message.command === halfway.id && message.state === 'waiting')).card, 'user');
  await chromium.killWorker();
  await panel.evaluate(`chrome.runtime.sendMessage({ do: 'look' }).then(() => true)`);
  await server.sent('auth');
  assert.ok(server.proofs.every(Boolean));
  assert.equal((await halfway.end()).error.code, 'UNKNOWN_OUTCOME');
  const again = await server.begin(session, 'type', { ...at('Message'), text: 'once' }, 'kept').end();
  assert.equal(again.result?.value_matches, true, JSON.stringify(again));
  const { result } = await look(session);
  assert.ok(!JSON.stringify(result).includes('onceonce'));
  server.sessions = [];
  await close(session);
});

test('Stop ends every session and what is waiting', async () => {
  const session = await open();
  const { at } = await look(session);
  const waiting = server.begin(session, 'click', at('Send'));
  await panel.shows('Send a message');
  await panel.press('stop');
  assert.equal((await server.sent('stop')).why, 'button');
  assert.equal((await waiting.end()).error.code, 'USER_STOPPED');
  assert.equal((await server.run(session, 'snapshot')).error.code, 'USER_STOPPED');
});
