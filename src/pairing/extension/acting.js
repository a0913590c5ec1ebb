// The tools that act: click, type, press and select. Each tells what it would do, asks where the rules say so, and looks
// once more before it does it.

import { framesOf, run, send, worldOf } from './driver.js';
import { during, takeBlocked } from './guard.js';
import { choose, focusField, holds } from './inpage.js';
import { fault } from './protocol.js';
import { numberIn, openPage, pageAnswer, targetHere, targetOf } from './page.js';
import { keyOf, modifierBits } from './keys.js';
import { pointOf } from './pointer.js';
import { isCardNumber, isSecretField } from './sensitive.js';

export async function click(command) {
  const { args } = command;
  const find = async (page) => (args.at ? targetOf(command, page, args.at) : targetAt(page, args.x, args.y));
  return act(command, find, async (page, target) => {
    const point = args.at ? await pointOf(page, target) : { x: args.x, y: args.y };
    const button = ['left', 'middle', 'right'].includes(args.button) ? args.button : 'left';
    const count = Math.min(3, Math.max(1, args.click_count ?? 1));
    await send(page.tab, 'Input.dispatchMouseEvent', { type: 'mouseMoved', ...point });
    for (let i = 1; i <= count; i++) {
      const press = { ...point, button, clickCount: i };
      await send(page.tab, 'Input.dispatchMouseEvent', { type: 'mousePressed', ...press });
      await send(page.tab, 'Input.dispatchMouseEvent', { type: 'mouseReleased', ...press });
    }
    return {};
  });
}

// A point is never pressed as a point: what lies there goes by the same rules as a ref.
async function targetAt(page, x, y) {
  if (!Number.isInteger(x) || !Number.isInteger(y)) throw fault('INVALID_ARGUMENT');
  const { backendNodeId, frameId } = await send(page.tab, 'DOM.getNodeForLocation', { x, y });
  const world = await worldOf(page.tab, frameId, page.sites);
  return targetHere(page, frameId, await numberIn(page.tab, world, backendNodeId));
}

export async function type(command) {
  const { at, text, clear = false, submit = false } = command.args;
  if (typeof text !== 'string' || text.length > 20_000) throw fault('INVALID_ARGUMENT');
  return act(command, (page) => targetOf(command, page, at), async (page, { world, node, facts }) => {
    if (!facts.isText) throw fault('NOT_INTERACTABLE', { why: 'not_a_field' });
    if (!await run(page.tab, world.context, focusField, node, clear)) throw fault('NOT_INTERACTABLE', { why: 'no_focus' });
    if (text !== '') await send(page.tab, 'Input.insertText', { text });
    else if (clear) await pressKey(page, keyOf('Backspace'), 0);
    const now = await run(page.tab, world.context, holds, node);
    if (submit) await pressKey(page, keyOf('Enter'), 0);
    return { value_matches: typeof now === 'string' && (clear ? now.trim() === text.trim() : now.includes(text)) };
  });
}

export async function press(command) {
  const { at, key, modifiers = [] } = command.args;
  const stroke = keyOf(key), bits = modifierBits(modifiers);
  if (!stroke) throw fault('INVALID_ARGUMENT', { hint: 'That key cannot be pressed.' });
  // Browser chords reach beyond the page.
  if (bits & ~8 && stroke.text && !/^[aczvxy\r]$/i.test(stroke.text)) throw fault('INVALID_ARGUMENT', { hint: 'That combination belongs to the browser.' });
  const find = async (page) => (at ? targetOf(command, page, at) : focused(page));
  return act(command, find, async (page, { world, node }) => {
    if (at && !await run(page.tab, world.context, focusField, node, false)) throw fault('NOT_INTERACTABLE', { why: 'no_focus' });
    await pressKey(page, stroke, bits);
    return {};
  });
}

// The focus may be in a frame, and then keys go there: the frame is held against the grant.
async function focused(page) {
  const frames = await framesOf(page.tab);
  const target = await targetHere(page, frames[0].id, 0);
  if (target.facts.tag === 'iframe' || target.facts.tag === 'frame') throw fault('SITE_NOT_GRANTED', { hint: 'The focus is in an embedded page: use a ref.' });
  return target;
}

async function pressKey(page, { key, code, keyCode, text }, modifiers) {
  const stroke = { key, code, windowsVirtualKeyCode: keyCode, modifiers };
  await send(page.tab, 'Input.dispatchKeyEvent', { type: text && !(modifiers & ~8) ? 'keyDown' : 'rawKeyDown', ...stroke, text: modifiers & ~8 ? undefined : text });
  await send(page.tab, 'Input.dispatchKeyEvent', { type: 'keyUp', ...stroke });
}

export async function select(command) {
  const { at, values = [], labels = [] } = command.args;
  return act(command, (page) => targetOf(command, page, at), async (page, { world, node }) => {
    const told = await run(page.tab, world.context, choose, node, values, labels);
    if (told.why) throw fault('NOT_INTERACTABLE', told);
    return told;
  });
}

// Asked about as it is found, and done only to what is still the same.
async function act(command, find, work) {
  const page = await openPage(command);
  const target = await find(page);
  refuseSecrets(command, target.facts);
  if (!command.args.at && target.facts.isDisabled) throw fault('NOT_INTERACTABLE', { why: 'disabled' });
  await command.approve(page, target, () => find(page));
  await command.begin();
  const more = await during(page.tab, command.sessionId, (origin) => command.permit(origin), () => work(page, target));
  if (command.approved === 'upload') await send(page.tab, 'Page.setInterceptFileChooserDialog', { enabled: true });
  const blocked = takeBlocked(page.tab);
  if (blocked) throw fault(blocked.why === 'left' ? 'SITE_NOT_GRANTED' : 'APPROVAL_DENIED', { origin: blocked.origin });
  return pageAnswer(page.tab, page.sites, more);
}

function refuseSecrets({ tool, args }, facts) {
  const isKeyed = tool === 'type' || (tool === 'press' && (args.key.length === 1 || args.key === 'Space'));
  if (isKeyed && facts.isText && isSecretField(facts.field)) throw fault('SENSITIVE_FIELD');
  if (tool === 'type' && isCardNumber(args.text)) throw fault('SENSITIVE_FIELD');
}
