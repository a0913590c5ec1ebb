// Locating: from what a caller says to elements.
//
//   find({role, name, text, label, css, xpath, exact, limit}) -> JSON text:
//     {"found":[{"n":number,"role","name","shown":true}],"total":count}, or {"error":"css"|"xpath"}
//   locate(query) -> the same as elements, for code in this world
//
// Names and texts match in the best way that any element does: as given, else in another case, else
// within. `exact` takes only the first. By css and xpath also hidden elements are found.

const MOST_FOUND_NAME = 500; // UTF-16 units of a name that is told

function find(query) {
  try {
    return atOnce(() => {
      const found = locate(query);
      const told = found.slice(0, query.limit ?? 20).map((element) => {
        const role = roleOf(element);
        const name = cut(nameOf(element, role), MOST_FOUND_NAME);
        return { n: idOf(element), role: role || 'generic', name, shown: isShown(element) };
      });
      return JSON.stringify({ found: told, total: found.length });
    });
  } catch (error) {
    // What the browser refuses to read as a selector or a path.
    if (error instanceof DOMException) return JSON.stringify({ error: query.xpath !== undefined ? 'xpath' : 'css' });
    throw error;
  }
}

function locate(query) {
  if (query.css !== undefined) return selectAll(query.css).filter((element) => !isHiding(element));
  if (query.xpath !== undefined) return elementsByPath(query.xpath);
  if (query.text !== undefined) return elementsByText(clean(query.text), query.exact === true);
  const wanted = clean(query.label ?? query.name ?? '');
  const tiers = [[], [], []];
  for (const element of renderedElements()) {
    const role = roleOf(element);
    if (query.label !== undefined ? !isField(role, element) : query.role !== undefined && !isCalled(role, query.role)) continue;
    const tier = wanted === '' ? 0 : tierOf(nameOf(element, role), wanted);
    if (tier >= 0) tiers[tier].push(element);
  }
  return bestOf(tiers, query.exact === true);
}

// How well a text is what is wanted: 0 as it is, 1 in another case, 2 somewhere in it, -1 not.
function tierOf(text, wanted) {
  if (text === wanted) return 0;
  const lower = text.toLowerCase(), want = wanted.toLowerCase();
  return lower === want ? 1 : lower.includes(want) ? 2 : -1;
}

function bestOf(tiers, exact) {
  return exact ? tiers[0] : tiers.find((tier) => tier.length > 0) ?? [];
}

function isCalled(role, wanted) {
  wanted = ROLE_SYNONYMS[wanted] ?? wanted;
  return role === wanted || role === '' && wanted === 'generic' || role === 'searchbox' && wanted === 'textbox';
}

const FIELD_ROLES = setOf('checkbox combobox listbox meter progressbar radio scrollbar searchbox slider spinbutton switch textbox');

function isField(role, element) {
  return FIELD_ROLES.has(role) || role === 'button' && element.localName === 'input';
}

function elementsByPath(path) {
  const result = doc.evaluate(path, document, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE, null);
  const found = [];
  for (let i = 0; i < result.snapshotLength; i++) {
    const node = result.snapshotItem(i);
    const element = node.nodeType === 1 ? node : node.parentElement ?? node.ownerElement;
    if (element && !isHiding(element)) found.push(element);
  }
  return found;
}

// The innermost elements that say the text: by their own texts, by the name of a control, or with
// what is in them.
function elementsByText(wanted, exact) {
  const tiers = [[], [], []];
  const mixed = [];
  for (const element of renderedElements()) {
    let own = '';
    for (let child = element.firstChild; child; child = child.nextSibling) if (child.nodeType === 3) own += child.data;
    if (own.trim() === '') own = isSpokenFor(element) ? nameOf(element) : '';
    else if (element.firstElementChild !== null) mixed.push(element);
    const tier = tierOf(clean(own), wanted);
    if (tier >= 0) tiers[tier].push(element);
  }
  const found = bestOf(tiers, exact);
  if (found.length) return found;
  const split = mixed.filter((element) => {
    const tier = tierOf(clean(textWithin(element, WRITTEN)), wanted);
    return exact ? tier === 0 : tier >= 0;
  });
  return split.filter((element) => !split.some((other) => other !== element && element.contains(other)));
}

// What has no text of its own and yet says something.
function isSpokenFor(element) {
  const tag = element.localName;
  return tag === 'input' || tag === 'img' || tag === 'area' || element.hasAttribute('aria-label');
}

// Elements in the order of the flat tree, without what is hidden.
function* renderedElements() {
  const stack = [doc.documentElement];
  while (stack.length) {
    const element = stack.pop();
    if (SILENT_TAGS.has(element.localName)) continue;
    if (element.localName === 'area') {
      // Never drawn itself: it lies on the picture of its map.
      if (boxOf(element)) yield element;
      continue;
    }
    const bits = factsOf(element);
    if (bits & GONE) {
      if (element.localName === 'map') yield* element.querySelectorAll('area');
      continue;
    }
    if (!(bits & INVISIBLE)) yield element;
    if (bits & LOCKED) continue;
    const children = visibleChildren(element);
    for (let i = children.length; i-- > 0;) if (children[i].nodeType === 1) stack.push(children[i]);
  }
}
