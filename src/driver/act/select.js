// Choosing options of a native select, by value or by label, as a person does: keys on a closed one, clicks in a list.
//
//   choose({ node, wanted, by })  -> { chosen } when it is so; { keys } or { toggle } for what leads there;
//                                    { script: true } when no input does; or { why, options }
//   setChosen()                   -> sets it by script, with its events
//   endChoosing()                 -> lets the page hear of it again
//
// On the way to an option a closed select passes others, and tells the page of each. The page hears of the last only.

const OPTIONS_TOLD = 40;
// More keys than this are no way to choose.
const KEYS_MOST = 80;
const WORTH_TYPING = 12;
let choosing = null;

function choose(want) {
  const element = elementOf(want.node);
  if (!element) return { why: 'gone' };
  const option = element.localName === 'option' ? element : null;
  const select = option ? option.closest('select') : fieldOf(element).localName === 'select' ? fieldOf(element) : element;
  if (!select || select.localName !== 'select') return { why: 'not_a_select', custom: isCombo(element), ...describe(element) };
  if (isDisabled(select)) return { why: 'disabled', ...describe(select) };
  const options = [...select.options];
  const picked = [];
  for (const wanted of option && !want.wanted.length ? [option] : want.wanted) {
    const found = typeof wanted === 'string' ? optionFor(options, wanted, want.by) : wanted;
    if (!found) return { why: 'no_such_option', wanted, options: options.slice(0, OPTIONS_TOLD).map(labelOf), total: options.length };
    if (isOptionDisabled(found)) return { why: 'option_disabled', wanted: labelOf(found) };
    picked.push(found);
  }
  if (picked.length > 1 && !select.multiple) return { why: 'one_only', ...describe(select) };
  if (isChosen(select, picked)) {
    endChoosing();
    return { chosen: [...select.selectedOptions].map(labelOf), ...describe(select) };
  }
  if (choosing?.select !== select) {
    endChoosing();
    arm();
    choosing = { select, picked };
    for (const type of ['input', 'change']) addEventListener(type, passOver, true);
  }
  return { ...wayToOption(select, picked), ...describe(select) };
}

function isChosen(select, picked) {
  return picked.length === select.selectedOptions.length && picked.every((one) => one.selected);
}

function isOptionDisabled(option) {
  return option.disabled || (option.closest('optgroup')?.disabled ?? false);
}

function wayToOption(select, picked) {
  if (!isShown(select)) return { script: true };
  const isList = select.multiple || select.size > 1;
  if (isList) {
    const toggle = [...select.options].filter((one) => one.selected !== picked.includes(one));
    const inReach = toggle.every((one) => !isOptionDisabled(one) && one.getClientRects().length > 0);
    if (!inReach) return { script: true };
    // A plain click in a list of one choice takes the other choice back.
    return select.multiple ? { toggle: toggle.map(idOf), many: true } : { toggle: picked.map(idOf) };
  }
  reveal(select, 'nearest');
  select.focus({ preventScroll: true });
  const keys = takesOurKeys(select) && picked.length === 1 ? keysTo(select, picked[0]) : null;
  return keys ? { keys } : { script: true };
}

// The shortest of: down, up, from the first, from the last; or the first word of a far option's label, typed.
function keysTo(select, option) {
  const stops = [...select.options].filter((one) => !isOptionDisabled(one) && !one.hidden && getComputedStyle(one).display !== 'none');
  const to = stops.indexOf(option);
  if (to < 0) return null;
  const current = select.selectedIndex;
  // Between two stops, where what is chosen is none.
  const on = stops.findIndex((one) => one.index === current);
  const at = on >= 0 ? on : stops.filter((one) => one.index < current).length - 0.5;
  const times = (key, count) => Array(count).fill(key);
  const ways = [
    ['Home', ...times('ArrowDown', to)],
    ['End', ...times('ArrowUp', stops.length - 1 - to)],
    to > at ? times('ArrowDown', to - Math.floor(at)) : times('ArrowUp', Math.ceil(at) - to),
  ].sort((a, b) => a.length - b.length);
  const word = /^[\p{L}\p{N}]+/u.exec(labelOf(option).trim())?.[0];
  if (ways[0].length > WORTH_TYPING && word && choosing?.typed !== option) {
    choosing.typed = option;
    return [...word];
  }
  return ways[0].length <= KEYS_MOST ? ways[0] : null;
}

function passOver(event) {
  if (!choosing || event.composedPath()[0] !== choosing.select) return;
  if (!isChosen(choosing.select, choosing.picked)) event.stopImmediatePropagation();
}

function setChosen() {
  if (!choosing) return {};
  const { select, picked } = choosing;
  endChoosing();
  if (select.multiple) for (const one of select.options) one.selected = picked.includes(one);
  else if (picked.length) picked[0].selected = true;
  select.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
  select.dispatchEvent(new Event('change', { bubbles: true }));
  return { chosen: [...select.selectedOptions].map(labelOf) };
}

function endChoosing() {
  choosing = null;
  for (const type of ['input', 'change']) removeEventListener(type, passOver, true);
  return {};
}

function optionFor(options, wanted, by) {
  const value = (one) => one.value === wanted;
  const label = (one) => plain(labelOf(one)) === plain(wanted);
  const loose = (one) => plain(labelOf(one)).toLowerCase() === plain(wanted).toLowerCase();
  for (const test of by === 'label' ? [label, loose, value] : [value, label, loose]) {
    const found = options.find(test);
    if (found) return found;
  }
  return null;
}

function plain(text) {
  return text.replace(/\s+/g, ' ').trim();
}

function labelOf(option) {
  return option.label || option.text;
}
