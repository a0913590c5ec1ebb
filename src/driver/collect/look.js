// A closer look at elements that are about to be told: what costs geometry is asked for those alone.
//
//   look(numbers, {boxes, selectors}) -> JSON text: a list of {"n":number,"gone":true}, or of
//     {"n", "why"?, "far"?, "block"?, "by"?, "box"?:[x,y,width,height], "css"?, "xpath"?}
//     why    hidden, inert, zero_size, offscreen or covered; absent when it can be used
//     far    no scrolling brings it into view
//     block  what hides or covers it, as {"n","role","name","is"}; `is` is tag#id or tag.class
//     by     what reveals it, in the same form, and "with":"click" or "hover"

function look(numbers, options = {}) {
  return atOnce(() => JSON.stringify(numbers.map((number) => lookAt(number, options))));
}

function lookAt(number, options) {
  const element = elementOf(number);
  if (!element) return { n: number, gone: true };
  const box = boxOf(element);
  const told = { n: number, ...reachOf(element, box) };
  if (options.boxes && box) told.box = [box.x, box.y, box.width, box.height].map(Math.round);
  return options.selectors ? { ...told, ...selectorOf(element) } : told;
}

function reachOf(element, box) {
  const why = whyNotShown(element);
  switch (why) {
    case 'offscreen': return { why, far: true };
    case 'inert': {
      const modal = topModal();
      return modal ? { why, block: calling(modal) } : { why };
    }
    case 'hidden': {
      const hider = hiderOf(element), revealer = revealerOf(element);
      return {
        why,
        block: hider === element ? undefined : calling(hider),
        by: revealer ? { ...calling(revealer.element), with: revealer.by } : undefined,
      };
    }
    case '': {
      if (box && isOutOfView(box)) return { why: 'offscreen' };
      const cover = coverOf(element);
      return cover ? { why: 'covered', block: calling(named(cover)) } : {};
    }
    default: return { why };
  }
}

function isOutOfView(box) {
  return box.x >= innerWidth || box.y >= innerHeight || box.x + box.width <= 0 || box.y + box.height <= 0;
}

function calling(element) {
  const role = roleOf(element);
  const id = element.getAttribute('id'), kind = element.getAttribute('class')?.trim().split(/\s+/)[0];
  const is = cut(clean(element.localName + (id ? '#' + id : kind ? '.' + kind : '')), 60);
  return { n: idOf(element), role: role || 'generic', name: cut(nameOf(element, role), 200), is };
}

// The nearest element around that has a role, which says more than a bare wrapper does.
function named(element) {
  for (let up = element; up && up.nodeType === 1 && up !== doc.body; up = flatParent(up)) {
    if (!TEXT_ROLES.has(roleOf(up))) return up;
  }
  return element;
}
