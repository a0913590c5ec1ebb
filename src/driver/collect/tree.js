// The flat tree: what is rendered, with slots filled and shadow trees in place of their hosts'
// children. Iterative throughout; a page may be thousands of levels deep.
//
//   adopt(host, root)   -> takes a closed shadow root that the driver got from the browser
//   shadowOf(element)   -> its open or adopted shadow root, or null
//   flatParent(node)    -> the node above it in the flat tree, or null
//   flatChildren(node)  -> the nodes below it, in order
//   isWithin(node, up)  -> whether `up` is `node` or above it in the flat tree
//   idTargets(element, attribute, property) -> the elements that an id-list attribute names

const adopted = new WeakMap();
let anyAdopted = false;

function adopt(host, root) {
  anyAdopted = true;
  adopted.set(host, root);
  forget();
}

function shadowOf(element) {
  return element.shadowRoot ?? (anyAdopted ? adopted.get(element) ?? null : null);
}

function flatParent(node) {
  const slot = node.assignedSlot ?? closedSlotOf(node);
  if (slot) return slot;
  const up = node.parentNode;
  if (!up) return node.host ?? null;
  return up.nodeType === 11 ? up.host ?? null : up;
}

// assignedSlot hides the slots of closed roots, also of those that were handed in.
function closedSlotOf(node) {
  const root = node.parentNode?.nodeType === 1 ? adopted.get(node.parentNode) : undefined;
  if (!root) return null;
  for (const slot of root.querySelectorAll('slot')) if (slot.assignedNodes().includes(node)) return slot;
  return null;
}

function flatChildren(node) {
  if (node.nodeType === 1) {
    const root = shadowOf(node);
    if (root) return root.childNodes;
    if (node.localName === 'slot' && node.getRootNode().nodeType === 11) {
      const assigned = node.assignedNodes();
      if (assigned.length) return assigned;
    }
  }
  return node.childNodes;
}

function isWithin(node, up) {
  for (let at = node; at; at = flatParent(at)) if (at === up) return true;
  return false;
}

// Ids are looked up in the element's own tree, as the specification wants; elements set by script
// (ariaLabelledByElements and its kin) leave an empty attribute behind.
function idTargets(element, attribute, property) {
  const value = element.getAttribute(attribute);
  if (value === null) return [];
  const ids = value.trim();
  if (ids === '') return element[property] ? [...element[property]] : [];
  const root = element.getRootNode();
  if (!root.getElementById) return [];
  const found = [];
  for (const id of ids.split(/\s+/)) {
    const target = root.getElementById(id);
    if (target) found.push(target);
  }
  return found;
}
