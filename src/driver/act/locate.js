// From a selector to elements of this document.
//
//   pick({ node | css | xpath | role, name | text | label, limit })  -> { nodes: [{ node, role, name, shown }], total }
//   holds({ … })                                                       -> whether a condition of wait_for holds here
//
// The collector's `locate` finds; what is shown comes first here: a link that stands twice, once hidden, is the one
// that can be seen.

const PICK_LIMIT = 50;

function pick(want) {
  return atOnce(() => {
    const elements = elementsFor(want);
    const shown = [], others = [];
    for (const element of elements) (isShown(pressable(element)) ? shown : others).push(element);
    const picked = [...shown, ...others].slice(0, want.limit ?? PICK_LIMIT);
    const nodes = picked.map((element, index) => ({
      node: idOf(element), role: roleOf(element) || 'generic', name: nameOf(element), shown: index < shown.length,
    }));
    return { doc: DOCUMENT, nodes, total: elements.length };
  });
}

function elementsFor(want) {
  if (want.node === undefined) return locate(want);
  const element = elementOf(want.node);
  return element ? [element] : [];
}

function holds(want) {
  if (want.says !== undefined) return { holds: hasText(want.says) };
  return { holds: elementsFor(want).some((element) => isShown(pressable(element))) };
}

// Visible text of the document, shadow trees included; case and white space do not matter.
function hasText(text) {
  const wanted = text.replace(/\s+/g, ' ').trim().toLowerCase();
  if (wanted === '') return true;
  const hay = readText(document.body ?? document.documentElement, Infinity).replace(/\s+/g, ' ').toLowerCase();
  return hay.includes(wanted);
}
