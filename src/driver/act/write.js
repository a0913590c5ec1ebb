// Fields: what one is, getting it ready for keys, and what it holds afterwards.
//
//   prepare({ node, clear })  -> { kind, secret, value, … } with the caret in place, or { why }
//   setValue({ node, value }) -> sets a field that takes no keys (date, time, colour, range), with its events
//   readBack({ node })         -> { value } as a reader would be told; null for a secret

const TYPED = ['text', 'search', 'email', 'url', 'tel', 'password', 'number'];
const PICKED = ['date', 'time', 'datetime-local', 'month', 'week', 'color', 'range'];

function fieldOf(element) {
  if (element.localName === 'label' && element.control) return element.control;
  if (takesKeys(element)) return element;
  // A wrapper with exactly one field in it, as component libraries make them.
  const inner = [...(shadowOf(element) ?? element).querySelectorAll('input:not([type=hidden]),textarea,[contenteditable=""],[contenteditable="true"],[contenteditable="plaintext-only"]')];
  return inner.length === 1 ? inner[0] : element;
}

function takesKeys(element) {
  return element.localName === 'input' || element.localName === 'textarea' || element.isContentEditable;
}

function kindOf(field) {
  if (field.localName === 'textarea') return 'text';
  if (field.localName === 'input') {
    if (TYPED.includes(field.type)) return 'text';
    if (PICKED.includes(field.type)) return 'picked';
    return field.type;
  }
  if (field.isContentEditable) return 'rich';
  return field.localName === 'select' ? 'select' : 'none';
}

function prepare(want) {
  const element = elementOf(want.node);
  if (!element) return { why: 'gone' };
  const field = fieldOf(element);
  const kind = kindOf(field);
  const about = { kind, ...describe(element) };
  if (!['text', 'picked', 'rich'].includes(kind)) return { why: 'not_editable', ...about };
  if (isDisabled(field)) return { why: 'disabled', ...about };
  if (field.readOnly || field.getAttribute('aria-readonly') === 'true') return { why: 'readonly', ...about };
  if (!isShown(field)) return { why: whyNotShown(field) ?? 'hidden', ...about };
  reveal(field, 'nearest');
  field.focus({ preventScroll: true });
  // A frame in another process may have the focus to itself alone: keys would go elsewhere.
  const focused = isFocused(field) && document.hasFocus();
  if (focused && kind !== 'picked') placeCaret(field, want.clear);
  arm();
  return {
    ...about, node: idOf(field), focused, secret: isSecret(field), value: isSecret(field) ? null : rawValue(field),
    limit: field.maxLength > 0 ? field.maxLength : undefined, lines: field.localName === 'textarea' || kind === 'rich',
    empty: rawValue(field) === '',
  };
}

function isFocused(field) {
  let active = document.activeElement;
  for (let root = active && shadowOf(active); root?.activeElement; root = shadowOf(active)) active = root.activeElement;
  return active === field || (active !== null && field.isContentEditable && isWithin(field, active));
}

// Everything selected, so that what is typed replaces it; or the end.
function placeCaret(field, clear) {
  if (field.isContentEditable) {
    const selection = getSelection();
    selection.selectAllChildren(field);
    if (!clear) selection.collapseToEnd();
    return;
  }
  if (clear) {
    field.select();
    return;
  }
  try {
    field.setSelectionRange(field.value.length, field.value.length);
  } catch {
    // email and number fields have no selection (https://html.spec.whatwg.org/#do-not-apply); the caret is at the end.
  }
}

function rawValue(field) {
  if (field.isContentEditable && field.localName !== 'input' && field.localName !== 'textarea') {
    return field.innerText.replace(/\u00a0/g, ' ').replace(/\n$/, '');
  }
  return field.value ?? '';
}

function readBack(want) {
  const element = elementOf(want.node);
  if (!element) return { why: 'gone' };
  const field = fieldOf(element);
  return { value: isSecret(field) ? null : rawValue(field), empty: rawValue(field) === '', valid: field.validity?.valid };
}

function setValue(want) {
  const field = elementOf(want.node);
  if (!field) return { why: 'gone' };
  const before = field.value;
  field.value = want.value;
  if (field.value === '' && want.value !== '') {
    field.value = before;
    return { why: 'bad_value', form: formOf(field) };
  }
  field.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
  field.dispatchEvent(new Event('change', { bubbles: true }));
  return { value: field.value };
}

function formOf(field) {
  return {
    date: 'YYYY-MM-DD', time: 'HH:MM', 'datetime-local': 'YYYY-MM-DDTHH:MM', month: 'YYYY-MM', week: 'YYYY-Www', color: '#rrggbb',
  }[field.type] ?? 'a number';
}

function focusOn(want) {
  const element = elementOf(want.node);
  if (!element) return { why: 'gone' };
  const field = fieldOf(element);
  reveal(field, 'nearest');
  field.focus({ preventScroll: true });
  arm();
  return { focused: isFocused(field) && document.hasFocus(), ...describe(element) };
}
