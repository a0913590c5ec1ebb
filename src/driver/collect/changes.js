// Whether the document is still as the last walk saw it, at a fraction of a walk's cost.
//
//   isUnchanged(revision, addresses) -> true only when a walk now would send the same
//   remember(seen, addresses)        -> after a whole walk: what it saw becomes the base; gives its revision
//   forget()                         -> gives the base up
//
// Mutation records tell of nodes, attributes and text. What changes without a record is compared:
//   the state of form controls, boxes that scroll, the modal dialog;
//   rules of style sheets, which script can edit; what is hovered, pressed or focused; the viewport;
//   whether each element that was seen still shows or still does not, and has the shadow root it had.
// Whatever cannot be compared (an animation under way) leaves no base. The base holds elements
// strongly, and the first record of any change lets go of it, so that removed nodes can be collected.

let revision = 0;
let base = null;

const observer = new MutationObserver(forget);
const OBSERVED = { subtree: true, childList: true, attributes: true, characterData: true };
const SHOWING = { visibilityProperty: true, opacityProperty: true };
const MOST_RULES = 20_000;

// Late style sheets, pictures and frames report here; slots are filled by hand without a record.
for (const name of ['load', 'error']) doc.addEventListener(name, forget, true);

function forget() {
  if (base === null) return;
  base = null;
  observer.disconnect();
}

// Elements that can be given a shadow root: these, and custom ones. https://dom.spec.whatwg.org/#valid-shadow-host-name
const HOST_TAGS = setOf('article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span');
const SHOWS = 1, SCROLLED = 2, HOSTS = 4, MAY_HOST = 8, WRAPS = 16;

// What a walk saw: elements, and in step with them what has to stay as it was.
class Seen {
  elements = [];
  marks = [];
  roots = [];

  // Gives the element's place. One that only wraps others (see `wraps`) shows and hides with them, so
  // that its own look need not be compared.
  add(element, tag, bits, faded, shadow) {
    this.marks.push((bits & (GONE | CONTENTS | INVISIBLE) || faded ? 0 : SHOWS) | (bits & SCROLLS ? SCROLLED : 0) |
      (shadow !== null ? HOSTS | MAY_HOST : HOST_TAGS.has(tag) || tag.includes('-') ? MAY_HOST : 0));
    return this.elements.push(element) - 1;
  }

  wraps(place) {
    this.marks[place] |= WRAPS;
  }
}

function remember(seen, addresses) {
  forget();
  revision++;
  if (isMoving(seen.roots)) return revision;
  const controls = [], scrolled = [];
  seen.elements.forEach((element, i) => {
    const tag = element.localName;
    if (tag === 'input' || tag === 'select' || tag === 'textarea') controls.push(element);
    else if (seen.marks[i] & SCROLLED) scrolled.push(element);
  });
  observer.observe(document, OBSERVED);
  for (const root of seen.roots) {
    observer.observe(root, OBSERVED);
    root.addEventListener('slotchange', forget);
  }
  base = {
    revision, addresses, seen, controls, scrolled,
    print: fingerprint(seen.roots), held: controls.map(heldBy), scrolls: scrolled.map(scrollOf),
  };
  return revision;
}

function isUnchanged(wanted, addresses) {
  if (observer.takeRecords().length !== 0) forget();
  if (base === null || base.revision !== wanted || base.addresses !== addresses) return false;
  if (isSame()) return true;
  forget();
  return false;
}

function isSame() {
  const { seen, controls, scrolled, print, held, scrolls } = base;
  if (isMoving(seen.roots) || fingerprint(seen.roots) !== print) return false;
  for (let i = 0; i < controls.length; i++) if (heldBy(controls[i]) !== held[i]) return false;
  for (let i = 0; i < scrolled.length; i++) if (scrollOf(scrolled[i]) !== scrolls[i]) return false;
  return seen.elements.length < 256 || isCheap(seen) ? areShowing(seen) : areStyled(seen);
}

// checkVisibility asks every box around an element: quick on most pages, slow on very deep ones, where
// reading the style of each element is quicker.
function isCheap({ elements, marks }) {
  let toAsk = 0, asked = 0;
  for (const mark of marks) if (!(mark & WRAPS)) toAsk++;
  const start = performance.now();
  const step = Math.max(1, elements.length >> 6);
  for (let i = elements.length - 1; i >= 0; i -= step) {
    if (marks[i] & WRAPS) continue;
    elements[i].checkVisibility(SHOWING);
    asked++;
  }
  const each = (performance.now() - start) / Math.max(asked, 1);
  return each * toAsk < elements.length * 0.0015 + 0.2;
}

function areShowing({ elements, marks }) {
  for (let i = 0; i < elements.length; i++) {
    const element = elements[i], mark = marks[i];
    if (!(mark & WRAPS) && element.checkVisibility(SHOWING) !== ((mark & SHOWS) !== 0)) return false;
    if (hasOtherShadow(element, mark)) return false;
  }
  return true;
}

function areStyled({ elements, marks }) {
  for (let i = 0; i < elements.length; i++) {
    const element = elements[i], mark = marks[i];
    const style = getComputedStyle(element), display = style.display;
    const shows = display !== 'none' && display !== 'contents' && style.visibility === 'visible';
    if ((shows && style.opacity !== '0') !== ((mark & SHOWS) !== 0) || hasOtherShadow(element, mark)) return false;
  }
  return true;
}

function hasOtherShadow(element, mark) {
  return (mark & MAY_HOST) !== 0 && (shadowOf(element) !== null) !== ((mark & HOSTS) !== 0);
}

// What a control holds that no attribute tells.
function heldBy(control) {
  const invalid = control.matches(':user-invalid') ? '!' : '';
  switch (control.localName) {
    case 'select': return invalid + Array.from(control.selectedOptions, (option) => option.index);
    case 'input': return invalid + control.checked + control.indeterminate + control.value;
    default: return invalid + control.value;
  }
}

function scrollOf(element) {
  return [element.scrollTop, element.clientHeight, element.scrollHeight, isScrollable(element)].join();
}

// Everything that decides about style or answer as a whole.
function fingerprint(roots) {
  const focus = focusedElement(), modal = topModal();
  let print = [
    doc.URL, innerWidth, innerHeight, devicePixelRatio, doc.hasFocus(), matchMedia('(prefers-color-scheme: dark)').matches,
    modal ? idOf(modal) : 0, focus ? idOf(focus) : 0, pointed(':hover'), pointed(':active'),
    // One that has just ended may show its end only in the next frame, and says so at once.
    ...animationsIn(roots).map((animation) => animation.playState),
  ].join();
  let rules = 0;
  for (const root of [doc, ...roots]) {
    // An element that becomes defined may get a closed root, of which nothing else would tell.
    print += root.querySelectorAll(':not(:defined)').length;
    for (const sheets of [root.styleSheets, root.adoptedStyleSheets ?? []]) {
      for (const sheet of sheets) rules += rulesOf(sheet, rules, (text) => { print += text; });
    }
  }
  return print;
}

// Sheets of other origins cannot be read, nor edited by the page.
function rulesOf(sheet, before, say) {
  let list;
  try { list = sheet.cssRules; } catch { list = []; }
  say('\n' + sheet.disabled + sheet.media.mediaText + list.length);
  if (before + list.length > MOST_RULES) return list.length;
  let length = 0, hash = 0;
  for (const rule of list) {
    const text = rule.cssText;
    length += text.length;
    for (let i = 0; i < text.length; i++) hash = (hash * 31 + text.charCodeAt(i)) | 0;
    if (rule.styleSheet) rulesOf(rule.styleSheet, before + list.length, say);
  }
  say(' ' + length + ' ' + hash);
  return list.length;
}

// The innermost element in a state that all elements around it are in too.
function pointed(state) {
  let at = doc.documentElement, last = null;
  while (at && at.matches(state)) {
    last = at;
    at = last.firstElementChild;
    while (at && !at.matches(state)) at = at.nextElementSibling;
  }
  return last ? idOf(last) : 0;
}

function animationsIn(roots) {
  return [doc, ...roots].flatMap((root) => root.getAnimations());
}

// An animation that will end is a change under way. One that goes on for ever is part of the page as
// it is, unless it hides and shows things.
function isMoving(roots) {
  for (const animation of animationsIn(roots)) {
    if (animation.playState !== 'running') continue;
    const timing = animation.effect?.getComputedTiming();
    if (!timing || timing.endTime !== Infinity) return true;
    const frames = animation.effect.getKeyframes?.() ?? [];
    if (frames.some((frame) => frame.opacity === '0' || frame.visibility || frame.display || frame.content)) return true;
  }
  return false;
}
