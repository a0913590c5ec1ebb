// The cards on which the person decides: requests for sessions and questions about actions.
//
//   requestCard(session)   -> a request, to be narrowed, allowed or denied
//   askCard(card, later)   -> a question about an action; `later` says how many wait behind it
//   sessionCard(session)   -> a session that runs, with full control and its end

import { facts, make, press, tell } from './elements.js';

const LIVE_MS = 600;
const TITLES = {
  send: 'Send a message', submit: 'Submit a form', pay: 'Pay or order', delete: 'Delete something', upload: 'Choose a file to upload',
  download: 'Download a file', permission: 'Change a permission', external: 'Open another program', interact: 'Click or type',
};
const MINUTES = [5, 15, 30, 60, 120, 240, 480];

export function requestCard({ id, agent, purpose, request, left }) {
  const sites = request.sites.map((site) => make('input', { type: 'checkbox', checked: true, value: site }));
  const siteLines = sites.map((box) => make('label', {}, box, ' ' + box.value, box.value.includes('*.') ? ` (${box.value.replace('*.', '')} and everything under it)` : ''));
  const reads = make('option', { value: 'observe' }, 'Read only');
  const acts = make('option', { value: 'act', selected: true }, 'Read, click and type');
  const capability = make('select', {}, reads, ...(request.capability === 'act' ? [acts] : []));
  const times = [...new Set([...MINUTES.filter((one) => one < request.ttl_minutes), request.ttl_minutes])];
  const time = make('select', {}, ...times.map((one) => make('option', { value: one, selected: one === request.ttl_minutes }, `${one} minutes`)));
  const always = make('input', { type: 'checkbox', checked: request.interact_approval === 'ask', disabled: request.interact_approval === 'ask' });
  const chosen = () => ({
    sites: sites.filter((box) => box.checked).map((box) => box.value), capability: capability.value,
    ttl_minutes: Number(time.value), interact_approval: always.checked ? 'ask' : null,
  });
  return card(id, `${agent} asks to use this browser`,
    make('p', { className: 'words' }, `The agent says: ${purpose}`),
    make('fieldset', {}, make('legend', {}, 'Sites'), ...siteLines),
    make('label', {}, 'It may ', capability), make('label', {}, 'For ', time),
    make('label', {}, always, ' Ask me about every click and key'),
    make('p', {}, `At most ${left} commands. Sending, paying and deleting always ask.`),
    answers(press('Deny', () => tell({ do: 'decide', id, allow: false })),
      press('Allow', () => tell({ do: 'decide', id, allow: true, chosen: chosen() }), { className: 'yes' })));
}

export function askCard(ask, later) {
  const more = later > 0 ? make('p', {}, `${later} more after this.`) : null;
  const say = (word, lines) => tell({ do: 'answer', id: ask.id, word, lines });
  tell({ do: 'shown', id: ask.id });
  const words = make('p', { className: 'words' }, `${ask.agent} says it is for: ${ask.purpose}`);
  if (ask.kind === 'user') {
    return card(ask.id, `${ask.agent} asks you to do something on ${ask.site}`, make('p', { className: 'words' }, `The agent says: ${ask.instruction}`),
      make('p', {}, 'The tab is yours until you press Done. The agent sees nothing meanwhile.'), more,
      answers(press('I cannot', () => say('cannot')), press('Done', () => say('done'), { className: 'yes' })));
  }
  if (ask.kind === 'batch') {
    const boxes = ask.items.map((_, i) => make('input', { type: 'checkbox', checked: true, value: i }));
    const lines = ask.items.map((item, i) => make('label', {}, boxes[i], ` ${item.to}`, make('pre', {}, item.text)));
    const ticked = () => boxes.filter((box) => box.checked).map((box) => Number(box.value));
    return card(ask.id, `Approve ${ask.items.length} sends on ${ask.site}`, words, make('fieldset', {}, make('legend', {}, 'Each is sent once, exactly as it stands here'), ...lines), more,
      answers(press('Deny', () => say('deny')), press('Allow', () => say('allow', ticked()), { className: 'yes' })));
  }
  return card(ask.id, `${TITLES[ask.kind] ?? 'Do this'} on ${ask.site}`,
    facts([['Control', ask.name ? `${ask.name} (${ask.role})` : ''], ['Page', ask.page], ['Goes to', ask.goesTo]]),
    ask.text ? make('pre', { tabIndex: 0, ariaLabel: 'What is sent' }, ask.text) : null, words, more,
    answers(press('Deny', () => say('deny')), press('Allow', () => say('allow'), { className: 'yes' })));
}

export function sessionCard({ id, agent, sites, capability, expires, left, full }) {
  const full_now = (site) => (full[site] ?? 0) > Date.now();
  const rows = capability !== 'act' ? [] : sites.filter((site) => !site.includes('*.')).map((site) => make('div', { className: 'row' },
    make('span', { className: full_now(site) ? 'full' : '' }, full_now(site) ? `Full control of ${site}: ordinary sends do not ask` : site),
    full_now(site)
      ? press('Ask again', () => tell({ do: 'full', id, site, minutes: 0 }))
      : press('Full control for 15 minutes', () => tell({ do: 'full', id, site, minutes: 15 }))));
  return make('article', { id: `card-${id}` }, make('h2', {}, agent),
    facts([['Sites', sites.join(', ')], ['It may', capability === 'act' ? 'read, click and type' : 'read'],
      ['Until', new Date(expires).toLocaleTimeString()], ['Commands left', String(left)]]),
    ...rows, answers(press('End this session', () => tell({ do: 'end', id }))));
}

function answers(...buttons) {
  return make('div', { className: 'row' }, ...buttons);
}

// A card that has just appeared cannot be answered by a press that was meant for what was there before.
function card(id, title, ...children) {
  const made = make('article', { id: `card-${id}` }, make('h2', {}, title), ...children.filter((child) => child !== null));
  const buttons = [...made.querySelectorAll('button')];
  for (const button of buttons) button.disabled = true;
  setTimeout(() => { for (const button of buttons) button.disabled = false; }, LIVE_MS + 50);
  return made;
}
