// Closed shadow roots. No script can tell whether an element has one; the browser can, and hands it to its
// driver. A walk gathers the elements that are worth the question.
//
//   suspect(element, tag, empty) -> gathers an element that may have a closed root
//   hosts(most)  -> the next of those that were gathered, for the driver to ask the browser about
//   adopt(root)  -> takes a closed root from the driver (see tree.js)

const MOST_SUSPECTS = 1024; // of one walk
const LEAST_SIDE = 8; // px: nothing that can be used is smaller

const asked = new WeakMap(); // element -> whether it was defined when it was asked about
let suspects = [];

// Custom elements that are defined may have one; of others only those that show something and hold
// nothing themselves.
function suspect(element, tag, empty) {
  if (suspects.length >= MOST_SUSPECTS) return;
  const defined = tag.includes('-') && element.matches(':defined');
  const before = asked.get(element);
  if (before === true || before === defined) return;
  if (!defined && !(empty && element.offsetHeight >= LEAST_SIDE && element.offsetWidth >= LEAST_SIDE)) return;
  suspects.push(element);
}

function hosts(most) {
  const next = suspects.splice(0, most);
  for (const element of next) asked.set(element, element.matches(':defined') && element.localName.includes('-'));
  return next;
}
