import { codecs } from '../../contract/codecs.ts';
import type { Entity } from '../../contract/entity.ts';
import { CallError } from '../core/errors.ts';
import { message } from '../core/messages.ts';
import type { Caller, RequestInfo } from '../engine/callContext.ts';
import { visibleIds } from '../engine/withinLimits.ts';
import {
  type FileParam,
  markedTitle,
  namePrefix,
  ownerOf,
  paramOwnerOf,
  paramsByOwner,
  paramValue,
} from './csvParams.ts';
import type { FileWords } from './csvText.ts';

/** Prefix of the key of a cell whose column has one of a parameter's headings. Only the row's owner tells which one. */
const headingKey = 'params:';
/** Whether a column of a file, by its key, is for parameters. */
export const isParamColumn = (key: string) => key.startsWith(headingKey);
/** Prefix of the key of a parameter's cell, and of its name in a reply. */
const paramKey = 'params.';

/** The ways in which a heading can name a parameter. The first way in which it names one decides what it means. */
const headingWays: readonly ((param: FileParam) => string)[] = [
  ({ heading }) => heading,
  markedTitle,
  ({ name }) => namePrefix + name,
  ({ title }) => title,
];

export const paramColumns = (params: FileParam[]): [heading: string, key: string][] =>
  params.flatMap((param) =>
    headingWays.map((headingOf): [string, string] => [headingOf(param), headingKey + headingOf(param)]),
  );

/** Maps each owner (`ownerOf`) to its parameters by heading; undefined for a heading that two have in the same way. */
export type ParamIndex = ReadonlyMap<string, ReadonlyMap<string, FileParam | undefined>>;

export const indexParams = (params: FileParam[]): ParamIndex =>
  new Map([...paramsByOwner(params)].map(([owner, own]) => [owner, indexOfOwner(own)]));

function indexOfOwner(own: FileParam[]): Map<string, FileParam | undefined> {
  const index = new Map<string, FileParam | undefined>();
  for (const headingOf of headingWays)
    for (const [heading, [param, ...others]] of Map.groupBy(own, headingOf))
      if (!index.has(heading)) index.set(heading, others.length === 0 ? param : undefined);
  return index;
}

export interface Cells {
  values: Record<string, string>;
  columns: Record<string, string>;
}

/** The column of the row's record decides which parameters apply. Values that the record already has are kept. */
export async function paramsOfRow(
  context: Caller & Pick<RequestInfo, 'language'>,
  entity: Entity,
  params: ParamIndex,
  cells: Cells,
  { values, id, words, empties }: { values: Record<string, unknown>; id: string; words: FileWords; empties: boolean },
): Promise<{ params?: Record<string, unknown>; errors: Record<string, string> }> {
  const given = Object.entries(cells.values).filter(([key]) => isParamColumn(key));
  if (given.length === 0) return { errors: {} };
  // A record that the caller does not see is treated as one that does not exist.
  const isSeen = /^\d{1,15}$/.test(id) && (await visibleIds(context, entity, [Number(id)])).has(Number(id));
  const record = isSeen ? await paramOwnerOf(context.db, entity, Number(id)) : undefined;
  const cid = Number(values.col_id ?? record?.cid ?? 0);
  const own = params.get(ownerOf(entity, { cid, id: Number(id) }));
  const errors: Record<string, string> = {};
  const typed = values.params ? codecs.json.decode(values.params) : {};
  // Anything else is refused later as invalid JSON.
  if (typeof typed !== 'object' || typed === null) return { errors: {} };
  const paramValues: Record<string, unknown> = { ...record?.values, ...typed };
  const refuse = (name: string, { key, values }: CallError) => {
    errors[name] = message(context.language, key, values);
  };
  const filled = new Set<string>();
  for (const [column, cell] of given) {
    const isEmpty = cell.trim() === '';
    const param = own?.get(column.slice(headingKey.length));
    if (!param) {
      if (!isEmpty && cid > 0) refuse(column, new CallError('csv_param'));
      continue;
    }
    const name = paramKey + param.name;
    // An empty cell belongs to another owner's parameter of the same name.
    if (filled.has(name)) {
      if (!isEmpty) refuse(column, new CallError('csv_column_twice'));
      continue;
    }
    if (!isEmpty) filled.add(name);
    cells.values[name] = cell;
    cells.columns[name] = cells.columns[column] ?? param.title;
    // An empty cell of a new record means the parameter's default.
    if (isEmpty && !(record && empties)) continue;
    try {
      paramValues[param.name] = paramValue(param, cell, words);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      refuse(name, error);
    }
  }
  return { params: paramValues, errors };
}

export function paramTitle(params: FileParam[], field: string, cid: unknown): string {
  const named = params.filter(({ name }) => field === paramKey + name);
  return (named.find((param) => param.cid === Number(cid)) ?? named[0])?.title ?? '';
}
