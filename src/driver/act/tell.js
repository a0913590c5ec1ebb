// How elements are spoken of to those who act on them.
//
//   describe(element)       -> { role, name }
//   nameForPeople(element)  -> { role, name, node }: something to call it by, however bare it is
//   aboutTarget(element)    -> what should be known before it is pressed
//   wayTo(element, why)     -> what is in the way of one that cannot be used, and what opens it

function wayTo(element, why) {
  if (why === 'inert') {
    const top = topModal();
    return top ? { by: nameForPeople(top) } : {};
  }
  if (why !== 'hidden') return {};
  const opener = revealerOf(element);
  return opener ? { opens: { ...nameForPeople(opener.element), with: opener.by } } : {};
}

function aboutTarget(target) {
  const link = target.closest('a[href],area[href]');
  const element = target.localName === 'label' && target.control ? target.control : target;
  const fact = describe(element);
  if (link) fact.href = link.href;
  return fact;
}

function describe(element) {
  return { role: roleOf(element) || 'generic', name: nameOf(element) };
}

function nameForPeople(element) {
  const role = roleOf(element);
  const name = nameOf(element) || (element.id ? `#${element.id}` : element.className && typeof element.className === 'string' ? `.${element.className.trim().split(/\s+/)[0]}` : '');
  return { role: role && role !== 'generic' ? role : element.localName, name: String(name).slice(0, 80), node: idOf(element) };
}
