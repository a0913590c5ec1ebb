// States and values.
//
//   statesOf(element, role?) -> bits of STATE, as they are sent
//   valueOf(element, role?)  -> the value as text, '' for none; the caller asks isSecret first
//   extrasOf(element, role, state, name) -> the rarer properties, or null

const STATE = {
  FOCUSABLE: 1, CLICKABLE: 2, DISABLED: 4, READONLY: 8, REQUIRED: 16, INVALID: 32,
  CHECKED: 64, PRESSED: 256, SELECTED: 1024, EXPANDED: 4096, // two bits each: 1 false, 2 true, 3 mixed
  BUSY: 1 << 14, MODAL: 1 << 15, MULTIPLE: 1 << 16, MULTILINE: 1 << 17, EDITABLE: 1 << 18, SECRET: 1 << 19, FRAME: 1 << 20,
  INERT: 1 << 21, UNSEEN: 1 << 22, LIVE: 1 << 23, DRAGGABLE: 1 << 24, SCROLLABLE: 1 << 25, NAMED_BY_CONTENT: 1 << 26, DATED: 1 << 27,
};

const CHECKABLE = new Set(['checkbox', 'radio', 'switch', 'menuitemcheckbox', 'menuitemradio', 'option', 'treeitem']);
const SELECTABLE = new Set(['option', 'tab', 'row', 'gridcell', 'treeitem', 'columnheader', 'rowheader']);
const EXPANDABLE = new Set(['application', 'button', 'checkbox', 'combobox', 'gridcell', 'link', 'listbox', 'menuitem', 'row', 'rowheader', 'columnheader',
  'tab', 'treeitem', 'menuitemcheckbox', 'menuitemradio', 'switch', 'group']);
const LIVE_ROLES = new Set(['alert', 'status', 'log', 'timer', 'marquee']);

// "true", "false", "mixed" as 2, 1, 3; anything else as 0.
function tristate(value) {
  switch (value?.trim().toLowerCase()) {
    case 'true': return 2;
    case 'false': return 1;
    case 'mixed': return 3;
    default: return 0;
  }
}

function statesOf(element, role = roleOf(element), disabledAbove = isDisabledAbove(element)) {
  const stand = element.localName === 'label' ? standInFor(element) : null;
  if (stand) return statesOf(stand, role, disabledAbove) | STATE.FOCUSABLE;
  let state = nativeStates(element, role);
  return ariaStates(element, role, state, disabledAbove);
}

function nativeStates(element, role) {
  switch (element.localName) {
    case 'input': return inputStates(element, role);
    case 'button': return (isNativelyDisabled(element) ? STATE.DISABLED : STATE.FOCUSABLE) | popoverState(element);
    case 'a': case 'area': return role === 'link' && element.hasAttribute('href') ? STATE.FOCUSABLE : 0;
    case 'textarea': {
      let state = fieldStates(element) | STATE.EDITABLE | STATE.MULTILINE;
      if (element.readOnly) state |= STATE.READONLY;
      return state;
    }
    case 'select': return fieldStates(element) | (element.multiple ? STATE.MULTIPLE : 0);
    case 'option': return isNativelyDisabled(element) ? STATE.DISABLED : STATE.SELECTED * (element.selected ? 2 : 1);
    case 'summary': return isDisclosureSummary(element) ? STATE.FOCUSABLE | STATE.EXPANDED * (element.parentElement.open ? 2 : 1) : 0;
    case 'dialog': return element.open && element.matches(':modal') ? STATE.MODAL : 0;
    case 'iframe': case 'frame': case 'fencedframe': return STATE.FRAME | STATE.FOCUSABLE;
    case 'audio': case 'video': return element.controls ? STATE.FOCUSABLE : 0;
    case 'optgroup': return isNativelyDisabled(element) ? STATE.DISABLED : 0;
    default: return 0;
  }
}

// A button that opens a popover is expanded while it shows.
function popoverState(element) {
  const popover = attributesOf(element) & HAS_INVOKER ? element.popoverTargetElement ?? (element.commandForElement?.popover ? element.commandForElement : null) : null;
  return popover ? STATE.EXPANDED * (popover.matches(':popover-open') ? 2 : 1) : 0;
}

function fieldStates(element) {
  let state = isNativelyDisabled(element) ? STATE.DISABLED : STATE.FOCUSABLE;
  if (element.required) state |= STATE.REQUIRED;
  // The browser's own verdict counts once a person has touched the field, as it does on screen.
  if (element.matches(':user-invalid')) state |= STATE.INVALID;
  return state;
}

function inputStates(input, role) {
  let state = fieldStates(input);
  switch (input.type) {
    case 'checkbox': case 'radio':
      if (role === 'checkbox' || role === 'radio' || role === 'switch' || role.startsWith('menuitem')) state |= STATE.CHECKED * (input.indeterminate && input.type === 'checkbox' ? 3 : input.checked ? 2 : 1);
      return state;
    case 'button': case 'submit': case 'reset': case 'image': case 'file':
      if (input.type === 'file' && input.multiple) state |= STATE.MULTIPLE;
      return state;
    case 'range': case 'color': return state;
    default:
      state |= STATE.EDITABLE;
      if (input.readOnly) state |= STATE.READONLY;
      return state;
  }
}

function ariaStates(element, role, state, disabledAbove) {
  const attributes = attributesOf(element);
  if (LIVE_ROLES.has(role)) state |= STATE.LIVE;
  if (attributes & HAS_TABINDEX && !(state & STATE.FOCUSABLE) && isFocusable(element)) state |= STATE.FOCUSABLE;
  if (attributes & HAS_EDITABLE && isEditingHost(element)) state |= STATE.FOCUSABLE | STATE.EDITABLE | STATE.MULTILINE;
  if (attributes & HAS_DRAGGABLE && element.draggable) state |= STATE.DRAGGABLE;
  if (disabledAbove && state & STATE.FOCUSABLE) state |= STATE.DISABLED;
  if (!(attributes & HAS_STATE) && !SELECTABLE.has(role) && !CHECKABLE.has(role)) return state;
  const is = (name) => element.getAttribute(name)?.trim().toLowerCase() === 'true';
  if (is('aria-disabled')) state |= STATE.DISABLED;
  if (is('aria-readonly')) state |= STATE.READONLY;
  if (is('aria-required')) state |= STATE.REQUIRED;
  if (is('aria-busy')) state |= STATE.BUSY;
  if (is('aria-multiselectable')) state |= STATE.MULTIPLE;
  if (is('aria-multiline')) state |= STATE.MULTILINE;
  if (is('aria-modal') && (role === 'dialog' || role === 'alertdialog')) state |= STATE.MODAL;
  const invalid = element.getAttribute('aria-invalid')?.trim().toLowerCase();
  if (invalid !== undefined) state = invalid && invalid !== 'false' ? state | STATE.INVALID : state & ~STATE.INVALID;
  if (CHECKABLE.has(role) && !(state & STATE.CHECKED * 3)) {
    let checked = tristate(element.getAttribute('aria-checked'));
    // Only boxes can be partly checked. https://www.w3.org/TR/wai-aria-1.2/#aria-checked
    if (checked === 3 && role !== 'checkbox' && role !== 'menuitemcheckbox' && role !== 'treeitem' && role !== 'option') checked = 1;
    if (checked) state |= STATE.CHECKED * checked;
    else if (role === 'checkbox' || role === 'radio' || role === 'switch' || role.startsWith('menuitem') && role.length > 8) state |= STATE.CHECKED;
  }
  if (role === 'button') state |= STATE.PRESSED * tristate(element.getAttribute('aria-pressed'));
  if (SELECTABLE.has(role) && !(state & STATE.SELECTED * 3)) {
    const selected = Math.min(2, tristate(element.getAttribute('aria-selected')));
    state |= STATE.SELECTED * (selected || (role === 'option' || role === 'tab' ? 1 : 0));
  }
  if (EXPANDABLE.has(role) && !(state & STATE.EXPANDED * 3)) state |= STATE.EXPANDED * Math.min(2, tristate(element.getAttribute('aria-expanded')));
  if (isLive(element)) state |= STATE.LIVE;
  return state;
}

// aria-disabled holds for everything in the element that can have focus.
// https://www.w3.org/TR/wai-aria-1.2/#aria-disabled
function isDisabledAbove(element) {
  return element.parentElement?.closest('[aria-disabled="true" i]') != null;
}

function isLive(element) {
  const live = element.getAttribute('aria-live')?.trim().toLowerCase();
  return live === 'polite' || live === 'assertive';
}
