// Lasting selectors: how to find an element again in another load of the page.
//
//   selectorOf(element) -> {css} or {xpath}, checked to match that element alone; null when none does
//   selectAll(css)      -> elements by CSS, in shadow trees too
//
// An element in a shadow tree is reached with ` >>> ` between the selectors of its hosts and its own.

// In the order in which they are trusted to stay.
const LASTING_ATTRIBUTES = setOf('data-testid data-test data-test-id data-qa data-cy name aria-label placeholder title alt for ' +
  'href type role');

function selectorOf(element) {
  let css = '';
  for (let at = element; at;) {
    const root = treeOf(at);
    const step = cssWithin(root, at);
    if (step === null) return xpathOf(element);
    css = css ? step + ' >>> ' + css : step;
    if (root === doc) break;
    at = root.host;
  }
  return isOnly(selectAll(css), element) ? { css } : xpathOf(element);
}

function isOnly(found, element) {
  return found.length === 1 && found[0] === element;
}

function cssWithin(root, element) {
  const only = (selector) => isOnly(root.querySelectorAll(selector), element);
  const own = ownSelectors(element);
  for (const selector of own) if (only(selector)) return selector;
  // A path down from the nearest element above that can be told by itself.
  let path = own[own.length - 1] + placeOfType(element);
  if (only(path)) return path;
  for (let up = element.parentElement; up && !isHiding(up) && path.length < 1500; up = up.parentElement) {
    for (const selector of ownSelectors(up)) {
      if (only(selector + ' > ' + path)) return selector + ' > ' + path;
    }
    path = CSS.escape(up.localName) + placeOfType(up) + ' > ' + path;
    if (only(path)) return path;
  }
  return null;
}

// From the most telling to the barest.
function ownSelectors(element) {
  const tag = CSS.escape(element.localName), selectors = [];
  // Ids with many digits are made anew on each load.
  const id = element.getAttribute('id');
  if (id && !/\d{3}|:/.test(id)) selectors.push('#' + CSS.escape(id));
  for (const name of LASTING_ATTRIBUTES) {
    const value = element.getAttribute(name);
    if (value && value.length <= 100 && !value.includes('\n')) selectors.push(tag + '[' + name + '="' + value.replace(/["\\]/g, '\\$&') + '"]');
  }
  selectors.push(tag);
  return selectors;
}

function placeOfType(element) {
  const alike = (other) => other.localName === element.localName;
  const siblings = Array.from(parentOf(element)?.children ?? []).filter(alike);
  return siblings.length > 1 ? ':nth-of-type(' + (siblings.indexOf(element) + 1) + ')' : '';
}

function xpathOf(element) {
  if (treeOf(element) !== doc) return null;
  let path = '';
  for (let at = element; at?.nodeType === 1 && path.length < 20_000; at = at.parentElement) {
    if (isHiding(at)) return null;
    let place = 1;
    for (let other = at.previousElementSibling; other; other = other.previousElementSibling) place += other.localName === at.localName;
    path = "/*[local-name()='" + at.localName + "'][" + place + ']' + path;
  }
  return isOnly(elementsByPath(path), element) ? { xpath: path } : null;
}

// Without ` >>> ` every tree is searched: the document first, then the shadow trees in it.
function selectAll(css) {
  const steps = css.split(' >>> ');
  if (steps.length === 1) return [doc, ...shadowRoots()].flatMap((root) => [...root.querySelectorAll(css)]);
  const last = steps.pop();
  let roots = [doc];
  for (const step of steps) {
    roots = roots.flatMap((root) => [...root.querySelectorAll(step)].map(shadowOf).filter((inner) => inner));
  }
  return roots.flatMap((root) => [...root.querySelectorAll(last)]);
}

function shadowRoots() {
  const roots = [];
  const pending = [doc];
  while (pending.length) {
    for (const element of pending.pop().querySelectorAll('*')) {
      const root = isHiding(element) ? null : shadowOf(element);
      if (root) { roots.push(root); pending.push(root); }
    }
  }
  return roots;
}
