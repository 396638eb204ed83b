import { useQuery } from '@tanstack/react-query';
import { useGetIdentity, useLocaleState } from 'ra-core';
import { useMemo } from 'react';
import type { Returned } from '../../contract/call.ts';
import { type RecentOperation, welcomeDate } from '../../contract/calls/console.ts';
import { decodeFields, decodeReply } from '../../contract/codecs.ts';
import type { Fields } from '../../contract/fields.ts';
import { http } from '../services/services.ts';

type Answer = Returned<typeof welcomeDate>;
export type Todo = Answer['todo'][number];
export type Visit = Answer['visits'][number];

/** The home screen's data. Parts that the back end does not send, or sends in another shape, are absent. */
export interface Welcome {
  counts?: Record<string, number>;
  week?: Record<string, number>;
  todo?: Todo[];
  visits?: Visit[];
  recent?: RecentOperation[];
  system?: Partial<Answer['system']>;
}

/**
 * Reads the home screen's data.
 * @returns react-query's state. `data` has only the parts whose shape is the contract's, whatever the back end sent
 * (docs/contract.md, "Back ends without extensions")
 */
export function useWelcome() {
  const { identity, isPending } = useGetIdentity();
  return useQuery({
    queryKey: ['welcomeDate'],
    queryFn: async ({ signal }) => readWelcome(await http.call(welcomeDate, {}, signal)),
    // It is refused until what has to be done first is done.
    enabled: !isPending && !identity?.gate,
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
    nickname: text,
    title: text,
    create_time: { kind: 'time' },
    target: text,
    target_id: int,
    name: text,
  },
} as const satisfies Record<string, Fields>;

function readWelcome(answer: unknown): Welcome {
  const parts = objectOf(answer) ?? {};
  const system = objectOf(parts.system);
  return {
    counts: numbersOf(parts.counts),
    week: numbersOf(parts.week),
    todo: rowsOf<Todo>(parts.todo, rows.todo, ['path', 'kind', 'n'])?.map((row) => ({ ...row, n: row.n ?? 0 })),
    visits: rowsOf<Visit>(parts.visits, rows.visits, ['day', 'pv', 'uv'])?.map(({ day, pv, uv }) => ({
      day,
      pv: pv ?? 0,
      uv: uv ?? 0,
    })),
    recent: rowsOf<RecentOperation>(parts.recent, rows.recent, ['id', 'username', 'title', 'create_time']),
    system: system && decodeFields(facts, system),
  };
}

const numberOf = (value: unknown) => decodeReply({ kind: 'int' }, value) as number | null;

function objectOf(value: unknown): Record<string, unknown> | undefined {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? (value as Record<string, unknown>) : undefined;
}

function numbersOf(value: unknown): Record<string, number> | undefined {
  const entries = Object.entries(objectOf(value) ?? {}).map(([name, n]) => [name, numberOf(n)] as const);
  const known = entries.filter((entry): entry is [string, number] => entry[1] !== null);
  return known.length > 0 ? Object.fromEntries(known) : undefined;
}

/** @param keys required in each row, else the list has another shape; the first identifies a row, and duplicates are dropped */
function rowsOf<Row>(value: unknown, fields: Fields, keys: (keyof Row & string)[]): Row[] | undefined {
  const list = Array.isArray(value) ? value.map(objectOf) : [undefined];
  const isRow = (row: (typeof list)[number]) => row !== undefined && keys.every((key) => row[key] !== undefined);
  if (!list.every(isRow)) return undefined;
  const read = list.map((row) => decodeFields(fields, row ?? {}));
  const [id = ''] = keys;
  return [...new Map(read.toReversed().map((row) => [row[id], row])).values()].reverse() as Row[];
}

/** Formats of the console's language; a day is `2026-11-21`, without a time zone. */
export function useFormats() {
  const [locale] = useLocaleState();
  return useMemo(() => {
    const number = new Intl.NumberFormat(locale);
    const day = (options: Intl.DateTimeFormatOptions) => {
      const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
      return (iso: string) => format.format(new Date(`${iso}T00:00:00Z`));
    };
    return {
      number: (n: number) => number.format(n),
      day: day({ month: 'long', day: 'numeric', weekday: 'short' }),
      shortDay: day({ month: 'numeric', day: 'numeric' }),
      today: new Intl.DateTimeFormat(locale, { dateStyle: 'full' }),
    };
  }, [locale]);
}
