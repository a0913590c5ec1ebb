// A closer look at elements that are about to be told: what costs geometry is asked for those alone.
//
//   look(numbers, {boxes, selectors}) -> JSON text: a list of
//     {"n":number,"gone":true} or {"n","why"?,"cover"?:{"n","role","name"},"by"?:{…},"box"?:[x,y,w,h],"css"?,"xpath"?}
//   `why` is whyNotShown's word, or "covered"; `cover` lies over it; `by` reveals it

function look(numbers, options = {}) {
  keepFacts();
  const list = numbers.map((number) => lookAt(number, options));
  dropFacts();
  return '[' + list + ']';
}

function lookAt(number, options) {
  const element = elementOf(number);
  if (!element) return '{"n":' + number + ',"gone":true}';
  let said = '{"n":' + number;
  let why = whyNotShown(element);
  const cover = why === '' ? coverOf(element) : null;
  if (cover) { why = 'covered'; said += ',"cover":' + calling(named(cover)); }
  if (why) said += ',"why":"' + why + '"';
  if (why === 'inert') { const top = topModal(); if (top) said += ',"cover":' + calling(top); }
  if (why === 'hidden') { const by = revealerOf(element); if (by) said += ',"by":' + calling(by); }
  if (options.boxes) {
    const box = boxOf(element);
    if (box) said += ',"box":[' + [box.x, box.y, box.width, box.height].map(Math.round) + ']';
  }
  if (options.selectors) {
    const selector = selectorOf(element);
    if (selector?.css) said += ',"css":' + JSON.stringify(selector.css);
    else if (selector) said += ',"xpath":' + JSON.stringify(selector.xpath);
  }
  return said + '}';
}

function calling(element) {
  const role = roleOf(element);
  return '{"n":' + idOf(element) + ',"role":' + quoted(role || 'generic') + ',"name":' + quoted(cut(nameOf(element, role), 200)) + '}';
}

// The nearest element around that has a role, which says more than a bare wrapper does.
function named(element) {
  for (let up = element; up && up.nodeType === 1 && up !== document.body; up = flatParent(up)) {
    const role = roleOf(up);
    if (role !== '' && !TEXT_ROLES.has(role)) return up;
  }
  return element;
}
