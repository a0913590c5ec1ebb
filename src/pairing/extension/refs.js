// Which nodes a session was told about, and as what. A ref stands only for the node that it was given for.
//
//   issue(refs, frame, tree) -> adds the nodes of a collector's tree, forgetting the oldest documents past a bound
//   issued(refs, at)         -> the {role, name} that a node was told as; throws REF_NOT_FOUND or STALE_REF
//   isAsTold(told, now)      -> whether a node is still what it was told as

import { fault } from './protocol.js';

const MOST_DOCUMENTS = 20;
const MOST_NODES = 5_000;
const MOST_NAME = 120; // what is kept of a name, to know the node again

export function issue(refs, frame, tree) {
  const nodes = refs[frame] ?? {};
  for (const [role, , number, , name] of tree.nodes.slice(0, MOST_NODES)) {
    if (number > 0) nodes[number] = { role: tree.roles[role], name: typeof name === 'string' ? name.slice(0, MOST_NAME) : '' };
  }
  delete refs[frame];
  refs[frame] = nodes;
  for (const old of Object.keys(refs).slice(0, -MOST_DOCUMENTS)) delete refs[old];
}

export function issued(refs, at) {
  const nodes = at && typeof at.frame === 'string' && Object.hasOwn(refs, at.frame) ? refs[at.frame] : null;
  if (!nodes) throw fault('STALE_REF');
  if (!Number.isInteger(at.node) || !Object.hasOwn(nodes, at.node)) throw fault('REF_NOT_FOUND');
  return nodes[at.node];
}

export function isAsTold(told, { role, name }) {
  return told.role === role && told.name === name.slice(0, MOST_NAME);
}
