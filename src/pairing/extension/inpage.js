// What runs in a world of our own in pages. Each function is sent as it stands here, so it sees nothing of this module:
// only its arguments, the page, and the collector's `hb`.

// The tree of the document. The collector leaves out the values of what it knows as a secret.
export function walk(most) {
  return globalThis.hb.walk({ nodes: 200_000, ms: most, addresses: false });
}

// Frames below this document: the number of each frame element and the origin that it was sent to.
export function framesBelow() {
  return [...document.querySelectorAll('iframe,frame')].map((frame) => {
    const url = URL.canParse(frame.src) ? new URL(frame.src).origin : '';
    return { node: globalThis.hb.idOf(frame), origin: url };
  });
}

// The number of an element, or of the one that a text is in.
export function numberOf() {
  return globalThis.hb.idOf(this.nodeType === 1 ? this : this.parentElement);
}

export function element(number) {
  return globalThis.hb.elementOf(number);
}

export function visibleText(number) {
  const root = number ? globalThis.hb.elementOf(number) : document.body;
  return root ? root.innerText ?? root.textContent ?? '' : null;
}

// What an element is, for the rules: null when it is gone.
export function facts(number) {
  const hb = globalThis.hb;
  const found = number ? hb.elementOf(number) : deepFocus();
  if (!found) return null;
  const role = hb.roleOf(found) || 'generic';
  const tag = found.localName;
  const pressed = found.closest('button,input,a[href],area[href],summary,[role=button]') ?? found;
  const form = pressed.form ?? found.closest('form');
  const typed = ['text', 'search', 'email', 'url', 'tel', 'password', 'number', 'date', 'time', 'month', 'week', 'datetime-local'];
  const isText = tag === 'textarea' || found.isContentEditable || tag === 'input' && typed.includes(found.type);
  const isSubmitter = form !== null && (pressed.localName === 'button' ? pressed.type === 'submit' : ['submit', 'image'].includes(pressed.type));
  const label = [...found.labels ?? []].map((one) => one.textContent).join(' ');
  return {
    number: hb.idOf(found), role, tag, name: hb.nameOf(found, role), pressedName: pressed === found ? '' : hb.nameOf(pressed, hb.roleOf(pressed)),
    type: pressed.type ?? '', href: pressed.href?.baseVal ?? pressed.href ?? '', download: pressed.hasAttribute('download'),
    isText, isSubmitter, isComposer: found.isContentEditable, isDisabled: found.matches(':disabled') || found.closest('[aria-disabled=true]') !== null,
    form: form && formOf(form), address: location.origin, title: document.title.slice(0, 200), text: written(),
    field: {
      type: found.type ?? '', autocomplete: found.getAttribute('autocomplete') ?? '', name: found.getAttribute('name') ?? '', id: found.id,
      label: label + ' ' + (isText ? hb.nameOf(found, role) : ''), placeholder: found.getAttribute('placeholder') ?? '', secret: isText && hb.isSecret(found),
    },
  };

  function deepFocus() {
    let at = document.activeElement;
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
    return at ?? document.body;
  }

  function formOf(one) {
    const submitter = one.querySelector('button:not([type=button]):not([type=reset]),input[type=submit],input[type=image]');
    const action = URL.canParse(one.getAttribute('action') || location.href, location.href) ? new URL(one.getAttribute('action') || location.href, location.href) : location;
    const fields = [...one.querySelectorAll('input:not([type=hidden]):not([type=submit]):not([type=button]),textarea,select')];
    const isQuery = fields.length === 1 && (fields[0].type === 'search' || /^(q|s|query|search|keyword)$/i.test(fields[0].name));
    const isSearch = one.method === 'get' && action.origin === location.origin && (isQuery || one.closest('[role=search],search') !== null || one.getAttribute('role') === 'search');
    return { action: action.origin + action.pathname, method: one.method, isSearch, submitter: submitter ? submitter.value || submitter.textContent.trim() : '' };
  }

  // What would be sent: the visible fields of the form, or what was written into the editor that has the focus.
  function written() {
    const fields = form ? [...form.elements] : [document.activeElement];
    const lines = [];
    for (const field of fields) {
      if (!field || ['hidden', 'submit', 'button', 'image', 'reset', 'file'].includes(field.type) || field.localName === 'fieldset') continue;
      const isTicked = field.type === 'checkbox' || field.type === 'radio';
      if (hb.isSecret(field)) lines.push('[hidden]');
      else if (isTicked) lines.push((field.checked ? '☑ ' : '☐ ') + hb.nameOf(field, hb.roleOf(field)));
      else if (field.isContentEditable) lines.push(field.innerText);
      else if (typeof field.value === 'string' && field.localName !== 'button') lines.push(field.value);
    }
    return lines.join('\n').slice(0, 20_000);
  }
}

// To whom something would be sent, as far as the page says so: a field for recipients, or else the one heading of the
// part that the element is in. More than one answer is no certain answer.
export function recipientsBy(number) {
  const found = globalThis.hb.elementOf(number);
  const part = found?.closest('dialog,[role=dialog],[role=main],main,article') ?? document.body;
  const words = /^(to|recipients?|an|empfänger|à|destinataires?|para|destinatarios?|a)\W*$/i;
  const isFor = (field) => words.test(field.name) || words.test(globalThis.hb.nameOf(field, globalThis.hb.roleOf(field)));
  const fields = [...(found?.closest('form') ?? part).querySelectorAll('input,textarea')].filter(isFor);
  if (fields.length > 0) return fields.map((field) => field.value);
  return [...part.querySelectorAll('h1,h2,h3,[role=heading]')].filter(globalThis.hb.isShown).map((heading) => heading.innerText);
}

// The text that is ready to be sent beside an element: what is in the one editor around it.
export function composed(number) {
  const found = globalThis.hb.elementOf(number);
  const around = found?.closest('form,dialog,[role=dialog],[role=main],main') ?? document.body;
  const editors = [...around.querySelectorAll('textarea,[contenteditable=""],[contenteditable=true],[contenteditable=plaintext-only]')];
  return editors.length === 1 ? editors[0].value ?? editors[0].innerText : null;
}

// Brings an element into view and tells why it cannot be used, if so.
export function reach(number) {
  const found = globalThis.hb.elementOf(number);
  if (!found) return { gone: true };
  const box = found.getBoundingClientRect();
  const isIn = box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight && box.right <= innerWidth;
  if (!isIn) found.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
  const [told] = JSON.parse(globalThis.hb.look([number], { boxes: true }));
  return { why: told.why ?? '', by: told.block ? `${told.block.role} "${told.block.name}"` : '' };
}

export function focusField(number, clear) {
  const found = globalThis.hb.elementOf(number);
  if (!found) return false;
  found.focus({ preventScroll: true });
  const isField = found.localName === 'input' || found.localName === 'textarea';
  if (isField && clear) found.select();
  else if (isField) { try { found.setSelectionRange(found.value.length, found.value.length); } catch { /* Some types have no caret. */ } }
  else {
    const range = document.createRange();
    range.selectNodeContents(found);
    if (!clear) range.collapse(false);
    getSelection().removeAllRanges();
    getSelection().addRange(range);
  }
  return found.matches(':focus,:focus-within');
}

export function holds(number) {
  const found = globalThis.hb.elementOf(number);
  return found ? found.value ?? found.innerText : null;
}

export function choose(number, values, labels) {
  const found = globalThis.hb.elementOf(number);
  if (found?.localName !== 'select') return { why: 'not_select' };
  const options = [...found.options].filter((one) => !one.disabled);
  const wanted = [...values.map((value) => options.find((one) => one.value === value)), ...labels.map((label) => options.find((one) => one.label.trim() === label.trim()))];
  if (wanted.length === 0 || wanted.includes(undefined)) return { why: 'no_option', choices: options.slice(0, 50).map((one) => one.label) };
  for (const one of found.options) one.selected = wanted.includes(one);
  found.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
  found.dispatchEvent(new Event('change', { bubbles: true }));
  return { chosen: [...found.selectedOptions].map((one) => one.label) };
}

export function scroll(dx, dy) {
  scrollBy({ left: dx, top: dy, behavior: 'instant' });
  return { x: Math.round(scrollX), y: Math.round(scrollY) };
}

// Boxes of what must not be in a picture: fields with what the rules need to judge them, frames, and texts that the
// page draws as a card number. Shadow trees are looked into as far as they are open.
export function coverable() {
  const found = [], roots = [document];
  while (roots.length > 0) {
    for (const one of roots.pop().querySelectorAll('*')) {
      if (one.shadowRoot) roots.push(one.shadowRoot);
      const isField = one.localName === 'input' || one.localName === 'textarea' || one.isContentEditable;
      const isFrame = ['iframe', 'frame', 'object', 'embed', 'fencedframe'].includes(one.localName);
      const own = [...one.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data).join('');
      const digits = /\d[\d -]{11,22}\d/.exec(own)?.[0] ?? '';
      if (!isField && !isFrame && !digits) continue;
      const box = one.getBoundingClientRect();
      if (box.width === 0 || box.height === 0) continue;
      const role = isField ? globalThis.hb.roleOf(one) : '';
      found.push({
        x: box.x, y: box.y, width: box.width, height: box.height, kind: isFrame ? 'frame' : isField ? 'field' : 'text', digits,
        field: isField ? {
          type: one.type ?? '', autocomplete: one.getAttribute('autocomplete') ?? '', name: one.getAttribute('name') ?? '', id: one.id,
          label: globalThis.hb.nameOf(one, role), placeholder: one.getAttribute('placeholder') ?? '', secret: globalThis.hb.isSecret(one),
        } : null,
      });
    }
  }
  return { boxes: found, width: innerWidth, height: innerHeight, x: scrollX, y: scrollY, all: document.documentElement.scrollHeight };
}
