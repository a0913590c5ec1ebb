// When the page has come to rest after something was done to it.
//
//   settle({ patience, quiet, cap, prompt?, read? })
//       -> a promise of { url, title, ready, moved, stirred, busy, still, …, read? }
//
// Only what the doing caused counts (see watch.js). If nothing changed within a frame, no timer was set and the
// address is the same, nothing is to come, and the answer is given at once. Else the first effect is waited for, at
// most `patience` milliseconds, and then until nothing changed for `quiet` milliseconds; `cap` bounds it all. A view
// that came by the history API often has its title last, so that is waited for too, and so is a region that says that
// it is busy. `prompt`: what comes of it shows without a frame, unless the page asked for one. `read` is what readBack
// is to tell once the page is at rest.

async function settle(want) {
  const began = performance.now();
  const until = began + want.cap;
  if (!want.prompt || framesSince() > 0 || stirred() > 0) await frame();
  // A form that a script sends navigates in a task of its own.
  await new Promise((resolve) => { later(resolve, 0); });
  const moved = location.href !== armedUrl;
  const timers = timersSince();
  const first = Math.min(until, began + (moved || timers > 0 ? want.patience : 0));
  while (stirred() === 0 && performance.now() < first) await nextChange(first - performance.now());
  const titled = moved ? Math.min(until, began + want.patience * 1.5) : 0;
  const quiet = timers > 0 || moved ? want.quiet : want.quiet / 2;
  for (;;) {
    const now = performance.now();
    const wait = Math.max(
      stirred() > 0 ? lastStir + quiet - now : 0,
      document.title === armedTitle ? titled - now : 0,
      isBusy() || document.readyState === 'loading' ? want.cap : 0,
    );
    if (wait <= 0 || now >= until) break;
    await nextChange(Math.min(wait, until - now));
  }
  return {
    url: location.href, title: document.title, ready: document.readyState, moved, stirred: stirred(), busy: isBusy(),
    still: performance.now() >= until, leaves: leaves(), press: received(), seen: drainSeen(),
    read: want.read && await readBack(want.read),
  };
}

function isBusy() {
  return document.querySelector('[aria-busy="true"]') !== null;
}
