// Values as people read them, and the properties that only some elements have.
//
//   valueOf(element, role?) -> the value, '' for none, as one line but for a textarea's; ask isSecret first
//   extrasOf(element, role, state, withAddress) -> the rarer properties as JSON without its last brace, '' for none

const MOST_VALUE = 2000; // UTF-16 units of a value, description or address that leave the page
const MOST_WORD = 40; // the same of a word from a list of words
const MOST_COUNT = 1e9;
const MOST_OPTIONS = 50; // options of a closed list that are named

function valueOf(element, role = roleOf(element)) {
  const spoken = element.getAttribute('aria-valuetext');
  if (spoken && RANGE_ROLES.has(role)) return cut(clean(spoken), MOST_VALUE);
  switch (element.localName) {
    case 'input': return inputValue(element);
    case 'textarea': return cut(cleanLines(element.value), MOST_VALUE);
    case 'select': return chosen(element);
    case 'progress': return element.hasAttribute('value') ? String(element.value) : '';
    case 'meter': return String(element.value);
    default:
  }
  if (RANGE_ROLES.has(role)) return clean(element.getAttribute('aria-valuenow') ?? '');
  if (role === 'combobox' || role === 'listbox') {
    const picked = chosenByAria(element);
    if (picked || role === 'listbox') return picked;
  } else if (role !== 'textbox' && role !== 'searchbox' && !isEditingHost(element)) {
    return '';
  }
  return cut(clean(textWithin(element, WRITTEN)), MOST_VALUE);
}

const WRITTEN = { references: false, hidden: false, skip: null, plain: true };
const RANGE_ROLES = setOf('slider spinbutton progressbar meter scrollbar separator');

function inputValue(input) {
  switch (input.type) {
    case 'checkbox': case 'radio': case 'button': case 'submit': case 'reset': case 'image': case 'hidden': return '';
    case 'file': return cut(clean(Array.from(input.files ?? [], (file) => file.name).join(', ')), MOST_VALUE);
    default: return cut(clean(input.value), MOST_VALUE);
  }
}

function chosen(select) {
  const options = select.selectedOptions;
  let text = '';
  for (let i = 0; i < options.length && i < MOST_OPTIONS; i++) text += (i ? ', ' : '') + clean(options[i].label);
  return cut(text, MOST_VALUE);
}

function chosenByAria(element) {
  const picked = element.querySelectorAll('[role=option][aria-selected=true i]');
  let text = '';
  for (let i = 0; i < picked.length && i < MOST_OPTIONS; i++) text += (i ? ', ' : '') + nameOf(picked[i], 'option');
  return cut(text, MOST_VALUE);
}

// Keys: v value, d description, l level, p position, n set size, c current, h popup, r rows, k columns,
// t what a field takes, o options, s [scrolled to, seen, whole] in px, w [width, height] in px, u address.
function extrasOf(element, role, state, withAddress) {
  const control = element.localName === 'label' ? standInFor(element) ?? element : element;
  let extras = '';
  const put = (key, json) => { extras += (extras ? ',"' : '{"') + key + '":' + json; };
  const say = (key, text) => { if (text) put(key, quoted(text)); };
  const count = (key, attribute) => {
    const number = parseInt(control.getAttribute(attribute), 10);
    if (number > 0 || number === -1) put(key, Math.min(number, MOST_COUNT));
  };
  if ((VALUED_ROLES.has(role) || state & STATE.EDITABLE) && !(state & STATE.SECRET)) say('v', valueOf(control, role));
  if (role === 'heading') put('l', headingLevel(control));
  else if (role === 'treeitem') put('l', treeLevel(control));
  if (control.localName === 'input') say('t', TAKES[control.type]);
  else if (control.localName === 'select' && !control.multiple && control.size < 2) put('o', optionsOf(control));
  const attributes = attributesOf(control);
  if (attributes & (HAS_DESCRIPTION | HAS_TITLE)) say('d', cut(descriptionOf(control, role), MOST_VALUE));
  if (attributes & HAS_PROPERTY) {
    const current = control.getAttribute('aria-current')?.trim();
    if (current && current !== 'false') say('c', cut(clean(current), MOST_WORD));
    const popup = control.getAttribute('aria-haspopup')?.trim();
    if (popup && popup !== 'false') say('h', popup === 'true' ? 'menu' : cut(clean(popup), MOST_WORD));
    if (role !== 'treeitem' && role !== 'heading') count('l', 'aria-level');
    count('p', 'aria-posinset');
    count('n', 'aria-setsize');
    count('r', 'aria-rowcount');
    count('k', 'aria-colcount');
  }
  if (withAddress && role === 'link') say('u', cut(clean(control.href?.baseVal ?? control.href ?? ''), MOST_VALUE));
  return extras;
}

const VALUED_ROLES = setOf('textbox searchbox combobox slider spinbutton progressbar meter scrollbar button');
// What a field takes, where its role does not tell.
const TAKES = {
  date: 'date', time: 'time', 'datetime-local': 'datetime', month: 'month', week: 'week', color: 'color', file: 'file',
};

function headingLevel(element) {
  const level = parseInt(element.getAttribute('aria-level'), 10);
  if (level > 0) return Math.min(level, MOST_COUNT);
  return /^h[1-6]$/.test(element.localName) ? +element.localName[1] : 2;
}

// Levels of a tree are the groups above the item, unless it says so itself.
function treeLevel(element) {
  const level = parseInt(element.getAttribute('aria-level'), 10);
  if (level > 0) return Math.min(level, MOST_COUNT);
  let groups = 1;
  for (let up = flatParent(element); up && up.nodeType === 1; up = flatParent(up)) {
    const role = up.getAttribute('role');
    if (role === 'tree') break;
    if (role === 'group') groups++;
  }
  return groups;
}

function optionsOf(select) {
  let list = '[', listed = 0;
  for (const option of select.options) {
    if (option.hidden) continue;
    if (listed === MOST_OPTIONS) break;
    list += (listed++ ? ',' : '') + quoted(cut(clean(option.label), 80));
  }
  const more = select.options.length - listed;
  return list + (more > 0 && listed === MOST_OPTIONS ? ',' + quoted('… ' + more + ' more') : '') + ']';
}
