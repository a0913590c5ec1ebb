// For a caller who asked for something that is not there, or not shown.
//
//   allNames({ fields })  -> { names: [{ role, name }] }: what is rendered and has a role and a name, each pair once
//   whyNot({ node })   -> { why?, by?, opens?, role, name }: why an element is not shown

const NAMED_MOST = 500;
const NAMED_CHARS = 100;

function allNames({ fields }) {
  return atOnce(() => {
    const names = new Map();
    for (const element of renderedElements()) {
      const role = roleOf(element);
      if (role === '' || role === 'generic' || fields && !isField(role, element)) continue;
      const name = nameOf(element, role);
      if (name === '' || name.length > NAMED_CHARS) continue;
      names.set(`${role} ${name}`, { role, name });
      if (names.size >= NAMED_MOST) break;
    }
    return { names: [...names.values()] };
  });
}

function whyNot({ node }) {
  const element = elementOf(node);
  if (!element) return { why: 'gone' };
  const target = pressable(element);
  const why = whyNotShown(target) || undefined;
  return { why, ...(why ? wayTo(target, why) : {}), ...describe(element) };
}
