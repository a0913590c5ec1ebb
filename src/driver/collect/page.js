// What holds for the document as a whole.
//
//   viewOf()         -> [width, height, scrolled right, scrolled down, page width, page height] in CSS pixels
//   topModal()       -> the dialog that keeps all else from being used, or null
//   focusedElement() -> what has focus, in whatever shadow tree, or null
//   pathTo(element)  -> the set of an element and all that it is in

function viewOf() {
  const page = document.scrollingElement ?? document.documentElement;
  const scrolled = [Math.round(scrollX), Math.round(scrollY)];
  return [innerWidth, innerHeight, ...scrolled, page?.scrollWidth ?? 0, page?.scrollHeight ?? 0];
}

function topModal() {
  const dialogs = document.getElementsByTagName('dialog');
  for (let i = dialogs.length; i-- > 0;) if (dialogs[i].matches(':modal')) return dialogs[i];
  return null;
}

function focusedElement() {
  let focus = document.activeElement;
  while (focus && shadowOf(focus)?.activeElement) focus = shadowOf(focus).activeElement;
  return focus && focus !== document.body && focus !== document.documentElement ? focus : null;
}

function pathTo(element) {
  const path = new Set();
  for (let at = element; at; at = flatParent(at)) path.add(at);
  return path;
}
