// What the style says about an element, read once a walk and kept as bits.
//
//   factsOf(element)   -> bits, kept within a span
//   factsOnce(element) -> the same for who asks once: it is not kept

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
  none: GONE, contents: CONTENTS | INLINE | TIGHT, inline: INLINE | TIGHT, ruby: INLINE | TIGHT, 'inline-block': INLINE,
  'inline-flex': INLINE, 'inline-grid': INLINE, 'inline-table': INLINE, 'inline math': INLINE, math: INLINE, 'ruby-text': INLINE,
};

function factsOf(element) {
  return kept(facts, element, readFacts);
}

// A name may have needed it before.
function factsOnce(element) {
  const bits = facts.size === 0 ? undefined : facts.get(element);
  return bits === undefined ? readFacts(element) : bits;
}

function readFacts(element) {
  const style = getComputedStyle(element);
  let bits = LEVELS[style.display] ?? 0;
  if (bits & GONE) return bits;
  if (style.visibility !== 'visible') bits |= INVISIBLE;
  const use = used === USE_ALL ? USE_ALL : useAt(element);
  if (use === 0) return bits;
  if (use & USE_CURSOR && style.cursor === 'pointer') bits |= POINTER;
  if (use & USE_OPACITY && style.opacity === '0') bits |= FADED;
  if (use & USE_LOCK && style.contentVisibility === 'hidden') bits |= LOCKED;
  if (use & USE_SIZE && style.fontSize === '0px') bits |= TINY;
  if (use & (USE_PLACE | USE_CLIP) && !(bits & CONTENTS)) bits |= placeOf(element, style, bits);
  return bits;
}

// Attributes style too: SVG's own, and `style`, which what is below inherits from.
function useAt(element) {
  if (element.ownerSVGElement !== undefined) return USE_ALL;
  if (!(attributesOf(element) & HAS_STYLE)) return used;
  used |= propertiesIn(element.getAttribute('style') ?? '');
  return USE_ALL;
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

// Where the page begins: left of 0 when it is written from right to left.
function pageStart() {
  const page = doc.documentElement;
  return getComputedStyle(page).direction === 'rtl' ? page.clientWidth - page.scrollWidth : 0;
}

// Left of or above where scrolling starts, in the page and in every box that scrolls around it.
function isOutOfReach(element, box, position) {
  if (box.width === 0 && box.height === 0) return box.left < -2000 || box.top < -2000;
  if (position === 'fixed') return box.right <= 0 || box.bottom <= 0 || box.left >= innerWidth || box.top >= innerHeight;
  let x = box.right + scrollX, y = box.bottom + scrollY;
  const start = pageStart();
  if (x > start && y > 0) return false;
  for (let up = flatParent(element); up && up.nodeType === 1; up = flatParent(up)) {
    x += Math.abs(up.scrollLeft);
    y += up.scrollTop;
    if (x > start && y > 0) return false;
  }
  return true;
}

