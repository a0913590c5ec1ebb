// Text within an element, as names and values are made of it. Iterative: a name may have to be
// found thousands of levels down.
//
//   textWithin(element, {references, hidden, skip, shallow, plain}) -> raw text; clean() it
//     references  whether aria-labelledby inside is followed
//     hidden      whether hidden content counts (the element was referenced though hidden)
//     skip        a control that is left out, the one that is being named
//     shallow     groups are left out: they hold items with names of their own
//     plain       only what is written counts, not what the style draws
//   soleText(element) -> its text when one run of text is all that it has, else null: the usual case
//
// A name may need the names and values of controls within it, and those their labels, in circles if
// a page has it so. All the work for one name is bounded together.

const MOST_NAME = 2000; // UTF-16 units; what is longer is no name
const MOST_READ = 5000; // nodes that are read for one name
const MOST_NESTED = 6; // names and values within each other
const SILENT_TAGS = setOf('script style template noscript head meta link base source track param datalist');
const EMBEDDED_TAGS = setOf('iframe object video audio canvas embed');

let nested = 0;
let nodesRead = 0;

function textWithin(root, options) {
  if (nested >= MOST_NESTED) return '';
  if (nested++ === 0) nodesRead = 0;
  try {
    return readWithin(root, options);
  } finally {
    nested--;
  }
}

function soleText(element) {
  const only = element.firstChild;
  const sole = only !== null && only.nodeType === 3 && only.nextSibling === null && !(used & USE_GENERATED) &&
    shadowOf(element) === null && !(attributesOf(element) & HAS_OWNS);
  return sole ? clean(only.data) : null;
}

function readWithin(root, options) {
  let text = '';
  // A node still to be read, or an end: a string to append, and what to do if the element said nothing.
  const stack = [];
  enter(root);
  while (stack.length && text.length < MOST_NAME && ++nodesRead < MOST_READ) {
    const next = stack.pop();
    if (next.nodeType === 3) text += next.data;
    else if (next.nodeType === 1) ownerOf(next) !== undefined || read(next);
    else if (next.owned !== undefined) { text += ' '; read(next.owned); text += ' '; }
    else leave(next);
  }
  return text;

  function enter(element) {
    const after = options.plain ? '' : generated(element, '::after');
    if (after) stack.push({ tail: after });
    if (attributesOf(element) & HAS_OWNS) {
      const owned = ownedBy(element);
      for (let i = owned.length; i-- > 0;) stack.push({ owned: owned[i] });
    }
    const bits = options.hidden ? 0 : factsOf(element);
    if (!(bits & LOCKED)) pushChildren(element, bits & INVISIBLE);
    if (!options.plain) text += generated(element, '::before');
  }

  function pushChildren(element, invisible) {
    const children = visibleChildren(element);
    for (let i = children.length; i-- > 0;) {
      const child = children[i];
      if (child.nodeType === 3 ? !invisible : child.nodeType === 1) stack.push(child);
    }
  }

  function read(element) {
    const tag = element.localName;
    if (SILENT_TAGS.has(tag) || element === options.skip) return;
    if (tag === 'br') { text += ' '; return; }
    const attributes = attributesOf(element);
    let bits = 0;
    if (!options.hidden) {
      bits = factsOf(element);
      if (bits & GONE) return;
      if (attributes & HAS_HIDDEN && element.getAttribute('aria-hidden')?.toLowerCase() === 'true') return;
    } else {
      bits = LEVELS[getComputedStyle(element).display] ?? 0;
    }
    const apart = !(bits & TIGHT);
    if (apart) text += ' ';
    if (!(bits & INVISIBLE)) {
      const own = ownText(element, tag, attributes);
      if (own !== null) { text += ' ' + own + ' '; return; }
    }
    if (EMBEDDED_TAGS.has(tag)) return;
    if (options.shallow && attributes & HAS_ROLE && element.getAttribute('role') === 'group') return;
    stack.push({ tail: apart ? ' ' : '', element, from: text.length });
    enter(element);
  }

  function leave(end) {
    // An element that said nothing may still have a tooltip.
    if (end.element !== undefined && end.element.hasAttribute('title') && text.slice(end.from).trim() === '') {
      text += ' ' + end.element.getAttribute('title') + ' ';
    }
    text += end.tail;
  }

  // A box whose label is part of the text is said already.
  function isLabelledWithin(element) {
    for (const label of labelsOf(element)) if (root.contains(label) || label.contains(root)) return true;
    return false;
  }

  // What an element says instead of its content; null when its content speaks.
  function ownText(element, tag, attributes) {
    if (attributes & (HAS_LABEL | HAS_LABELLEDBY)) {
      if (options.references && attributes & HAS_LABELLEDBY) {
        const referenced = referencedText(element, 'aria-labelledby', 'ariaLabelledByElements');
        if (referenced) return referenced;
      }
      const label = element.getAttribute('aria-label')?.trim();
      if (label && embeddedValue(element) === null) return label;
    }
    switch (tag) {
      case 'input': case 'select': case 'textarea': case 'meter': case 'progress': {
        const value = embeddedValue(element);
        if (value !== null) return value;
        return isLabelledWithin(element) ? '' : nameOf(element);
      }
      case 'img': case 'area': return element.getAttribute('alt') || element.getAttribute('title') || '';
      case 'svg': return nameOf(element) || null;
      case 'table': case 'fieldset': case 'figure': return null;
      default:
        if (attributes & HAS_ROLE) return embeddedValue(element);
        return null;
    }
  }
}

// The children that can be rendered: of a closed details only its summary.
function visibleChildren(element) {
  if (element.localName === 'details' && !element.open) {
    const summary = element.querySelector(':scope > summary');
    return summary ? [summary] : [];
  }
  return flatChildren(element);
}
