// Roles: what ARIA says, checked against what the element can be.
//
//   roleOf(element) -> the role by ARIA 1.2 and HTML-AAM, '' for what has none (generic, presentational)
//
// https://www.w3.org/TR/wai-aria-1.2/#document-handling_author-errors_roles

const ARIA_ROLES = setOf('alert alertdialog application article banner blockquote button caption cell checkbox code ' +
  'columnheader combobox comment complementary contentinfo definition deletion dialog document emphasis feed figure form ' +
  'generic grid gridcell group heading img insertion link list listbox listitem log main mark marquee math menu menubar ' +
  'menuitem menuitemcheckbox menuitemradio meter navigation none note option paragraph progressbar radio radiogroup region ' +
  'row rowgroup rowheader scrollbar search searchbox separator slider spinbutton status strong subscript suggestion ' +
  'superscript switch tab table tablist tabpanel term textbox time timer toolbar tooltip tree treegrid treeitem ' +
  'graphics-document graphics-object graphics-symbol doc-abstract doc-acknowledgments doc-afterword doc-appendix ' +
  'doc-backlink doc-biblioentry doc-bibliography doc-biblioref doc-chapter doc-colophon doc-conclusion doc-cover ' +
  'doc-credit doc-credits doc-dedication doc-endnote doc-endnotes doc-epigraph doc-epilogue doc-errata doc-example ' +
  'doc-footnote doc-foreword doc-glossary doc-glossref doc-index doc-introduction doc-noteref doc-notice doc-pagebreak ' +
  'doc-pagefooter doc-pageheader doc-pagelist doc-part doc-preface doc-prologue doc-pullquote doc-qna doc-subtitle ' +
  'doc-tip doc-toc');
const ROLE_SYNONYMS = { image: 'img', presentation: 'none', directory: 'list' };

// Roles of the digital publishing module in the terms of the core roles that they refine.
const DOC_ROLES = {
  'doc-backlink': 'link', 'doc-biblioref': 'link', 'doc-glossref': 'link', 'doc-noteref': 'link', 'doc-cover': 'img',
  'doc-pagebreak': 'separator', 'doc-subtitle': 'heading', 'doc-toc': 'navigation', 'doc-index': 'navigation',
  'doc-pagelist': 'navigation', 'doc-biblioentry': 'listitem', 'doc-endnote': 'listitem', 'doc-notice': 'note',
  'doc-tip': 'note', 'doc-example': 'figure',
};

const GLOBAL_STATES = setOf('aria-atomic aria-braillelabel aria-brailleroledescription aria-busy aria-controls aria-current ' +
  'aria-describedby aria-description aria-details aria-dropeffect aria-flowto aria-grabbed aria-keyshortcuts aria-label ' +
  'aria-labelledby aria-live aria-owns aria-relevant aria-roledescription');

// Roles whose children are presentational: nothing below them has a role of its own.
const LEAF_ROLES = setOf('button checkbox img menuitemcheckbox menuitemradio meter option progressbar radio scrollbar ' +
  'separator slider switch tab');

// Roles that say how text runs, not what can be done; they are read with the text around them.
const TEXT_ROLES = setOf('paragraph strong emphasis code mark time deletion insertion subscript superscript term definition ' +
  'caption legend suggestion rowgroup').add('');

const WIDGET_ROLES = setOf('button checkbox combobox gridcell link listbox menuitem menuitemcheckbox menuitemradio option ' +
  'radio scrollbar searchbox slider spinbutton switch tab textbox treeitem');

function roleOf(element) {
  return element.hasAttribute('role') ? explicitRole(element) : nativeRole(element);
}

function explicitRole(element) {
  for (const token of roleTokens(element)) {
    if (token === 'none') return isPresentationRefused(element) ? nativeRole(element) : '';
    if (token === 'generic') return '';
    if ((token === 'form' || token === 'region') && !hasAuthorName(element)) continue;
    if (token in REQUIRED_CONTEXT && !isInContext(element, REQUIRED_CONTEXT[token])) continue;
    if (token.startsWith('doc-')) return DOC_ROLES[token] ?? 'region';
    return token;
  }
  return nativeRole(element);
}

// The roles that the attribute names, without words that are none.
function roleTokens(element) {
  const tokens = element.getAttribute('role').toLowerCase().split(/\s+/).map((token) => ROLE_SYNONYMS[token] ?? token);
  return tokens.filter((token) => ARIA_ROLES.has(token));
}

// Roles that mean nothing outside of these. https://www.w3.org/TR/wai-aria-1.2/#scope
const REQUIRED_CONTEXT = { option: ['listbox', 'group'], treeitem: ['tree', 'group'], listitem: ['list', 'group'] };

function isInContext(element, contexts) {
  for (let up = contextOf(element); up && up.nodeType === 1; up = contextOf(up)) {
    // A role that needs a context itself is taken at its word: asking on would go up step by step.
    const claimed = up.hasAttribute('role') ? roleTokens(up)[0] ?? nativeRole(up) : nativeRole(up);
    if (claimed in REQUIRED_CONTEXT) return false;
    const role = roleOf(up);
    if (role !== '') return contexts.includes(role);
  }
  return false;
}

// What holds an element in the accessibility tree: its owner, or else its parent.
function contextOf(element) {
  return ownerMap().get(element) ?? flatParent(element);
}

// "Presentational roles conflict resolution": what can have focus or says something global keeps
// its own role. https://www.w3.org/TR/wai-aria-1.2/#conflict_resolution_presentation_none
function isPresentationRefused(element) {
  return isFocusable(element) || hasGlobalState(element);
}

function hasGlobalState(element) {
  for (const name of element.getAttributeNames()) if (GLOBAL_STATES.has(name)) return true;
  return false;
}

function isPresentational(element) {
  return element.hasAttribute('role') && roleTokens(element)[0] === 'none' && !isPresentationRefused(element);
}

function hasAuthorName(element) {
  const said = (attribute) => (element.getAttribute(attribute) ?? '').trim() !== '';
  return said('aria-label') || said('title') || idTargets(element, 'aria-labelledby', 'ariaLabelledByElements').length > 0;
}

// Whether the element takes focus: by itself or by tabindex. Disabled controls take none.
function isFocusable(element) {
  const tabindex = element.getAttribute('tabindex');
  if (tabindex !== null && /^\s*[-+]?\d/.test(tabindex)) return !isNativelyDisabled(element);
  switch (element.localName) {
    case 'a': case 'area': return element.hasAttribute('href');
    case 'button': case 'select': case 'textarea': return !isNativelyDisabled(element);
    case 'input': return element.type !== 'hidden' && !isNativelyDisabled(element);
    case 'summary': return isDisclosureSummary(element);
    case 'iframe': case 'embed': return true;
    case 'audio': case 'video': return element.hasAttribute('controls');
    default: return isEditingHost(element);
  }
}

function isNativelyDisabled(element) {
  return element.matches(':disabled');
}

function isEditingHost(element) {
  const editable = element.getAttribute('contenteditable');
  return editable !== null && editable.toLowerCase() !== 'false' && element.isContentEditable;
}

function isDisclosureSummary(element) {
  const details = element.parentElement;
  return details?.localName === 'details' && details.querySelector(':scope > summary') === element;
}
