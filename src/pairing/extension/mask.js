// What is painted over in pictures.
//
//   coverings(before, after) -> the boxes to paint, each with room around it, or null when the page moved between the two
//                               looks: then no picture is sure
//   scaled(box, scale)       -> a box in the picture's pixels, rounded outwards

const ROOM = 4; // CSS pixels around a field
const SLACK = 1; // CSS pixels that a layout may differ by rounding

export function coverings(before, after) {
  if (before.length !== after.length) return null;
  const moved = (a, b) => ['x', 'y', 'width', 'height'].some((side) => Math.abs(a[side] - b[side]) > SLACK);
  if (before.some((box, i) => moved(box, after[i]))) return null;
  return before.map((box) => ({
    x: box.x - ROOM, y: box.y - ROOM, width: box.width + 2 * ROOM, height: box.height + 2 * ROOM, kind: box.kind,
  }));
}

export function scaled(box, scale) {
  const x = Math.floor(box.x * scale), y = Math.floor(box.y * scale);
  return { x, y, width: Math.ceil((box.x + box.width) * scale) - x, height: Math.ceil((box.y + box.height) * scale) - y };
}
