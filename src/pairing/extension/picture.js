// Pictures of pages, with secrets and foreign frames painted over before they leave the browser. Where it is not sure
// what is where, there is no picture.

import { framesOf, run, send, worldOf } from './driver.js';
import { coverable, reach } from './inpage.js';
import { coverings, scaled } from './mask.js';
import { openPage, targetOf } from './page.js';
import { fault, pictureParts } from './protocol.js';
import { isCardNumber, isSecretField } from './sensitive.js';
import { sayBytes } from './socket.js';

const MOST_HEIGHT = 16_000; // CSS pixels of a full page
const CAPTURE_MS = 5_000;
const TRIES = 2;

export async function screenshot(command) {
  const { args } = command;
  const page = await openPage(command);
  const [main] = await framesOf(page.tab);
  const target = args.at ? await targetOf(command, page, args.at) : null;
  if (target && target.world.frame !== main.id) throw fault('NOT_INTERACTABLE', { hint: 'Take a picture of the page: the element is in an embedded page.' });
  if (target) await run(page.tab, target.world.context, reach, target.node);
  const world = target?.world ?? await worldOf(page.tab, main.id, page.sites);
  for (let i = 0; i < TRIES; i++) {
    const before = await boxes(page.tab, world);
    const clip = clipOf(args, before, target && await boxOf(page.tab, world, target.node));
    const data = await capture(page.tab, clip);
    const after = await boxes(page.tab, world);
    const paint = before.x === after.x && before.y === after.y ? coverings(before.boxes, after.boxes) : null;
    if (paint) return tell(command, await painted(data, paint, before, clip, args), clip);
  }
  throw fault('COMMAND_TIMEOUT', { hint: 'The page moves too much to hide its secrets surely. Try again when it is still.' });
}

async function boxes(tab, world) {
  const told = await run(tab, world.context, coverable);
  const isHidden = ({ kind, field, digits }) => kind === 'frame' || isCardNumber(digits) || (kind === 'field' && isSecretField(field));
  return { ...told, boxes: [...told.boxes.filter(isHidden), ...await closedBoxes(tab)] };
}

// A closed shadow tree keeps its fields from scripts, also from ours: where it has any, all of its host is hidden.
async function closedBoxes(tab) {
  const { root } = await send(tab, 'DOM.getDocument', { depth: -1, pierce: true });
  const hosts = new Set(), stack = [[root, null]];
  while (stack.length > 0) {
    const [node, host] = stack.pop();
    const isField = node.localName === 'input' || node.localName === 'textarea' || (node.attributes ?? []).includes('contenteditable');
    if (host !== null && isField) hosts.add(host);
    for (const child of node.children ?? []) stack.push([child, host]);
    for (const tree of node.shadowRoots ?? []) {
      if (tree.shadowRootType !== 'user-agent') stack.push([tree, tree.shadowRootType === 'closed' ? host ?? node.backendNodeId : host]);
    }
  }
  const boxes = [];
  for (const backendNodeId of hosts) {
    // A host without a box is not drawn, and then neither is what is in it unless it takes part in the layout itself.
    const { quads } = await send(tab, 'DOM.getContentQuads', { backendNodeId }).catch(() => ({ quads: [] }));
    if (quads.length === 0) throw fault('NOT_INTERACTABLE', { hint: 'What is secret on this page cannot be found surely, so there is no picture.' });
    for (const [x, y, , , right, bottom] of quads) boxes.push({ x, y, width: right - x, height: bottom - y, kind: 'field' });
  }
  return boxes;
}

function boxOf(tab, world, node) {
  return run(tab, world.context, function (number) {
    const { x, y, width, height } = globalThis.hb.elementOf(number).getBoundingClientRect();
    return { x, y, width, height };
  }, node);
}

// In CSS pixels of the page.
function clipOf(args, view, box) {
  const scale = (width) => Math.min(1, (args.max_width ?? 1_280) / width);
  if (box) return { x: box.x + view.x, y: box.y + view.y, width: Math.max(1, box.width), height: Math.max(1, Math.min(MOST_HEIGHT, box.height)), scale: scale(box.width) };
  if (args.full_page) return { x: 0, y: 0, width: view.width, height: Math.min(MOST_HEIGHT, view.all), scale: scale(view.width), isCut: view.all > MOST_HEIGHT };
  return { x: view.x, y: view.y, width: view.width, height: view.height, scale: scale(view.width) };
}

// A tab in the background draws nothing by itself; a tiny screencast makes it.
async function capture(tab, { isCut: _, ...clip }) {
  await send(tab, 'Page.startScreencast', { format: 'jpeg', quality: 10, maxWidth: 64, maxHeight: 64 });
  try {
    const { data } = await send(tab, 'Page.captureScreenshot', { format: 'png', clip, captureBeyondViewport: true }, CAPTURE_MS);
    return data;
  } finally {
    await send(tab, 'Page.stopScreencast').catch(() => {});
  }
}

async function painted(data, paint, view, clip, args) {
  const bytes = Uint8Array.from(atob(data), (char) => char.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes]));
  const canvas = new OffscreenCanvas(image.width, image.height);
  const pen = canvas.getContext('2d');
  pen.drawImage(image, 0, 0);
  for (const box of paint) {
    const onPicture = { ...box, x: box.x + view.x - clip.x, y: box.y + view.y - clip.y };
    const { x, y, width, height } = scaled(onPicture, image.width / clip.width);
    pen.fillStyle = box.kind === 'frame' ? '#8a8a8a' : '#000000';
    pen.fillRect(x, y, width, height);
  }
  const mime = args.format === 'png' ? 'image/png' : 'image/jpeg';
  const blob = await canvas.convertToBlob({ type: mime, quality: 0.8 });
  return { mime, width: image.width, height: image.height, bytes: new Uint8Array(await blob.arrayBuffer()) };
}

function tell(command, { mime, width, height, bytes }, clip) {
  const scale = width / clip.width;
  for (const part of pictureParts({ command: command.id, mime, width, height, scale }, bytes)) sayBytes(part);
  command.parts = ['picture'];
  return { width, height, scale, truncated: clip.isCut === true };
}
