// When the page has come to rest after something was done to it.
//
//   settle({ first, quiet, cap })  -> a promise of { stirred, busy, ready, title, url }
//
// `first`: how long to wait for a first effect; `quiet`: how long nothing may change then; `cap`: when to give up.
// Changes that were there before (see watch.js) do not count. A region that says it is busy is waited for.

async function settle(want) {
  const began = performance.now();
  const until = began + want.cap;
  // The handlers' own work, what they promised, and what they drew.
  await frame();
  while (stirred() === 0 && performance.now() < Math.min(until, began + want.first)) {
    await nextChange(Math.min(until, began + want.first) - performance.now());
  }
  while (performance.now() < until) {
    if (stirred() === 0 && !isBusy() && document.readyState !== 'loading') break;
    const rest = lastStir + want.quiet - performance.now();
    if (rest <= 0 && !isBusy() && document.readyState !== 'loading') break;
    await nextChange(Math.max(1, Math.min(until - performance.now(), rest > 0 ? rest : want.quiet)));
  }
  return {
    stirred: stirred(), busy: isBusy(), still: performance.now() >= until,
    ready: document.readyState, title: document.title, url: location.href,
  };
}

function isBusy() {
  return document.querySelector('[aria-busy="true"]') !== null;
}
