// The title and address of the page, told when they differ from what the caller knows, at the latest after `cap` ms. A
// title that a page sets late is an event here, not something to ask for again and again.
function titleChange({ known, cap }) {
  const now = () => ({ url: location.href, title: document.title });
  const differs = () => known === null || document.title !== known.title || location.href !== known.url;
  // A document without a title yet is given the time to be parsed.
  const worthTelling = () => differs() && (document.title !== '' || document.readyState !== 'loading');
  if (worthTelling()) return now();
  return new Promise((resolve) => {
    const watcher = new MutationObserver(() => worthTelling() && end());
    const timer = setTimeout(end, cap);
    function end() {
      watcher.disconnect();
      clearTimeout(timer);
      document.removeEventListener('DOMContentLoaded', end);
      resolve(now());
    }
    // Only the head is watched where there is one: a title stands nowhere else, and bodies change all the time.
    const head = document.head ?? document.documentElement;
    if (head) watcher.observe(head, { childList: true, subtree: true, characterData: true });
    if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', end);
  });
}
