// One walk over the flat tree: what is there, in reading order, as compact JSON.
//
//   walk({nodes, ms, addresses}) -> JSON text:
//     {"v":1,"url","title","focus":number,"view":[width,height,x,y,pageWidth,pageHeight],
//      "roles":[…],"nodes":[[role,depth,number,state,name?,{extras}?],…],
//      "left":{"inert","hidden","unseen","cut"}}
//   `role` indexes `roles`; a run of text has the role "text" and number 0; `state` is STATE bits;
//   extras are listed at extrasOf. `left` counts what was left out: controls that are inert or
//   aria-hidden, texts that nobody can see, and nodes after the budget was spent.
//
// Hidden content is left out; inert and aria-hidden content is left out and counted: none of it can
// be used, and the one rule holds for every caller.

const CONTROLS = 'a[href],button,input:not([type=hidden]),select,textarea,summary,[tabindex],[contenteditable],iframe,[role=button],[role=link],[role=checkbox],[role=menuitem],[role=tab],[role=option]';
const CLOSED_TAGS = new Set(['input', 'textarea', 'img', 'iframe', 'frame', 'fencedframe', 'canvas', 'video', 'audio', 'embed', 'hr', 'progress', 'meter', 'object', 'br', 'wbr']);
const CAPTION_TAGS = new Set(['caption', 'legend', 'figcaption']);

let walkRoles, roleNumbers, output, left;
let run, runDepth, runBlock, runSeen;
let modal;

function walk(options = {}) {
  const mostNodes = options.nodes ?? 200_000;
  const until = performance.now() + (options.ms ?? 4_000);
  walkRoles = [];
  roleNumbers = new Map();
  output = '';
  left = { inert: 0, hidden: 0, unseen: 0, cut: 0 };
  run = '';
  modal = topModal();
  keepFacts();
  addresses = options.addresses === true;
  let visited = 0;
  try {
    visited = traverse(document.documentElement, mostNodes, until);
    flush();
    return answer(visited);
  } finally {
    output = '';
    dropFacts();
  }
}

function answer(visited) {
  const focus = focusedElement();
  const page = document.scrollingElement ?? document.documentElement;
  const head = '{"v":1,"url":' + JSON.stringify(document.URL) + ',"title":' + quoted(clean(document.title)) +
    ',"focus":' + (focus ? idOf(focus) : 0) + ',"view":' + JSON.stringify([innerWidth, innerHeight, Math.round(scrollX), Math.round(scrollY), page?.scrollWidth ?? 0, page?.scrollHeight ?? 0]);
  return head + ',"roles":' + JSON.stringify(walkRoles) + ',"left":' + JSON.stringify(left) + ',"visited":' + visited +
    ',"nodes":[' + output.slice(1) + ']}';
}

let addresses = false;
const NOTHING = [];
const SPACE = { nodeType: 3, data: ' ' };

// What holds for everything below an element. A new one is made only where something changes.
//   depth   of the entries below
//   hush    text is left out: a name above already says it
//   leaf    only controls are wanted: the role above makes its content presentational
//   unseen  style bits of UNSEEN_BY_STYLE
//   pointer the cursor is a pointer already
//   caption a caption, legend or figcaption below is the name of the entry above
//   live    inside a live region
//   disabled inside aria-disabled
//   owns    what the element above owns, which is not skipped here
function below(context, changes) {
  return { ...context, ...changes };
}

function traverse(root, mostNodes, until) {
  const nodes = [root];
  const contexts = [{ depth: 0, hush: false, leaf: false, unseen: 0, pointer: false, caption: false, live: false, disabled: false, owns: NOTHING }];
  const blocks = [0];
  let block = 0, visited = 0;
  while (nodes.length) {
    const node = nodes.pop(), context = contexts.pop(), within = blocks.pop();
    if (node.nodeType === 3) {
      if (!context.hush) addText(node.data, context, within);
      continue;
    }
    if (node.nodeType !== 1) continue;
    if (++visited > mostNodes || ((visited & 255) === 0 && performance.now() > until)) {
      cutHere(node, nodes);
      break;
    }
    visit(node, context, within);
  }
  return visited;

  function visit(element, context, within) {
    const tag = element.localName;
    if (SILENT_TAGS.has(tag)) return;
    const shadow = shadowOf(element);
    if (shadow !== null) enterShadow(shadow);
    const bits = factsOf(element);
    if (bits & GONE) return;
    const attributes = element.hasAttributes();
    if (attributes) {
      if (element.hasAttribute('inert')) { left.inert += controlsIn(element); return; }
      const hidden = element.getAttribute('aria-hidden');
      if (hidden !== null && hidden.trim().toLowerCase() === 'true' && tag !== 'body' && tag !== 'html') { left.hidden += controlsIn(element); return; }
      if (isOwnedElsewhere(element) && !contextOwns(context, element)) return;
    }
    if (modal !== null && isBehindModal(element)) { left.inert += controlsIn(element); return; }
    if (!(bits & INLINE) || tag === 'br') { flush(); block++; within = block; }
    else if (!(bits & TIGHT)) addText(' ', context, within);
    let next = context;
    const unseen = bits & UNSEEN_BY_STYLE;
    if (unseen & ~context.unseen) next = below(next, { unseen: context.unseen | unseen });
    const role = attributes ? roleOf(element) : nativeRole(element);
    const frame = tag === 'iframe' || tag === 'frame' || tag === 'fencedframe';
    if (!(bits & INVISIBLE)) {
      const state = stateToSend(element, role, bits, context, attributes, frame);
      if (state !== 0 || isEntry(role, context)) next = addEntry(element, frame ? 'iframe' : role, state, next, context);
      if (next === null) return;
      if (next.caption && CAPTION_TAGS.has(tag)) next = below(next, { hush: true });
      if (tag === 'label' && !next.hush && labelsListed(element)) next = below(next, { hush: true });
    }
    if (attributes && !next.disabled && element.getAttribute('aria-disabled')?.toLowerCase() === 'true') next = below(next, { disabled: true });
    if ((bits & POINTER) !== 0 !== next.pointer) next = below(next, { pointer: (bits & POINTER) !== 0 });
    if (bits & LOCKED || CLOSED_TAGS.has(tag) || (tag === 'select' && role === 'combobox')) return;
    pushBelow(element, shadow, bits, next, within);
  }

  function pushBelow(element, shadow, bits, context, within) {
    const before = generated(element, '::before');
    const after = generated(element, '::after');
    if (after) push({ nodeType: 3, data: after }, context, within);
    if ((bits & (INLINE | TIGHT)) === INLINE && !context.hush) push(SPACE, context, within);
    if (element.hasAttribute('aria-owns')) {
      const owned = ownedBy(element);
      const owning = below(context, { owns: owned });
      for (let i = owned.length; i-- > 0;) push(owned[i], owning, within);
    }
    const silent = bits & INVISIBLE || context.hush || (bits & TINY || context.unseen || isDrawnUnseen(element, context)) && !context.live;
    const tag = element.localName;
    if (shadow === null && tag !== 'slot' && (tag !== 'details' || element.open)) {
      for (let child = element.lastChild; child !== null; child = child.previousSibling) {
        if (child.nodeType === 1) push(child, context, within);
        else if (child.nodeType === 3) silent ? noteUnseen(child, bits, context) : push(child, context, within);
      }
    } else {
      const children = visibleChildren(element);
      for (let i = children.length; i-- > 0;) {
        const child = children[i];
        if (child.nodeType === 1) push(child, context, within);
        else if (child.nodeType === 3) silent ? noteUnseen(child, bits, context) : push(child, context, within);
      }
    }
    if (before) addText(before, context, within);
  }

  function push(node, context, within) {
    nodes.push(node);
    contexts.push(context);
    blocks.push(within);
  }
}

function contextOwns(context, element) {
  return context.owns.includes(element);
}

function enterShadow(root) {
  if (used !== USE_ALL) used |= propertiesOf(root, 200);
  ownerRoots.add(root);
}

function noteUnseen(textNode, bits, context) {
  if (!context.hush && !(bits & INVISIBLE) && textNode.data.trim() !== '') left.unseen++;
}

function addText(data, context, block) {
  if (run !== '' && (block !== runBlock || context.depth !== runDepth)) flush();
  if (run === '') { runDepth = context.depth; runBlock = block; runSeen = context.unseen === 0; }
  run += data;
}

function flush() {
  if (run === '') return;
  const text = clean(run);
  run = '';
  if (text !== '') output += ',[' + roleNumber('text') + ',' + runDepth + ',0,' + (runSeen ? 0 : STATE.UNSEEN) + ',' + quoted(text) + ']';
}

function roleNumber(role) {
  let number = roleNumbers.get(role);
  if (number === undefined) {
    number = walkRoles.push(role) - 1;
    roleNumbers.set(role, number);
  }
  return number;
}

// Whether a role makes an entry of its own here.
function isEntry(role, context) {
  if (TEXT_ROLES.has(role)) return false;
  return !context.leaf || WIDGET_ROLES.has(role);
}

// The states of an element that is sent for its role or for what can be done with it; 0 for one
// that is neither (an entry without states sends 0 too).
function stateToSend(element, role, bits, context, attributes, frame) {
  if (!attributes && (role === '' || !(role in STATEFUL))) return bits & SCROLLS && isScrollable(element) ? STATE.SCROLLABLE : bits & POINTER && !context.pointer && role === '' && isPressable(element, context) ? STATE.CLICKABLE : 0;
  let state = role === '' && !attributes ? 0 : statesOf(element, role, context.disabled);
  if (frame) state |= STATE.FRAME;
  if (role === '' || TEXT_ROLES.has(role)) {
    if (state & STATE.FOCUSABLE && !context.leaf) state |= STATE.CLICKABLE;
    else if (attributes && element.hasAttribute('onclick') || bits & POINTER && !context.pointer) {
      if (isPressable(element, context)) state |= STATE.CLICKABLE;
    }
    state &= STATE.CLICKABLE | STATE.FOCUSABLE | STATE.LIVE | STATE.DRAGGABLE | STATE.EDITABLE | STATE.MULTILINE | STATE.BUSY | STATE.FRAME;
    if (state === STATE.BUSY) state = 0;
  }
  if (bits & SCROLLS && isScrollable(element)) state |= STATE.SCROLLABLE;
  return state;
}

const STATEFUL = { button: 1, textbox: 1, combobox: 1, listbox: 1, option: 1, iframe: 1, dialog: 1, group: 1, checkbox: 1, link: 1 };

function isScrollable(element) {
  if (element === document.documentElement || element === document.body) return false;
  return element.scrollHeight > element.clientHeight + 4 || element.scrollWidth > element.clientWidth + 4;
}

// A pointer cursor makes a plain element worth pressing, unless a control around it has it from.
function isPressable(element, context) {
  if (context.leaf || context.hush) return false;
  const tag = element.localName;
  return tag !== 'html' && tag !== 'body' && tag !== 'label' && tag !== 'option';
}

// Sends one entry and returns the context for what is below it; null when nothing below is wanted.
function addEntry(element, role, state, context, above) {
  flush();
  const tag = element.localName;
  if (isSecretField(element, tag, state)) state |= STATE.SECRET;
  if (context.unseen) state |= STATE.UNSEEN;
  else if (state & STATE.FRAME && isNothing(element)) state |= STATE.UNSEEN;
  const name = nameOf(element, role);
  if (nameSource === BY_CONTENT) state |= STATE.NAMED_BY_CONTENT;
  const source = nameSource;
  if (role === 'img' && name === '' && !(state & STATE.FOCUSABLE) && !isLargePicture(element)) return tag === 'svg' ? context : null;
  let extras = extrasOf(element, role, state, addresses);
  if (state & STATE.SCROLLABLE) extras += (extras ? ',' : '{') + '"s":[' + [element.scrollTop, element.clientHeight, element.scrollHeight].map(Math.round) + ']';
  if (role === 'canvas' || (role === 'img' && name === '')) extras += (extras ? ',' : '{') + '"w":[' + element.clientWidth + ',' + element.clientHeight + ']';
  output += ',[' + roleNumber(role || 'generic') + ',' + above.depth + ',' + idOf(element) + ',' + state + (name || extras ? ',' + quoted(name) : '') + (extras ? ',' + extras + '}' : '') + ']';
  if (tag === 'img' && element.hasAttribute('usemap')) addAreas(element, above.depth + 1);
  if (state & STATE.EDITABLE || LEAF_ROLES.has(role)) {
    if (element.firstElementChild === null && shadowOf(element) === null) return null;
    return below(context, { depth: above.depth + 1, leaf: true, hush: true });
  }
  const hush = context.hush || source === BY_CONTENT || role === 'link' || role === 'combobox';
  return below(context, { depth: above.depth + 1, hush: hush && role !== 'row', caption: source === BY_NATIVE, live: context.live || (state & STATE.LIVE) !== 0 });
}

function isSecretField(element, tag, state) {
  return (tag === 'input' || tag === 'textarea' || state & STATE.EDITABLE) && isSecret(element);
}

function isNothing(element) {
  return element.offsetWidth <= 1 || element.offsetHeight <= 1;
}

// A picture without a name may still be what matters (a captcha); smaller ones are decoration.
function isLargePicture(element) {
  const width = element.clientWidth, height = element.clientHeight;
  return width >= 24 && height >= 24 && width * height >= 2400;
}

// The areas of an image map are drawn on their picture, wherever the map stands.
function addAreas(image, depth) {
  const map = document.getElementsByName(image.getAttribute('usemap').replace(/^#/, ''))[0];
  if (!map || map.localName !== 'map') return;
  for (const area of map.querySelectorAll('area[href]')) {
    const role = roleOf(area);
    output += ',[' + roleNumber(role) + ',' + depth + ',' + idOf(area) + ',' + statesOf(area, role) + ',' + quoted(nameOf(area, role)) + ']';
  }
}

// A label's words are its control's name: they are not said twice.
function labelsListed(label) {
  const control = label.control;
  return control !== null && control !== undefined && !(factsOf(control) & (GONE | INVISIBLE));
}

function controlsIn(element) {
  return element.querySelectorAll(CONTROLS).length + (element.matches(CONTROLS) ? 1 : 0);
}

// The budget is spent: what is left is counted, and its controls are still told apart from text.
function cutHere(node, nodes) {
  flush();
  const rest = [node, ...nodes.filter((other) => other.nodeType === 1)];
  for (const element of rest) left.cut += element.getElementsByTagName('*').length + 1;
}

function topModal() {
  const open = document.querySelectorAll('dialog:modal');
  return open.length ? open[open.length - 1] : null;
}

function isBehindModal(element) {
  return !modal.contains(element) && !element.contains(modal) && !isWithin(modal, element) && !isWithin(element, modal);
}

function focusedElement() {
  let focus = document.activeElement;
  while (focus && shadowOf(focus)?.activeElement) focus = shadowOf(focus).activeElement;
  return focus && focus !== document.body && focus !== document.documentElement ? focus : null;
}

// Text in the colour of what is behind it. Pictures behind it are looked for only then.
function isDrawnUnseen(element, context) {
  if (!(used & USE_COLOR)) return false;
  let own = false;
  for (let child = element.firstChild; child && !own; child = child.nextSibling) own = child.nodeType === 3 && child.data.trim() !== '';
  if (!own) return false;
  const style = getComputedStyle(element);
  const color = style.color;
  if (/^rgba\(.*, 0\)$/.test(color) || color === 'transparent') return style.webkitTextFillColor === color && style.backgroundClip !== 'text' && style.textShadow === 'none';
  if (color !== backdropOf(element)) return false;
  return style.textShadow === 'none' && style.webkitTextFillColor === color && !isOverPicture(element);
}

// The nearest solid colour behind an element; '' where something else than a colour is drawn.
function backdropOf(element) {
  for (let at = element; at && at.nodeType === 1; at = flatParent(at)) {
    const style = getComputedStyle(at);
    if (style.backgroundImage !== 'none') return '';
    const color = style.backgroundColor;
    if (/^rgb\(/.test(color)) return color;
    if (!/, 0\)$/.test(color) && color !== 'transparent') return '';
  }
  return 'rgb(255, 255, 255)';
}

function isOverPicture(element) {
  const box = element.getBoundingClientRect();
  for (const picture of document.querySelectorAll('img,video,canvas,svg,object,embed,iframe')) {
    const other = picture.getBoundingClientRect();
    if (other.left < box.right && other.right > box.left && other.top < box.bottom && other.bottom > box.top) return true;
  }
  const x = box.left + Math.min(box.width, innerWidth) / 2, y = box.top + box.height / 2;
  for (const under of document.elementsFromPoint(x, y)) {
    if (under === element || under.contains(element)) continue;
    const style = getComputedStyle(under);
    if (style.backgroundImage !== 'none' || !/, 0\)$|transparent/.test(style.backgroundColor)) return true;
  }
  return false;
}
