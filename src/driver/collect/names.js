// Names and descriptions. https://www.w3.org/TR/accname-1.2/#computation-steps
//
//   nameOf(element, role?)        -> the accessible name, one clean line, '' for none
//   descriptionOf(element, role?) -> the accessible description
//
// `nameSource` tells, after nameOf, where the name came from: the walk leaves out text that the
// name repeats, and a title that was the name is not a description as well.

const BY_NOTHING = 0, BY_REFERENCE = 1, BY_LABEL = 2, BY_NATIVE = 3, BY_CONTENT = 4, BY_TITLE = 5, BY_PLACEHOLDER = 6,
  BY_VALUE = 7;
let nameSource = BY_NOTHING;

const NAMED_BY_CONTENT = setOf('button cell checkbox columnheader gridcell heading link menuitem menuitemcheckbox ' +
  'menuitemradio option radio rowheader switch tab tooltip treeitem graphics-symbol');

function nameOf(element, role = roleOf(element)) {
  nameSource = BY_NOTHING;
  const stand = element.localName === 'label' && !(attributesOf(element) & HAS_ROLE) ? standInFor(element) : null;
  return stand ? nameOf(stand, role) || contentName(element, role) : ownName(element, role);
}

function ownName(element, role) {
  const attributes = attributesOf(element);
  if (attributes & HAS_LABELLEDBY) {
    const referenced = referencedText(element, 'aria-labelledby', 'ariaLabelledByElements');
    if (referenced) return sourced(BY_REFERENCE, referenced);
  }
  if (attributes & HAS_LABEL) {
    const label = clean(element.getAttribute('aria-label'));
    if (label) return sourced(BY_LABEL, label);
  }
  const native = nativeName(element, role);
  if (native) return native;
  if (NAMED_BY_CONTENT.has(role) || (role === 'row' && attributes & HAS_TABINDEX)) {
    const text = contentName(element, role);
    if (text) return sourced(BY_CONTENT, text);
  }
  if (attributes & HAS_TITLE) {
    const title = clean(element.getAttribute('title'));
    if (title) return sourced(BY_TITLE, title);
  }
  return placeholderName(element);
}

function sourced(source, text) {
  nameSource = source;
  return text;
}

// The text of the elements that an attribute names. A hidden target speaks with all that it holds;
// a name that is being referenced follows no references of its own.
function referencedText(element, attribute, property) {
  if (!element.hasAttribute(attribute)) return '';
  let text = '';
  for (const target of idTargets(element, attribute, property)) {
    const part = referencedPart(target, element);
    if (part) text += text ? ' ' + part : part;
  }
  return text;
}

function referencedPart(target, element) {
  const hidden = isHiddenForNames(target);
  // A control that is referenced from itself is named, one that is referenced from elsewhere speaks its value.
  if (target !== element && !hidden) {
    const value = embeddedValue(target);
    if (value) return clean(value);
  }
  const label = clean(target.getAttribute('aria-label') ?? '');
  if (label) return label;
  const role = roleOf(target);
  const native = target === element && NAMED_BY_CONTENT.has(role) ? '' : nativeName(target, role);
  if (native) return native;
  const text = clean(textWithin(target, { references: false, hidden, skip: null }));
  return text || clean(target.getAttribute('title') ?? '');
}

// Whether the element itself is hidden, so that a reference to it reads hidden content too.
function isHiddenForNames(element) {
  if (factsOf(element) & (GONE | INVISIBLE)) return true;
  return !element.checkVisibility({ visibilityProperty: true }) || element.closest('[aria-hidden="true" i]') !== null;
}

function contentName(element, role) {
  return soleText(element) ?? clean(textWithin(element, role === 'treeitem' ? ITEM_CONTENT : ALL_CONTENT));
}

const ALL_CONTENT = { references: true, hidden: false, skip: null };
// An item of a tree is named without the items below it.
const ITEM_CONTENT = { references: true, hidden: false, skip: null, shallow: true };

function descriptionOf(element, role = roleOf(element)) {
  if (!(attributesOf(element) & (HAS_DESCRIPTION | HAS_TITLE))) return '';
  const referenced = referencedText(element, 'aria-describedby', 'ariaDescribedByElements');
  if (referenced) return referenced;
  const described = clean(element.getAttribute('aria-description') ?? '');
  if (described) return described;
  const title = element.getAttribute('title');
  if (!title) return '';
  const name = nameOf(element, role);
  const text = clean(title);
  return nameSource === BY_TITLE || text === name ? '' : text;
}
