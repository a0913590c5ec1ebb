// The one way in: a name and a JSON argument go in, one JSON text comes out.
//
//   hb.run(name, argument)  -> a promise of the result as text; { error: { name, message } } if it threw. An argument
//                              that names another document than this one (`doc`) is answered with { why: 'gone' }.
//   hb.part()               -> the next piece of the last text, when it was too long for one message; '' at its end
//
// Texts are made well-formed: Chromium's driver never answers when half a surrogate pair is in a result.

// Tells this document from every other, those that were in the same frame too.
const DOCUMENT = Array.from(crypto.getRandomValues(new Uint32Array(2)), (n) => n.toString(16).padStart(8, '0')).join('');

const PART = 4_000_000;
let whole = '';
let told = 0;

const functions = {
  walk: (options) => DOCUMENT + walk(options), look: ({ nodes, ...options }) => look(nodes, options), pick, holds, aim, through, frameOrigin, received, settle, prepare,
  scriptClick, grip, spot, carried, letFall, dropped,
  pickKeys, setValue, readBack, focusOn, choose, setChosen, endChoosing, choices, comboShows, scrollBox, extract,
  allNames, whyNot, fileField, filesOf, snapshot,
  arm: () => arm() ?? {},
  change: async ({ cap }) => (await nextChange(cap), {}),
  seen: () => drainSeen(),
  title: titleChange,
  measure: ({ node, page }) => measure(node, page),
  where: () => ({ doc: DOCUMENT, url: location.href, title: document.title, ready: document.readyState }),
};

// The box of an element in the viewport; else of what is seen, or of the whole page with how far it is scrolled and how
// many pixels of the screen a CSS pixel is.
function measure(node, page) {
  if (node !== undefined) {
    const element = elementOf(node);
    if (!element) return { why: 'gone' };
    const { x, y, width, height } = element.getBoundingClientRect();
    return { x, y, width, height };
  }
  const root = document.documentElement;
  // A page is as wide as what it scrolls, without the bar.
  const width = page ? root.scrollWidth : innerWidth;
  const height = page ? root.scrollHeight : innerHeight;
  return { x: scrollX, y: scrollY, width, height, ratio: devicePixelRatio };
}

async function enter(name, argument) {
  let result;
  try {
    const other = argument?.doc != null && argument.doc !== DOCUMENT;
    result = other ? { why: 'gone' } : await functions[name](argument);
  } catch (error) {
    result = { error: { name: String(error?.name ?? 'Error'), message: String(error?.message ?? error) } };
  }
  const text = (typeof result === 'string' ? result : JSON.stringify(result ?? {})).toWellFormed();
  if (text.length <= PART) return text;
  whole = text;
  told = 0;
  return '#';
}

function part() {
  let to = told + PART;
  // Half a surrogate pair at the seam would be as bad as one in the text.
  if (to < whole.length && whole.codePointAt(to - 1) > 0xffff) to--;
  const piece = whole.slice(told, to);
  told = to;
  if (piece === '') whole = '';
  return piece;
}

hb.run = enter;
hb.part = part;
