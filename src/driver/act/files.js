// File fields: the one that an element stands for, and what it holds.
//
//   fileField({ node })  -> { node? } or { why }: no node if the element is none, has none in it and labels none
//   filesOf({ node })    -> { files: [{ name, size }] } or { why }

function isFileField(element) {
  return element?.localName === 'input' && element.type === 'file';
}

function fileField(want) {
  const element = elementOf(want.node);
  if (!element) return { why: 'gone' };
  arm();
  const label = element.closest('label');
  const inside = (shadowOf(element) ?? element).querySelectorAll('input[type=file]');
  const field = [element, label?.control, inside.length === 1 ? inside[0] : null].find(isFileField);
  if (!field) return describe(element);
  return { ...(isDisabled(field) ? { why: 'disabled' } : { node: idOf(field) }), ...describe(element) };
}

function filesOf(want) {
  const field = elementOf(want.node);
  return field ? { files: Array.from(field.files, ({ name, size }) => ({ name, size })) } : { why: 'gone' };
}
