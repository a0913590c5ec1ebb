// One walk over the flat tree: what is there, in reading order, as compact JSON.
//
//   walk({nodes, ms, addresses, within, since, look}) -> JSON text:
//     {"v":1,"revision","url","title","focus":number,"view":[…],"roles":[…],
//      "left":{"inert","hidden","unseen","cut"},
//      "nodes":[[role,depth,number,state,name?,{extras}?],…]}
//     nodes, ms   bound the work: elements, and milliseconds
//     addresses   adds those of links
//     within      the number of the element to begin at, for a part of the page
//     since       the revision of an earlier answer to the same question: when nothing has changed, the
//                 answer is {"v":1,"same":revision,"view":[…]}
//     look        {most, …}: where at most so many elements are sent, and all in one go, a line end and what look()
//                 tells of them with these options follow
//   `role` is a place in `roles`; a run of text has the role "text" and number 0; `state` is bits of
//   STATE; extras are listed at extrasOf, `view` at viewOf. `left` counts what was left out: controls
//   that are inert or aria-hidden, texts that nobody can see, elements past the bound.
//
// Hidden content is left out; inert and aria-hidden content is left out and counted: none of it can
// be used, and the one rule holds for every caller.

const MOST_ELEMENTS = 200_000;
const MOST_MS = 4_000;
const MOST_AFTER_CUT = 2_000; // controls that are still sent when a bound is reached
const MS_AFTER_CUT = 250;
const CLOSED_TAGS = setOf('input textarea img iframe frame fencedframe canvas video audio embed hr progress meter object br wbr');
const FRAME_TAGS = setOf('iframe frame fencedframe');
const SPACE = { nodeType: 3, data: ' ' };

let left;
let seen = null;
let addresses = false;

function walk(options = {}) {
  addresses = options.addresses === true;
  if (options.since !== undefined && options.within === undefined && isUnchanged(options.since, addresses)) {
    return '{"v":1,"same":' + options.since + ',"view":[' + viewOf() + ']}';
  }
  return atOnce(() => walkAll(options));
}

function walkAll(options) {
  left = { inert: 0, hidden: 0, unseen: 0, cut: 0 };
  seen = new Seen();
  suspects = [];
  startEntries();
  const whole = options.within === undefined;
  const root = whole ? doc.documentElement : elementOf(options.within);
  if (root) traverse(root, options.nodes ?? MOST_ELEMENTS, performance.now() + (options.ms ?? MOST_MS));
  const { roles, nodes, numbers } = endEntries();
  const revision = whole && left.cut === 0 ? remember(seen, addresses) : 0;
  seen = null;
  const focus = focusedElement();
  return '{"v":1,"revision":' + revision + ',"url":' + JSON.stringify(cut(doc.URL, MOST_VALUE)) + ',"title":' + quoted(cut(clean(doc.title), MOST_NAME)) +
    ',"focus":' + (focus ? idOf(focus) : 0) + (suspects.length ? ',"hosts":' + suspects.length : '') + ',"view":[' + viewOf() + '],"roles":' + roles + ',"left":' + JSON.stringify(left) +
    ',"nodes":' + nodes + '}' + (options.look && numbers.length <= options.look.most ? '\n' + look(numbers, options.look) : '');
}

function traverse(root, mostElements, until) {
  const modal = topModal();
  const aboveModal = pathTo(modal);
  const first = firstContext(modal === null || isWithin(root, modal), root === doc.documentElement ? firstBack() : '');
  const nodes = [root], contexts = [first], blocks = [0];
  let block = 0, visited = 0;
  while (nodes.length !== 0) {
    const node = nodes.pop(), context = contexts.pop(), within = blocks.pop();
    if (node.nodeType === 3) {
      addText(node.data, context, within);
      continue;
    }
    if (++visited > mostElements || ((visited & 255) === 0 && performance.now() > until)) {
      return sendControls([node, ...nodes.reverse()], first);
    }
    visit(node, context, within);
  }

  function visit(element, context, within) {
    const tag = element.localName;
    if (SILENT_TAGS.has(tag)) return;
    if ((tag === 'form' || typeof tag !== 'string') && isHiding(element)) {
      passThrough(element, context, within);
      return;
    }
    const shadow = shadowOf(element);
    if (shadow !== null) enterShadow(shadow);
    const attributes = attributesOf(element);
    const bits = readFacts(element), color = ink;
    const place = seen.add(element, tag, bits, (context.unseen | bits) & FADED, shadow);
    if (bits & GONE || isPassedOver(element, attributes, context)) return;
    if (!context.open && !aboveModal.has(element)) {
      left.inert += controlsIn(element);
      return;
    }
    if (!(bits & INLINE) || tag === 'br') { endRun(); within = ++block; }
    else if (!(bits & TIGHT) && !context.hush) addText(' ', context, within);
    let next = contextAt(element, bits, attributes, context);
    if (!(bits & INVISIBLE)) {
      const role = FRAME_TAGS.has(tag) ? 'iframe' : attributes & HAS_ROLE ? roleOf(element) : nativeRole(element);
      const state = stateToSend(element, tag, role, bits, attributes, context);
      if (state !== 0 || isEntry(role, next)) {
        next = addEntry(element, tag, role, state, next);
        if (next === null || (tag === 'select' && role === 'combobox')) return;
      }
      if (!next.hush && saysName(element, tag, next)) next = hushed(next);
    }
    if (bits & LOCKED) return;
    const sent = next.depth !== context.depth;
    if (pushBelow(element, tag, shadow, bits, attributes, next, color, within) && !sent) seen.wraps(place);
  }

  // A form that hides its own properties is told by what is in it.
  function passThrough(form, context, within) {
    if (getComputedStyle(form).display === 'none') return;
    for (let child = lastChildOf(form); child !== null; child = previousOf(child)) {
      const type = typeOf(child);
      if (type === 1 || (type === 3 && !context.hush)) push(child, context, within);
    }
  }

  // What an element changes for all below it, whether it is sent or not.
  function contextAt(element, bits, attributes, context) {
    const unseen = context.unseen | bits & UNSEEN_BY_STYLE, pointer = (bits & POINTER) !== 0;
    const disabled = context.disabled || (attributes & HAS_DISABLED) !== 0 && isTrue(element, 'aria-disabled');
    const open = context.open || element === modal, back = ground === '' ? context.back : ground;
    const same = unseen === context.unseen && pointer === context.pointer && disabled === context.disabled && open === context.open;
    if (same && back === context.back) return context;
    const next = new Context(context);
    next.unseen = unseen;
    next.pointer = pointer;
    next.disabled = disabled;
    next.open = open;
    next.back = back;
    return next;
  }

  // Pushed last to first, to be taken first to last. Tells whether there are elements below.
  function pushBelow(element, tag, shadow, bits, attributes, context, color, within) {
    const quiet = context.hush;
    if (!quiet) {
      if ((bits & (INLINE | TIGHT)) === INLINE) push(SPACE, context, within);
      const after = generated(element, '::after');
      if (after) push({ nodeType: 3, data: after }, context, within);
    }
    if (attributes & HAS_OWNS) pushOwned(element, context, within);
    if (CLOSED_TAGS.has(tag)) return false;
    const silent = quiet || bits & INVISIBLE;
    let unseen = !silent && !context.live && (bits & TINY || context.unseen) !== 0, painted = false;
    const plain = shadow === null && tag !== 'slot' && (tag !== 'details' || element.open);
    const list = plain ? null : visibleChildren(element);
    const last = plain ? element.lastChild : null;
    if (plain && (tag.includes('-') || last === null && HOST_TAGS.has(tag))) suspect(element, tag, last === null);
    let place = plain ? 0 : list.length, wraps = false;
    for (let child = last; ; child = plain ? previousOf(child) : null) {
      if (!plain && place > 0) child = list[--place];
      if (child === null) break;
      const type = typeOf(child);
      if (type === 1) { push(child, context, within); wraps = true; continue; }
      if (type !== 3 || silent) continue;
      // The colours are looked at only where there is text to be seen in them.
      if (!painted && !unseen && color !== '' && (color === context.back || isTransparent(color)) && child.data.trim() !== '') {
        painted = true;
        unseen = isDrawnUnseen(element, color, context.back) && !context.live;
      }
      if (!unseen) push(child, context, within);
      else if (child.data.trim() !== '') left.unseen++;
    }
    if (!quiet) {
      const before = generated(element, '::before');
      if (before) push({ nodeType: 3, data: before }, context, within);
    }
    return wraps;
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

function enterShadow(root) {
  seen.roots.push(root);
  if (used !== USE_ALL) used |= root.getAnimations().length ? USE_ALL : propertiesOf(root, 200);
  if (root.querySelector('[aria-owns]') !== null) noteRoot(root);
}

// A bound is reached: what is left is counted, and of its controls as many as a short while allows
// are sent without what is around them.
function sendControls(rest, context) {
  const until = performance.now() + MS_AFTER_CUT;
  let sent = 0;
  for (const root of rest) {
    if (root.nodeType !== 1 || isHiding(root)) continue;
    left.cut += root.getElementsByTagName('*').length + 1;
    if (!context.open) continue;
    for (const element of root.querySelectorAll(CONTROLS)) {
      if (sent >= MOST_AFTER_CUT || performance.now() > until) break;
      if (!element.checkVisibility({ visibilityProperty: true }) || element.closest('[inert],[aria-hidden="true" i]')) continue;
      const role = roleOf(element);
      if (TEXT_ROLES.has(role)) continue;
      addEntry(element, element.localName, role, statesOf(element, role), context);
      sent++;
    }
  }
}
