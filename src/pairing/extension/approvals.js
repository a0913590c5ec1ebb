// What the person is asked, and what their answer is good for.
//
//   cardOf(facts)            -> the parts of a card that must still hold when it was allowed, as one text
//   isAnswerable(shown, now) -> whether a card was in sight long enough to be answered
//   newBatch(items, site)    -> one-shot credentials for sends to `to` of exactly `text`
//   takeFrom(batch, send)    -> the place of the credential that a send uses, or -1

const SHOWN_MS = 600;
const MOST_ITEMS = 50;

export function cardOf({ frame, node, role, name, address, action, text }) {
  return JSON.stringify([frame, node, role, name, address, action, text]);
}

export function isAnswerable(shown, now) {
  return Number.isFinite(shown) && now - shown >= SHOWN_MS;
}

export function newBatch(items, site) {
  return items.slice(0, MOST_ITEMS).map(({ to, text }) => ({ site, to: plain(to), text: plain(text), used: false }));
}

// The recipients are those that the page shows; more than one is not certain.
export function takeFrom(batch, { site, recipients, text }) {
  return batch.findIndex((line) => !line.used && line.site === site && line.text === plain(text) && line.to !== '' &&
    recipients.length === 1 && plain(recipients[0]) === line.to);
}

function plain(text) {
  return String(text).normalize('NFC').replace(/\s+$/, '').replace(/\r\n/g, '\n');
}
