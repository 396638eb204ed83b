import { type CellError, maxCellErrors } from '../../contract/calls/transfer.ts';
import type { Entity } from '../../contract/entity.ts';
import { CallError, InvalidInput } from '../core/errors.ts';
import { type MessageKey, message } from '../core/messages.ts';
import { createYield } from '../core/turns.ts';
import type { CallContext, Caller, RequestInfo } from '../engine/callContext.ts';
import { refusalOf } from '../engine/refusal.ts';
import { sentences } from '../engine/write/runEachInSavepoint.ts';
import { asWritten, exportedFields, fileFields, spellingOf } from './csvCells.ts';
import { type FileParam, fileParamsOf } from './csvParams.ts';
import { csvRows, type FileWords, rewindable } from './csvText.ts';
import {
  type Cells,
  indexParams,
  isParamColumn,
  type ParamIndex,
  paramColumns,
  paramsOfRow,
  paramTitle,
} from './importParams.ts';
import { openTransactionalSet, uniqueKeys } from './importUnique.ts';
import { type RefNames, refNamesOf } from './refNames.ts';

export interface Report {
  rows: number;
  created: number;
  updated: number;
  errors: CellError[];
  more: number;
  unknown: string[];
  empty_cells: 0 | 1;
}

const longestShown = 500;
/** A refused cell for the report, shortened, because whole articles would make the reply megabytes long. */
const shortened = (value: string) => (value.length > longestShown ? `${value.slice(0, longestShown)}…` : value);

export interface Source {
  data: Buffer;
  words: FileWords;
  skipsUnknown: boolean;
  /** Whether an empty cell of a row that edits empties the field; undefined if the heading decides. */
  empties?: boolean;
}

export interface Import {
  report: Report;
  /** `broken`: the database aborted the transaction. Uncommitted rows come again, because it may be repeated. */
  take(inside: CallContext, ms: number): Promise<'end' | 'more' | 'broken'>;
  /** Marks the rows so far as committed, so that they are not imported again. */
  commit(): void;
}

/** Opens a file for one pass through its rows. @throws CallError if it is not CSV or has no record */
export async function openImport(
  context: Caller & Pick<RequestInfo, 'language'>,
  entity: Entity,
  { data, words, skipsUnknown, empties: asked }: Source,
): Promise<Import> {
  const report: Report = { rows: 0, created: 0, updated: 0, errors: [], more: 0, unknown: [], empty_cells: 0 };
  const say = (key: MessageKey) => message(context.language, key);
  const complain = (error: CellError) => {
    if (report.errors.length < maxCellErrors) report.errors.push({ ...error, value: shortened(error.value) });
    else report.more++;
  };
  const params = await fileParamsOf(context, entity, words.labels);
  const reading = { isTransaction: context.db.isTransaction };
  const rows = rewindable(csvRows(data, reading));
  const heading = await rows.next();
  if (!heading) throw new CallError('csv_empty');
  rows.commit();
  const named = columnsOf(entity, heading.cells, { labels: words.labels, params }, (value, key) => {
    if (key === 'csv_column') report.unknown.push(value);
    if (key !== 'csv_column' || !skipsUnknown)
      complain({ row: heading.row, field: '', column: value, value, msg: say(key) });
  });
  const empties = asked ?? isOfExport(context, entity, named);
  report.empty_cells = empties ? 1 : 0;
  const columns = named.map((name) => (name && name !== 'id' && entity.fields[name]?.computed ? undefined : name));
  const headings = Object.fromEntries(columns.flatMap((name, at) => (name ? [[name, heading.cells[at] ?? '']] : [])));
  if (!(await rows.next())) throw new CallError('csv_empty');
  const names = await refNamesOf(context, entity);
  const state = { names, words, empties, params: indexParams(params), seen: openTransactionalSet() };
  let committed = structuredClone(report);
  return {
    report,
    commit: () => {
      rows.commit();
      state.seen.commit();
      committed = structuredClone(report);
    },
    take: async (inside, ms) => {
      reading.isTransaction = inside.db.isTransaction;
      const yieldToOthers = createYield(inside.db);
      const until = performance.now() + ms;
      rows.rewind();
      state.seen.rollback();
      Object.assign(report, structuredClone(committed));
      while (performance.now() < until) {
        const next = await rows.next();
        if (!next) return 'end';
        const { row, cells } = next;
        report.rows++;
        await yieldToOthers();
        const given: Cells = { values: rowOf(columns, cells), columns: { ...headings } };
        if (cells.length > columns.length && cells.slice(columns.length).some((cell) => cell !== ''))
          complain({ row, field: '', column: '', value: '', msg: say('csv_wide') });
        const canContinue = await importRow(inside, entity, given, state, report, (errors) => {
          for (const [field, msg] of Object.entries(errors))
            complain({ row, field, ...cellAt(given, params, field), msg });
        });
        if (!canContinue) return 'broken';
      }
      return 'more';
    },
  };
}

export async function hasMoreRows(data: Buffer, limit: number): Promise<boolean> {
  let n = 0;
  for await (const _row of csvRows(data, { isTransaction: false })) if (++n > limit + 1) return true;
  return false;
}

/** The field of each column; undefined for columns that are not imported. */
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
  return columns;
}

/** Whether the columns are those of an export, which may have parameters of some content columns alone. */
function isOfExport(caller: Caller, entity: Entity, columns: (string | undefined)[]): boolean {
  const exported = ['id', ...exportedFields(caller, entity)];
  const others = columns.slice(exported.length);
  return exported.every((name, at) => columns[at] === name) && others.every((name) => name && isParamColumn(name));
}

const rowOf = (columns: (string | undefined)[], cells: string[]): Record<string, string> =>
  Object.fromEntries(columns.flatMap((name, at) => (name ? [[name, cells[at] ?? '']] : [])));

function cellAt({ values, columns }: Cells, params: FileParam[], field: string) {
  const root = field.split('.')[0] ?? '';
  const column = columns[field] ?? (paramTitle(params, field, values.col_id) || columns[root]);
  return { column: column ?? '', value: values[field] ?? values[root] ?? '' };
}

interface ImportState {
  names: RefNames;
  words: FileWords;
  empties: boolean;
  params: ParamIndex;
  seen: ReturnType<typeof openTransactionalSet>;
}

/** Imports one row. @returns whether the transaction can continue */
async function importRow(
  context: CallContext,
  entity: Entity,
  given: Cells,
  { seen, params, ...state }: ImportState,
  report: Report,
  refuse: (errors: Record<string, string>) => void,
): Promise<boolean> {
  const { id, ...cells } = given.values;
  const typedId = asWritten(id ?? '').trim();
  const empties = state.empties && typedId !== '';
  const { errors, values } = valuesOf(context, entity, cells, { ...state, empties });
  const row = { values, id: typedId, words: state.words, empties };
  const ofParams = await paramsOfRow(context, entity, params, given, row);
  if (ofParams.params) values.params = JSON.stringify(ofParams.params);
  Object.assign(errors, ofParams.errors);
  if (typedId !== '' && !/^\d{1,15}$/.test(typedId)) errors.id = message(context.language, 'format_int');
  else if (typedId !== '' && seen.has(`id ${Number(typedId)}`)) errors.id = message(context.language, 'csv_same_id');
  if (typedId !== '') seen.add(`id ${Number(typedId)}`);
  const unique = uniqueKeys(entity, values);
  for (const [name, key] of unique) if (seen.has(key)) errors[name] ??= message(context.language, 'field_taken');
  const call = typedId === '' ? entity.calls.create : entity.calls.update;
  const needed = missing(entity, errors, typedId === '');
  try {
    if ('id' in errors || Object.keys(needed).length > 0) {
      context.read(call as never, { ...needed, ...values, ...(typedId !== '' && { id: 1 }) });
      refuse(errors);
      return true;
    }
    // Runs for a row with a refused cell too, so that its other cells are checked. With one error nothing is committed.
    const result = await context.perform(context, call?.path ?? '', {
      ...values,
      ...(typedId !== '' && { id: Number(typedId) }),
    });
    if (Object.keys(errors).length > 0) {
      refuse(errors);
      return true;
    }
    for (const [, key] of unique) seen.add(key);
    if (typedId === '') {
      report.created++;
      state.names.add(entity.name, Number((result as { id: number }).id), asWritten(cells[entity.label] ?? '').trim());
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
    // PostgreSQL aborts a transaction after an error of the database itself.
    return error instanceof CallError;
  }
}

/** Placeholders for required cells that were refused, while the row's other cells are checked. */
function missing(entity: Entity, errors: Record<string, string>, isNew: boolean): Record<string, unknown> {
  const required = Object.keys(errors).filter((name) => isNew && entity.fields[name]?.required);
  return Object.fromEntries(required.map((name) => [name, 1]));
}

function valuesOf(
  context: Pick<RequestInfo, 'language'>,
  entity: Entity,
  cells: Record<string, string>,
  { empties, ...state }: Pick<ImportState, 'names' | 'words' | 'empties'>,
) {
  const values: Record<string, unknown> = {};
  const errors: Record<string, string> = {};
  for (const [name, cell] of Object.entries(cells)) {
    // Content parameters are read later, when the record's column is known.
    if (!entity.fields[name]) continue;
    try {
      const value = spellingOf(entity, name, cell, state);
      if (value !== '' || empties) values[name] = value;
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      errors[name] = message(context.language, error.key, error.values);
    }
  }
  return { values, errors };
}
