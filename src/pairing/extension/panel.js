// The panel: what the worker knows, drawn anew where it has changed. Cards that are being read stay as they are.

import { askCard, requestCard, sessionCard } from './cards.js';
import { make, tell } from './elements.js';
import { pairingForm } from './pairing.js';

const at = (id) => document.getElementById(id);
const drawn = new Map(); // by place: what was drawn there
const STATUS = { unpaired: 'Not paired', connecting: 'Connecting…', offered: 'Confirm the pairing', online: 'Online', offline: 'Offline; trying again' };

at('stop').addEventListener('click', (event) => { if (event.isTrusted) tell({ do: 'stop' }); });
chrome.runtime.onMessage.addListener((message) => { if (message.changed) draw(); });
draw();

async function draw() {
  const view = await chrome.runtime.sendMessage({ do: 'look' });
  if (!view || view.error) return;
  const { link, pairing, sessions, asks, activity, limit } = view;
  at('status').textContent = [STATUS[link.status], link.problem].filter(Boolean).join('. ');
  at('stop').hidden = sessions.length === 0;
  fill('pairing', [link.status, link.offer, pairing, limit], () => pairingForm(view));
  // One question at a time, the oldest first.
  const [ask, ...later] = asks.sort((a, b) => a.at - b.at);
  const requests = sessions.filter((session) => session.state === 'pending');
  fill('waiting', [ask?.id, requests.map(({ id }) => id)], () => [...(ask ? [askCard(ask, later.length)] : []), ...requests.map(requestCard)]);
  const running = sessions.filter((session) => session.state === 'active');
  fill('sessions', running, () => running.map(sessionCard));
  fill('activity', activity, () => (activity.length === 0 ? [] : [make('h2', {}, 'Activity'),
    make('ul', {}, ...activity.map((line) => make('li', {}, `${new Date(line.at).toLocaleTimeString()} ${line.text} ${line.site}`)))]));
}

function fill(place, from, build) {
  const text = JSON.stringify(from);
  if (drawn.get(place) === text) return;
  drawn.set(place, text);
  at(place).replaceChildren(...build());
}
