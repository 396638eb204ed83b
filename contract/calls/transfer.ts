import { get, post } from '../call.ts';
import { choice, flag, int, json, text } from '../fields.ts';

/**
 * What the columns of a file are called, by field, and its choices and flags, by field and value; where none are given they
 * have the names and values of the wire. An import takes lists of names, any of which may stand there.
 */
const words = {
  labels: json<Record<string, string | string[]>>()(),
  choices: json<Record<string, Record<string, string | string[]>>>()(),
  /** The time zone of the file's times that name none, and in which they are written (`Asia/Shanghai`). */
  zone: text(60),
};

/** What an import says of a cell; `field` is empty where it is of the row. Rows are counted as a spreadsheet does, the heading being 1. */
export interface CellError {
  row: number;
  field: string;
  /** The heading of its column in the file, or the title of the parameter that it is of; empty where there is neither. */
  column: string;
  value: string;
  msg: string;
}

/**
 * All that a list's filter shows, as CSV. Needs the list's rule as well; not of entities with secrets
 * (`takesGenericCalls`).
 */
export const transferExport = get('base.Transfer/export', {
  title: '导出',
  extension: 'transfer',
  file: true,
  timeoutMs: 300_000,
  params: {
    entity: text(40, { required: true }),
    filter: json<Record<string, unknown>>()({ paramsOf: 'filter' }),
    sort: text(40),
    order: choice(['asc', 'desc']),
    ...words,
  },
});

/** How many bad cells an import names at most. */
export const mostCellErrors = 500;

/**
 * CSV as the export gives it, content parameters as columns under their titles: a row with an `id` edits that record, one
 * without makes a new one. All of it or nothing: where a cell is bad nothing is saved. A dry run saves nothing either way.
 * Needs the rules of adding and editing; not of entities with secrets.
 */
export const transferImport = post('base.Transfer/import', {
  title: '导入',
  extension: 'transfer',
  writes: true,
  steps: true,
  upload: { max: 20 * 1024 * 1024 },
  timeoutMs: 600_000,
  params: {
    entity: text(40, { required: true }),
    dry_run: flag(),
    /** Columns of the file that the entity has not are left out; else each is an error. */
    skip_unknown: flag(),
    ...words,
  },
  returns: {
    rows: int({ required: true }),
    created: int({ required: true }),
    updated: int({ required: true }),
    errors: json<CellError[]>()(),
    /** The headings of columns that the entity has not. */
    unknown: json<string[]>()({ shape: { values: 'text' } }),
    /** Bad cells beyond those that are named. */
    more: int({ required: true }),
    /** Whether this is the report of an earlier import under the same `Idempotency-Key`, and nothing was written now. */
    repeated: flag(),
  },
});
