// Which of the attributes that matter here an element has, as bits: one look instead of thirty.
//
//   attributesOf(element) -> bits HAS_…

const HAS_ROLE = 1, HAS_HIDDEN = 2, HAS_OWNS = 4, HAS_INERT = 8, HAS_LABEL = 16, HAS_LABELLEDBY = 32,
  HAS_DESCRIPTION = 64, HAS_TITLE = 128, HAS_TABINDEX = 256, HAS_EDITABLE = 512, HAS_DRAGGABLE = 1024,
  HAS_ONCLICK = 2048, HAS_STATE = 4096, HAS_PROPERTY = 8192, HAS_DISABLED = 16384, HAS_INVOKER = 32768,
  HAS_STYLE = 65536;

const ATTRIBUTE_BITS = new Map(Object.entries({
  role: HAS_ROLE, inert: HAS_INERT, title: HAS_TITLE, tabindex: HAS_TABINDEX, contenteditable: HAS_EDITABLE,
  draggable: HAS_DRAGGABLE, onclick: HAS_ONCLICK, style: HAS_STYLE, hidden: HAS_STYLE,
  popovertarget: HAS_INVOKER, commandfor: HAS_INVOKER,
  'aria-hidden': HAS_HIDDEN, 'aria-owns': HAS_OWNS, 'aria-label': HAS_LABEL, 'aria-labelledby': HAS_LABELLEDBY,
  'aria-describedby': HAS_DESCRIPTION, 'aria-description': HAS_DESCRIPTION, 'aria-disabled': HAS_DISABLED | HAS_STATE,
}));
const STATE_NAMES = 'readonly required busy multiselectable multiline modal invalid checked pressed selected expanded live';
for (const name of setOf(STATE_NAMES)) ATTRIBUTE_BITS.set('aria-' + name, HAS_STATE);
for (const name of setOf('current haspopup level posinset setsize rowcount colcount')) ATTRIBUTE_BITS.set('aria-' + name, HAS_PROPERTY);

let lastBits = 0;

function attributesOf(element) {
  if (element === lastAsked && keeping) return lastBits;
  let bits = 0;
  if (element.hasAttributes()) {
    for (const name of element.getAttributeNames()) {
      const bit = ATTRIBUTE_BITS.get(name);
      if (bit !== undefined) bits |= bit;
    }
  }
  lastAsked = element;
  lastBits = bits;
  return bits;
}
