// The extension's rules that need no browser: origins, secrets, kinds, grants, approvals, refs, masks and the wire.

import assert from 'node:assert/strict';
import { test } from 'node:test';

const at = (name) => import(`../../src/pairing/extension/${name}.js`);
const { hasAddress, readSite, siteOf, covers } = await at('origin');
const { isSecretField, isCardNumber } = await at('sensitive');
const { classify, isCoverable } = await at('classify');
const { narrow, refusalOf, asksPerson, countSend } = await at('grants');
const { isAnswerable, newBatch, takeFrom } = await at('approvals');
const { issue, issued } = await at('refs');
const { coverings, scaled } = await at('mask');
const { isName, pictureParts, socketAddress, tidyCode, proofText } = await at('protocol');

test('a site is what was parsed, and nothing that looks like it', () => {
  const site = readSite('https://example.com');
  for (const inside of ['https://example.com/a?b', 'https://EXAMPLE.com.', 'https://example.com:443/']) assert.ok(hasAddress(site, inside), inside);
  for (const outside of ['http://example.com', 'https://example.com.evil.net', 'https://example.com@evil.net', 'https://example.com:8443',
    'https://a.example.com', 'data:text/html,x', 'https://evil.net\\@example.com', 'about:blank', 'nonsense']) {
    assert.ok(!hasAddress(site, outside), outside);
  }
});

test('a wildcard includes its domain and stops at its border', () => {
  const wide = readSite('https://*.example.com');
  assert.ok(hasAddress(wide, 'https://example.com') && hasAddress(wide, 'https://a.b.example.com'));
  assert.ok(!hasAddress(wide, 'https://badexample.com'));
  assert.ok(covers(wide, readSite('https://a.example.com')) && !covers(readSite('https://example.com'), wide));
});

test('what is too wide or not encrypted is no site', () => {
  for (const text of ['https://*', 'https://*.com', 'https://*.co.uk', 'https://*.github.io', 'https://*.10.0.0.1', 'http://example.com',
    'ftp://example.com', 'https://a.com/path', 'https://u@a.com', 'chrome://version', 'file:///etc']) {
    assert.throws(() => readSite(text), text);
  }
  for (const text of ['http://localhost:3000', 'http://192.168.1.2', 'https://bücher.example']) readSite(text);
  assert.equal(readSite('https://bücher.example').text, 'https://xn--bcher-kva.example');
  assert.equal(siteOf(['https://a.com'], 'chrome-extension://abc/panel.html'), null);
});

test('secrets are known by type, autocomplete and label in several languages', () => {
  for (const field of [{ type: 'password' }, { autocomplete: 'section-a billing cc-number' }, { autocomplete: 'current-password webauthn' },
    { label: 'CVV' }, { label: 'Kennwort' }, { name: 'cardCvc' }, { label: 'Mot de passe' }, { id: 'user_otp' }, { label: '验证码' },
    { placeholder: 'Recovery phrase' }, { secret: true }]) {
    assert.ok(isSecretField(field), JSON.stringify(field));
  }
  for (const field of [{ label: 'Shipping address' }, { label: 'Pin code (postal)' }, { label: 'Pinterest' }, { autocomplete: 'cc-name' },
    { label: 'Message' }, { name: 'spinner' }, {}]) {
    assert.ok(!isSecretField(field), JSON.stringify(field));
  }
  assert.ok(isCardNumber('4111 1111 1111 1111') && !isCardNumber('4111 1111 1111 1112') && !isCardNumber('42'));
});

test('what sends, pays or deletes asks, and searches and links do not', () => {
  const button = (name, more = {}) => ({ tag: 'button', role: 'button', name, ...more });
  const click = (target) => classify({ tool: 'click', target });
  assert.equal(click(button('Pay €20')), 'pay');
  assert.equal(click(button('Jetzt kaufen')), 'pay');
  assert.equal(click(button('Löschen')), 'delete');
  assert.equal(click(button('发送')), 'send');
  assert.equal(click(button('Next', { isSubmitter: true, form: {} })), 'submit');
  assert.equal(click(button('Search', { isSubmitter: true, form: { isSearch: true } })), null);
  assert.equal(click(button('Delete', { isSubmitter: true, form: { isSearch: true } })), 'delete');
  assert.equal(click(button('Order by price')), null);
  assert.equal(click(button('Menu')), null);
  assert.equal(click({ role: 'link', name: 'Post', href: 'https://a.com/post' }), null);
  assert.equal(click({ role: 'link', name: 'Mail us', href: 'mailto:a@b.c' }), 'external');
  assert.equal(click({ tag: 'input', type: 'file' }), 'upload');
  const enter = (target, modifiers) => classify({ tool: 'press', key: 'Enter', modifiers, target });
  assert.equal(enter({ isText: true, isComposer: true }), 'send');
  assert.equal(enter({ isText: true, tag: 'textarea' }), null);
  assert.equal(enter({ isText: true, tag: 'textarea' }, ['Control']), 'send');
  assert.equal(enter({ isText: true, tag: 'input', form: { isSearch: true } }), null);
  assert.equal(enter({ isText: true, tag: 'input', form: { submitter: 'Pay' } }), 'pay');
  assert.equal(classify({ tool: 'press', key: 'Delete', target: { isText: false } }), 'delete');
  assert.ok(isCoverable('send') && !isCoverable('pay') && !isCoverable('delete'));
});

const request = { sites: ['https://*.a.com', 'https://b.com'], capability: 'act', ttl_minutes: 30, interact_approval: null };

test('the person narrows and nobody widens', () => {
  const granted = narrow(request, { sites: ['https://x.a.com', 'https://evil.com'], capability: 'act', ttl_minutes: 900 });
  assert.deepEqual(granted, { sites: ['https://x.a.com'], capability: 'act', ttl_minutes: 30, interact_approval: null });
  assert.equal(narrow({ ...request, capability: 'observe' }, { capability: 'act' }).capability, 'observe');
  assert.equal(narrow({ ...request, interact_approval: 'ask' }, {}).interact_approval, 'ask');
  assert.throws(() => narrow(request, { sites: ['https://evil.com'] }));
});

test('a session runs what it may, as long as it may', () => {
  const session = { state: 'active', expires: 100, left: 5, capability: 'observe' };
  const code = (tool, change) => refusalOf(change === null ? undefined : { ...session, ...change }, tool, 50)?.code;
  assert.equal(code('snapshot'), undefined);
  assert.equal(code('click'), 'CAPABILITY_DENIED');
  assert.equal(code('click', { capability: 'act' }), undefined);
  assert.equal(code('evaluate', { capability: 'act' }), 'INVALID_ARGUMENT');
  assert.equal(code('snapshot', { expires: 50 }), 'SESSION_EXPIRED');
  assert.equal(code('snapshot', { left: 0 }), 'BUDGET_EXCEEDED');
  assert.equal(code('snapshot', { state: 'ended', reason: 'stopped' }), 'USER_STOPPED');
  assert.equal(code('snapshot', null), 'SESSION_NOT_FOUND');
});

test('full control answers for ordinary sends only, and ends', () => {
  const session = { full: { 'https://a.com': 100 } };
  assert.ok(!asksPerson(session, 'send', 'https://a.com', 99));
  assert.ok(asksPerson(session, 'send', 'https://a.com', 100));
  assert.ok(asksPerson(session, 'send', 'https://b.com', 99));
  assert.ok(asksPerson(session, 'pay', 'https://a.com', 99) && asksPerson(session, 'delete', 'https://a.com', 99));
});

test('sends are counted by site and day', () => {
  let counts = { day: 'd1', sites: {} };
  for (let i = 0; i < 2; i++) counts = countSend(counts, 's', 'd1', 2);
  assert.equal(countSend(counts, 's', 'd1', 2), null);
  assert.equal(countSend(counts, 's', 'd2', 2).sites.s, 1);
});

test('a line of a batch is good for one send of exactly its text to one recipient', () => {
  const batch = newBatch([{ to: 'Ann', text: 'Hi\n' }], 'https://a.com');
  const send = { site: 'https://a.com', recipients: ['Ann'], text: 'Hi' };
  assert.equal(takeFrom(batch, send), 0);
  for (const change of [{ text: 'Hi!' }, { recipients: ['Bob'] }, { recipients: ['Ann', 'Bob'] }, { recipients: [] }, { site: 'https://b.com' }]) {
    assert.equal(takeFrom(batch, { ...send, ...change }), -1);
  }
  batch[0].used = true;
  assert.equal(takeFrom(batch, send), -1);
  assert.ok(!isAnswerable(undefined, 1000) && !isAnswerable(500, 1000) && isAnswerable(400, 1000));
});

test('a ref is known only where it was given', () => {
  const refs = {};
  issue(refs, 'f', { roles: ['button'], nodes: [[0, 1, 7, 0, 'Go']] });
  assert.deepEqual(issued(refs, { frame: 'f', node: 7 }), { role: 'button', name: 'Go' });
  const code = (place) => { try { issued(refs, place); return null; } catch (error) { return error.code; } };
  assert.equal(code({ frame: 'f', node: 8 }), 'REF_NOT_FOUND');
  assert.equal(code({ frame: '__proto__', node: 7 }), 'STALE_REF');
  assert.equal(code(undefined), 'STALE_REF');
});

test('a picture is painted only where the page held still', () => {
  const box = { x: 10, y: 10, width: 20, height: 10 };
  assert.equal(coverings([box], []), null);
  assert.equal(coverings([box], [{ ...box, y: 30 }]), null);
  assert.deepEqual(scaled(coverings([box], [box])[0], 0.5), { x: 3, y: 3, width: 14, height: 9 });
});

test('the wire: codes, proofs, addresses and parts', () => {
  assert.equal(tidyCode(' abcd efgh'), 'ABCD-EFGH');
  assert.throws(() => tidyCode('abc'));
  assert.ok(isName('s_1-a.b:c') && !['', '__proto__', 'constructor', 'a b', 7, null].some(isName));
  assert.equal(proofText('auth', 's', 'n', 'b'), 'handback-auth\n1\ns\nn\nb');
  assert.equal(socketAddress('https://h.example/x').socket, 'wss://h.example/paired/socket');
  for (const server of ['http://h.example', 'http://127.0.0.1.evil.net', 'ftp://h', 'h']) assert.throws(() => socketAddress(server), server);
  const parts = pictureParts({ command: 'c' }, new Uint8Array(600 * 1024));
  assert.equal(parts.length, 2);
  const length = new DataView(parts[1].buffer).getUint32(0);
  assert.deepEqual(JSON.parse(new TextDecoder().decode(parts[1].subarray(4, 4 + length))), { command: 'c', part: 1, parts: 2 });
  assert.equal(parts[1].length - 4 - length, 88 * 1024);
});
