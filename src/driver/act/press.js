// Whether a press got to the element that it was aimed at.
//
//   expectPress(target)    -> from here on a press on another element is swallowed before the page sees it
//   received()             -> what got the press: { got }, { stray } or { none }; {} if none was expected
//   scriptClick({ node })  -> what got a click that no pointer made
//
// The target may have moved, or something slid over it, since the hit test: the event itself is the last to tell.

const PRESSES = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click', 'auxclick', 'dblclick', 'contextmenu'];
let aimed = null;

function expectPress(target) {
  aimed = target && { target, got: null, stray: null };
  if (aimed) for (const type of PRESSES) addEventListener(type, onPress, true);
}

function onPress(event) {
  if (!aimed || !event.isTrusted) return;
  const element = pressedBy(event);
  if (element && isPressOn(element, aimed.target)) {
    aimed.got ??= element;
    return;
  }
  // A label's click is repeated on its control.
  if (event.type === 'click' && element && aimed.target.localName === 'label' && aimed.target.control === element) return;
  if (aimed.got) return;
  aimed.stray ??= element;
  event.preventDefault();
  event.stopImmediatePropagation();
}

// The innermost element that got it. A closed root hides what is in it from a listener outside, who sees its host.
function pressedBy(event) {
  const hit = event.composedPath()[0];
  const element = hit.nodeType === 1 ? hit : hit.parentElement;
  if (!element || !shadowOf(element)) return element;
  const inner = deepestAt(event.clientX, event.clientY);
  return inner && isWithin(inner, element) ? inner : element;
}

function received() {
  const last = aimed;
  aimed = null;
  for (const type of PRESSES) removeEventListener(type, onPress, true);
  if (!last) return {};
  if (last.got) return { got: nameForPeople(last.got) };
  if (last.stray) return { stray: nameForPeople(last.stray) };
  return { none: true };
}

function scriptClick(want) {
  const element = elementOf(want.node);
  if (!element) return { why: 'gone' };
  arm();
  element.click();
  return { got: { ...nameForPeople(element), how: 'script' } };
}
