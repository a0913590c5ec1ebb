// A span: a time in which nothing on the page can change, because no script of its runs. What was
// found out about the page is kept until the span ends, so that a walk asks each thing once.
//
//   atOnce(work) -> runs `work` in one span and gives what it gives; spans nest
//   keeping      -> whether a span is open; outside of one everything is asked afresh
//
// Code in this scope that asks for roles, names or states of several elements does so within one.

let keeping = false;
let facts, labelMaps, backdrops, dataTables, owners, lastAsked;

function forgetSpan() {
  facts = new Map(); // element -> bits of its style
  labelMaps = new Map(); // root -> control -> its labels
  backdrops = new Map(); // element -> the colour behind it
  dataTables = new Map(); // table -> whether it holds data
  owners = null; // element -> the one that owns it
  lastAsked = null; // the element whose attributes were asked for last
}

forgetSpan();

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
