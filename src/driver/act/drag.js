// Dragging: where to take hold and where to let go, and what came of it.
//
//   grip({ node, to?, x?, y?, wait })  -> a promise of { x, y, … } to take hold at, with { to: { x, y } } where that is in
//                                          view too, or { far: true }; or of { why, … }
//   spot({ node, x?, y? })             -> a place on another element to let go at, brought into view; or { why, … }
//   carried()                          -> whether the page made it a drag of its own (HTML drag and drop)
//   letFall({ x, y })                  -> ends such a drag by script, where the browser's input cannot
//   dropped({ cap })                   -> a promise of what got it: { got, refused?, moved?, stirred }
//
// https://html.spec.whatwg.org/multipage/dnd.html

const DRAGS = ['pointerdown', 'mousedown', 'dragstart', 'dragover', 'drop', 'dragend', 'pointerup', 'mouseup'];
let drag = null;

async function grip(want) {
  const aimed = await aim({ node: want.node, wait: want.wait, press: false, x: want.x, y: want.y });
  if (aimed.why) return aimed;
  const source = pressable(elementOf(want.node));
  let to = null;
  if (want.to !== undefined) {
    const target = elementOf(want.to);
    if (!target) return { why: 'gone', of: 'to' };
    to = bothInView(source, target);
    if (to) {
      // Bringing the target into view may have moved the source.
      const again = pointOn(source, want, 0);
      if (again.why) to = null;
      else Object.assign(aimed, again);
    }
  }
  for (const type of DRAGS) {
    addEventListener(type, onDrag, true);
    // Last of all listeners: by then the page has said what is dragged and whether it may be dropped.
    addEventListener(type, onDragHandled);
  }
  drag = { source, before: placeOf(source), got: null, native: false, over: false, effect: null, data: new Map() };
  arm();
  return to ? { ...aimed, to } : { ...aimed, far: true };
}

function bothInView(source, target) {
  let point = seenPoint(target);
  if (point) return point;
  const [a, b] = [source.getBoundingClientRect(), target.getBoundingClientRect()];
  const [top, bottom] = [Math.min(a.top, b.top), Math.max(a.bottom, b.bottom)];
  if (bottom - top > innerHeight) return null;
  scrollBy({ top: (top + bottom - innerHeight) / 2, behavior: 'instant' });
  return seenPoint(target);
}

// Where a target can be let go on as things stand; what is dragged may lie over it.
function seenPoint(target) {
  for (const [x, y] of candidates(target)) {
    if (x >= 0 && y >= 0 && x < innerWidth && y < innerHeight) return { x, y };
  }
  return null;
}

function spot(want) {
  const target = elementOf(want.node);
  if (!target) return { why: 'gone' };
  const why = whyNotShown(target);
  if (why && why !== 'offscreen') return { why, ...wayTo(target, why), ...describe(target) };
  reveal(target, 'nearest');
  const box = target.getBoundingClientRect();
  const point = want.x === undefined ? seenPoint(target) : { x: box.left + want.x, y: box.top + want.y };
  return point ? { ...point, ...describe(target) } : { why: 'offscreen', ...describe(target) };
}

function onDrag(event) {
  if (!drag || !event.isTrusted) return;
  const hit = event.composedPath()[0];
  switch (event.type) {
    case 'dragstart': drag.native = true; break;
    case 'drop': drag.got = hit; break;
    case 'pointerup': case 'mouseup': drag.got ??= under(event); break;
    case 'dragend': drag.effect = event.dataTransfer.dropEffect; break;
  }
}

// What lies under what is dragged: a pointer that is captured tells of its holder wherever it is.
function under(event) {
  const hits = document.elementsFromPoint(event.clientX, event.clientY);
  return hits.find((hit) => !isWithin(hit, drag.source)) ?? hits[0] ?? null;
}

function onDragHandled(event) {
  if (!drag || !event.isTrusted) return;
  if (event.type === 'dragstart') drag.native = !event.defaultPrevented;
  if (event.type === 'dragstart' || event.type === 'dragover') {
    for (const type of event.dataTransfer.types) {
      const data = event.dataTransfer.getData(type);
      if (data) drag.data.set(type, data);
    }
  }
}

function carried() {
  return { native: drag?.native ?? false };
}

function letFall({ x, y }) {
  const target = deepestAt(x, y);
  if (!drag || !target) return {};
  const dataTransfer = new DataTransfer();
  for (const [type, data] of drag.data) dataTransfer.setData(type, data);
  const tell = (on, type, cancelable) =>
    on.dispatchEvent(new DragEvent(type, { bubbles: true, composed: true, cancelable, clientX: x, clientY: y, dataTransfer }));
  // A target takes what it does not let pass.
  const taken = !tell(target, 'dragover', true);
  if (taken) {
    if (dataTransfer.dropEffect === 'none') dataTransfer.dropEffect = 'move';
    tell(target, 'drop', true);
  } else dataTransfer.dropEffect = 'none';
  drag.got = target;
  drag.effect = dataTransfer.dropEffect;
  drag.script = true;
  tell(drag.source, 'dragend', false);
  return {};
}

async function dropped({ cap }) {
  const until = performance.now() + cap;
  // The end of a drag of the page's own comes after the button was let go.
  while (drag?.native && drag.effect === null && performance.now() < until) await frame();
  const last = drag;
  drag = null;
  for (const type of DRAGS) {
    removeEventListener(type, onDrag, true);
    removeEventListener(type, onDragHandled);
  }
  if (!last) return {};
  const hit = last.got?.nodeType === 3 ? last.got.parentElement : last.got;
  const out = { got: hit && hit.nodeType === 1 ? nameForPeople(named(hit)) : null, stirred: stirred() };
  if (last.native) out.refused = last.effect === 'none';
  if (last.script) out.how = 'script';
  const moved = movedFrom(last.before, last.source);
  if (moved) out.moved = moved;
  return out;
}

function placeOf(element) {
  const box = element.getBoundingClientRect();
  const up = element.parentNode;
  return { up, index: up ? [...up.children].indexOf(element) : -1, x: box.x + scrollX, y: box.y + scrollY };
}

function movedFrom(before, element) {
  if (!element.isConnected) return { replaced: true };
  const now = placeOf(element);
  if (now.up !== before.up) return { into: nameForPeople(named(now.up.nodeType === 1 ? now.up : document.body)), position: now.index + 1 };
  if (now.index !== before.index) return { position: now.index + 1, before: before.index + 1 };
  const by = { x: Math.round(now.x - before.x), y: Math.round(now.y - before.y) };
  return by.x || by.y ? { by } : null;
}
