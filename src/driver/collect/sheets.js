// Which of the properties that matter here a style sheet sets at all.
//
//   used               -> bits USE_…, of the span; everything outside of one
//   usedProperties()   -> the same for the document as it is
//   propertiesOf(root, most) -> for one tree, if it has at most so many rules
//
// Reading a computed property costs as much as handling a node. So a walk first looks at the sheets,
// where they are few enough to look at, and then reads only what they can have set.

const USE_CURSOR = 1, USE_OPACITY = 2, USE_PLACE = 4, USE_CLIP = 8, USE_SIZE = 16, USE_COLOR = 32,
  USE_LOCK = 64, USE_GENERATED = 128, USE_ALL = 255;

// As rules write them, and as style attributes do, with whatever spaces.
const PROPERTY_PATTERNS = [
  [USE_CURSOR, /cursor/], [USE_OPACITY, /opacity/], [USE_PLACE, /position\s*:|transform|translate|scale|offset|text-indent/],
  [USE_CLIP, /overflow|clip/], [USE_SIZE, /font(-size)?\s*:[^;}]*((^|[^\d.])0(?![\d.]*[1-9])|var\(|calc\()/],
  [USE_COLOR, /color|background/], [USE_LOCK, /content-visibility/], [USE_GENERATED, /:(before|after)/],
  [USE_ALL, /@import/],
];

let used = USE_ALL;

// With many rules, or a sheet that cannot be read, the answer is all of them: then reading the
// properties costs less than reading the rules.
function usedProperties() {
  if (doc.getAnimations().length) return USE_ALL;
  const most = Math.max(16, doc.getElementsByTagName('*').length >> 2);
  const coloured = doc.getElementsByTagName('font').length > 0 || doc.body?.matches('[bgcolor],[text]');
  return propertiesOf(doc, most) | (coloured ? USE_COLOR : 0);
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
  return propertiesIn(text);
}

function propertiesIn(text) {
  let use = 0;
  for (const [bit, pattern] of PROPERTY_PATTERNS) if (pattern.test(text)) use |= bit;
  return use;
}
