// aria-owns: elements that belong under another one in the accessibility tree.
// https://www.w3.org/TR/wai-aria-1.2/#aria-owns
//
//   ownedBy(element)     -> what it owns, in the attribute's order
//   ownerOf(element)     -> the element that has taken it from its place, or undefined
//   noteRoot(root)       -> the owners in a shadow tree count from now on, in this span of facts
//
// Each element is owned once, by the first that names it and is there itself; nothing owns itself or
// what it is in.

// Made when first asked for in a span of facts; a page without aria-owns pays one look.
function ownerMap() {
  if (owners !== null && keeping) return owners;
  const map = new Map();
  claimIn(doc, map);
  if (keeping) owners = map;
  return map;
}

function noteRoot(root) {
  if (keeping) claimIn(root, (owners = new Map(ownerMap())));
}

function claimIn(root, map) {
  for (const owner of root.querySelectorAll('[aria-owns]')) {
    if (isHiding(owner) || !owner.checkVisibility({ visibilityProperty: true }) || owner.closest('[aria-hidden="true" i],[inert]')) continue;
    for (const target of idTargets(owner, 'aria-owns', 'ariaOwnsElements')) {
      if (!map.has(target) && !isWithin(owner, target) && !wouldCircle(owner, target, map)) map.set(target, owner);
    }
  }
}

// Following owners (and parents between them) up from the owner must not lead back to the target.
function wouldCircle(owner, target, map) {
  const seen = new Set();
  for (let at = owner; at && !seen.has(at); at = map.get(at) ?? flatParent(at)) {
    if (at === target) return true;
    seen.add(at);
  }
  return false;
}

function ownedBy(element) {
  const map = ownerMap();
  const owned = new Set(idTargets(element, 'aria-owns', 'ariaOwnsElements'));
  return [...owned].filter((target) => map.get(target) === element);
}

function ownerOf(element) {
  return ownerMap().get(element);
}
