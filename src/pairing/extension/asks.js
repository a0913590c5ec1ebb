// Questions to the person: cards that wait for a press in the panel.
//
//   ask(card, ms, signal)      -> a promise of {answer, lines?}: 'allow', 'deny', 'done', 'cannot' or 'timeout'; rejects when the
//                         command ends otherwise
//   answer(id, word, lines)  -> the person's press; void for a card that nobody can have read yet
//   shown(id)          -> notes that a card is in sight from now on
//   onAsks(take)       -> told when cards come or go

import { isAnswerable } from './approvals.js';
import { save, state } from './store.js';

const waiting = new Map();
let changed = () => {};
const WORDS = new Set(['allow', 'deny', 'done', 'cannot']);

export const onAsks = (take) => { changed = take; };

export async function ask(card, ms, signal) {
  signal.throwIfAborted();
  const id = crypto.randomUUID();
  state.asks[id] = { ...card, id, at: Date.now() };
  let timer = 0, abort = null;
  const answered = new Promise((resolve, reject) => {
    waiting.set(id, resolve);
    timer = setTimeout(() => resolve({ answer: 'timeout' }), ms);
    abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort);
  });
  await save('asks');
  changed();
  try {
    return await answered;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
    waiting.delete(id);
    delete state.asks[id];
    await save('asks');
    changed();
  }
}

export function answer(id, word, lines) {
  const card = state.asks[id];
  if (!card || !WORDS.has(word)) return;
  if (isAnswerable(card.shown, Date.now())) waiting.get(id)?.({ answer: word, lines });
}

export function shown(id) {
  if (state.asks[id]) state.asks[id].shown ??= Date.now();
}
