/** Whether ⌘ takes the place of Ctrl. */
export const isMac = /Mac|iP(hone|ad)/.test(navigator.userAgent);
