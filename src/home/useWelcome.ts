import { useQuery } from '@tanstack/react-query';
import type { Returned } from '../../contract/call.ts';
import { type RecentOperation, welcomeDate } from '../../contract/calls/console.ts';
import type { Fields } from '../../contract/fields.ts';
import { readers, readFields } from '../../dataProvider/transport/readKinds.ts';
import { http } from '../services/services.ts';

type Answer = Returned<typeof welcomeDate>;
export type Todo = Answer['todo'][number];
export type Visit = Answer['visits'][number];

/** What the back end tells of the home screen; a part that it does not tell, or tells otherwise, is absent. */
export interface Welcome {
  counts?: Record<string, number>;
  week?: Record<string, number>;
  todo?: Todo[];
  visits?: Visit[];
  recent?: RecentOperation[];
  system?: Partial<Answer['system']>;
}

/**
 * Asks for the home screen's data.
 * @returns react-query's state; `data` holds only parts of the contract's shape, whatever came (docs/contract.md, "Back ends without extensions")
 */
export function useWelcome() {
  return useQuery({
    queryKey: ['welcomeDate'],
    queryFn: async ({ signal }) => readWelcome(await http.call(welcomeDate, {}, signal)),
  });
}

const [text, int] = [{ kind: 'text' }, { kind: 'int' }] as const;
const facts = { version: text, database: text, node: text, started: { kind: 'time' } } satisfies Fields;
const rows = {
  todo: { kind: text, n: int, path: text },
  visits: { day: text, pv: int, uv: int },
  recent: {
    id: int,
    username: text,
    title: text,
    create_time: { kind: 'time' },
    target: text,
    target_id: int,
    name: text,
  },
} as const satisfies Record<string, Fields>;

function readWelcome(answer: unknown): Welcome {
  const told = objectOf(answer) ?? {};
  const system = objectOf(told.system);
  return {
    counts: numbersOf(told.counts),
    week: numbersOf(told.week),
    todo: rowsOf<Todo>(told.todo, rows.todo, ['path', 'kind', 'n'])?.map((row) => ({ ...row, n: row.n ?? 0 })),
    visits: rowsOf<Visit>(told.visits, rows.visits, ['day', 'pv', 'uv'])?.map(({ day, pv, uv }) => ({
      day,
      pv: pv ?? 0,
      uv: uv ?? 0,
    })),
    recent: rowsOf<RecentOperation>(told.recent, rows.recent, ['id', 'username', 'title', 'create_time']),
    system: system && readFields(facts, system),
  };
}

const numberOf = (value: unknown) => readers.int(value, { kind: 'int' }) as number | null;

function objectOf(value: unknown): Record<string, unknown> | undefined {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? (value as Record<string, unknown>) : undefined;
}

function numbersOf(value: unknown): Record<string, number> | undefined {
  const entries = Object.entries(objectOf(value) ?? {}).map(([name, n]) => [name, numberOf(n)] as const);
  const known = entries.filter((entry): entry is [string, number] => entry[1] !== null);
  return known.length > 0 ? Object.fromEntries(known) : undefined;
}

/** @param keys what each row has, or it is another list; no two of them agree in the first */
function rowsOf<Row>(value: unknown, fields: Fields, keys: (keyof Row & string)[]): Row[] | undefined {
  const told = Array.isArray(value) ? value.map(objectOf) : [undefined];
  const isRow = (row: (typeof told)[number]) => row !== undefined && keys.every((key) => row[key] !== undefined);
  if (!told.every(isRow)) return undefined;
  const read = told.map((row) => readFields(fields, row ?? {}));
  const [own = ''] = keys;
  return [...new Map(read.toReversed().map((row) => [row[own], row])).values()].reverse() as Row[];
}
