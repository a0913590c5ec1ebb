// Choosing options of a native select, by value or by label.
//
//   choose({ node, wanted, by })  -> { chosen, before } or { why, options }

const OPTIONS_TOLD = 40;

function choose(want) {
  const element = elementOf(want.node);
  if (!element) return { why: 'gone' };
  const option = element.localName === 'option' ? element : null;
  const select = option ? option.closest('select') : fieldOf(element).localName === 'select' ? fieldOf(element) : element;
  if (!select || select.localName !== 'select') return { why: 'not_a_select', ...describe(element) };
  if (isDisabled(select)) return { why: 'disabled', ...describe(select) };
  const options = [...select.options];
  const picked = [];
  for (const wanted of option && !want.wanted.length ? [option] : want.wanted) {
    const found = typeof wanted === 'string' ? optionFor(options, wanted, want.by) : wanted;
    if (!found) return { why: 'no_such_option', wanted, options: options.slice(0, OPTIONS_TOLD).map(labelOf), total: options.length };
    if (found.disabled || found.closest('optgroup')?.disabled) return { why: 'option_disabled', wanted: labelOf(found) };
    picked.push(found);
  }
  if (picked.length > 1 && !select.multiple) return { why: 'one_only', ...describe(select) };
  const before = [...select.selectedOptions].map(labelOf);
  arm();
  const same = picked.length === select.selectedOptions.length && picked.every((one) => one.selected);
  if (!same) {
    if (select.multiple) for (const one of options) one.selected = picked.includes(one);
    else picked[0].selected = true;
    select.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
    select.dispatchEvent(new Event('change', { bubbles: true }));
  }
  return { chosen: [...select.selectedOptions].map(labelOf), before };
}

function optionFor(options, wanted, by) {
  const plain = (text) => text.replace(/\s+/g, ' ').trim();
  const value = (one) => one.value === wanted;
  const label = (one) => plain(labelOf(one)) === plain(wanted);
  const loose = (one) => plain(labelOf(one)).toLowerCase() === plain(wanted).toLowerCase();
  for (const test of by === 'label' ? [label, loose, value] : by === 'value' ? [value, label, loose] : [value, label, loose]) {
    const found = options.find(test);
    if (found) return found;
  }
  return null;
}

function labelOf(option) {
  return option.label || option.text;
}
