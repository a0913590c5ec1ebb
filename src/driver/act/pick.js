// Fields whose value has a form: dates and times, ranges, colours.
//
//   pickKeys({ node, value })  -> { value, keys }: the keys that a person would type for it, none if there are none; or
//                                 { why: 'bad_value', form }
//   setValue({ node, value })  -> sets it by script, with its events: { value }
//
// Browsers draw dates in the order of their language, and take digits part by part. Whether it worked is read back.

const PICK_KEYS_MOST = 100;

function pickKeys(want) {
  const field = elementOf(want.node);
  if (!field) return { why: 'gone' };
  const probe = field.cloneNode(false);
  probe.value = want.value;
  const value = probe.value;
  const isOther = field.type === 'range' ? Number(value) !== Number(want.value) || want.value.trim() === '' : field.type === 'color' ? value !== want.value.trim().toLowerCase() : value === '' && want.value !== '';
  if (isOther) return { why: 'bad_value', form: formOf(field) };
  if (value === field.value) return { value, keys: [] };
  field.focus({ preventScroll: true });
  arm();
  return { value, keys: takesOurKeys(field) && value !== '' ? keysFor(field, value) : [] };
}

function keysFor(field, value) {
  if (field.type === 'range') return rangeKeys(field, Number(value));
  const [date, time] = field.type === 'time' ? ['', value] : value.split('T');
  if (!/^(\d{4}-\d\d-\d\d)?$/.test(date) || field.type === 'month' || field.type === 'week') return [];
  return [...dateKeys(date, time !== undefined), ...timeKeys(time ?? '')];
}

function rangeKeys(field, value) {
  const [min, max] = [Number(field.min || 0), Number(field.max || 100)];
  const step = field.step === 'any' ? 0 : Number(field.step || 1);
  if (!(step > 0)) return [];
  const times = (key, distance) => Array(Math.min(Math.round(distance / step), PICK_KEYS_MOST + 1)).fill(key);
  const now = Number(field.value);
  const ways = [
    ['Home', ...times('ArrowUp', value - min)],
    ['End', ...times('ArrowDown', max - value)],
    value > now ? times('ArrowUp', value - now) : times('ArrowDown', now - value),
  ].sort((a, b) => a.length - b.length);
  return ways[0].length <= PICK_KEYS_MOST ? ways[0] : [];
}

function dateKeys(date, more) {
  if (!date) return [];
  const [year, month, day] = date.split('-');
  const digits = { year, month, day };
  const parts = new Intl.DateTimeFormat(navigator.language).formatToParts(new Date()).map((part) => part.type).filter((type) => digits[type]);
  // Chromium takes years of six digits: nothing but a key says that four are all. Firefox goes on by itself.
  const goesOn = 'mozInnerScreenX' in window;
  return parts.flatMap((type, i) => [...digits[type], ...(type === 'year' && !goesOn && (more || i < parts.length - 1) ? ['ArrowRight'] : [])]);
}

function timeKeys(time) {
  if (!time) return [];
  const [hour, minute, second] = time.split(':');
  const { hour12 } = new Intl.DateTimeFormat(navigator.language, { hour: 'numeric' }).resolvedOptions();
  const shown = hour12 ? String(Number(hour) % 12 || 12).padStart(2, '0') : hour;
  if (second?.includes('.')) return [];
  return [...shown, ...minute, ...(second ?? ''), ...(hour12 ? [Number(hour) < 12 ? 'a' : 'p'] : [])];
}

function setValue(want) {
  const field = elementOf(want.node);
  if (!field) return { why: 'gone' };
  if (field.value !== want.value) {
    field.value = want.value;
    field.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
    field.dispatchEvent(new Event('change', { bubbles: true }));
  }
  return { value: field.value };
}

function formOf(field) {
  if (field.type === 'range') return `a number from ${field.min || 0} to ${field.max || 100} in steps of ${field.step || 1}`;
  return {
    date: 'YYYY-MM-DD', time: 'HH:MM', 'datetime-local': 'YYYY-MM-DDTHH:MM', month: 'YYYY-MM', week: 'YYYY-Www', color: '#rrggbb',
  }[field.type];
}
