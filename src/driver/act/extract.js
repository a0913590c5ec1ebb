// The text of an element as a reader sees it, as text or Markdown (markdown.js), and its HTML without what no reader may see.
//
//   extract({ node?, format, limit, from })  -> { text, more }: a piece of it, and whether there is more
//   snapshot()                               -> { html }: the whole document as it is now
//   readText(element, limit)                 -> visible text; blocks on lines of their own, secrets masked

const BLOCK = /^(block|flex|grid|table|list-item|table-row|flow-root|table-caption)$/;
const SKIPPED = new Set(['script', 'style', 'template', 'noscript', 'head', 'object', 'svg']);

function readText(top, limit) {
  let out = '';
  let pending = '';
  const put = (text) => {
    out += out === '' || out.endsWith('\n') ? text.trimStart() : text;
  };
  const breakLine = () => {
    pending = '\n';
  };
  // Entries are nodes to open and markers to close a block; a stack instead of calls: pages may be very deep.
  const stack = [top];
  while (stack.length && out.length < limit) {
    const node = stack.pop();
    if (node === '\n') {
      breakLine();
      continue;
    }
    if (node === '\t') {
      if (!out.endsWith('\n') && !out.endsWith('\t')) out += '\t';
      continue;
    }
    if (node.nodeType === 3) {
      const text = node.data.replace(/\s+/g, ' ');
      if (text.trim() === '') {
        if (text !== '' && !pending && !/\s$/.test(out)) out += ' ';
        continue;
      }
      if (pending) {
        out = out.trimEnd() + (out.trimEnd() === '' ? '' : '\n');
        pending = '';
      }
      put(text);
      continue;
    }
    if (node.nodeType !== 1 || SKIPPED.has(node.localName)) continue;
    const style = getComputedStyle(node);
    if (style.display === 'none' || style.visibility === 'hidden' && !node.firstElementChild) continue;
    if (node.localName === 'br') {
      breakLine();
      continue;
    }
    if (node.localName === 'input' || node.localName === 'textarea') {
      if (node.type !== 'hidden' && node.type !== 'checkbox' && node.type !== 'radio') {
        if (pending) {
          out = out.trimEnd() + '\n';
          pending = '';
        }
        put(isSecret(node) ? (node.value ? '••••' : '') : node.value);
      }
      continue;
    }
    const block = BLOCK.test(style.display);
    if (block) {
      breakLine();
      stack.push('\n');
    }
    if (style.display === 'table-cell') stack.push('\t');
    const children = flatChildren(node);
    for (let i = children.length - 1; i >= 0; i--) stack.push(children[i]);
  }
  return out.trim();
}

function extract(want) {
  const element = want.node === undefined ? document.body ?? document.documentElement : elementOf(want.node);
  if (!element) return { why: 'gone' };
  // Somewhat more than the piece, whatever white space goes from its end: is there more?
  const whole = EXTRACTS[want.format](element, want.from + want.limit + 16);
  const end = endOfPiece(whole, want.from, want.from + want.limit);
  return { text: whole.slice(want.from, end), more: whole.length > end };
}

const EXTRACTS = {
  text: readText,
  html: safeHtml,
  markdown: (element, limit) => atOnce(() => markdownOf(element, limit)),
};

// A piece ends with a line where one ends in its second half, and never within a character.
function endOfPiece(whole, from, end) {
  if (whole.length <= end) return whole.length;
  const line = whole.lastIndexOf('\n', end - 1) + 1;
  if (line > (from + end) / 2) return line;
  return end - from > 1 && whole.codePointAt(end - 1) > 0xffff ? end - 1 : end;
}

function snapshot() {
  const { doctype } = document;
  return { html: `${doctype ? `<!doctype ${doctype.name}>\n` : ''}${safeHtml(document.documentElement)}` };
}

// Values of secret fields are in no attribute as a rule; where one is, it is taken out of the copy.
function safeHtml(element) {
  const secrets = [element, ...element.querySelectorAll('input,textarea')].filter((one) => one.matches('input,textarea') && isSecret(one));
  if (!secrets.length) return element.outerHTML;
  const marks = secrets.map((one) => {
    const path = [];
    for (let at = one; at !== element; at = at.parentElement) path.unshift([...at.parentElement.children].indexOf(at));
    return path;
  });
  const copy = element.cloneNode(true);
  for (const path of marks) {
    let at = copy;
    for (const index of path) at = at.children[index];
    at.removeAttribute('value');
    if (at.localName === 'textarea') at.textContent = '';
  }
  return copy.outerHTML;
}
