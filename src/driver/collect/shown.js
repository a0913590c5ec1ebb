// Whether a person can see and reach an element, and where it is.
//
//   boxOf(element)       -> {x, y, width, height} in CSS pixels of the viewport, or null without a box
//   isShown(element)     -> whether whyNotShown finds nothing
//   whyNotShown(element) -> '' | 'hidden' | 'inert' | 'zero_size' | 'offscreen'
//   coverOf(element)     -> the element that lies over its middle, or null; only what is in view can tell
//   elementAt(x, y)      -> the topmost element there, through open and adopted shadow roots
//   revealerOf(element)  -> {element, by: 'click' | 'hover'}: what shows it, or null
//   hiderOf(element)     -> the element whose style hides it, itself or one around it

function boxOf(element) {
  const rect = element.localName === 'area' ? areaBox(element) : rectOf(element);
  return rect && { x: rect.left, y: rect.top, width: rect.right - rect.left, height: rect.bottom - rect.top };
}

function rectOf(element) {
  const rect = element.getBoundingClientRect();
  if (rect.width || rect.height || !(factsOf(element) & (CONTENTS | INLINE))) return rect;
  // Without a box of its own (display: contents, an empty line box) the content has one.
  const range = doc.createRange();
  range.selectNodeContents(element);
  return range.getBoundingClientRect();
}

// An area lies on the picture that uses its map.
function areaBox(area) {
  const map = area.closest('map');
  const image = map && doc.querySelector('img[usemap="#' + CSS.escape(map.name || map.id) + '"]');
  if (!image) return null;
  const on = image.getBoundingClientRect();
  const at = (area.coords || '').split(/[\s,]+/).map(Number).filter((n) => !Number.isNaN(n));
  if (area.shape === 'default' || at.length < 3) return on;
  const [x, y, radius] = at;
  if (area.shape === 'circle') return cornersOn(on, [x - radius, x + radius], [y - radius, y + radius]);
  return cornersOn(on, at.filter((_, i) => i % 2 === 0), at.filter((_, i) => i % 2 === 1));
}

function cornersOn(on, xs, ys) {
  return {
    left: on.left + Math.min(...xs), right: on.left + Math.max(...xs), top: on.top + Math.min(...ys), bottom: on.top + Math.max(...ys),
  };
}

function isShown(element) {
  return whyNotShown(element) === '';
}

function whyNotShown(element) {
  if (element.localName === 'area') return boxOf(element) ? '' : 'hidden';
  if (!isRendered(element)) return 'hidden';
  if (isInert(element)) return 'inert';
  const box = boxOf(element);
  if (!box || box.width <= 0 || box.height <= 0) return 'zero_size';
  return isOutOfReach(element, rectOf(element), getComputedStyle(element).position) ? 'offscreen' : '';
}

function isRendered(element) {
  const bits = factsOf(element);
  if (bits & (GONE | INVISIBLE)) return false;
  if (bits & CONTENTS) return flatParent(element)?.nodeType !== 1 || isRendered(nearestBox(element));
  return element.checkVisibility({ contentVisibilityAuto: false, visibilityProperty: true });
}

function nearestBox(element) {
  let up = flatParent(element);
  while (up?.nodeType === 1 && factsOf(up) & CONTENTS && flatParent(up)?.nodeType === 1) up = flatParent(up);
  return up;
}

function isInert(element) {
  if (isInInert(element)) return true;
  const top = topModal();
  return top !== null && !isWithin(element, top);
}

// What is found out of an element holds for all on the way up to it, so that many in one deep place cost
// no more than one.
function isInInert(element) {
  const way = [];
  let found;
  for (let up = element; found === undefined && up && up.nodeType === 1; up = flatParent(up)) {
    found = up.hasAttribute('inert') ? true : inInert.get(up);
    way.push(up);
  }
  found ??= false;
  if (keeping) for (const passed of way) inInert.set(passed, found);
  return found;
}

function elementAt(x, y) {
  let at = doc.elementFromPoint(x, y);
  for (let root = at && shadowOf(at); root; root = shadowOf(at)) {
    const inner = root.elementFromPoint(x, y);
    if (!inner || inner === at) break;
    at = inner;
  }
  return at && isHiding(at) ? flatParent(at) : at;
}

function coverOf(element) {
  const box = boxOf(element);
  if (!box) return null;
  const left = Math.max(box.x, 0), right = Math.min(box.x + box.width, innerWidth);
  const top = Math.max(box.y, 0), bottom = Math.min(box.y + box.height, innerHeight);
  if (right - left < 1 || bottom - top < 1) return null;
  const at = elementAt((left + right) / 2, (top + bottom) / 2);
  if (!at || isSameTarget(at, element)) return null;
  return at;
}

// What is hit stands for the element when it is in it, around it as its label, or the image of its map.
function isSameTarget(hit, element) {
  if (isWithin(hit, element)) return true;
  const label = hit.closest?.('label');
  if (label && label.control === element) return true;
  if (element.localName === 'area') return hit.localName === 'img' || hit.localName === 'area';
  return isWithin(element, hit) && factsOf(element) & CONTENTS;
}

// The order of trust: what names the hidden part, what expands near it, and else the pointer over
// the nearest thing in sight.
function revealerOf(element) {
  let near = null;
  for (let up = element; up && up.nodeType === 1 && up !== doc.body; up = flatParent(up)) {
    if (up.localName === 'details' && !up.open) {
      const summary = up.querySelector(':scope > summary');
      if (summary && summary !== element) return { element: summary, by: 'click' };
    }
    const opener = up.hasAttribute('id') ? openerOf(up) : null;
    if (opener && !isWithin(opener, up) && isRendered(opener)) return { element: opener, by: 'click' };
    near ??= up !== element ? collapsedIn(up, element) : null;
  }
  if (near) return { element: near, by: 'click' };
  let seen = flatParent(element);
  while (seen && seen.nodeType === 1 && !isRendered(seen)) seen = flatParent(seen);
  const whole = !seen || seen.nodeType !== 1 || seen === doc.body || seen === doc.documentElement;
  return whole ? null : { element: seen, by: 'hover' };
}

function openerOf(element) {
  const id = '="' + CSS.escape(element.getAttribute('id')) + '"]';
  return treeOf(element).querySelector('[popovertarget' + id + ',[commandfor' + id + ',[aria-controls~' + id);
}

function collapsedIn(element, hidden) {
  for (const control of [element, ...element.querySelectorAll('[aria-expanded]')]) {
    const opensOther = control.hasAttribute('aria-controls') || control.contains(hidden) && control !== element;
    if (control.getAttribute('aria-expanded') === 'false' && !opensOther && isRendered(control)) return control;
  }
  return null;
}

// The element whose style hides another one.
function hiderOf(element) {
  let hider = element;
  for (let up = flatParent(element); up && up.nodeType === 1 && !isRendered(up); up = flatParent(up)) hider = up;
  return hider;
}
