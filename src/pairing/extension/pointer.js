// Where a pointer presses an element, in the tab's viewport, and whether it would get the press.

import { run, send } from './driver.js';
import { element, reach } from './inpage.js';
import { objectIn } from './page.js';
import { fault } from './protocol.js';

export async function pointOf(page, { world, node, facts }) {
  if (facts.isDisabled) throw fault('NOT_INTERACTABLE', { why: 'disabled' });
  const told = await run(page.tab, world.context, reach, node);
  if (told.gone) throw fault('STALE_REF');
  if (told.why) throw fault('NOT_INTERACTABLE', { why: told.why, covered_by: told.by });
  const { quads } = await send(page.tab, 'DOM.getContentQuads', { objectId: await objectIn(page, world, element, node) });
  const quad = quads.find((one) => areaOf(one) > 0);
  if (!quad) throw fault('NOT_INTERACTABLE', { why: 'zero_size' });
  const point = { x: (quad[0] + quad[4]) / 2, y: (quad[1] + quad[5]) / 2 };
  // What lies over the frame that the element is in is not seen from inside.
  const { frameId } = await send(page.tab, 'DOM.getNodeForLocation', { x: Math.round(point.x), y: Math.round(point.y) });
  if (frameId !== world.frame) throw fault('NOT_INTERACTABLE', { why: 'covered' });
  return point;
}

function areaOf(quad) {
  return Math.abs((quad[4] - quad[0]) * (quad[5] - quad[1]));
}
