// What the style says about an element, read once a walk and kept as bits.
//
//   factsOf(element)   -> bits, kept within a span
//   readFacts(element) -> the same, read now; leaves the colours in `ink` and `ground`

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
const TIGHT = 2048; // part of the line's own text: no space between it and its neighbours
const UNSEEN_BY_STYLE = FADED | OFF | CLIPPED;

const LEVELS = {
  none: GONE, contents: CONTENTS | INLINE | TIGHT, inline: INLINE | TIGHT, ruby: INLINE | TIGHT, 'inline-block': INLINE,
  'inline-flex': INLINE, 'inline-grid': INLINE, 'inline-table': INLINE, 'inline math': INLINE, math: INLINE, 'ruby-text': INLINE,
};

function factsOf(element) {
  return kept(facts, element, readFacts);
}

// Of the element that was read last: the colour of its text, and its own background: '' for none, DRAWN
// for one that is no plain colour. Both '' where no sheet sets colours.
let ink = '', ground = '';
const DRAWN = 'drawn';

function readFacts(element) {
  const style = getComputedStyle(element);
  ink = ground = '';
  let bits = LEVELS[style.display] ?? 0;
  if (bits & GONE) return bits;
  if (style.visibility !== 'visible') bits |= INVISIBLE;
  const use = used === USE_ALL ? USE_ALL : useAt(element);
  if (use === 0) return bits;
  if (use & USE_CURSOR && style.cursor === 'pointer') bits |= POINTER;
  if (use & USE_OPACITY && style.opacity === '0') bits |= FADED;
  if (use & USE_LOCK && style.contentVisibility === 'hidden') bits |= LOCKED;
  if (use & USE_COLOR) {
    ink = style.color;
    const color = style.backgroundColor;
    ground = style.backgroundImage !== 'none' ? DRAWN : isTransparent(color) ? '' : color.startsWith('rgb(') ? color : DRAWN;
  }
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
  const position = style.position;
  // A part of a line neither clips, scrolls, indents nor is transformed; taken out of it, it is no part.
  if (bits & TIGHT) {
    return position === 'relative' && isOutOfReach(element, element.getBoundingClientRect(), position) ? OFF : 0;
  }
  const overflow = style.overflow, clipPath = style.clipPath, indent = style.textIndent;
  const place = overflow.includes('auto') || overflow.includes('scroll') ? SCROLLS : 0;
  const free = position === 'absolute' || position === 'fixed';
  const moved = free || position === 'relative' || style.transform !== 'none';
  // A text area clips whatever is said of its overflow; Firefox says that it does not.
  const clips = overflow !== 'visible' || clipPath !== 'none' || element.localName === 'textarea';
  const indented = indent.startsWith('-');
  if (!moved && !clips && !indented) return place;
  const box = element.getBoundingClientRect();
  const clipped = clips && (box.width <= 1 || box.height <= 1) || INSET_AWAY.test(clipPath) || free && CLIPPED_AWAY.test(style.clip);
  if (clipped) return place | CLIPPED;
  const off = isOutOfReach(element, box, position) || indented && parseFloat(indent) + box.right + scrollX < 0;
  return off ? place | OFF : place;
}

const INSET_AWAY = /^inset\((50|100)%/;
const CLIPPED_AWAY = /^rect\([01]px, [01]px, [01]px, [01]px\)$/;

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

