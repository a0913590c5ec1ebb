// Text that is written and cannot be seen, because of what it is drawn on.
//
//   isDrawnUnseen(element) -> whether its own text has the colour of what is behind it
//
// Only a solid colour behind the text settles it; where a picture lies behind, the text counts as seen.

function isDrawnUnseen(element) {
  if (!(used & USE_COLOR)) return false;
  const style = getComputedStyle(element);
  const color = style.color;
  if (isTransparent(color)) {
    return style.webkitTextFillColor === color && style.backgroundClip !== 'text' && style.textShadow === 'none';
  }
  if (color !== backdropOf(element)) return false;
  return style.textShadow === 'none' && style.webkitTextFillColor === color && !isOverPicture(element);
}

function isTransparent(color) {
  return color === 'transparent' || (color.startsWith('rgba(') && color.endsWith(', 0)'));
}

// The nearest colour behind an element that hides what is behind it; '' where something else than a
// plain colour is drawn. Kept for each element on the way, so that a page costs one look an element.
function backdropOf(element) {
  const passed = [];
  let color;
  for (let at = element; ; at = flatParent(at)) {
    if (!at || at.nodeType !== 1) { color = 'rgb(255, 255, 255)'; break; }
    if (keeping && (color = backdrops.get(at)) !== undefined) break;
    passed.push(at);
    const style = getComputedStyle(at);
    if (style.backgroundImage !== 'none') { color = ''; break; }
    color = style.backgroundColor;
    if (color.startsWith('rgb(')) break;
    if (!isTransparent(color)) { color = ''; break; }
  }
  if (keeping) for (const at of passed) backdrops.set(at, color);
  return color;
}

function isOverPicture(element) {
  const box = element.getBoundingClientRect();
  for (const picture of doc.querySelectorAll('img,video,canvas,svg,object,embed,iframe')) {
    const other = picture.getBoundingClientRect();
    if (other.left < box.right && other.right > box.left && other.top < box.bottom && other.bottom > box.top) return true;
  }
  const x = box.left + Math.min(box.width, innerWidth) / 2, y = box.top + box.height / 2;
  for (const under of doc.elementsFromPoint(x, y)) {
    if (isWithin(element, under)) continue;
    const style = getComputedStyle(under);
    if (style.backgroundImage !== 'none' || !isTransparent(style.backgroundColor)) return true;
  }
  return false;
}
