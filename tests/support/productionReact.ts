import React from 'react';
import { flushSync } from 'react-dom';

/** The clock's own, whatever a test sets. */
const nextTurn = setImmediate;
/** Turns of the loop in which React and what waits for it go on. */
const turns = 10;

/** Resolves with what a callback has come to, after what follows from it is shown. */
async function settle(result: unknown): Promise<unknown> {
  const value = await result;
  for (let turn = 0; turn < turns; turn++) await new Promise<void>((resolve) => nextTurn(resolve));
  return value;
}

/**
 * React has `act`, by which Testing Library renders and sends events, in its development code alone. Here what a test does
 * is shown at once, and the rest when that is awaited, or whenever React likes, as before a person.
 */
const act = (callback: () => unknown): Promise<unknown> => settle(flushSync(callback));
Object.assign(React, { act });
