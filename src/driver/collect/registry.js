// Node numbers: the only names that leave this world for elements.
//
// An element keeps its number as long as its document lives. Numbers are never given twice, so a
// number that resolves to nothing is a gone node and never a different one. The registry holds
// elements weakly: a page that throws nodes away can have them collected.
//
//   idOf(element)      -> its number, given on first use
//   elementOf(number)  -> the element, or undefined when it is gone or no longer in the document

const numbers = new WeakMap();
const holders = new Map();
let lastNumber = 0;
let sweepAt = 4096;

function idOf(element) {
  let number = numbers.get(element);
  if (number === undefined) {
    number = ++lastNumber;
    numbers.set(element, number);
    holders.set(number, new WeakRef(element));
    if (holders.size > sweepAt) sweepHolders();
  }
  return number;
}

function elementOf(number) {
  const element = holders.get(number)?.deref();
  return element && element.isConnected ? element : undefined;
}

// Forgets numbers whose elements were collected. The bound doubles with what is alive, so the cost
// of sweeping stays in proportion to the numbers given.
function sweepHolders() {
  for (const [number, holder] of holders) if (!holder.deref()) holders.delete(number);
  sweepAt = Math.max(4096, holders.size * 2);
}
