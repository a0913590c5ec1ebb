// What may leave the page as text.
//
//   clean(text)   -> one line: white space collapsed, characters nobody sees taken out
//   cut(text, n)  -> at most n UTF-16 units, never half a surrogate pair

// Characters without a look of their own: controls, soft hyphen, fillers, zero-width and bidi
// controls, private use (icon fonts), tags and variation selectors beyond the emoji one (both can
// carry hidden text), interlinear marks, and halves of surrogate pairs. No-break space is here to
// become a plain one.
const UNSEEN_CHARACTERS =
  /[\u0000-\u001f\u007f-\u00a0\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202f\u2060-\u206f\u3164\ud800-\udfff\ue000-\uf8ff\ufe00-\ufe0e\ufeff\uffa0\ufff0-\ufffb\u{e0000}-\u{e0fff}\u{f0000}-\u{10ffff}]/u;
const DROPPED_CHARACTERS =
  /[\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ud800-\udfff\ue000-\uf8ff\ufe00-\ufe0e\ufeff\uffa0\ufff0-\ufffb\u{e0000}-\u{e0fff}\u{f0000}-\u{10ffff}]+/gu;
// Joiners mean something between characters beyond ASCII (emoji, Indic and Persian words); next to
// ASCII they only hide.
const STRAY_JOINERS = /(^|[\u0000-\u007f])[\u200c\u200d]+|[\u200c\u200d]+(?=[\u0000-\u007f]|$)/g;

const PLAIN = /^[!-~]+(?: [!-~]+)*$/;

function clean(text) {
  // Nearly all text is this plain.
  if (PLAIN.test(text)) return text;
  if (UNSEEN_CHARACTERS.test(text)) {
    text = text.replace(DROPPED_CHARACTERS, '').replace(STRAY_JOINERS, '$1').replace(/[\s\u0085]+/g, ' ');
  } else if (text.includes('  ')) {
    text = text.replace(/ +/g, ' ');
  }
  return text.charCodeAt(0) === 32 || text.charCodeAt(text.length - 1) === 32 ? text.trim() : text;
}

function cut(text, most) {
  if (text.length <= most) return text;
  const last = text.charCodeAt(most - 1);
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? most - 1 : most);
}

// JSON for a text that went through clean(): only quotes and backslashes are left to escape.
function quoted(text) {
  return text.includes('"') || text.includes('\\') ? JSON.stringify(text) : '"' + text + '"';
}
