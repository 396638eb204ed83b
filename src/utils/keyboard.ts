/** Whether ⌘ takes the place of Ctrl. */
export const isMac = /Mac|iP(hone|ad)/.test(navigator.userAgent);

/**
 * Whether an input method takes the key, as Enter to choose characters and Escape to discard them. Safari ends the
 * composition before the key, so that only `keyCode` tells.
 */
export const isCompositionKey = ({ isComposing, keyCode }: KeyboardEvent): boolean => isComposing || keyCode === 229;
