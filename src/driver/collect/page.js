// What holds for the document as a whole.
//
//   viewOf()         -> [width, height, scrolled right, scrolled down, page width, page height] in CSS pixels
//   topModal()       -> the dialog that keeps all else from being used, or null
//   focusedElement() -> what has focus, in whatever shadow tree, or null
//   pathTo(element)  -> the set of an element and all that it is in

function viewOf() {
  const page = doc.scrollingElement ?? doc.documentElement;
  const scrolled = [Math.round(scrollX), Math.round(scrollY)];
  return [innerWidth, innerHeight, ...scrolled, page?.scrollWidth ?? 0, page?.scrollHeight ?? 0];
}

function topModal() {
  const dialogs = doc.getElementsByTagName('dialog');
  for (let i = dialogs.length; i-- > 0;) if (dialogs[i].matches(':modal')) return dialogs[i];
  return null;
}

function focusedElement() {
  let focus = doc.activeElement;
  while (focus && shadowOf(focus)?.activeElement) focus = shadowOf(focus).activeElement;
  const none = !focus || focus === doc.body || focus === doc.documentElement || isHiding(focus);
  return none ? null : focus;
}

function pathTo(element) {
  const path = new Set();
  for (let at = element; at; at = flatParent(at)) path.add(at);
  return path;
}
