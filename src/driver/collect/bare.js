// The page's nodes with the properties that the browser gave them.
//
// Fields and pictures hide properties of the form or document that they are in when they bear their
// names: after `<img name=body>` document.body is the image, and a field named "parentNode" breaks every
// climb past its form. This is HTML's own rule and holds in every world. So the document is asked through
// `doc`, and a form that hides what is needed here is passed through: its content is told, it is not.
// https://html.spec.whatwg.org/multipage/dom.html#dom-tree-accessors
//
//   doc                -> the document's properties and methods
//   parentOf(node), lastChildOf(node), previousOf(node), typeOf(node) -> as the browser has them
//   isHiding(node)     -> whether it is a form that hides something that is needed here

const DOC_NAMES = setOf('URL title body documentElement scrollingElement activeElement styleSheets adoptedStyleSheets hasFocus ' +
  'getAnimations getElementById getElementsByTagName getElementsByName querySelector querySelectorAll elementFromPoint ' +
  'elementsFromPoint createRange evaluate addEventListener getRootNode');
const doc = bareDocument();

function bareDocument() {
  const bare = {};
  for (const name of DOC_NAMES) {
    const { get, value } = nativeProperty(Document.prototype, name);
    if (get) Object.defineProperty(bare, name, { get: () => get.call(document) });
    else if (value) bare[name] = value.bind(document);
  }
  return bare;
}

// The property's descriptor; empty where this browser has none of the name.
function nativeProperty(prototype, name) {
  for (let at = prototype; at; at = Object.getPrototypeOf(at)) {
    const property = Object.getOwnPropertyDescriptor(at, name);
    if (property) return property;
  }
  return {};
}

const PARENT = nativeProperty(Node.prototype, 'parentNode').get, LAST = nativeProperty(Node.prototype, 'lastChild').get,
  PREVIOUS = nativeProperty(Node.prototype, 'previousSibling').get, TYPE = nativeProperty(Node.prototype, 'nodeType').get;

function parentOf(node) {
  return PARENT.call(node);
}

function lastChildOf(node) {
  return LAST.call(node);
}

function previousOf(node) {
  return PREVIOUS.call(node);
}

function typeOf(node) {
  return TYPE.call(node);
}

// What is asked of elements here, whatever their kind.
const NEEDED = [...setOf('localName nodeType hasAttribute hasAttributes getAttribute getAttributeNames firstChild lastChild ' +
  'nextSibling previousSibling firstElementChild nextElementSibling previousElementSibling parentNode parentElement childNodes ' +
  'children shadowRoot assignedSlot getRootNode isConnected matches closest querySelector querySelectorAll getElementsByTagName ' +
  'contains checkVisibility getBoundingClientRect ownerSVGElement scrollTop scrollLeft scrollHeight scrollWidth clientWidth ' +
  'clientHeight offsetWidth offsetHeight isContentEditable draggable')]
  .map((name) => ({ name, ...nativeProperty(HTMLFormElement.prototype, name) }));

function isHiding(node) {
  return node instanceof HTMLFormElement && kept(hidingForms, node, hidesNeeded);
}

function hidesNeeded(form) {
  return NEEDED.some(({ name, get, value }) => form[name] !== (get ? get.call(form) : value));
}
