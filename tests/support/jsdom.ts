import { cleanup, configure, prettyDOM } from '@testing-library/react';
import React from 'react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { useFreshPage } from './freshPage.ts';
import { pollTimeoutMs } from './pollTimeout.ts';

useFreshPage();

// jsdom waits for its next frame with `setInterval`. A frame that waits for a fake clock would never come, nor would
// any later one. So the fake clock advances before the real one is back. The screen is gone by then, because hooks run
// last to first.
afterEach(() => {
  if (!vi.isFakeTimers()) return;
  vi.advanceTimersByTime(100);
  vi.useRealTimers();
});

// Testing Library does the next two things by itself, but only in the first file of a worker.
Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);
afterEach(cleanup);

// A wait ends when its condition holds. The limit is for a machine that has much else to do.
configure({ asyncUtilTimeout: pollTimeoutMs, defaultHidden: false });

// A polled query fails each time, and only its last error is read. So the page is printed only when the message is
// read.
function elementError(message: string | null, container: Element): Error {
  const error = new Error();
  error.name = 'TestingLibraryElementError';
  Error.captureStackTrace(error, elementError);
  const get = () => `${message}\n\n${prettyDOM(container)}`;
  return Object.defineProperty(error, 'message', { get, configurable: true });
}
configure({ getElementError: elementError });

// Errors get a stack that is no longer than Node's own.
Error.stackTraceLimit = 10;

// For its warnings React takes a stack with each element that it makes, unless it has taken too many of late. That is a
// quarter of the time of a screen. The files of a worker share React's production code, so the property may already be
// there and has to be configurable.
const internals: unknown = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE');
const enough = { get: () => Number.POSITIVE_INFINITY, set: () => {}, configurable: true };
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', enough);

const said: unknown[][] = [];

/** The messages that the screens of this test have written to the console. */
export const saidToConsole = () => [...said];

/**
 * A screen that writes to the console fails its test. Errors are allowed, because react-admin writes there what its
 * provider threw.
 */
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

// jsdom has no layout, so nothing changes its size or scrolls. The editor asks where its cursor is, and what is below
// the pointer.
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
Element.prototype.scrollIntoView = () => {};
Object.assign(document, { elementFromPoint: () => document.querySelector('.ProseMirror') });
Object.assign(Range.prototype, { getClientRects: () => [], getBoundingClientRect: () => new DOMRect() });
