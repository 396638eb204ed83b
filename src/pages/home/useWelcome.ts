import { useQuery } from '@tanstack/react-query';
import type { Returned } from '../../../contract/call.ts';
import { type RecentOperation, welcomeDate } from '../../../contract/calls/console.ts';
import { readers } from '../../../dataProvider/readKinds.ts';
import { http } from '../../services.ts';

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
 * @returns react-query's state; `data` holds only parts of the contract's shape, whatever came (contract.md section 5)
 */
export function useWelcome() {
  return useQuery({
    queryKey: ['welcomeDate'],
    queryFn: async ({ signal }) => readWelcome(await http.call(welcomeDate, {}, signal)),
  });
}

function readWelcome(answer: unknown): Welcome {
  const told = objectOf(answer) ?? {};
  return {
    counts: numbersOf(told.counts),
    week: numbersOf(told.week),
    todo: rowsOf<Todo>(told.todo, ['kind', 'n', 'path'])?.map((row) => ({ ...row, n: countOf(row.n) })),
    visits: rowsOf<Visit>(told.visits, ['day', 'pv', 'uv'])?.map(({ day, pv, uv }) => ({
      day,
      pv: countOf(pv),
      uv: countOf(uv),
    })),
    recent: rowsOf<RecentOperation>(told.recent, ['id', 'username', 'title', 'create_time']),
    system: objectOf(told.system),
  };
}

const numberOf = (value: unknown) => readers.int(value, { kind: 'int' }) as number | null;
const countOf = (value: unknown) => numberOf(value) ?? 0;

function objectOf(value: unknown): Record<string, unknown> | undefined {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? (value as Record<string, unknown>) : undefined;
}

function numbersOf(value: unknown): Record<string, number> | undefined {
  const entries = Object.entries(objectOf(value) ?? {}).map(([name, n]) => [name, numberOf(n)] as const);
  const known = entries.filter((entry): entry is [string, number] => entry[1] !== null);
  return known.length > 0 ? Object.fromEntries(known) : undefined;
}

function rowsOf<Row>(value: unknown, keys: (keyof Row)[]): Row[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const isRow = (row: unknown) => keys.every((key) => objectOf(row)?.[key as string] !== undefined);
  return value.every(isRow) ? (value as Row[]) : undefined;
}
