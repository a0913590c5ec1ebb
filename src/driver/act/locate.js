// From a selector to elements of this document.
//
//   locate({ by, value, name, limit })  -> { nodes: [{ node, role, name, shown }], total }
//   check({ … })                        -> whether a condition of wait_for holds in this document
//
// css and xpath look at the document, and css also into open shadow trees when the document has none; role, text and
// label look everywhere (the collector's find). What is shown comes first: a link that stands twice, once hidden, is
// the one that can be seen.

const LOCATE_LIMIT = 50;

function locate(want) {
  const limit = want.limit ?? LOCATE_LIMIT;
  const elements = elementsBy(want);
  const shown = [], others = [];
  for (const element of elements) (isShown(pressable(element)) ? shown : others).push(element);
  const picked = [...shown, ...others].slice(0, limit);
  return {
    nodes: picked.map((element, index) => ({ node: idOf(element), role: roleOf(element), name: nameOf(element), shown: index < shown.length })),
    total: elements.length,
  };
}

function elementsBy(want) {
  switch (want.by) {
    case 'node': {
      const element = elementOf(want.value);
      return element ? [element] : [];
    }
    case 'css': {
      const found = [...document.querySelectorAll(want.value)];
      return found.length ? found : inShadows(want.value);
    }
    case 'xpath': {
      const result = document.evaluate(want.value, document, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE, null);
      const found = [];
      for (let i = 0; i < result.snapshotLength; i++) {
        const node = result.snapshotItem(i);
        const element = node.nodeType === 1 ? node : node.parentElement;
        if (element) found.push(element);
      }
      return found;
    }
    default:
      return findElements({ [want.by]: want.value, name: want.name });
  }
}

function inShadows(selector) {
  const found = [];
  const roots = [document];
  while (roots.length) {
    for (const element of roots.pop().querySelectorAll('*')) {
      const root = shadowOf(element);
      if (root) {
        found.push(...root.querySelectorAll(selector));
        roots.push(root);
      }
    }
  }
  return found;
}

function check(want) {
  if (want.text !== undefined) return hasText(want.text);
  return elementsBy(want).some((element) => isShown(pressable(element)));
}

// Visible text of the document, shadow trees included; case and white space do not matter.
function hasText(text) {
  const wanted = text.replace(/\s+/g, ' ').trim().toLowerCase();
  if (wanted === '') return true;
  const hay = readText(document.body ?? document.documentElement, Infinity).replace(/\s+/g, ' ').toLowerCase();
  return hay.includes(wanted);
}
