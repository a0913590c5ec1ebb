// Labels of controls. The browser's own `labels` searches the whole tree for each control; one look
// at the labels of a tree serves all of its controls.
//
//   labelsOf(control) -> its label elements, in order

const NO_LABELS = [];

function labelsOf(control) {
  if (!keeping) return [...control.labels ?? NO_LABELS];
  return kept(labelMaps, treeOf(control), mapLabels).get(control) ?? NO_LABELS;
}

function mapLabels(root) {
  const map = new Map();
  for (const label of root.querySelectorAll('label')) {
    const control = label.control;
    if (!control) continue;
    const labels = map.get(control);
    if (labels === undefined) map.set(control, [label]);
    else labels.push(label);
  }
  return map;
}
