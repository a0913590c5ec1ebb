// Choosing in a combobox or list box that a page made itself: its list may be elsewhere in the page, come late, be
// filtered by what is typed, or hold only the options that are in view.
//
//   choices({ node, wanted, opened })  -> { open, field, match?, options, total, more } or { why }
//   comboShows({ node })               -> { shows }: the texts that tell what is chosen

function isCombo(element) {
  const field = comboField(element);
  return ['combobox', 'listbox'].includes(roleOf(field)) || ['listbox', 'menu', 'true'].includes(field.getAttribute('aria-haspopup') ?? '');
}

// The part of it that says it is one: often a field inside a wrapper.
function comboField(element) {
  if (['combobox', 'listbox'].includes(roleOf(element))) return element;
  return (shadowOf(element) ?? element).querySelector('[role="combobox"],[role="listbox"]') ?? element;
}

// Lists that were there before one was opened.
let otherLists = [];

function choices(want) {
  const element = elementOf(want.node);
  if (!element) return { why: 'gone' };
  const field = comboField(element);
  if (!want.opened) otherLists = looseLists();
  const list = listOf(field);
  const options = list ? optionsIn(list) : [];
  const match = choiceFor(options, want.wanted);
  const box = list && scrollable(list, {});
  return {
    open: list !== null, field: field.localName === 'input' || field.isContentEditable,
    match: match && { node: idOf(match), ...describe(match), disabled: isDisabled(match), selected: isSelectedChoice(match) },
    options: options.slice(0, OPTIONS_TOLD).map(choiceLabel), total: setSize(options) ?? options.length,
    more: box && box !== document.scrollingElement && isWithin(box, list) && box.scrollTop + box.clientHeight < box.scrollHeight - 1 ? idOf(box) : undefined,
    busy: list?.getAttribute('aria-busy') === 'true', ...describe(field),
  };
}

function listOf(field) {
  if (roleOf(field) === 'listbox') return isShown(field) ? field : null;
  const root = field.getRootNode();
  const ids = `${field.getAttribute('aria-controls') ?? ''} ${field.getAttribute('aria-owns') ?? ''}`.split(/\s+/).filter(Boolean);
  const named = ids.map((id) => root.getElementById?.(id) ?? document.getElementById(id)).find((one) => one && isShown(one));
  if (named) return named;
  const active = field.getAttribute('aria-activedescendant');
  const holder = active && root.getElementById?.(active)?.closest('[role="listbox"],[role="menu"]');
  if (holder && isShown(holder)) return holder;
  // A list that nothing ties to its field is known by its coming.
  return ids.length ? null : looseLists().find((one) => !otherLists.includes(one)) ?? null;
}

function looseLists() {
  return [...document.querySelectorAll('[role="listbox"],[role="menu"]')].filter((one) => isShown(one) && optionsIn(one).length);
}

function optionsIn(list) {
  const options = [...list.querySelectorAll('[role="option"],[role="menuitem"],[role="menuitemradio"],[role="menuitemcheckbox"]')];
  const own = options.length ? options : [...list.querySelectorAll('li')];
  return own.filter(isShown);
}

function choiceFor(options, wanted) {
  const text = plain(wanted);
  const is = (one) => choiceLabel(one) === text || one.getAttribute('data-value') === wanted || one.getAttribute('value') === wanted;
  const loose = (one) => choiceLabel(one).toLowerCase() === text.toLowerCase();
  return options.find(is) ?? options.find(loose) ?? null;
}

function choiceLabel(option) {
  return plain(nameOf(option) || textWithin(option, WRITTEN));
}

function isSelectedChoice(option) {
  return option.getAttribute('aria-selected') === 'true' || option.getAttribute('aria-checked') === 'true';
}

function setSize(options) {
  const size = Number(options[0]?.getAttribute('aria-setsize'));
  return size > options.length ? size : null;
}

function comboShows(want) {
  const element = elementOf(want.node);
  if (!element) return { why: 'gone' };
  const field = comboField(element);
  const list = listOf(field);
  const selected = list ? optionsIn(list).filter(isSelectedChoice).map(choiceLabel) : [];
  const own = 'value' in field && field.localName === 'input' ? field.value : textWithin(field, WRITTEN);
  return { shows: [own, element === field ? '' : textWithin(element, WRITTEN), ...selected].map(plain).filter(Boolean) };
}
