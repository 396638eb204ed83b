import { codecs } from '../../contract/codecs.ts';
import type { Entity } from '../../contract/entity.ts';
import { CallError } from '../core/errors.ts';
import { message } from '../core/messages.ts';
import type { Caller, RequestInfo } from '../engine/callContext.ts';
import { visibleIds } from '../engine/withinLimits.ts';
import { type FileParam, isParamOf, paramOwnerOf, paramValue } from './csvParams.ts';
import type { FileWords } from './csvText.ts';

const prefix = 'params.';

export const paramColumns = (params: FileParam[]): [heading: string, name: string][] =>
  params.flatMap(({ heading, title, name }) => [
    [heading, prefix + heading],
    // For a role that sees more parameters, the same one may be headed so.
    [`${title}#${name}`, prefix + name],
    [prefix + name, prefix + name],
  ]);

export interface Cells {
  values: Record<string, string>;
  columns: Record<string, string>;
}

/** The column of the row's record decides which parameters apply. Values that the record already has are kept. */
export async function paramsOfRow(
  context: Caller & Pick<RequestInfo, 'language'>,
  entity: Entity,
  params: FileParam[],
  cells: Cells,
  { values, id, words }: { values: Record<string, unknown>; id: string; words: FileWords },
): Promise<{ params?: Record<string, unknown>; errors: Record<string, string> }> {
  const given = Object.entries(cells.values).filter(([name]) => name.startsWith(prefix));
  if (given.length === 0) return { errors: {} };
  // Of a record that the caller does not see no more is told than of one that is not there.
  const isSeen = /^\d{1,15}$/.test(id) && (await visibleIds(context, entity, [Number(id)])).has(Number(id));
  const record = isSeen ? await paramOwnerOf(context.db, entity, Number(id)) : undefined;
  const cid = Number(values.col_id ?? record?.cid ?? 0);
  const applicable = params.filter((param) => isParamOf(param, entity, { cid, id: Number(id) }));
  const errors: Record<string, string> = {};
  const typed = values.params ? codecs.json.decode(values.params) : {};
  // Anything else is refused later as invalid JSON.
  if (typeof typed !== 'object' || typed === null) return { errors: {} };
  const paramValues: Record<string, unknown> = { ...record?.values, ...typed };
  const refuse = (name: string, { key, values }: CallError) => {
    errors[name] = message(context.language, key, values);
  };
  for (const [column, cell] of given) {
    const named = column.slice(prefix.length);
    const param = applicable.find(({ heading, name }) => heading === named || name === named);
    if (!param) {
      if (cell.trim() !== '' && cid > 0) refuse(column, new CallError('csv_param'));
      continue;
    }
    const name = prefix + param.name;
    cells.values[name] = cell;
    cells.columns[name] = cells.columns[column] ?? param.title;
    // An empty cell of a new record means the parameter's default.
    if (cell.trim() === '' && !record) continue;
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
  const named = params.filter(({ name }) => field === prefix + name);
  return (named.find((param) => param.cid === Number(cid)) ?? named[0])?.title ?? '';
}
