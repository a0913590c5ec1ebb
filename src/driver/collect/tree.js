// The flat tree: what is rendered, with slots filled and shadow trees in place of their hosts'
// children. Iterative throughout; a page may be thousands of levels deep.
//
//   adopt(root)         -> takes a closed shadow root that the driver got from the browser
//   shadowOf(element)   -> its open or adopted shadow root, or null
//   flatParent(node)    -> the node above it in the flat tree, or null
//   flatChildren(node)  -> the nodes below it, in order
//   isWithin(node, up)  -> whether `up` is `node` or above it in the flat tree
//   idTargets(element, attribute, property) -> the elements that an id-list attribute names

const adopted = new WeakMap();
let anyAdopted = false;

function adopt(root) {
  anyAdopted = true;
  adopted.set(root.host, root);
  forget();
}

function shadowOf(element) {
  return element.shadowRoot ?? (anyAdopted ? adopted.get(element) ?? null : null);
}

function flatParent(node) {
  let up = oneUp(node);
  while (up !== null && isHiding(up)) up = oneUp(up);
  return up;
}

function oneUp(node) {
  const up = parentOf(node);
  if (up === null) return typeOf(node) === 11 ? node.host ?? null : null;
  if (typeOf(up) === 11) return up.host ?? null;
  return slotOf(node, up) ?? up;
}

// assignedSlot hides the slots of closed roots, also of those that were handed in.
function slotOf(node, host) {
  if (typeOf(host) !== 1 || isHiding(node)) return null;
  const root = anyAdopted ? adopted.get(host) : undefined;
  if (!root) return node.assignedSlot;
  for (const slot of root.querySelectorAll('slot')) if (slot.assignedNodes().includes(node)) return slot;
  return null;
}

function flatChildren(node) {
  const children = ownChildren(node);
  for (let i = 0; i < children.length; i++) if (isHiding(children[i])) return passedThrough(children);
  return children;
}

function ownChildren(node) {
  const root = shadowOf(node);
  if (root) return root.childNodes;
  if (node.localName === 'slot' && node.getRootNode().nodeType === 11) {
    const assigned = node.assignedNodes();
    if (assigned.length) return assigned;
  }
  return node.childNodes;
}

// The children, with those of forms that hide things in the forms' places.
function passedThrough(children) {
  const passed = [], stack = [...children].reverse();
  while (stack.length) {
    const node = stack.pop();
    if (!isHiding(node)) passed.push(node);
    else for (let child = lastChildOf(node); child; child = previousOf(child)) stack.push(child);
  }
  return passed;
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
  const root = treeOf(element);
  if (!root.getElementById) return [];
  const targets = ids.split(/\s+/).map((id) => root.getElementById(id));
  return targets.filter((target) => target !== null && !isHiding(target));
}

// The tree that an element is in, to be asked for others in it.
function treeOf(element) {
  const root = element.getRootNode();
  return root === document ? doc : root;
}
