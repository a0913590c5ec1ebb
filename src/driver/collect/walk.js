// One walk over the flat tree: what is there, in reading order, as compact JSON.
//
//   walk({nodes, ms, addresses, within, since}) -> JSON text:
//     {"v":1,"revision","url","title","focus":number,"view":[width,height,x,y,pageWidth,pageHeight],
//      "roles":[…],"nodes":[[role,depth,number,state,name?,{extras}?],…],
//      "left":{"inert","hidden","unseen","cut"}}
//   `nodes` and `ms` bound the work; `addresses` adds those of links; `within` is the number of the
//   element to begin at. `since` is the revision of an earlier answer to the same question: when
//   nothing has changed, the answer is {"v":1,"same":revision,"view":[…]}.
//   `role` indexes `roles`; a run of text has the role "text" and number 0; `state` is STATE bits;
//   extras are listed at extrasOf. `left` counts what was left out: controls that are inert or
//   aria-hidden, texts that nobody can see, and elements after the bound was reached.
//
// Hidden content is left out; inert and aria-hidden content is left out and counted: none of it can
// be used, and the one rule holds for every caller.

const CONTROLS = 'a[href],button,input:not([type=hidden]),select,textarea,summary,[tabindex],[contenteditable],iframe,[role=button],[role=link],[role=checkbox],[role=menuitem],[role=tab],[role=option]';
const CLOSED_TAGS = new Set(['input', 'textarea', 'img', 'iframe', 'frame', 'fencedframe', 'canvas', 'video', 'audio', 'embed', 'hr', 'progress', 'meter', 'object', 'br', 'wbr']);
const FRAME_TAGS = new Set(['iframe', 'frame', 'fencedframe']);
const CAPTION_TAGS = new Set(['caption', 'legend', 'figcaption']);
const SPACE = { nodeType: 3, data: ' ' };

let left;
let seen = null;
let addresses = false;

function walk(options = {}) {
  addresses = options.addresses === true;
  if (options.since !== undefined && options.within === undefined && isUnchanged(options.since, addresses)) {
    return '{"v":1,"same":' + options.since + ',"view":[' + view() + ']}';
  }
  return atOnce(() => walkAll(options));
}

function walkAll(options) {
  left = { inert: 0, hidden: 0, unseen: 0, cut: 0 };
  seen = new Seen();
  startEntries();
  const whole = options.within === undefined;
  const root = whole ? document.documentElement : elementOf(options.within);
  if (root) traverse(root, options.nodes ?? 200_000, performance.now() + (options.ms ?? 4_000));
  const { roles, nodes } = endEntries();
  const at = whole && left.cut === 0 ? remember(seen, addresses) : 0;
  seen = null;
  return head(at) + ',"roles":' + roles + ',"left":' + JSON.stringify(left) + ',"nodes":' + nodes + '}';
}

function head(at) {
  const focus = focusedElement();
  return '{"v":1,"revision":' + at + ',"url":' + JSON.stringify(document.URL) + ',"title":' + quoted(clean(document.title)) + ',"focus":' + (focus ? idOf(focus) : 0) + ',"view":[' + view() + ']';
}

function view() {
  const page = document.scrollingElement ?? document.documentElement;
  return [innerWidth, innerHeight, Math.round(scrollX), Math.round(scrollY), page?.scrollWidth ?? 0, page?.scrollHeight ?? 0];
}

function traverse(root, mostNodes, until) {
  const modal = topModal();
  const aboveModal = pathTo(modal);
  const first = firstContext(modal === null || isWithin(root, modal));
  const nodes = [root], contexts = [first], blocks = [0];
  let block = 0, visited = 0;
  while (nodes.length !== 0) {
    const node = nodes.pop(), context = contexts.pop(), within = blocks.pop();
    if (node.nodeType === 3) {
      addText(node.data, context, within);
    } else {
      if (++visited > mostNodes || ((visited & 255) === 0 && performance.now() > until)) return cutHere([node, ...nodes.reverse()], first, until);
      visit(node, context, within);
    }
  }

  function visit(element, context, within) {
    const tag = element.localName;
    if (SILENT_TAGS.has(tag)) return;
    const shadow = shadowOf(element);
    if (shadow !== null) enterShadow(shadow);
    const attributes = attributesOf(element);
    const bits = factsOnce(element);
    seen.add(element, tag, bits, (context.unseen | bits) & FADED, shadow);
    if (bits & GONE) return;
    if (isPassedOver(element, attributes, context)) return;
    let next = context;
    if (!context.open) {
      if (!aboveModal.has(element)) { left.inert += controlsIn(element); return; }
      if (element === modal) { next = new Context(next); next.open = true; }
    }
    if (!(bits & INLINE) || tag === 'br') { endRun(); within = ++block; }
    else if (!(bits & TIGHT) && !context.hush) addText(' ', context, within);
    const unseen = bits & UNSEEN_BY_STYLE & ~next.unseen;
    if (unseen) { next = new Context(next); next.unseen |= unseen; }
    if (!(bits & INVISIBLE)) {
      const role = FRAME_TAGS.has(tag) ? 'iframe' : attributes & HAS_ROLE ? roleOf(element) : nativeRole(element);
      const state = stateToSend(element, tag, role, bits, attributes, next);
      if (state !== 0 || isEntry(role, next)) {
        next = addEntry(element, tag, role, state, next);
        if (next === null) return;
      }
      if (!next.hush && saysName(element, tag, next)) { next = next === context ? new Context(next) : next; next.hush = true; }
      if (tag === 'select' && role === 'combobox') return;
    }
    if (attributes & HAS_DISABLED && !next.disabled && element.getAttribute('aria-disabled').toLowerCase() === 'true') { next = new Context(next); next.disabled = true; }
    const pointer = (bits & POINTER) !== 0;
    if (pointer !== next.pointer) { next = new Context(next); next.pointer = pointer; }
    if (!(bits & LOCKED)) pushBelow(element, tag, shadow, bits, attributes, next, within);
  }

  // Pushed last to first, to be taken first to last.
  function pushBelow(element, tag, shadow, bits, attributes, context, within) {
    const quiet = context.hush;
    if (!quiet) {
      if ((bits & (INLINE | TIGHT)) === INLINE) push(SPACE, context, within);
      const after = generated(element, '::after');
      if (after) push({ nodeType: 3, data: after }, context, within);
    }
    if (attributes & HAS_OWNS) pushOwned(element, context, within);
    if (CLOSED_TAGS.has(tag)) return;
    const silent = quiet || bits & INVISIBLE;
    let unseen = !silent && !context.live && (bits & TINY || context.unseen) !== 0, painted = false;
    const plain = shadow === null && tag !== 'slot' && (tag !== 'details' || element.open);
    const list = plain ? null : visibleChildren(element);
    let place = plain ? 0 : list.length;
    for (let child = plain ? element.lastChild : null; ; child = plain ? child.previousSibling : null) {
      if (!plain && place > 0) child = list[--place];
      if (child === null) break;
      const type = child.nodeType;
      if (type === 1) { push(child, context, within); continue; }
      if (type !== 3 || silent) continue;
      // The colours are looked at only where there is text to be seen in them.
      if (!unseen && !painted && used & USE_COLOR && child.data.trim() !== '') {
        painted = true;
        unseen = isDrawnUnseen(element) && !context.live;
      }
      if (!unseen) push(child, context, within);
      else if (child.data.trim() !== '') left.unseen++;
    }
    if (!quiet) {
      const before = generated(element, '::before');
      if (before) push({ nodeType: 3, data: before }, context, within);
    }
  }

  function pushOwned(element, context, within) {
    const owning = new Context(context);
    owning.owns = ownedBy(element);
    for (let i = owning.owns.length; i-- > 0;) push(owning.owns[i], owning, within);
  }

  function push(node, context, within) {
    nodes.push(node);
    contexts.push(context);
    blocks.push(within);
  }
}

// What is left out with all that it holds.
function isPassedOver(element, attributes, context) {
  if (attributes & HAS_INERT) { left.inert += controlsIn(element); return true; }
  if (attributes & HAS_HIDDEN && element.getAttribute('aria-hidden').trim().toLowerCase() === 'true' && element !== document.body && element !== document.documentElement) {
    left.hidden += controlsIn(element);
    return true;
  }
  return ownerOf(element) !== undefined && !context.owns.includes(element);
}

// Whether the text of an element is the name of another one that is sent: it is not said twice.
function saysName(element, tag, context) {
  if (CAPTION_TAGS.has(tag)) return context.captioned;
  if (tag !== 'label') return false;
  const control = element.control;
  return control !== null && control !== undefined && !(factsOf(control) & (GONE | INVISIBLE));
}

// Whether a role makes an entry of its own here.
function isEntry(role, context) {
  return !TEXT_ROLES.has(role) && (!context.leaf || WIDGET_ROLES.has(role));
}

// Roles that are no controls, and may be pressed even so.
const PRESSED_ROLES = new Set(['listitem', 'row', 'cell', 'gridcell', 'columnheader', 'rowheader', 'img', 'heading', 'article', 'figure']);

const KEPT_WITHOUT_ROLE = STATE.CLICKABLE | STATE.FOCUSABLE | STATE.LIVE | STATE.DRAGGABLE | STATE.EDITABLE | STATE.MULTILINE | STATE.SCROLLABLE;

// The states that are sent. An element without a role is sent for what can be done with it; 0 then
// says that it is not.
function stateToSend(element, tag, role, bits, attributes, context) {
  const plain = TEXT_ROLES.has(role);
  let state = plain && attributes === 0 ? 0 : statesOf(element, role, context.disabled);
  if (plain || PRESSED_ROLES.has(role)) {
    if (plain && state & STATE.FOCUSABLE && !context.leaf && !element.getAttribute('tabindex')?.trim().startsWith('-')) state |= STATE.CLICKABLE;
    else if ((attributes & HAS_ONCLICK || bits & POINTER && !context.pointer) && isPressable(element, tag, context)) state |= STATE.CLICKABLE;
  }
  if (bits & SCROLLS && isScrollable(element)) state |= STATE.SCROLLABLE;
  if (!plain) return state;
  state &= KEPT_WITHOUT_ROLE;
  return state === STATE.FOCUSABLE ? 0 : state;
}

function isScrollable(element) {
  if (element === document.documentElement || element === document.body) return false;
  return element.scrollHeight > element.clientHeight + 4 || element.scrollWidth > element.clientWidth + 4;
}

// A pointer cursor makes a plain element worth pressing, unless a control around it has it from.
function isPressable(element, tag, context) {
  return !context.leaf && !context.hush && tag !== 'html' && tag !== 'body' && tag !== 'label' && tag !== 'option';
}

function controlsIn(element) {
  return element.querySelectorAll(CONTROLS).length + (element.matches(CONTROLS) ? 1 : 0);
}

function enterShadow(root) {
  seen.roots.push(root);
  if (used !== USE_ALL) used |= propertiesOf(root, 200);
  if (root.querySelector('[aria-owns]') !== null) noteRoot(root);
}

const MOST_AFTER_CUT = 2_000; // controls that are still sent when the bound is reached

// The bound is reached: what is left is counted, and of its controls as many as a short while allows
// are sent without what is around them.
function cutHere(rest, context, until) {
  const last = Math.max(until, performance.now()) + 250;
  let sent = 0;
  for (const root of rest) {
    if (root.nodeType !== 1) continue;
    left.cut += root.getElementsByTagName('*').length + 1;
    if (!context.open) continue;
    for (const element of root.querySelectorAll(CONTROLS)) {
      if (sent >= MOST_AFTER_CUT || performance.now() > last) break;
      if (!element.checkVisibility({ visibilityProperty: true }) || element.closest('[inert],[aria-hidden="true" i]')) continue;
      const role = roleOf(element);
      if (TEXT_ROLES.has(role)) continue;
      addEntry(element, element.localName, role, statesOf(element, role), context);
      sent++;
    }
  }
}

function topModal() {
  const dialogs = document.getElementsByTagName('dialog');
  for (let i = dialogs.length; i-- > 0;) if (dialogs[i].matches(':modal')) return dialogs[i];
  return null;
}

function pathTo(element) {
  const path = new Set();
  for (let at = element; at; at = flatParent(at)) path.add(at);
  return path;
}

function focusedElement() {
  let focus = document.activeElement;
  while (focus && shadowOf(focus)?.activeElement) focus = shadowOf(focus).activeElement;
  return focus && focus !== document.body && focus !== document.documentElement ? focus : null;
}
