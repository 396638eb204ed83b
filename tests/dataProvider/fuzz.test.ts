import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { CallFailure } from '../../dataProvider/failure.ts';
import { type Asker, recordAskers } from '../support/fuzz/askers.ts';
import { onTheWire, spoiltReply } from '../support/fuzz/mutate.ts';
import { describeTypeMismatch } from '../support/fuzz/typed.ts';
import { consoleAt } from '../support/provider.ts';
import { seeds } from '../support/seeds.ts';
import { useServer } from '../support/server.ts';

/** The number of spoilt replies. 100,000 of them (`TEST_SEEDS=50`) take a minute or two. */
const runs = seeds(2000);
const seed = Number(process.env.FUZZ_SEED || 2026);
const server = useServer({ sampleSite: true });
let askers: Asker[];

beforeAll(async () => {
  askers = await recordAskers(server);
});
afterAll(() => vi.unstubAllGlobals());

/** Says in words in which way a result is not of the type that the call declares; undefined if it is. */
function describeTypeError({ name, call }: Asker, given: unknown): string | undefined {
  const [, method = 'call'] = name.split(' ');
  const { data, total } = given as { data: unknown; total?: number };
  if (method === 'create' || method === 'update')
    return Number.isFinite((data as { id: unknown }).id) ? undefined : 'a record without an id';
  if (method === 'list') return describeTypeMismatch(call, { data, total });
  if (method === 'one') return describeTypeMismatch(call, [data]);
  return describeTypeMismatch(call, method === 'many' ? data : given);
}

test('what is recorded of our own server is answered, and of the kinds that the contract declares', async () => {
  const empty: string[] = [];
  for (const asker of askers) {
    vi.stubGlobal('fetch', async () => Response.json(asker.reply));
    const given = await asker.ask(consoleAt('', 'the-token')).catch((error: CallFailure) => error.kind);
    if (typeof given === 'string') empty.push(`${asker.name}: ${given}`);
    else expect([asker.name, describeTypeError(asker, given)]).toEqual([asker.name, undefined]);
  }
  // Some entities have no record with id 1, which `getOne` asks for, and no bucket is configured.
  expect(empty.filter((name) => !/ one: missing$/.test(name))).toEqual(['base.Config/getCos: refused']);
});

test(`each of ${runs} spoilt replies becomes a value of its type or a failure of a type`, {
  timeout: 900_000,
}, async () => {
  let body = '';
  let status = 200;
  vi.stubGlobal('fetch', async () => new Response(body, { status }));
  const consoles = [[], undefined, ['list', 'ids']].map((extensions) => {
    const console = consoleAt('', 'the-token');
    console.features.learn(extensions);
    return console;
  });
  const outcomes = { typed: 0, failed: 0 };
  await fc.assert(
    fc.asyncProperty(spoiltReply, async (spoiling) => {
      const asker = askers[spoiling.which % askers.length] as Asker;
      ({ body, status } = onTheWire(asker.reply, spoiling));
      const console = consoles[spoiling.which % consoles.length] as (typeof consoles)[number];
      try {
        const given = await asker.ask(console);
        outcomes.typed++;
        const problem = describeTypeError(asker, given);
        if (problem) throw new Error(`${asker.name}: ${problem}`);
      } catch (error) {
        if (!(error instanceof CallFailure)) throw error;
        outcomes.failed++;
      }
    }),
    { numRuns: runs, seed },
  );
  // A fuzzer whose replies all failed, or all passed, would prove nothing.
  expect(Math.min(outcomes.typed, outcomes.failed)).toBeGreaterThan(runs / 20);
});
