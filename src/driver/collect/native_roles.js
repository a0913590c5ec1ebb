// Roles that elements have by themselves. https://www.w3.org/TR/html-aam-1.0/#html-element-role-mappings
//
//   nativeRole(element) -> role, '' for none
//
// Three departures, for the reader's sake: a summary is a button that expands, a file input is a
// button (nobody types a path into it), and an editing host without a role is a textbox.

const NATIVE_ROLES = {
  address: 'group', article: 'article', audio: 'audio', blockquote: 'blockquote', button: 'button', canvas: 'canvas',
  caption: 'caption', code: 'code', datalist: 'listbox', dd: 'definition', del: 'deletion', details: 'group', dfn: 'term',
  dialog: 'dialog', dt: 'term', em: 'emphasis', embed: 'embed', fencedframe: 'iframe', fieldset: 'group',
  figure: 'figure', frame: 'iframe', h1: 'heading', h2: 'heading', h3: 'heading', h4: 'heading', h5: 'heading',
  h6: 'heading', hgroup: 'group', hr: 'separator', iframe: 'iframe', ins: 'insertion', legend: 'legend', main: 'main',
  mark: 'mark', math: 'math', menu: 'list', meter: 'meter', nav: 'navigation', ol: 'list', optgroup: 'group',
  option: 'option', output: 'status', p: 'paragraph', progress: 'progressbar', s: 'deletion', search: 'search',
  strong: 'strong', sub: 'subscript', sup: 'superscript', textarea: 'textbox', time: 'time', ul: 'list', video: 'video',
};

const INPUT_ROLES = {
  button: 'button', submit: 'button', reset: 'button', image: 'button', file: 'button', checkbox: 'checkbox',
  radio: 'radio', range: 'slider', number: 'spinbutton', search: 'searchbox', hidden: '',
};

const CONDITIONAL_ROLES = {
  a: linkRole, area: linkRole,
  aside: (element) => isInSectioning(element) && !hasAuthorName(element) ? '' : 'complementary',
  footer: (element) => isScopedToBody(element) ? 'contentinfo' : '',
  header: (element) => isScopedToBody(element) ? 'banner' : '',
  form: (element) => hasAuthorName(element) ? 'form' : '',
  section: (element) => hasAuthorName(element) ? 'region' : '',
  img: imageRole,
  input: inputRole,
  label: (element) => standInFor(element) ? roleOf(standInFor(element)) : '',
  li: (element) => isListItem(element) ? 'listitem' : '',
  select: (element) => element.multiple || element.size > 1 ? 'listbox' : 'combobox',
  summary: (element) => isDisclosureSummary(element) ? 'button' : '',
  svg: (element) => hasAuthorName(element) || element.querySelector(':scope > title') ? 'img' : '',
  table: (element) => isDataTable(element) ? 'table' : '',
  tbody: rowGroupRole, thead: rowGroupRole, tfoot: rowGroupRole,
  tr: rowRole, td: cellRole, th: headerRole,
};

function nativeRole(element) {
  const tag = element.localName;
  const fixed = NATIVE_ROLES[tag];
  if (fixed !== undefined) return fixed;
  const conditional = CONDITIONAL_ROLES[tag];
  if (conditional !== undefined) return conditional(element);
  return element.hasAttribute('contenteditable') && isEditingHost(element) ? 'textbox' : '';
}

function linkRole(element) {
  return element.hasAttribute('href') ? 'link' : '';
}

// alt="" is the author's word that the picture says nothing, unless something else names it.
function imageRole(element) {
  if (element.getAttribute('alt') !== '') return 'img';
  return isPresentationRefused(element) || element.getAttribute('title')?.trim() ? 'img' : '';
}

function inputRole(element) {
  const type = element.type;
  if (type === 'checkbox' && element.hasAttribute('aria-pressed')) return 'button';
  const role = INPUT_ROLES[type] ?? 'textbox';
  const suggests = element.hasAttribute('list') && element.list && type !== 'password';
  return suggests && (role === 'textbox' || role === 'searchbox') ? 'combobox' : role;
}

const SECTIONING = setOf('article aside main nav section');
const SECTIONING_ROLES = setOf('article complementary main navigation region');

function isInSectioning(element) {
  for (let up = flatParent(element); up; up = flatParent(up)) {
    if (up.localName !== 'main' && SECTIONING.has(up.localName)) return true;
  }
  return false;
}

// A header or footer is the page's own only when no section is between it and the body.
function isScopedToBody(element) {
  for (let up = flatParent(element); up; up = flatParent(up)) {
    if (up.nodeType !== 1) continue;
    const role = up.getAttribute('role');
    if (role === null ? SECTIONING.has(up.localName) : SECTIONING_ROLES.has(explicitRole(up))) return false;
  }
  return true;
}

// An item belongs to the nearest list, through wrappers that say nothing.
function isListItem(element) {
  for (let up = flatParent(element); up; up = flatParent(up)) {
    if (up.nodeType !== 1) continue;
    const tag = up.localName;
    if (up.hasAttribute('role')) {
      const role = explicitRole(up);
      if (role !== '') return role === 'list';
      if (isPresentational(up)) return false;
    }
    if (tag === 'ul' || tag === 'ol' || tag === 'menu') return true;
    if (tag !== 'div' && tag !== 'span' && tag !== 'slot' && !tag.includes('-')) return false;
  }
  return false;
}

// A label stands in for the checkbox or radio button that it hides: then it is what people see and
// press, so it carries the control's role, name and state.
function standInFor(label) {
  const control = label.control;
  if (!control || control.localName !== 'input' || (control.type !== 'checkbox' && control.type !== 'radio')) return null;
  return control.checkVisibility() ? null : control;
}
