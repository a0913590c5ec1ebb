// A closer look at elements that are about to be told: what costs geometry is asked for those alone.
//
//   look(numbers, {boxes, selectors}) -> JSON text: a list of
//     {"n":number,"gone":true} or
//     {"n","why"?,"far"?,"block"?:{"n","role","name","is"},"by"?:{… ,"with":"click"|"hover"},"box"?:[x,y,w,h],"css"?,"xpath"?}
//   `why` is hidden, inert, zero_size, offscreen or covered; `far` says that no scrolling brings it into
//   view; `block` hides or covers it; `by` reveals it; `is` is the element as tag#id or tag.class

function look(numbers, options = {}) {
  return atOnce(() => '[' + numbers.map((number) => lookAt(number, options)) + ']');
}

function lookAt(number, options) {
  const element = elementOf(number);
  if (!element) return '{"n":' + number + ',"gone":true}';
  let said = '{"n":' + number;
  const box = boxOf(element);
  let why = whyNotShown(element), block = null;
  if (why === 'offscreen') said += ',"far":true';
  else if (why === '' && box && isOutOfView(box)) why = 'offscreen';
  else if (why === '' && (block = coverOf(element)) !== null) { why = 'covered'; block = named(block); }
  else if (why === 'inert') block = topModal();
  else if (why === 'hidden') block = hiderOf(element);
  if (why) said += ',"why":"' + why + '"';
  if (block && block !== element) said += ',"block":{' + calling(block) + '}';
  if (why === 'hidden') { const by = revealerOf(element); if (by) said += ',"by":{' + calling(by.element) + ',"with":"' + by.by + '"}'; }
  if (options.boxes && box) said += ',"box":[' + [box.x, box.y, box.width, box.height].map(Math.round) + ']';
  if (options.selectors) {
    const selector = selectorOf(element);
    if (selector?.css) said += ',"css":' + JSON.stringify(selector.css);
    else if (selector) said += ',"xpath":' + JSON.stringify(selector.xpath);
  }
  return said + '}';
}

function isOutOfView(box) {
  return box.x >= innerWidth || box.y >= innerHeight || box.x + box.width <= 0 || box.y + box.height <= 0;
}

function calling(element) {
  const role = roleOf(element);
  return '"n":' + idOf(element) + ',"role":' + quoted(role || 'generic') + ',"name":' + quoted(cut(nameOf(element, role), 200)) + ',"is":' + quoted(asTag(element));
}

function asTag(element) {
  const mark = element.id ? '#' + element.id : element.classList.length ? '.' + element.classList[0] : '';
  return cut(clean(element.localName + mark), 60);
}

// The nearest element around that has a role, which says more than a bare wrapper does.
function named(element) {
  for (let up = element; up && up.nodeType === 1 && up !== document.body; up = flatParent(up)) {
    const role = roleOf(up);
    if (role !== '' && !TEXT_ROLES.has(role)) return up;
  }
  return element;
}
