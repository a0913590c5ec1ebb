// Who sits here: the token (for this tab), the name that others see (kept in this browser), and the key by which the
// server knows this tab again after its connection was lost.

/** A browser may refuse storage; the page then works until it is loaded again. */
function slot(storage, name) {
  let value = null;
  try {
    value = window[storage].getItem(name);
  } catch {
    // Kept in memory only.
  }
  return {
    get: () => value,
    set(next) {
      value = next;
      try {
        if (next === null) window[storage].removeItem(name);
        else window[storage].setItem(name, next);
      } catch {
        // Kept in memory only.
      }
    },
  };
}

const tokenSlot = slot("sessionStorage", "handback.token");
const keySlot = slot("sessionStorage", "handback.key");
const nameSlot = slot("localStorage", "handback.name");

/** The longest name that the server takes, in characters. */
export const LONGEST_NAME = 60;

export const token = () => tokenSlot.get();
export const setToken = (text) => tokenSlot.set(text);
export const name = () => nameSlot.get();
export const setName = (text) => nameSlot.set(text);

/** 128 random bits in hex. Coming back with it is being the same person. */
export function key() {
  if (keySlot.get() === null) {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    keySlot.set([...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join(""));
  }
  return keySlot.get();
}
