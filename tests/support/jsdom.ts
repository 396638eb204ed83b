import { configure } from '@testing-library/react';
import React from 'react';
import { beforeEach, expect, vi } from 'vitest';

// What is waited for ends a wait; the limit is for a machine that has much else to do.
configure({ asyncUtilTimeout: 5000 });

// An error is made with a stack as long as Node's own.
Error.stackTraceLimit = 10;

// For its warnings React takes a stack with each element that it makes, as long as it has not taken too many of late: a
// quarter of the time of a screen.
const internals: unknown = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE');
const enough = { get: () => Number.POSITIVE_INFINITY, set: () => {} };
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

// jsdom lays nothing out, so nothing ever changes its size.
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
