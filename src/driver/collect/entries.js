// What a walk sends: entries for elements and runs of text, as text of JSON.
//
//   startEntries() / endEntries()          -> around a walk; the end gives {roles, nodes, numbers}: texts of JSON, and
//                                             the numbers of the elements that were sent
//   addEntry(element, tag, role, state, context) -> sends an element; returns the context below it, null to go no deeper
//   addText(text, context, block), endRun() -> gathers text that runs on within one block; sends it

const MOST_TEXT = 20_000; // UTF-16 units of one run

let entryRoles, roleNumbers, entries, entryNumbers;
let run, runDepth, runBlock, runSeen;

function startEntries() {
  entryRoles = [];
  roleNumbers = new Map();
  entries = '';
  entryNumbers = [];
  run = '';
}

function endEntries() {
  endRun();
  const sent = { roles: JSON.stringify(entryRoles), nodes: '[' + entries.slice(1) + ']', numbers: entryNumbers };
  entries = '';
  entryNumbers = [];
  return sent;
}

function addText(text, context, block) {
  if (run !== '' && (block !== runBlock || context.depth !== runDepth)) endRun();
  if (run === '') { runDepth = context.depth; runBlock = block; runSeen = context.unseen === 0; }
  run += text;
}

function endRun() {
  if (run === '') return;
  const text = clean(run);
  run = '';
  if (text !== '') add('text', runDepth, 0, runSeen ? 0 : STATE.UNSEEN, cut(text, MOST_TEXT), '');
}

function add(role, depth, number, state, name, extras) {
  if (number !== 0) entryNumbers.push(number);
  entries += ',[' + roleNumber(role) + ',' + depth + ',' + number + ',' + state;
  if (name || extras) entries += ',' + quoted(name);
  entries += extras ? ',' + extras + '}]' : ']';
}

function roleNumber(role) {
  let number = roleNumbers.get(role);
  if (number === undefined) {
    number = entryRoles.push(role) - 1;
    roleNumbers.set(role, number);
  }
  return number;
}

function addEntry(element, tag, role, state, context) {
  endRun();
  if ((tag === 'input' || tag === 'textarea' || state & STATE.EDITABLE) && isSecret(element)) state |= STATE.SECRET;
  const name = cut(nameOf(element, role), MOST_NAME);
  const source = nameSource;
  if (source === BY_CONTENT) state |= STATE.NAMED_BY_CONTENT;
  // What is faded out can be pressed all the same, and often is what is pressed: a box under a drawn one.
  const unseen = WIDGET_ROLES.has(role) ? context.unseen & ~FADED : context.unseen;
  if (unseen || state & STATE.FRAME && isNothing(element)) state |= STATE.UNSEEN;
  if (role === 'img') {
    if (name === '' && !(state & (STATE.FOCUSABLE | STATE.CLICKABLE)) && !isLargePicture(element)) return tag === 'svg' ? context : null;
    if (name !== '' && isNothing(element)) { left.unseen++; return null; }
  }
  let extras = extrasOf(element, role, state, addresses);
  const put = (key, list) => { extras += (extras ? ',"' : '{"') + key + '":[' + list.map(Math.round) + ']'; };
  if (state & STATE.SCROLLABLE) put('s', [element.scrollTop, element.clientHeight, element.scrollHeight]);
  if (role === 'canvas' || (role === 'img' && name === '')) put('w', [element.clientWidth, element.clientHeight]);
  add(role || 'generic', context.depth, idOf(element), state, name, extras);
  if (tag === 'img' && element.hasAttribute('usemap')) addAreas(element, context.depth + 1);
  return contextBelow(element, tag, role, state, source, context);
}

function contextBelow(element, tag, role, state, source, context) {
  const owns = attributesOf(element) & HAS_OWNS;
  const closed = state & STATE.EDITABLE || LEAF_ROLES.has(role);
  if (closed && !owns && element.firstElementChild === null && shadowOf(element) === null) return null;
  const next = new Context(context);
  next.depth++;
  if (closed) {
    next.leaf = next.hush = !owns;
    return next;
  }
  next.hush = (context.hush || source === BY_CONTENT || role === 'link' || role === 'combobox') && role !== 'row';
  next.captioned = source === BY_NATIVE;
  if (state & STATE.LIVE) next.live = true;
  return next;
}

// A box in which nobody sees anything.
function isNothing(element) {
  const box = element.getBoundingClientRect();
  return box.width <= 1 || box.height <= 1;
}

// A picture without a name may still be what matters (a captcha); smaller ones are decoration.
function isLargePicture(element) {
  const width = element.clientWidth, height = element.clientHeight;
  return width >= 24 && height >= 24 && width * height >= 2400;
}

// The areas of an image map are drawn on their picture, wherever the map stands.
function addAreas(image, depth) {
  const map = doc.getElementsByName(image.getAttribute('usemap').replace(/^#/, ''))[0];
  if (map?.localName !== 'map') return;
  for (const area of map.querySelectorAll('area[href]')) {
    const role = roleOf(area);
    add(role, depth, idOf(area), statesOf(area, role), nameOf(area, role), '');
  }
}
