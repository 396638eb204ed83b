import { cleanup, configure, prettyDOM } from '@testing-library/react';
import React from 'react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { useFreshPage } from './freshPage.ts';
import { pollTimeoutMs } from './pollTimeout.ts';

useFreshPage();

// jsdom waits for its next frame with `setInterval`: a frame that waits for a clock that a test has set would never come, and no
// later one either. So it comes before the real clock is back, after the screen is gone (hooks run last to first).
afterEach(() => {
  if (!vi.isFakeTimers()) return;
  vi.advanceTimersByTime(100);
  vi.useRealTimers();
});

// What Testing Library does by itself in the first file of a worker only.
Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);
afterEach(cleanup);

// What is waited for ends a wait; the limit is for a machine that has much else to do.
configure({ asyncUtilTimeout: pollTimeoutMs, defaultHidden: false });

// A query that is polled fails each time, and nobody reads its error but the last one: the page is printed when the message is read.
function elementError(message: string | null, container: Element): Error {
  const error = new Error();
  error.name = 'TestingLibraryElementError';
  Error.captureStackTrace(error, elementError);
  const get = () => `${message}\n\n${prettyDOM(container)}`;
  return Object.defineProperty(error, 'message', { get, configurable: true });
}
configure({ getElementError: elementError });

// An error is made with a stack as long as Node's own.
Error.stackTraceLimit = 10;

// For its warnings React takes a stack with each element that it makes, as long as it has not taken too many of late: a
// quarter of the time of a screen. In its production code each file of a worker meets what the one before has set.
const internals: unknown = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE');
const enough = { get: () => Number.POSITIVE_INFINITY, set: () => {}, configurable: true };
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', enough);

const said: unknown[][] = [];

/** What the screens of this test have said to the console. */
export const saidToConsole = () => [...said];

/** What a screen says to the console fails its test; but react-admin says there what its provider threw. */
beforeEach(() => {
  said.length = 0;
  const note = (...words: unknown[]) => {
    if (!(words[0] instanceof Error)) said.push(words);
  };
  const spies = (['error', 'warn'] as const).map((level) => vi.spyOn(console, level).mockImplementation(note));
  return () => {
    for (const spy of spies) spy.mockRestore();
    expect(saidToConsole()).toEqual([]);
  };
});

// jsdom lays nothing out: nothing changes its size or scrolls, and the editor asks where its cursor is, and what is below the pointer.
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
Element.prototype.scrollIntoView = () => {};
Object.assign(document, { elementFromPoint: () => document.querySelector('.ProseMirror') });
Object.assign(Range.prototype, { getClientRects: () => [], getBoundingClientRect: () => new DOMRect() });
