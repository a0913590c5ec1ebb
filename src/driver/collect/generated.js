// Text that the style draws before and after an element.
//
//   generated(element, '::before' | '::after') -> that text, '' for none

// CSS content as text: strings and attr() count, counters are taken as drawn nowhere, and the
// alternative after a slash wins. Hidden boxes say nothing.
// https://www.w3.org/TR/css-content-3/#alt
function generated(element, which) {
  if (!(used & USE_GENERATED) && element.localName !== 'q') return '';
  const style = getComputedStyle(element, which);
  const content = style.content;
  if (content === 'none' || content === 'normal' || content === '') return '';
  if (style.display === 'none' || style.visibility !== 'visible') return '';
  const text = cssText(element, content);
  // A box of its own is set apart from the line, as any block is.
  return text && !(LEVELS[style.display] & TIGHT) ? ' ' + text + ' ' : text;
}

const CONTENT_PARTS = /"((?:[^"\\]|\\.)*)"|(\/)|open-quote|close-quote|[a-z-]+\((?:"(?:[^"\\]|\\.)*"|[^)"])*\)/g;

function cssText(element, content) {
  let drawn = '', spoken = null;
  for (const [part, string, slash] of content.matchAll(CONTENT_PARTS)) {
    if (slash) { spoken = ''; continue; }
    let text = '';
    if (string !== undefined) text = unescaped(string);
    else if (part === 'open-quote') text = '\u201c';
    else if (part === 'close-quote') text = '\u201d';
    else if (part.startsWith('attr(')) text = element.getAttribute(part.slice(5, -1).split(/[\s,]/)[0]) ?? '';
    if (spoken === null) drawn += text; else spoken += text;
  }
  return spoken ?? drawn;
}

function unescaped(string) {
  const character = (code) => String.fromCodePoint(Math.min(parseInt(code, 16), 0x10ffff));
  return string.replace(/\\([0-9a-f]{1,6})\s?|\\(.)/gi, (_, code, other) => code ? character(code) : other);
}
