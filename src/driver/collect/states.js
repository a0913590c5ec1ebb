// States, as bits.
//
//   statesOf(element, role?) -> bits of STATE, as a walk sends them
//
// Native states come first: where HTML says something, ARIA does not overrule it.

const STATE = {
  FOCUSABLE: 1, CLICKABLE: 2, DISABLED: 4, READONLY: 8, REQUIRED: 16, INVALID: 32,
  CHECKED: 64, PRESSED: 256, SELECTED: 1024, EXPANDED: 4096, // two bits each: 1 false, 2 true, 3 mixed
  BUSY: 1 << 14, MODAL: 1 << 15, MULTIPLE: 1 << 16, MULTILINE: 1 << 17, EDITABLE: 1 << 18, SECRET: 1 << 19, FRAME: 1 << 20,
  UNSEEN: 1 << 22, LIVE: 1 << 23, DRAGGABLE: 1 << 24, SCROLLABLE: 1 << 25, NAMED_BY_CONTENT: 1 << 26,
};

const BOXES = setOf('checkbox radio switch menuitemcheckbox menuitemradio'); // false when they do not say
const CHECKABLE = new Set([...BOXES, 'option', 'treeitem']);
const MIXED = setOf('checkbox menuitemcheckbox option treeitem'); // others cannot be partly checked
const SELECTABLE = setOf('option tab row gridcell treeitem columnheader rowheader');
const EXPANDABLE = setOf('application button checkbox columnheader combobox gridcell group link listbox menuitem ' +
  'menuitemcheckbox menuitemradio row rowheader switch tab treeitem');
const LIVE_ROLES = setOf('alert status log timer marquee');
const BOOLEAN_STATES = [
  ['aria-disabled', STATE.DISABLED], ['aria-readonly', STATE.READONLY], ['aria-required', STATE.REQUIRED],
  ['aria-busy', STATE.BUSY], ['aria-multiselectable', STATE.MULTIPLE], ['aria-multiline', STATE.MULTILINE],
];

function statesOf(element, role = roleOf(element), disabledAbove = isDisabledAbove(element)) {
  const stand = element.localName === 'label' ? standInFor(element) : null;
  if (stand) return statesOf(stand, role, disabledAbove) | STATE.FOCUSABLE;
  const attributes = attributesOf(element);
  let state = nativeStates(element, role, attributes);
  if (LIVE_ROLES.has(role)) state |= STATE.LIVE;
  if (attributes & HAS_TABINDEX && !(state & STATE.FOCUSABLE) && isFocusable(element)) state |= STATE.FOCUSABLE;
  if (attributes & HAS_EDITABLE && isEditingHost(element)) state |= STATE.FOCUSABLE | STATE.EDITABLE | STATE.MULTILINE;
  if (attributes & HAS_DRAGGABLE && element.draggable) state |= STATE.DRAGGABLE;
  if (disabledAbove && state & STATE.FOCUSABLE) state |= STATE.DISABLED;
  return attributes & HAS_STATE || SELECTABLE.has(role) || CHECKABLE.has(role) ? ariaStates(element, role, state) : state;
}

function nativeStates(element, role, attributes) {
  switch (element.localName) {
    case 'input': return inputStates(element, role);
    case 'button': return ableState(element) | (attributes & HAS_INVOKER ? popoverState(element) : 0);
    case 'a': case 'area': return element.hasAttribute('href') && role === 'link' ? STATE.FOCUSABLE : 0;
    case 'textarea': return fieldStates(element) | STATE.EDITABLE | STATE.MULTILINE | (element.readOnly ? STATE.READONLY : 0);
    case 'select': return fieldStates(element) | (element.multiple ? STATE.MULTIPLE : 0);
    case 'option': return isNativelyDisabled(element) ? STATE.DISABLED : STATE.SELECTED * onOff(element.selected);
    case 'optgroup': return isNativelyDisabled(element) ? STATE.DISABLED : 0;
    case 'summary': return isDisclosureSummary(element) ? STATE.FOCUSABLE | STATE.EXPANDED * onOff(element.parentElement.open) : 0;
    case 'dialog': return element.open && element.matches(':modal') ? STATE.MODAL : 0;
    case 'iframe': case 'frame': case 'fencedframe': return STATE.FRAME | STATE.FOCUSABLE;
    case 'audio': case 'video': return element.controls ? STATE.FOCUSABLE : 0;
    default: return 0;
  }
}

function ableState(element) {
  return isNativelyDisabled(element) ? STATE.DISABLED : STATE.FOCUSABLE;
}

function onOff(is) {
  return is ? 2 : 1;
}

function fieldStates(element) {
  let state = ableState(element);
  if (element.required) state |= STATE.REQUIRED;
  // The browser's own verdict counts once a person has touched the field, as it does on screen.
  if (element.matches(':user-invalid')) state |= STATE.INVALID;
  return state;
}

function inputStates(input, role) {
  const state = fieldStates(input);
  switch (input.type) {
    case 'checkbox':
      return BOXES.has(role) ? state | STATE.CHECKED * (input.indeterminate ? 3 : onOff(input.checked)) : state;
    case 'radio': return BOXES.has(role) ? state | STATE.CHECKED * onOff(input.checked) : state;
    case 'file': return input.multiple ? state | STATE.MULTIPLE : state;
    case 'button': case 'submit': case 'reset': case 'image': case 'range': case 'color': return state;
    default: return state | STATE.EDITABLE | (input.readOnly ? STATE.READONLY : 0);
  }
}

// A button that opens a popover is expanded while it shows.
function popoverState(button) {
  const opened = button.popoverTargetElement ?? button.commandForElement;
  return opened?.popover ? STATE.EXPANDED * onOff(opened.matches(':popover-open')) : 0;
}

function ariaStates(element, role, state) {
  for (const [name, bit] of BOOLEAN_STATES) if (tristate(element, name) === 2) state |= bit;
  if ((role === 'dialog' || role === 'alertdialog') && tristate(element, 'aria-modal') === 2) state |= STATE.MODAL;
  const invalid = element.getAttribute('aria-invalid')?.trim().toLowerCase();
  if (invalid !== undefined) state = invalid && invalid !== 'false' ? state | STATE.INVALID : state & ~STATE.INVALID;
  if (CHECKABLE.has(role) && !(state & STATE.CHECKED * 3)) {
    const checked = tristate(element, 'aria-checked');
    state |= STATE.CHECKED * (checked === 3 && !MIXED.has(role) ? 1 : checked || (BOXES.has(role) ? 1 : 0));
  }
  if (role === 'button') state |= STATE.PRESSED * tristate(element, 'aria-pressed');
  if (SELECTABLE.has(role) && !(state & STATE.SELECTED * 3)) {
    const selected = Math.min(2, tristate(element, 'aria-selected'));
    state |= STATE.SELECTED * (selected || (role === 'option' || role === 'tab' ? 1 : 0));
  }
  if (EXPANDABLE.has(role) && !(state & STATE.EXPANDED * 3)) {
    state |= STATE.EXPANDED * Math.min(2, tristate(element, 'aria-expanded'));
  }
  const live = element.getAttribute('aria-live')?.trim().toLowerCase();
  return live === 'polite' || live === 'assertive' ? state | STATE.LIVE : state;
}

// "false", "true", "mixed" as 1, 2, 3; anything else as 0.
function tristate(element, name) {
  switch (element.getAttribute(name)?.trim().toLowerCase()) {
    case 'false': return 1;
    case 'true': return 2;
    case 'mixed': return 3;
    default: return 0;
  }
}

// aria-disabled holds for everything in the element that can have focus.
// https://www.w3.org/TR/wai-aria-1.2/#aria-disabled
function isDisabledAbove(element) {
  return element.parentElement?.closest('[aria-disabled="true" i]') != null;
}
