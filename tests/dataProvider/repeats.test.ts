import { beforeEach, describe, expect, test } from 'vitest';
import { CallFailure } from '../../dataProvider/failure.ts';
import { consoleAt } from '../support/provider.ts';
import { type Answer, done, holdLimits, passWaits, refused, useStandIn } from '../support/standIn.ts';

const standIn = useStandIn();
/** How long a write waits before it is asked again. */
const waits = [0, 1000, 3000];
let begun: number[] = [];
beforeEach(() => {
  begun = passWaits(waits);
});

const column = { title: '新闻', model: 'article' };
type Console = ReturnType<typeof consoleAt>;

/** Presses save: what comes of it, saved or failed. */
const save = ({ provider }: Console, data: object = column): Promise<unknown> =>
  provider.create('column', { data }).catch((failure) => failure);
const open = () => consoleAt(standIn.url, 'the-token');
const keys = () => standIn.asked.map(({ headers }) => headers['idempotency-key']);
const saved = { data: { ...column, id: 3 } };

test('each write has a key of its own', async () => {
  const console = open();
  await save(console);
  await save(console);
  expect(new Set(keys()).size).toBe(2);
  expect(keys()[0]).toMatch(/^[\w-]{20,}$/);
});

test('a read has none', async () => {
  await open().provider.getAll('column');
  expect(keys()).toEqual([undefined]);
});

test('a GET that deletes has one', async () => {
  await open().provider.delete('article', { id: 1 });
  expect(keys()).toEqual([expect.any(String)]);
});

const losses: [string, Answer][] = [
  ['is lost', 'lost'],
  ['is cut off', 'cut'],
  ['is the page of a proxy', { body: '<html>' }],
  ['is empty', { body: '' }],
  ['is a 504 of a proxy', { status: 504, body: '<html>' }],
];
describe.each(losses)('a write whose reply %s', (_how, loss) => {
  test('is asked again under the same key, and is saved', async () => {
    standIn.answers(loss, done({ id: 3 }));
    expect(await save(open())).toEqual(saved);
    expect(keys()).toEqual([keys()[0], keys()[0]]);
    expect(standIn.asked.map(({ form }) => form)).toEqual([column, column]);
  });

  test('and whose repeat is refused, is refused', async () => {
    standIn.answers(loss, refused(0, '请修改', { errors: { title: '已有' } }));
    expect(await save(open())).toMatchObject({
      kind: 'invalid',
      sentence: '请修改',
      data: { errors: { title: '已有' } },
    });
    expect(standIn.asked).toHaveLength(2);
  });

  test('each time, is neither saved nor not saved', async () => {
    standIn.answers(loss);
    expect(await save(open())).toMatchObject({ kind: 'unknown', message: 'failure.unknown' });
    expect(new Set(keys()).size).toBe(1);
  });
});

test('a write that is not answered is asked four times: at once, then after 1 and after 3 seconds', async () => {
  const limits = holdLimits();
  standIn.answers(() => {
    limits.pass();
    return 'never';
  });
  expect(await save(open())).toMatchObject({ kind: 'unknown' });
  expect(limits.set).toEqual([6000, 6000, 6000, 6000]);
  expect(begun).toEqual(waits);
  expect(standIn.asked).toHaveLength(4);
});

describe('after a write of which nobody knows', () => {
  const lose = async (console: Console, ...answers: Answer[]) => {
    standIn.answers(...answers);
    await save(console);
    standIn.asked.splice(0, standIn.asked.length - 1);
    standIn.answers(done({ id: 3 }));
  };

  test('saving the same again uses the same key, so that nothing is saved twice', async () => {
    const console = open();
    await lose(console, 'lost');
    expect(await save(console)).toEqual(saved);
    expect(keys()).toEqual([keys()[0], keys()[0]]);
  });

  test('the same key is used after a sign-in too', async () => {
    const console = open();
    await lose(console, 'lost', { status: 401, body: '' });
    console.session.begin('new');
    await save(console);
    expect(keys()).toEqual([keys()[0], keys()[0]]);
  });

  test('saving something else uses another key', async () => {
    const console = open();
    await lose(console, 'lost');
    await save(console, { ...column, title: '旧闻' });
    expect(new Set(keys()).size).toBe(2);
  });

  test('once it is saved, saving the same again is a new write', async () => {
    const console = open();
    await lose(console, 'lost');
    await save(console);
    await save(console);
    expect(new Set(keys()).size).toBe(2);
  });
});

test.each([
  ['refused', refused(0, '不行')],
  ['stale', refused(409)],
  ['missing', refused(404)],
])('a write that is %s is asked once, and begins afresh when it is saved again', async (kind, answer) => {
  const console = open();
  standIn.answers(answer);
  expect(await save(console)).toMatchObject({ kind });
  await save(console);
  expect(new Set(keys()).size).toBe(2);
});

test.each([
  ['limited', { status: 429, body: '' }],
  ['server', { status: 500, body: '' }],
])('a write that ends as %s is asked once', async (kind, answer) => {
  standIn.answers(answer);
  expect(await save(open())).toMatchObject({ kind });
  expect(standIn.asked).toHaveLength(1);
});

test('an answer of the back end is one, a failure of the line is none', () => {
  const isAnswer = (kind: CallFailure['kind']) => new CallFailure(kind, '', 0).isAnswer;
  expect(
    (['refused', 'invalid', 'missing', 'stale', 'unauthorized', 'forbidden'] as const).map(isAnswer),
  ).not.toContain(false);
  expect((['limited', 'server', 'timeout', 'network', 'unreadable', 'unknown'] as const).map(isAnswer)).not.toContain(
    true,
  );
});
