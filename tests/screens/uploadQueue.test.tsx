import { describe, expect, it, vi } from 'vitest';
import { createQueue, type Owner } from '../../src/upload/queue.ts';
import type { Control } from '../../src/upload/transport.ts';
import { createHeldTransport } from '../support/heldUploads.ts';

/** A queue whose files arrive when the test says so. */
function open() {
  const { held, way } = createHeldTransport();
  const queue = createQueue(way);
  const named = (name: string) => {
    const found = held.findLast(({ file }) => file.name === name);
    if (!found) throw new Error(`${name} was not sent`);
    return found;
  };
  const add = (names: string, owner: Partial<Owner> = {}) =>
    queue.add(
      names.split(' ').map((name) => new File(['x'], name)),
      { name: 'form', ...owner },
    );
  const states = () => Object.fromEntries(queue.all().map(({ file, state }) => [file.name, state]));
  const idOf = (name: string) => queue.all().find(({ file }) => file.name === name)?.id ?? 0;
  return { queue, held, named, add, states, idOf };
}

describe('the queue of uploads', () => {
  it('sends three files at once; the next begins when one of them is there', async () => {
    const { held, named, add, states } = open();
    add('a b c d');
    expect(held.map(({ file }) => file.name)).toEqual(['a', 'b', 'c']);
    named('b').arrive();
    await expect.poll(() => held.length).toBe(4);
    expect(states()).toMatchObject({ a: 'sending', c: 'sending', d: 'sending' });
  });

  it('gives what came of files to their owner in the order in which they were chosen', async () => {
    const { named, add } = open();
    const onSent = vi.fn();
    add('a b c', { onSent });
    named('c').arrive();
    named('a').arrive();
    await expect.poll(() => onSent.mock.calls.length).toBe(1);
    named('b').arrive();
    await expect.poll(() => onSent.mock.calls.map(([{ url }]) => url)).toEqual(['/upload/a', '/upload/b', '/upload/c']);
  });

  it('holds up no file behind one that failed, which is sent again when that is asked for', async () => {
    const { queue, named, add, states, idOf } = open();
    const onSent = vi.fn();
    add('a b', { onSent });
    named('a').fail(new Error('too large'));
    named('b').arrive();
    await expect.poll(() => onSent.mock.calls.length).toBe(1);
    expect(states()).toEqual({ a: 'failed' });
    expect(queue.all()[0]?.error).toMatchObject({ message: 'too large' });
    queue.retry(idOf('a'));
    expect(states()).toEqual({ a: 'sending' });
    named('a').arrive();
    await expect.poll(() => onSent.mock.calls.length).toBe(2);
  });

  it('ends a file that is cancelled, and takes nothing of it any more', async () => {
    const { queue, named, add, states, idOf } = open();
    const onSent = vi.fn();
    add('a b c d', { onSent });
    queue.remove(idOf('a'));
    expect(named('a').signal.aborted).toBe(true);
    named('a').arrive();
    named('b').arrive();
    await expect.poll(() => onSent.mock.calls.map(([{ url }]) => url)).toEqual(['/upload/b']);
    expect(states()).toEqual({ c: 'sending', d: 'sending' });
  });

  it('offers a pause where the way of a file can, and sends another meanwhile', async () => {
    const { queue, named, add, states, idOf } = open();
    add('a b c d');
    const control: Control = { pause: vi.fn(), resume: vi.fn() };
    queue.pause(idOf('a'));
    expect(states().a).toBe('sending');
    named('a').onPausable(control);
    queue.pause(idOf('a'));
    expect(control.pause).toHaveBeenCalledTimes(1);
    expect(states()).toMatchObject({ a: 'paused', d: 'sending' });
    queue.resume(idOf('a'));
    expect(states().a).toBe('waiting');
    expect(control.resume).not.toHaveBeenCalled();
    named('d').arrive();
    await expect.poll(() => states().a).toBe('sending');
    expect(control.resume).toHaveBeenCalledTimes(1);
  });

  it('keeps what is there for an owner who shows it, until that is cleared', async () => {
    const { queue, named, add, states } = open();
    add('a b', { name: 'library', keepsFinished: true });
    named('a').onProgress(5, 10);
    expect(queue.all()[0]?.progress).toBe(0.5);
    named('a').arrive({ id: 7 });
    await expect.poll(() => queue.all()[0]).toMatchObject({ state: 'done', progress: 1, sent: { id: 7 } });
    queue.clear('library');
    expect(states()).toEqual({ b: 'sending' });
    queue.end('form');
    expect(states()).toEqual({ b: 'sending' });
    queue.end();
    expect(states()).toEqual({});
    expect(named('b').signal.aborted).toBe(true);
  });
});
