import { configure } from '@testing-library/react';
import { beforeEach, expect, vi } from 'vitest';

// What is waited for ends a wait; the limit is for a machine that has much else to do.
configure({ asyncUtilTimeout: 5000 });

// React takes a stack with each element that it makes; as long as Node's own ones they cost a tenth less of a test.
Error.stackTraceLimit = 10;

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
