// Time by the server's clock, told in words, and one tick a second for everything that counts.

let skew = 0;

/** The server said what time it is there, in ms since 1970. */
export function correct(serverNow) {
  skew = serverNow - Date.now();
}

/** Now by the server's clock, in ms since 1970. */
export function now() {
  return Date.now() + skew;
}

const two = (number) => String(number).padStart(2, "0");

/** A time that runs, as a stop watch shows it: `0:07`, `12:40`, `1:02:09`. */
export function running(ms) {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** A time that is over: `85 ms`, `1.2 s`, `3:05`. */
export function took(ms) {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  return ms < 60_000 ? `${(ms / 1000).toFixed(1)} s` : running(ms);
}

/** A long time, roughly: `12 s`, `3 min`, `2 h 5 min`, `3 days`. */
export function roughly(ms) {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h ${Math.floor(seconds / 60) % 60} min`;
  const days = Math.floor(seconds / 86_400);
  return days === 1 ? "1 day" : `${days} days`;
}

/** How long ago a moment was, roughly. */
export function ago(moment) {
  const ms = now() - moment;
  return ms < 5000 ? "just now" : `${roughly(ms)} ago`;
}

/** The time of day of a moment, with the date where it is not today's. */
export function timeOfDay(moment, seconds = false) {
  const [then, today] = [new Date(moment - skew), new Date()];
  const time = { hour: "2-digit", minute: "2-digit", second: seconds ? "2-digit" : undefined };
  const date = then.toDateString() === today.toDateString() ? {} : { month: "short", day: "numeric" };
  return then.toLocaleString(undefined, { ...date, ...time });
}

const tickers = new Set();
let timer = null;

/** Calls `tick` every second while somebody can see it; the function that is returned ends that. */
export function everySecond(tick) {
  tickers.add(tick);
  timer ??= setInterval(() => {
    if (!document.hidden) for (const each of tickers) each();
  }, 1000);
  return () => {
    tickers.delete(tick);
    if (tickers.size === 0) timer = clearInterval(timer) ?? null;
  };
}
