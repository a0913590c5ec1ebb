// Text that is written and cannot be seen, because of what it is drawn on.
//
//   firstBack()                        -> the colour behind the page, '' when it is not known
//   isDrawnUnseen(element, ink, back)  -> whether text in this ink on this colour is lost
//
// A walk carries the colour behind along, read with the rest of the style. Only a plain colour settles
// it; where something else is drawn behind the text, the text counts as seen.

const WHITE = 'rgb(255, 255, 255)';

// A frame shows what is behind it, and a dark scheme darkens a page that says nothing itself.
function firstBack() {
  if (self !== top || doc.querySelector('meta[name="color-scheme"]')) return '';
  const scheme = getComputedStyle(doc.documentElement).colorScheme;
  return scheme === 'normal' || scheme === 'light' ? WHITE : '';
}

function isDrawnUnseen(element, ink, back) {
  if (isTransparent(ink)) {
    const style = getComputedStyle(element);
    return style.webkitTextFillColor === ink && style.backgroundClip !== 'text' && style.textShadow === 'none';
  }
  if (ink !== back) return false;
  const style = getComputedStyle(element);
  return style.textShadow === 'none' && style.webkitTextFillColor === ink && !isOverPicture(element);
}

function isTransparent(color) {
  return color === 'transparent' || (color.startsWith('rgba(') && color.endsWith(', 0)'));
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
