// A span: a time in which nothing on the page can change, because no script of its runs. What was
// found out about the page is kept until the span ends, so that a walk asks each thing once.
//
//   atOnce(work) -> runs `work` in one span and gives what it gives; spans nest
//   kept(map, key, find) -> find(key), found once a span
//   keeping      -> whether a span is open; outside of one everything is asked afresh
//
// Code in this scope that asks for roles, names or states of several elements does so within one.

let keeping = false;
let facts, inInert, labelMaps, dataTables, hidingForms, owners, lastAsked;

function forgetSpan() {
  facts = new Map(); // element -> bits of its style
  inInert = new Map(); // element -> whether it is in something inert
  labelMaps = new Map(); // root -> control -> its labels
  dataTables = new Map(); // table -> whether it holds data
  hidingForms = new Map(); // form -> whether it hides properties that are needed
  owners = null; // element -> the one that owns it
  lastAsked = null; // the element whose attributes were asked for last
}

forgetSpan();

// What `find` says of a key, found once a span.
function kept(map, key, find) {
  if (!keeping) return find(key);
  let found = map.get(key);
  if (found === undefined) map.set(key, (found = find(key)));
  return found;
}

function atOnce(work) {
  if (keeping) return work();
  keeping = true;
  used = usedProperties();
  try {
    return work();
  } finally {
    keeping = false;
    used = USE_ALL;
    forgetSpan();
  }
}
