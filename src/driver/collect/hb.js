// What the driver calls. Every call takes arguments that can be JSON and answers with one string,
// also JSON: strings cross the wire several times faster than serialised objects. `adopt` alone takes
// nodes, which the driver has from the browser.

const hb = {
  document, walk, find, look, adopt,
  idOf, elementOf, roleOf, nameOf, descriptionOf, statesOf, valueOf, isSecret, isShown, whyNotShown, boxOf, flatParent, flatChildren,
};
