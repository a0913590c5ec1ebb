// A real Chromium with the unpacked extension, driven over a pipe; and its panel, pressed with real input.
//
//   startChromium()      -> {panel(), killWorker(), send(), stop()}; the collector is joined into the extension as the server does it

import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = new URL('../../', import.meta.url).pathname;
const BROWSER = process.env.HB_CHROMIUM ?? '/usr/lib/chromium/chromium';
export const ID = readFileSync(join(root, 'src/pairing/extension/ID'), 'utf8').trim();

// The same files in the same order as src/driver/collect.rs joins them.
export function collectorSource() {
  const rust = readFileSync(join(root, 'src/driver/collect.rs'), 'utf8');
  const names = [.../parts! \{([^}]*)\}/.exec(rust)[1].matchAll(/"(\w+)"/g)].map((match) => match[1]);
  const parts = names.map((name) => readFileSync(join(root, `src/driver/collect/${name}.js`), 'utf8'));
  return `(()=>{"use strict";\nif(globalThis.hb&&globalThis.hb.document===document)return"";\n${parts.join('\n')}\nglobalThis.hb=hb;\nreturn""})()`;
}

export async function startChromium() {
  const folder = mkdtempSync(join(tmpdir(), 'hb-extension-'));
  const unpacked = join(folder, 'extension');
  cpSync(join(root, 'src/pairing/extension'), unpacked, { recursive: true });
  writeFileSync(join(unpacked, 'collector.js'), collectorSource());
  const flags = ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
    '--disable-component-update', '--disable-sync', '--remote-debugging-pipe', '--enable-unsafe-extension-debugging', `--user-data-dir=${join(folder, 'profile')}`, 'about:blank'];
  const process_ = spawn(BROWSER, flags, { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] });
  const [, , , to, from] = process_.stdio;
  const calls = new Map();
  let last = 0, rest = '';
  from.setEncoding('utf8').on('data', (data) => {
    const messages = (rest + data).split('\0');
    rest = messages.pop();
    for (const message of messages.map((text) => JSON.parse(text))) {
      const call = calls.get(message.id);
      calls.delete(message.id);
      if (message.error) call?.reject(new Error(message.error.message));
      else call?.resolve(message.result);
    }
  });
  to.on('error', () => {});
  const send = (method, params = {}, sessionId = undefined) => new Promise((resolve, reject) => {
    calls.set(++last, { resolve, reject });
    to.write(JSON.stringify({ id: last, method, params, sessionId }) + '\0');
  });
  const { id } = await send('Extensions.loadUnpacked', { path: unpacked });
  if (id !== ID) throw new Error(`The extension's id is ${id}, and ${ID} is written down.`);
  const stop = async () => {
    const gone = new Promise((resolve) => { process_.once('exit', resolve); });
    process_.kill('SIGKILL');
    await gone;
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  };
  return { send, stop, panel: () => openPanel(send), killWorker: () => killWorker(send) };
}

async function killWorker(send) {
  const { targetInfos } = await send('Target.getTargets');
  const worker = targetInfos.find((one) => one.type === 'service_worker' && one.url.includes(ID));
  await send('Target.closeTarget', { targetId: worker.targetId });
}

async function openPanel(send) {
  const { targetId } = await send('Target.createTarget', { url: `chrome-extension://${ID}/panel.html` });
  const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true });
  const evaluate = async (expression) => {
    const { result, exceptionDetails } = await send('Runtime.evaluate', { expression, returnByValue: true, awaitPromise: true }, sessionId);
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  };
  const point = (label, within) => evaluate(`(() => {
    const button = [...document.querySelector(${JSON.stringify(within)})?.querySelectorAll('button,input') ?? []].find((one) => !one.disabled && !one.hidden && (one.textContent.trim() === ${JSON.stringify(label)} || one.id === ${JSON.stringify(label)}));
    if (!button) return null;
    button.scrollIntoView({ block: 'center' });
    const box = button.getBoundingClientRect();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  })()`);
  const until = async (what, ask) => {
    const end = Date.now() + 8_000;
    for (;;) {
      const found = await ask();
      if (found) return found;
      if (Date.now() > end) throw new Error(`The panel never showed ${what}: ${await evaluate('document.body.innerText')}`);
      await new Promise((resolve) => { setTimeout(resolve, 50); });
    }
  };
  return {
    evaluate,
    text: () => evaluate('document.body.innerText'),
    has: (selector) => until(selector, () => evaluate(`document.querySelector(${JSON.stringify(selector)}) !== null`)),
    shows: (words) => until(words, async () => (await evaluate('document.body.innerText')).includes(words)),
    async press(label, within = 'body') {
      const place = await until(label, () => point(label, within));
      for (const type of ['mousePressed', 'mouseReleased']) await send('Input.dispatchMouseEvent', { type, ...place, button: 'left', clickCount: 1 }, sessionId);
    },
    async write(id, words) {
      await until(id, () => evaluate(`(() => { const field = document.getElementById(${JSON.stringify(id)}); field?.focus(); field?.select(); return field !== null; })()`));
      await send('Input.insertText', { text: words }, sessionId);
    },
  };
}
