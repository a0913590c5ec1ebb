// What the driver calls. Every call takes arguments that can be JSON and answers with one string,
// also JSON: strings cross the wire several times faster than serialised objects. `hosts` alone gives
// nodes and `adopt` alone takes one: the browser is between them.
//
// Parts that are joined after this one run in the same scope and may add to `hb`. For them:
//   elementOf(number) / idOf(element)          between the numbers that the outline tells and elements
//   locate(query)                              elements by what callers say, as find() takes it
//   roleOf, nameOf, descriptionOf, statesOf, valueOf, isSecret      what an element is; states as bits of STATE
//   isShown, whyNotShown, boxOf, coverOf, elementAt, revealerOf     whether and where it can be reached
//   flatParent, flatChildren, shadowOf, isWithin                    the flat tree
//   atOnce(work)                               asks many of these in one go, each about the page only once
// Outside of atOnce every answer is fresh, so it is right also after the page has changed.

const hb = {
  document, walk, find, look, hosts, adopt,
  idOf, elementOf, roleOf, nameOf, descriptionOf, statesOf, valueOf, isSecret, isShown, whyNotShown, boxOf,
};
