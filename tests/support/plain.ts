import { afterAll, beforeAll } from 'vitest';
import { type PlainBackEnd, startPlain } from '../plain/plain.ts';

/** A back end that speaks `console.md` alone, with the built console: up when the first test of a file runs. */
export function usePlain(options?: Parameters<typeof startPlain>[0]): PlainBackEnd {
  const plain = {} as PlainBackEnd;
  beforeAll(async () => {
    Object.assign(plain, await startPlain(options));
  });
  afterAll(() => plain.stop?.());
  return plain;
}
