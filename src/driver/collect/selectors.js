// Lasting selectors: how to find an element again in another load of the page.
//
//   selectorOf(element) -> {css} or {xpath}, checked to match that element alone; null when none does
//
// An element in a shadow tree is reached with ` >>> ` between the selectors of its hosts and its own;
// find() understands it.

const LASTING_ATTRIBUTES = ['data-testid', 'data-test', 'data-test-id', 'data-qa', 'data-cy', 'name', 'aria-label', 'placeholder', 'title', 'alt', 'for', 'href', 'type', 'role'];

function selectorOf(element) {
  let css = '';
  for (let at = element; at;) {
    const root = at.getRootNode();
    const step = cssWithin(root, at);
    if (step === null) return xpathOf(element);
    css = css ? step + ' >>> ' + css : step;
    if (root.nodeType !== 11) break;
    at = root.host;
  }
  const found = selectAll(css);
  return found.length === 1 && found[0] === element ? { css } : xpathOf(element);
}

function cssWithin(root, element) {
  const only = (selector) => { const found = root.querySelectorAll(selector); return found.length === 1 && found[0] === element; };
  const own = ownSelectors(element);
  for (const selector of own) if (only(selector)) return selector;
  // A path down from the nearest element above that can be told by itself.
  let path = own[own.length - 1];
  for (let at = element, up = element.parentElement; ; at = up, up = up.parentElement) {
    const placed = at === element ? path + place(at) : path;
    if (only(placed)) return placed;
    path = placed;
    if (!up) break;
    for (const selector of ownSelectors(up)) {
      if (only(selector + ' > ' + path)) return selector + ' > ' + path;
    }
    path = CSS.escape(up.localName) + place(up) + ' > ' + path;
    if (path.length > 1500) return null;
  }
  return null;
}

// From the most telling to the barest.
function ownSelectors(element) {
  const tag = CSS.escape(element.localName), selectors = [];
  // Ids with many digits are made anew on each load.
  if (element.id && !/\d{3}|[:]/.test(element.id)) selectors.push('#' + CSS.escape(element.id));
  for (const name of LASTING_ATTRIBUTES) {
    const value = element.getAttribute(name);
    if (value && value.length <= 100 && !value.includes('\n')) selectors.push(tag + '[' + name + '="' + value.replace(/["\\]/g, '\\$&') + '"]');
  }
  selectors.push(tag);
  return selectors;
}

function place(element) {
  let before = 1, alike = 0;
  for (let at = element.previousElementSibling; at; at = at.previousElementSibling) if (at.localName === element.localName) before++;
  for (let at = element.nextElementSibling; at; at = at.nextElementSibling) if (at.localName === element.localName) { alike++; break; }
  return before > 1 || alike ? ':nth-of-type(' + before + ')' : '';
}

function xpathOf(element) {
  if (element.getRootNode() !== document) return null;
  let path = '';
  for (let at = element; at && at.nodeType === 1; at = at.parentElement) {
    let before = 1;
    for (let other = at.previousElementSibling; other; other = other.previousElementSibling) if (other.localName === at.localName) before++;
    path = "/*[local-name()='" + at.localName + "'][" + before + ']' + path;
    if (path.length > 20_000) return null;
  }
  const found = document.evaluate('count(' + path + ')', document, null, 1, null).numberValue;
  return found === 1 ? { xpath: path } : null;
}

// Elements by CSS, with ` >>> ` stepping into shadow roots. Without it, every tree is searched: the
// document first, then the shadow trees in it.
function selectAll(css) {
  const steps = css.split(' >>> ');
  if (steps.length === 1) {
    const found = [...document.querySelectorAll(css)];
    for (const root of shadowRoots()) found.push(...root.querySelectorAll(css));
    return found;
  }
  let roots = [document];
  for (let i = 0; i < steps.length - 1; i++) {
    roots = roots.flatMap((root) => [...root.querySelectorAll(steps[i])].map(shadowOf).filter((inner) => inner));
  }
  return roots.flatMap((root) => [...root.querySelectorAll(steps[steps.length - 1])]);
}

function shadowRoots() {
  const roots = [];
  const pending = [document];
  while (pending.length) {
    for (const element of pending.pop().querySelectorAll('*')) {
      const root = shadowOf(element);
      if (root) { roots.push(root); pending.push(root); }
    }
  }
  return roots;
}
