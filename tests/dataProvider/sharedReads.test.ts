import { expect, test } from 'vitest';
import { createSharedReads } from '../../dataProvider/transport/sharedReads.ts';

/** Requests that are answered when the test says so. */
function createRequests() {
  const requests: { signal: AbortSignal; answer: (reply: string) => void; fail: (error: Error) => void }[] = [];
  const ask = (signal: AbortSignal) =>
    new Promise<string>((answer, fail) => {
      requests.push({ signal, answer, fail });
    });
  return { requests, ask };
}

const stay = new AbortController().signal;

test('what is asked for twice at once is one request, and is asked for again after its reply', async () => {
  const { requests, ask } = createRequests();
  const reads = createSharedReads<string>();
  const both = [reads.share('page 1', 0, stay, ask), reads.share('page 1', 0, stay, ask)];
  requests[0]?.answer('rows');
  expect(await Promise.all(both)).toEqual(['rows', 'rows']);
  reads.share('page 1', 0, stay, ask);
  expect(requests).toHaveLength(2);
});

test('a request goes on for who still waits, and is cancelled when the last has left', async () => {
  const { requests, ask } = createRequests();
  const reads = createSharedReads<string>();
  const [first, second] = [new AbortController(), new AbortController()];
  const one = reads.share('page 1', 0, first.signal, ask);
  const other = reads.share('page 1', 0, second.signal, ask);
  first.abort();
  await expect(one).rejects.toThrow('aborted');
  expect(requests[0]?.signal.aborted).toBe(false);
  second.abort();
  await expect(other).rejects.toThrow('aborted');
  expect(requests[0]?.signal.aborted).toBe(true);
  const later = reads.share('page 1', 0, stay, ask);
  requests[1]?.answer('rows');
  expect(await later).toBe('rows');
});

test('a failed request and one from before a write are not shared any more', async () => {
  const { requests, ask } = createRequests();
  const reads = createSharedReads<string>();
  const failing = reads.share('page 1', 3000, stay, ask);
  requests[0]?.fail(new Error('no network'));
  await expect(failing).rejects.toThrow('no network');
  reads.share('page 1', 3000, stay, ask);
  reads.forgetAll();
  reads.share('page 1', 3000, stay, ask);
  expect(requests).toHaveLength(3);
});
