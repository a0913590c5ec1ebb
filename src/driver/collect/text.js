// What may leave the page as text.
//
//   clean(text)   -> one line: white space collapsed, characters nobody sees taken out
//   cleanLines(text) -> the same of each line of several
//   cut(text, n)  -> at most n UTF-16 units, never half a surrogate pair
//   quoted(text)  -> JSON for a text that is clean
//   setOf(words)  -> a Set of the words of a string

function setOf(words) {
  return new Set(words.split(' '));
}

// Characters without a look of their own: controls, soft hyphen, joiner of graphemes, fillers, marks of
// direction, word joiners and invisible operators, halves of surrogate pairs, private use (icon fonts),
// variation selectors beyond the emoji one and tags (both can carry hidden text), interlinear marks.
const SEEN_BY_NOBODY = '\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b\\u200e\\u200f\\u202a-\\u202e\\u2060-\\u206f' +
  '\\u3164\\ud800-\\udfff\\ue000-\\uf8ff\\ufe00-\\ufe0e\\ufeff\\uffa0\\ufff0-\\ufffb\\u{e0000}-\\u{e0fff}\\u{f0000}-\\u{10ffff}';
const CONTROLS_BUT_SPACES = '\\u0000-\\u0008\\u000e-\\u001f\\u007f-\\u0084\\u0086-\\u009f';
const DROPPED = new RegExp('[' + CONTROLS_BUT_SPACES + SEEN_BY_NOBODY + ']+', 'gu');
const SUSPECT = new RegExp('[\\u0000-\\u001f\\u007f-\\u00a0\\u200c\\u200d\\u2028-\\u202f' + SEEN_BY_NOBODY + ']', 'u');
// Joiners mean something between characters beyond ASCII (emoji, Indic and Persian words); next to
// ASCII they only hide.
const STRAY_JOINERS = /(^|[\u0000-\u007f])[\u200c\u200d]+|[\u200c\u200d]+(?=[\u0000-\u007f]|$)/g;
// Nearly all text is this plain.
const PLAIN = /^[!-~]+(?: [!-~]+)*$/;

function clean(text) {
  if (PLAIN.test(text)) return text;
  if (SUSPECT.test(text)) {
    text = text.replace(DROPPED, '').replace(STRAY_JOINERS, '$1').replace(/[\s\u0085]+/g, ' ');
  } else if (text.includes('  ')) {
    text = text.replace(/ +/g, ' ');
  }
  return text.charCodeAt(0) === 32 || text.charCodeAt(text.length - 1) === 32 ? text.trim() : text;
}

// The same, with its line ends.
function cleanLines(text) {
  return text.includes('\n') ? text.split('\n').map(clean).join('\n').trim() : clean(text);
}

function cut(text, most) {
  if (text.length <= most) return text;
  const last = text.charCodeAt(most - 1);
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? most - 1 : most);
}

// In a clean text only quotes, backslashes and line ends are left to escape.
function quoted(text) {
  return text.includes('"') || text.includes('\\') || text.includes('\n') ? JSON.stringify(text) : '"' + text + '"';
}
