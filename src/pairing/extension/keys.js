// Keys by their names (https://www.w3.org/TR/uievents-key/), as the browser's input takes them.
//
//   keyOf(name)            -> {key, code, keyCode, text}, or null for a key that is not pressed here
//   modifierBits(names)    -> bits of the protocol: Alt 1, Control 2, Meta 4, Shift 8

const NAMED = {
  Enter: [13, '\r'], Tab: [9], Escape: [27], Backspace: [8], Delete: [46], ArrowLeft: [37], ArrowUp: [38], ArrowRight: [39],
  ArrowDown: [40], PageUp: [33], PageDown: [34], End: [35], Home: [36],
};
const BITS = { Alt: 1, Control: 2, Meta: 4, Shift: 8 };

export function keyOf(name) {
  if (name === 'Space' || name === ' ') return { key: ' ', code: 'Space', keyCode: 32, text: ' ' };
  if (Object.hasOwn(NAMED, name)) return { key: name, code: name, keyCode: NAMED[name][0], text: NAMED[name][1] };
  if (/^[a-z]$/i.test(name)) return { key: name, code: 'Key' + name.toUpperCase(), keyCode: name.toUpperCase().charCodeAt(0), text: name };
  if (/^\d$/.test(name)) return { key: name, code: 'Digit' + name, keyCode: name.charCodeAt(0), text: name };
  return [...name].length === 1 ? { key: name, code: '', keyCode: 0, text: name } : null;
}

export function modifierBits(names) {
  return names.reduce((bits, name) => bits | (BITS[name] ?? 0), 0);
}
