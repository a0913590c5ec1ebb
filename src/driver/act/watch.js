// What the page does while nobody looks: one observer a document, and what a caller wants to know of it.
//
//   watchRoot(root)      -> follows a shadow root too (a document's observer does not see into it)
//   arm()                -> from here on changes are counted as caused; what already moves by itself is noise
//   stirred()            -> how many changes were counted since, noise left out
//   nextChange(cap)      -> a promise of the next change of any kind, or of `cap` milliseconds
//   later(work, ms)      -> a timer of ours; every timer here goes through it
//   beforeFrame(work)    -> work of ours before the next frame; the same
//   timersSince()        -> how many timers the page has set since `arm`
//   framesSince()        -> how often it has asked since to be called before the next frame
//   leaves()             -> whether the page has set out for another document since `arm`
//   drainSeen()          -> texts of live regions that appeared since the last call, and whether each is still there
//
// Noise is a node that changed at least twice in the second before `arm`: clocks, tickers, feeds. On a page that has just
// come, one change before and a steady beat across `arm` tell the same.

const NOISE_WINDOW = 1000;
const BEATS = 2; // gaps as long as the one before, by a third at most
const SAME_TIME = 8; // ms: records of one change
const SEEN_LIMIT = 20;
const SEEN_CHARS = 300;

const touched = new WeakMap();
const watchedRoots = new WeakSet();
let noisy = new WeakSet();
let stir = 0;
let lastStir = 0;
let lastChange = 0;
let armedAt = 0;
let recent = [];
let changeWaiters = [];
let seen = [];

const observer = new MutationObserver(noteRecords);

function watchRoot(root) {
  if (watchedRoots.has(root)) return;
  watchedRoots.add(root);
  observer.observe(root, { subtree: true, childList: true, characterData: true, attributes: true });
}
watchRoot(document);

function noteRecords(records) {
  const now = performance.now();
  lastChange = now;
  for (const record of records) {
    const target = record.target;
    const known = touched.get(target);
    if (known) {
      beat(known, target, now);
      known.before = known.last;
      known.last = now;
    } else {
      const entry = { node: new WeakRef(target), first: now, last: now, before: -Infinity, gap: Infinity, beats: 0 };
      touched.set(target, entry);
      recent.push(entry);
    }
    if (!noisy.has(target)) {
      stir++;
      lastStir = now;
    }
    if (record.type !== 'attributes') noteLive(record);
  }
  if (recent.length > 512) recent = recent.filter((entry) => now - entry.last < NOISE_WINDOW);
  const waiters = changeWaiters;
  changeWaiters = [];
  for (const wake of waiters) wake();
}

function beat(known, target, now) {
  const gap = now - known.last;
  if (gap < SAME_TIME) return;
  known.beats = Math.abs(gap - known.gap) * 3 < known.gap ? known.beats + 1 : 0;
  known.gap = gap;
  if (known.beats >= BEATS && known.first < armedAt) noisy.add(target);
}

// Timers of a window are numbered in one sequence, whichever world sets them: a gap in it is the page's own, and says
// that more is to come of what was done.
let ownTimers = 0;
let firstTimer = timerNumber();
let ownBefore = ownTimers;
// So are the calls before a frame (https://html.spec.whatwg.org/multipage/imagebitmap-and-animations.html#animation-frames).
let ownFrames = 0;
let firstFrame = frameNumber();
let ownFramesBefore = ownFrames;
let armedUrl = location.href;
let armedTitle = document.title;

// A navigation shows here before the browser has begun it
// (https://html.spec.whatwg.org/multipage/nav-history-apis.html#navigation-interface), and a form before it navigates.
let outgoing = null;
let submitted = null;
addEventListener('submit', (event) => { submitted = event; }, true);
globalThis.navigation?.addEventListener('navigate', (event) => {
  outgoing = event.hashChange || event.downloadRequest !== null ? null : event;
});

function leaves() {
  if (outgoing === null) return submitted !== null && !submitted.defaultPrevented && !closesDialog(submitted);
  if (outgoing.defaultPrevented) return false;
  const { url } = outgoing.destination;
  // A view that takes a navigation over has its address at once.
  const isElsewhere = url !== location.href || outgoing.formData !== null || outgoing.navigationType === 'reload';
  return isElsewhere && /^https?:/.test(url);
}

function closesDialog({ target, submitter }) {
  const { getAttribute } = Element.prototype;
  const method = submitter?.getAttribute('formmethod') ?? getAttribute.call(target, 'method');
  return method?.toLowerCase() === 'dialog';
}

function later(work, ms) {
  ownTimers++;
  return setTimeout(work, ms);
}

function timerNumber() {
  const number = later(() => {}, 0);
  clearTimeout(number);
  return number;
}

function timersSince() {
  return timerNumber() - firstTimer - (ownTimers - ownBefore);
}

function beforeFrame(work) {
  ownFrames++;
  return requestAnimationFrame(work);
}

function frameNumber() {
  const number = beforeFrame(() => {});
  cancelAnimationFrame(number);
  return number;
}

function framesSince() {
  return frameNumber() - firstFrame - (ownFrames - ownFramesBefore);
}

function arm() {
  noteRecords(observer.takeRecords());
  firstTimer = timerNumber();
  ownBefore = ownTimers;
  firstFrame = frameNumber();
  ownFramesBefore = ownFrames;
  armedUrl = location.href;
  armedTitle = document.title;
  outgoing = null;
  submitted = null;
  const now = performance.now();
  noisy = new WeakSet();
  recent = recent.filter((entry) => now - entry.last < NOISE_WINDOW);
  for (const entry of recent) {
    const node = entry.node.deref();
    if (node && now - entry.before < NOISE_WINDOW) noisy.add(node);
  }
  stir = 0;
  lastStir = armedAt = now;
}

function stirred() {
  noteRecords(observer.takeRecords());
  return stir;
}

function nextChange(cap) {
  return new Promise((resolve) => {
    const timer = later(resolve, cap);
    changeWaiters.push(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}

// Live regions say what is often the only word on how something went, and then vanish
// (https://www.w3.org/TR/wai-aria-1.2/#aria-live).
const LIVE = '[aria-live="polite"],[aria-live="assertive"],[role="status"],[role="alert"],[role="log"],output';

function noteLive(record) {
  const holder = record.target.nodeType === 1 ? record.target : record.target.parentElement;
  if (!holder) return;
  const region = holder.closest(LIVE);
  const added = record.type === 'characterData' ? [record.target] : record.addedNodes;
  for (const node of added) {
    const within = region ?? (node.nodeType === 1 && node.matches(LIVE) ? node : null);
    if (!within || noisy.has(record.target)) continue;
    const text = (node.textContent ?? '').replace(/\s+/g, ' ').trim().slice(0, SEEN_CHARS);
    if (text === '' || seen.some((entry) => entry.text === text)) continue;
    seen.push({ text, node: new WeakRef(node) });
    if (seen.length > SEEN_LIMIT) seen.shift();
  }
}

function drainSeen() {
  noteRecords(observer.takeRecords());
  const drained = seen.map(({ text, node }) => {
    const there = node.deref();
    return { text, gone: !there || !there.isConnected || !(there.textContent ?? '').replace(/\s+/g, ' ').includes(text) };
  });
  seen = [];
  return drained;
}
