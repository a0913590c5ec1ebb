// Fields: what one is, getting it ready for keys, and what it holds afterwards.
//
//   prepare({ node, clear })            -> { kind, secret, value, … } with the focus in it, or { why }
//   readBack({ doc, node, outer?, hold }) -> a promise of { value } as a reader would be told; null for a secret
//   focusOn({ node })                   -> { focused }
//
// Kinds: `text` takes keys one line or several, `rich` is an editor of the page's own, `picked` has a form of its own
// (pick.js). An editor may take its keys in a field that nobody sees: `outer` is then the part that shows the text.

const TYPED = ['text', 'search', 'email', 'url', 'tel', 'password', 'number'];
const PICKED = ['date', 'time', 'datetime-local', 'month', 'week', 'color', 'range'];
const EDITABLE = 'input:not([type=hidden]),textarea,[contenteditable=""],[contenteditable="true"],[contenteditable="plaintext-only"]';

function fieldOf(element) {
  if (element.localName === 'label' && element.control) return element.control;
  if (takesKeys(element)) return element;
  // A wrapper with exactly one field in it, as component libraries make them.
  const inner = [...(shadowOf(element) ?? element).querySelectorAll(EDITABLE)];
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
  let kind = kindOf(field);
  const about = describe(element);
  if (!['text', 'picked', 'rich'].includes(kind)) return { why: 'not_editable', kind, ...about };
  if (isDisabled(field)) return { why: 'disabled', kind, ...about };
  if (field.readOnly || field.getAttribute('aria-readonly') === 'true') return { why: 'readonly', kind, ...about };
  const why = whyNotShown(field);
  const outer = why ? editorAround(field, element) : null;
  if (why && !outer) return { why, kind, ...wayTo(field, why), ...about };
  if (outer) kind = 'rich';
  reveal(outer ?? field, 'nearest');
  field.focus({ preventScroll: true });
  const focused = takesOurKeys(field);
  if (focused && kind === 'text') placeCaret(field, want.clear);
  const value = rawValue(field, outer);
  arm();
  return {
    kind, ...about, node: idOf(field), outer: outer ? idOf(outer) : null, focused,
    secret: isSecret(field), value: isSecret(field) ? null : value, empty: value === '',
    limit: field.maxLength > 0 ? field.maxLength : null, cells: cellsFrom(field).length,
    lines: field.localName === 'textarea' || kind === 'rich', mac: /Mac|iP/.test(navigator.platform),
  };
}

// Code editors take keys in a field of no size and draw the text themselves.
function editorAround(field, element) {
  if (element !== field) return isShown(element) ? element : null;
  for (let up = flatParent(field), steps = 0; up && up.nodeType === 1 && steps < 4; up = flatParent(up), steps++) {
    const box = up.getBoundingClientRect();
    if (box.width > 40 && box.height > 10 && isShown(up)) return up !== document.body ? up : null;
  }
  return null;
}

// A code that is typed into one box a character: the boxes from this one on.
function cellsFrom(field) {
  if (field.localName !== 'input' || field.maxLength !== 1) return [];
  const form = field.form ?? field.parentElement?.parentElement ?? field.parentElement;
  const cells = [...form.querySelectorAll('input')].filter((one) => one.maxLength === 1 && one.type === field.type);
  return cells.slice(cells.indexOf(field));
}

// Chromium sends keys to the frame that has the focus, Firefox to the frame that is asked for.
function takesOurKeys(field) {
  return isFocused(field) && (document.hasFocus() || 'mozInnerScreenX' in window);
}

function isFocused(field) {
  let active = document.activeElement;
  for (let root = active && shadowOf(active); root?.activeElement; root = shadowOf(active)) active = root.activeElement;
  return active === field || (active !== null && field.isContentEditable && isWithin(field, active));
}

// Everything selected, so that what is typed replaces it; or the end. Editors of the page's own know only of their keys.
function placeCaret(field, clear) {
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

function rawValue(field, outer) {
  const shown = outer ?? (field.localName === 'input' || field.localName === 'textarea' ? null : field);
  return shown ? shown.innerText.replace(/[\u00a0\u200b\ufeff]/g, (one) => (one === '\u00a0' ? ' ' : '')).replace(/\n$/, '') : field.value ?? '';
}

// A page that was given a timer by what was typed may put the old text back when it fires: then a moment is waited.
async function readBack(want) {
  if (want.doc !== DOCUMENT) return { why: 'gone' };
  const until = performance.now() + (timersSince() > 0 ? want.hold ?? 0 : 0);
  for (;;) {
    const element = elementOf(want.node);
    if (!element) return { why: 'gone' };
    const field = fieldOf(element);
    const cells = want.cells ? cellsFrom(field) : [];
    const value = cells.length ? cells.map((one) => one.value).join('') : rawValue(field, want.outer ? elementOf(want.outer) : null);
    if (performance.now() >= until) return { value: isSecret(field) ? null : value, empty: value === '' };
    await frame();
  }
}

function focusOn(want) {
  const element = elementOf(want.node);
  if (!element) return { why: 'gone' };
  const field = fieldOf(element);
  reveal(field, 'nearest');
  field.focus({ preventScroll: true });
  arm();
  return { focused: takesOurKeys(field), ...describe(element) };
}
