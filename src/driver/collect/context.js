// What holds for everything below an element of a walk. One is made anew only where something changes.

class Context {
  constructor(from) {
    this.depth = from.depth; // of the entries below
    this.hush = from.hush; // text is left out: a name above says it
    this.leaf = from.leaf; // only controls are wanted: the role above makes its content presentational
    this.unseen = from.unseen; // bits of UNSEEN_BY_STYLE
    this.pointer = from.pointer; // the cursor is a pointer already
    this.captioned = from.captioned; // a caption, legend or figcaption below is the name of the entry above
    this.live = from.live; // in a live region
    this.disabled = from.disabled; // in something with aria-disabled
    this.open = from.open; // in the modal dialog, or there is none
    this.owns = from.owns; // what the element above owns, which is not passed over here
  }
}

// The same without text.
function hushed(context) {
  const next = new Context(context);
  next.hush = true;
  return next;
}

function firstContext(open) {
  return new Context({
    depth: 0, hush: false, leaf: false, unseen: 0, pointer: false, captioned: false, live: false, disabled: false,
    open, owns: [],
  });
}
