// The part of the panel that pairs this browser, and says whose it is.

import { facts, make, press, tell } from './elements.js';

export function pairingForm({ link, pairing, limit }) {
  if (link.status === 'offered') return [offerCard(link.offer)];
  if (pairing) return [pairedCard(pairing, limit)];
  const server = make('input', { id: 'server', type: 'url', placeholder: 'https://handback.example.com', required: true });
  const code = make('input', { id: 'code', placeholder: 'ABCD-EFGH', autocomplete: 'off', spellcheck: false });
  const label = make('input', { id: 'label', placeholder: 'My laptop', maxLength: 64 });
  const send = () => tell({ do: 'pair', server: server.value, code: code.value, label: label.value || 'Chrome' });
  return [make('article', {}, make('h2', {}, 'Pair this browser'),
    make('label', {}, 'Server', server), make('label', {}, 'Pairing code', code), make('label', {}, 'Name of this browser', label),
    make('div', { className: 'row' }, press('Pair', send, { className: 'yes', id: 'pair' })))];
}

// Whoever gave the code away decides whose browser this becomes, so the person sees it before it is kept.
function offerCard({ owner, server, name }) {
  return make('article', {}, make('h2', {}, `Pair this browser with ${owner?.name ?? 'an unnamed account'}?`),
    facts([['Server', [server, name].filter(Boolean).join(', ')], ['Belongs to', whose(owner)]]),
    make('p', {}, 'Agents of this account will be able to ask for this browser. You approve every session.'),
    make('div', { className: 'row' }, press('No', () => tell({ do: 'offer', accept: false })),
      press('Yes, pair it', () => tell({ do: 'offer', accept: true }), { className: 'yes', id: 'accept' })));
}

function pairedCard({ owner, server, label }, limit) {
  const most = make('input', { type: 'number', min: 0, value: limit });
  most.addEventListener('change', (event) => { if (event.isTrusted) tell({ do: 'limit', limit: most.value }); });
  return make('details', {}, make('summary', {}, `Paired with ${owner?.name ?? 'an account'}`),
    facts([['Server', server], ['Belongs to', whose(owner)], ['Name', label]]),
    make('label', {}, 'Most sends for each site and day', most),
    make('div', { className: 'row' }, press('Unpair', () => tell({ do: 'unpair' }), { className: 'stop' })));
}

function whose(owner) {
  return owner ? `${owner.name} (${owner.kind})` : '';
}
