import { setImmediate as others } from 'node:timers/promises';
import { type CellError, mostCellErrors } from '../../contract/calls/transfer.ts';
import type { Entity } from '../../contract/entity.ts';
import { sameItemValue, uniqueItemFields } from '../database/derived/itemValues.ts';
import { CallError, InvalidInput } from '../errors.ts';
import { type MessageKey, message } from '../messages.ts';
import { refusalOf } from '../plugins/errors.ts';
import type { CallContext } from '../unit.ts';
import { asWritten, fileFields, spellingOf } from './csvCells.ts';
import { type FileParam, fileParamsOf } from './csvParams.ts';
import { csvRows } from './csvText.ts';
import { sentences } from './eachOf.ts';
import type { FileWords } from './fileWords.ts';
import { type Cells, paramColumns, paramsOfRow, paramTitle } from './importParams.ts';
import { type RefNames, refNamesOf } from './refNames.ts';

export interface Report {
  rows: number;
  created: number;
  updated: number;
  errors: CellError[];
  more: number;
  unknown: string[];
}

const restEvery = 50;

export interface Source {
  data: Buffer;
  /** What columns and choices may be called beside their names on the wire. */
  words: FileWords;
  /** Columns that the entity has not are no error. */
  skipsUnknown: boolean;
}

/** A CSV file on its way in, row by row. */
export interface Import {
  report: Report;
  /** Takes rows within a transaction until they end, this time is over, or the database has ended the transaction. */
  take(inside: CallContext, ms: number): Promise<'end' | 'more' | 'broken'>;
}

/**
 * Opens a CSV file for one way through its rows.
 * @throws CallError where it is none, or holds no record
 */
export async function openImport(
  context: CallContext,
  entity: Entity,
  { data, words, skipsUnknown }: Source,
): Promise<Import> {
  const report: Report = { rows: 0, created: 0, updated: 0, errors: [], more: 0, unknown: [] };
  const say = (key: MessageKey) => message(context.language, key);
  const complain = (error: CellError) => {
    if (report.errors.length < mostCellErrors) report.errors.push(error);
    else report.more++;
  };
  const params = await fileParamsOf(context.db, entity, words.labels);
  const rows = csvRows(data);
  const first = await rows.next();
  if (first.done) throw new CallError('csv_empty');
  const heading = first.value;
  const columns = columnsOf(entity, heading.cells, { labels: words.labels, params }, (value, key) => {
    if (key === 'csv_column') report.unknown.push(value);
    if (key !== 'csv_column' || !skipsUnknown)
      complain({ row: heading.row, field: '', column: value, value, msg: say(key) });
  });
  const headings = Object.fromEntries(columns.flatMap((name, at) => (name ? [[name, heading.cells[at] ?? '']] : [])));
  let next = await rows.next();
  if (next.done) throw new CallError('csv_empty');
  const names = await refNamesOf(context.db, entity);
  const told = { names, words, params, seen: new Set<number>(), taken: new Set<string>() };
  return {
    report,
    take: async (inside, ms) => {
      const until = performance.now() + ms;
      while (!next.done) {
        if (performance.now() > until) return 'more';
        const { row, cells } = next.value;
        report.rows++;
        if (report.rows % restEvery === 0) await others(); // nobody else is answered while it works
        const given: Cells = { values: rowOf(columns, cells), columns: { ...headings } };
        if (cells.length > columns.length && cells.slice(columns.length).some((cell) => cell !== ''))
          complain({ row, field: '', column: '', value: '', msg: say('csv_wide') });
        const isWhole = await save(inside, entity, given, told, report, (errors) => {
          for (const [field, msg] of Object.entries(errors))
            complain({ row, field, ...cellAt(given, params, field), msg });
        });
        next = await rows.next();
        if (!isWhole) return 'broken';
      }
      return 'end';
    },
  };
}

/** Whether a file has more rows than these below its heading. */
export async function hasMoreRows(data: Buffer, limit: number): Promise<boolean> {
  let n = 0;
  for await (const _row of csvRows(data)) if (++n > limit + 1) return true;
  return false;
}

/** Which field each column is; undefined for what is not written. */
function columnsOf(
  entity: Entity,
  heading: string[],
  { labels, params }: { labels: FileWords['labels']; params: FileParam[] },
  complain: (value: string, key: MessageKey) => void,
): (string | undefined)[] {
  const known = ['id', ...fileFields(entity)];
  const byName = new Map(known.map((name) => [name, name]));
  for (const name of known) for (const label of labels[name] ?? []) if (!byName.has(label)) byName.set(label, name);
  for (const [title, name] of paramColumns(params)) if (!byName.has(title)) byName.set(title, name);
  const columns = heading.map((cell) => byName.get(asWritten(cell.trim())));
  if (columns.every((name) => name === undefined)) throw new CallError('csv_heading');
  for (const [at, name] of columns.entries()) {
    if (name === undefined && heading[at]?.trim()) complain(heading[at], 'csv_column');
    if (name !== undefined && columns.indexOf(name) < at) complain(heading[at] ?? '', 'csv_column_twice');
  }
  return columns.map((name) => (name && name !== 'id' && entity.fields[name]?.computed ? undefined : name));
}

const rowOf = (columns: (string | undefined)[], cells: string[]): Record<string, string> =>
  Object.fromEntries(columns.flatMap((name, at) => (name ? [[name, cells[at] ?? '']] : [])));

/** What stands in the cell of a field, or of what it is a part of, and what its column is called. */
function cellAt({ values, columns }: Cells, params: FileParam[], field: string) {
  const root = field.split('.')[0] ?? '';
  const column = columns[field] ?? (paramTitle(params, field, values.col_id) || columns[root]);
  return { column: column ?? '', value: values[field] ?? values[root] ?? '' };
}

interface Told {
  names: RefNames;
  words: FileWords;
  params: FileParam[];
  /** The ids that stood in rows before, and what only one record may have. */
  seen: Set<number>;
  taken: Set<string>;
}

/** @returns whether the transaction can go on */
async function save(
  context: CallContext,
  entity: Entity,
  given: Cells,
  { seen, taken, params, ...told }: Told,
  report: Report,
  refuse: (errors: Record<string, string>) => void,
): Promise<boolean> {
  const { id, ...cells } = given.values;
  const own = asWritten(id ?? '').trim();
  const { errors, values } = valuesOf(context, entity, cells, told, own === '');
  const ofParams = await paramsOfRow(context, entity, params, given, { values, id: own, words: told.words });
  if (ofParams.params) values.params = JSON.stringify(ofParams.params);
  Object.assign(errors, ofParams.errors);
  if (own !== '' && !/^\d{1,15}$/.test(own)) errors.id = message(context.language, 'format_int');
  else if (own !== '' && seen.has(Number(own))) errors.id = message(context.language, 'csv_same_id');
  if (own !== '') seen.add(Number(own));
  const unique = uniqueKeys(entity, values);
  for (const [name, key] of unique) if (taken.has(key)) errors[name] ??= message(context.language, 'field_taken');
  // The others of its cells are looked at all the same.
  const call = own === '' ? entity.calls.create : entity.calls.update;
  try {
    if (Object.keys(errors).length > 0) {
      context.read(call as never, { ...missing(entity, errors, own === ''), ...values, ...(own !== '' && { id: 1 }) });
      refuse(errors);
      return true;
    }
    const made = await context.perform(context, call?.path ?? '', {
      ...values,
      ...(own !== '' && { id: Number(own) }),
    });
    for (const [, key] of unique) taken.add(key);
    if (own === '') {
      report.created++;
      told.names.add(entity.name, Number((made as { id: number }).id), asWritten(cells[entity.label] ?? '').trim());
    } else report.updated++;
    return true;
  } catch (error) {
    const refusal = refusalOf(error as never);
    if (!refusal) throw error;
    if (refusal instanceof InvalidInput) {
      const said = sentences(context, refusal.errors);
      for (const name of Object.keys(errors)) delete said[name];
      refuse({ ...errors, ...said });
    } else
      refuse({
        ...errors,
        [refusal.key === 'not_found' ? 'id' : '']: message(context.language, refusal.key, refusal.values),
      });
    // PostgreSQL ends a transaction at what the database itself refused.
    return error instanceof CallError;
  }
}

/** What no other row of the file may have: rows that are looked at in another transaction are not seen there. */
function uniqueKeys(entity: Entity, values: Record<string, unknown>): [field: string, key: string][] {
  const own = Object.entries(entity.fields).flatMap(([name, { unique, caseless }]): [string, string][] => {
    const value = String(values[name] ?? '');
    const within = Array.isArray(unique) ? unique : [];
    if (!unique || value === '' || within.some((other) => values[other] === undefined)) return [];
    const places = within.map((other) => String(values[other]));
    return [[name, JSON.stringify([name, caseless ? value.toLowerCase() : value, ...places])]];
  });
  const ofItems = uniqueItemFields(entity).flatMap(({ list, name }) =>
    itemsIn(values[list]).flatMap((item, at): [string, string][] => {
      const value = sameItemValue(item?.[name]);
      return value === '' ? [] : [[`${list}.${at}.${name}`, JSON.stringify([list, name, value])]];
    }),
  );
  return [...own, ...ofItems];
}

/** The items of a cell; none where it is no list, which its field refuses. */
function itemsIn(cell: unknown): (Record<string, unknown> | null)[] {
  try {
    const items: unknown = JSON.parse(String(cell));
    return Array.isArray(items) ? items : [];
  } catch {
    return [];
  }
}

/** What stands in for a bad cell while the others of its row are checked. */
function missing(entity: Entity, errors: Record<string, string>, isNew: boolean): Record<string, unknown> {
  const required = Object.keys(errors).filter((name) => isNew && entity.fields[name]?.required);
  return Object.fromEntries(required.map((name) => [name, 1]));
}

/** The row's values in their form spelling; of a new record, none for an empty cell. */
function valuesOf(
  context: CallContext,
  entity: Entity,
  cells: Record<string, string>,
  told: { names: RefNames; words: FileWords },
  isNew: boolean,
) {
  const values: Record<string, unknown> = {};
  const errors: Record<string, string> = {};
  for (const [name, cell] of Object.entries(cells)) {
    // Content parameters wait until it is known in which column the record stands.
    if (!entity.fields[name]) continue;
    try {
      const value = spellingOf(entity, name, cell, told);
      if (value !== '' || !isNew) values[name] = value;
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      errors[name] = message(context.language, error.key, error.values);
    }
  }
  return { values, errors };
}
