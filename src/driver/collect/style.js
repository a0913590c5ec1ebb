// What the style says about an element, read once a walk and kept as bits.
//
//   factsOf(element) -> bits: GONE INVISIBLE INLINE CONTENTS LOCKED POINTER FADED TINY OFF CLIPPED SCROLLS
//   keepFacts() / dropFacts() -> start and end of a span in which nothing can change, so that facts
//                                may be kept; outside of one every call reads afresh
//   generated(element, '::before' | '::after') -> the text that CSS puts there
//
// Reading a computed property costs as much as handling a node, so a walk first asks which
// properties its style sheets can set at all (`used`), when the sheets are few enough to look at.

const GONE = 1; // display: none
const INVISIBLE = 2; // visibility: hidden or collapse
const INLINE = 4; // stands in the line around it
const CONTENTS = 8; // display: contents
const LOCKED = 16; // content-visibility: hidden
const POINTER = 32; // cursor: pointer
const FADED = 64; // opacity: 0
const TINY = 128; // text of no size
const OFF = 256; // placed where no scrolling reaches
const CLIPPED = 512; // cut down to nothing
const SCROLLS = 1024; // overflow: auto or scroll
const POSITIONED = 2048; // taken out of the flow
const TIGHT = 4096; // part of the line's own text: no space between it and its neighbours
const UNSEEN_BY_STYLE = FADED | OFF | CLIPPED;

const LEVELS = {
  none: GONE, contents: CONTENTS | INLINE | TIGHT, inline: INLINE | TIGHT, 'inline-block': INLINE, 'inline-flex': INLINE,
  'inline-grid': INLINE, 'inline-table': INLINE, 'inline math': INLINE, math: INLINE, ruby: INLINE | TIGHT, 'ruby-text': INLINE,
};

const USE_CURSOR = 1, USE_OPACITY = 2, USE_PLACE = 4, USE_CLIP = 8, USE_SIZE = 16, USE_COLOR = 32,
  USE_LOCK = 64, USE_GENERATED = 128, USE_SECURITY = 256, USE_ALL = 511;

let facts = new Map();
let keeping = false;
let used = USE_ALL;
let pageMinX = 0;

function keepFacts() {
  facts = new Map();
  labelMaps = new Map();
  owners = lastAsked = null;
  backdrops.clear();
  keeping = true;
  used = usedProperties();
  const page = document.documentElement;
  pageMinX = page && page.dir === 'rtl' ? page.clientWidth - page.scrollWidth : 0;
}

function dropFacts() {
  const kept = facts;
  facts = new Map();
  labelMaps = new Map();
  owners = lastAsked = null;
  backdrops.clear();
  keeping = false;
  used = USE_ALL;
  return kept;
}

function factsOf(element) {
  if (!keeping) return readFacts(element);
  let bits = facts.get(element);
  if (bits === undefined) facts.set(element, (bits = readFacts(element)));
  return bits;
}

// The same for an element that is asked for once: it need not be kept, unless a name needed it before.
function factsOnce(element) {
  const bits = facts.size === 0 ? undefined : facts.get(element);
  return bits === undefined ? readFacts(element) : bits;
}

function readFacts(element) {
  const style = getComputedStyle(element);
  let bits = LEVELS[style.display] ?? 0;
  if (bits & GONE) return bits;
  if (style.visibility !== 'visible') bits |= INVISIBLE;
  // SVG styles by attributes, HTML by a style attribute: neither shows in a sheet.
  const use = used === USE_ALL || attributesOf(element) & HAS_STYLE || element.ownerSVGElement !== undefined ? USE_ALL : used;
  if (use === 0) return bits;
  if (use & USE_CURSOR && style.cursor === 'pointer') bits |= POINTER;
  if (use & USE_OPACITY && style.opacity === '0') bits |= FADED;
  if (use & USE_LOCK && style.contentVisibility === 'hidden') bits |= LOCKED;
  if (use & USE_SIZE && style.fontSize === '0px') bits |= TINY;
  if (use & (USE_PLACE | USE_CLIP) && !(bits & CONTENTS)) bits |= placeOf(element, style, bits);
  return bits;
}

function placeOf(element, style, bits) {
  let place = 0;
  const position = style.position;
  const overflow = style.overflow;
  if (overflow.includes('auto') || overflow.includes('scroll')) place |= SCROLLS;
  if (position === 'absolute' || position === 'fixed') place |= POSITIONED;
  const moved = place & POSITIONED || position === 'relative' || style.transform !== 'none';
  const clipPath = style.clipPath;
  const clips = overflow !== 'visible' || clipPath !== 'none';
  const indent = style.textIndent;
  if (!moved && !clips && !indent.startsWith('-')) return place;
  if (bits & INLINE && !moved) return place;
  const box = element.getBoundingClientRect();
  if (clips && (box.width <= 1 || box.height <= 1)) return place | CLIPPED;
  if (/^inset\((50|100)%/.test(clipPath)) return place | CLIPPED;
  if (place & POSITIONED && /^rect\((0px|1px), (0px|1px), (0px|1px), (0px|1px)\)$/.test(style.clip)) return place | CLIPPED;
  if (isOutOfReach(element, box, position)) place |= OFF;
  else if (indent.startsWith('-') && parseFloat(indent) + box.right + scrollX < 0) place |= OFF;
  return place;
}

// Left of or above where scrolling starts, in the page and in every box that scrolls around it.
function isOutOfReach(element, box, position) {
  if (box.width === 0 && box.height === 0) return box.left < -2000 || box.top < -2000;
  if (position === 'fixed') return box.right <= 0 || box.bottom <= 0 || box.left >= innerWidth || box.top >= innerHeight;
  let x = box.right + scrollX, y = box.bottom + scrollY;
  if (x > pageMinX && y > 0) return false;
  for (let up = flatParent(element); up && up.nodeType === 1; up = flatParent(up)) {
    x += Math.abs(up.scrollLeft);
    y += up.scrollTop;
    if (x > pageMinX && y > 0) return false;
  }
  return true;
}

// Which of the properties that matter here any sheet sets. With many rules, or one that cannot be
// read, the answer is all of them: then reading the properties is cheaper than reading the rules.
function usedProperties() {
  if (document.getAnimations().length) return USE_ALL;
  const body = document.body;
  const byAttribute = document.getElementsByTagName('font').length || body?.hasAttribute('bgcolor') || body?.hasAttribute('text');
  return propertiesOf(document, Math.max(16, document.getElementsByTagName('*').length >> 2)) | (byAttribute ? USE_COLOR : 0);
}

// The same for one tree: the document's, or a shadow root's when the walk comes to its host.
function propertiesOf(root, most) {
  let text = '', rules = 0;
  for (const sheets of [root.styleSheets, root.adoptedStyleSheets ?? []]) {
    for (const sheet of sheets) {
      let list;
      try { list = sheet.cssRules; } catch { return USE_ALL; }
      rules += list.length;
      if (rules > most) return USE_ALL;
      for (const rule of list) text += rule.cssText;
    }
  }
  let use = 0;
  for (const [bit, pattern] of PROPERTY_PATTERNS) if (pattern.test(text)) use |= bit;
  return use;
}

const PROPERTY_PATTERNS = [
  [USE_CURSOR, /cursor/], [USE_OPACITY, /opacity/], [USE_PLACE, /position:|transform|translate|offset|text-indent/],
  [USE_CLIP, /overflow|clip/], [USE_SIZE, /font(-size)?:[^;}]*((^|[^\d.])0(?![\d.]*[1-9])|var\(|calc\()/],
  [USE_COLOR, /color|background/], [USE_LOCK, /content-visibility/], [USE_GENERATED, /:(before|after)/],
  [USE_SECURITY, /text-security/], [USE_ALL, /@import/],
];

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
  return string.replace(/\\([0-9a-f]{1,6})\s?|\\(.)/gi, (_, code, other) => code ? String.fromCodePoint(Math.min(parseInt(code, 16), 0x10ffff)) : other);
}
