// Scrolling the right box: the element's own, or the nearest around it that scrolls, or the page.
//
//   scrollBox({ node?, x, y, to })  -> { moved, position, more, what } or { why }

function scrollBox(want) {
  const element = want.node == null ? null : elementOf(want.node);
  if (want.node != null && !element) return { why: 'gone' };
  const box = scrollable(element, want);
  const start = [box.scrollLeft, box.scrollTop];
  arm();
  if (want.to === 'top') box.scrollTo({ top: 0, behavior: 'instant' });
  else if (want.to === 'bottom') box.scrollTo({ top: box.scrollHeight, behavior: 'instant' });
  else {
    const down = want.x == null && want.y == null ? box.clientHeight * 0.9 : want.y ?? 0;
    box.scrollBy({ left: want.x ?? 0, top: down, behavior: 'instant' });
  }
  const page = box === document.scrollingElement;
  const rect = page ? { left: 0, top: 0, width: innerWidth, height: innerHeight } : box.getBoundingClientRect();
  return {
    moved: { x: Math.round(box.scrollLeft - start[0]), y: Math.round(box.scrollTop - start[1]) },
    middle: [rect.left + rect.width / 2, rect.top + rect.height / 2],
    what: page ? 'page' : nameForPeople(box),
    ...scrolled(box),
  };
}

function scrolled(box) {
  const below = Math.max(0, Math.round(box.scrollHeight - box.clientHeight - box.scrollTop));
  const right = Math.max(0, Math.round(box.scrollWidth - box.clientWidth - box.scrollLeft));
  return {
    position: { x: Math.round(box.scrollLeft), y: Math.round(box.scrollTop) },
    more: { above: Math.round(box.scrollTop), below, left: Math.round(box.scrollLeft), right },
  };
}

function scrollable(element, want) {
  const across = !want.to && !want.y && want.x;
  const can = (box) => {
    const style = getComputedStyle(box);
    const [room, rule] = across ? [box.scrollWidth - box.clientWidth, style.overflowX] : [box.scrollHeight - box.clientHeight, style.overflowY];
    return room > 1 && (rule === 'auto' || rule === 'scroll' || rule === 'overlay');
  };
  for (let up = element; up && up.nodeType === 1; up = flatParent(up)) if (up !== document.body && up !== document.documentElement && can(up)) return up;
  if (element) {
    // The element may hold the box that scrolls: a grid with its viewport inside.
    const inner = [...(shadowOf(element) ?? element).querySelectorAll('*')].slice(0, 500).find(can);
    if (inner) return inner;
  }
  return document.scrollingElement ?? document.documentElement;
}
