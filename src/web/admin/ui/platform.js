// The keyboard that this person has.

/** Apple's keyboards do with Command what others do with Control. */
export const APPLE = /mac|iphone|ipad/i.test(navigator.userAgentData?.platform ?? navigator.platform);

/** The two chords that never go to the page, as this keyboard calls them. */
export const CHORDS = APPLE ? { hand: "⌃ ⌥ H", leave: "⌃ ⌥ ." } : { hand: "Ctrl+Alt+H", leave: "Ctrl+Alt+." };
