// aria-owns: elements that belong under another one in the accessibility tree.
// https://www.w3.org/TR/wai-aria-1.2/#aria-owns
//
//   ownedBy(element)               -> what it owns, in the attribute's order
//   isOwnedElsewhere(element, by)  -> whether another element has taken it
//
// Each element is owned once, by the first that names it; nothing owns itself or what it is in.

let owners = null;

// Built when first asked for in a span of facts; pages without aria-owns pay one look.
function ownerMap() {
  if (owners !== null && keeping && owners.facts === facts) return owners.map;
  const map = new Map();
  for (const root of ownerRoots) {
    for (const owner of root.querySelectorAll('[aria-owns]')) claim(owner, map);
  }
  owners = { facts, map };
  return map;
}

const ownerRoots = new Set([document]);

function claim(owner, map) {
  for (const target of idTargets(owner, 'aria-owns', 'ariaOwnsElements')) {
    if (map.has(target) || isWithin(owner, target) || wouldCircle(owner, target, map)) continue;
    map.set(target, owner);
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
  return idTargets(element, 'aria-owns', 'ariaOwnsElements').filter((target, i, all) => map.get(target) === element && all.indexOf(target) === i);
}

function isOwnedElsewhere(element) {
  const map = ownerMap();
  return map.size > 0 && map.has(element);
}
