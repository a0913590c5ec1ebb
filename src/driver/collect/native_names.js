// Names that HTML and SVG give. https://www.w3.org/TR/html-aam-1.0/#accessible-name-and-description-computation
//
//   nativeName(element, role) -> by label, caption, legend, alt, value …, '' for none; sets nameSource
//   embeddedValue(element)    -> what a control inside another's label says: its value; null for no control

function nativeName(element, role) {
  switch (element.localName) {
    case 'input': return inputName(element);
    case 'select': case 'textarea': case 'meter': case 'progress': case 'output': case 'button': return labelsText(element);
    case 'img': case 'area': return sourced(BY_NATIVE, clean(element.getAttribute('alt') ?? ''));
    case 'fieldset': return childText(element, 'legend');
    case 'table': return childText(element, 'caption') || sourced(BY_NATIVE, clean(role && element.getAttribute('summary') || ''));
    case 'figure': return role === 'figure' ? childText(element, 'figcaption') : '';
    case 'optgroup': return sourced(BY_NATIVE, clean(element.label));
    case 'option': return element.hasAttribute('label') ? sourced(BY_NATIVE, clean(element.label)) : '';
    default:
      return element.ownerSVGElement !== undefined ? childText(element, 'title') : '';
  }
}

function inputName(input) {
  switch (input.type) {
    case 'hidden': return '';
    case 'submit': case 'reset': case 'button': {
      const labels = labelsText(input);
      if (labels) return labels;
      const value = clean(input.value);
      if (value) return sourced(BY_VALUE, value);
      if (input.hasAttribute('title') || input.type === 'button') return '';
      return sourced(BY_VALUE, input.type === 'submit' ? 'Submit' : 'Reset');
    }
    case 'image': {
      const labels = labelsText(input);
      if (labels) return labels;
      const alt = clean(input.getAttribute('alt') ?? '') || clean(input.getAttribute('value') ?? '');
      if (alt) return sourced(BY_NATIVE, alt);
      return input.hasAttribute('title') ? '' : sourced(BY_NATIVE, 'Submit');
    }
    default: return labelsText(input);
  }
}

function labelsText(control) {
  const labels = labelsOf(control);
  if (labels.length === 0) return '';
  let text = '';
  for (const label of labels) {
    const part = labelText(label, control);
    if (part) text += text ? ' ' + part : part;
  }
  return sourced(text ? BY_NATIVE : BY_NOTHING, text);
}

function labelText(label, control) {
  if (attributesOf(label) & (HAS_LABEL | HAS_LABELLEDBY)) {
    const referenced = referencedText(label, 'aria-labelledby', 'ariaLabelledByElements');
    const named = referenced || clean(label.getAttribute('aria-label') ?? '');
    if (named) return named;
  }
  return soleText(label) ?? clean(textWithin(label, { references: true, hidden: false, skip: control }));
}

function childText(element, tag) {
  let child = element.firstElementChild;
  while (child && child.localName !== tag) child = child.nextElementSibling;
  if (!child) return '';
  if (tag === 'title') return sourced(BY_NATIVE, clean(child.textContent));
  return factsOf(child) & (GONE | INVISIBLE) ? '' : sourced(BY_NATIVE, clean(textWithin(child, ALL_CONTENT)));
}

// What the browser shows where a value is missing.
function placeholderName(element) {
  const tag = element.localName;
  if (tag !== 'input' && tag !== 'textarea' && !element.hasAttribute('aria-placeholder')) return '';
  const text = clean(element.placeholder ?? '') || clean(element.getAttribute('aria-placeholder') ?? '');
  return text ? sourced(BY_PLACEHOLDER, text) : '';
}

// Step 2C of the computation: a control within a name counts with its value.
function embeddedValue(element) {
  const role = roleOf(element);
  if (!SPEAKING_VALUES.has(role)) return null;
  return isSecret(element) ? '' : valueOf(element, role);
}

const SPEAKING_VALUES = setOf('textbox searchbox combobox listbox slider spinbutton progressbar meter scrollbar');
