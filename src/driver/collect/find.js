// Locating: from what a caller says to elements.
//
//   find({role, name, text, label, css, xpath, exact, limit}) -> JSON text:
//     {"found":[{"n":number,"role","name","shown":true}],"total":count} or {"error":"…"}
//   locate(query) -> the same as elements, for code in this world
//
// Names and texts match in the best way that any element does: as given, else in another case, else
// within. `exact` takes only the first. By css and xpath also hidden elements are found.

function find(query) {
  try {
    return atOnce(() => {
      const found = locate(query);
      const list = found.slice(0, query.limit ?? 20).map((element) => {
        const role = roleOf(element);
        return '{"n":' + idOf(element) + ',"role":' + quoted(role || 'generic') + ',"name":' + quoted(cut(nameOf(element, role), 500)) + ',"shown":' + isShown(element) + '}';
      });
      return '{"found":[' + list + '],"total":' + found.length + '}';
    });
  } catch (error) {
    if (error instanceof DOMException) return '{"error":"' + (query.xpath !== undefined ? 'xpath' : 'css') + '"}';
    throw error;
  }
}

function locate(query) {
  if (query.css !== undefined) return selectAll(query.css);
  if (query.xpath !== undefined) return elementsByPath(query.xpath);
  if (query.text !== undefined) return elementsByText(clean(query.text), query.exact === true);
  const wanted = clean(query.label ?? query.name ?? '');
  const tiers = [[], [], []];
  for (const element of renderedElements()) {
    const role = roleOf(element);
    if (query.label !== undefined ? !isField(role, element) : query.role !== undefined && role !== query.role && !isSynonym(role, query.role)) continue;
    if (wanted === '') { tiers[0].push(element); continue; }
    const tier = tierOf(nameOf(element, role), wanted);
    if (tier >= 0) tiers[tier].push(element);
  }
  return tiers[0].length || query.exact ? tiers[0] : tiers[1].length ? tiers[1] : tiers[2];
}

function tierOf(text, wanted) {
  if (text === wanted) return 0;
  const lower = text.toLowerCase(), want = wanted.toLowerCase();
  return lower === want ? 1 : lower.includes(want) ? 2 : -1;
}

function isSynonym(role, wanted) {
  wanted = ROLE_SYNONYMS[wanted] ?? wanted;
  return role === wanted || role === '' && wanted === 'generic' || (role === 'searchbox' && wanted === 'textbox');
}

function isField(role, element) {
  return WIDGET_ROLES.has(role) && role !== 'link' && (role !== 'button' || element.localName === 'input') || role === 'meter' || role === 'progressbar';
}

function elementsByPath(path) {
  const result = document.evaluate(path, document, null, 7, null);
  const found = [];
  for (let i = 0; i < result.snapshotLength; i++) {
    const node = result.snapshotItem(i);
    found.push(node.nodeType === 1 ? node : node.parentElement ?? node.ownerElement);
  }
  return found.filter((element) => element);
}

// The innermost elements that say the text: by their own texts, by the name of a control, or with
// what is in them.
function elementsByText(wanted, exact) {
  const tiers = [[], [], []];
  const rest = [];
  for (const element of renderedElements()) {
    let own = '';
    for (let child = element.firstChild; child; child = child.nextSibling) if (child.nodeType === 3) own += child.data;
    const tag = element.localName;
    if (own.trim() === '') {
      if (tag === 'input' || tag === 'img' || tag === 'area' || element.hasAttribute('aria-label')) own = nameOf(element);
    } else if (element.firstElementChild !== null) rest.push(element);
    const tier = tierOf(clean(own), wanted);
    if (tier >= 0) tiers[tier].push(element);
  }
  if (tiers[0].length || exact && rest.length === 0) return tiers[0];
  if (!exact && (tiers[1].length || tiers[2].length)) return tiers[1].length ? tiers[1] : tiers[2];
  const split = rest.filter((element) => {
    const tier = tierOf(clean(textWithin(element, WRITTEN)), wanted);
    return exact ? tier === 0 : tier >= 0;
  });
  return split.filter((element) => !split.some((other) => other !== element && element.contains(other)));
}

// Elements in the order of the flat tree, without what is hidden.
function* renderedElements() {
  const stack = [document.documentElement];
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
      if (element.localName === 'map') stack.push(...[...element.querySelectorAll('area')].reverse());
      continue;
    }
    if (!(bits & INVISIBLE)) yield element;
    if (bits & LOCKED) continue;
    const children = visibleChildren(element);
    for (let i = children.length; i-- > 0;) if (children[i].nodeType === 1) stack.push(children[i]);
  }
}
