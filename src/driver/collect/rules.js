// What a walk sends, and what it passes over.
//
//   isPassedOver(element, attributes, context) -> left out with all that it holds, and counted
//   isEntry(role, context)                     -> sent for its role
//   stateToSend(…)                             -> its states; without a role it is sent when there are any
//   saysName(element, tag, context)            -> its text is the name of another one that is sent

const CONTROLS = 'a[href],button,input:not([type=hidden]),select,textarea,summary,iframe,[tabindex],[contenteditable],' +
  '[role=button],[role=link],[role=checkbox],[role=menuitem],[role=tab],[role=option]';
const CAPTION_TAGS = setOf('caption legend figcaption');

function isPassedOver(element, attributes, context) {
  if (attributes & HAS_INERT) {
    left.inert += controlsIn(element);
    return true;
  }
  if (attributes & HAS_HIDDEN && isTrue(element, 'aria-hidden') && element !== doc.body && element !== doc.documentElement) {
    left.hidden += controlsIn(element);
    return true;
  }
  return ownerOf(element) !== undefined && !context.owns.includes(element);
}

function isTrue(element, attribute) {
  return element.getAttribute(attribute).trim().toLowerCase() === 'true';
}

function controlsIn(element) {
  return element.querySelectorAll(CONTROLS).length + (element.matches(CONTROLS) ? 1 : 0);
}

function isEntry(role, context) {
  return !TEXT_ROLES.has(role) && (!context.leaf || WIDGET_ROLES.has(role));
}

// A caption names what it is in, a label its control: it is not said twice.
function saysName(element, tag, context) {
  if (CAPTION_TAGS.has(tag)) return context.captioned;
  if (tag !== 'label') return false;
  const control = element.control;
  return control !== null && control !== undefined && !(factsOf(control) & (GONE | INVISIBLE));
}

// Roles that are no controls, and may be pressed even so.
const PRESSED_ROLES = setOf('listitem row cell gridcell columnheader rowheader img heading article figure');
const SENT_WITHOUT_ROLE = STATE.CLICKABLE | STATE.LIVE | STATE.DRAGGABLE | STATE.EDITABLE | STATE.SCROLLABLE;

function stateToSend(element, tag, role, bits, attributes, context) {
  const plain = TEXT_ROLES.has(role);
  let state = plain && attributes === 0 ? 0 : statesOf(element, role, context.disabled);
  if ((plain || PRESSED_ROLES.has(role)) && isPressable(element, tag, bits, attributes, context)) state |= STATE.CLICKABLE;
  if (plain && state & STATE.FOCUSABLE && !context.leaf && !/^\s*-/.test(element.getAttribute('tabindex') ?? '')) state |= STATE.CLICKABLE;
  if (bits & SCROLLS && isScrollable(element)) state |= STATE.SCROLLABLE;
  return plain && !(state & SENT_WITHOUT_ROLE) ? 0 : state;
}

// A pointer cursor makes a plain element worth pressing, unless what is around it has the cursor, or
// is pressed itself.
function isPressable(element, tag, bits, attributes, context) {
  if (!(attributes & HAS_ONCLICK) && (!(bits & POINTER) || context.pointer)) return false;
  return !context.leaf && !context.hush && tag !== 'html' && tag !== 'body' && tag !== 'label' && tag !== 'option';
}

function isScrollable(element) {
  if (element === doc.documentElement || element === doc.body) return false;
  return element.scrollHeight > element.clientHeight + 4 || element.scrollWidth > element.clientWidth + 4;
}
