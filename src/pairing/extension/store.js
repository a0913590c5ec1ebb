// What the worker knows, kept in chrome.storage.session so that it outlives the worker and ends with Chrome.
//
//   ready()        -> resolves when it was read
//   state          -> {sessions, commands, asks, refs, documents, owned, attached…}; change it, then save()
//   save(...keys)  -> writes parts of it; resolves when they are kept
//   lasting(key) / keep(key, value)  -> what outlives Chrome: the pairing, the limit, the counts of sends

export const state = {
  sessions: {}, // by id: {state, sites, capability, …}
  commands: {}, // by id: {state: 'waiting' | 'executing' | 'done', reply?}
  asks: {}, // by id: what a card shows
  refs: {}, // by session: what it was told of
  documents: {}, // by the name that goes over the wire: {tab, frame}
  owned: {}, // by tab: the session that opened it
  attached: {}, // by tab where the debugger is ours: the id of its main frame, which stays when documents change
  batches: {}, // by session: one-shot credentials
  activity: [], // {at, text, site}
};
let reading = null;

export function ready() {
  reading ??= chrome.storage.session.get(Object.keys(state)).then((kept) => { Object.assign(state, kept); });
  return reading;
}

export function save(...keys) {
  return chrome.storage.session.set(Object.fromEntries(keys.map((key) => [key, state[key]])));
}

export async function lasting(key) {
  return (await chrome.storage.local.get(key))[key];
}

export function keep(key, value) {
  return value === null ? chrome.storage.local.remove(key) : chrome.storage.local.set({ [key]: value });
}

const MOST_ACTIVITY = 100;

// The list that the person sees; it names no text of a page.
export function note(text, site = '') {
  state.activity = [{ at: Date.now(), text, site }, ...state.activity].slice(0, MOST_ACTIVITY);
  return save('activity');
}
