// Where to press so that an element gets it, and whether it did.
//
//   aim({ node, x?, y?, wait, press })  -> a promise of { x, y, … } in this frame's viewport, or of { why, by?, opens? }
//   frameOrigin({ node })               -> where the viewport inside a frame element begins in the one around it
//   through({ node, x, y })             -> a point inside a frame element in the coordinates of the frame around it
//
// The hit test is made when the point is given out, and once more by the event itself (press.js).

// How long an element may be without a place before it is believed to have none.
const PLACELESS_MS = 300;

function frame() {
  // A document that is not shown gets no frames.
  return new Promise((resolve) => {
    const timer = later(resolve, 100);
    beforeFrame(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}

async function aim(want) {
  const began = performance.now();
  const until = began + want.wait;
  let escape = 0;
  for (;;) {
    const element = elementOf(want.node);
    if (!element) return { why: 'gone' };
    const target = pressable(element);
    if (isInClosedSelect(element)) return { why: 'option', ...describe(element) };
    let miss = unusable(element, target);
    if (miss?.why === 'no_layout' && performance.now() >= began + PLACELESS_MS) return { ...miss, ...describe(element) };
    if (!miss) {
      const point = pointOn(target, want, escape);
      if (!point.why) {
        if (await isMoving(target, until)) continue;
        expectPress(want.press ? target : null);
        arm();
        return { x: point.x, y: point.y, ...aboutTarget(target) };
      }
      miss = point;
      // A bar that sticks to an edge covers what is scrolled under it: try the other edges before giving up.
      if (point.why === 'covered' && escape < 3) {
        escape++;
        continue;
      }
    }
    if (performance.now() >= until) return { ...miss, ...wayTo(target, miss.why), ...describe(element) };
    escape = 0;
    await frame();
  }
}

// Some elements are used through another: a hidden box through its label.
function pressable(element) {
  const name = element.localName;
  if (name === 'input' && ['checkbox', 'radio', 'file'].includes(element.type) && !isShown(element)) {
    for (const label of element.labels ?? []) if (isShown(label)) return label;
  }
  return element;
}

// The list that a closed select drops down is the browser's own: no pointer of ours reaches it.
function isInClosedSelect(element) {
  if (element.localName !== 'option') return false;
  const select = element.closest('select');
  return select !== null && !select.multiple && select.size < 2 && !element.getClientRects().length;
}

function unusable(element, target) {
  if (element.closest('[inert]')) return { why: 'inert' };
  if (isDisabled(element)) return { why: 'disabled' };
  // One box is enough to press on; why there is none is told by the collector.
  const why = whyNotShown(target);
  if (why === 'zero_size' && isWithoutLayout(target)) return { why: 'no_layout' };
  return why ? { why } : null;
}

// Browsers lay nothing out past some depth of nesting: what is there works, and not even its text has a place.
function isWithoutLayout(element) {
  if (textWithin(element, WRITTEN).trim() === '') return false;
  const range = document.createRange();
  range.selectNodeContents(element);
  const box = range.getBoundingClientRect();
  return box.width === 0 && box.height === 0;
}

function isDisabled(element) {
  if (element.matches(':disabled')) return true;
  return element.closest('[aria-disabled="true"]') !== null;
}

function pointOn(target, want, escape) {
  const asked = want.x !== undefined || want.y !== undefined;
  const placed = target.localName === 'area' ? pictureOf(target) ?? target : target;
  reveal(placed, escape === 0 ? 'nearest' : ['center', 'start', 'end'][escape - 1]);
  const box = boxOf(target) ?? { x: 0, y: 0, width: 0, height: 0 };
  let miss = { why: 'zero_size' };
  for (const [x, y] of asked ? [[box.x + (want.x ?? box.width / 2), box.y + (want.y ?? box.height / 2)]] : candidates(target)) {
    if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) {
      miss = { why: 'offscreen' };
      continue;
    }
    const hit = deepestAt(x, y);
    if (hit && isPressOn(hit, target)) return { x, y };
    miss = hit ? { why: 'covered', by: nameForPeople(hit) } : { why: 'offscreen' };
  }
  return miss;
}

// The middles of its boxes first, then places near the corners: something may cover only a part of it.
function* candidates(target) {
  if (target.localName === 'area') {
    yield* areaPoints(target);
    return;
  }
  const boxes = [...target.getClientRects()].filter((box) => box.width > 0 && box.height > 0).slice(0, 8);
  if (!boxes.length && target.childNodes.length) {
    // display: contents has no box of its own.
    const range = document.createRange();
    range.selectNodeContents(target);
    boxes.push(...[...range.getClientRects()].filter((box) => box.width > 0 && box.height > 0).slice(0, 8));
  }
  const clip = (box) => ({
    left: Math.max(box.left, 0), top: Math.max(box.top, 0),
    right: Math.min(box.right, innerWidth), bottom: Math.min(box.bottom, innerHeight),
  });
  const shown = boxes.map(clip).filter((box) => box.right > box.left && box.bottom > box.top);
  for (const box of shown) yield [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  for (const box of shown) {
    for (const [x, y] of [[0.1, 0.5], [0.9, 0.5], [0.5, 0.15], [0.5, 0.85], [0.1, 0.15], [0.9, 0.85]]) {
      yield [box.left + (box.right - box.left) * x, box.top + (box.bottom - box.top) * y];
    }
  }
}

function pictureOf(area) {
  const map = area.closest('map');
  return map && document.querySelector(`img[usemap="#${CSS.escape(map.name || map.id)}"]`);
}

// The middle of its shape (https://html.spec.whatwg.org/multipage/image-maps.html#the-area-element).
function* areaPoints(area) {
  const picture = pictureOf(area);
  if (!picture) return;
  const box = picture.getBoundingClientRect();
  const numbers = area.coords.split(/[\s,]+/).map(Number).filter(Number.isFinite);
  const shape = area.shape || 'rect';
  if (shape === 'circle' && numbers.length >= 2) yield [box.left + numbers[0], box.top + numbers[1]];
  else if (shape === 'poly' && numbers.length >= 6) {
    const xs = numbers.filter((_, i) => i % 2 === 0), ys = numbers.filter((_, i) => i % 2 === 1);
    const mean = (list) => list.reduce((a, b) => a + b, 0) / list.length;
    yield [box.left + mean(xs), box.top + mean(ys)];
  } else if (numbers.length >= 4) yield [box.left + (numbers[0] + numbers[2]) / 2, box.top + (numbers[1] + numbers[3]) / 2];
}

function reveal(target, block) {
  const box = target.getBoundingClientRect();
  const whole = box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight && box.right <= innerWidth;
  if (block === 'nearest' && whole && !isClipped(target, box)) return;
  target.scrollIntoView({ block: block === 'nearest' ? 'center' : block, inline: 'nearest', behavior: 'instant' });
}

// Whether a box around it that scrolls hides its middle.
function isClipped(target, box) {
  const x = (box.left + box.right) / 2, y = (box.top + box.bottom) / 2;
  for (let up = flatParent(target); up && up.nodeType === 1; up = flatParent(up)) {
    if (up.scrollHeight <= up.clientHeight && up.scrollWidth <= up.clientWidth) continue;
    const around = up.getBoundingClientRect();
    if (x < around.left || x > around.right || y < around.top || y > around.bottom) return true;
  }
  return false;
}

function deepestAt(x, y) {
  let hit = document.elementFromPoint(x, y);
  for (let root = hit && shadowOf(hit); root; root = shadowOf(hit)) {
    const inner = root.elementFromPoint(x, y);
    if (!inner || inner === hit || !isWithin(inner, hit)) break;
    hit = inner;
  }
  return hit;
}

// A press on what is inside it is a press on it; so is one on a label of it that is inside the same label.
function isPressOn(hit, target) {
  if (isWithin(hit, target)) return true;
  // Browsers find the picture at a place of its map; events go to the area.
  if (target.localName === 'area' && hit === pictureOf(target)) return true;
  const label = hit.closest('label');
  return label !== null && label.control === target;
}

// Animations are waited for only while they move it, and not for ever: an endless pulse does not matter, the event
// itself is checked.
async function isMoving(target, until) {
  const patience = Math.min(until, performance.now() + 600);
  const place = () => {
    const box = target.getBoundingClientRect();
    return `${Math.round(box.left)} ${Math.round(box.top)}`;
  };
  const animated = document.getAnimations().some((one) => {
    const on = one.effect?.target;
    return one.playState === 'running' && on && isWithin(target, on);
  });
  if (!animated) return false;
  const first = place();
  let before = first;
  while (performance.now() < patience) {
    await frame();
    const now = place();
    if (now === before) break;
    before = now;
  }
  return place() !== first;
}

function through(want) {
  const element = elementOf(want.node);
  if (!element) return { why: 'gone' };
  const isSeen = ([x, y]) => x >= 0 && y >= 0 && x < innerWidth && y < innerHeight;
  let point = outside(element, want);
  if (!isSeen(point)) {
    // The frame may be larger than what is seen: the point is brought in, not the frame.
    element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
    const [x, y] = outside(element, want);
    if (!isSeen([x, y])) scrollBy({ left: x - innerWidth / 2, top: y - innerHeight / 2, behavior: 'instant' });
    point = outside(element, want);
  }
  if (!isSeen(point)) return { why: 'offscreen' };
  const hit = deepestAt(...point);
  if (hit && !isWithin(hit, element)) return { why: 'covered', by: nameForPeople(hit) };
  return { x: point[0], y: point[1] };
}

function frameOrigin({ node }) {
  const element = elementOf(node);
  if (!element) return { why: 'gone' };
  const [x, y] = outside(element, { x: 0, y: 0 });
  return { x, y };
}

// A point of a frame's viewport in the viewport around it: past border and padding, and scaled if the frame is.
function outside(element, { x, y }) {
  const box = element.getBoundingClientRect();
  const style = getComputedStyle(element);
  const scale = element.offsetWidth ? box.width / element.offsetWidth : 1;
  const inset = (side, width) => (parseFloat(style.getPropertyValue(`padding-${side}`)) + width + (side === 'left' ? x : y)) * scale;
  return [box.left + inset('left', element.clientLeft), box.top + inset('top', element.clientTop)];
}
